/* The selected range of time, perhaps of some rows: drawn over every chart of time and moved with them.

The range is the dcc.Store "range": {r0, r1} or {r0, r1, q0, q1} in seconds and processors, null for none.  address.js tells
of a range that comes from the address.  Its length stands in one chart, with a button that copies it (ruler.js).
*/
import {human, moment} from '../forms/durations.js';
import {containerOf, isDrawn, plotArea} from '../internals.js';
import {say, tell} from '../page.js';
import {charts, isGantt, ofCampaigns, watch, windowSeen} from './charts.js';
import {hideRuler, showRuler} from './ruler.js';

let selected = null, drawing = {};          // drawing: the chart it was drawn in, and whether its ends (from, to) have snapped

const valid = range => range && ['r0', 'r1'].every(key => Number.isFinite(range[key])) && range.r1 > range.r0 ? range : null;
const ofRows = range => Number.isFinite(range.q0) && Number.isFinite(range.q1);
export const selectedRange = () => selected;

/* Where a range is inside a chart of that area in pixels and that window; null where it is outside of the window.
   withRows: whether the rows of the chart are those of ranges. */
export function rangeBox(range, w, {left, width, top, height}, withRows) {
  const share = value => (value - w[0]) / (w[1] - w[0]);
  const from = Math.max(0, share(range.r0)), to = Math.min(1, share(range.r1));
  if (to < 0 || from > 1) return null;
  const [high, low] = withRows && ofRows(range)
    ? [range.q1, range.q0].map(row => Math.min(1, Math.max(0, (w[3] - row) / (w[3] - w[2])))) : [0, 1];
  return {left: left + from * width, width: Math.max(1, (to - from) * width), top: top + high * height,
    height: Math.max(1, (low - high) * height), openLeft: share(range.r0) < 0, openRight: share(range.r1) > 1};
}
function place(gd) {
  const home = containerOf(gd), w = windowSeen(gd), withRows = isGantt(gd) && !ofCampaigns(gd);
  let box = home && home.querySelector(':scope > .qs-span');
  const edges = selected && w && isDrawn(gd) && home ? rangeBox(selected, w, plotArea(gd), withRows) : null;
  if (!edges) { if (box) box.hidden = true; return null; }
  if (!box) {
    box = Object.assign(document.createElement('div'), {className: 'qs-span'});
    box.setAttribute('aria-hidden', 'true');
    home.appendChild(box);
  }
  box.hidden = false;
  box.classList.toggle('qs-open-left', edges.openLeft);
  box.classList.toggle('qs-open-right', edges.openRight);
  box.classList.toggle('qs-snapped-left', Boolean(drawing.from));
  box.classList.toggle('qs-snapped-right', Boolean(drawing.to));
  for (const side of ['left', 'width', 'top', 'height']) box.style[side] = `${edges[side]}px`;
  return edges;
}
function placeAll() {
  const all = charts().map(gd => ({gd, edges: place(gd)})).filter(({edges}) => edges);
  const {gd, edges} = all.find(one => one.gd === drawing.gd) || all.find(one => isGantt(one.gd)) || all[0] || {};
  if (gd) showRuler(gd, edges, selected); else hideRuler();
}
// how: {gd, from, to}, where it was drawn by hand
export function drawRange(range, how = selected && range && selected.r0 === range.r0 && selected.r1 === range.r1 ? drawing : {}) {
  selected = valid(range);
  drawing = how;
  placeAll();
}
export function setRange(range, how) {
  const before = selected;
  drawRange(range, how);
  tell('range', selected);
  if (selected) say(`selected ${human(selected.r1 - selected.r0)} from ${moment(selected.r0)}${rowsInWords(selected)}`);
  else if (before) say('no range is selected');
}
const rowsInWords = range => (ofRows(range) ? `, rows ${Math.floor(range.q0) + 1} to ${Math.ceil(range.q1)}` : '');

export function start() {
  watch(() => { if (selected) placeAll(); });
}
