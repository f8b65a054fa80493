/* The brush on the minimap: where in the whole the window of its group lies, moved and resized by mouse and by keys.

Works with assets/gantt.js.  The figure (layouts.plots.gantts.minimap) says {kind: "minimap", group, extent} and is never changed; the
brush is drawn over it.  Three sliders: the window, its begin and its end.  A drag elsewhere makes a new window.
*/
(() => {
  'use strict';
  const q = window.queuescope;
  const SLACK = 3, STEP = 0.1, TARGET = 24, INSIDE = 4, KEYS_REST = 250;       // pixels; share of the window; pixels; ms
  const known = new Set();                  // graphs with a brush
  let gesture = null, resting = 0;

  function minimap(gd) {
    gd.emit.queuescope = true;
    known.add(gd);
    place(gd);
    q.axesArrived(gd);
    new ResizeObserver(() => requestAnimationFrame(() => place(gd))).observe(gd);
  }
  const PARTS = [['from', 'Begin of the window'], ['window', 'Window of the charts'], ['to', 'End of the window']];
  function made(home) {
    const field = document.createElement('div');
    field.className = 'qs-brush';
    for (const side of ['before', 'after']) field.append(Object.assign(document.createElement('div'), {className: `qs-brush-${side}`}));
    for (const [part, label] of PARTS) {
      const slider = document.createElement('div');
      slider.className = `qs-brush-${part}`;
      for (const [name, value] of Object.entries({role: 'slider', tabindex: '0', 'aria-label': label, 'data-part': part})) slider.setAttribute(name, value);
      field.append(slider);
    }
    home.append(field);
    field.addEventListener('keydown', event => pressed(home.closest('.js-plotly-plot'), event));
    field.addEventListener('pointerdown', event => begun(home.closest('.js-plotly-plot'), event));
    return field;
  }
  function place(gd) {
    const meta = q.metaOf(gd), home = gd.querySelector('.svg-container'), w = meta && q.windowOf(meta.group);
    if (!document.contains(gd)) { known.delete(gd); return; }
    if (!w || !home || !gd._fullLayout || meta.kind !== 'minimap') return;
    const field = home.querySelector(':scope > .qs-brush') || made(home), {xaxis, _size} = gd._fullLayout;
    Object.assign(field.style, {left: `${xaxis._offset}px`, width: `${xaxis._length}px`, top: `${_size.t}px`, height: `${_size.h}px`});
    const [from, to] = w.slice(0, 2).map(t => Math.min(1, Math.max(0, share(meta, t))) * xaxis._length);
    const width = Math.max(to - from, 2), hit = Math.max(width, TARGET + 2 * INSIDE), middle = (from + to) / 2;
    const put = (part, left, wide) => Object.assign(field.querySelector(`.qs-brush-${part}`).style, {left: `${left}px`, width: `${wide}px`});
    put('before', 0, from);
    put('after', to, Math.max(0, xaxis._length - to));
    put('window', middle - hit / 2, hit);
    put('from', middle - hit / 2 - TARGET + INSIDE, TARGET);
    put('to', middle + hit / 2 - INSIDE, TARGET);
    field.style.setProperty('--qs-line-width', `${width}px`);
    field.style.setProperty('--qs-inset', `${(hit - width) / 2}px`);
    speak(field, meta, w);
  }
  const share = (meta, t) => (t - meta.extent[0]) / (meta.extent[1] - meta.extent[0]);
  function speak(field, meta, w) {
    const texts = {from: q.moment(w[0]), to: q.moment(w[1]), window: `${q.moment(w[0])} to ${q.moment(w[1])}, ${q.human(w[1] - w[0])}`};
    const now = {from: w[0], to: w[1], window: (w[0] + w[1]) / 2};
    for (const [part] of PARTS) {
      const slider = field.querySelector(`.qs-brush-${part}`), [low, high] = meta.extent;
      const said = {'aria-valuemin': low, 'aria-valuemax': high, 'aria-valuenow': now[part], 'aria-valuetext': texts[part]};
      for (const [name, value] of Object.entries(said)) slider.setAttribute(name, String(typeof value === 'number' ? Math.round(value) : value));
    }
  }

  // ---- pointers ---------------------------------------------------------------------------------------------------
  function begun(gd, event) {
    if (event.button !== 0) return;
    const meta = q.metaOf(gd), field = event.currentTarget, box = field.getBoundingClientRect(), w = q.windowOf(meta.group);
    const part = event.target.dataset.part || 'new', time = x => meta.extent[0] + (x - box.left) / box.width * (meta.extent[1] - meta.extent[0]);
    gesture = {meta, part, w, time, x: event.clientX, at: time(event.clientX), began: false};
    field.setPointerCapture(event.pointerId);
    field.onpointermove = moved;
    field.onpointerup = field.onpointercancel = ended;
    event.preventDefault();
    const slider = field.querySelector(`.qs-brush-${part}`);
    if (slider) slider.focus({preventScroll: true});
  }
  function moved(event) {
    if (!gesture || !gesture.began && Math.abs(event.clientX - gesture.x) <= SLACK) return;
    gesture.began = true;
    const w = brushed(gesture, gesture.time(event.clientX));
    q.glide(gesture.meta.group, w);
  }
  function brushed({part, w, at, meta}, t) {
    const [low, high] = meta.extent, now = Math.min(Math.max(t, low), high), by = t - at;
    if (part === 'window') return [w[0] + by, w[1] + by, w[2], w[3]];
    const [a, b] = part === 'new' ? [at, now] : part === 'from' ? [w[0] + by, w[1]] : [w[0], w[1] + by];
    return [Math.max(low, Math.min(a, b)), Math.min(high, Math.max(a, b)), w[2], w[3]];
  }
  function ended(event) {
    const done = gesture;
    gesture = null;
    event.currentTarget.onpointermove = event.currentTarget.onpointerup = event.currentTarget.onpointercancel = null;
    if (!done) return;
    if (done.began) { q.land(done.meta.group); return; }
    if (done.part !== 'new') return;        // a click beside the brush brings the window there
    const half = (done.w[1] - done.w[0]) / 2;
    q.move(done.meta.group, q.clamped([done.at - half, done.at + half, done.w[2], done.w[3]], q.extentOf(done.meta.group)), null, true);
  }

  // ---- keys -------------------------------------------------------------------------------------------------------
  function pressed(gd, event) {
    const meta = q.metaOf(gd), part = event.target.dataset.part, w = part && q.windowOf(meta.group);
    const by = {ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP, PageUp: 1, PageDown: -1}[event.code];
    if (!w || event.ctrlKey || event.altKey || event.metaKey) return;
    const [low, high] = meta.extent, span = w[1] - w[0], shift = by * span * (event.shiftKey ? 5 : 1);
    const to = {Home: [low, low + span], End: [high - span, high]}[event.code];
    if (by === undefined && (!to || part !== 'window')) return;
    const next = to && part === 'window' ? to : part === 'window' ? [w[0] + shift, w[1] + shift]
      : part === 'from' ? [Math.min(w[0] + shift, w[1] - span / 20), w[1]] : [w[0], Math.max(w[1] + shift, w[0] + span / 20)];
    q.glide(meta.group, [...next, w[2], w[3]]);
    clearTimeout(resting);
    resting = setTimeout(() => q.land(meta.group), KEYS_REST);
    event.preventDefault();
    event.stopPropagation();
  }
  q.watch(group => { for (const gd of known) if (!group || !q.metaOf(gd) || q.metaOf(gd).group === group) place(gd); });

  Object.assign(q, {minimap});
})();
