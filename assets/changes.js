/* One look at the page per frame in which anything came or went, shared by all who care.

A watcher of its own for each would look at the same thousands of changes plotly makes, each once more.

Offers window.queuescope.onChange(look): look() is called when the page is there, and in the frame after any change of
what is on it.
*/
(() => {
  'use strict';
  const lookers = [];
  let due = 0;
  function look() {
    due = 0;
    for (const one of lookers) one();
  }
  function watch() {
    new MutationObserver(() => { due = due || requestAnimationFrame(look); }).observe(document.body, {childList: true, subtree: true});
    look();
  }
  if (document.body) watch(); else document.addEventListener('DOMContentLoaded', watch);

  window.queuescope = Object.assign(window.queuescope || {}, {
    onChange: one => { lookers.push(one); if (document.body) one(); },
  });
})();
