/* Projector mode: large text, thick edges, high bars and nothing but the charts; part of the link as ?present=1.

P or the button "present" begins and ends it, Esc ends it, B makes the screen black until the next key or click.  Arrows, and
the page keys a clicker sends, step as ever; of a comparison they show the next view (slides.js), unless a job is selected
or a run is stepped through.
What is hidden is up to assets/present.css; charts are enlarged here, and brought back.  keyboard.js asks presentingTakes()
before anything else.
*/
import {everyChart, fullLayout, fullTraces, isDrawn, plotArea} from '../internals.js';
import {around, notice} from '../page.js';
import {footHeight} from '../classroom/bar.js';
import {gantts, isGantt, metaOf, stateOf, windowSeen} from '../gantt/charts.js';
import {inChart, step} from '../gantt/cursor.js';
import {selection} from '../gantt/picking.js';
import {drawsPicture} from '../gantt/pictures.js';
import {zoomRows} from '../gantt/steering.js';
import {areThere, beginSlides, endSlides, goSlide, isStepped, numberIn, showSlide} from './slides.js';

const TEXT = 20, EDGE = 2, HIGH = 26, ROOM = 1.75, LEAST = 320, FRAME = 110;        // pixels; ROOM: of margins
const CALM = 900;                           // ms until the charts beside it have their heights, too
const small = new Map();                    // chart -> {layout, traces}: what it was before
let on = false, blank = null, observer = null, due = 0;

// ---- a chart made large, and as it was ----------------------------------------------------------------------------
const valueAt = (from, path) => path.split(/[.[\]]+/).filter(Boolean).reduce((value, key) => (value === undefined || value === null ? value : value[key]), from);
function fonts(full) {
  const axes = Object.keys(full).filter(key => /^[xy]axis\d*$/.test(key));
  const paths = ['font', 'title.font', 'legend.font', 'hoverlabel.font', ...axes.flatMap(axis => [`${axis}.tickfont`, `${axis}.title.font`]),
    ...(full.annotations || []).map((one, i) => `annotations[${i}].font`)];
  return Object.fromEntries(paths.map(path => [`${path}.size`, Math.max(TEXT, valueAt(full, `${path}.size`) || 0)]));
}
function edges(full) {
  return Object.fromEntries((full.shapes || []).map((one, i) => [`shapes[${i}].line.width`, Math.max(EDGE, one.line.width)]));
}
const margins = full => Object.fromEntries(['l', 'r', 't', 'b'].map(side => [`margin.${side}`, Math.round(full.margin[side] * (side === 'r' ? 1 : ROOM))]));
function traceChange(trace) {
  if (trace.type === 'bar') {
    return {'marker.line.width': Math.max(EDGE, Number(trace.marker.line.width) || 0), 'insidetextfont.size': TEXT, 'textfont.size': TEXT,
      constraintext: 'inside'};
  }
  return trace.line && trace.line.width > 0 && trace.line.width < EDGE ? {'line.width': EDGE} : {};
}
async function enlarge(gd) {
  if (!isDrawn(gd) || isLarge(gd)) return;
  const full = fullLayout(gd), drawnTraces = fullTraces(gd);
  const change = {...fonts(full), ...edges(full), ...margins(full), 'uniformtext.minsize': TEXT, 'uniformtext.mode': 'hide'};
  const traces = drawnTraces.map(traceChange).map((one, i) => [drawnTraces[i].index, one]).filter(([, one]) => Object.keys(one).length);
  small.set(gd, {layout: valuesBefore(gd.layout, change), traces: traces.map(([i, one]) => [i, valuesBefore(gd.data[i], one)])});
  await apply(gd, change, traces);
}
// Dash hands a chart copies of what it has been told, so a large one is known by a sign of its own.
const isLarge = gd => Boolean(gd.layout.uniformtext) && gd.layout.uniformtext.minsize === TEXT;
const valuesBefore = (from, change) => Object.fromEntries(Object.keys(change).map(path => [path, valueAt(from, path) ?? null]));
async function apply(gd, change, traces) {
  const alike = new Map();
  for (const [i, one] of traces) { const key = JSON.stringify(one); alike.set(key, [...(alike.get(key) || []), i]); }
  for (const [key, which] of alike) await Plotly.restyle(gd, JSON.parse(key), which);
  await Plotly.relayout(gd, change);
  await Plotly.Plots.resize(gd);
  if (on && stateOf(gd)) setTimeout(() => { if (isDrawn(gd) && gd.offsetParent) showFewerRows(gd); }, CALM);
}
function showFewerRows(gd) {                // where bars are too low
  if (!on || !isGantt(gd) || metaOf(gd).drawn !== 'bars' || drawsPicture(gd)) return;
  const w = windowSeen(gd), most = Math.max(1, Math.floor(plotArea(gd).height / HIGH));
  if (metaOf(gd).rows === 'p' && w[3] - w[2] > most) zoomRows((w[3] - w[2]) / most, {p: w[3]}, false, gd);
}
async function reduceAll() {
  const all = [...small];
  small.clear();
  for (const [gd, {layout, traces}] of all) {
    if (isDrawn(gd) && document.contains(gd) && isLarge(gd)) await apply(gd, layout, traces.filter(([i]) => gd.data[i]));
  }
}
function enlargeAll() {
  showSlide();
  const shown = everyChart().filter(gd => isDrawn(gd) && gd.offsetParent), count = gantts().filter(gd => gd.offsetParent).length || 1;
  document.documentElement.style.setProperty('--qs-chart-high', `${Math.max(LEAST, Math.floor((window.innerHeight - FRAME - footHeight()) / count))}px`);
  for (const gd of shown) enlarge(gd).catch(() => {});
}

// ---- on and off ---------------------------------------------------------------------------------------------------
function obey() {
  document.documentElement.classList.toggle('qs-present', on);
  if (on) begin(); else end();
}
function enlargeSoon() { due = due || requestAnimationFrame(() => { due = 0; if (on) enlargeAll(); }); }
function begin() {
  observer = new MutationObserver(enlargeSoon);
  observer.observe(document.body, {childList: true, subtree: true});
  window.addEventListener('resize', enlargeSoon);
  addExit();
  beginSlides();
  enlargeAll();
  window.scrollTo(0, 0);
  if (!areThere()) notice('Presenting: arrows step, B blanks, Esc leaves.', 4000);       // slides say by themselves what arrows do
}
function end() {
  if (observer) { observer.disconnect(); window.removeEventListener('resize', enlargeSoon); }
  observer = null;
  const exit = document.getElementById('leave-present');
  if (exit) exit.remove();
  endSlides();
  reduceAll().catch(() => {});
}
function addExit() {                        // for those without keys
  const exit = Object.assign(document.createElement('button'), {id: 'leave-present', type: 'button', className: 'qs-leave', textContent: '\u00d7',
    title: 'Leave (Esc)'});
  exit.setAttribute('aria-label', 'Leave the presentation');
  exit.addEventListener('click', togglePresent);
  document.body.append(exit);
}
export function togglePresent() {
  on = !on;
  const url = new URL(location.href);
  if (on) url.searchParams.set('present', '1'); else url.searchParams.delete('present');
  history.replaceState(history.state, '', url.pathname + url.search.replace(/%2C/g, ',') + url.hash);
  obey();
  return true;
}
function blankScreen(now) {
  if (now && !blank) {
    blank = Object.assign(document.createElement('div'), {className: 'qs-blank'});
    blank.setAttribute('role', 'status');
    blank.setAttribute('aria-label', 'The screen is blank; any key brings it back.');
    blank.addEventListener('click', () => blankScreen(false));
    document.body.append(blank);
  } else if (!now && blank) { blank.remove(); blank = null; }
}
// Whether this key was meant for the presentation.
export function presentingTakes(event) {
  if (!on) return false;
  if (blank) { blankScreen(false); return true; }
  if (event.code === 'KeyB') { blankScreen(true); return true; }
  if (event.code === 'Escape' && !document.getElementById('facts-close')) return togglePresent();
  const by = {PageDown: 1, ArrowRight: 1, PageUp: -1, ArrowLeft: -1}[event.code], isArrow = event.code.startsWith('Arrow');
  if (by && !event.shiftKey && areThere() && !(isArrow && (isStepped() || inChart() || selection()))) return goSlide(by);
  const turned = {PageDown: 'next', PageUp: 'previous'}[event.code];
  if (!turned) return false;
  const button = document.getElementById(turned === 'next' ? 'home-next' : 'home-back');
  if (button) { button.click(); return true; }
  return gantts().length > 0 && step(turned);
}
const isAsked = () => numberIn(location.search) > 0;
function follow() { if (isAsked() !== on) { on = isAsked(); obey(); } }

export function start() {
  document.addEventListener('click', event => { if (around(event, '#present')) togglePresent(); });
  window.addEventListener('popstate', follow);
  document.documentElement.classList.toggle('qs-present', isAsked());          // at once; the rest when the page is there
  if (document.readyState === 'complete') follow(); else window.addEventListener('load', follow);
}
