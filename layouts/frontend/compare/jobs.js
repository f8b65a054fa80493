/* The selected job: the ways to select one outside of the Gantt charts, what is known of it at once, and the way back.

What this expects of the page
- Buttons with data-job, data-from and data-to, and points of curves whose points are jobs (layout.meta.jobs, customdata
  [job, from, to]): either shows the job in every Gantt chart, from its submission to its last end, by dcc.Store "goto".
- An element "facts" (class qs-facts), in it a .qs-drawer with data-about, the row of jobs it is about.
- dcc.Stores "picked" ({job}), "job" and "history" (rows of jobs, latest last).
- Figures whose layout.meta.queuescope.idle lists {run, axis} of each row (layouts.plots.underutilization), and dcc.Store
  "idle-asked", which receives {run, t, p, at}; the server says which area that is and selects it.
- Buttons with data-from and data-to but no data-job: the charts move to that stretch of time.
*/
import {axisOf, chartAround, chartBelow, isDrawn, isToolbar} from '../internals.js';
import {around, offerToDash, onChange, onDoubleClick, set, tell} from '../page.js';
import {focus} from '../gantt/steering.js';
import {onPointClick} from './point_clicks.js';

// ---- jobs named outside of the Gantt charts -----------------------------------------------------------------------
const number = text => (text === undefined || text === '' ? NaN : Number(text));
function showJob(job, t0, t1) {
  if (!Number.isInteger(job) || !(t1 > t0)) return;
  set('goto', {data: {job, t0, t1}});
}
function pressJob(event) {
  const button = around(event, 'button[data-job]');
  if (button) showJob(number(button.dataset.job), number(button.dataset.from), number(button.dataset.to));
}
function listenToPoints(event) {
  const gd = chartAround(event.target);
  if (gd && gd.layout && (gd.layout.meta || {}).jobs) onPointClick(gd, clickedPoint);
}
function clickedPoint(event) {
  const point = (event.points || []).find(one => Array.isArray(one.customdata));
  if (point) unlessDouble(() => showJob(...point.customdata));
}
// A double click is plotly's, which shows all of a chart: a click means something once no second one follows.
const TWICE = 400;                          // ms
let single = 0;
function unlessDouble(work) {
  clearTimeout(single);
  single = setTimeout(work, TWICE);
}

// ---- what is known of a job before the page has made its panel ----------------------------------------------------
/* The lines of the answer to a click stand where the panel comes, until the panel of that job is there: a tenth of a second,
   or more where the browser has much to draw.

   That the panel is open stands as a class on the page, which makes room for it.  A style that asks for the panel's content
   (:has) would be asked again at every change anywhere, and plotly makes thousands of those: two thirds of the time until
   a comparison is drawn. */
const PATIENCE = 8000;                      // ms: a panel that has not come by then does not come
let first = null;                           // {node, job, timer}: what stands there until the panel comes
const panel = () => document.getElementById('facts');

function followPanel() {
  const drawer = panel() && panel().firstElementChild;
  if (first && (!panel() || (drawer && drawer.dataset.about === first.job))) removeFirst();
  document.documentElement.classList.toggle('qs-facts-open', Boolean(drawer || first));
}
function removeFirst() {
  clearTimeout(first.timer);
  first.node.remove();
  first = null;
}
// facts of a job as the /pick route tells them, or null, and the title of the chart they were found in
export function firstLook(facts, title) {
  const job = facts && Number.isInteger(facts.job) ? String(facts.job) : null, drawer = panel() && panel().firstElementChild;
  if (first) removeFirst();
  if (job !== null && panel() && !(drawer && drawer.dataset.about === job)) {
    first = {node: factsElement(facts.lines || [], title), job, timer: setTimeout(() => { removeFirst(); followPanel(); }, PATIENCE)};
    document.body.appendChild(first.node);
    putOverInspector(first.node);
  }
  followPanel();
}
function putOverInspector(node) {           // where that stands beside the charts; else it is a sheet at the lower edge
  const inspector = panel().closest('.qs-inspector'), box = inspector && inspector.getBoundingClientRect();
  if (!box || getComputedStyle(inspector).position !== 'sticky') return;
  Object.assign(node.style, {left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, right: 'auto', bottom: 'auto', borderRadius: '12px'});
}
function factsElement([head, ...lines], title) {        // no live region: the panel that follows speaks
  const node = Object.assign(document.createElement('div'), {className: 'qs-first-look'});
  const add = (kind, text) => node.appendChild(Object.assign(document.createElement(kind), {textContent: text}));
  if (head) add('h2', head.charAt(0).toUpperCase() + head.slice(1));
  for (const line of title ? [title, ...lines] : lines) add('p', line);
  return node;
}

// ---- which jobs were looked at before -----------------------------------------------------------------------------
const MOST = 50;
const row = value => (Number.isInteger(value) && value >= 0 ? value : null);
/* The history after going from one job to another: picking the job one came from is going back, it leaves the history;
   nothing selected: the history begins anew. */
export function historyAfter(history, from, to) {
  if (to === null) return [];
  if (from === null || from === to) return history;
  if (history[history.length - 1] === to) return history.slice(0, -1);
  return history.concat(from).slice(-MOST);
}
function picked(data, job, history) {       // selected without asking the server, so that its facts are one question away
  const to = row(data && data.job);
  return [to, historyAfter(Array.isArray(history) ? history : [], row(job), to)];
}

// ---- idle processors ----------------------------------------------------------------------------------------------
const CLICK = 4, GROWING = 4000;            // pixels; ms in which the page may grow above what was clicked
const INTERRUPTS = ['wheel', 'keydown', 'mousedown'];
let pressed = null;

// What is selected is told above this chart, too, and must not push it out of sight while it is being looked at.
function holdInSight(element) {
  const {top} = element.getBoundingClientRect();
  const growth = new ResizeObserver(() => {
    const by = element.getBoundingClientRect().top - top;
    if (Math.abs(by) > 1) window.scrollBy({top: by, behavior: 'instant'});
  });
  const release = () => {
    growth.disconnect();
    for (const name of INTERRUPTS) document.removeEventListener(name, release, true);
  };
  growth.observe(document.body);
  for (const name of INTERRUPTS) document.addEventListener(name, release, {capture: true, passive: true});
  setTimeout(release, GROWING);
}
const idleRows = gd => (gd && gd.layout && gd.layout.meta && gd.layout.meta.queuescope || {}).idle;
function idlePoint(gd, event) {
  const box = gd.getBoundingClientRect(), across = axisOf(gd), x = event.clientX - box.left - across.offset;
  if (x < 0 || x > across.length) return null;
  for (const {run, axis} of idleRows(gd)) {
    const up = axisOf(gd, axis.replace('y', 'yaxis')), y = event.clientY - box.top - up.offset;
    if (y >= 0 && y <= up.length) return {run, t: across.toData(x), p: up.toData(y)};
  }
  return null;
}
// A drag is plotly's (zoom), and so is a click with a key held down; only a plain click that does not move asks.
const isPlain = event => event.button === 0 && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
// What was below the pointer when the button went down: until it goes up again the page may move.
function pressIdle(event) {
  const gd = isPlain(event) && !isToolbar(event.target) && !around(event, 'button, a') ? chartBelow(event) : null;
  const point = idleRows(gd) && isDrawn(gd) ? idlePoint(gd, event) : null;
  pressed = point && {gd, point, x: event.clientX, y: event.clientY};
}
function releaseIdle(event) {
  const from = pressed;
  pressed = null;
  if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK) return;
  unlessDouble(() => { holdInSight(from.gd); tell('idle-asked', {...from.point, at: Date.now()}); });
}
function pressStretch(event) {
  const button = around(event, 'button[data-from]:not([data-job])');
  const t0 = button ? number(button.dataset.from) : NaN, t1 = button ? number(button.dataset.to) : NaN;
  if (!(t1 > t0)) return;
  holdInSight(button);
  focus(t0, t1);
}

export function start() {
  document.addEventListener('click', pressJob);
  document.addEventListener('pointerover', listenToPoints);
  document.addEventListener('mousedown', pressIdle, true);
  document.addEventListener('mouseup', releaseIdle, true);
  document.addEventListener('click', pressStretch);
  onDoubleClick(() => setTimeout(() => clearTimeout(single)));         // after the second click has been heard
  onChange(followPanel);
  offerToDash('why', {picked});
}
