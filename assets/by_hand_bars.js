/* Bars of the page by hand: dragging a right edge changes a runtime, and the keyboard does the same.

Of by_hand.js, which says what the drawings look like.  A drawing is one stop of the Tab key; arrows go from bar to bar
in the order of their starts, Alt with an arrow changes the runtime by a unit of the axis, Enter selects the job.
*/
(() => {
  'use strict';
  const hand = () => window.queuescope.hand;
  const panels = () => document.getElementById('hand-panels');
  const barsOf = panel => [...panel.querySelectorAll('.hand-bar')];
  const jobOf = bar => Number(bar.dataset.job);
  let drag = null;

  // ---- the drawings were drawn again -------------------------------------------------------------------------------
  function held() {                         // which bar has the focus, as (panel, job)
    const bar = document.activeElement && document.activeElement.closest && document.activeElement.closest('.hand-bar');
    return bar ? {panel: [...panels().children].indexOf(bar.closest('.hand-panel')), job: jobOf(bar)} : null;
  }
  function drawn(focus, selected) {
    [...panels().children].forEach((panel, at) => {
      const bars = barsOf(panel), mine = focus && focus.panel === at && bars.find(bar => jobOf(bar) === focus.job);
      const first = mine || bars.find(bar => jobOf(bar) === selected) || bars[0];
      bars.filter(bar => bar !== first && bar.getAttribute('tabindex') === '0').forEach(bar => bar.setAttribute('tabindex', '-1'));
      if (first) first.setAttribute('tabindex', '0');
      bars.forEach(bar => bar.classList.toggle('hand-selected', jobOf(bar) === selected));
      if (mine) mine.focus({preventScroll: true});
    });
  }

  // ---- mouse -------------------------------------------------------------------------------------------------------
  document.addEventListener('pointerdown', event => {
    const grip = event.target.closest && event.target.closest('.hand-grip'), answer = grip && hand().answer();
    if (!grip || event.button !== 0 || !answer) return;
    event.preventDefault();
    const bar = grip.closest('.hand-bar'), svg = grip.closest('svg'), shown = svg.getBoundingClientRect();
    const scale = (answer.axis.t1 - answer.axis.t0) / (answer.axis.right - answer.axis.left) * svg.viewBox.baseVal.width / shown.width;
    drag = {job: jobOf(bar), from: event.clientX, runtime: Number(bar.dataset.runtime), scale, unit: answer.unit, now: Number(bar.dataset.runtime), moved: false};
    document.documentElement.classList.add('hand-dragging');
  });
  document.addEventListener('pointermove', event => {
    if (!drag) return;
    if (!event.buttons) { drop(); return; }
    const raw = drag.runtime + (event.clientX - drag.from) * drag.scale;
    const next = Math.max(Math.round(raw / drag.unit) * drag.unit, Math.min(drag.unit, drag.runtime));
    if (next === drag.now || (!drag.moved && Math.abs(event.clientX - drag.from) < 4)) return;
    drag.now = next;
    drag.moved = true;
    hand().runtime(drag.job, next, true);
  });
  function drop() {
    const done = drag;
    drag = null;
    document.documentElement.classList.remove('hand-dragging');
    if (done && done.moved) hand().runtime(done.job, done.now, false);
  }
  document.addEventListener('pointerup', drop);
  document.addEventListener('pointercancel', drop);
  document.addEventListener('click', event => {
    const bar = event.target.closest && event.target.closest('.hand-bar');
    if (bar) hand().select(jobOf(bar));
  });

  // ---- keyboard ----------------------------------------------------------------------------------------------------
  document.addEventListener('keydown', event => {
    const bar = event.target.closest && event.target.closest('.hand-bar');
    if (!bar || event.ctrlKey || event.metaKey) return;
    const by = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1}[event.code];
    if (event.altKey && by && event.code !== 'ArrowUp' && event.code !== 'ArrowDown') hand().nudge(jobOf(bar), by);
    else if (!event.altKey && by) step(bar, by);
    else if (event.code === 'Enter' || event.code === 'Space') hand().select(jobOf(bar));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  function step(bar, by) {
    const bars = barsOf(bar.closest('.hand-panel')), next = bars[bars.indexOf(bar) + by];
    if (!next) return;
    bars.forEach(one => one.setAttribute('tabindex', '-1'));
    next.setAttribute('tabindex', '0');
    next.focus();
  }

  window.queuescope = Object.assign(window.queuescope || {}, {handBars: {held, drawn}});
})();
