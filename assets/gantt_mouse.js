/* The mouse over charts of time: Shift+drag pans, Alt+drag or the Select tool makes a range, the wheel scrolls zoomed
rows, Ctrl+wheel (also a pinch) zooms time at the pointer, Ctrl+Shift+wheel zooms rows.

Works with assets/gantt.js, gantt_steer.js and gantt_range.js.  A plain drag (zoom) and a double click (everything) are
plotly's own; what begins here never reaches it, as it would pan on Shift and knows nothing of ranges.
Offers window.queuescope.{pointer(), tool(on)}.
*/
(() => {
  'use strict';
  const q = window.queuescope;
  const REST = 120, SLACK = 4;              // ms without a turn of the wheel that end a gesture; pixels that are no drag
  const NOTCH = 60, STRENGTH = 0.0075, LINE = 33;
  const FLAT = 14;                          // pixels: a range lower than this is one of time alone
  let gesture = null, resting = 0, where = null, selecting = false;

  // ---- where the pointer is ---------------------------------------------------------------------------------------
  document.addEventListener('mousemove', event => { where = {clientX: event.clientX, clientY: event.clientY}; }, {passive: true, capture: true});
  document.documentElement.addEventListener('mouseleave', () => { where = null; });
  const pointer = () => where && q.under(where);
  const rowsOf = at => (at.point ? {p: at.point.p} : {});

  // ---- drags ------------------------------------------------------------------------------------------------------
  const kindOf = event => (event.shiftKey && !event.altKey && !event.ctrlKey ? 'pan'
    : (event.altKey || selecting) && !event.shiftKey && !event.ctrlKey ? 'range' : null);
  document.addEventListener('mousedown', event => {
    const at = event.button === 0 && q.under(event), kind = at && kindOf(event);
    if (at) q.touch(q.isGantt(at.gd) ? at.gd : null);
    if (!kind || !q.windowOf(at.meta.group) || event.target.closest('.modebar, button, a, input')) return;
    event.preventDefault();                 // no text is selected; whatever had the focus would keep it
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    event.stopPropagation();
    gesture = {kind, gd: at.gd, group: at.meta.group, x: event.clientX, y: event.clientY, w: q.seen(at.gd), all: q.windowOf(at.meta.group),
      area: q.areaOf(at.gd), began: false};
  }, true);
  document.addEventListener('mousemove', event => {
    if (!gesture) return;
    event.stopPropagation();
    if (!gesture.began && Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) <= SLACK) return;
    gesture.began = true;
    document.documentElement.classList.toggle('qs-grabbing', gesture.kind === 'pan');
    if (gesture.kind === 'pan') panned(gesture, event); else q.drawRange(spanned(gesture, event));
  }, true);
  document.addEventListener('mouseup', event => {
    if (!gesture) return;
    const done = gesture;
    gesture = null;
    document.documentElement.classList.remove('qs-grabbing');
    if (!done.began) return;
    if (done.kind === 'pan') q.land(done.group); else q.setRange(spanned(done, event));
  }, true);

  function panned({gd, group, x, y, w, all, area}, event) {
    const along = (w[1] - w[0]) * (event.clientX - x) / (area.right - area.left);
    const up = q.isGantt(gd) ? (w[3] - w[2]) * (event.clientY - y) / (area.bottom - area.top) : 0;
    const own = q.isGantt(gd) && q.ofCampaigns(gd), rows = own || !q.isGantt(gd) ? all.slice(2) : [w[2] + up, w[3] + up];
    if (own && q.rowsZoomed(gd)) q.ownRows(gd, [w[2] + up, w[3] + up]);
    q.glide(group, [w[0] - along, w[1] - along, ...rows], own);
  }
  function spanned({gd, x, y, w, area}, event) {        // the range between where the drag began and where it is
    const between = (value, low, high) => Math.min(Math.max(value, low), high);
    const time = px => w[0] + (w[1] - w[0]) * (between(px, area.left, area.right) - area.left) / (area.right - area.left);
    const row = px => w[2] + (w[3] - w[2]) * (area.bottom - between(px, area.top, area.bottom)) / (area.bottom - area.top);
    const [r0, r1] = [time(x), time(event.clientX)].sort((a, b) => a - b);
    const flat = Math.abs(event.clientY - y) < FLAT || !q.isGantt(gd) || q.metaOf(gd).rows !== 'p';
    const [q0, q1] = flat ? [] : [row(y), row(event.clientY)].sort((a, b) => a - b);
    return flat ? {r0, r1} : {r0, r1, q0, q1};
  }

  // ---- the Select tool --------------------------------------------------------------------------------------------
  function tool(on) {                       // whether a plain drag makes a range
    if (on !== undefined) selecting = on;
    document.documentElement.classList.toggle('qs-selecting', selecting);
    const button = document.getElementById('select-tool'), said = String(selecting);
    if (button && button.getAttribute('aria-pressed') !== said) button.setAttribute('aria-pressed', said);
    return selecting;
  }
  document.addEventListener('click', event => {
    if (!event.target.closest) return;
    if (event.target.closest('#select-tool')) tool(!selecting);
    if (event.target.closest('#rows-in')) q.zoomRows(2);
    if (event.target.closest('#rows-out')) q.zoomRows(0.5);
  });
  document.addEventListener('dblclick', event => {      // with the tool plotly does not get to know of it
    const at = selecting && q.under(event);
    if (at) q.fit(at.meta.group);
  }, true);
  q.watch(() => tool());                    // the button may have been drawn anew

  // ---- the wheel --------------------------------------------------------------------------------------------------
  const turned = event => [event.deltaX, event.deltaY].map(by => by * (event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? 400 : 1));
  function end(group) {
    clearTimeout(resting);
    resting = setTimeout(() => q.land(group), REST);
  }
  document.addEventListener('wheel', event => {
    const at = q.under(event), group = at && at.meta.group;
    if (!at || !q.windowOf(group)) return;
    const [across, down] = turned(event), gantt = q.isGantt(at.gd), by = event.shiftKey ? across || down : down;
    if (event.ctrlKey || event.metaKey) {
      const factor = Math.exp(-Math.min(Math.max(by, -NOTCH), NOTCH) * STRENGTH);
      if (event.shiftKey && gantt) q.zoomRows(factor, rowsOf(at), true, at.gd); else q.zoom(factor, {t: at.t}, true, group);
    } else if (Math.abs(across) > Math.abs(down) || event.shiftKey) {
      if (!pannable(group, across || down)) return;
      q.pan((across || down) / (at.gd._fullLayout.xaxis._length || 1), true, group);
    } else if (gantt && q.rowsZoomed(at.gd) && scrollable(at.gd, down)) {
      q.panRows(-down / (at.gd._fullLayout.yaxis._length || 1), true, at.gd);
    } else return;
    event.preventDefault();
    end(group);
  }, {passive: false, capture: true});
  function scrollable(gd, down) {           // at the last row the page scrolls on
    const w = q.seen(gd), all = q.ofCampaigns(gd) ? q.metaOf(gd).extent : q.extentOf(q.metaOf(gd).group), least = 1e-6 * (w[3] - w[2]);
    return down > 0 ? w[2] > all[2] + least : w[3] < all[3] - least;
  }
  function pannable(group, across) {
    const w = q.windowOf(group), all = q.extentOf(group), least = 1e-6 * (w[1] - w[0]);
    return across < 0 ? w[0] > all[0] + least : w[1] < all[1] - least;
  }

  Object.assign(q, {pointer, tool});
})();
