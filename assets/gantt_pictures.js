/* Pictures of Gantts, drawn on the server, and the bars that take their place where there are few.

Works with assets/gantt.js; the routes of layouts.gantt.picture_routes are on the same origin.
*/
(() => {
  'use strict';
  const HEADER = 'X-Queuescope-Jobs', LARGEST = 8192;
  const SAID = {late: 'The picture of this window is late.', asking: 'The server does not answer. The picture of this window '
    + 'is asked for again.', failed: 'The server does not answer. There is no picture of this window.'};
  const q = window.queuescope;

  const barsOf = gd => gd.data.map((trace, i) => (trace.type === 'bar' || trace.meta === 'bars' ? i : -1)).filter(i => i >= 0);
  const barsHold = (gd, w) => q.metaOf(gd).drawn === 'bars' && q.within(w, q.metaOf(gd).window);

  // size: {xaxis, yaxis} with their lengths in pixels, of a picture larger than the chart
  function address(gd, w, size) {
    const meta = q.metaOf(gd), {xaxis, yaxis} = size || gd._fullLayout, sharp = Math.min(window.devicePixelRatio || 1, 3);
    const pixels = length => Math.min(Math.max(Math.round(length * sharp), 1), LARGEST);
    return `${meta.picture}${w.join('_')}_${pixels(xaxis._length)}x${Math.min(pixels(yaxis._length), 1400)}_${q.scheme(gd)}.png`
      + `?${meta.query}`;
  }
  // patient: a gesture goes on, so a picture that is under way is not given up for the next one.
  async function picture(gd, patient) {
    const meta = q.metaOf(gd), state = q.stateOf(gd), w = q.seen(gd);
    if (patient && state.asking) return;
    if (barsHold(gd, w)) { forget(gd, state); show(gd, null); return; }
    const url = address(gd, w);
    if (state.asking && state.asked === url) return;
    forget(gd, state);
    if (state.shown && state.shown.url === url) { show(gd, state.shown); return; }
    const asking = state.asking = new AbortController();
    state.asked = url;
    try {
      const answer = await q.ask(url, {signal: asking.signal, priority: 'high', take: loaded, 
        told: trouble => (document.contains(gd) ? late(gd, trouble) : asking.abort())});
      if (state.asking !== asking || !q.metaOf(gd)) return;
      if (!answer.ok) { complain(gd, answer.error); return; }
      state.shown = {url, w};
      show(gd, state.shown);
      if (answer.jobs <= meta.most) q.report(meta.group, true);
      else if (!patient) q.margins(gd, w);
    } catch (error) {
      if (error.name !== 'AbortError') throw error;
    } finally {
      if (state.asking === asking) state.asking = null;
    }
  }
  async function loaded(answer) {           // of the picture, that it is in the browser's cache before plotly is told of it
    if (!answer.ok) return {ok: false, error: (await answer.json()).error};
    await answer.blob();
    const image = new Image();
    image.src = answer.url;
    await image.decode();
    return {ok: true, jobs: Number(answer.headers.get(HEADER))};
  }
  function forget(gd, state) {              // what is under way is of no use any more
    if (state.asking) state.asking.abort();
    state.asking = null;
    late(gd, null);
  }
  function late(gd, trouble) {              // said in the chart, over what it shows until then
    q.stateOf(gd).late = Boolean(trouble);
    const home = gd.querySelector('.svg-container');
    if (home) q.offer(home, trouble ? SAID[trouble.kind] : '', trouble && trouble.again);
  }
  function complain(gd, sentence) {         // a run that is gone from the store: said where its picture was
    const text = String(sentence).replace(/&/g, '&amp;').replace(/</g, '&lt;'), title = gd.layout.title.text.split(' \u2014 ')[0];
    Plotly.relayout(gd, {'title.text': `${title} \u2014 ${text}`}).catch(() => {});
  }
  function show(gd, shown) {
    const bars = barsOf(gd), images = shown ? [imageOf(shown)] : [], now = gd.layout.images || [];
    const hidden = bars.some(i => gd.data[i].visible === false);
    if ((now.length ? now[0].source : null) === (shown ? shown.url : null) && hidden === Boolean(shown && bars.length)) return;
    if (!shown) q.stateOf(gd).shown = null;
    if (bars.length && hidden !== Boolean(shown)) Plotly.update(gd, {visible: !shown}, {images}, bars).catch(() => {});
    else Plotly.relayout(gd, {images}).catch(() => {});
  }
  // The browser could not draw the picture it had: it is asked for again, and again when somebody wants so.
  document.addEventListener('error', event => {
    const gd = event.target instanceof SVGImageElement && event.target.closest('.js-plotly-plot'), state = gd && q.stateOf(gd);
    if (!state || !state.shown || event.target.href.baseVal !== state.shown.url) return;
    const again = () => { late(gd, null); Plotly.relayout(gd, {images: []}).then(() => picture(gd)).catch(() => {}); };
    state.broken = state.shown.url === state.broken ? null : state.shown.url;
    state.shown = null;
    if (state.broken) again(); else late(gd, {kind: 'failed', again});
  }, true);
  const imageOf = ({url, w}) => ({source: url, xref: 'x', yref: 'y', x: w[0], y: w[3], sizex: w[1] - w[0], sizey: w[3] - w[2],
    xanchor: 'left', yanchor: 'top', sizing: 'stretch', layer: 'below'});

  Object.assign(q, {picture, pictureAddress: address, barsHold});
})();
