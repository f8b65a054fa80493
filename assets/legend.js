/* The row of colors above the Gantt charts: a color's button lights its jobs in every chart and pales the rest.

What this expects of the page (layouts.pages.compare.gantts.color_legend)
- buttons with data-lights, the query of a color's jobs, data-field, what its field may be called, and aria-pressed;
- window.queuescope.lights (assets/brush.js), which reads and writes the query of the store "look".

The query takes the place of what was asked of that field; pressed again it goes.  Conditions on other fields stay.  The
row is drawn by the server, which knows what is lit; the focus stays on the color that had it.
*/
(() => {
  'use strict';
  const LONGEST = 200;                      // characters of a query, as layouts/state/link.py has it
  let focused = null;

  function pressed(button) {
    const {look, light, without} = window.queuescope.lights, now = look();
    if (!now) return;
    const {lights, field} = button.dataset, off = button.getAttribute('aria-pressed') === 'true';
    const only = [without(now.only || '', field), off ? '' : lights].filter(Boolean).join(' ');
    if (only.length > LONGEST) { window.queuescope.notice(`The search would have more than ${LONGEST} characters; clear a part of it.`, 6000); return; }
    focused = document.activeElement === button ? lights : null;
    light(only);
  }
  document.addEventListener('click', event => {
    const button = event.target.closest && event.target.closest('button[data-lights]');
    if (button) pressed(button);
  });
  new MutationObserver(() => {              // a row drawn anew while its button had the focus
    if (focused === null || document.activeElement !== document.body) return;
    const again = [...document.querySelectorAll('button[data-lights]')].find(button => button.dataset.lights === focused);
    if (again) again.focus({preventScroll: true});
  }).observe(document.documentElement, {childList: true, subtree: true});
  document.addEventListener('focusin', event => {
    if (!(event.target.dataset && event.target.dataset.lights === focused)) focused = null;
  });
})();
