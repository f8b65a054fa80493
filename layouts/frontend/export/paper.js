/* How a figure looks on paper and on a slide: a copy of what is drawn, on white, in the light colors, thin and small.

The copy is made of plotly's own data and layout of a chart; the chart on the page is never touched.  Sizes are those of
layouts.routes.export_routes and docs/exports.md: a column and a page are laid out at 96 pixels an inch, so that 12 pixels
are 9 points; a slide is laid out smaller and drawn larger, so that 12 pixels become 20.
*/
import {pathHere} from '../internals.js';
import {askAloud, fetchOnce} from '../server.js';
import {axisTicks, axisTitle} from '../gantt/ticks.js';

export const INCH = 96;                     // pixels
export const SIZES = {
  column: {words: 'Column, 3.3 in', inches: 3.3, dpi: 300, scale: 1, thin: 0.6},
  page: {words: 'Page, 7 in', inches: 7, dpi: 300, scale: 1, thin: 0.6},
  slide: {words: 'Slide, 16:9', inches: 40 / 3, high: 7.5, dpi: 144, scale: 20 / 12, thin: 0.9},
};
const INK = '#1c2026', FAINT = '#d5d9de', FAMILY = 'Arial, Helvetica, Liberation Sans, sans-serif';
const LEAST = 170, MOST = 620, LOWER = 0.8; // pixels a chart is high on paper; there it is a little lower
let lightOf = null;                         // promise of {dark color: light color}

export function lightColors() {
  lightOf = lightOf || askAloud('/export/colors.json').then(answer => (answer.ok ? answer.json() : {}));
  return lightOf;
}

// ---- where the charts of a figure go ------------------------------------------------------------------------------
// {width, height, cells: [{x, y, width, height}]} in pixels, of so many charts of these heights on the page
export function arrange(count, size, heights) {
  const {inches, high, scale} = SIZES[size], width = Math.round(inches * INCH / scale);
  const columns = high && count > 2 ? 2 : 1, rows = Math.ceil(count / columns);
  if (high) {
    const height = Math.round(high * INCH / scale), each = height / rows;
    return {width, height, cells: heights.map((_, i) => ({
      x: (i % columns) * width / columns, y: Math.floor(i / columns) * each, width: width / columns, height: each}))};
  }
  const sum = list => list.reduce((total, one) => total + one, 0);
  const tall = heights.map(pixels => Math.round(Math.min(Math.max(pixels * LOWER, LEAST), MOST)));
  return {width, height: sum(tall), cells: tall.map((pixels, i) => ({x: 0, y: sum(tall.slice(0, i)), width, height: pixels}))};
}

// ---- colors and signs ---------------------------------------------------------------------------------------------
const isDark = () => document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
const hex = number => Number(number).toString(16).padStart(2, '0');
// A text with the colors of a map {#rrggbb: #rrggbb} exchanged, as #rrggbb and in rgb(...) and rgba(...).
export const recolored = (text, map) => text.replace(/#[0-9a-f]{6}\b/gi, color => map[color.toLowerCase()] || color)
  .replace(/(rgba?\(\s*)(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/g, (color, head, ...parts) => {
    const light = map[`#${parts.slice(0, 3).map(hex).join('')}`];
    return light ? head + [1, 3, 5].map(at => parseInt(light.slice(at, at + 2), 16)).join(',') : color;
  });
// Signs that many fonts of print lack, and their kin in every one.
const SIGNS = {'\u202f': '\u00a0', '\u25c6': '\u2666', '\u2503': '\u2502', '\u25c2': '\u25c4', '\u25b8': '\u25ba'};
export const withCommonSigns = text => text.replace(/[\u202f\u25c6\u2503\u25c2\u25b8]/g, sign => SIGNS[sign]);

// Every text in a value, changed; what is not drawn is left alone.
function changeTexts(value, change) {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map(one => changeTexts(one, change));
  if (value && typeof value === 'object' && !ArrayBuffer.isView(value)) {
    for (const key of Object.keys(value)) if (!/^(hovertext|customdata|bdata|meta|source)$/.test(key)) value[key] = changeTexts(value[key], change);
  }
  return value;
}

// ---- the same charts for a light page -----------------------------------------------------------------------------
// {id of a dcc.Graph: figure}, as the server draws them; none where it cannot, or where the page is light.
export async function lightFigures(figure) {
  const heading = figure.querySelector('figcaption h3'), key = heading ? heading.id.replace(/^figure-/, '') : '';
  if (!isDark() || pathHere() !== '/compare' || !/^[a-z0-9_]+$/.test(key)) return {};
  const answer = await fetchOnce(`/export/light/${key}${location.search}`);
  return answer.ok ? answer.json() : {};
}
const axisNames = layout => Object.keys(layout).filter(key => /^[xy]axis\d*$/.test(key));
function lightCopy(chart, figures) {
  const holder = chart.closest('.dash-graph'), figure = holder && figures[holder.id];
  if (!figure) return null;
  for (const key of axisNames(chart.layout)) {
    const {range, autorange} = chart.layout[key] || {};
    if (range && !autorange && figure.layout[key]) Object.assign(figure.layout[key], {range: [...range], autorange: false});
  }
  return structuredClone(figure);
}

// ---- a copy of a chart --------------------------------------------------------------------------------------------
const isNumber = value => typeof value === 'number';
const times = (value, factor) => (isNumber(value) ? value * factor : Array.isArray(value) ? value.map(one => times(one, factor)) : value);
function makeThinner(trace, factor) {
  for (const part of [trace, trace.marker || {}, trace.error_x, trace.error_y]) {
    if (part && part.line && part.line.width !== undefined) part.line.width = times(part.line.width, factor);
  }
  if (trace.marker && trace.marker.size !== undefined && !trace.marker.sizemode) trace.marker.size = times(trace.marker.size, Math.sqrt(factor));
}
function putOnPaper(layout, cell, thin) {
  const base = (layout.template && layout.template.layout) || {};
  base.font = {...base.font, family: FAMILY, size: 12, color: INK};
  base.title = {...base.title, font: {...(base.title || {}).font, size: 12}};
  Object.assign(layout, {
    width: cell.width, height: cell.height, autosize: false, paper_bgcolor: '#ffffff', plot_bgcolor: '#ffffff',
    hovermode: false, uniformtext: {mode: 'hide', minsize: 8}, font: {...layout.font, family: FAMILY, color: INK},
  });
  for (const key of ['xaxis', 'yaxis']) Object.assign(base[key] || {}, {gridcolor: FAINT, linecolor: FAINT, tickcolor: FAINT, gridwidth: thin, tickwidth: thin});
  for (const key of axisNames(layout)) fitAxis(layout[key], key, cell);
  for (const shape of layout.shapes || []) if (shape.line && isNumber(shape.line.width)) shape.line.width *= thin;
  for (const part of [layout, base]) { delete part.uirevision; delete part.modebar; delete part.newshape; delete part.activeshape; }
  delete layout.meta;
}
function fitAxis(axis, key, cell) {         // a title longer than its axis is broken before its bracket
  const title = axis.title && axis.title.text;
  if (!key.startsWith('y')) return;
  axis.automargin = true;
  if (title && title.length * 6.2 > cell.height) axis.title.text = title.replace(/ \(/, '<br>(');
}
// Fewer ticks where the axis of time is short.
function thinTicks(layout, meta, width) {
  const axis = layout.xaxis;
  if (!meta || !axis || axis.tickmode !== 'array' || !axis.range) return;
  const [places, texts] = axisTicks(meta, ...axis.range.map(Number), Math.max(2, Math.floor(width / 72)));
  if (axis.title && axis.title.text) axis.title.text = axisTitle(meta, axis.title.text);
  if (places.length) { axis.tickvals = places; axis.ticktext = texts; }
}
const baseMargin = layout => ((layout.template || {}).layout || {}).margin;
// A left margin made for a wide chart would leave little of a narrow one, and the axis makes itself room; labels stand
// in the right one.
function narrowMargins(layout, cell) {
  const margin = {...baseMargin(layout), ...layout.margin}, most = Math.round(0.16 * cell.width);
  layout.margin = {...margin, l: Math.min(margin.l === undefined ? 64 : margin.l, most)};
  return layout.margin;
}
// Words of colors stand above the charts of the page; a file has them inside.
function showLegend(layout) {
  const note = (layout.annotations || []).find(one => one.name === 'colors' && one.visible === false);
  if (!note) return;
  const lines = note.text.split('<br>').length, base = baseMargin(layout) || {};
  note.visible = true;
  layout.margin = {...layout.margin, t: Math.max((layout.margin || base).t || 0, 27 + 15 * lines)};
}

// {data, layout} of a chart for a cell; colors: lightColors(), figures: lightFigures() of its figure
export function copyOf(chart, size, cell, {colors, figures}) {
  const redrawn = lightCopy(chart, figures), {data, layout} = redrawn || structuredClone({data: chart.data, layout: chart.layout});
  const {thin} = SIZES[size], meta = layout.meta && layout.meta.queuescope;
  showLegend(layout);
  for (const part of [data, layout]) {
    if (isDark() && !redrawn) changeTexts(part, text => recolored(text, colors));
    changeTexts(part, withCommonSigns);
  }
  for (const trace of data) makeThinner(trace, thin);
  putOnPaper(layout, cell, thin);
  const margin = narrowMargins(layout, cell);
  thinTicks(layout, meta, cell.width - margin.l - (margin.r || 16));
  return {data, layout};
}
