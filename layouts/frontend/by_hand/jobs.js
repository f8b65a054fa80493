/* The page by hand: its jobs, their history, and the drawings; the server reads the table and simulates.

What this expects of the page (layouts.pages.by_hand)
- dcc.Store "hand-start": {rows, processors, policies, seed, title, priority, passing, most, random, expressions, params, usual} of the address; begins a new history.
- dcc.Store "hand-state": written here after every change; the server answers in dcc.Store "hand-answer":
  {seq, panels, link, rows, unit, axis, jobs, wrong, again}.  panels null: the table cannot be simulated, the drawings
  stay and are marked so.  rows: the table as the server writes it, where that differs.  again: ask once more soon.
- An empty div "hand-panels".

One question is under way at a time; while a bar is dragged the axis stands still.
*/
import {pathHere} from '../internals.js';
import {around, isThere, noUpdate, offerToDash, set} from '../page.js';
import * as bars from './bars.js';
import {showParams, withFields} from './parameters.js';
import * as table from './table.js';

const SETTINGS = {'hand-machine': ['value', 'processors'], 'hand-policies': ['value', 'policies'], 'hand-seed': ['value', 'seed'], 'hand-title': ['value', 'title'],
  'hand-expression': ['value', 'priority'], 'hand-passing': ['value', 'passing']};
const CPU_NEED = '100', MEMORY = '10';       // per cent of a node
const MOST_POLICIES = 4;                    // as layouts.state.hand_link has it
const LATE = 4000, GONE = 20000, SOON = 400, AT_REST = 250, RESIZED = 120, DEEP = 500, NARROW = 600;      // ms, ms, ms, ms, ms, states, pixels
let state = null, past = [], future = [], sequence = 0, answer = null, selected = null, random = [], expressions = [], usual = {}, most = 50;
let early = [];                             // policies that somebody chose before the table was there
let usable = '', askedAt = 0, waiting = false, until = null, raised = null, changedAt = 0, resting = 0, lost = 0, resizing = 0;
const pictures = new WeakMap();             // element -> what was drawn into it
const isHere = () => isThere('hand-panels');
const copy = value => JSON.parse(JSON.stringify(value));
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export const answerNow = () => answer;

// ---- asking and being answered ------------------------------------------------------------------------------------
function ask() {
  if (!isHere() || !state) return;
  if (askedAt && performance.now() - askedAt < LATE) { waiting = true; return; }
  waiting = false;
  askedAt = performance.now();
  clearTimeout(lost);                       // an answer that never comes must not stop those after it
  lost = setTimeout(() => (waiting ? askAnew() : (lost = setTimeout(askAnew, GONE - LATE))), LATE);
  sequence += 1;
  set('hand-state', {data: question()});
}
function askAnew() { askedAt = 0; ask(); }
const question = () => ({...state, seq: sequence, width: widthNow(), until, job: selected, raised});
function askAtLeisure(ms) {                 // what is read at leisure follows once nothing changes any more
  clearTimeout(resting);
  resting = setTimeout(() => { if (isHere() && state) set('hand-rest', {data: question()}); }, ms);
}
function widthNow() {
  const panels = document.getElementById('hand-panels');
  return panels && panels.clientWidth ? Math.floor(panels.clientWidth) : NARROW;
}
function answered(fresh) {
  askedAt = 0;
  if (fresh && fresh.seq === sequence) clearTimeout(lost);
  if (!fresh || !isHere()) return noUpdate();
  const panels = document.getElementById('hand-panels'), isNewest = fresh.seq === sequence;
  if (fresh.panels) {
    answer = fresh;
    draw(panels, fresh);
    if (!waiting && isNewest && until === null) settle(fresh);
  }
  if (!waiting && isNewest) table.markWrong(fresh.wrong);
  if (!waiting && isNewest && !fresh.panels && !fresh.again) askAtLeisure(AT_REST);
  panels.classList.toggle('hand-stale', !fresh.panels && !fresh.again);
  if (changedAt && fresh.panels && isNewest) {
    performance.measure('queuescope by hand', {start: changedAt, end: performance.now()});
    changedAt = 0;
  }
  if (fresh.again) setTimeout(ask, SOON);
  if (waiting) ask();
  return noUpdate();
}
function settle({rows, link}) {             // the table as the server writes it, and the address
  raised = null;
  askAtLeisure(AT_REST);
  if (rows) { state.rows = rows; table.fillTable(rows); }
  if (pathHere() === '/by-hand' && link !== location.search) history.replaceState(history.state, '', location.pathname + link);
}
function draw(panels, {panels: drawings, users}) {
  const focus = bars.focusedBar();
  while (panels.children.length > drawings.length) panels.lastChild.remove();
  drawings.forEach((drawing, at) => {
    const box = panels.children[at] || panels.appendChild(newPanel()), [head, body, note] = box.children;
    box.dataset.policy = drawing.policy;
    box.setAttribute('aria-label', drawing.title);
    if (head.textContent !== drawing.title) head.textContent = drawing.title;
    write(body, drawing.svg);
    if (note.textContent !== drawing.said) note.textContent = drawing.said;
  });
  write(document.getElementById('hand-users'), users);
  bars.restoreBars(focus, selected);
}
function write(element, picture) {          // drawn and escaped by the server
  if (pictures.get(element) === picture) return;
  element.innerHTML = picture;
  pictures.set(element, picture);
}
function newPanel() {
  const box = Object.assign(document.createElement('section'), {className: 'hand-panel'});
  box.append(...['h3', 'div', 'p'].map(name => document.createElement(name)));
  return box;
}

// ---- the title ----------------------------------------------------------------------------------------------------
// A title that tells how many jobs there are follows them; one that somebody wrote stays.
const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];
export const titleOf = rows => `${NUMBERS[rows.length] || rows.length} ${rows.length === 1 ? 'job' : 'jobs'}`;
export const followed = (before, next) => (before && before.title === next.title && before.title === titleOf(before.rows)
  ? {...next, title: titleOf(next.rows)} : next);

// ---- history ------------------------------------------------------------------------------------------------------
function commit(wanted, changed) {
  const next = followed(state, wanted);
  if (same(next, state)) return;
  past.push(state);
  past = past.slice(-DEEP);
  future = [];
  show(next, changed);
}
function show(next, changed) {              // changed: the job whose runtime was
  const before = state;
  state = copy(next);
  raised = changed === undefined ? null : changed;
  changedAt = performance.now();
  table.fillTable(state.rows);
  for (const [id, [prop, name]] of Object.entries(SETTINGS)) if (!before || !same(before[name], state[name])) set(id, {[prop]: state[name]});
  showParams(before ? before.params : {}, state.params, usual);
  showFields();
  showHistory();
  ask();
}
function showFields() {                     // a seed is of use to policies that draw, an expression to those that go by one
  for (const [id, users] of [['hand-seed-box', random], ['hand-expression-box', expressions]]) {
    const box = document.getElementById(id);
    if (box) box.hidden = !(state.policies || []).some(key => users.includes(key));
  }
}
function showHistory() {
  const now = `${past.length > 0} ${future.length > 0}`;
  if (now === usable) return;
  usable = now;
  set('hand-undo', {disabled: !past.length});
  set('hand-redo', {disabled: !future.length});
}
function goBack(from, to) {
  if (!from.length) return;
  to.push(state);
  show(from.pop());
}
const undo = () => goBack(past, future);
const redo = () => goBack(future, past);

// ---- changes ------------------------------------------------------------------------------------------------------
const nextNumber = () => String(Math.max(0, ...state.rows.map(row => Number(row.number) || 0)) + 1);
function insert(row, at) {
  if (state.rows.length >= most) return;
  const rows = copy(state.rows);
  rows.splice(at, 0, row);
  commit({...state, rows});
  requestAnimationFrame(() => table.focusRow(at));
}
function change(at, column, text) {
  const rows = copy(state.rows);
  rows[at][column] = text;
  commit({...state, rows}, column === 'runtime' ? Number(rows[at].number) : null);
}
// live: a bar is being dragged, its end follows
function setRuntime(job, seconds, live) {
  const rows = copy(state.rows), row = rows.find(one => Number(one.number) === job);
  if (!row) return;
  row.runtime = `${+seconds.toFixed(3)} s`;
  if (live) { dragTo(rows, job); return; }
  if (until === null) { commit({...state, rows}, job); return; }
  until = null;                             // the end of a drag: the history has its beginning already
  if (same(rows, past[past.length - 1].rows)) past.pop();
  show({...state, rows}, job);
}
function dragTo(rows, job) {
  if (until === null) { past.push(copy(state)); future = []; until = answer ? answer.axis.t1 : null; }
  state.rows = rows;
  raised = job;
  changedAt = performance.now();
  ask();
}
// The next whole number of units above or below; at least one, unless the job is shorter.
export const nextRuntime = (runtime, unit, by) => (by > 0 ? Math.floor(runtime / unit + 1e-9) + 1 : Math.ceil(runtime / unit - 1e-9) - 1) * unit;
function nudge(job, by) {
  const now = answer && answer.jobs[job], next = now && nextRuntime(now, answer.unit, by);
  if (next > 0) setRuntime(job, next, false);
}
function select(job) {
  selected = job;
  if (answer) draw(document.getElementById('hand-panels'), answer);
  askAtLeisure(0);
}

// ---- what Python calls --------------------------------------------------------------------------------------------
function begin(given) {
  if (!given) return noUpdate();
  ({random, expressions, usual, most} = given);
  past = []; future = []; selected = null; answer = null; askedAt = 0; until = null; state = null; usable = '';
  const {rows, processors, policies, seed, title, priority, passing, params} = given;
  (function whenThere() {
    if (!isHere()) return;
    if (!table.grid()) { setTimeout(whenThere, 30); return; }
    table.listenToTable();
    show({rows, processors, policies: withEarly(policies, early), seed, title, priority, passing, params});
    early = [];
  })();
  return noUpdate();
}
export const withEarly = (policies, chosen) => [...new Set([...policies, ...chosen])].slice(0, Math.max(MOST_POLICIES, policies.length));
function settings(processors, policies, seed, title, priority, passing) {
  if (!state) early = policies || [];
  if (!state || !isHere()) return noUpdate();
  const next = {...state, processors, policies: policies || [], seed: seed === '' ? 0 : seed, title: title || '', priority: priority || '', passing: passing || ''};
  if (!next.policies.length) set('hand-policies', {value: state.policies});
  else if (!same(next, state) && same({...next, title: ''}, {...state, title: ''})) changeTitle(next);
  else commit(next);
  return noUpdate();
}
function parameters(values, switches, identities) {
  if (!state || !isHere()) return noUpdate();
  commit({...state, params: withFields(state.params, identities.map(({name}) => name), values, switches, usual)});
  return noUpdate();
}
function changeTitle(next) {                // one change, however many letters
  const goesOn = past.length && past[past.length - 1].titled;
  if (!goesOn) { past.push({...state, titled: true}); future = []; }
  state = copy(next);
  if (!goesOn) showHistory();
  ask();
}
function pasted(data) {
  if (data && state) commit({...state, rows: data.replace ? data.rows : [...state.rows, ...data.rows]});
  return noUpdate();
}
function add() {
  const first = {submit: '0 s', runtime: '1 h', user: '1', campaign: '', cpu_need: '', memory: ''}, last = state.rows[state.rows.length - 1] || first;
  insert({...last, number: nextNumber(), processors: '1', requested_time: '='}, state.rows.length);
}
// The rows with a column that was not there, filled so that they can be simulated: what a user submits at once is a campaign;
// tasks can use a whole CPU and have little memory.
export function withColumn(rows, group) {
  const campaigns = new Map();              // user -> submit times
  return rows.map(row => {
    if (group === 'needs') return {...row, cpu_need: CPU_NEED, memory: MEMORY};
    const mine = campaigns.get(row.user) || campaigns.set(row.user, []).get(row.user);
    if (!mine.includes(row.submit)) mine.push(row.submit);
    return {...row, campaign: String(mine.indexOf(row.submit) + 1)};
  });
}
export const withoutColumn = (rows, group) => rows.map(row => ({...row, ...Object.fromEntries(table.OPTIONAL[group].map(name => [name, '']))}));
function changeColumns(group) {
  const {rows} = state;
  commit({...state, rows: table.hasColumn(rows, group) ? withoutColumn(rows, group) : withColumn(rows, group)});
}
function duplicate() {
  const at = table.focusedRow(state.rows.length);
  if (at >= 0) insert({...state.rows[at], number: nextNumber()}, at + 1);
}
function remove() {
  const at = table.focusedRow(state.rows.length);
  if (at < 0) return;
  commit({...state, rows: state.rows.filter((row, place) => place !== at)});
  requestAnimationFrame(() => table.focusRow(Math.min(at, state.rows.length - 1)));
}
// Heard in the document: Dash makes one call of two presses that come together.
const PRESSED = {'hand-add': add, 'hand-copy': duplicate, 'hand-delete': remove, 'hand-undo': undo, 'hand-redo': redo};
function press(event) {
  const button = around(event, 'button'), act = button && PRESSED[button.id];
  if (!state || !isHere()) return;
  if (act) act();
  if (button && button.matches('.hand-columns')) changeColumns(button.dataset.columns);
}

export function start() {
  offerToDash('queuescopeHand', {start: begin, answer: answered, settings, params: parameters, pasted});
  table.start({isBegun: () => Boolean(state), rows: () => (state ? state.rows : []), change, nudge, undo, redo});
  bars.start({answer: answerNow, setRuntime, nudge, select});
  document.addEventListener('click', press);
  window.addEventListener('resize', () => { clearTimeout(resizing); resizing = setTimeout(ask, RESIZED); });
}
