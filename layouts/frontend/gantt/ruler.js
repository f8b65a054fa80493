/* The selected range as a ruler: the times its ends snap to, and its length with a button that copies it.

The times are the answer of the /pick route (layouts.gantt.edges) to ?edges=, one for each pixel at most.  The length stands
in one chart, in an element of its own: what is drawn over the charts is not for screen readers, but this button is.
*/
import {human, inExactSeconds} from '../forms/durations.js';
import {containerOf, plotArea} from '../internals.js';
import {around, notice, say} from '../page.js';
import {fetchOnce} from '../server.js';
import {gantts, isGantt, metaOf, ofCampaigns} from './charts.js';

const PATIENCE = 2000, KEPT = 20, SHOWN = 2500;        // ms; lists of edges; ms
const lists = new Map();                    // address -> promise of edges; what was simulated does not change
let ruler = null, length = null;
let measured = {text: null, width: 0};      // how wide the words are that were measured last

// ---- what ends snap to --------------------------------------------------------------------------------------------
/* Ascending times of a chart that shows a window [t0, t1, low, high] in so many pixels.  Of a chart that shows no jobs those
   of the Gantt chart of its run; none where there is no answer. */
export function edgesIn(gd, w, pixels) {
  const meta = metaOf(isGantt(gd) ? gd : gantts(metaOf(gd).group).find(one => metaOf(one).run === metaOf(gd).run));
  if (!meta || !meta.pick) return Promise.resolve([]);
  const rows = isGantt(gd) && !ofCampaigns(gd) ? {p0: w[2], p1: w[3]} : {};
  const url = `${meta.pick}?${new URLSearchParams({edges: Math.max(1, Math.round(pixels)), t0: w[0], t1: w[1], ...rows})}`;
  if (!lists.has(url)) lists.set(url, fetchEdges(url));
  if (lists.size > KEPT) lists.delete(lists.keys().next().value);
  return lists.get(url).then(edges => (meta.plan ? edgesOfPlan(edges, meta.plan) : edges));
}
async function fetchEdges(url) {
  try {
    const answer = await fetchOnce(url, {signal: AbortSignal.timeout(PATIENCE)});
    if (answer.ok) return (await answer.json()).edges;
  } catch { /* then nothing snaps */ }
  lists.delete(url);
  return [];
}
// Right of the moment of a plan there is what it holds, not what happened.
export function edgesOfPlan(edges, {time, boxes}) {
  const planned = Object.values(boxes).flat().flatMap(([t0, t1]) => [t0, t1]).filter(t => t > time);
  return [...edges.filter(t => t <= time), ...planned].sort((a, b) => a - b);
}

// ---- how long it is -----------------------------------------------------------------------------------------------
// What is copied: 2 h 05 min (7500 s).
export function lengthInWords(seconds) {
  const words = human(seconds), exact = inExactSeconds(seconds);
  return words === exact ? words : `${words} (${exact})`;
}
function makeRuler() {
  ruler = Object.assign(document.createElement('div'), {className: 'qs-ruler'});
  length = document.createElement('span');
  length.append(document.createTextNode(''));
  length.dataset.frame = 'Δ = {}';
  const button = Object.assign(document.createElement('button'), {type: 'button', className: 'qs-button-low qs-icon-only', title: 'Copy the length'});
  button.setAttribute('aria-label', 'Copy the length of the range');
  button.append(Object.assign(document.createElement('span'), {className: 'qs-icon qs-icon-copy'}));
  ruler.append(length, button);
}
/* Above the range in a chart, which is at `edges` in pixels. */
export function showRuler(gd, edges, {r0, r1}) {
  if (!ruler) makeRuler();
  const home = containerOf(gd), seconds = String(r1 - r0);
  if (ruler.parentElement !== home) home.append(ruler);
  ruler.hidden = false;
  if (length.dataset.seconds !== seconds) {  // units.js writes it in the unit of the reader
    length.dataset.seconds = seconds;
    length.firstChild.data = `Δ = ${human(r1 - r0)}`;
  }
  const area = plotArea(gd), width = widthNow(), middle = edges.left + edges.width / 2 - width / 2;
  ruler.style.left = `${Math.max(area.left, Math.min(middle, area.left + area.width - width))}px`;
  ruler.style.top = `${edges.top + 2}px`;
}
function widthNow() {                       // to measure makes the browser lay the page out, in every frame of a movement
  const text = length.textContent;
  if (measured.text !== text) measured = {text, width: ruler.offsetWidth};
  return measured.width;
}
export function hideRuler() {
  if (ruler) ruler.hidden = true;
}
async function copyLength(event) {
  if (!around(event, '.qs-ruler button')) return;
  const text = lengthInWords(Number(length.dataset.seconds));
  try { await navigator.clipboard.writeText(text); } catch { notice(`Copy this: ${text}`, 4 * SHOWN); return; }
  notice(`Copied: ${text}`, SHOWN);
  say(`copied ${text}`);
}

export function start() {
  document.addEventListener('click', copyLength);
}
