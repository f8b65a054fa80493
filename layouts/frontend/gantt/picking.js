/* What is at a point of a Gantt, and what is selected: outlined in every chart of its group.

What this expects of the page: dcc.Store "picked" (optional) receives {run, source, t, p, at, job, facts}; job is a row of
jobs or null (idle, or a campaign), facts the answer of the /pick route of layouts.gantt.picture_routes, which is on the same origin.

A selected job is outlined where it ran in every run, and so is what its campaign has in charts of campaigns; of a selected
campaign, all its jobs are.
*/
import {isToolbar, propsOf} from '../internals.js';
import {firstLook} from '../compare/jobs.js';
import {around, notice, tell} from '../page.js';
import {askAloud, fetchOnce} from '../server.js';
import {gantts, isGantt, known, metaOf, ofJobs, ourChartAt, pointAt, schemeOf, watch} from './charts.js';
import {touch} from './steering.js';

const CLICK = 4, KEPT = 60, TWICE = 300;    // pixels; answers; ms between two clicks that are one double click, as plotly has it
const REFUSED = 'The server does not know what is there; load the page again.';
const answers = new Map();                  // address -> promise of facts; only of rows, which never change
let picks = 0;
let pressed = null;                         // {x, y, place}: where the button went down, and the place in a chart or null
let click = null;                           // {x, y, at, before, told}: the last click, the job selected before it, whether the page knows
let campaign = null, alone = false, group = null;      // the campaign selected last, without a job, in that group
let selected = null;                        // {job, facts, gd}: the job selected last, and the chart it was found in

export const selection = () => selected;
// Somebody picks another job: whatever was picked before and is still asked for is older then.
export const newPick = () => (picks += 1);
export const isNewest = number => number === picks;

// ---- asking -------------------------------------------------------------------------------------------------------
async function fetchFacts(url, signal) {
  try {
    const answer = await (signal ? fetchOnce(url, {signal}) : askAloud(url));      // what is only hovered over is not missed
    return answer.ok ? await answer.json() : null;
  } catch { return null; }
}
// Facts of what a query names: {t, p, dt, dp}, {job} or {campaign}, perhaps with a step; null where there are none.
export function factsOf(meta, query, signal) {          // right of the moment of a plan there is what it holds, not what happened
  return meta.plan ? factsInPlan(meta, meta.plan, query, signal) : answerTo(meta, query, signal);
}
async function factsInPlan(meta, plan, query, signal) {
  const meets = ([t0, t1, low, high]) => query.t >= t0 && query.t < t1 && query.p >= low && query.p < high;
  const job = query.t > plan.time ? Object.keys(plan.boxes).find(row => plan.boxes[row].some(meets)) : null;
  if (job === undefined) return {job: null, rectangles: []};
  const facts = await answerTo(meta, job === null ? query : {job}, signal), own = facts && plan.boxes[facts.job];
  if (!facts || !facts.rectangles) return facts;
  return {...facts, rectangles: facts.rectangles.filter(([t0]) => t0 <= plan.time).map(
    ([t0, t1, low, high]) => [t0, Math.min(t1, plan.time), low, high]).concat(own || [])};
}
function answerTo(meta, query, signal) {
  const url = `${meta.pick}?${new URLSearchParams(meta.rowsOf ? {...query, rows: meta.rowsOf} : query)}`;
  if ('t' in query) return fetchFacts(url, signal);
  if (!answers.has(url)) answers.set(url, fetchFacts(url));
  if (answers.size > KEPT) answers.delete(answers.keys().next().value);
  return answers.get(url);
}
// What to ask of a chart about a job and its campaign; null: nothing.
export function queryFor(gd, job, ofCampaign) {
  if (ofJobs(gd) && known(job)) return {job};
  return known(ofCampaign) ? {campaign: ofCampaign} : null;
}

// ---- a click ------------------------------------------------------------------------------------------------------
/* A click means what was below the pointer when the button went down: until it goes up again the page may move, and charts
   may be drawn anew. */
function press(event) {
  pressed = event.button === 0 ? {x: event.clientX, y: event.clientY, place: placeOf(event)} : null;
}
function placeOf(event) {
  if (isToolbar(event.target) || around(event, '.qs-unanswered, .qs-ruler button')) return null;
  const gd = ourChartAt(event), point = gd && pointAt(gd, event);
  return point ? {gd, meta: metaOf(gd), title: titleOf(gd), point, workload: workloadShown()} : null;
}
const workloadShown = () => (propsOf('workload') || {}).data || null;
function release(event) {
  if (!pressed || !pressed.place || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > CLICK) return;
  if (isSecond(event)) { unpick(); return; }
  click = {x: event.clientX, y: event.clientY, at: event.timeStamp, before: selected ? selected.job : null, told: false};
  pick(pressed.place);
}
const isSecond = ({clientX, clientY, timeStamp}) => Boolean(click) && timeStamp - click.at < TWICE
  && Math.hypot(clientX - click.x, clientY - click.y) <= CLICK;
/* A double click shows everything and selects nothing.  That a second click follows is not known at the first one, and to
   wait for it would make every answer late; so what the first one selected is taken back. */
function unpick() {
  const {before, told} = click;
  click = null;
  newPick();
  firstLook(null);
  if (!told) return;
  tell('picked', {job: before, at: Date.now()});
  outline(before);
}
// The chart may be drawn anew while the server is asked; the answer counts as long as the rows are those of the same jobs.
async function pick({gd, meta, title, point, workload}) {
  const number = newPick(), facts = await factsOf(meta, point), isLate = () => !isNewest(number) || workload !== workloadShown();
  if (isLate()) return;
  if (!facts) { notice(REFUSED, 6000); return; }
  const job = facts.job === undefined ? null : facts.job;
  touch(gd);
  firstLook(facts, title);
  await painted();                          // seen first; outlines and what the page does then take longer
  if (isLate()) return;
  tell('picked', {run: meta.run, source: meta.source, t: point.t, p: point.p, at: Date.now(), job, facts});
  if (click) click.told = true;
  choose(gd, meta, facts, number);
}
// What a chart is called, in plain text: of which run it tells.
export const titleOf = gd => ((gd.layout.title || {}).text || '').replace(/<[^>]*>/g, '').trim();
const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
const isShown = (gd, meta) => Boolean(metaOf(gd)) && metaOf(gd).pick === meta.pick;
function choose(gd, meta, facts, number) {
  const job = facts.job === undefined ? null : facts.job, chart = isShown(gd, meta) ? gd : gantts(meta.group).find(ofJobs) || gd;
  [campaign, alone, group] = [known(facts.campaign) ? facts.campaign : null, job === null, meta.group];
  selected = job === null ? null : {job, facts, gd: chart};
  const here = job !== null && isShown(gd, meta) && ofJobs(gd);         // the facts say where the job is in that chart
  for (const one of gantts(group)) if (!here || one !== gd) outlineIn(one, job, facts.campaign, number);
  if (here) draw(gd, facts);
}

// ---- other ways to select -----------------------------------------------------------------------------------------
export function take(gd, facts) {           // a job found by keys is selected and outlined; the page is not told yet
  choose(gd, metaOf(gd), facts, newPick());
}
export async function outline(job) {        // in all charts there are, also those of its campaign
  const number = newPick(), all = gantts(), real = all.find(gd => ofJobs(gd));
  const facts = real && job !== null && job !== undefined ? await factsOf(metaOf(real), {job}) : null;
  if (!isNewest(number)) return;
  [campaign, alone] = [facts && known(facts.campaign) ? facts.campaign : null, false];
  selected = facts ? {job, facts, gd: real} : null;
  for (const gd of all) outlineIn(gd, facts ? job : null, facts ? facts.campaign : -1, number);
}
export function stepCampaign(by) {          // the campaign before or after, round again at the ends
  const gd = gantts().find(one => metaOf(one).campaigns > 0);
  if (!gd) return false;
  const count = metaOf(gd).campaigns;
  [alone, group] = [true, metaOf(gd).group];
  campaign = campaign === null ? (by > 0 ? 0 : count - 1) : (campaign + by + count) % count;
  chooseCampaign(gd, campaign);
  return true;
}
async function chooseCampaign(gd, wanted) {
  const meta = metaOf(gd), number = newPick(), facts = await factsOf(meta, {campaign: wanted});
  if (!isNewest(number) || !facts) return;
  tell('picked', {run: meta.run, source: meta.source, at: Date.now(), job: null, facts});
  for (const one of gantts(meta.group)) outlineIn(one, null, wanted, number);
}
export function outlineAgain(gd) {          // in a chart that was out of sight when the job was selected
  outlineIn(gd, selected ? selected.job : null, selected ? selected.facts.campaign : -1, picks);
}
function mark(gd) {                         // a chart that comes later, say of another mode, does not know of campaigns
  const meta = metaOf(gd);
  if (campaign !== null && alone && group === meta.group && campaign < meta.campaigns) outlineIn(gd, null, campaign, picks);
}

// ---- outlines -----------------------------------------------------------------------------------------------------
async function outlineIn(gd, job, ofCampaign, number) {
  if (!metaOf(gd)) return;                  // it went away while the job was asked for
  const query = queryFor(gd, job, ofCampaign), facts = query && await factsOf(metaOf(gd), query);
  if (isNewest(number) && metaOf(gd)) draw(gd, facts);
}
function draw(gd, facts) {
  const line = {color: schemeOf(gd) === 'dark' ? '#ffffff' : '#000000', width: 1.5};
  const shapes = outlinesOf(facts).map(corners => ({type: 'path', xref: 'x', yref: 'y', name: 'selected', line,
    path: `M${corners.map(([t, p]) => `${t},${p}`).join('L')}Z`}));
  if (shapes.length || (gd.layout.shapes || []).length) Plotly.relayout(gd, {shapes, ...COUNT_AGAIN}).catch(() => {});
}
/* Of plotly: where only shapes change, its axes keep the numbers of shapes that are gone, and a double click then fails.  Any
   other key makes them count again; this one changes nothing else, as nobody draws shapes by hand. */
const COUNT_AGAIN = {'newshape.opacity': 1};
// The closed lines around what facts speak of: a stream as a whole, else each rectangle.
export function outlinesOf(facts) {
  if (!facts) return [];
  const stream = facts.stream ? [facts.stream] : [];
  return stream.concat((facts.rectangles || []).map(([t0, t1, low, high]) => [[t0, low], [t0, high], [t1, high], [t1, low]]));
}

export function start() {
  document.addEventListener('mousedown', press, true);
  document.addEventListener('mouseup', release, true);
  watch((ofGroup, w, gd) => { if (gd && isGantt(gd)) mark(gd); });
}
