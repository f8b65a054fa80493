/* The mouse over charts of time: Shift+drag pans, Alt+drag or the Select tool makes a range, the wheel scrolls zoomed
rows, Ctrl+wheel (also a pinch) zooms time at the pointer, Ctrl+Shift+wheel zooms rows.

While a range is made its ends snap to starts, ends and submissions of what the chart shows (ruler.js), and with Ctrl or Cmd
they do not.

A plain drag (zoom) and a double click (everything) are plotly's own; what begins here never reaches it, as it would pan on
Shift and knows nothing of ranges.  The Select tool is the button "select-tool"; "rows-in" and "rows-out" zoom rows.
*/
import {axisOf, isToolbar} from '../internals.js';
import {around, onDoubleClick} from '../page.js';
import {
  areaOf, extentOf, isGantt, metaOf, ofCampaigns, rowsZoomed, showRows, under, watch, windowOf, windowSeen,
} from './charts.js';
import {snappedRange} from './geometry.js';
import {glide, land} from './moving.js';
import {drawRange, setRange} from './range.js';
import {edgesIn} from './ruler.js';
import {fit, pan, panRows, touch, zoom, zoomRows} from './steering.js';

const REST = 120, SLACK = 4;                // ms without a turn of the wheel that end a gesture; pixels that are no drag
const NOTCH = 60, STRENGTH = 0.0075, LINE = 33, PAGE = 400;
const FLAT = 14, REACH = 8;                 // pixels: a range lower than this is one of time alone; within which ends snap
let gesture = null, resting = 0, selecting = false;

// ---- drags --------------------------------------------------------------------------------------------------------
function kindOf(event) {
  if (event.shiftKey && !event.altKey && !event.ctrlKey) return 'pan';
  return (event.altKey || selecting) && !event.shiftKey ? 'range' : null;
}
function begin(event) {
  const place = event.button === 0 && under(event), kind = place && kindOf(event);
  if (place) touch(isGantt(place.gd) ? place.gd : null);
  if (!kind || !windowOf(place.meta.group) || isToolbar(event.target) || around(event, 'button, a, input')) return;
  event.preventDefault();                   // no text is selected; whatever had the focus would keep it
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  event.stopPropagation();
  gesture = {kind, gd: place.gd, group: place.meta.group, x: event.clientX, y: event.clientY, w: windowSeen(place.gd),
    all: windowOf(place.meta.group), area: areaOf(place.gd), began: false, edges: null};
  if (kind === 'range') gesture.asked = askEdges(gesture);
}
async function askEdges(own) {
  own.edges = await edgesIn(own.gd, own.w, own.area.right - own.area.left);
}
function drag(event) {
  if (!gesture) return;
  event.stopPropagation();
  if (!gesture.began && Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) <= SLACK) return;
  gesture.began = true;
  document.documentElement.classList.toggle('qs-grabbing', gesture.kind === 'pan');
  if (gesture.kind === 'pan') panTo(gesture, event); else showRange(drawRange, gesture, event);
}
function end(event) {
  if (!gesture) return;
  const done = gesture;
  gesture = null;
  document.documentElement.classList.remove('qs-grabbing');
  if (!done.began) return;
  if (done.kind === 'pan') { land(done.group); return; }
  if (done.edges) { showRange(setRange, done, event); return; }
  showRange(drawRange, done, event);        // the edges are still asked for
  done.asked.then(() => { if (!gesture) showRange(setRange, done, event); });
}
function showRange(show, {gd, w, area, edges, ...from}, event) {
  const range = rangeOf({gd, w, area, ...from}, event), free = event.ctrlKey || event.metaKey || !edges;
  const {range: snapped, ...ends} = snappedRange(range, free ? [] : edges, REACH * (w[1] - w[0]) / (area.right - area.left));
  show(snapped, {gd, ...ends});
}
function panTo({gd, group, x, y, w, all, area}, event) {
  const along = (w[1] - w[0]) * (event.clientX - x) / (area.right - area.left);
  const up = isGantt(gd) ? (w[3] - w[2]) * (event.clientY - y) / (area.bottom - area.top) : 0;
  const own = isGantt(gd) && ofCampaigns(gd), rows = own || !isGantt(gd) ? all.slice(2) : [w[2] + up, w[3] + up];
  if (own && rowsZoomed(gd)) showRows(gd, [w[2] + up, w[3] + up]);
  glide(group, [w[0] - along, w[1] - along, ...rows], own);
}
function rangeOf({gd, x, y, w, area}, event) {         // between where the drag began and where it is
  const between = (value, low, high) => Math.min(Math.max(value, low), high);
  const time = px => w[0] + (w[1] - w[0]) * (between(px, area.left, area.right) - area.left) / (area.right - area.left);
  const row = px => w[2] + (w[3] - w[2]) * (area.bottom - between(px, area.top, area.bottom)) / (area.bottom - area.top);
  const [r0, r1] = [time(x), time(event.clientX)].sort((a, b) => a - b);
  const flat = Math.abs(event.clientY - y) < FLAT || !isGantt(gd) || metaOf(gd).rows !== 'p';
  const [q0, q1] = flat ? [] : [row(y), row(event.clientY)].sort((a, b) => a - b);
  return flat ? {r0, r1} : {r0, r1, q0, q1};
}

// ---- the Select tool ----------------------------------------------------------------------------------------------
export const isSelecting = () => selecting;
export function select(on) {                // whether a plain drag makes a range
  selecting = on;
  showTool();
}
function showTool() {
  document.documentElement.classList.toggle('qs-selecting', selecting);
  const button = document.getElementById('select-tool'), pressed = String(selecting);
  if (button && button.getAttribute('aria-pressed') !== pressed) button.setAttribute('aria-pressed', pressed);
}
function press(event) {
  if (around(event, '#select-tool')) select(!selecting);
  if (around(event, '#rows-in')) zoomRows(2);
  if (around(event, '#rows-out')) zoomRows(0.5);
}
function fitByTool(event) {                 // with the tool plotly does not get to know of a double click
  const place = selecting && under(event);
  if (place) fit(place.meta.group);
}

// ---- the wheel ----------------------------------------------------------------------------------------------------
const turned = event => [event.deltaX, event.deltaY].map(by => by * (event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? PAGE : 1));
function turn(event) {
  const place = under(event), group = place && place.meta.group;
  if (!place || !windowOf(group) || !steer(event, place, group)) return;
  event.preventDefault();
  clearTimeout(resting);
  resting = setTimeout(() => land(group), REST);
}
function steer(event, {gd, t, point}, group) {          // whether the charts follow this turn of the wheel
  const [across, down] = turned(event), gantt = isGantt(gd), by = event.shiftKey ? across || down : down;
  if (event.ctrlKey || event.metaKey) {
    const factor = Math.exp(-Math.min(Math.max(by, -NOTCH), NOTCH) * STRENGTH);
    if (event.shiftKey && gantt) zoomRows(factor, point ? {p: point.p} : {}, true, gd); else zoom(factor, {t}, true, group);
    return true;
  }
  if (Math.abs(across) > Math.abs(down) || event.shiftKey) {
    if (!canPan(group, across || down)) return false;
    pan((across || down) / (axisOf(gd).length || 1), true, group);
    return true;
  }
  if (!gantt || !rowsZoomed(gd) || !canScroll(gd, down)) return false;
  panRows(-down / (axisOf(gd, 'yaxis').length || 1), true, gd);
  return true;
}
function canScroll(gd, down) {              // at the last row the page scrolls on
  const w = windowSeen(gd), all = ofCampaigns(gd) ? metaOf(gd).extent : extentOf(metaOf(gd).group), least = 1e-6 * (w[3] - w[2]);
  return down > 0 ? w[2] > all[2] + least : w[3] < all[3] - least;
}
function canPan(group, across) {
  const w = windowOf(group), all = extentOf(group), least = 1e-6 * (w[1] - w[0]);
  return across < 0 ? w[0] > all[0] + least : w[1] < all[1] - least;
}

export function start() {
  document.addEventListener('mousedown', begin, true);
  document.addEventListener('mousemove', drag, true);
  document.addEventListener('mouseup', end, true);
  document.addEventListener('click', press);
  onDoubleClick(fitByTool);
  document.addEventListener('wheel', turn, {passive: false, capture: true});
  watch(showTool);                          // the button may have been drawn anew
}
