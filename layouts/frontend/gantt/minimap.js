/* The brush on the minimap: where in the whole the window of its group lies, moved and resized by mouse and by keys.

The figure (layouts.pages.compare.gantts.minimap_panel) says {kind: "minimap", group, extent} and is never changed but for its axis; the brush is drawn
over it.  Three sliders: the window, its begin and its end.  A drag elsewhere makes a new window.
*/
import {human, moment} from '../forms/durations.js';
import {axisOf, chartAround, containerOf, everyChart, isDrawn, plotArea} from '../internals.js';
import {set} from '../page.js';
import {extentOf, metaOf, watch, windowOf} from './charts.js';
import {brushedTimes, clamped, isNear} from './geometry.js';
import {glide, land, move, nextWindow} from './moving.js';
import {axisTicks, chosenAxes, isUsualChoice, onOneLine, ticksFor} from './ticks.js';

const SLACK = 3, STEP = 0.1, TARGET = 24, INSIDE = 4, KEYS_REST = 250, USUAL = 8;      // pixels; share of the window; pixels; ms; ticks
const PARTS = [['from', 'Begin of the window'], ['window', 'Window of the charts'], ['to', 'End of the window']];
const minimaps = new Set();                 // charts with a brush
let gesture = null, resting = 0;

export function adoptMinimap(gd) {
  minimaps.add(gd);
  place(gd);
  if (!isUsualChoice()) retick(gd);         // it comes with dates, and the choice above it as it was made
  let count = ticksFor(axisOf(gd).length);
  if (count < USUAL) showTicks(gd);
  new ResizeObserver(() => requestAnimationFrame(() => {
    place(gd);
    if (!isDrawn(gd) || ticksFor(axisOf(gd).length) === count) return;
    count = ticksFor(axisOf(gd).length);
    showTicks(gd);
  })).observe(gd);
}
function retick(gd) {
  showTicks(gd);
  const box = document.getElementById('axes'), shown = box && box.querySelector('input:checked');
  if (shown && shown.value !== chosenAxes()) set('axes', {value: chosenAxes()});
}
function showTicks(gd) {
  const meta = metaOf(gd);
  if (!meta || !isDrawn(gd)) return;
  const [tickvals, ticktext] = axisTicks(meta, ...meta.extent, ticksFor(axisOf(gd).length));
  Plotly.relayout(gd, {'xaxis.tickvals': tickvals, 'xaxis.ticktext': onOneLine(meta, ticktext)});     // it has room for one line
}
// Another kind of axis has been chosen.
export function retickMinimaps() {
  for (const gd of everyChart()) if ((metaOf(gd) || {}).kind === 'minimap') showTicks(gd);
}

// ---- the brush ----------------------------------------------------------------------------------------------------
function newField(home) {
  const field = Object.assign(document.createElement('div'), {className: 'qs-brush'});
  for (const side of ['before', 'after']) field.append(Object.assign(document.createElement('div'), {className: `qs-brush-${side}`}));
  for (const [part, label] of PARTS) {
    const slider = Object.assign(document.createElement('div'), {className: `qs-brush-${part}`});
    const attributes = {role: 'slider', tabindex: '0', 'aria-label': label, 'data-part': part};
    for (const [name, value] of Object.entries(attributes)) slider.setAttribute(name, value);
    field.append(slider);
  }
  home.append(field);
  field.addEventListener('keydown', event => press(chartAround(home), event));
  field.addEventListener('pointerdown', event => begin(chartAround(home), event));
  return field;
}
function place(gd) {
  if (!document.contains(gd)) { minimaps.delete(gd); return; }
  const meta = metaOf(gd), home = containerOf(gd), w = meta && windowOf(meta.group);
  if (!w || !home || !isDrawn(gd) || meta.kind !== 'minimap') return;
  const field = home.querySelector(':scope > .qs-brush') || newField(home), {left, width: wide, top, height} = plotArea(gd);
  Object.assign(field.style, {left: `${left}px`, width: `${wide}px`, top: `${top}px`, height: `${height}px`});
  const [from, to] = w.slice(0, 2).map(t => Math.min(1, Math.max(0, share(meta, t))) * wide);
  const width = Math.max(to - from, 2), hit = Math.max(width, TARGET + 2 * INSIDE), middle = (from + to) / 2;
  const put = (part, begins, length) => Object.assign(field.querySelector(`.qs-brush-${part}`).style, {left: `${begins}px`, width: `${length}px`});
  put('before', 0, from);
  put('after', to, Math.max(0, wide - to));
  put('window', middle - hit / 2, hit);
  put('from', middle - hit / 2 - TARGET + INSIDE, TARGET);
  put('to', middle + hit / 2 - INSIDE, TARGET);
  field.style.setProperty('--qs-line-width', `${width}px`);
  field.style.setProperty('--qs-inset', `${(hit - width) / 2}px`);
  speak(field, meta, w);
}
const share = (meta, t) => (t - meta.extent[0]) / (meta.extent[1] - meta.extent[0]);
function speak(field, meta, w) {
  const texts = {from: moment(w[0]), to: moment(w[1]), window: `${moment(w[0])} to ${moment(w[1])}, ${human(w[1] - w[0])}`};
  const now = {from: w[0], to: w[1], window: (w[0] + w[1]) / 2}, [low, high] = meta.extent;
  for (const [part] of PARTS) {
    const slider = field.querySelector(`.qs-brush-${part}`);
    const values = {'aria-valuemin': low, 'aria-valuemax': high, 'aria-valuenow': now[part], 'aria-valuetext': texts[part]};
    for (const [name, value] of Object.entries(values)) slider.setAttribute(name, String(typeof value === 'number' ? Math.round(value) : value));
  }
}

// ---- pointers -----------------------------------------------------------------------------------------------------
function begin(gd, event) {
  if (event.button !== 0) return;
  const meta = metaOf(gd), field = event.currentTarget, box = field.getBoundingClientRect(), w = windowOf(meta.group);
  const part = graspedPart(event.target.dataset.part, w, meta.extent), time = x => meta.extent[0] + (x - box.left) / box.width * (meta.extent[1] - meta.extent[0]);
  gesture = {meta, part, w, time, x: event.clientX, at: time(event.clientX), began: false};
  field.setPointerCapture(event.pointerId);
  field.onpointermove = drag;
  field.onpointerup = field.onpointercancel = end;
  event.preventDefault();
  const slider = field.querySelector(`.qs-brush-${part}`);
  if (slider) slider.focus({preventScroll: true});
}
// What a drag that begins there does: a window that shows everything cannot be moved, a drag inside it makes another.
export function graspedPart(part, w, extent) {
  const isWhole = isNear(w[0], extent[0], extent[1] - extent[0]) && isNear(w[1], extent[1], extent[1] - extent[0]);
  return !part || part === 'window' && isWhole ? 'new' : part;
}
function drag(event) {
  if (!gesture || !gesture.began && Math.abs(event.clientX - gesture.x) <= SLACK) return;
  gesture.began = true;
  const {meta, part, w, at, time} = gesture;
  glide(meta.group, [...brushedTimes(part, w, meta.extent, at, time(event.clientX)), w[2], w[3]]);
}
function end(event) {
  const done = gesture;
  gesture = null;
  event.currentTarget.onpointermove = event.currentTarget.onpointerup = event.currentTarget.onpointercancel = null;
  if (!done) return;
  const {meta, w, at} = done, half = (w[1] - w[0]) / 2;
  if (done.began) land(meta.group);
  // a click beside the brush brings the window there
  else if (done.part === 'new') move(meta.group, clamped([at - half, at + half, w[2], w[3]], extentOf(meta.group)), null, true);
}

// ---- keys ---------------------------------------------------------------------------------------------------------
function press(gd, event) {
  const meta = metaOf(gd), {part} = event.target.dataset, w = part && nextWindow(meta.group);
  if (!w || event.ctrlKey || event.altKey || event.metaKey) return;
  const next = pressedTimes(part, event, w, meta.extent);
  if (!next) return;
  glide(meta.group, [...next, w[2], w[3]]);
  clearTimeout(resting);
  resting = setTimeout(() => land(meta.group), KEYS_REST);
  event.preventDefault();
  event.stopPropagation();
}
// The window after a key on a part of the brush; null where the key is not for it.
export function pressedTimes(part, {code, shiftKey}, [a, b], [low, high]) {
  const span = b - a, by = {ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP, PageUp: 1, PageDown: -1}[code];
  const edge = part === 'window' ? {Home: [low, low + span], End: [high - span, high]}[code] : null;
  if (edge) return edge;
  if (by === undefined) return null;
  const shift = by * span * (shiftKey ? 5 : 1);
  if (part === 'window') return [a + shift, b + shift];
  return part === 'from' ? [Math.min(a + shift, b - span / 20), b] : [a, Math.max(b + shift, a + span / 20)];
}

export function start() {
  watch(group => { for (const gd of minimaps) if (!group || !metaOf(gd) || metaOf(gd).group === group) place(gd); });
}
