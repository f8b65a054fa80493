/* The schedule around its first fault: bars as they were sent, placed where there is room, above the machine where there is
none; the faulty one is marked, and a line stands at the instant. */
import {human, moment} from '../forms/durations.js';
import {axes, bar, chart, element, frameOf, nowLine, roomFor} from '../stepping/drawing.js';

const UNITS = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];

/* [job, begin, end, first processor, processors, isFaulty, number] of each bar, its times from `begin` on. */
export function placed(around, machine, begin) {
  const bars = [];
  for (const [number, , start, end, size, isFaulty] of [...around].sort((one, other) => one[2] - other[2])) {
    const within = roomFor(bars, start - begin, end - begin, size, machine), above = machine + around.reduce((sum, one) => sum + one[4], 0);
    const first = within >= 0 ? within : roomFor(bars, start - begin, end - begin, size, above);
    bars.push([bars.length, start - begin, end - begin, first, size, isFaulty, number]);
  }
  return bars;
}
// null where nothing of it can be drawn.
export function faultChart({around, machine, time, job, fault}, width) {
  if (!around.length || time === null) return null;
  const begin = Math.min(time, ...around.map(one => one[2])), last = Math.max(...around.map(one => one[3])) - begin || 1;
  const [seconds, name] = UNITS.find(([size]) => last >= 3 * size) || UNITS[UNITS.length - 1];
  const bars = placed(around, machine, begin), highest = Math.max(machine, ...bars.map(([, , , first, size]) => first + size));
  const frame = frameOf({processors: highest, last: last * 1.02, unit: {seconds, name}, width, row: Math.min(24, 220 / highest)});
  const limit = element('line', {class: 'qs-program-limit', x1: frame.x(0), x2: frame.x(frame.last), y1: frame.y(machine), y2: frame.y(machine)});
  const drawn = bars.map(([row, start, end, first, size, isFaulty, number]) => bar(frame, [row, start, end, first, size],
    {kind: isFaulty ? 'qs-play-marked' : '', label: String(number),
      title: `job ${number}: ${size} of ${machine} processors, from ${moment(begin + start)} for ${human(end - start)}`}));
  const figure = document.createElement('figure');
  const words = Object.assign(document.createElement('figcaption'), {textContent: `The jobs around ${moment(time)}${job === null ? '' : `; job ${job} is marked`}. `
    + `Times count from ${moment(begin)}; the dashed line is the machine's ${machine} processors.`});
  figure.append(chart(frame, fault, [...axes(frame), ...drawn, limit, nowLine(frame, time - begin)]), words);
  return figure;
}
