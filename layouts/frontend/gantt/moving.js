/* Gantts and time plots that move together: a window set in one chart is shown by all of its group.

While a gesture goes on the charts on the screen follow it, all of them in the same frame; the others, new pictures and
what the page is told of the window wait for its end.  Ranges, pictures and outlines are set in the charts, and Dash is not
told of them (no relayoutData from these charts): a figure it sends again, say in another color scheme, is brought to the
window of its group by itself.
*/
import {axisOf, everyChart, isDrawn, isUntouched, leaveAlone, setTicks, takeOver} from '../internals.js';
import {onChange, whenReady} from '../page.js';
import {
  charts, chartsOfAllTabs, everything, extentOf, gantts, hasWindow, isAway, isGantt, metaOf, ofCampaigns, onScreen, register, rowsOf, setRows, setWindow,
  showRows, stateOf, tellWatchers, windowOf, windowSeen,
} from './charts.js';
import {clamped, isNear, sameSide, sameWindow} from './geometry.js';
import {picture} from './pictures.js';
import {holdReport, report} from './report.js';
import {axisTicks, axisTitle, ticksFor} from './ticks.js';

const ASKED = 100, ELSEWHERE = 300;         // ms
const STANDOFF = 8, LINE = 15;              // pixels between labels and the title of an axis; of a line of labels
const glides = new Map();                   // group -> {frame, w, asked}: where a gesture has brought it
let elsewhere = 0;

// ---- to a window --------------------------------------------------------------------------------------------------
/* Bring a group to a window; except: the chart that is there already.  final: the end of a gesture.  fresh: other rows
   of campaigns, whose users are named anew. */
export function move(group, w, except, final, fresh) {
  const here = charts(group).filter(gd => gd !== except && onScreen(gd));
  setWindow(group, w);
  if (final) here.filter(isGantt).forEach(gd => picture(gd));      // asked first: it is drawn while the charts are moved
  here.forEach(apply);
  tellWatchers(group, w);
  if (!final) return;
  leaveGlide(group);                        // a gesture that has not landed yet does not undo it
  clearTimeout(elsewhere);
  elsewhere = setTimeout(moveUnseen, ELSEWHERE);
  report(group, Boolean(fresh), fresh);
}
function moveUnseen() {                     // the charts that nobody sees now
  for (const gd of charts()) {
    if (onScreen(gd)) continue;
    apply(gd);
    if (isGantt(gd)) picture(gd);
  }
}
// The window of a gesture that goes on: charts move once a frame, pictures are asked at most every so many ms.
export function glide(group, w, fresh) {
  const going = glides.get(group) || {asked: 0};
  going.w = clamped(w, extentOf(group));
  going.fresh = going.fresh || fresh;
  if (!going.frame) going.frame = requestAnimationFrame(now => glideFrame(group, going, now));
  holdReport(group);
  glides.set(group, going);
}
function glideFrame(group, going, now) {
  going.frame = 0;
  move(group, going.w, null, false);
  if (now - going.asked < ASKED) return;
  going.asked = now;
  for (const gd of gantts(group)) if (onScreen(gd)) picture(gd, true);
}
// Where a group is, or will be in the next frame: the next step of a gesture begins there, so that none is lost.
export const nextWindow = group => (glides.get(group) || {w: windowOf(group)}).w;
export function land(group) {               // the end of a gesture
  const going = glides.get(group);
  if (going) move(group, going.w, null, true, going.fresh);
}
function leaveGlide(group) {
  cancelAnimationFrame((glides.get(group) || {}).frame);
  glides.delete(group);
}

// ---- what plotly itself moved -------------------------------------------------------------------------------------
function moved(gd, change, final) {
  const keys = Object.keys(change || {}), {group} = metaOf(gd);
  if (keys.some(key => /^(autosize|width|height)$/.test(key))) { settleSoon(gd); return; }
  if (!keys.some(key => /axis\d*\.(range|autorange)/.test(key))) return;
  const had = rowsOf(group), freed = keys.some(key => key.endsWith('autorange'));
  const w = freed ? everything(group) : zoomed(gd, group), fresh = !sameSide(had, rowsOf(group)), state = stateOf(gd);
  state.freed = freed;                      // plotly is about to choose the ranges itself
  if (!(final && state.dragged) && sameWindow(w, windowOf(group)) && !fresh && !freed) return;
  state.dragged = !final;
  move(group, w, final ? null : gd, final, fresh);
}
function zoomed(gd, group) {                // what a chart's axes show now, as the window of its group
  const current = windowOf(group), p = axisOf(gd, 'yaxis').range;
  if (ofCampaigns(gd)) showRows(gd, p);
  const height = isGantt(gd) && !ofCampaigns(gd) ? p : [current[2], current[3]];
  return clamped([...axisOf(gd).range, ...height], extentOf(group));
}

// ---- one chart ----------------------------------------------------------------------------------------------------
const differs = (range, a, b) => !(isNear(range[0], a, b - a) && isNear(range[1], b, b - a));
function apply(gd) {
  const state = stateOf(gd);
  if (state.busy) { state.again = true; return; }
  const w = windowSeen(gd), change = {}, {freed} = state;
  if (!w) return;                           // its group went away while plotly drew
  state.freed = false;
  const across = axisOf(gd), extent = extentOf(metaOf(gd).group);
  if (freed || differs(across.range, w[0], w[1])) change['xaxis.range'] = [w[0], w[1]];
  if (!isNear(across.least, extent[0], extent[1] - extent[0])) change['xaxis.minallowed'] = extent[0];
  if (!isNear(across.most, extent[1], extent[1] - extent[0])) change['xaxis.maxallowed'] = extent[1];
  if (isGantt(gd) && (freed || differs(axisOf(gd, 'yaxis').range, w[2], w[3]))) change['yaxis.range'] = [w[2], w[3]];
  if (!sameSide(state.ticked, w) || change['xaxis.range']) Object.assign(change, tick(gd, w));      // plotly may have moved by itself
  if (Object.keys(change).length) run(gd, () => Plotly.relayout(gd, change));
}
/* The title stays where it is while labels change, so that a window is shown soon; it is set anew where labels get a second
   line or lose it. */
function standoffFor(places, texts, [t0, t1]) {
  const isHigh = texts.some((words, at) => words.includes('<br>') && places[at] >= t0 && places[at] <= t1);
  return isHigh ? STANDOFF : STANDOFF + LINE;
}
function tick(gd, w) {                      // the change that shows them
  const [places, texts] = axisTicks(metaOf(gd), w[0], w[1], ticksFor(axisOf(gd).length));
  const titled = ((gd.layout.xaxis || {}).title || {}).text, title = axisTitle(metaOf(gd), titled);
  const lines = titled ? {'xaxis.title.standoff': standoffFor(places, texts, w)} : {};
  if (lines['xaxis.title.standoff'] === ((gd.layout.xaxis || {}).title || {}).standoff) delete lines['xaxis.title.standoff'];
  stateOf(gd).ticked = w;
  return {...lines, ...(title === titled ? {} : {'xaxis.title.text': title}), ...setTicks(gd, places, texts), 'xaxis.range': [w[0], w[1]]};
}
// Another choice of what the axes show.
export function retick() {
  for (const gd of charts()) { stateOf(gd).ticked = null; apply(gd); }
}
function run(gd, work) {
  const state = stateOf(gd);
  state.busy = true;
  Promise.resolve().then(work).catch(() => {}).finally(() => {
    state.busy = false;
    if (state.again) { state.again = false; if (isDrawn(gd)) apply(gd); }
  });
}

// ---- charts come, change and go -----------------------------------------------------------------------------------
const panelOf = gd => gd.closest('[role=tabpanel]') || gd.parentElement;
const begun = new WeakMap();                // panel -> the group whose first chart came to it last
function adopt(gd) {
  const meta = metaOf(gd), first = !hasWindow(meta.group) || !chartsOfAllTabs(meta.group).length;
  register(gd);
  takeOver(gd, {
    moved: (change, final) => { if (metaOf(gd)) moved(gd, change, final); return Boolean(metaOf(gd)); },
    redrawn: () => settleSoon(gd),
  });
  if (first && hasWindow(meta.group) && begun.get(panelOf(gd)) === meta.group) replaced(meta); else if (first) begin(meta); else complete(meta);
  if (first) begun.set(panelOf(gd), meta.group);
  settleSoon(gd);
}
function begin(meta) {                      // the first of its group: its window is the group's
  setRows(meta.group, null);
  setWindow(meta.group, clamped(meta.window.map(value => (value === null ? NaN : value)), extentOf(meta.group)));
  complete(meta);
}
// Charts that take the place of others, with other rows: the time somebody moved to while they were made stays.
function replaced(meta) {
  const [t0, t1] = windowOf(meta.group);
  begin({...meta, window: [t0, t1, ...meta.window.slice(2)]});
}
// A chart may come before the first one with processors, or with campaigns; those of a hidden tab may have other rows.
function complete(meta) {
  const w = windowOf(meta.group), hasOther = kind => charts(meta.group).some(gd => metaOf(gd) !== meta && kind(gd));
  if (meta.rows === 'c' && !rowsOf(meta.group) && !hasOther(ofCampaigns)) restoreRows(meta);
  if (meta.rows === 'p' && !hasOther(gd => metaOf(gd).rows === 'p')) setWindow(meta.group, [w[0], w[1], meta.window[2], meta.window[3]]);
}
function restoreRows(meta) {
  const part = meta.window.slice(2), all = meta.extent.slice(2), span = all[1] - all[0];
  if (!isNear(part[0], all[0], span) || !isNear(part[1], all[1], span)) setRows(meta.group, part);
}
function settleSoon(gd) {
  const state = stateOf(gd);
  cancelAnimationFrame(state.frame);
  state.frame = requestAnimationFrame(() => settle(gd));
}
function settle(gd) {                       // whatever was done to this chart, bring it to where its group is
  const meta = metaOf(gd);
  if (!meta || !isDrawn(gd) || !document.contains(gd) || isAway(gd)) return;
  if (!hasWindow(meta.group)) begin(meta);
  stateOf(gd).ticked = null;
  apply(gd);
  if (isGantt(gd)) picture(gd);
  tellWatchers(meta.group, windowOf(meta.group), gd);
}
// A chart of a tab that is shown again is brought to where its group is.
export function catchUp(gd) {
  if (stateOf(gd) && metaOf(gd)) settleSoon(gd);
}
function adoptNew(adoptMinimap) {
  for (const gd of everyChart()) {
    if (!isUntouched(gd) || !metaOf(gd) || !isDrawn(gd)) continue;
    if (metaOf(gd).kind === 'minimap') { leaveAlone(gd); adoptMinimap(gd); } else adopt(gd);
  }
}

// adoptMinimap(gd) is called with each minimap that comes.
export function start(adoptMinimap) {
  onChange(() => adoptNew(adoptMinimap));
  whenReady(() => new MutationObserver(() => gantts().forEach(settleSoon))
    .observe(document.documentElement, {attributes: true, attributeFilter: ['data-mantine-color-scheme']}));
}
