/* Projector mode: large text, thick edges, high bars and nothing but the charts; part of the link as ?present=1.

P or the button "present" begins and ends it, Esc ends it, B makes the screen black until the next key or click; arrows,
and the page keys a clicker sends, step as ever.  What is hidden is up to assets/present.css; charts are enlarged here,
and brought back.  Offers window.queuescope.{present(), presenting(event)}; keys.js asks the latter first.
*/
(() => {
  'use strict';
  const q = window.queuescope;
  const TEXT = 20, EDGE = 2, HIGH = 14, ROOM = 1.75, LEAST = 320, FRAME = 110;        // pixels; ROOM: of margins
  const small = new Map();                  // chart -> {layout, traces}: what it was before
  let on = false, blank = null, watching = null;

  // ---- a chart made large, and as it was --------------------------------------------------------------------------
  function fonts(full) {
    const axes = Object.keys(full).filter(key => /^[xy]axis\d*$/.test(key));
    const paths = ['font', 'title.font', 'legend.font', 'hoverlabel.font', ...axes.flatMap(axis => [`${axis}.tickfont`, `${axis}.title.font`]),
      ...(full.annotations || []).map((one, i) => `annotations[${i}].font`)];
    return Object.fromEntries(paths.map(path => [`${path}.size`, Math.max(TEXT, at(full, `${path}.size`) || 0)]));
  }
  const at = (from, path) => path.split(/[.[\]]+/).filter(Boolean).reduce((value, key) => (value === undefined || value === null ? value : value[key]), from);
  function edges(full) {
    return Object.fromEntries((full.shapes || []).map((one, i) => [`shapes[${i}].line.width`, Math.max(EDGE, one.line.width)]));
  }
  const margins = full => Object.fromEntries(['l', 'r', 't', 'b'].map(side => [`margin.${side}`, Math.round(full.margin[side] * (side === 'r' ? 1 : ROOM))]));
  function traceChange(trace) {
    if (trace.type === 'bar') return {'marker.line.width': Math.max(EDGE, Number(trace.marker.line.width) || 0), 'insidetextfont.size': TEXT, 'textfont.size': TEXT, constraintext: 'inside'};
    return trace.line && trace.line.width > 0 && trace.line.width < EDGE ? {'line.width': EDGE} : {};
  }
  async function enlarge(gd) {
    const full = gd._fullLayout;
    if (!full || isLarge(gd)) return;
    const change = {...fonts(full), ...edges(full), ...margins(full), 'uniformtext.minsize': TEXT, 'uniformtext.mode': 'hide'};
    const traces = gd._fullData.map(traceChange).map((one, i) => [gd._fullData[i].index, one]).filter(([, one]) => Object.keys(one).length);
    small.set(gd, {layout: before(gd.layout, change), traces: traces.map(([i, one]) => [i, before(gd.data[i], one)])});
    await apply(gd, change, traces);
  }
  // Dash hands a chart copies of what it has been told, so a large one is known by a sign of its own.
  const isLarge = gd => Boolean(gd.layout.uniformtext) && gd.layout.uniformtext.minsize === TEXT;
  const before = (from, change) => Object.fromEntries(Object.keys(change).map(path => [path, at(from, path) ?? null]));
  async function apply(gd, change, traces) {
    const alike = new Map();
    for (const [i, one] of traces) { const key = JSON.stringify(one); alike.set(key, [...(alike.get(key) || []), i]); }
    for (const [key, which] of alike) await Plotly.restyle(gd, JSON.parse(key), which);
    await Plotly.relayout(gd, change);
    await Plotly.Plots.resize(gd);
    if (q.stateOf(gd)) high(gd);
  }
  function high(gd) {                       // bars that are too low: fewer rows
    if (!on || !q.isGantt(gd) || q.metaOf(gd).drawn !== 'bars' || (gd.layout.images || []).length) return;
    const w = q.seen(gd), most = Math.max(1, Math.floor(gd._fullLayout._size.h / HIGH));
    if (q.metaOf(gd).rows === 'p' && w[3] - w[2] > most) q.zoomRows((w[3] - w[2]) / most, {p: w[3]}, false, gd);
  }
  async function reduce() {
    const all = [...small];
    small.clear();
    for (const [gd, {layout, traces}] of all) {
      if (gd._fullLayout && document.contains(gd) && isLarge(gd)) await apply(gd, layout, traces.filter(([i]) => gd.data[i]));
    }
  }
  function charts() {
    const shown = [...document.querySelectorAll('.js-plotly-plot')].filter(gd => gd._fullLayout && gd.offsetParent);
    const gantts = q.gantts().filter(gd => gd.offsetParent).length || 1;
    document.documentElement.style.setProperty('--qs-high', `${Math.max(LEAST, Math.floor((window.innerHeight - FRAME) / gantts))}px`);
    for (const gd of shown) enlarge(gd).catch(() => {});
  }

  // ---- on and off -------------------------------------------------------------------------------------------------
  function wear() {
    document.documentElement.classList.toggle('qs-present', on);
    if (on) begin(); else end();
  }
  function begin() {
    let due = 0;
    const look = () => { due = due || requestAnimationFrame(() => { due = 0; charts(); }); };
    watching = new MutationObserver(look);
    watching.observe(document.body, {childList: true, subtree: true});
    window.addEventListener('resize', look);
    watching.look = look;
    door();
    charts();
    window.scrollTo(0, 0);
    q.notice('Presenting: arrows step, B blanks, Esc leaves.', 4000);
  }
  function end() {
    if (watching) { watching.disconnect(); window.removeEventListener('resize', watching.look); }
    watching = null;
    const exit = document.getElementById('leave-present');
    if (exit) exit.remove();
    reduce().catch(() => {});
  }
  function door() {                         // the way out for those without keys
    const exit = Object.assign(document.createElement('button'), {id: 'leave-present', type: 'button', className: 'qs-leave', textContent: '\u00d7',
      title: 'Leave (Esc)'});
    exit.setAttribute('aria-label', 'Leave the presentation');
    exit.addEventListener('click', () => present());
    document.body.append(exit);
  }
  function present() {
    on = !on;
    const url = new URL(location.href);
    if (on) url.searchParams.set('present', '1'); else url.searchParams.delete('present');
    history.replaceState(history.state, '', url.pathname + url.search.replace(/%2C/g, ',') + url.hash);
    wear();
    return true;
  }
  function dark(now) {
    if (now && !blank) {
      blank = Object.assign(document.createElement('div'), {className: 'qs-blank'});
      blank.setAttribute('role', 'status');
      blank.setAttribute('aria-label', 'The screen is blank; any key brings it back.');
      blank.addEventListener('click', () => dark(false));
      document.body.append(blank);
    } else if (!now && blank) { blank.remove(); blank = null; }
  }
  function presenting(event) {              // whether this key was meant for the presentation
    if (!on) return false;
    if (blank) { dark(false); return true; }
    if (event.code === 'KeyB') { dark(true); return true; }
    if (event.code === 'Escape' && !document.getElementById('facts-close')) { present(); return true; }
    const turned = {PageDown: 'next', PageUp: 'previous'}[event.code];
    if (!turned) return false;
    const button = document.getElementById(turned === 'next' ? 'home-next' : 'home-back');
    if (button) { button.click(); return true; }
    return Boolean(document.getElementById('gantts')) && q.step(turned);
  }
  document.addEventListener('click', event => { if (event.target.closest && event.target.closest('#present')) present(); });
  const asked = () => new URLSearchParams(location.search).get('present') === '1';
  function follow() { if (asked() !== on) { on = asked(); wear(); } }
  window.addEventListener('popstate', follow);
  Object.assign(q, {present, presenting});
  document.documentElement.classList.toggle('qs-present', asked());       // at once; the rest when its kin is there, too
  if (document.readyState === 'complete') follow(); else window.addEventListener('load', follow);
})();
