/* What lies beside the window: once a picture rests, one of three windows in time (and in rows, where these are zoomed) is
fetched, and while the charts move it fills what the picture of the window does not reach.

Works with assets/gantt.js and gantt_pictures.js.  It lies behind the chart, out of reach of plotly.
Offers window.queuescope.margins(gd, w).
*/
(() => {
  'use strict';
  const q = window.queuescope;
  const IDLE = 900;                         // ms of rest before it is asked: nobody is to wait for it
  const COARSER = 2;                        // times wider pixels: it is seen while charts move, and not long
  let queue = Promise.resolve();            // one at a time: a gesture that begins meanwhile waits for one at most
  const kept = new WeakMap();               // graph -> {timer, url, w, image}

  function margins(gd, w) {
    const state = kept.get(gd) || {};
    kept.set(gd, state);
    clearTimeout(state.timer);
    state.timer = setTimeout(() => { queue = queue.then(() => ask(gd, w, state)).catch(() => {}); }, IDLE);
  }
  // [low, high, pixels]: the window and as much on either side as there is, in whole pixels, so that both fit together
  function widened(low, high, from, to, length) {
    const unit = (high - low) / length, before = Math.min(length, Math.ceil(Math.max(0, low - from) / unit - 1e-9));
    const after = Math.min(length, Math.ceil(Math.max(0, to - high) / unit - 1e-9));
    return [low - before * unit, high + after * unit, Math.round(length) + before + after];
  }
  async function ask(gd, w, state) {
    if (!document.contains(gd) || !gd._fullLayout || !q.onScreen(gd) || !q.same(w, q.seen(gd)) || document.hidden) return;
    const {xaxis, yaxis} = gd._fullLayout, extent = q.metaOf(gd).extent;
    const [t0, t1, across] = widened(w[0], w[1], extent[0], extent[1], xaxis._length);
    const [low, high, up] = widened(w[2], w[3], extent[2], extent[3], yaxis._length), wide = [t0, t1, low, high];
    if (q.same(wide, w) || q.stateOf(gd).asking) return;
    const url = q.pictureAddress(gd, wide, {xaxis: {_length: across / COARSER}, yaxis: {_length: up}});
    if (state.url === url) return;
    const image = new Image();
    image.src = url;
    image.alt = '';
    try { await image.decode(); } catch { return; }
    Object.assign(state, {url, w: wide, image, scheme: q.scheme(gd)});
    place(gd);
  }
  function place(gd) {
    const state = kept.get(gd), home = gd.querySelector('.svg-container'), images = gd.layout.images || [];
    let frame = home && home.querySelector(':scope > .qs-margin');
    const w = q.seen(gd), useful = home && w && state && state.image && images.length && state.scheme === q.scheme(gd)
      && state.url.startsWith(q.metaOf(gd).picture) && !q.within(w, boxOf(images[0])) && overlap(w, state.w);
    if (!useful) { if (frame) frame.hidden = true; return; }
    if (!frame) {
      frame = document.createElement('div');
      frame.className = 'qs-margin';
      frame.setAttribute('aria-hidden', 'true');
      home.prepend(frame);
    }
    frame.hidden = false;
    if (frame.firstChild !== state.image) frame.replaceChildren(state.image);
    const {xaxis, _size} = gd._fullLayout, width = xaxis._length, height = _size.h;
    Object.assign(frame.style, {left: `${xaxis._offset}px`, top: `${_size.t}px`, width: `${width}px`, height: `${height}px`,
      clipPath: around(rect(w, boxOf(images[0]), width, height), width, height)});
    const [left, top, right, bottom] = rect(w, state.w, width, height);
    Object.assign(state.image.style, {left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px`});
  }
  const boxOf = image => [image.x, image.x + image.sizex, image.y - image.sizey, image.y];
  const overlap = (a, b) => a[0] < b[1] && a[1] > b[0] && a[2] < b[3] && a[3] > b[2];
  const rect = (w, box, width, height) => [(box[0] - w[0]) / (w[1] - w[0]) * width, (w[3] - box[3]) / (w[3] - w[2]) * height,
    (box[1] - w[0]) / (w[1] - w[0]) * width, (w[3] - box[2]) / (w[3] - w[2]) * height];
  function around([left, top, right, bottom], width, height) {      // all of the chart but where its own picture is
    return `path(evenodd, "M0 0H${width}V${height}H0ZM${left} ${top}H${right}V${bottom}H${left}Z")`;
  }
  q.watch((group, w, gd) => (gd ? [gd] : q.gantts(group).filter(q.onScreen)).filter(q.isGantt).forEach(place));

  Object.assign(q, {margins});
})();
