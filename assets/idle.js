/* The plot of idle processors: where it is clicked, and stretches of its list.

What this expects of the page
- Figures whose layout.meta.queuescope.idle lists {run, axis} of each row (layouts.plots.underutilization).
- dcc.Store "idle-asked": receives {run, t, p, at}; the server says which area that is and selects it.
- Buttons with data-from and data-to but no data-job: the charts move to that stretch of time.

A drag is plotly's (zoom), and so is a click with a key held down; only a plain click that does not move asks.
*/
(() => {
  'use strict';
  const CLICK = 4, HELD = 4000;             // pixels; ms in which the page may grow above what was clicked
  let pressed = null;

  // What is selected is told above this chart, too, and must not push it out of sight while it is being looked at.
  function hold(element) {
    const top = element.getBoundingClientRect().top;
    const grown = new ResizeObserver(() => {
      const by = element.getBoundingClientRect().top - top;
      if (Math.abs(by) > 1) window.scrollBy({top: by, behavior: 'instant'});
    });
    const free = () => {
      grown.disconnect();
      for (const name of ['wheel', 'keydown', 'mousedown']) document.removeEventListener(name, free, true);
    };
    grown.observe(document.body);
    for (const name of ['wheel', 'keydown', 'mousedown']) document.addEventListener(name, free, {capture: true, passive: true});
    setTimeout(free, HELD);
  }
  function chartAt(event) {                 // plotly lays a cover over the page while a button is down
    for (const node of document.elementsFromPoint(event.clientX, event.clientY)) {
      const gd = node.closest('.js-plotly-plot');
      if (gd) return gd.layout && gd.layout.meta && (gd.layout.meta.queuescope || {}).idle ? gd : null;
    }
    return null;
  }
  function pointAt(gd, event) {
    const box = gd.getBoundingClientRect(), full = gd._fullLayout, x = event.clientX - box.left - full.xaxis._offset;
    if (x < 0 || x > full.xaxis._length) return null;
    for (const {run, axis} of gd.layout.meta.queuescope.idle) {
      const yaxis = full[axis.replace('y', 'yaxis')], y = event.clientY - box.top - yaxis._offset;
      if (y >= 0 && y <= yaxis._length) return {run, t: full.xaxis.p2d(x), p: yaxis.p2d(y), at: Date.now()};
    }
    return null;
  }
  const plain = event => event.button === 0 && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
  document.addEventListener('mousedown', event => { pressed = plain(event) ? [event.clientX, event.clientY] : null; }, true);
  document.addEventListener('mouseup', event => {
    const from = pressed;
    pressed = null;
    if (!from || Math.hypot(event.clientX - from[0], event.clientY - from[1]) > CLICK) return;
    if (event.target.closest && event.target.closest('.modebar, button, a')) return;
    const gd = chartAt(event), point = gd && gd._fullLayout && pointAt(gd, event);
    if (!point) return;
    hold(gd);
    window.queuescope.tell('idle-asked', point);
  }, true);
  document.addEventListener('click', event => {
    const button = event.target.closest && event.target.closest('button[data-from]:not([data-job])');
    const t0 = button ? Number(button.dataset.from) : NaN, t1 = button ? Number(button.dataset.to) : NaN;
    if (!(t1 > t0) || !window.queuescope.focus) return;
    hold(button);
    window.queuescope.focus(t0, t1);
  });
})();
