/* Ticks of an axis of seconds: since the log's start by the rule of time_ticks in layouts.theme, or with dates by that of
layouts.drawing.axes, for zooming in the browser; and the choice between the two.

What this expects of the page
- layout.meta.queuescope.calendar of charts over time: {title, pieces: [[from which second of the log on, shift], ...]},
  or nothing where the log does not tell when it starts.
- The choice "axes" (calendar | start); it is remembered in this browser.
*/
import {around, remember, remembered} from '../page.js';

const MINUTE = 60, HOUR = 3600, DAY = 86400, WEEK = 7 * DAY, MONTH = 30.44 * DAY, MONDAY = 4 * DAY;
const SLIGHT = 1e-9;

export const ticksFor = pixels => Math.min(Math.max(Math.floor(pixels / 110), 3), 12);
const isSpan = (t0, t1) => Number.isFinite(t0) && Number.isFinite(t1) && t1 > t0;

/* [places, texts] of ticks, [place, small, large] each, from a span before t0 to a span behind t1.  The large unit stands
   below the first tick of the window and wherever it changes. */
function labeled(ticks, t0, span) {
  const places = [], texts = [];
  let before = '', inside = false;
  for (const [place, small, large] of ticks) {
    const enters = !inside && place >= t0 - SLIGHT * span;
    inside = inside || enters;
    places.push(place);
    texts.push(large && (large !== before || enters) ? `${small}<br>${large}` : small);
    before = large;
  }
  return [places, texts];
}

// ---- seconds since the start --------------------------------------------------------------------------------------
const UNITS = [[DAY, 'd'], [HOUR, 'h'], [MINUTE, 'min'], [1, 's']];
const LADDER = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
  ...[1, 2, 3, 6, 8, 12].map(hours => HOUR * hours), ...[1, 2, 3, 7, 14, 28, 56].map(days => DAY * days)];

export function stepFor(span, wanted) {
  const least = Math.max(span, SLIGHT) / wanted, last = LADDER[LADDER.length - 1];
  if (least > last) return last * Math.ceil(least / last);
  if (least > 0.5) return LADDER.find(rung => rung >= least);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map(rung => rung * power).find(rung => rung >= least);
}
function inUnits(seconds, least) {
  const words = [];
  let left = Math.round(seconds);
  for (const [unit, name] of UNITS) {
    if (unit < least) break;
    const count = Math.floor(left / unit);
    left -= count * unit;
    if (count) words.push(`${count} ${name}`);
  }
  return words.join(' ');
}
function tickText(signed, step) {
  const sign = signed < 0 ? '-' : '', time = Math.abs(signed);
  if (step >= WEEK) return [`${sign}${Math.round(time / WEEK)} wk`, ''];
  if (step < 1) {
    const whole = Math.floor(time / 60 + 1e-12) * 60, decimals = Math.max(0, -Math.floor(Math.log10(step) + SLIGHT));
    return [`${sign}${(time - whole).toFixed(decimals)} s`, whole ? sign + inUnits(whole, 60) : ''];
  }
  const place = UNITS.findIndex(([unit]) => step % unit === 0);
  const cut = place >= 2 ? UNITS[place - 2][0] : Infinity;
  const large = cut < Infinity ? Math.floor(time / cut) * cut : 0;
  const small = inUnits(time - large, UNITS[place][0]) || `0 ${UNITS[place][1]}`;
  return [sign + small, large ? sign + inUnits(large, cut) : ''];
}
function* sinceStart(low, high, step) {
  const last = Math.floor(high / step + SLIGHT);
  for (let n = Math.ceil(low / step - SLIGHT); n <= last; n += 1) yield [n * step, ...tickText(n * step, step)];
}
export function timeTicks(t0, t1, wanted = 8) {
  if (!isSpan(t0, t1)) return [[], []];
  const span = t1 - t0;
  return labeled(sinceStart(t0 - span, t1 + span, stepFor(span, wanted)), t0, span);
}

// ---- dates --------------------------------------------------------------------------------------------------------
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const STEPS = [                             // [seconds, months]; months: 0 where the step has a fixed length
  ...[1, MINUTE].flatMap(unit => [1, 2, 5, 10, 15, 30].map(n => [n * unit, 0])),
  ...[1, 2, 3, 6, 8, 12].map(n => [n * HOUR, 0]), ...[1, 2, 7, 14].map(n => [n * DAY, 0]),
  ...[1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200].map(n => [n * MONTH, n])];

const monthOf = local => { const day = new Date(Math.floor(local / DAY) * DAY * 1000); return 12 * day.getUTCFullYear() + day.getUTCMonth(); };
const beginOf = month => Date.UTC(Math.floor(month / 12), month % 12, 1) / 1000;
function* roundTimes(low, high, [seconds, months]) {
  if (months) {
    for (let n = Math.floor(monthOf(low) / months); n <= Math.floor(monthOf(high) / months); n += 1) {
      const local = beginOf(n * months);
      if (local >= low && local <= high) yield local;
    }
    return;
  }
  const origin = seconds >= WEEK ? MONDAY : 0;
  for (let n = Math.ceil((low - origin) / seconds); n <= Math.floor((high - origin) / seconds); n += 1) yield n * seconds + origin;
}
// Each piece of the log has its own shift between its seconds and local time, as clocks are changed.
function* dated(pieces, low, high, step) {
  for (let at = 0; at < pieces.length; at += 1) {
    const [from, shift] = pieces[at], begin = at ? from : -Infinity, end = at + 1 < pieces.length ? pieces[at + 1][0] : Infinity;
    const first = Math.max(low, begin), last = Math.min(high, end);
    if (first > last) continue;
    for (const local of roundTimes(first + shift, last + shift, step)) {
      if (local - shift >= begin && local - shift < end) yield [local - shift, ...dateText(local, step)];
    }
  }
}
function dateText(local, [seconds, months]) {
  const day = new Date(local * 1000), twoDigits = value => String(value).padStart(2, '0');
  const year = String(day.getUTCFullYear()), month = MONTHS[day.getUTCMonth()];
  if (months) return months >= 12 ? [year, ''] : [month, year];
  const date = `${DAYS[day.getUTCDay()]} ${day.getUTCDate()} ${month}`;
  if (seconds >= DAY) return [date, year];
  const clock = [day.getUTCHours(), day.getUTCMinutes(), ...(seconds < MINUTE ? [day.getUTCSeconds()] : [])];
  return [clock.map(twoDigits).join(':'), `${date} ${year}`];
}
export function calendarTicks(pieces, t0, t1, wanted = 8) {
  if (!isSpan(t0, t1)) return [[], []];
  const span = t1 - t0;
  if (span / wanted <= 0.5) return timeTicks(t0, t1, wanted);
  const step = STEPS.find(([seconds]) => seconds >= span / wanted) || STEPS[STEPS.length - 1];
  return labeled(dated(pieces, t0 - span, t1 + span, step), t0, span);
}

// ---- which of the two ---------------------------------------------------------------------------------------------
const STORED = 'queuescope axes', CHOICES = ['calendar', 'start'], FROM_START = "time since the log's start";
let choice = CHOICES[0];

const hasDates = meta => Boolean(meta && meta.calendar) && choice === 'calendar';
export const chosenAxes = () => choice;
export const isUsualChoice = () => choice === CHOICES[0];
export const axisTicks = (meta, t0, t1, wanted) => (hasDates(meta) ? calendarTicks(meta.calendar.pieces, t0, t1, wanted) : timeTicks(t0, t1, wanted));
// What the title has to be; of an axis without one none.
export function axisTitle(meta, shown) {
  if (!shown || !(meta && meta.calendar)) return shown;
  return hasDates(meta) ? meta.calendar.title : FROM_START;
}
export const onOneLine = (meta, texts) => (hasDates(meta) ? texts.map(words => words.replace('<br>', ' ')) : texts);

// retick() is called when another kind of axis has been chosen.
export function start(retick) {
  if (remembered(STORED) === 'start') choice = 'start';
  document.addEventListener('change', event => {
    const {value} = event.target;
    if (!around(event, '#axes') || !CHOICES.includes(value) || value === choice) return;
    choice = value;
    remember(STORED, choice);
    retick();
  });
}
