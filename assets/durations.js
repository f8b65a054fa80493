/* Lengths of time and instants for people: the rules of scheduler/durations.py, for what the browser says by itself. */
(() => {
  'use strict';
  const DAY = 86400, UNKNOWN = '\u2014';
  const SCALES = [                          // below (s, after rounding), large unit, its s, small unit, its s, digits
    [3600, 'min', 60, 's', 1, 2], [DAY, 'h', 3600, 'min', 60, 2], [14 * DAY, 'd', DAY, 'h', 3600, 2],
    [730 * DAY, 'wk', 7 * DAY, 'd', DAY, 1], [Infinity, 'y', 365 * DAY, 'wk', 7 * DAY, 1],
  ];
  const even = value => {                   // as Python rounds: halves to the even neighbor
    const low = Math.floor(value), rest = value - low;
    return rest === 0.5 ? low + low % 2 : Math.round(value);
  };
  function human(seconds) {
    if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return UNKNOWN;
    const short = Number(seconds.toPrecision(3));
    if (short < 60) return seconds === 0 || seconds >= 0.001 ? `${short} s` : 'under 0.001 s';
    const [, large, size, small, step, digits] = SCALES.find(([below, , , , unit]) => even(seconds / unit) * unit < below);
    const whole = even(seconds / step) * step;
    return `${Math.floor(whole / size)} ${large} ${String(Math.floor(whole % size / step)).padStart(digits, '0')} ${small}`;
  }
  function moment(seconds) {                // an instant since the log's start: day 2 04:00, or 04:00:30 on the first day
    if (!Number.isFinite(seconds)) return UNKNOWN;
    const whole = Math.floor(seconds + 1e-9), days = Math.floor(whole / DAY), left = whole - days * DAY;
    const two = value => String(value).padStart(2, '0');
    const clock = `${two(Math.floor(left / 3600))}:${two(Math.floor(left % 3600 / 60))}${left % 60 ? `:${two(left % 60)}` : ''}`;
    return days ? `day ${days} ${clock}` : clock;
  }

  const known = seconds => typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0;
  function slurm(seconds) {                 // D-HH:MM:SS
    if (!known(seconds)) return UNKNOWN;
    const thousandths = seconds < 60 ? Math.floor(1000 * seconds + 0.5) : 1000 * even(seconds), rest = thousandths % 1000;
    const whole = (thousandths - rest) / 1000, left = whole % DAY, two = value => String(value).padStart(2, '0');
    const clock = [Math.floor(left / 3600), Math.floor(left % 3600 / 60), left % 60].map(two).join(':');
    return `${Math.floor(whole / DAY)}-${clock}${rest ? `.${String(rest).padStart(3, '0').replace(/0+$/, '')}` : ''}`;
  }
  function inSeconds(seconds) {
    if (!known(seconds)) return UNKNOWN;
    const short = Number(seconds.toPrecision(3));
    if (short < 1000) return seconds === 0 || seconds >= 0.001 ? `${short} s` : 'under 0.001 s';
    return `${String(even(seconds)).replace(/\B(?=(\d{3})+$)/g, '\u202f')} s`;
  }
  const inAllUnits = seconds => (known(seconds) ? `${human(seconds)} · ${slurm(seconds)} · ${seconds} s` : UNKNOWN);

  window.queuescope = Object.assign(window.queuescope || {}, {human, moment, slurm, inSeconds, inAllUnits});
})();
