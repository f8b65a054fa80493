/* The ways to move all charts of a group: to a window, to everything, nearer and farther, sideways, up and down.

Keys (keyboard.js), buttons of the page and the mouse all go through here.  place: {t, p}, the point that stays where it
is; without it the middle.  live: the gesture goes on.
*/
import {chartAround, chartIn, resetButton} from '../internals.js';
import {around} from '../page.js';
import {
  charts, everything, extentOf, gantts, isGantt, metaOf, ofCampaigns, pointer, showRows, stateOf, windowOf, windowSeen,
} from './charts.js';
import {clamped, sameSide, sameWindow, zoomedSide} from './geometry.js';
import {glide, move, nextWindow} from './moving.js';

const LEAST_ROWS = 1, AROUND = 0.25;        // rows that stay visible; share of a job's window left free around it
let last = null;                            // the chart used last: pointed at, clicked or focused
let isAwaited = false;                      // everything was asked for before there were charts
const fittedGroups = new Set();             // of which somebody has asked to see everything

const groupOf = gd => (gd && metaOf(gd) ? metaOf(gd).group : null);
// The Gantt chart somebody means: under the pointer, focused, used last, first; wanted(gd): which ones fit.
export function current(wanted = () => true) {
  const fits = gd => gd && document.contains(gd) && metaOf(gd) && isGantt(gd) && wanted(gd);
  const below = pointer(), focused = chartIn(document.activeElement);
  return [below && below.gd, focused, last, ...gantts()].find(fits) || null;
}
export function touch(gd) { last = gd; }
function only(group) {                      // the group somebody means
  const fits = gd => gd && document.contains(gd) && metaOf(gd);
  return group || groupOf([last, ...gantts(), ...charts()].find(fits));
}
function go(group, w, live, fresh) {
  if (live) glide(group, w, fresh); else move(group, clamped(w, extentOf(group)), null, true, fresh);
}

export const shownWindow = group => { const wanted = only(group); return wanted ? windowOf(wanted) : null; };
export function isAllTime() {               // nobody has moved the charts over time
  const w = shownWindow(), extent = w && extentOf(only());
  return Boolean(extent) && sameSide(w, extent);
}
// w: {t0, t1, p0, p1}; of what is missing all is shown
export function show(w, group) {
  const wanted = only(group), extent = wanted && extentOf(wanted);
  if (extent) go(wanted, ['t0', 't1', 'p0', 'p1'].map((key, i) => w[key] ?? extent[i]));
}
// Somebody wants to see everything: has asked for it, of these charts or before they came.
export function isFitted() {
  const group = only();
  if (isAwaited && group) { fittedGroups.add(group); isAwaited = false; }
  return isAwaited || fittedGroups.has(group);
}
export function awaitNothing() { isAwaited = false; }       // another page comes
export function fit(group) {
  const wanted = only(group);
  if (wanted) fittedGroups.add(wanted); else isAwaited = true;
  if (wanted && extentOf(wanted)) move(wanted, everything(wanted), null, true, gantts(wanted).some(ofCampaigns));
}
export function zoom(factor, place, live, group) {
  const wanted = only(group), w = wanted && nextWindow(wanted);
  if (w) go(wanted, [...zoomedSide(w, factor, place && place.t), w[2], w[3]], live);
}
export function pan(share, live, group) {
  const wanted = only(group), w = wanted && nextWindow(wanted), by = w && share * (w[1] - w[0]);
  if (w) go(wanted, [w[0] + by, w[1] + by, w[2], w[3]], live);
}

// Rows are those of the chart that is meant: of processors all share them, of campaigns these have their own.
function toRows(gd, rows, live) {
  const group = groupOf(gd), w = windowOf(group);
  if (ofCampaigns(gd)) { showRows(gd, rows); go(group, w, live, true); } else go(group, [w[0], w[1], ...rows], live);
}
export function zoomRows(factor, place, live, meant) {
  const gd = meant || current(), rows = gd && windowSeen(gd).slice(2);
  if (!gd) return;
  const most = Math.max(1, (rows[1] - rows[0]) / LEAST_ROWS);
  toRows(gd, zoomedSide(rows, Math.min(factor, most), place && place.p), live);
}
export function panRows(share, live, meant) {
  const gd = meant || current(), rows = gd && windowSeen(gd).slice(2), by = gd && share * (rows[1] - rows[0]);
  if (gd) toRows(gd, [rows[0] + by, rows[1] + by], live);
}
// A window around a stretch of time; false where it is shown already.
export function focus(t0, t1, group) {
  const wanted = only(group), w = wanted && windowOf(wanted), free = AROUND * Math.max(t1 - t0, 1e-9);
  if (!w || !(t1 > t0)) return false;
  const next = clamped([t0 - free, t1 + free, w[2], w[3]], extentOf(wanted));
  if (sameWindow(next, w)) return false;
  move(wanted, next, null, true);
  return true;
}

// plotly's own reset goes back to the window a figure came with; here it means everything
function reset(event) {
  const button = resetButton(event.target), gd = chartAround(button);
  if (!gd || !stateOf(gd)) return;
  event.stopPropagation();
  fit(metaOf(gd).group);
}
// "Zoom to it" beside the selected range: every chart shows the range of the address, with the rows it shows now.
function zoomToRange(event) {
  if (!around(event, '#range-zoom')) return;
  const asked = new URLSearchParams(location.search), t0 = Number(asked.get('r0')), t1 = Number(asked.get('r1')), now = shownWindow();
  if (asked.has('r0') && t0 < t1 && now) show({t0, t1, p0: now[2], p1: now[3]});
}

export function start() {
  document.addEventListener('click', reset, true);
  document.addEventListener('click', zoomToRange);
}
