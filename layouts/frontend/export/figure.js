/* A figure of the page as a file: its charts drawn once more out of sight, joined in one SVG, and that as PNG or PDF.

Pictures in charts (Gantts of many jobs) are asked of the server anew, as many pixels as the print will have, in light
colors, and put into the file.  Text stays text; only PNG is pixels.  The PDF is made by the server of the same SVG.
*/
import {fetchOnce} from '../server.js';
import {axisOf, everyChart, isDrawn, textsOf} from '../internals.js';
import {metaOf} from '../gantt/charts.js';
import {INCH, SIZES, arrange, copyOf, lightColors, lightFigures} from './paper.js';

const SVG = 'http://www.w3.org/2000/svg', XLINK = 'http://www.w3.org/1999/xlink', XMLNS = 'http://www.w3.org/2000/xmlns/';
const WIDER = [1, 1.14, 1.28, 1.4];         // a chart whose text does not fit is laid out wider and drawn smaller: 9 to 6.4 pt
const SPILL = 1.5, MOST_PIXELS = 11e6, LARGEST = 8192, SHARPEST = 300;         // pixels; dots an inch
const OUT_OF_SIGHT = 'position:fixed;left:-12000px;top:0;visibility:hidden;pointer-events:none';

const isVisible = chart => isDrawn(chart) && chart.offsetWidth > 0;
const isMinimap = chart => (metaOf(chart) || {}).kind === 'minimap';
// The charts of a figure that go into a file.
export const chartsOf = figure => everyChart(figure).filter(chart => isVisible(chart) && !isMinimap(chart));

// ---- one chart ----------------------------------------------------------------------------------------------------
function outOfSight() {
  const place = document.body.appendChild(document.createElement('div'));
  place.setAttribute('aria-hidden', 'true');
  place.style.cssText = OUT_OF_SIGHT;
  return place;
}
async function redraw(chart, size, cell, looks) {
  const place = outOfSight();
  try {
    for (const factor of WIDER) {
      const wide = {...cell, width: Math.round(cell.width * factor), height: Math.round(cell.height * factor)};
      const {data, layout} = copyOf(chart, size, wide, looks);
      await Plotly.newPlot(place, data, layout, {staticPlot: true, responsive: false});
      if (factor === WIDER[WIDER.length - 1] || !spills(place, wide)) {
        await sharpen(place, size, wide, cell);
        return {text: await svgText(place, wide), ...wide};
      }
    }
    return null;
  } finally {
    Plotly.purge(place);
    place.remove();
  }
}
function spills(place, {width, height}) {
  const frame = place.getBoundingClientRect();
  return textsOf(place).some(element => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && (box.left < frame.left - SPILL || box.right > frame.left + width + SPILL
      || box.top < frame.top - SPILL || box.bottom > frame.top + height + SPILL);
  });
}
async function svgText(place, {width, height}) {
  const text = await Plotly.toImage(place, {format: 'svg', width, height, imageDataOnly: true});
  return text.startsWith('data:') ? decodeURIComponent(text.slice(text.indexOf(',') + 1)) : text;
}

// ---- its pictures -------------------------------------------------------------------------------------------------
async function sharpen(place, size, wide, cell) {
  const images = place.layout.images || [];
  if (!images.length) return;
  const {scale, dpi} = SIZES[size], perPixel = Math.max(dpi, SHARPEST) / INCH * scale * cell.width / wide.width;
  const sharp = await Promise.all(images.map(image => embed(image, place, perPixel)));
  await Plotly.relayout(place, {images: sharp});
}
async function embed(image, place, perPixel) {
  const source = String(image.source);
  if (source.startsWith('data:')) return image;
  const answer = await fetchOnce(finer(source, image, axisOf(place), axisOf(place, 'yaxis'), perPixel));
  if (!answer.ok) throw new Error('A picture of this figure is not on the server any more; load the page again.');
  return {...image, source: await dataAddress(await answer.blob())};
}
// The address of the same picture, as many pixels as the print will have.
export function finer(address, {sizex, sizey}, across, up, perPixel) {
  const share = (length, {range, length: pixels}) => length / Math.abs(range[1] - range[0]) * pixels * perPixel;
  const wide = share(sizex, across), high = share(sizey, up);
  const less = Math.min(1, Math.sqrt(MOST_PIXELS / (wide * high)), LARGEST / wide, LARGEST / high);
  const [width, height] = [wide, high].map(length => Math.max(1, Math.round(length * less)));
  return address.replace(/_\d+x\d+_(light|dark)\.png/, `_${width}x${height}_light.png`);
}
const dataAddress = blob => new Promise((done, failed) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result.replace(/^data:[^;,]*/, 'data:image/png'));
  reader.onerror = () => failed(new Error('A picture of this figure could not be read.'));
  reader.readAsDataURL(blob);
});

// ---- all of a figure ----------------------------------------------------------------------------------------------
// {svg, inches: [width, height], dpi} of a figure, size: a key of SIZES
export async function drawSvg(figure, size, recipe = '') {
  const all = chartsOf(figure);
  if (!all.length) throw new Error('There is no chart in this figure.');
  const {inches, high, dpi} = SIZES[size], looks = {colors: await lightColors(), figures: await lightFigures(figure)};
  const {width, height, cells} = arrange(all.length, size, all.map(chart => chart.offsetHeight));
  const sides = [inches, high || inches * height / width];
  const root = document.implementation.createDocument(SVG, 'svg').documentElement;
  setAll(root, {width: `${fixed(sides[0])}in`, height: `${fixed(sides[1])}in`, viewBox: `0 0 ${width} ${height}`});
  root.setAttributeNS(XMLNS, 'xmlns:xlink', XLINK);
  describe(root, figure);
  if (recipe) root.appendChild(root.ownerDocument.createElementNS(SVG, 'metadata')).textContent = recipe;
  root.appendChild(setAll(root.ownerDocument.createElementNS(SVG, 'rect'), {width, height, fill: '#ffffff'}));
  for (const [i, chart] of all.entries()) {
    const drawing = await redraw(chart, size, cells[i], looks);
    root.appendChild(root.ownerDocument.importNode(nested(drawing, cells[i]), true));
  }
  return {svg: new XMLSerializer().serializeToString(root), inches: sides, dpi, recipe};
}
const fixed = value => String(+value.toFixed(4));
function setAll(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
// Queuescope with version and commit, as the head of the page says.
export const madeBy = () => (document.querySelector('meta[name=queuescope-made-by]') || {content: 'Queuescope'}).content;
function describe(root, figure) {
  const heading = figure.querySelector('figcaption h3'), caption = figure.querySelector('.qs-whole-caption') || figure.querySelector('.qs-caption');
  for (const [tag, element] of [['title', heading], ['desc', caption]]) {
    const text = [element && element.textContent, tag === 'desc' && `Made by ${madeBy()}.`].filter(Boolean).join(' ');
    if (text) root.appendChild(root.ownerDocument.createElementNS(SVG, tag)).textContent = text;
  }
}
function nested({text, width, height}, cell) {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (root.nodeName !== 'svg') throw new Error('The browser could not draw this figure.');
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const {name} of [...element.attributes]) if (name.startsWith('data-') || name === 'pointer-events') element.removeAttribute(name);
  }
  root.removeAttribute('style');
  return setAll(withRareSignsApart(root), {...cell, viewBox: `0 0 ${width} ${height}`});
}

// ---- signs outside the usual fonts --------------------------------------------------------------------------------
// They stand apart, each part where it is: a converter sets what hangs together in one font that has every sign of it.
const RARE = /([^\u0000-\u024f\u0370-\u03ff\u2010-\u2044\u20ac\u2190-\u2193\u2212\u2260-\u2265\u25a0\u25b2\u25ba\u25bc\u25c4\u25cb\u25cf\u2500\u2502\u2666]+)/;
const FONTS = 'DejaVu Sans, Segoe UI Symbol, Apple Symbols, sans-serif';
function withRareSignsApart(root) {
  const place = document.body.appendChild(document.createElement('div'));
  place.style.cssText = OUT_OF_SIGHT;
  const shown = place.appendChild(document.importNode(root, true));
  for (const text of shown.querySelectorAll('text')) if (RARE.test(text.textContent)) split(text);
  place.remove();
  return shown;
}
function split(text) {
  const leaves = [], walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let at = 0; walker.nextNode(); at += walker.currentNode.data.length) leaves.push([walker.currentNode, at]);
  if (leaves.reduce((sum, [node]) => sum + node.data.length, 0) !== text.getNumberOfChars()) return;
  const parts = leaves.map(([node, from]) => {
    let at = from;
    return node.data.split(RARE).filter(Boolean).map(words => {
      const {x, y} = text.getStartPositionOfChar(at), style = `text-anchor: start${RARE.test(words) ? `; font-family: ${FONTS}` : ''}`;
      const part = setAll(document.createElementNS(SVG, 'tspan'), {x: fixed(x), y: fixed(y), dy: 0, style});
      at += words.length;
      part.textContent = words;
      return part;
    });
  });
  leaves.forEach(([node], i) => node.replaceWith(...parts[i]));
}

// ---- PNG: as many pixels as inches times dots, and the file says so -----------------------------------------------
async function png({svg, inches, dpi, recipe}) {
  const [width, height] = inches.map(side => Math.round(side * dpi));
  const sized = svg.replace(/ width="[^"]*" height="[^"]*"/, ` width="${width}" height="${height}"`);
  const address = URL.createObjectURL(new Blob([sized], {type: 'image/svg+xml'}));
  try {
    const image = Object.assign(new Image(), {src: address});
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {width, height});
    canvas.getContext('2d').drawImage(image, 0, 0, width, height);
    const blob = await new Promise(done => { canvas.toBlob(done, 'image/png'); });
    if (!blob) throw new Error('The browser could not draw this figure in pixels.');
    return new Blob(withFacts(new Uint8Array(await blob.arrayBuffer()), dpi, madeBy(), recipe), {type: 'image/png'});
  } finally { URL.revokeObjectURL(address); }
}
// Behind the header a chunk pHYs, pixels per meter, so that programs set the picture at its size, a chunk tEXt with the
// program that made it, and a chunk iTXt with the recipe of the workload, if there is one.
export function withFacts(bytes, dpi, maker, recipe = '') {
  const perMeter = Math.round(dpi / 0.0254), dots = new DataView(new ArrayBuffer(9));
  dots.setUint32(0, perMeter);
  dots.setUint32(4, perMeter);
  dots.setUint8(8, 1);
  const encoded = text => new TextEncoder().encode(text), texts = [chunk('tEXt', encoded(`Software\0${maker}`))];
  if (recipe) texts.push(chunk('iTXt', encoded(`Recipe\0\0\0\0\0${recipe}`)));
  return [bytes.subarray(0, 33), chunk('pHYs', new Uint8Array(dots.buffer)), ...texts, bytes.subarray(33)];  // 8 of signature, 25 of header
}
function chunk(kind, data) {
  const bytes = new Uint8Array(data.length + 12), view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  [...kind].forEach((letter, i) => view.setUint8(4 + i, letter.charCodeAt(0)));
  bytes.set(data, 8);
  view.setUint32(data.length + 8, checksum(bytes.subarray(4, data.length + 8)));
  return bytes;
}
export function checksum(bytes) {           // CRC-32
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

// ---- files --------------------------------------------------------------------------------------------------------
async function pdf({svg}) {
  const answer = await fetchOnce('/export/figure.pdf', {
    method: 'POST', body: svg, headers: {'X-Requested-With': 'fetch', 'Content-Type': 'image/svg+xml'}});
  if (!answer.ok) throw new Error((await answer.text()).trim().slice(0, 300));
  return answer.blob();
}
// What a drawing becomes, by kind of file: promises of blobs.
export const FILES = {svg: async ({svg}) => new Blob([svg], {type: 'image/svg+xml'}), png, pdf};
