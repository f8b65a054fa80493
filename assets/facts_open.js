/* Whether the panel of facts is open stands as a class on the page, which makes room for it.

A style that asks for the panel's content (:has) would be asked again at every change anywhere, and plotly makes
thousands of those: two thirds of the time until a comparison is drawn.
*/
(() => {
  'use strict';
  let panel = null;
  const inside = new MutationObserver(tell);
  function tell() {
    document.documentElement.classList.toggle('qs-facts-open', Boolean(panel && panel.childElementCount));
  }
  function look() {                         // another page has another panel, or none
    const found = document.querySelector('.qs-facts');
    if (found === panel) return;
    panel = found;
    inside.disconnect();
    if (panel) inside.observe(panel, {childList: true});
    tell();
  }
  function begin() {
    let due = false;
    new MutationObserver(() => { if (!due) { due = true; requestAnimationFrame(() => { due = false; look(); }); } })
      .observe(document.body, {childList: true, subtree: true});
    look();
  }
  if (document.body) begin(); else document.addEventListener('DOMContentLoaded', begin);
})();
