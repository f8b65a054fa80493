/* "Zoom to it" beside the selected range of Compare: every chart shows the range, with the rows it shows now.

What this expects of the page
- the button "range-zoom"; the range in the address as r0 and r1 (keys.js writes it there);
- window.queuescope.show and .window of the charts.
*/
(() => {
  'use strict';
  document.addEventListener('click', event => {
    if (!event.target.closest || !event.target.closest('#range-zoom')) return;
    const asked = new URLSearchParams(location.search), chart = window.queuescope;
    const t0 = Number(asked.get('r0')), t1 = Number(asked.get('r1')), now = chart && chart.window && chart.window();
    if (asked.has('r0') && t0 < t1 && now) chart.show({t0, t1, p0: now[2], p1: now[3]});
  });
})();
