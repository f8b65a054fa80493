/* Gantts and time plots that move together: whose window is where, and what the page is told of it.

What this expects of the page
- Figures of layouts.plots.gantt and layouts.plots.underutilization, in dcc.Graph components, anywhere and any number.
  layout.meta.queuescope says all about a figure: kind (gantt | time), group (those of one group move together), run,
  source, rows (p: processors, c: rows of campaigns), extent and window [t0, t1, low, high], drawn (bars | picture),
  most, picture, version, pick.  No class, id or data attribute is needed; a class "qs-gantt" on the graph or around it
  gets crisp pixels (assets/gantt.css).
- dcc.Store "gantt-window" (optional): receives {group, t0, t1, p0, p1, c0, c1, full, bars, seq} when a window has come to
  rest.  bars true: at least one Gantt has so few jobs in this window that bars should replace its picture, so answer
  with new figures of this window (View(t0, t1, p0, p1, c0, c1)); bars false: nothing but the address of the page need
  change.  full true: everything is shown.  Answers may be late or missing; the picture stays until then.
- Ranges, pictures and outlines are set here, and Dash is not told of them (no relayoutData from these graphs): a
  figure it sends again, say in another color scheme, is brought to the window of its group by itself.
- Of its kin, loaded after it, but for calendar.js and changes.js: gantt_cursor.js, gantt_hover.js, gantt_lit.js, gantt_margins.js, gantt_minimap.js,
  gantt_mouse.js, gantt_pick.js, gantt_pictures.js, gantt_range.js, gantt_steer.js, gantt_ticks.js.

All charts of a group share their time; those with processors share these, those with rows of campaigns share these.
While a gesture goes on the charts on the screen follow it, all of them in the same frame; the others, new pictures and
what the page is told of the window wait for its end.

What it offers its kin: window.queuescope.{windowOf, extentOf, everything, ownRows, clamped, move, glide, land,
watch, metaOf, stateOf, graphs, gantts, isGantt, ofCampaigns, seen, same, within, onScreen, scheme, tell, report,
reticked}.  The minimap of a group is none of its charts.
*/
(() => {
  'use strict';
  const AT_REST = 450, TOGETHER = 40, ASKED = 100, ELSEWHERE = 300;        // ms
  const states = new WeakMap();             // graph -> what was done to it
  const windows = new Map();                // group -> [t0, t1, p0, p1]
  const rows = new Map();                   // group -> [c0, c1]; all rows of campaigns where there is none
  const reports = new Map();                // group -> {timer, bars}
  const glides = new Map();                 // group -> {frame, w, asked}: where a gesture has brought it
  const watchers = [];                      // told of every window of a group
  let sent = 0, elsewhere = 0;
  const kin = () => window.queuescope;

  const metaOf = gd => gd && gd.layout && gd.layout.meta && gd.layout.meta.queuescope;
  const stateOf = gd => states.get(gd);
  const graphs = group => [...document.querySelectorAll('.js-plotly-plot')]
    .filter(gd => states.has(gd) && gd._fullLayout && metaOf(gd) && metaOf(gd).kind !== 'minimap' && (!group || metaOf(gd).group === group));
  const gantts = group => graphs(group).filter(gd => metaOf(gd).kind === 'gantt');
  const isGantt = gd => metaOf(gd).kind === 'gantt';
  const ofCampaigns = gd => metaOf(gd).rows === 'c';
  const near = (a, b, span) => Math.abs(a - b) <= 1e-9 * Math.max(span, 1e-9);
  const alike = (a, b) => a === b || Boolean(a && b) && near(a[0], b[0], b[1] - b[0]) && near(a[1], b[1], b[1] - b[0]);
  const same = (a, b) => Boolean(a && b) && alike(a, b) && alike(a.slice(2), b.slice(2));
  const within = (a, b) => a[0] >= b[0] - 1e-9 * (b[1] - b[0]) && a[1] <= b[1] + 1e-9 * (b[1] - b[0])
    && a[2] >= b[2] - 1e-9 * (b[3] - b[2]) && a[3] <= b[3] + 1e-9 * (b[3] - b[2]);
  const scheme = gd => document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark'
    : document.documentElement.dataset.mantineColorScheme === 'light' ? 'light' : metaOf(gd).scheme || 'light';

  // ---- the window of a group --------------------------------------------------------------------------------------
  function extentOf(group) {
    const all = graphs(group), known = (i, list) => list.map(gd => metaOf(gd).extent[i]).filter(v => v !== null && v !== undefined);
    const high = all.filter(gd => !ofCampaigns(gd));
    return all.length ? [Math.min(...known(0, all)), Math.max(...known(1, all)), Math.min(...known(2, high)), Math.max(...known(3, high))] : null;
  }
  function side(a, b, low, high) {
    const span = Math.min(Math.max(b - a, (high - low) * 1e-9), high - low), from = Math.min(Math.max(a, low), high - span);
    return from - low < 1e-9 * span ? [low, low + span] : high - span - from < 1e-9 * span ? [high - span, high] : [from, from + span];
  }
  function clamped(w, extent) {
    const times = side(w[0], w[1], extent[0], extent[1]);
    return Number.isFinite(extent[2]) && Number.isFinite(extent[3]) && extent[3] > extent[2]
      ? [...times, ...side(w[2], w[3], extent[2], extent[3])] : [...times, ...(w[2] < w[3] ? w.slice(2) : [0, 1])];     // no rows to be clamped to
  }
  function seen(gd) {                       // the window of a chart: its group's, with its own kind of rows
    const w = windows.get(metaOf(gd).group), extent = metaOf(gd).extent;
    if (!w || !ofCampaigns(gd)) return w;
    const own = rows.get(metaOf(gd).group);
    return [w[0], w[1], ...(own ? side(own[0], own[1], extent[2], extent[3]) : extent.slice(2))];
  }

  function moved(gd, change, final) {
    const keys = Object.keys(change || {}), group = metaOf(gd).group;
    if (keys.some(key => /^(autosize|width|height)$/.test(key))) { later(gd); return; }
    if (!keys.some(key => /axis\d*\.(range|autorange)/.test(key))) return;
    const had = rows.get(group), w = keys.some(key => key.endsWith('autorange')) ? everything(group) : zoomed(gd, group);
    const fresh = !alike(had, rows.get(group));
    if (!(final && states.get(gd).dragged) && same(w, windows.get(group)) && !fresh) return;
    states.get(gd).dragged = !final;
    move(group, w, final ? null : gd, final, fresh);
  }
  function everything(group) {
    rows.delete(group);
    return extentOf(group);
  }
  function zoomed(gd, group) {              // what a chart's axes show now, as the window of its group
    const {xaxis, yaxis} = gd._fullLayout, current = windows.get(group), p = yaxis.range.map(Number), meta = metaOf(gd);
    if (ofCampaigns(gd)) ownRows(gd, p);
    const height = meta.kind === 'gantt' && !ofCampaigns(gd) ? p : [current[2], current[3]];
    return clamped([...xaxis.range.map(Number), ...height], extentOf(group));
  }
  function ownRows(gd, range) {             // which rows of campaigns the charts of them show
    const {group, extent} = metaOf(gd), own = side(range[0], range[1], extent[2], extent[3]);
    if (own[1] - own[0] >= (extent[3] - extent[2]) * (1 - 1e-9)) rows.delete(group); else rows.set(group, own);
  }
  function move(group, w, except, final, fresh) {
    const all = graphs(group).filter(gd => gd !== except), here = all.filter(onScreen);
    windows.set(group, w);
    if (final) here.filter(isGantt).forEach(gd => kin().picture(gd));      // asked first: it is drawn while the charts are moved
    here.forEach(apply);
    for (const watcher of watchers) watcher(group, w);
    if (!final) return;
    clearTimeout(elsewhere);
    elsewhere = setTimeout(rest, ELSEWHERE);
    report(group, Boolean(fresh), fresh);          // other rows of campaigns: their users are named anew
  }
  function rest() {                         // the charts that nobody sees now
    for (const gd of graphs()) {
      if (onScreen(gd)) continue;
      apply(gd);
      if (isGantt(gd)) kin().picture(gd);
    }
  }
  // The window of a gesture that goes on: charts move once a frame, pictures are asked at most every so many ms.
  function glide(group, w, fresh) {
    const going = glides.get(group) || {asked: 0};
    going.w = clamped(w, extentOf(group));
    going.fresh = going.fresh || fresh;
    if (!going.frame) going.frame = requestAnimationFrame(now => {
      going.frame = 0;
      move(group, going.w, null, false);
      if (now - going.asked < ASKED) return;
      going.asked = now;
      for (const gd of gantts(group)) if (onScreen(gd)) kin().picture(gd, true);
    });
    clearTimeout((reports.get(group) || {}).timer);
    glides.set(group, going);
  }
  function land(group) {                    // the end of a gesture
    const going = glides.get(group);
    if (!going) return;
    cancelAnimationFrame(going.frame);
    glides.delete(group);
    move(group, going.w, null, true, going.fresh);
  }
  function onScreen(gd) {
    const box = gd.getBoundingClientRect();
    return box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
  }
  function apply(gd) {
    const state = states.get(gd);
    if (state.busy) { state.again = true; return; }
    const w = seen(gd), {xaxis, yaxis} = gd._fullLayout, change = {}, extent = extentOf(metaOf(gd).group);
    const differs = (range, a, b) => !(near(range[0], a, b - a) && near(range[1], b, b - a));
    if (differs(xaxis.range, w[0], w[1])) change['xaxis.range'] = [w[0], w[1]];
    if (!near(xaxis.minallowed, extent[0], extent[1] - extent[0])) change['xaxis.minallowed'] = extent[0];
    if (!near(xaxis.maxallowed, extent[1], extent[1] - extent[0])) change['xaxis.maxallowed'] = extent[1];
    if (metaOf(gd).kind === 'gantt' && differs(yaxis.range, w[2], w[3])) change['yaxis.range'] = [w[2], w[3]];
    if (!state.ticked || change['xaxis.range']) tick(gd, w, change);
    if (Object.keys(change).length) run(gd, () => Plotly.relayout(gd, change));
  }
  // Ticks are set where plotly draws from: as a part of the change they would make it several times slower.
  function tick(gd, w, change) {
    const {xaxis} = gd._fullLayout, [tickvals, ticktext] = kin().axisTicks(metaOf(gd), w[0], w[1], kin().ticksFor(xaxis._length));
    const titled = ((gd.layout.xaxis || {}).title || {}).text, title = kin().axisTitle(metaOf(gd), titled);
    if (title !== titled) change['xaxis.title.text'] = title;
    for (const axis of [xaxis, gd.layout.xaxis]) Object.assign(axis, {tickmode: 'array', tickvals, ticktext});
    stateOf(gd).ticked = w;
    change['xaxis.range'] = [w[0], w[1]];
  }
  function reticked() {                     // another choice of what the axes show
    for (const gd of graphs()) { stateOf(gd).ticked = null; apply(gd); }
  }
  function run(gd, work) {
    const state = states.get(gd);
    state.busy = true;
    Promise.resolve().then(work).catch(() => {}).finally(() => {
      state.busy = false;
      if (state.again) { state.again = false; if (gd._fullLayout) apply(gd); }
    });
  }

  // ---- telling the page -------------------------------------------------------------------------------------------
  function tell(id, data) {
    const dash = window.dash_clientside;
    if (!dash || !dash.set_props) return;
    if (window.dash_component_api && !window.dash_component_api.getLayout(id)) return;     // not on this page
    dash.set_props(id, {data});
  }
  function report(group, bars, soon) {
    const waiting = reports.get(group) || {bars: false};
    clearTimeout(waiting.timer);
    waiting.bars = waiting.bars || bars;
    waiting.timer = setTimeout(at, soon ? TOGETHER : AT_REST);
    reports.set(group, waiting);
    function at() {                         // pictures first: what the page does then would hold them up
      if (gantts(group).some(gd => onScreen(gd) && states.get(gd).asking && !states.get(gd).late)) waiting.timer = setTimeout(at, TOGETHER);
      else said(group, waiting.bars);
    }
  }
  function said(group, bars) {
    const w = windows.get(group), extent = extentOf(group), own = rows.get(group);
    reports.delete(group);
    if (!extent) return;
    const wanted = bars && gantts(group).some(gd => !kin().barsHold(gd, seen(gd)));
    const [c0, c1] = own || [null, null];
    tell('gantt-window', {group, t0: w[0], t1: w[1], p0: w[2], p1: w[3], c0, c1, full: same(w, extent) && !own, bars: wanted, seq: sent += 1});
  }

  // ---- graphs come, change and go ---------------------------------------------------------------------------------
  function adopt(gd) {
    const emit = gd.emit.bind(gd), meta = metaOf(gd);
    const first = !windows.has(meta.group) || !graphs(meta.group).length;
    states.set(gd, {});
    gd.emit = (name, ...rest) => {
      if (metaOf(gd) && (name === 'plotly_relayout' || name === 'plotly_relayouting')) {
        moved(gd, rest[0], name === 'plotly_relayout');
        return true;
      }
      const answer = emit(name, ...rest);
      if (name === 'plotly_react') later(gd);
      return answer;
    };
    gd.emit.queuescope = true;
    if (first) begin(meta); else complete(meta);
    later(gd);
  }
  function begin(meta) {                    // the first of its group: its window is the group's
    rows.delete(meta.group);
    windows.set(meta.group, clamped(meta.window.map(v => (v === null ? NaN : v)), extentOf(meta.group)));
    complete(meta);
  }
  function complete(meta) {                 // a chart may come before the first one with processors, or with campaigns
    const w = windows.get(meta.group), known = others => graphs(meta.group).some(gd => metaOf(gd) !== meta && others(gd));
    if (meta.rows === 'c' && !rows.has(meta.group) && !known(ofCampaigns)) restore(meta);
    if (meta.rows === 'p' && !known(gd => metaOf(gd).rows === 'p')) {
      windows.set(meta.group, [w[0], w[1], meta.window[2], meta.window[3]]);
    }
  }
  function restore(meta) {
    const part = meta.window.slice(2), all = meta.extent.slice(2);
    if (!near(part[0], all[0], all[1] - all[0]) || !near(part[1], all[1], all[1] - all[0])) rows.set(meta.group, part);
  }
  function later(gd) {
    const state = states.get(gd);
    cancelAnimationFrame(state.frame);
    state.frame = requestAnimationFrame(() => settle(gd));
  }
  function settle(gd) {                     // whatever was done to this graph, bring it to where its group is
    const meta = metaOf(gd);
    if (!meta || !gd._fullLayout || !document.contains(gd)) return;
    if (!windows.has(meta.group)) begin(meta);
    states.get(gd).ticked = null;
    apply(gd);
    if (meta.kind === 'gantt') { kin().picture(gd); kin().mark(gd); }
    for (const watcher of watchers) watcher(meta.group, windows.get(meta.group), gd);
  }
  function scan() {
    for (const gd of document.querySelectorAll('.js-plotly-plot')) {
      if (!gd.emit || gd.emit.queuescope || !metaOf(gd) || !gd._fullLayout) continue;
      if (metaOf(gd).kind === 'minimap') kin().minimap(gd); else adopt(gd);
    }
  }
  function watch() {
    kin().onChange(scan);
    new MutationObserver(() => gantts().forEach(later))
      .observe(document.documentElement, {attributes: true, attributeFilter: ['data-mantine-color-scheme']});
  }
  if (document.body) watch(); else document.addEventListener('DOMContentLoaded', watch);

  // plotly's own reset goes back to the window a figure came with; here it means everything
  document.addEventListener('click', event => {
    const button = event.target.closest && event.target.closest('.modebar-btn[data-val="reset"]');
    const gd = button && button.closest('.js-plotly-plot');
    if (!gd || !states.has(gd)) return;
    event.stopPropagation();
    kin().fit(metaOf(gd).group);
  }, true);

  window.queuescope = Object.assign(window.queuescope || {}, {
    windowOf: group => windows.get(group) || null, ownRows, everything, extentOf, clamped,
    move, glide, land, watch: watcher => watchers.push(watcher), ofCampaigns, isGantt, onScreen,
    metaOf, stateOf, graphs, gantts, seen, same, within, scheme, tell, report, reticked,
  });
})();
