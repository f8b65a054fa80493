/* Pictures of Gantts, drawn on the server, the bars that take their place where there are few, and what lies beside the
window: once a picture rests, one of three windows in time (and in rows, where these are zoomed) is fetched, and while the
charts move it fills what the picture of the window does not reach.  It lies behind the chart, out of reach of plotly.

The routes of layouts.gantt.picture_routes are on the same origin.
*/
import {axisOf, chartAround, containerOf, isDrawn, plotArea, withPrefix} from '../internals.js';
import {offer} from '../page.js';
import {ask} from '../server.js';
import {gantts, isGantt, metaOf, onScreen, schemeOf, stateOf, watch, windowSeen} from './charts.js';
import {isWithin, overlaps, pixelsOf, sameWindow, widened} from './geometry.js';
import {barsHold, report} from './report.js';

const HEADER = 'X-Queuescope-Jobs', LARGEST = 8192, HIGHEST = 1400, SHARPEST = 3;
const WORDS = {late: 'The picture of this window is late.', asking: 'The server does not answer. The picture of this window '
  + 'is asked for again.', failed: 'The server does not answer. There is no picture of this window.'};

const barsOf = gd => gd.data.map((trace, i) => (trace.type === 'bar' || trace.meta === 'bars' ? i : -1)).filter(i => i >= 0);
const imagesOf = gd => gd.layout.images || [];
export const drawsPicture = gd => imagesOf(gd).length > 0;

// ---- the picture of the window ------------------------------------------------------------------------------------
// width, height: pixels of a picture larger than the chart
function addressOf(gd, w, width = axisOf(gd).length, height = axisOf(gd, 'yaxis').length) {
  const meta = metaOf(gd), sharpness = Math.min(window.devicePixelRatio || 1, SHARPEST);
  const pixels = length => Math.min(Math.max(Math.round(length * sharpness), 1), LARGEST);
  return `${withPrefix(meta.picture)}${w.join('_')}_${pixels(width)}x${Math.min(pixels(height), HIGHEST)}_${schemeOf(gd)}.png?${meta.query}`;
}
/* Show a Gantt's picture of the window it shows.  patient: a gesture goes on, so a picture that is under way is not given
   up for the next one. */
export async function picture(gd, patient) {
  const state = stateOf(gd), w = windowSeen(gd);
  if (patient && state.asking) return;
  if (barsHold(gd, w)) { forget(gd, state); show(gd, null); return; }
  const url = addressOf(gd, w);
  if (state.asking && state.asked === url) return;
  forget(gd, state);
  if (state.shown && state.shown.url === url) show(gd, state.shown); else await fetchPicture(gd, state, url, w, patient);
}
async function fetchPicture(gd, state, url, w, patient) {
  const meta = metaOf(gd), asking = state.asking = new AbortController();
  state.asked = url;
  try {
    const answer = await ask(url, {signal: asking.signal, priority: 'high', take: loaded,
      told: trouble => (document.contains(gd) ? showTrouble(gd, trouble) : asking.abort())});
    if (state.asking !== asking || !metaOf(gd)) return;
    if (!answer.ok) { complain(gd, answer.error); return; }
    state.shown = {url, w};
    show(gd, state.shown);
    if (answer.jobs <= meta.most) report(meta.group, true);
    else if (!patient) fetchMargins(gd, w);
  } catch (error) {
    if (error.name !== 'AbortError') throw error;
  } finally {
    if (state.asking === asking) state.asking = null;
  }
}
async function loaded(answer) {             // of the picture, that it is in the browser's cache before plotly is told of it
  if (!answer.ok) return {ok: false, error: (await answer.json()).error};
  await answer.blob();
  const image = new Image();
  image.src = answer.url;
  await image.decode();
  return {ok: true, jobs: Number(answer.headers.get(HEADER))};
}
function forget(gd, state) {                // what is under way is of no use any more
  if (state.asking) state.asking.abort();
  state.asking = null;
  showTrouble(gd, null);
}
function showTrouble(gd, trouble) {         // said in the chart, over what it shows until then
  stateOf(gd).late = Boolean(trouble);
  const home = containerOf(gd);
  if (home) offer(home, trouble ? WORDS[trouble.kind] : '', trouble && trouble.again);
}
function complain(gd, sentence) {           // a run that is gone from the store: said where its picture was
  const text = String(sentence).replace(/&/g, '&amp;').replace(/</g, '&lt;'), title = gd.layout.title.text.split(' \u2014 ')[0];
  Plotly.relayout(gd, {'title.text': `${title} \u2014 ${text}`}).catch(() => {});
}
function show(gd, shown) {
  const bars = barsOf(gd), images = shown ? [imageOf(shown)] : [], now = imagesOf(gd);
  const hidden = bars.some(i => gd.data[i].visible === false);
  if ((now.length ? now[0].source : null) === (shown ? shown.url : null) && hidden === Boolean(shown && bars.length)) return;
  if (!shown) stateOf(gd).shown = null;
  if (bars.length && hidden !== Boolean(shown)) Plotly.update(gd, {visible: !shown}, {images}, bars).catch(() => {});
  else Plotly.relayout(gd, {images}).catch(() => {});
}
const imageOf = ({url, w}) => ({source: url, xref: 'x', yref: 'y', x: w[0], y: w[3], sizex: w[1] - w[0], sizey: w[3] - w[2],
  xanchor: 'left', yanchor: 'top', sizing: 'stretch', layer: 'below'});

// The browser could not draw the picture it had: it is asked for again, and again when somebody wants so.
function askForBroken({target}) {
  const gd = target instanceof SVGImageElement && chartAround(target), state = gd && stateOf(gd);
  if (!state || !state.shown || target.href.baseVal !== state.shown.url) return;
  const again = () => {
    showTrouble(gd, null);
    Plotly.relayout(gd, {images: []}).then(() => picture(gd)).catch(() => {});
  };
  state.broken = state.shown.url === state.broken ? null : state.shown.url;
  state.shown = null;
  if (state.broken) again(); else showTrouble(gd, {kind: 'failed', again});
}

// ---- what lies beside the window ----------------------------------------------------------------------------------
const IDLE = 900;                           // ms of rest before it is asked: nobody is to wait for it
const COARSER = 2;                          // times wider pixels: it is seen while charts move, and not long
const margins = new WeakMap();              // chart -> {timer, url, w, image}
let queue = Promise.resolve();              // one at a time: a gesture that begins meanwhile waits for one at most

function fetchMargins(gd, w) {
  const margin = margins.get(gd) || {};
  margins.set(gd, margin);
  clearTimeout(margin.timer);
  margin.timer = setTimeout(() => { queue = queue.then(() => fetchMargin(gd, w, margin)).catch(() => {}); }, IDLE);
}
async function fetchMargin(gd, w, margin) {
  if (!document.contains(gd) || !isDrawn(gd) || !onScreen(gd) || !sameWindow(w, windowSeen(gd)) || document.hidden) return;
  const {extent} = metaOf(gd);
  const [t0, t1, across] = widened(w[0], w[1], extent[0], extent[1], axisOf(gd).length);
  const [low, high, up] = widened(w[2], w[3], extent[2], extent[3], axisOf(gd, 'yaxis').length), wide = [t0, t1, low, high];
  if (sameWindow(wide, w) || stateOf(gd).asking) return;
  const url = addressOf(gd, wide, across / COARSER, up);
  if (margin.url === url) return;
  const image = Object.assign(new Image(), {src: url, alt: ''});
  try { await image.decode(); } catch { return; }
  Object.assign(margin, {url, w: wide, image, scheme: schemeOf(gd)});
  placeMargin(gd);
}
const boxOf = image => [image.x, image.x + image.sizex, image.y - image.sizey, image.y];
function isUseful(gd, margin, w) {
  return w && margin && margin.image && drawsPicture(gd) && margin.scheme === schemeOf(gd)
    && margin.url.startsWith(metaOf(gd).picture) && !isWithin(w, boxOf(imagesOf(gd)[0])) && overlaps(w, margin.w);
}
function placeMargin(gd) {
  const margin = margins.get(gd), home = containerOf(gd), w = windowSeen(gd);
  let frame = home && home.querySelector(':scope > .qs-margin');
  if (!home || !isUseful(gd, margin, w)) { if (frame) frame.hidden = true; return; }
  if (!frame) {
    frame = Object.assign(document.createElement('div'), {className: 'qs-margin'});
    frame.setAttribute('aria-hidden', 'true');
    home.prepend(frame);
  }
  frame.hidden = false;
  if (frame.firstChild !== margin.image) frame.replaceChildren(margin.image);
  const {left, width, top, height} = plotArea(gd);
  Object.assign(frame.style, {left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
    clipPath: allBut(pixelsOf(boxOf(imagesOf(gd)[0]), w, width, height), width, height)});
  const [from, upper, to, lower] = pixelsOf(margin.w, w, width, height);
  Object.assign(margin.image.style, {left: `${from}px`, top: `${upper}px`, width: `${to - from}px`, height: `${lower - upper}px`});
}
function allBut([left, top, right, bottom], width, height) {        // all of the chart but where its own picture is
  return `path(evenodd, "M0 0H${width}V${height}H0ZM${left} ${top}H${right}V${bottom}H${left}Z")`;
}

export function start() {
  document.addEventListener('error', askForBroken, true);
  watch((group, w, gd) => (gd ? [gd] : gantts(group).filter(onScreen)).filter(isGantt).forEach(placeMargin));
}
