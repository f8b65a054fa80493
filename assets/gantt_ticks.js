/* Ticks of an axis of seconds for people: the rule of layouts/theme.py time_ticks, for zooming in the browser. */
(() => {
  'use strict';
  const UNITS = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']], WEEK = 604800;
  const LADDER = [1, 2, 5, 10, 15, 30].concat([60, 120, 300, 600, 900, 1800])
    .concat([1, 2, 3, 6, 8, 12].map(h => 3600 * h)).concat([1, 2, 3, 7, 14, 28, 56].map(d => 86400 * d));

  function stepFor(span, wanted) {
    const least = Math.max(span, 1e-9) / wanted, last = LADDER[LADDER.length - 1];
    if (least > last) return last * Math.ceil(least / last);
    if (least > 0.5) return LADDER.find(rung => rung >= least);
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map(rung => rung * power).find(rung => rung >= least);
  }
  function parts(seconds, least) {
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
      const whole = Math.floor(time / 60 + 1e-12) * 60, decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
      return [`${sign}${(time - whole).toFixed(decimals)} s`, whole ? sign + parts(whole, 60) : ''];
    }
    const place = UNITS.findIndex(([unit]) => step % unit === 0);
    const cut = place >= 2 ? UNITS[place - 2][0] : Infinity;
    const large = cut < Infinity ? Math.floor(time / cut) * cut : 0;
    const small = parts(time - large, UNITS[place][0]) || `0 ${UNITS[place][1]}`;
    return [sign + small, large ? sign + parts(large, cut) : ''];
  }
  function timeTicks(t0, t1, wanted = 8) {
    if (!(Number.isFinite(t0) && Number.isFinite(t1) && t1 > t0)) return [[], []];
    const span = t1 - t0, step = stepFor(span, wanted), ticks = [], texts = [];
    let before = '', inside = false;
    const last = Math.floor((t1 + span) / step + 1e-9);
    for (let n = Math.ceil((t0 - span) / step - 1e-9); n <= last; n += 1) {
      const tick = n * step, [small, large] = tickText(tick, step);
      const enters = !inside && tick >= t0 - 1e-9 * span;
      inside = inside || enters;
      ticks.push(tick);
      texts.push(large && (large !== before || enters) ? `${small}<br>${large}` : small);
      before = large;
    }
    return [ticks, texts];
  }

  const ticksFor = pixels => Math.min(Math.max(Math.floor(pixels / 110), 3), 12);

  window.queuescope = Object.assign(window.queuescope || {}, {timeTicks, ticksFor});
})();
