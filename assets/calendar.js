/* Axes of time with dates: the rule of layouts/drawing/axes.py, for zooming in the browser; and the choice of them.

What this expects of the page
- layout.meta.queuescope.calendar of charts over time: {title, pieces: [[from which second of the log on, shift], ...]},
  or nothing where the log does not tell when it starts.
- The choice "axes" (calendar | start); it is remembered in this browser.
Works with assets/gantt.js, gantt_ticks.js.  Offers window.queuescope.{calendarTicks, axisTicks(meta, t0, t1, wanted),
axisTitle(meta, titled), axesArrived(minimap)}.
*/
(() => {
  'use strict';
  const q = window.queuescope = window.queuescope || {};
  const KEPT = 'queuescope axes', CHOICES = ['calendar', 'start'], FROM_START = "time since the log's start";
  const MINUTE = 60, HOUR = 3600, DAY = 86400, WEEK = 7 * DAY, MONTH = 30.44 * DAY, MONDAY = 4 * DAY;
  const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const STEPS = [1, MINUTE].flatMap(unit => [1, 2, 5, 10, 15, 30].map(n => [n * unit, 0]))
    .concat([1, 2, 3, 6, 8, 12].map(n => [n * HOUR, 0]), [1, 2, 7, 14].map(n => [n * DAY, 0]),
      [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200].map(n => [n * MONTH, n]));
  let choice = CHOICES[0];
  try { if (localStorage.getItem(KEPT) === 'start') choice = 'start'; } catch (e) { choice = CHOICES[0]; }

  // ---- ticks ------------------------------------------------------------------------------------------------------
  const monthOf = local => { const day = new Date(Math.floor(local / DAY) * DAY * 1000); return 12 * day.getUTCFullYear() + day.getUTCMonth(); };
  const beginOf = month => Date.UTC(Math.floor(month / 12), month % 12, 1) / 1000;
  function* round(low, high, [seconds, months]) {
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
  function* places(pieces, low, high, step) {
    for (let at = 0; at < pieces.length; at += 1) {
      const [from, shift] = pieces[at], begin = at ? from : -Infinity, end = at + 1 < pieces.length ? pieces[at + 1][0] : Infinity;
      const first = Math.max(low, begin), last = Math.min(high, end);
      if (first > last) continue;
      for (const local of round(first + shift, last + shift, step)) {
        if (local - shift >= begin && local - shift < end) yield [local - shift, local];
      }
    }
  }
  function text(local, [seconds, months]) {
    const day = new Date(local * 1000), two = value => String(value).padStart(2, '0');
    const year = String(day.getUTCFullYear()), month = MONTHS[day.getUTCMonth()];
    if (months) return months >= 12 ? [year, ''] : [month, year];
    const named = `${DAYS[day.getUTCDay()]} ${day.getUTCDate()} ${month}`;
    if (seconds >= DAY) return [named, year];
    const clock = [day.getUTCHours(), day.getUTCMinutes()].concat(seconds < MINUTE ? [day.getUTCSeconds()] : []);
    return [clock.map(two).join(':'), `${named} ${year}`];
  }
  function calendarTicks(pieces, t0, t1, wanted = 8) {
    if (!(Number.isFinite(t0) && Number.isFinite(t1) && t1 > t0)) return [[], []];
    const span = t1 - t0;
    if (span / wanted <= 0.5) return q.timeTicks(t0, t1, wanted);
    const step = STEPS.find(([seconds]) => seconds >= span / wanted) || STEPS[STEPS.length - 1], ticks = [], texts = [];
    let before = '', inside = false;
    for (const [place, local] of places(pieces, t0 - span, t1 + span, step)) {
      const [small, large] = text(local, step), enters = !inside && place >= t0 - 1e-9 * span;
      inside = inside || enters;
      ticks.push(place);
      texts.push(large && (large !== before || enters) ? `${small}<br>${large}` : small);
      before = large;
    }
    return [ticks, texts];
  }

  // ---- which of the two -------------------------------------------------------------------------------------------
  const dated = meta => Boolean(meta && meta.calendar) && choice === 'calendar';
  const axisTicks = (meta, t0, t1, wanted) => (dated(meta) ? calendarTicks(meta.calendar.pieces, t0, t1, wanted) : q.timeTicks(t0, t1, wanted));
  function axisTitle(meta, shown) {         // what the title has to be; of an axis without one none
    return !shown || !(meta && meta.calendar) ? shown : dated(meta) ? meta.calendar.title : FROM_START;
  }
  function axesOf(gd) {                     // of a minimap, which nothing else changes
    const meta = q.metaOf(gd), full = gd._fullLayout;
    if (!meta || !meta.calendar || !full) return;
    const [tickvals, ticktext] = axisTicks(meta, ...meta.extent, q.ticksFor(full.xaxis._length));
    const texts = dated(meta) ? ticktext.map(words => words.replace('<br>', ' ')) : ticktext;      // it has room for one line
    Plotly.relayout(gd, {'xaxis.tickvals': tickvals, 'xaxis.ticktext': texts});
  }
  function axesArrived(gd) {                // a minimap comes with dates, and the choice above it as it was made
    if (choice === CHOICES[0]) return;
    axesOf(gd);
    const box = document.getElementById('axes'), shown = box && box.querySelector('input:checked');
    if (shown && shown.value !== choice) window.dash_clientside.set_props('axes', {value: choice});
  }
  document.addEventListener('change', event => {
    const box = event.target.closest && event.target.closest('#axes');
    if (!box || !CHOICES.includes(event.target.value) || event.target.value === choice) return;
    choice = event.target.value;
    try { localStorage.setItem(KEPT, choice); } catch (e) { /* it then holds until the page is left */ }
    q.reticked();
    for (const gd of document.querySelectorAll('.js-plotly-plot')) if ((q.metaOf(gd) || {}).kind === 'minimap') axesOf(gd);
  });

  Object.assign(q, {calendarTicks, axisTicks, axisTitle, axesArrived});
})();
