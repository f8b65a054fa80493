/* The instant under the pointer in every panel of its group, what a picture shows at the pointer, and its campaign lit.

Works with assets/gantt.js and its kin, and expects nothing of the page.  Lines and tip are drawn above
the page, out of reach of plotly and of pointers; assistive technology reads the same facts after a click ("picked").
*/
(() => {
  'use strict';
  const REST = 40;                          // ms the pointer rests before the server is asked
  const lines = [];
  let tip = null, timer = 0, asking = null, frame = 0;     // asking: one request at a time, given up when the pointer moves on

  function element(name) {
    const made = document.createElement('div');
    made.className = name;
    made.setAttribute('aria-hidden', 'true');
    document.body.appendChild(made);
    return made;
  }
  function gone() {                         // the charts have moved under the pointer: also no line that is due
    cancelAnimationFrame(frame);
    hide();
  }
  function hide() {
    clearTimeout(timer);
    if (asking) asking.abort();
    asking = null;
    for (const line of lines) line.hidden = true;
    if (tip) tip.hidden = true;
    if (window.queuescope && window.queuescope.dark) window.queuescope.dark();      // its kin may not have come yet
  }
  function cross(at) {
    const panels = window.queuescope.graphs(at.meta.group);
    panels.forEach((gd, i) => {
      const line = lines[i] || (lines[i] = element('qs-crosshair'));
      const area = window.queuescope.areaOf(gd), x = window.queuescope.xOf(gd, at.t);
      line.hidden = !(x >= area.left && x <= area.right);
      Object.assign(line.style, {left: `${x}px`, top: `${area.top}px`, height: `${area.bottom - area.top}px`});
    });
    for (const line of lines.slice(panels.length)) line.hidden = true;
  }
  async function tell(at, x, y) {
    const mine = asking = new AbortController(), facts = await window.queuescope.found(at.meta, at.point, mine.signal);
    if (mine !== asking || !facts || !facts.lines) return;
    window.queuescope.light(at, facts, mine.signal);
    if (!drawsPicture(at.gd)) return;       // bars say it themselves
    tip = tip || element('qs-tip');
    tip.replaceChildren(...facts.lines.map(text => Object.assign(document.createElement('div'), {textContent: text})));
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(x + 14, window.innerWidth - box.width - 8))}px`;
    tip.style.top = `${y + 18 + box.height > window.innerHeight ? y - box.height - 10 : y + 18}px`;
  }
  const drawsPicture = gd => (gd.layout.images || []).length > 0;

  document.addEventListener('mousemove', event => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const at = window.queuescope && window.queuescope.under && event.buttons === 0 ? window.queuescope.under(event) : null;
      hide();
      if (!at) return;
      cross(at);
      if (at.point) timer = setTimeout(tell, REST, at, event.clientX, event.clientY);
    });
  }, {passive: true});
  for (const name of ['mousedown', 'wheel', 'scroll', 'keydown']) document.addEventListener(name, gone, {passive: true, capture: true});
  for (const name of ['resize', 'blur', 'popstate']) window.addEventListener(name, gone);
  document.documentElement.addEventListener('mouseleave', gone);
  new ResizeObserver(gone).observe(document.documentElement);
})();
