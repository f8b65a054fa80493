/* The panel of facts: what is known of a job at once, before the page has made the panel; and room for it.

What this expects of the page: an element "facts" (class qs-facts), in it a .qs-drawer with data-about, the row of jobs it
is about.  assets/gantt_pick.js tells what was found under the pointer; its lines stand where the panel comes until the
panel of that job is there.  This is a matter of a tenth of a second, or more where the browser has much to draw.

That the panel is open stands as a class on the page, which makes room for it.  A style that asks for the panel's
content (:has) would be asked again at every change anywhere, and plotly makes thousands of those: two thirds of the
time until a comparison is drawn.

Offers window.queuescope.firstLook(facts, where): facts of a job as the /pick route tells them, or null, and the chart
they were found in.
*/
(() => {
  'use strict';
  const PATIENCE = 8000;                    // ms: a panel that has not come by then does not come
  const q = window.queuescope;
  let first = null;                         // {node, job, timer}: what stands there until the panel comes
  const panel = () => document.getElementById('facts');

  function look() {
    const drawer = panel() && panel().firstElementChild;
    if (first && (!panel() || (drawer && drawer.dataset.about === first.job))) gone();
    document.documentElement.classList.toggle('qs-facts-open', Boolean(drawer || first));
  }
  function gone() {
    clearTimeout(first.timer);
    first.node.remove();
    first = null;
  }
  function firstLook(facts, where) {
    const job = facts && Number.isInteger(facts.job) ? String(facts.job) : null, drawer = panel() && panel().firstElementChild;
    if (first) gone();
    if (job !== null && panel() && !(drawer && drawer.dataset.about === job)) {
      first = {node: written(facts.lines || [], where), job, timer: setTimeout(() => { gone(); look(); }, PATIENCE)};
      document.body.appendChild(first.node);
    }
    look();
  }
  function written([head, ...lines], where) {     // no live region: the panel that follows speaks
    const node = document.createElement('div');
    node.className = 'qs-first-look';
    const say = (kind, text) => { const made = document.createElement(kind); made.textContent = text; node.appendChild(made); };
    if (head) say('h2', head.charAt(0).toUpperCase() + head.slice(1));
    for (const line of where ? [where, ...lines] : lines) say('p', line);
    return node;
  }

  q.onChange(look);
  Object.assign(q, {firstLook});
})();
