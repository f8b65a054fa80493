/* The selected range of time, perhaps of some rows: drawn over every chart of time and moved with them.

Works with assets/gantt.js; the range is the dcc.Store "range": {r0, r1} or {r0, r1, q0, q1} in seconds and processors,
null for none.  keys.js tells it of a range that comes from the address.  Offers window.queuescope.{drawRange(range),
setRange(range), range()}.
*/
(() => {
  'use strict';
  const q = window.queuescope;
  let kept = null;

  const fine = range => range && ['r0', 'r1'].every(key => Number.isFinite(range[key])) && range.r1 > range.r0 ? range : null;
  const ofRows = range => Number.isFinite(range.q0) && Number.isFinite(range.q1);

  function place(gd) {
    const home = gd.querySelector('.svg-container'), w = q.seen(gd);
    let box = home && home.querySelector(':scope > .qs-span');
    const at = kept && w && gd._fullLayout && home ? edges(gd, w) : null;
    if (!at) { if (box) box.hidden = true; return; }
    if (!box) {
      box = document.createElement('div');
      box.className = 'qs-span';
      box.setAttribute('aria-hidden', 'true');
      home.appendChild(box);
    }
    box.hidden = false;
    box.classList.toggle('qs-open-left', at.openLeft);
    box.classList.toggle('qs-open-right', at.openRight);
    Object.assign(box.style, {left: `${at.left}px`, width: `${at.width}px`, top: `${at.top}px`, height: `${at.height}px`});
  }
  // Where the range is inside a chart, in pixels; null where it is outside of the window.
  function edges(gd, w) {
    const {xaxis, _size} = gd._fullLayout, share = value => (value - w[0]) / (w[1] - w[0]);
    const from = Math.max(0, share(kept.r0)), to = Math.min(1, share(kept.r1));
    if (to < 0 || from > 1) return null;
    const [high, low] = ofRows(kept) && q.isGantt(gd) && !q.ofCampaigns(gd)
      ? [kept.q1, kept.q0].map(row => Math.min(1, Math.max(0, (w[3] - row) / (w[3] - w[2])))) : [0, 1];
    return {left: xaxis._offset + from * xaxis._length, width: Math.max(1, (to - from) * xaxis._length), top: _size.t + high * _size.h,
      height: Math.max(1, (low - high) * _size.h), openLeft: share(kept.r0) < 0, openRight: share(kept.r1) > 1};
  }
  function drawRange(range) {
    kept = fine(range);
    for (const gd of q.graphs()) place(gd);
  }
  function setRange(range) {
    const before = kept;
    drawRange(range);
    q.tell('range', kept);
    if (kept) q.say(`selected ${q.human(kept.r1 - kept.r0)} from ${q.moment(kept.r0)}${said(kept)}`);
    else if (before) q.say('no range is selected');
  }
  const said = range => (ofRows(range) ? `, rows ${Math.floor(range.q0) + 1} to ${Math.ceil(range.q1)}` : '');
  q.watch((group, w, gd) => (gd ? [gd] : q.graphs(group)).forEach(place));

  Object.assign(q, {drawRange, setRange, range: () => kept});
})();
