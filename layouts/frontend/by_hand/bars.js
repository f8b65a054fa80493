/* Bars of the page by hand: dragging a right edge changes a runtime, and the keyboard does the same.

A drawing is one stop of the Tab key; arrows go from bar to bar in the order of their starts, Alt with an arrow changes the
runtime by a unit of the axis, Enter selects the job.  Bars are groups of class hand-bar with data-job, data-start and
data-runtime; their right edges are rects of class hand-grip (layouts.drawing.svg_gantt).
*/
import {around} from '../page.js';

const SLACK = 4;                            // pixels that are no drag
const panels = () => document.getElementById('hand-panels');
const barsOf = panel => [...panel.querySelectorAll('.hand-bar')];
const jobOf = bar => Number(bar.dataset.job);
let drag = null, jobs = null;

// ---- the drawings are drawn again ---------------------------------------------------------------------------------
export function focusedBar() {              // {panel, job} of the bar that has the focus; null where none has
  const bar = document.activeElement && document.activeElement.closest && document.activeElement.closest('.hand-bar');
  return bar ? {panel: [...panels().children].indexOf(bar.closest('.hand-panel')), job: jobOf(bar)} : null;
}
// Give the focus back, and mark the selected job.
export function restoreBars(focus, selected) {
  [...panels().children].forEach((panel, at) => {
    const bars = barsOf(panel), focused = focus && focus.panel === at && bars.find(bar => jobOf(bar) === focus.job);
    const stop = focused || bars.find(bar => jobOf(bar) === selected) || bars[0];
    bars.filter(bar => bar !== stop && bar.getAttribute('tabindex') === '0').forEach(bar => bar.setAttribute('tabindex', '-1'));
    if (stop) stop.setAttribute('tabindex', '0');
    bars.forEach(bar => bar.classList.toggle('hand-selected', jobOf(bar) === selected));
    panel.querySelectorAll('.hand-arrival').forEach(mark => mark.classList.toggle('hand-selected', mark.dataset.jobs.split(' ').includes(String(selected))));
    if (focused) focused.focus({preventScroll: true});
  });
}

// ---- mouse --------------------------------------------------------------------------------------------------------
function begin(event) {
  const grip = around(event, '.hand-grip'), answer = grip && jobs.answer();
  if (!grip || event.button !== 0 || !answer) return;
  event.preventDefault();
  const bar = grip.closest('.hand-bar'), svg = grip.closest('svg'), {width} = svg.getBoundingClientRect(), {axis, unit} = answer;
  const scale = (axis.t1 - axis.t0) / (axis.right - axis.left) * svg.viewBox.baseVal.width / width, runtime = Number(bar.dataset.runtime);
  drag = {job: jobOf(bar), from: event.clientX, runtime, scale, unit, now: runtime, moved: false};
  document.documentElement.classList.add('hand-dragging');
}
function move(event) {
  if (!drag) return;
  if (!event.buttons) { end(); return; }
  const next = draggedRuntime(drag, event.clientX - drag.from);
  if (next === drag.now || (!drag.moved && Math.abs(event.clientX - drag.from) < SLACK)) return;
  drag.now = next;
  drag.moved = true;
  jobs.setRuntime(drag.job, next, true);
}
// A runtime after a drag by so many pixels: in whole units, at least one, unless the job is shorter.
export const draggedRuntime = ({runtime, scale, unit}, pixels) => Math.max(Math.round((runtime + pixels * scale) / unit) * unit, Math.min(unit, runtime));
function end() {
  const done = drag;
  drag = null;
  document.documentElement.classList.remove('hand-dragging');
  if (done && done.moved) jobs.setRuntime(done.job, done.now, false);
}

// ---- keyboard -----------------------------------------------------------------------------------------------------
function press(event) {
  const bar = around(event, '.hand-bar');
  if (!bar || event.ctrlKey || event.metaKey) return;
  const by = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1}[event.code], sideways = ['ArrowLeft', 'ArrowRight'].includes(event.code);
  if (event.altKey && sideways) jobs.nudge(jobOf(bar), by);
  else if (!event.altKey && by) step(bar, by);
  else if (event.code === 'Enter' || event.code === 'Space') jobs.select(jobOf(bar));
  else return;
  event.preventDefault();
  event.stopPropagation();
}
function step(bar, by) {
  const bars = barsOf(bar.closest('.hand-panel')), next = bars[bars.indexOf(bar) + by];
  if (!next) return;
  bars.forEach(one => one.setAttribute('tabindex', '-1'));
  next.setAttribute('tabindex', '0');
  next.focus();
}

// owner: {answer(), setRuntime(job, seconds, live), nudge(job, by), select(job)}, which changes jobs
export function start(owner) {
  jobs = owner;
  document.addEventListener('pointerdown', begin);
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', end);
  document.addEventListener('pointercancel', end);
  document.addEventListener('click', event => {
    const bar = around(event, '.hand-bar');
    if (bar) jobs.select(jobOf(bar));
  });
  document.addEventListener('keydown', press, true);
}
