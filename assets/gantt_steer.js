/* The ways to move all charts of a group: to a window, to everything, nearer and farther, sideways, up and down.

Works with assets/gantt.js; gestures (gantt_mouse.js), keys (keys.js) and buttons of the page all go through here.
at: {t, p}, the point that stays where it is; without it the middle.  live: the gesture goes on.
Offers window.queuescope.{show, fit, zoom, zoomRows, pan, panRows, rowsZoomed, window, current, focus}.
*/
(() => {
  'use strict';
  const q = window.queuescope;
  const LEAST_ROWS = 1, AROUND = 0.25;      // rows that stay visible; share of a job's window left free around it
  let last = null;                          // the chart used last: pointed at, clicked or focused

  const any = () => q.gantts()[0] || q.graphs()[0] || null;
  const groupOf = gd => gd && q.metaOf(gd) ? q.metaOf(gd).group : null;
  function current(wanted) {                // the Gantt chart somebody means: under the pointer, focused, used last, first
    const fits = gd => gd && document.contains(gd) && q.metaOf(gd) && q.isGantt(gd) && (!wanted || wanted(gd));
    const at = q.pointer && q.pointer(), focused = document.activeElement && document.activeElement.querySelector('.js-plotly-plot');
    return [at && at.gd, focused, last, ...q.gantts()].find(fits) || null;
  }
  const touch = gd => { last = gd; };
  const only = group => group || groupOf(last && document.contains(last) ? last : any());
  const go = (group, w, live, fresh) => {
    if (live) q.glide(group, w, fresh); else q.move(group, q.clamped(w, q.extentOf(group)), null, true, fresh);
  };

  function show(w, group) {
    const g = only(group), extent = g && q.extentOf(g);
    if (extent) go(g, ['t0', 't1', 'p0', 'p1'].map((key, i) => w[key] ?? extent[i]));
  }
  function fit(group) {
    const g = only(group);
    if (g && q.extentOf(g)) q.move(g, q.everything(g), null, true, q.gantts(g).some(q.ofCampaigns));
  }
  function nearer([a, b], factor, at) {
    const middle = at === undefined || at === null || at < a || at > b ? (a + b) / 2 : at;
    return [middle - (middle - a) / factor, middle + (b - middle) / factor];
  }
  function zoom(factor, at, live, group) {
    const g = only(group), w = g && q.windowOf(g);
    if (w) go(g, [...nearer(w, factor, at && at.t), w[2], w[3]], live);
  }
  function pan(share, live, group) {
    const g = only(group), w = g && q.windowOf(g), by = w && share * (w[1] - w[0]);
    if (w) go(g, [w[0] + by, w[1] + by, w[2], w[3]], live);
  }

  // Rows are those of the chart that is meant: of processors all share them, of campaigns these have their own.
  function toRows(gd, rows, live) {
    const g = groupOf(gd), w = q.windowOf(g);
    if (q.ofCampaigns(gd)) { q.ownRows(gd, rows); go(g, w, live, true); } else go(g, [w[0], w[1], ...rows], live);
  }
  function zoomRows(factor, at, live, meant) {
    const gd = meant || current(), rows = gd && q.seen(gd).slice(2);
    if (!gd) return;
    const most = Math.max(1, (rows[1] - rows[0]) / LEAST_ROWS);
    toRows(gd, nearer(rows, Math.min(factor, most), at && at.p), live);
  }
  function panRows(share, live, meant) {
    const gd = meant || current(), rows = gd && q.seen(gd).slice(2), by = gd && share * (rows[1] - rows[0]);
    if (gd) toRows(gd, [rows[0] + by, rows[1] + by], live);
  }
  function rowsZoomed(gd) {
    const [, , low, high] = q.seen(gd), all = q.ofCampaigns(gd) ? q.metaOf(gd).extent : q.extentOf(groupOf(gd));
    return high - low < (all[3] - all[2]) * (1 - 1e-9);
  }
  function focus(t0, t1, group) {           // a window around a stretch of time; false where it is shown already
    const g = only(group), w = g && q.windowOf(g), free = AROUND * Math.max(t1 - t0, 1e-9);
    if (!w || !(t1 > t0)) return false;
    const wanted = q.clamped([t0 - free, t1 + free, w[2], w[3]], q.extentOf(g));
    if (q.same(wanted, w)) return false;
    q.move(g, wanted, null, true);
    return true;
  }

  Object.assign(q, {show, fit, zoom, zoomRows, pan, panRows, rowsZoomed, current, touch, focus,
    window: group => { const g = only(group); return g ? q.windowOf(g) : null; }});
})();
