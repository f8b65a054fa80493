/* The page Own policy: what its buttons do, what a program says, and the schedule on its way to the server.

What this expects of the page (layouts.topics.own_policy.own_policy_page): a section "program" with the addresses of the worker, the loop
and Pyodide, the text "program-text" with "program-lines", the buttons [data-program=run] and [data-program=stop],
"program-seconds", "program-progress", "program-state", "program-said", "program-origin"; "program-workload" with the key of
the workload that is chosen; "program-template" with the program that was chosen to begin with; dcc.Store "program-run", which hears of a schedule that was kept. */
import {human} from '../forms/durations.js';
import {prefix} from '../internals.js';
import {around, onChange, remember, remembered, set, tell} from '../page.js';
import {ask, fetchOnce} from '../server.js';
import {draftAt, keepDraft} from './draft.js';
import {furnish} from './editor.js';
import {faultChart} from './fault.js';
import {read, written} from './link.js';
import {newRunner} from './runner.js';

const TEXT = 'program-text', MOST_SHOWN = 40000, USUAL_SECONDS = '20';       // characters of what a program says
const LAST = 'queuescope program';          // the program that was run last in this browser
const at = id => document.getElementById(id);
const button = name => document.querySelector(`[data-program=${name}]`);
let home = null, editor = null, runner = null, shown = 0, began = 0, heading = '', last = null;      // last: the program that ran

// ---- what is said -------------------------------------------------------------------------------------------------
const say = text => { const state = at('program-state'); if (state) state.textContent = text && heading + text; };
function paragraph(kind, text) {
  return Object.assign(document.createElement(kind), {textContent: text});
}
function clear() {
  shown = 0;
  at('program-said').replaceChildren();
  at('program-said').hidden = true;
  editor.mark(0);
  tell('program-run', null);
  tell('program-hidden', null);
}
function show(...parts) {
  at('program-said').append(...parts);
  at('program-said').hidden = false;
}
function print(text) {
  if (shown > MOST_SHOWN) return;
  shown += text.length;
  const end = at('program-said').lastElementChild;
  const printed = end && end.matches('pre.qs-program-printed') ? end : Object.assign(document.createElement('pre'), {className: 'qs-program-printed', tabIndex: 0});
  if (printed !== end) show(printed);
  printed.append(text);
}
function complain({sentence, line, trace}) {
  say('');
  show(paragraph('h2', 'The program was stopped'), Object.assign(paragraph('p', sentence), {className: 'qs-program-problem'}));
  if (trace) show(paragraph('pre', trace));
  if (line) editor.mark(line);
  bring(at('program-said'));
}
// What came of a run stands below the program, which may be as high as the window.
const bring = part => part.scrollIntoView({block: 'nearest', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'});
function progress({ended}, of) {
  const bar = at('program-progress'), part = of ? ended / of : 0, seconds = (performance.now() - began) / 1000;
  bar.hidden = false;
  bar.value = part;
  const left = part > 0.05 && seconds > 1 ? `, about ${human(Math.ceil(seconds * (1 - part) / part))} left` : '';
  say(`${ended.toLocaleString('en')} of ${of.toLocaleString('en')} jobs have ended${left}`);
}

// ---- a run --------------------------------------------------------------------------------------------------------
async function jobsOf(key) {
  const answer = await ask(`${prefix()}own-policy/jobs.json?w=${encodeURIComponent(key)}`), data = await answer.json();
  if (!answer.ok) throw new Error(data.message);
  return data;
}
function isOn(running) {
  if (!at('program')) return;
  button('run').disabled = running;
  button('stop').disabled = !running;
  if (!running) at('program-progress').hidden = true;
}
async function run() {
  if (!home || button('run').disabled) return;
  const chosen = at('program-workload');
  if (!chosen) { say('Choose jobs first.'); return; }
  const source = at(TEXT).value, name = at('program-name').value.trim(), seconds = Number(at('program-seconds').value);
  isOn(true);
  clear();
  last = {source, name, seconds};
  remember(LAST, source);
  written(source, name).then(hash => {
    history.replaceState(history.state, '', location.pathname + location.search + hash);
    if (home) keepDraft(at(TEXT).value, hash);
  });
  try {
    await play({...last, key: chosen.dataset.key, challenge: chosen.dataset.challenge});
  } catch (error) { complain({sentence: error.message}); }
  isOn(false);
  if (home && runner) runner.prepare();
}
async function play({challenge, ...program}) {
  const kept = await keptRun(program);
  if (kept) tell('program-run', {...kept, challenge, at: Date.now()});
}
// {run, workload} of a program on the jobs of a workload; null where it did not come to that, which is said.
async function keptRun({source, name, seconds, key}) {
  const data = await jobsOf(key), message = await schedule(source, data, seconds);
  return message.kind === 'done' ? send({data, message, source, name}) : null;
}
/* The program of the last run on jobs of seeds that were not known before, one after another. */
async function tryHidden(challenge) {
  if (!last || runner.isRunning() || button('run').disabled) return;
  isOn(true);
  tell('program-hidden', null);
  try {
    const {workloads} = await post('hidden', {challenge}), runs = [];
    for (const [place, key] of workloads.entries()) {
      runner.prepare();
      heading = `Hidden seed ${place + 1} of ${workloads.length}: `;
      const kept = await keptRun({...last, key});
      if (!kept) break;
      runs.push(kept);
    }
    if (runs.length === workloads.length) {
      say('');
      tell('program-hidden', {challenge, runs, at: Date.now()});
    }
  } catch (error) { complain({sentence: error.message}); }
  heading = '';
  isOn(false);
}
async function post(what, body) {
  const answer = await fetchOnce(`${prefix()}own-policy/${what}`, {method: 'POST', body: JSON.stringify(body),
    headers: {'Content-Type': 'application/json', 'X-Requested-With': 'fetch'}});
  const isText = (answer.headers.get('Content-Type') || '').includes('json'), data = isText ? await answer.json() : {message: await answer.text()};
  if (!answer.ok) throw new Error(data.message);
  return data;
}
// The last message of a program on these jobs; all others are shown.
function schedule(source, {columns, machine}, seconds) {
  const jobs = columns.number.length;
  return new Promise(done => runner.run({source, columns, machine, jobs, seconds}, message => {
    if (message.kind === 'loading') say('Loading Python, 6 MB; the browser keeps it …');
    else if (message.kind === 'running') { began = performance.now(); say('Running …'); }
    else if (message.kind === 'progress') progress(message, jobs);
    else if (message.kind === 'output') print(message.text);
    else if (message.kind === 'error') complain(message);
    else if (message.kind === 'stopped') say('Stopped.');
    else if (message.kind === 'late') complain({sentence: tooLong(seconds)});
    if (['done', 'error', 'stopped', 'late'].includes(message.kind)) done(message);
  }));
}
const tooLong = seconds => `The program did not end within ${seconds} s, and was ended. A loop that never ends? Else choose fewer jobs or more time.`;
async function send({data, message, source, name}) {
  const took = (performance.now() - began) / 1000, {number, processors} = data.columns, {reasons, reason} = message;
  const part = place => message.reserved.map(note => note[place]);
  say('Checking the schedule …');
  const result = await post('schedule', {workload: data.workload, name, program: await digest(source), job: number, start: message.start,
    processors, reasons, reason, noted_at: part(0), noted_row: part(1), noted_for: part(2)});
  say('');
  if (result.fault) blame(result); else say(`${number.length.toLocaleString('en')} jobs in ${human(took)}.`);
  return result.fault ? null : {run: result.run, workload: result.workload};
}
function blame(result) {
  show(paragraph('h2', 'The schedule breaks a rule'), Object.assign(paragraph('p', result.fault), {className: 'qs-program-problem'}));
  const chart = faultChart(result, at('program-said').clientWidth || 800);
  if (chart) show(chart);
  bring(at('program-said'));
}
// The SHA-256 that the run carries; browsers tell it to pages of https and of this machine only.
async function digest(source) {
  if (!window.crypto || !crypto.subtle) return '';
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(source)));
  return Array.from(bytes.slice(0, 6), byte => byte.toString(16).padStart(2, '0')).join('');
}

// ---- the text -----------------------------------------------------------------------------------------------------
function put(text) {
  at(TEXT).value = text;
  editor.refresh();
}
// As if somebody had typed it, so that undo brings back what stood there; the focus stays where it is.
function write(text) {
  const field = at(TEXT), focused = document.activeElement;
  if (field.value === text) return;
  field.focus({preventScroll: true});
  field.select();
  if (!document.execCommand('insertText', false, text)) field.value = text;
  field.setSelectionRange(0, 0);
  if (focused && focused !== field) focused.focus({preventScroll: true});
  editor.refresh();
}
// The program that was chosen to begin with, once.
let begun = '';
function begin() {
  const template = at('program-template').textContent;
  if (template !== begun && template) write(template);
  begun = template;
}

// ---- the page -----------------------------------------------------------------------------------------------------
async function arrive() {
  const program = await read(location.hash), draft = draftAt(program ? location.hash : '');
  if (draft || program) put(draft || program.source);
  if (!program) return;
  if (program.name) set('program-name', {value: program.name});
  if (program.source === remembered(LAST) || (draft && draft !== program.source)) return;
  const origin = at('program-origin');
  origin.textContent = 'This program came with the link. Read it, then press Run.';
  origin.hidden = false;
}
// The result is drawn by the server: it is brought into sight when it comes, and left alone when it is drawn again.
let isThere = {};
function bringResults() {
  for (const id of ['program-result', 'program-hidden-result']) {
    const part = at(id), filled = Boolean(part && part.firstElementChild);
    if (filled && !isThere[id]) bring(part);
    isThere[id] = filled;
  }
}
function adopt() {
  const now = at('program');
  if (now === home) {
    if (editor) editor.refresh();
    if (home) begin();
    if (home) bringResults();
    return;
  }
  if (runner) runner.close();
  home = now;
  isThere = {};
  begun = '';
  editor = runner = null;
  if (!home) return;
  editor = furnish(at(TEXT), at('program-lines'));
  at('program-seconds').value = USUAL_SECONDS;
  const address = name => new URL(prefix() + home.dataset[name], location.origin).href;
  runner = newRunner({addresses: {worker: address('worker'), loop: address('loop'), pyodide: address('pyodide')},
    make: one => new Worker(one, {type: 'module', name: 'own policy'}), fetchText: async one => (await ask(one)).text()});
  at(TEXT).addEventListener('input', runner.prepare, {once: true});       // who writes will run it
  at(TEXT).addEventListener('input', () => keepDraft(at(TEXT).value, location.hash));
  arrive();
}
export function start() {
  document.addEventListener('click', event => {
    const pressed = around(event, '[data-program]');
    if (!pressed || pressed.disabled) return;
    if (pressed.dataset.program === 'run') run();
    if (pressed.dataset.program === 'stop' && runner) runner.stop();
    if (pressed.dataset.program === 'hidden') tryHidden(pressed.dataset.challenge);
  });
  document.addEventListener('keydown', event => {
    if (home && event.key === 'Enter' && (event.ctrlKey || event.metaKey) && home.contains(event.target)) { event.preventDefault(); run(); }
  });
  onChange(adopt);
}
