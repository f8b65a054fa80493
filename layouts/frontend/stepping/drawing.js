/* A schedule up to an instant as SVG, and the queue as a queue: each job as wide as the time and as high as the processors
it asks for. */
import {plain, ticks} from './timeline.js';

const SPACE = 'http://www.w3.org/2000/svg', RIGHT = 12, SLIVER = 3;
/* Pixels: of the margins, of a letter and of a line of numbers.  Of a projector they are legible from the last row. */
const USUAL = {left: 30, top: 8, below: 24, letter: 9, line: 15, least: 72, most: 220, tick: 64};
const LARGE = {left: 46, top: 14, below: 36, letter: 14, line: 22, least: 108, most: 330, tick: 110};

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
/* The axes: x of a time, y of the lower edge of a processor.  last: s, where the time ends; unit: {seconds, name}; large: for a
projector; most: pixels that it may be high. */
export function frameOf({processors, last, unit, width, row = 24, large = false, most = Infinity}) {
  const size = large ? LARGE : USUAL, {left, top, below, least} = size;
  const high = Math.max(Math.min(Math.max(processors * row, least), size.most, most - top - below), least / 2), inside = width - left - RIGHT;
  return {processors, last, unit, width, size, high: high + top + below, x: time => left + Math.min(time / last, 1) * inside,
    y: processor => top + high - processor / processors * high, timeAt: pixel => (pixel - left) / inside * last};
}
export function axes(frame) {
  const {processors, last, unit, x, y, size} = frame;
  const parts = [element('rect', {class: 'qs-play-ground', x: x(0), y: y(processors), width: x(last) - x(0), height: y(0) - y(processors)})];
  const step = Math.max(1, Math.ceil(processors / Math.min(8, Math.floor((y(0) - y(processors)) / size.line))));
  for (let row = step; row < processors; row += step) parts.push(element('line', {class: 'qs-play-rule', x1: x(0), x2: x(last), y1: y(row), y2: y(row)}));
  for (let row = 0; row <= processors; row += step) {
    parts.push(element('text', {class: 'qs-play-label', x: x(0) - 6, y: y(row) + size.line / 4, 'text-anchor': 'end'}, String(row)));
  }
  const every = ticks(last, unit.seconds, Math.max(Math.floor((frame.width - size.left) / size.tick), 2));
  for (const tick of every) {
    const at = x(tick * unit.seconds), name = tick === every[every.length - 1] && at < x(last) - 20 ? `${plain(tick)} ${unit.name}` : plain(tick);
    parts.push(element('line', {class: 'qs-play-tick', x1: at, x2: at, y1: y(0), y2: y(0) + 5}),
      element('text', {class: 'qs-play-label', x: at, y: y(0) + size.below - 6, 'text-anchor': 'middle'}, name));
  }
  return parts;
}
/* One bar; looks: {kind, fill, label, title}.  Its number stands in it where there is room. */
export function bar(frame, [job, begin, end, first, count], {kind = '', fill = '', label, title}) {
  const {x, y, size} = frame, wide = Math.max(x(end) - x(begin), SLIVER), high = y(first) - y(first + count);
  const shape = element('rect', {class: `qs-play-bar ${kind}`, x: x(begin), y: y(first + count), width: wide, height: high, rx: 2, 'data-job': job});
  if (fill) shape.style.fill = fill;
  const drawn = element('g', {'data-job': job}, element('title', {}, title), shape);
  const hasRoom = wide > size.letter * label.length + 2 && high >= size.line - 3;
  if (hasRoom) drawn.append(element('text', {class: `qs-play-number ${kind}`, x: x(begin) + wide / 2,
    y: y(first + count / 2) + size.line / 3, 'text-anchor': 'middle'}, label));
  return drawn;
}
export function nowLine(frame, now) {
  return element('line', {class: 'qs-play-now', x1: frame.x(now), x2: frame.x(now), y1: frame.y(frame.processors) - 4, y2: frame.y(0)});
}
export function chart(frame, name, parts) {
  const {width, high} = frame;
  return element('svg', {class: 'qs-play-chart', viewBox: `0 0 ${width} ${high}`, width, height: high, role: 'img', 'aria-label': name}, ...parts);
}
/* The first processor from which so many are free in [begin, end), given bars; above the machine where there are none. */
export function roomFor(bars, begin, end, count, processors) {
  const beside = bars.filter(([, from, until]) => from < end && begin < until);
  for (let first = 0; first + count <= processors; first += 1) {
    if (beside.every(([, , , low, many]) => low + many <= first || first + count <= low)) return first;
  }
  return -1;
}
