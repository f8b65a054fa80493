/* Gantts and time plots that move together, with pictures drawn on the server.

What this expects of the page
- Figures of layouts.plots.gantt and layouts.plots.underutilization, in dcc.Graph components, anywhere and any number.
  layout.meta.queuescope says all about a figure: kind (gantt | time), group (those of one group move together), run,
  source, extent and window [t0, t1, p0, p1], drawn (bars | picture), most, picture, version, pick.  No class, id or
  data attribute is needed; a class "qs-gantt" on the graph or around it gets crisp pixels (assets/gantt.css).
- dcc.Store "gantt-window" (optional): receives {t0, t1, p0, p1, full, bars, seq} when a window has come to rest.
  bars true: at least one Gantt has so few jobs in this window that bars should replace its picture, so answer with
  new figures of this window (View(t0, t1, p0, p1)); bars false: nothing but the address of the page need change.
  full true: everything is shown.  Answers may be late or missing; the picture stays until then.
- dcc.Store "picked" (optional): receives {run, source, t, p, at, job, facts}; job is a row of jobs or null (idle, or a
  campaign of a virtual schedule), facts the answer of the /pick route.
- The routes of layouts.pictures on the same origin.
- Ranges, pictures and outlines are set here, and Dash is not told of them (no relayoutData from these graphs): a
  figure it sends again, say in another color scheme, is brought to the window of its group by itself.

What it offers: window.queuescope.{show(window), fit(), zoom(factor), pan(share), window(), outline(job), timeTicks}.
*/
(() => {
  'use strict';
  const HEADER = 'X-Queuescope-Jobs', AT_REST = 250, TOGETHER = 40, CLICK = 4, LARGEST = 8192;
  const states = new WeakMap();             // graph -> what was done to it
  const windows = new Map();                // group -> [t0, t1, p0, p1]
  const reports = new Map();                // group -> {timer, bars}
  let sent = 0;

  const metaOf = gd => gd && gd.layout && gd.layout.meta && gd.layout.meta.queuescope;
  const graphs = group => [...document.querySelectorAll('.js-plotly-plot')]
    .filter(gd => states.has(gd) && gd._fullLayout && metaOf(gd) && (!group || metaOf(gd).group === group));
  const gantts = group => graphs(group).filter(gd => metaOf(gd).kind === 'gantt');
  const near = (a, b, span) => Math.abs(a - b) <= 1e-9 * Math.max(span, 1e-9);
  const same = (a, b) => Boolean(a && b) && near(a[0], b[0], b[1] - b[0]) && near(a[1], b[1], b[1] - b[0])
    && near(a[2], b[2], b[3] - b[2]) && near(a[3], b[3], b[3] - b[2]);
  const within = (a, b) => a[0] >= b[0] - 1e-9 * (b[1] - b[0]) && a[1] <= b[1] + 1e-9 * (b[1] - b[0])
    && a[2] >= b[2] - 1e-9 * (b[3] - b[2]) && a[3] <= b[3] + 1e-9 * (b[3] - b[2]);
  const scheme = gd => document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark'
    : document.documentElement.dataset.mantineColorScheme === 'light' ? 'light' : metaOf(gd).scheme || 'light';

  // ---- ticks: the rule of layouts/theme.py time_ticks -------------------------------------------------------------
  const UNITS = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']], WEEK = 604800;
  const LADDER = [1, 2, 5, 10, 15, 30].concat([60, 120, 300, 600, 900, 1800])
    .concat([1, 2, 3, 6, 8, 12].map(h => 3600 * h)).concat([1, 2, 7, 14, 28, 56].map(d => 86400 * d));

  function stepFor(span, wanted) {
    const least = Math.max(span, 1e-9) / wanted, last = LADDER[LADDER.length - 1];
    if (least > last) return last * Math.ceil(least / last);
    if (least > 0.5) return LADDER.find(rung => rung >= least);
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map(rung => rung * power).find(rung => rung >= least);
  }
  function parts(seconds, least) {
    const words = [];
    let left = Math.round(seconds);
    for (const [unit, name] of UNITS) {
      if (unit < least) break;
      const count = Math.floor(left / unit);
      left -= count * unit;
      if (count) words.push(`${count} ${name}`);
    }
    return words.join(' ');
  }
  function tickText(signed, step) {
    const sign = signed < 0 ? '-' : '', time = Math.abs(signed);
    if (step >= WEEK) return [`${sign}${Math.round(time / WEEK)} wk`, ''];
    if (step < 1) {
      const whole = Math.floor(time / 60 + 1e-12) * 60, decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
      return [`${sign}${(time - whole).toFixed(decimals)} s`, whole ? sign + parts(whole, 60) : ''];
    }
    const place = UNITS.findIndex(([unit]) => step % unit === 0);
    const cut = place >= 2 ? UNITS[place - 2][0] : Infinity;
    const large = cut < Infinity ? Math.floor(time / cut) * cut : 0;
    const small = parts(time - large, UNITS[place][0]) || `0 ${UNITS[place][1]}`;
    return [sign + small, large ? sign + parts(large, cut) : ''];
  }
  function timeTicks(t0, t1, wanted = 8) {
    if (!(Number.isFinite(t0) && Number.isFinite(t1) && t1 > t0)) return [[], []];
    const span = t1 - t0, step = stepFor(span, wanted), ticks = [], texts = [];
    let before = '', inside = false;
    const last = Math.floor((t1 + span) / step + 1e-9);
    for (let n = Math.ceil((t0 - span) / step - 1e-9); n <= last; n += 1) {
      const tick = n * step, [small, large] = tickText(tick, step);
      const enters = !inside && tick >= t0 - 1e-9 * span;
      inside = inside || enters;
      ticks.push(tick);
      texts.push(large && (large !== before || enters) ? `${small}<br>${large}` : small);
      before = large;
    }
    return [ticks, texts];
  }

  const ticksFor = pixels => Math.min(Math.max(Math.floor(pixels / 110), 3), 12);

  // ---- the window of a group --------------------------------------------------------------------------------------
  function extentOf(group) {
    const all = graphs(group).map(gd => metaOf(gd).extent);
    const pick = (i, fold) => fold(...all.map(e => e[i]).filter(v => v !== null && v !== undefined));
    return all.length ? [pick(0, Math.min), pick(1, Math.max), pick(2, Math.min), pick(3, Math.max)] : null;
  }
  function clamped(w, extent) {
    const side = (a, b, low, high) => {
      const span = Math.min(Math.max(b - a, (high - low) * 1e-9), high - low);
      const from = Math.min(Math.max(a, low), high - span);
      return [from, from + span];
    };
    const times = side(w[0], w[1], extent[0], extent[1]);
    return Number.isFinite(extent[2]) && Number.isFinite(extent[3]) && extent[3] > extent[2]
      ? [...times, ...side(w[2], w[3], extent[2], extent[3])] : [...times, 0, 1];
  }
  function windowSeen(gd) {
    const current = windows.get(metaOf(gd).group), {xaxis, yaxis} = gd._fullLayout;
    const p = metaOf(gd).kind === 'gantt' ? yaxis.range : [current[2], current[3]];
    return [xaxis.range[0], xaxis.range[1], p[0], p[1]].map(Number);
  }

  function moved(gd, change, final) {
    const keys = Object.keys(change || {}), group = metaOf(gd).group;
    if (keys.some(key => /^(autosize|width|height)$/.test(key))) { later(gd); return; }
    if (!keys.some(key => /axis\d*\.(range|autorange)/.test(key))) return;
    const extent = extentOf(group);
    const w = keys.some(key => key.endsWith('autorange')) ? extent : clamped(windowSeen(gd), extent);
    if (final ? same(w, windows.get(group)) && !states.get(gd).dragged : same(w, windows.get(group))) return;
    states.get(gd).dragged = !final;
    move(group, w, final ? null : gd, final);
  }
  function move(group, w, except, final) {
    windows.set(group, w);
    for (const gd of graphs(group)) if (gd !== except) apply(gd);
    if (!final) return;
    for (const gd of gantts(group)) picture(gd);
    report(group, false);
  }
  function apply(gd) {
    const state = states.get(gd);
    if (state.busy) { state.again = true; return; }
    const w = windows.get(metaOf(gd).group), {xaxis, yaxis} = gd._fullLayout, change = {};
    const differs = (range, a, b) => !(near(range[0], a, b - a) && near(range[1], b, b - a));
    if (differs(xaxis.range, w[0], w[1])) change['xaxis.range'] = [w[0], w[1]];
    if (metaOf(gd).kind === 'gantt' && differs(yaxis.range, w[2], w[3])) change['yaxis.range'] = [w[2], w[3]];
    if (change['xaxis.range'] || !same(state.ticked, w)) {
      [change['xaxis.tickvals'], change['xaxis.ticktext']] = timeTicks(w[0], w[1], ticksFor(xaxis._length));
      state.ticked = w;
    }
    if (Object.keys(change).length) run(gd, () => Plotly.relayout(gd, change));
  }
  function run(gd, work) {
    const state = states.get(gd);
    state.busy = true;
    Promise.resolve().then(work).catch(() => {}).finally(() => {
      state.busy = false;
      if (state.again) { state.again = false; if (gd._fullLayout) apply(gd); }
    });
  }

  // ---- pictures and bars ------------------------------------------------------------------------------------------
  const barsOf = gd => gd.data.map((trace, i) => (trace.type === 'bar' ? i : -1)).filter(i => i >= 0);
  const barsHold = (gd, w) => metaOf(gd).drawn === 'bars' && within(w, metaOf(gd).window);

  function address(gd, w) {
    const meta = metaOf(gd), {xaxis, yaxis} = gd._fullLayout, sharp = Math.min(window.devicePixelRatio || 1, 3);
    const pixels = length => Math.min(Math.max(Math.round(length * sharp), 1), LARGEST);
    return `${meta.picture}${w.join('_')}_${pixels(xaxis._length)}x${Math.min(pixels(yaxis._length), 1400)}_${scheme(gd)}.png`
      + `?v=${meta.version}`;
  }
  async function picture(gd) {
    const meta = metaOf(gd), state = states.get(gd), w = windows.get(meta.group);
    const number = state.number = (state.number || 0) + 1;
    if (state.asking) state.asking.abort();
    if (barsHold(gd, w)) { show(gd, null); return; }
    const url = address(gd, w);
    if (state.shown && state.shown.url === url) { show(gd, state.shown); return; }
    state.asking = new AbortController();
    try {
      const answer = await fetch(url, {signal: state.asking.signal});
      if (!answer.ok) { complain(gd, (await answer.json()).error); return; }
      await answer.blob();
      const image = new Image();
      image.src = url;                      // from the browser's cache: loaded before plotly is told of it
      await image.decode();
      if (number !== state.number || !metaOf(gd)) return;
      state.shown = {url, w};
      show(gd, state.shown);
      if (Number(answer.headers.get(HEADER)) <= meta.most) report(meta.group, true);
    } catch (error) {
      if (error.name !== 'AbortError') console.debug('queuescope: no picture', url);
    }
  }
  function complain(gd, sentence) {         // a run that is gone from the store: said where its picture was
    const text = String(sentence).replace(/&/g, '&amp;').replace(/</g, '&lt;'), title = gd.layout.title.text.split(' \u2014 ')[0];
    Plotly.relayout(gd, {'title.text': `${title} \u2014 ${text}`}).catch(() => {});
  }
  function show(gd, shown) {
    const bars = barsOf(gd), images = shown ? [imageOf(shown)] : [], now = gd.layout.images || [];
    const hidden = bars.some(i => gd.data[i].visible === false);
    if ((now.length ? now[0].source : null) === (shown ? shown.url : null) && hidden === Boolean(shown && bars.length)) return;
    if (!shown) states.get(gd).shown = null;
    if (bars.length) Plotly.update(gd, {visible: !shown}, {images}, bars).catch(() => {});
    else Plotly.relayout(gd, {images}).catch(() => {});
  }
  const imageOf = ({url, w}) => ({source: url, xref: 'x', yref: 'y', x: w[0], y: w[3], sizex: w[1] - w[0], sizey: w[3] - w[2],
    xanchor: 'left', yanchor: 'top', sizing: 'stretch', layer: 'below'});

  // ---- telling the page -------------------------------------------------------------------------------------------
  function tell(id, data) {
    const dash = window.dash_clientside;
    if (!dash || !dash.set_props) return;
    if (window.dash_component_api && !window.dash_component_api.getLayout(id)) return;     // not on this page
    dash.set_props(id, {data});
  }
  function report(group, bars) {
    const waiting = reports.get(group) || {bars: false};
    clearTimeout(waiting.timer);
    waiting.bars = waiting.bars || bars;
    waiting.timer = setTimeout(() => {
      reports.delete(group);
      const w = windows.get(group), extent = extentOf(group);
      if (!extent) return;
      const wanted = waiting.bars && gantts(group).some(gd => !barsHold(gd, w));
      tell('gantt-window', {t0: w[0], t1: w[1], p0: w[2], p1: w[3], full: same(w, extent), bars: wanted, seq: sent += 1});
    }, waiting.bars ? TOGETHER : AT_REST);
    reports.set(group, waiting);
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
    if (first) windows.set(meta.group, clamped(meta.window.map(v => (v === null ? NaN : v)), extentOf(meta.group)));
    else complete(meta);
    later(gd);
  }
  function complete(meta) {                 // a time plot may have come before the first Gantt: it knows no processors
    const w = windows.get(meta.group);
    if (meta.kind === 'gantt' && graphs(meta.group).every(gd => metaOf(gd).kind === 'time' || metaOf(gd) === meta)) {
      windows.set(meta.group, [w[0], w[1], meta.window[2], meta.window[3]]);
    }
  }
  function later(gd) {
    const state = states.get(gd);
    cancelAnimationFrame(state.frame);
    state.frame = requestAnimationFrame(() => settle(gd));
  }
  function settle(gd) {                     // whatever was done to this graph, bring it to where its group is
    const meta = metaOf(gd);
    if (!meta || !gd._fullLayout || !document.contains(gd)) return;
    if (!windows.has(meta.group)) windows.set(meta.group, clamped(meta.window, extentOf(meta.group)));
    states.get(gd).ticked = null;
    apply(gd);
    if (meta.kind === 'gantt') picture(gd);
  }
  let scanning = false;
  function scan() {
    scanning = false;
    for (const gd of document.querySelectorAll('.js-plotly-plot')) {
      if (gd.emit && !gd.emit.queuescope && metaOf(gd) && gd._fullLayout) adopt(gd);
    }
  }
  function watch() {
    new MutationObserver(() => { if (!scanning) { scanning = true; requestAnimationFrame(scan); } })
      .observe(document.body, {childList: true, subtree: true});
    new MutationObserver(() => gantts().forEach(later))
      .observe(document.documentElement, {attributes: true, attributeFilter: ['data-mantine-color-scheme']});
    scan();
  }
  if (document.body) watch(); else document.addEventListener('DOMContentLoaded', watch);

  // plotly's own reset goes back to the window a figure came with; here it means everything
  document.addEventListener('click', event => {
    const button = event.target.closest && event.target.closest('.modebar-btn[data-val="reset"]');
    const gd = button && button.closest('.js-plotly-plot');
    if (!gd || !states.has(gd)) return;
    event.stopPropagation();
    fit(metaOf(gd).group);
  }, true);

  // ---- picking ----------------------------------------------------------------------------------------------------
  let pressed = null;
  // plotly lays a cover over the page while a button is down, so what is under the pointer is looked up by position
  function graphAt(event) {
    const below = document.elementsFromPoint(event.clientX, event.clientY).filter(node => !node.classList.contains('dragcover'));
    const gd = below.length ? below[0].closest('.js-plotly-plot') : null;       // a menu over a graph hides it
    return gd && states.has(gd) ? gd : null;
  }
  document.addEventListener('mousedown', event => { pressed = event.button === 0 ? [event.clientX, event.clientY] : null; }, true);
  document.addEventListener('mouseup', event => {
    if (!pressed || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > CLICK) return;
    if (event.target.closest && event.target.closest('.modebar')) return;
    const gd = graphAt(event), point = gd && pointAt(gd, event);
    if (point) pick(gd, point);
  }, true);

  function pointAt(gd, event) {
    const meta = metaOf(gd);
    if (!meta || meta.kind !== 'gantt' || !gd._fullLayout) return null;
    const {xaxis, yaxis} = gd._fullLayout, box = gd.getBoundingClientRect();
    const x = event.clientX - box.left - xaxis._offset, y = event.clientY - box.top - yaxis._offset;
    if (x < 0 || y < 0 || x > xaxis._length || y > yaxis._length) return null;
    return {t: xaxis.p2d(x), p: yaxis.p2d(y), dt: Math.abs(xaxis.p2d(2) - xaxis.p2d(0)), dp: Math.abs(yaxis.p2d(2) - yaxis.p2d(0))};
  }
  async function found(meta, query) {
    try {
      const answer = await fetch(`${meta.pick}?${new URLSearchParams(query)}`);
      return answer.ok ? await answer.json() : null;
    } catch { return null; }
  }
  let picks = 0;
  async function pick(gd, point) {
    const meta = metaOf(gd), number = picks += 1, facts = await found(meta, point);
    if (number !== picks || !facts) return;
    const job = facts.job === undefined ? null : facts.job;
    tell('picked', {run: meta.run, source: meta.source, t: point.t, p: point.p, at: Date.now(), job, facts});
    draw(gd, facts.rectangles || []);
    for (const other of gantts(meta.group)) if (other !== gd) outlineIn(other, job, facts.campaign, number);
  }
  async function outlineIn(gd, job, campaign, number) {
    const row = metaOf(gd).source === 'real' ? job : campaign;
    const facts = row === null || row === undefined || row < 0 ? null : await found(metaOf(gd), {job: row});
    if (number === picks && metaOf(gd)) draw(gd, facts ? facts.rectangles : []);
  }
  function draw(gd, rectangles) {
    const shapes = rectangles.map(([x0, x1, y0, y1]) => ({type: 'rect', xref: 'x', yref: 'y', x0, x1, y0, y1, name: 'selected',
      line: {color: scheme(gd) === 'dark' ? '#ffffff' : '#000000', width: 1.5}}));
    if (shapes.length || (gd.layout.shapes || []).length) Plotly.relayout(gd, {shapes}).catch(() => {});
  }

  // ---- for buttons and keys of the page ---------------------------------------------------------------------------
  const only = group => group || (graphs()[0] && metaOf(graphs()[0]).group);
  function showWindow(w, group) {
    const g = only(group), extent = g && extentOf(g);
    if (extent) move(g, clamped(['t0', 't1', 'p0', 'p1'].map((key, i) => w[key] ?? extent[i]), extent), null, true);
  }
  const fit = group => showWindow({}, group);
  function zoom(factor, group) {
    const g = only(group), w = g && windows.get(g), half = w && (w[1] - w[0]) / factor / 2, middle = w && (w[0] + w[1]) / 2;
    if (w) showWindow({t0: middle - half, t1: middle + half, p0: w[2], p1: w[3]}, g);
  }
  function pan(share, group) {
    const g = only(group), w = g && windows.get(g), by = w && share * (w[1] - w[0]);
    if (w) showWindow({t0: w[0] + by, t1: w[1] + by, p0: w[2], p1: w[3]}, g);
  }
  function outline(job) {
    const number = picks += 1;
    for (const gd of gantts()) outlineIn(gd, job, null, number);
  }
  // for assets/gantt_hover.js: the graph under the pointer, all of its group, what is at a point
  function under(event) {
    const gd = graphAt(event), area = gd && gd._fullLayout && areaOf(gd);
    if (!area || event.clientX < area.left || event.clientX > area.right || event.clientY < area.top || event.clientY > area.bottom) return null;
    return {gd, meta: metaOf(gd), t: gd._fullLayout.xaxis.p2d(event.clientX - area.left), point: pointAt(gd, event)};
  }
  function areaOf(gd) {
    const box = gd.getBoundingClientRect(), {xaxis, _size} = gd._fullLayout, top = box.top + _size.t;
    return {left: box.left + xaxis._offset, right: box.left + xaxis._offset + xaxis._length, top, bottom: top + _size.h};
  }
  const xOf = (gd, t) => areaOf(gd).left + gd._fullLayout.xaxis.d2p(t);

  window.queuescope = Object.assign(window.queuescope || {}, {
    show: showWindow, fit, zoom, pan, outline, timeTicks, window: group => windows.get(only(group)) || null,
    under, areaOf, xOf, graphs, found,
  });
})();
