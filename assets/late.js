/* Views far below what is seen come when they are near: a comparison has seventeen, a window shows three.

What this expects of the page (layouts/pages/compare/views/late.py)
- Places .qs-late whose id is that of a Dash component, with a .qs-coming in them until their content is there; a place is
  asked for by its n_clicks.  Places .qs-now are asked for at once.
Printing by its keys waits until all is there.

Offers window.queuescope.bring(place), and drawAll(): a promise that every view is there and drawn.
*/
(() => {
  'use strict';
  const q = window.queuescope;
  const NEAR = '400px 0px', PATIENCE = 60000, LOOK = 100;
  const coming = place => place.querySelector(':scope > .qs-coming');
  const places = () => [...document.querySelectorAll('.qs-late')].filter(coming);
  const viewOf = place => JSON.parse(place.id).plot;
  const shown = new Set();                  // views that came: of another baseline they come again by themselves

  function bring(place) {
    const waits = coming(place);
    if (!waits || waits.dataset.asked === place.id) return;     // asked once; of other runs the place has another id
    waits.dataset.asked = place.id;
    shown.add(viewOf(place));
    window.dash_clientside.set_props(JSON.parse(place.id), {n_clicks: 1});
  }
  const near = new IntersectionObserver(seen => {
    for (const {target, isIntersecting} of seen) if (isIntersecting) bring(target);
  }, {rootMargin: NEAR});

  function look() {
    if (!document.querySelector('.qs-late')) shown.clear();
    for (const place of places()) {
      if (place.matches('.qs-now') || shown.has(viewOf(place))) bring(place);
      else { near.unobserve(place); near.observe(place); }      // told again whether it is near
    }
  }
  q.onChange(look);

  const undrawn = () => [...document.querySelectorAll('#page .dash-graph')].some(holder => holder.offsetParent
    && !holder.querySelector('.js-plotly-plot .main-svg'));
  q.bring = bring;
  q.drawAll = () => new Promise((done, failed) => {
    const latest = performance.now() + PATIENCE;
    places().forEach(bring);
    (function check() {
      if (!places().length && !undrawn()) done();
      else if (performance.now() > latest) failed(new Error('some figures did not come'));
      else setTimeout(check, LOOK);
    })();
  });
  document.addEventListener('keydown', event => {
    if (event.code !== 'KeyP' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || !places().length) return;
    event.preventDefault();
    q.drawAll().catch(() => {}).then(() => window.print());
  });
})();
