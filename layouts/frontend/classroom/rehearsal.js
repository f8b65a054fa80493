/* A rehearsal before class: this browser opens another room for the lesson, plays all its students, and measures how long they wait.

What this expects of the page (layouts.topics.classroom.room_view): a button [data-class=rehearse] whose data-played is the JSON of
{lesson, seed, answers: {step: an answer}}, the field "class-crowd" for the number of students, and an empty place "class-rehearsal".

Browsers have six connections to a server.  So of all students who press in the same moment, those behind the sixth wait here until one
of these is free, and their wait counts from that moment. */
import {human} from '../forms/durations.js';
import {prefix} from '../internals.js';
import {around, onChange, say as read} from '../page.js';
import {fetchOnce} from '../server.js';
import {change, token} from './memory.js';

const CONNECTIONS = 6, COMPILING = 240000;      // ms
const PLACE = 'class-rehearsal', DRAW = 'class-body.children';
let shown = null, playing = null;               // what stands in its place; the rehearsal under way

// ---- figures --------------------------------------------------------------------------------------------------------
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(Math.floor(share * values.length), values.length - 1)];
const duration = ms => human(Number((ms / 1000).toPrecision(2)));
// The sentence and the rows of a table, of {what: [ms of each student]}.
export function findings(waits, students) {
  const longest = duration(Math.max(...Object.values(waits).flat()));
  return {sentence: `${students} students who all press in the same moment wait ${longest} at most.`,
    rows: Object.entries(waits).map(([what, values]) => [what, ...[0.5, 0.95, 1].map(share => duration(quantile(values, share)))])};
}

// ---- the class ------------------------------------------------------------------------------------------------------
class Stopped extends Error {}
class Rehearsal {
  constructor({lesson, seed, answers}, students, report) {
    Object.assign(this, {lesson, seed, answers, report, waits: {}, isStopped: false, done: 0});
    this.tokens = Array.from({length: students}, token);
    this.total = students * (1 + 2 * Object.keys(answers).length);
  }
  async post(what, sent, headers, options) {
    const {ok, data} = await change(this.code || '', what, sent, headers, options);
    if (!ok) throw new Error(data.message);
    return data;
  }
  async play() {
    this.report('Opening a room for the rehearsal: the answers of all questions are being worked out.');
    Object.assign(this, await this.post('rooms', {lesson: this.lesson, seed: this.seed}, {}, {patience: COMPILING}));
    try {
      await this.everybody('to join', (one, number) => this.post('join', {nickname: `Student ${number + 1}`, token: one}, this.teacher));
      for (const step of Object.keys(this.answers)) await this.ask(Number(step));
    } finally {
      await this.end();
    }
    return findings(this.waits, this.tokens.length);
  }
  get teacher() { return {'X-Class-Key': this.key}; }
  async ask(step) {
    await this.post('teach', {act: 'ask', step}, this.teacher);
    await this.everybody('to see the question', one => this.draw(one, step));
    await this.everybody('until an answer is taken', one => this.post('answer', {step, vote: 1, answer: this.answers[step], turn: 1}, {'X-Class-Token': one}));
    await this.post('teach', {act: 'close'}, this.teacher);
  }
  // What the page of a student asks for when a question is asked.
  async draw(one, step) {
    const sent = {output: DRAW, outputs: {id: 'class-body', property: 'children'}, changedPropIds: ['class-state.data'],
      inputs: [{id: 'class-state', property: 'data', value: {code: this.code, token: one, step, phase: 'open', vote: 1}}, {id: 'url', property: 'search', value: ''}],
      state: [{id: 'url', property: 'pathname', value: '/class'}]};
    const answer = await fetchOnce(`${prefix()}_dash-update-component`, {method: 'POST', body: JSON.stringify(sent), headers: {'Content-Type': 'application/json'}});
    if (!answer.ok) throw new Error(await answer.text());
    await answer.arrayBuffer();
  }
  // act(token, number) of all students, who begin in the same moment
  async everybody(what, act) {
    const began = performance.now(), left = [...this.tokens.entries()].reverse(), waits = this.waits[what] ||= [];
    const connection = async () => {
      while (left.length) {
        if (this.isStopped) throw new Stopped();
        const [number, one] = left.pop();
        await act(one, number);
        waits.push(performance.now() - began);
        this.done += 1;
        this.report(`${what[0].toUpperCase()}${what.slice(1)}: ${waits.length % this.tokens.length || this.tokens.length} of ${this.tokens.length}`);
      }
    };
    const ends = await Promise.allSettled(Array.from({length: CONNECTIONS}, connection));
    const failed = ends.find(({status}) => status === 'rejected');
    if (failed) throw failed.reason;
  }
  // The room goes, also with the page.
  async end() {
    if (!this.code) return;
    const code = this.code;
    this.code = '';
    await change(code, 'teach', {act: 'delete'}, this.teacher, {keepalive: true});
  }
}

// ---- what stands on the page ----------------------------------------------------------------------------------------
function element(name, words = '', properties = {}) {
  return Object.assign(document.createElement(name), {textContent: words}, properties);
}
function show(...parts) {
  shown = parts;
  place();
}
function place() {
  const home = document.getElementById(PLACE);
  if (home && shown && home.firstChild !== shown[0]) home.replaceChildren(...shown);
}
function progress() {
  const words = element('p'), bar = element('progress', '', {max: 1, value: 0}), stop = element('button', 'Stop', {type: 'button', className: 'qs-button'});
  bar.setAttribute('aria-label', 'Rehearsal');
  stop.addEventListener('click', () => { if (playing) playing.isStopped = true; });
  show(words, bar, stop);
  let began = 0;
  return message => {
    const {done, total} = playing, now = performance.now();
    began ||= done ? now : 0;
    bar.value = done / total;
    const left = done > 1 ? ` · about ${duration((now - began) / done * (total - done))} left` : '';
    words.textContent = `${message}${left}`;
  };
}
function table(rows) {
  const head = element('tr'), body = element('tbody'), made = element('table', '', {className: 'qs-table'}), top = element('thead');
  head.append(...['What students wait for', 'median', '95 %', 'longest'].map(words => element('th', words, {scope: 'col'})));
  body.append(...rows.map(([what, ...cells]) => {
    const row = element('tr');
    row.append(element('th', what, {scope: 'row'}), ...cells.map(cell => element('td', cell)));
    return row;
  }));
  top.append(head);
  made.append(top, body);
  return made;
}
const NOTE = 'Measured from this browser, which sends six requests at a time, and with nobody else in the room. The room of the rehearsal is deleted.';
async function rehearse(button) {
  if (playing) return;
  const field = document.getElementById('class-crowd'), students = Math.min(Math.max(Math.round(Number(field.value)) || 1, 1), 1000);
  let report = () => {};
  playing = new Rehearsal(JSON.parse(button.dataset.played), students, message => report(message));
  report = progress();
  try {
    const {sentence, rows} = await playing.play();
    show(element('p', sentence, {className: 'qs-class-message'}), table(rows), element('p', NOTE, {className: 'qs-soft qs-small'}));
    read(sentence);
  } catch (error) {
    const message = error instanceof Stopped ? 'The rehearsal was stopped, and its room is deleted.' : `The rehearsal ended early: ${error.message}`;
    show(element('p', message));
    read(message);
  } finally {
    playing = null;
  }
}
export function start() {
  document.addEventListener('click', event => {
    const button = around(event, '[data-class=rehearse]');
    if (button) rehearse(button);
  });
  addEventListener('pagehide', () => { if (playing) playing.end(); });
  onChange(place);
}
