/* The charts over time that are on the page, which window their groups show, and what is where on the screen.

What this expects of the page
- Figures of layouts.plots.gantt and layouts.plots.underutilization, in dcc.Graph components, anywhere and any number.
  layout.meta.queuescope says all about a figure: kind (gantt | time | minimap), group (those of one group move together),
  run, source, rows (p: processors, c: rows of campaigns), extent and window [t0, t1, low, high], drawn (bars | picture),
  most, picture, version, pick.  No class, id or data attribute is needed; a class "qs-gantt" on the graph or around it
  gets crisp pixels (assets/gantt.css).

All charts of a group share their time; those with processors share these, those with rows of campaigns share these.  The
minimap of a group is none of its charts.
*/
import {axisOf, chartAt, everyChart, isDrawn, plotArea} from '../internals.js';
import {clampedSide} from './geometry.js';

const states = new WeakMap();               // chart -> what was done to it
const windows = new Map();                  // group -> [t0, t1, p0, p1]
const rows = new Map();                     // group -> [c0, c1]; all rows of campaigns where there is none
const watchers = [];                        // told of every window of a group

// ---- which charts there are ---------------------------------------------------------------------------------------
export const metaOf = gd => gd && gd.layout && gd.layout.meta && gd.layout.meta.queuescope;
export const stateOf = gd => states.get(gd);
export const register = gd => states.set(gd, {});
export const isGantt = gd => metaOf(gd).kind === 'gantt';
export const ofCampaigns = gd => metaOf(gd).rows === 'c';
export const ofJobs = gd => !['virtual', 'lag'].includes(metaOf(gd).source);        // the rows of those are campaigns
export const known = row => row !== null && row !== undefined && row >= 0;          // of a row of jobs or campaigns
// Of a tab that is not shown: left alone, and brought up when the tab is shown (tabs.js).
export const isAway = gd => gd.closest('[role=tabpanel][hidden]') !== null;
// Of all tabs, or of the one that is shown.
export const chartsOfAllTabs = group => everyChart()
  .filter(gd => states.has(gd) && isDrawn(gd) && metaOf(gd) && metaOf(gd).kind !== 'minimap' && (!group || metaOf(gd).group === group));
export const charts = group => chartsOfAllTabs(group).filter(gd => !isAway(gd));
export const gantts = group => charts(group).filter(isGantt);

export const schemeOf = gd => {
  const page = document.documentElement.dataset.mantineColorScheme;
  return ['dark', 'light'].includes(page) ? page : metaOf(gd).scheme || 'light';
};

// ---- the window of a group ----------------------------------------------------------------------------------------
export const hasWindow = group => windows.has(group);
export const windowOf = group => windows.get(group) || null;
export const setWindow = (group, w) => windows.set(group, w);
export const rowsOf = group => rows.get(group);
export function setRows(group, range) { if (range) rows.set(group, range); else rows.delete(group); }

// Where all charts of a group are of a tab that is not shown (it was left while they were drawn), these count.
export function extentOf(group) {
  const seen = charts(group), all = seen.length ? seen : chartsOfAllTabs(group);
  const values = (at, list) => list.map(gd => metaOf(gd).extent[at]).filter(value => value !== null && value !== undefined);
  const high = all.filter(gd => !ofCampaigns(gd));
  return all.length ? [Math.min(...values(0, all)), Math.max(...values(1, all)), Math.min(...values(2, high)), Math.max(...values(3, high))] : null;
}
// The window of a chart: its group's, with its own kind of rows.
export function windowSeen(gd) {
  const w = windows.get(metaOf(gd).group), {extent} = metaOf(gd);
  if (!w || !ofCampaigns(gd)) return w;
  const own = rows.get(metaOf(gd).group);
  return [w[0], w[1], ...(own ? clampedSide(own[0], own[1], extent[2], extent[3]) : extent.slice(2))];
}
// Everything a group has; its rows of campaigns are all shown from now on.
export function everything(group) {
  rows.delete(group);
  return extentOf(group);
}
// Let the charts of campaigns of a group show these rows.
export function showRows(gd, range) {
  const {group, extent} = metaOf(gd), own = clampedSide(range[0], range[1], extent[2], extent[3]);
  setRows(group, own[1] - own[0] >= (extent[3] - extent[2]) * (1 - 1e-9) ? null : own);
}
export function rowsZoomed(gd) {
  const [, , low, high] = windowSeen(gd), all = ofCampaigns(gd) ? metaOf(gd).extent : extentOf(metaOf(gd).group);
  return high - low < (all[3] - all[2]) * (1 - 1e-9);
}

// watcher(group, window, gd): of a group that moved, or (with gd) of one chart that has been drawn.
export const watch = watcher => watchers.push(watcher);
export function tellWatchers(group, w, gd) { for (const watcher of watchers) watcher(group, w, gd); }

// ---- where things are on the screen -------------------------------------------------------------------------------
let pointerAt = null;

export function onScreen(gd) {
  const box = gd.getBoundingClientRect();
  return box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
}
export function areaOf(gd) {
  const box = gd.getBoundingClientRect(), {left, width, top, height} = plotArea(gd);
  return {left: box.left + left, right: box.left + left + width, top: box.top + top, bottom: box.top + top + height};
}
export const xOf = (gd, t) => areaOf(gd).left + axisOf(gd).toPixels(t);
export const yOf = (gd, p) => areaOf(gd).top + axisOf(gd, 'yaxis').toPixels(p);

// Time and row at a place in a Gantt, and how much two pixels are; null elsewhere.
export function pointAt(gd, event) {
  const meta = metaOf(gd);
  if (!meta || meta.kind !== 'gantt' || !isDrawn(gd)) return null;
  const across = axisOf(gd), up = axisOf(gd, 'yaxis'), box = gd.getBoundingClientRect();
  const x = event.clientX - box.left - across.offset, y = event.clientY - box.top - up.offset;
  if (x < 0 || y < 0 || x > across.length || y > up.length) return null;
  const pair = axis => Math.abs(axis.toData(2) - axis.toData(0));
  return {t: across.toData(x), p: up.toData(y), dt: pair(across), dp: pair(up), ...pictureOf(gd)};
}
// The picture that a Gantt shows, by its name, and what its colors are: what is at a point depends on how it is drawn.
function pictureOf(gd) {
  const [image] = gd.layout.images || [];
  if (!image || !image.source || image.source.startsWith('data:')) return {};
  const {pathname, searchParams} = new URL(image.source, window.location.href);
  return {...Object.fromEntries(searchParams), picture: pathname.split('/').pop()};
}
// The chart of this program at a place of the window; null elsewhere.
export function ourChartAt(event) {
  const gd = chartAt(event);
  return gd && states.has(gd) ? gd : null;
}
// {gd, meta, t, point} at a place where a chart draws data; null elsewhere.
export function under(event) {
  const gd = ourChartAt(event), area = gd && isDrawn(gd) && areaOf(gd), {clientX: x, clientY: y} = event;
  if (!area || x < area.left || x > area.right || y < area.top || y > area.bottom) return null;
  return {gd, meta: metaOf(gd), t: axisOf(gd).toData(x - area.left), point: pointAt(gd, event)};
}
// The same of where the pointer is now.
export const pointer = () => pointerAt && under(pointerAt);

export function start() {
  document.addEventListener('mousemove', ({clientX, clientY}) => { pointerAt = {clientX, clientY}; }, {passive: true, capture: true});
  document.documentElement.addEventListener('mouseleave', () => { pointerAt = null; });
}
