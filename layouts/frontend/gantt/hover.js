/* The instant under the pointer in every panel of its group, what a picture shows at the pointer, and its campaign lit in
every chart: its jobs where they really ran, its share in the virtual schedule, its row among the lags.  Without charts of
campaigns it is the same job in every run.

Nothing is expected of the page.  Lines and tip are drawn above it, out of reach of plotly and of pointers; assistive
technology reads the same facts after a click (picking.js).
*/
import {hoverLabel} from '../internals.js';
import {areaOf, charts, gantts, known, metaOf, under, xOf, yOf} from './charts.js';
import {drawsPicture} from './pictures.js';
import {factsOf, outlinesOf, queryFor} from './picking.js';

const REST = 40;                            // ms the pointer rests before the server is asked
const SVG = 'http://www.w3.org/2000/svg';
const lines = [];
let tip = null, timer = 0, asking = null, frame = 0;       // asking: one request at a time, given up when the pointer moves on
let rested = null;                          // the last movement of the pointer, while nothing else has happened
let sheet = null, drawing = 0;              // what campaigns are lit on, and the number of the latest drawing

function overlay(name) {
  const element = Object.assign(document.createElement('div'), {className: name});
  element.setAttribute('aria-hidden', 'true');
  document.body.appendChild(element);
  return element;
}
function vanish() {                         // the charts have moved under the pointer: also no line that is due
  cancelAnimationFrame(frame);
  rested = null;
  hide();
}
function hide() {
  clearTimeout(timer);
  if (asking) asking.abort();
  asking = null;
  for (const line of lines) line.hidden = true;
  if (tip) tip.hidden = true;
  drawing += 1;
  if (sheet) sheet.replaceChildren();
}

// ---- the instant, and what is there -------------------------------------------------------------------------------
function crossAll({meta, t}) {
  const panels = charts(meta.group);
  panels.forEach((gd, i) => {
    const line = lines[i] || (lines[i] = overlay('qs-crosshair')), area = areaOf(gd), x = xOf(gd, t);
    line.hidden = !(x >= area.left && x <= area.right);
    Object.assign(line.style, {left: `${x}px`, top: `${area.top}px`, height: `${area.bottom - area.top}px`});
  });
  for (const line of lines.slice(panels.length)) line.hidden = true;
}
async function describe(place, x, y) {
  const own = asking = new AbortController(), facts = await factsOf(place.meta, place.point, own.signal);
  if (own !== asking || !facts || !facts.lines) return;
  light(place, facts, own.signal);
  if (!drawsPicture(place.gd)) return;      // bars say it themselves
  tip = tip || overlay('qs-tip');
  tip.replaceChildren(...facts.lines.map(text => Object.assign(document.createElement('div'), {textContent: text})));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, window.innerWidth - box.width - 8))}px`;
  tip.style.top = `${y + 18 + box.height > window.innerHeight ? y - box.height - 10 : y + 18}px`;
}

// ---- its campaign, or the same job --------------------------------------------------------------------------------
async function light({gd: from, meta}, facts, signal) {
  if (!known(facts.job) && !known(facts.campaign)) return;
  const number = drawing += 1, all = gantts(meta.group);
  clearAround(from);
  const together = known(facts.campaign) && all.some(gd => ['virtual', 'ghost', 'lag'].includes(metaOf(gd).source));
  for (const gd of all) {
    if (!metaOf(gd)) continue;              // drawn anew while another chart was asked
    const isOwn = !together && gd === from && !metaOf(gd).source.startsWith('overlay');     // an overlay has it twice
    const query = !isOwn && queryFor(gd, together ? null : facts.job, facts.campaign);
    const there = isOwn ? facts : query && await factsOf(metaOf(gd), query, signal);
    if (number !== drawing) return;
    const outlines = outlinesOf(there);
    if (isOwn && outlines.length < 2) continue;         // the pointer is on all of it
    if (there && metaOf(gd) && document.contains(gd)) drawLines(gd, outlines);
  }
}
function clearAround(gd) {                  // nothing is drawn over what plotly says beside the pointer
  sheet = sheet || newSheet();
  const label = hoverLabel(gd), box = label && label.getBoundingClientRect();
  const hole = box ? `M${box.left} ${box.top}h${box.width}v${box.height}h${-box.width}Z` : '';
  sheet.style.clipPath = `path(evenodd, "M0 0H${window.innerWidth}V${window.innerHeight}H0Z${hole}")`;
}
function newSheet() {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'qs-lit');
  svg.setAttribute('aria-hidden', 'true');
  return document.body.appendChild(svg);
}
function drawLines(gd, outlines) {
  const area = areaOf(gd), part = document.createElementNS(SVG, 'svg');
  const box = {x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top};
  for (const [name, value] of Object.entries(box)) part.setAttribute(name, value);
  for (const kind of ['qs-lit-edge', 'qs-lit-line']) part.append(...outlines.map(corners => polygon(gd, area, corners, kind)));
  sheet.append(part);
}
function polygon(gd, area, corners, kind) {
  const line = document.createElementNS(SVG, 'polygon');
  line.setAttribute('class', kind);
  line.setAttribute('points', corners.map(([t, p]) => `${xOf(gd, t) - area.left},${yOf(gd, p) - area.top}`).join(' '));
  return line;
}

function look(place, {clientX: x, clientY: y}) {
  hide();
  if (!place) return;
  crossAll(place);
  if (place.point) timer = setTimeout(describe, REST, place, x, y);
}
// The page has moved under a pointer that rests, by scrolling or by a late answer: what is under it now is told anew.
function lookAgain() {
  const event = rested;
  vanish();
  if (event) follow(event);
}
function follow(event) {
  cancelAnimationFrame(frame);
  rested = event.buttons === 0 ? event : null;
  frame = requestAnimationFrame(() => look(rested && under(rested), event));
}

export function start() {
  document.addEventListener('mousemove', follow, {passive: true});
  for (const name of ['mousedown', 'wheel', 'keydown']) document.addEventListener(name, vanish, {passive: true, capture: true});
  document.addEventListener('scroll', lookAgain, {passive: true, capture: true});
  for (const name of ['resize', 'blur', 'popstate']) window.addEventListener(name, vanish);
  document.documentElement.addEventListener('mouseleave', vanish);
  new ResizeObserver(lookAgain).observe(document.documentElement);
}
