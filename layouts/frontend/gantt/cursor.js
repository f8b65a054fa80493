/* Gantt charts from the keyboard and for screen readers: a cursor that goes from job to job, is outlined in every panel,
and is spoken.

Every Gantt chart can be reached by Tab; the keys are in keyboard.js.  Neighbors come from the /pick route (?job=&step=), so
any number of jobs is walked through alike.
*/
import {human} from '../forms/durations.js';
import {chartIn} from '../internals.js';
import {say, tell} from '../page.js';
import {extentOf, isGantt, known, metaOf, ofJobs, stateOf, watch, windowSeen} from './charts.js';
import {clamped, shiftInto} from './geometry.js';
import {move} from './moving.js';
import {factsOf, selection, take, titleOf} from './picking.js';
import {current, touch} from './steering.js';

const QUIET = 250, MOST = 12, PATIENCE = 5000;         // ms after the last step that it is spoken; steps that may wait; ms
const WALKS = ['real', 'ghost', 'users', 'sizes', 'queues', 'queue'];
const NONE = {next: 'This is the last job.', previous: 'This is the first job.', above: 'There is no job above.',
  below: 'There is no job below.', next_of_user: 'This is the last job of its user.', previous_of_user: 'This is the first job of its user.'};
let walking = Promise.resolve(), waiting = 0, quiet = 0, entered = null;      // entered: the chart that the drawer was opened from

// ---- a chart that can be focused and says what it is --------------------------------------------------------------
function furnish(gd) {
  const holder = gd.closest('.dash-graph');
  if (!holder) return;
  const caption = document.getElementById('figure-gantt-caption');
  const attributes = {tabindex: '0', role: 'application', 'aria-roledescription': 'Gantt chart', 'aria-label': `Gantt chart: ${titleOf(gd)}`,
    'aria-describedby': ['qs-cursor-how', ...(caption ? [caption.id] : [])].join(' ')};
  explainKeys();
  for (const [name, value] of Object.entries(attributes)) if (holder.getAttribute(name) !== value) holder.setAttribute(name, value);
}
function explainKeys() {
  if (document.getElementById('qs-cursor-how')) return;
  document.body.appendChild(Object.assign(document.createElement('div'), {id: 'qs-cursor-how', hidden: true,
    textContent: 'Arrow left and right: the job before, after in time. Arrow up and down: the job above, below. '
      + 'Comma and period: the same user\u2019s job before, after. Enter: why it waited. Escape: leave.'}));
}

// ---- from job to job ----------------------------------------------------------------------------------------------
// kind: a key of NONE.  Whether there is a chart to walk through.
export function step(kind) {
  if (!current(ofJobs)) return false;
  if (waiting < MOST) {
    waiting += 1;
    walking = walking.then(() => walk(kind)).catch(console.error).finally(() => { waiting -= 1; });
  }
  return true;
}
async function walk(kind) {
  const from = current(ofJobs), now = selection();
  if (!from) return;
  const query = now && known(now.job) ? {job: now.job, step: kind} : beginning(from), meta = walkedMeta(from);
  const facts = await factsOf(meta, query) || (now ? null : await factsOf(meta, {job: 0}));
  if (!facts || !known(facts.job) || now && facts.job === now.job) { say(NONE[kind]); return; }
  const gd = metaOf(from) ? from : current(ofJobs);     // the chart may have been drawn anew meanwhile
  if (!gd) return;
  take(gd, facts);
  reveal(gd, facts);
  speakLater(gd, facts);
}
function walkedMeta(gd) {                   // of a chart of two runs it is the schedule of its own that is walked through
  const meta = metaOf(gd);
  return WALKS.includes(meta.source) ? meta : {...meta, plan: null, pick: meta.pick.replace(/[^/]*$/, 'real')};
}
function beginning(gd) {                    // without a job so far: the first of all, or one in the middle of the window
  const w = windowSeen(gd), extent = extentOf(metaOf(gd).group);
  if (w[0] <= extent[0]) return {job: 0};
  return {t: (w[0] + w[1]) / 2, p: (w[2] + w[3]) / 2, dt: (w[1] - w[0]) / 2, dp: w[3] - w[2]};
}
function reveal(gd, facts) {                // into the window where it is outside; the zoom stays as it is
  const w = windowSeen(gd), boxes = facts.rectangles || [], {group} = metaOf(gd);
  if (!boxes.length) return;
  const [t0, t1] = [Math.min(...boxes.map(box => box[0])), Math.max(...boxes.map(box => box[1]))], [, , low, high] = boxes[0];
  const time = shiftInto(w[0], w[1], t0, t1), rows = shiftInto(w[2], w[3], low, high);
  if (time !== 0 || rows !== 0) move(group, clamped([w[0] + time, w[1] + time, w[2] + rows, w[3] + rows], extentOf(group)), null, true);
}
const inWords = facts => `job ${facts.job_id}, ${facts.who}, ${facts.processors} ${facts.processors === 1 ? 'processor' : 'processors'}, `
  + `waited ${human(facts.wait)}, ran ${human(facts.runtime)}`;
export const inChart = () => Boolean(document.activeElement && document.activeElement.matches('.dash-graph[role=application]'));
const drawer = () => document.querySelector('#facts [role=region]');
function speakLater(gd, facts) {
  clearTimeout(quiet);
  quiet = setTimeout(() => {
    say(inWords(facts));
    if (!inChart() || drawer()) askForFacts(gd, facts);        // who listens asks for the drawer; who looks has it at hand
  }, QUIET);
}
function askForFacts(gd, facts) {
  const meta = metaOf(gd);
  if (meta) tell('picked', {run: meta.run, source: meta.source, t: facts.start, at: Date.now(), job: facts.job, facts});
}

// ---- the drawer of what is selected -------------------------------------------------------------------------------
export function openFacts() {
  const now = selection(), place = document.getElementById('facts');
  if (drawer()) { enterDrawer(); return true; }
  if (!now || !place) return false;
  const comes = new MutationObserver(() => { if (drawer()) { comes.disconnect(); enterDrawer(); } });
  comes.observe(place, {childList: true, subtree: true});
  setTimeout(() => comes.disconnect(), PATIENCE);
  clearTimeout(quiet);
  askForFacts(now.gd, now.facts);
  return true;
}
function enterDrawer() {
  entered = inChart() ? document.activeElement : entered;
  drawer().focus();
}
export function leaveFacts() {              // from the drawer to the chart it was opened from
  const chart = entered;
  entered = null;
  if (chart && document.contains(chart)) chart.focus({preventScroll: true});
}

export function start() {
  document.addEventListener('focusin', event => {
    const gd = event.target.matches && event.target.matches('.dash-graph') && chartIn(event.target);
    if (gd && stateOf(gd) && isGantt(gd)) touch(gd);
  });
  watch((group, w, gd) => { if (gd && isGantt(gd)) furnish(gd); });
}
