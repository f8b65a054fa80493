/* A schedule to draw: jobs are put on an empty chart by dragging, or by the keys.

What this expects of the page (layouts.topics.lessons.question_fields): an empty div of class qs-draw with data-draw, {processors, unit,
last, jobs: [{id, submit, processors, runtime}], starts: {id: start}}, times in units; the starts are written to dcc.Store
"lesson-draft".  Which processors a job gets follows from the starts: the lowest that are free, as everywhere. */
import {onChange, say, tell} from '../page.js';
import {axes, bar, chart, frameOf} from '../stepping/drawing.js';
import {plain} from '../stepping/timeline.js';

const DRAFT = 'lesson-draft', LEAP = 5, SLACK = 4, NEAR = 40;      // units; pixels
const HELP = 'Drag a job onto the chart, or press it: it is put at its submission. ← and → move it, with Shift by 5; '
  + 'Delete takes it off.';
const boards = new Map();                   // element -> {data, starts, chart, tray, frame}
let drag = null;

/* Bars [id, begin, end, first, count] of jobs with a start, and the ids of those that have no room.  A job may get several
   bars, one on top of the other where the processors that are free do not lie together. */
export function layOut({jobs, processors}, starts) {
  const placed = jobs.filter(({id}) => id in starts).sort((a, b) => starts[a.id] - starts[b.id] || a.id - b.id);
  const held = [], bars = [], over = [];
  for (const {id, processors: count, runtime} of placed) {
    const begin = starts[id], end = begin + runtime, beside = held.filter(one => one.begin < end && begin < one.end);
    const busy = new Set(beside.flatMap(one => one.rows));
    const rows = Array.from({length: processors}, (_, row) => row).filter(row => !busy.has(row)).slice(0, count);
    const hasRoom = rows.length === count;
    if (hasRoom) held.push({begin, end, rows}); else over.push(id);
    for (const [first, many] of hasRoom ? runsOf(rows) : [[processors - count, count]]) bars.push([id, begin, end, first, many]);
  }
  return {bars, over};
}
function runsOf(rows) {
  return rows.reduce((runs, row) => {
    const last = runs[runs.length - 1];
    if (last && last[0] + last[1] === row) last[1] += 1; else runs.push([row, 1]);
    return runs;
  }, []);
}

function draw(home) {
  const board = boards.get(home), {data, starts} = board, {bars, over} = layOut(data, starts);
  const {processors, last} = data, unit = {seconds: 1, name: data.unit};
  board.frame = frameOf({processors, last, unit, width: Math.max(home.clientWidth, 280), row: 30});
  const marks = bars.map(one => mark(home, board, one, over.includes(one[0])));
  board.chart.replaceChildren(chart(board.frame, inWords(data, starts), [...axes(board.frame), ...marks]));
  board.said.textContent = over.length ? `There is no room for ${over.map(id => `job ${id}`).join(', ')} where it stands.` : '';
  for (const button of board.tray.children) refresh(button, data, starts);
  tell(DRAFT, {...starts});
}
function mark(home, board, one, isOver) {
  const kind = isOver ? 'qs-draw-over' : 'qs-draw-bar';
  const made = bar(board.frame, one, {kind, label: String(one[0]), title: `job ${one[0]} at ${plain(one[1])}`});
  made.addEventListener('pointerdown', event => grab(event, home, one[0]));
  return made;
}
const inWords = ({jobs, unit}, starts) => `Your drawing: ${jobs.map(({id}) => jobWords(id, starts, unit)).join(', ')}`;
const jobWords = (id, starts, unit) => (id in starts ? `job ${id} at ${plain(starts[id])} ${unit}` : `job ${id} not yet`);
function refresh(button, {unit}, starts) {
  const id = Number(button.dataset.job), at = button.querySelector('.qs-draw-at');
  at.textContent = id in starts ? `at ${plain(starts[id])} ${unit}` : 'not drawn yet';
  button.classList.toggle('qs-draw-put', id in starts);
}

// ---- changes ------------------------------------------------------------------------------------------------------
function put(home, id, time) {
  const board = boards.get(home), job = board.data.jobs.find(one => one.id === id);
  const inside = Math.min(Math.max(Math.round(time), 0), Math.max(board.data.last - job.runtime, 0));
  if (board.starts[id] === inside) return;
  board.starts[id] = inside;
  draw(home);
}
function takeOff(home, id) {
  delete boards.get(home).starts[id];
  draw(home);
}
function grab(event, home, id) {
  if (event.button !== 0) return;
  event.preventDefault();
  const board = boards.get(home), from = board.frame.timeAt(event.clientX - board.chart.getBoundingClientRect().left);
  drag = {home, id, grip: id in board.starts ? from - board.starts[id] : 0, x: event.clientX, moved: false};
  const button = [...board.tray.children].find(one => Number(one.dataset.job) === id);
  if (button) button.focus();
}
function dragOn(event) {
  if (!drag || (!drag.moved && Math.abs(event.clientX - drag.x) < SLACK)) return;
  if (!event.buttons) { drag = null; return; }
  const board = boards.get(drag.home), box = board.chart.getBoundingClientRect();
  if (event.clientY < box.top - NEAR || event.clientY > box.bottom + NEAR) return;
  drag.moved = true;
  put(drag.home, drag.id, board.frame.timeAt(event.clientX - box.left) - drag.grip);
}
function press(event, home, id) {
  const board = boards.get(home), job = board.data.jobs.find(one => one.id === id);
  const by = {ArrowLeft: -1, ArrowRight: 1}[event.code];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (by) put(home, id, id in board.starts ? board.starts[id] + by * (event.shiftKey ? LEAP : 1) : job.submit);
  else if (event.code === 'Delete' || event.code === 'Backspace') takeOff(home, id);
  else return;
  event.preventDefault();
  event.stopPropagation();
  say(id in board.starts ? `job ${id} at ${plain(board.starts[id])} ${board.data.unit}` : `job ${id} taken off`);
}
function trayButton(home, {id, submit, processors, runtime}, unit) {
  const made = Object.assign(document.createElement('button'), {type: 'button', className: 'qs-draw-job'});
  made.dataset.job = id;
  made.dataset.takesKeys = '';
  const line = text => Object.assign(document.createElement('span'), {textContent: text});
  const name = Object.assign(document.createElement('b'), {textContent: `job ${id}`});
  const at = Object.assign(document.createElement('i'), {className: 'qs-draw-at'});
  made.append(name, line(`${processors} × ${plain(runtime)} ${unit}, from ${plain(submit)}`), at);
  made.addEventListener('pointerdown', event => grab(event, home, id));
  made.addEventListener('click', () => { if (!(id in boards.get(home).starts)) put(home, id, submit); });
  made.addEventListener('keydown', event => press(event, home, id));
  return made;
}
function adopt() {
  for (const home of boards.keys()) if (!home.isConnected) boards.delete(home);
  for (const home of document.querySelectorAll('.qs-draw:empty')) {
    const data = JSON.parse(home.dataset.draw), part = (name, className) => Object.assign(document.createElement(name), {className});
    const [place, tray, said] = [part('div', 'qs-draw-chart'), part('div', 'qs-draw-tray'), part('p', 'qs-draw-said')];
    const board = {data, starts: {...data.starts}, chart: place, tray, said, frame: null};
    boards.set(home, board);
    board.tray.append(...data.jobs.map(job => trayButton(home, job, data.unit)));
    board.said.setAttribute('role', 'status');
    const help = Object.assign(part('p', 'qs-soft qs-small'), {textContent: HELP});
    home.append(board.chart, board.said, board.tray, help);
    draw(home);
  }
}
export function start() {
  document.addEventListener('pointermove', dragOn);
  document.addEventListener('pointerup', () => { drag = null; });
  window.addEventListener('resize', () => { for (const home of boards.keys()) if (home.isConnected) draw(home); });
  onChange(adopt);
}
