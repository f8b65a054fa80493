/* A figure of the page as a file: its charts drawn once more out of sight, joined in one SVG, and that as PNG or PDF.

Pictures in charts (Gantts of many jobs) are asked of the server anew, as many pixels as the print will have, in light
colors, and put into the file.  Text stays text; only PNG is pixels.  The PDF is made by the server of the same SVG.

Offers window.queuescope.drawings = {charts(figure), svg(figure, size), png(drawing), pdf(drawing)}; a drawing is
{svg, inches: [width, height], dpi}.
*/
(() => {
  'use strict';
  const SVG = 'http://www.w3.org/2000/svg', XLINK = 'http://www.w3.org/1999/xlink';
  const WIDER = [1, 1.14, 1.28, 1.4];       // a chart whose text does not fit is laid out wider and drawn smaller: 9 to 6.4 pt
  const SPILL = 1.5, MOST_PIXELS = 11e6, LARGEST = 8192;
  const OUT_OF_SIGHT = 'position:fixed;left:-12000px;top:0;visibility:hidden;pointer-events:none';
  const look = () => window.queuescope.paper;

  const visible = chart => chart._fullLayout && chart.offsetWidth > 0;
  const minimap = chart => ((chart.layout.meta || {}).queuescope || {}).kind === 'minimap';
  const charts = figure => [...figure.querySelectorAll('.js-plotly-plot')].filter(chart => visible(chart) && !minimap(chart));

  // ---- one chart --------------------------------------------------------------------------------------------------
  async function drawn(chart, size, cell, colors) {
    const place = document.body.appendChild(document.createElement('div'));
    place.setAttribute('aria-hidden', 'true');
    place.style.cssText = OUT_OF_SIGHT;
    try {
      for (const factor of WIDER) {
        const wide = {...cell, width: Math.round(cell.width * factor), height: Math.round(cell.height * factor)};
        const {data, layout} = look().copy(chart, size, wide, colors);
        await Plotly.newPlot(place, data, layout, {staticPlot: true, responsive: false});
        if (factor === WIDER[WIDER.length - 1] || !spills(place, wide)) {
          await sharpen(place, size, wide, cell);
          return {text: await text(place, wide), ...wide};
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
    return [...place.querySelectorAll('.main-svg text')].some(element => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && (box.left < frame.left - SPILL || box.right > frame.left + width + SPILL
        || box.top < frame.top - SPILL || box.bottom > frame.top + height + SPILL);
    });
  }
  async function text(place, {width, height}) {
    const made = await Plotly.toImage(place, {format: 'svg', width, height, imageDataOnly: true});
    return made.startsWith('data:') ? decodeURIComponent(made.slice(made.indexOf(',') + 1)) : made;
  }

  // ---- its pictures -----------------------------------------------------------------------------------------------
  async function sharpen(place, size, wide, cell) {
    const images = place.layout.images || [];
    if (!images.length) return;
    const {scale, dpi} = look().SIZES[size], perPixel = Math.max(dpi, 300) / look().INCH * scale * cell.width / wide.width;
    const sharp = await Promise.all(images.map(image => inlined(image, place._fullLayout, perPixel)));
    await Plotly.relayout(place, {images: sharp});
  }
  async function inlined(image, layout, perPixel) {
    if (String(image.source).startsWith('data:')) return image;
    const address = finer(String(image.source), image, layout, perPixel);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error('A picture of this figure is not on the server any more; load the page again.');
    return {...image, source: await data(await answer.blob())};
  }
  function finer(address, image, {xaxis, yaxis}, perPixel) {
    const share = (length, axis) => length / Math.abs(axis.range[1] - axis.range[0]) * axis._length * perPixel;
    let wide = share(image.sizex, xaxis), high = share(image.sizey, yaxis);
    const less = Math.min(1, Math.sqrt(MOST_PIXELS / (wide * high)), LARGEST / wide, LARGEST / high);
    [wide, high] = [wide, high].map(length => Math.max(1, Math.round(length * less)));
    return address.replace(/_\d+x\d+_(light|dark)\.png/, `_${wide}x${high}_light.png`);
  }
  const data = blob => new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.replace(/^data:[^;,]*/, 'data:image/png'));
    reader.onerror = () => failed(new Error('A picture of this figure could not be read.'));
    reader.readAsDataURL(blob);
  });

  // ---- all of a figure --------------------------------------------------------------------------------------------
  async function svg(figure, size) {
    const found = charts(figure);
    if (!found.length) throw new Error('There is no chart in this figure.');
    const {inches, high, dpi} = look().SIZES[size], colors = {map: await look().colors(), known: await look().light(figure)};
    const {width, height, cells} = look().lay(found.length, size, found.map(chart => chart.offsetHeight));
    const sides = [inches, high || inches * height / width];
    const root = document.implementation.createDocument(SVG, 'svg').documentElement;
    set(root, {width: `${fixed(sides[0])}in`, height: `${fixed(sides[1])}in`, viewBox: `0 0 ${width} ${height}`});
    root.setAttributeNS('http://www.w3.org/2000/xmlns/', 'xmlns:xlink', XLINK);
    name(root, figure);
    root.appendChild(set(root.ownerDocument.createElementNS(SVG, 'rect'), {width, height, fill: '#ffffff'}));
    for (const [i, chart] of found.entries()) {
      const one = await drawn(chart, size, cells[i], colors);
      root.appendChild(root.ownerDocument.importNode(inside(one, cells[i]), true));
    }
    return {svg: new XMLSerializer().serializeToString(root), inches: sides, dpi};
  }
  const fixed = value => String(+value.toFixed(4));
  const set = (element, attributes) => { for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value); return element; };
  function inside(one, cell) {
    const root = new DOMParser().parseFromString(one.text, 'image/svg+xml').documentElement;
    if (root.nodeName !== 'svg') throw new Error('The browser could not draw this figure.');
    for (const element of [root, ...root.querySelectorAll('*')]) {
      for (const {name: key} of [...element.attributes]) if (key.startsWith('data-') || key === 'pointer-events') element.removeAttribute(key);
    }
    root.removeAttribute('style');
    return set(apart(root), {...cell, viewBox: `0 0 ${one.width} ${one.height}`});
  }
  // Signs outside the usual fonts stand apart, each part where it is: a converter sets what hangs together in one font
  // that has every sign of it.
  const RARE = /([^\u0000-\u024f\u0370-\u03ff\u2010-\u2044\u20ac\u2190-\u2193\u2212\u2260-\u2265\u25a0\u25b2\u25ba\u25bc\u25c4\u25cb\u25cf\u2500\u2502\u2666]+)/;
  const FONTS = 'DejaVu Sans, Segoe UI Symbol, Apple Symbols, sans-serif';
  function apart(root) {
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
        const {x, y} = text.getStartPositionOfChar(at);
        at += words.length;
        const part = set(document.createElementNS(SVG, 'tspan'), {x: fixed(x), y: fixed(y), dy: 0,
          style: `text-anchor: start${RARE.test(words) ? `; font-family: ${FONTS}` : ''}`});
        part.textContent = words;
        return part;
      });
    });
    leaves.forEach(([node], i) => node.replaceWith(...parts[i]));
  }
  function name(root, figure) {
    const heading = figure.querySelector('figcaption h3'), caption = figure.querySelector('.qs-caption');
    for (const [tag, element] of [['title', heading], ['desc', caption]]) {
      if (element && element.textContent) root.appendChild(root.ownerDocument.createElementNS(SVG, tag)).textContent = element.textContent;
    }
  }

  // ---- PNG: as many pixels as inches times dots, and the file says so ---------------------------------------------
  async function png({svg: drawing, inches, dpi}) {
    const [width, height] = inches.map(side => Math.round(side * dpi));
    const sized = drawing.replace(/ width="[^"]*" height="[^"]*"/, ` width="${width}" height="${height}"`);
    const address = URL.createObjectURL(new Blob([sized], {type: 'image/svg+xml'}));
    try {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {width, height});
      canvas.getContext('2d').drawImage(image, 0, 0, width, height);
      const blob = await new Promise(done => { canvas.toBlob(done, 'image/png'); });
      if (!blob) throw new Error('The browser could not draw this figure in pixels.');
      return new Blob(dotted(new Uint8Array(await blob.arrayBuffer()), dpi), {type: 'image/png'});
    } finally { URL.revokeObjectURL(address); }
  }
  // A chunk pHYs behind the header: pixels per meter, so that programs set the picture at its size.
  function dotted(bytes, dpi) {
    const chunk = new DataView(new ArrayBuffer(21)), meter = Math.round(dpi / 0.0254);
    chunk.setUint32(0, 9);
    [...'pHYs'].forEach((letter, i) => chunk.setUint8(4 + i, letter.charCodeAt(0)));
    chunk.setUint32(8, meter);
    chunk.setUint32(12, meter);
    chunk.setUint8(16, 1);
    chunk.setUint32(17, crc(new Uint8Array(chunk.buffer, 4, 13)));
    return [bytes.subarray(0, 33), new Uint8Array(chunk.buffer), bytes.subarray(33)];     // 8 of signature, 25 of header
  }
  function crc(bytes) {
    let sum = 0xffffffff;
    for (const byte of bytes) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return (sum ^ 0xffffffff) >>> 0;
  }

  // ---- PDF ----------------------------------------------------------------------------------------------------------
  async function pdf({svg: drawing}) {
    const answer = await fetch('/export/figure.pdf', {
      method: 'POST', body: drawing, headers: {'X-Requested-With': 'fetch', 'Content-Type': 'image/svg+xml'}});
    if (!answer.ok) throw new Error((await answer.text()).trim().slice(0, 300));
    return answer.blob();
  }

  window.queuescope = Object.assign(window.queuescope || {}, {drawings: {charts, svg, png, pdf}});
})();
