/* Lengths of time and instants for people: the rules of scheduler/durations.py, for what the browser writes by itself. */

const DAY = 86400, UNKNOWN = '\u2014';
const SCALES = [                            // below (s, after rounding), large unit, its s, small unit, its s, digits
  [3600, 'min', 60, 's', 1, 2], [DAY, 'h', 3600, 'min', 60, 2], [14 * DAY, 'd', DAY, 'h', 3600, 2],
  [730 * DAY, 'wk', 7 * DAY, 'd', DAY, 1], [Infinity, 'y', 365 * DAY, 'wk', 7 * DAY, 1],
];
const isLength = seconds => typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0;
const twoDigits = value => String(value).padStart(2, '0');

function roundHalfEven(value) {             // as Python rounds
  const low = Math.floor(value), rest = value - low;
  return rest === 0.5 ? low + low % 2 : Math.round(value);
}
// Two units for people: 2 d 04 h.
export function human(seconds) {
  if (!isLength(seconds)) return UNKNOWN;
  const short = Number(seconds.toPrecision(3));
  if (short < 60) return seconds === 0 || seconds >= 0.001 ? `${short} s` : 'under 0.001 s';
  const [, large, size, small, step, digits] = SCALES.find(([below, , , , unit]) => roundHalfEven(seconds / unit) * unit < below);
  const whole = roundHalfEven(seconds / step) * step;
  return `${Math.floor(whole / size)} ${large} ${String(Math.floor(whole % size / step)).padStart(digits, '0')} ${small}`;
}
// An instant since the log's start: day 2 04:00, or 04:00:30 on the first day.
export function moment(seconds) {
  if (!Number.isFinite(seconds)) return UNKNOWN;
  const whole = Math.floor(seconds + 1e-9), days = Math.floor(whole / DAY), left = whole - days * DAY;
  const clock = `${twoDigits(Math.floor(left / 3600))}:${twoDigits(Math.floor(left % 3600 / 60))}${left % 60 ? `:${twoDigits(left % 60)}` : ''}`;
  return days ? `day ${days} ${clock}` : clock;
}
// As Slurm writes it: D-HH:MM:SS.
export function slurm(seconds) {
  if (!isLength(seconds)) return UNKNOWN;
  const thousandths = seconds < 60 ? Math.floor(1000 * seconds + 0.5) : 1000 * roundHalfEven(seconds), rest = thousandths % 1000;
  const whole = (thousandths - rest) / 1000, left = whole % DAY;
  const clock = [Math.floor(left / 3600), Math.floor(left % 3600 / 60), left % 60].map(twoDigits).join(':');
  return `${Math.floor(whole / DAY)}-${clock}${rest ? `.${String(rest).padStart(3, '0').replace(/0+$/, '')}` : ''}`;
}
export function inSeconds(seconds) {
  if (!isLength(seconds)) return UNKNOWN;
  const short = Number(seconds.toPrecision(3));
  if (short < 1000) return seconds === 0 || seconds >= 0.001 ? `${short} s` : 'under 0.001 s';
  return `${String(roundHalfEven(seconds)).replace(/\B(?=(\d{3})+$)/g, '\u202f')} s`;
}
// Exact to a thousandth and without spaces between digits, to be pasted elsewhere: 7500 s.
export const inExactSeconds = seconds => (isLength(seconds) ? `${roundHalfEven(1000 * seconds) / 1000} s` : UNKNOWN);
export const inAllUnits = seconds => (isLength(seconds) ? `${human(seconds)} · ${slurm(seconds)} · ${inExactSeconds(seconds)}` : UNKNOWN);
