/* The page by hand: the table, its history, and the drawings; the server reads the table and simulates.

What this expects of the page (layouts/pages/by_hand/)
- dcc.Store "hand-start": {rows, processors, policies, seed, title, most, random} of the address; begins a new history.
- dcc.Store "hand-state": written here after every change; the server answers in dcc.Store "hand-answer":
  {seq, panels, link, rows, unit, axis, jobs, wrong, again}.  panels null: the table cannot be simulated, the drawings
  stay and are marked so.  rows: the table as the server writes it, where that differs.  again: ask once more soon.
- A dash-ag-grid "hand-grid" whose rows have the columns of COLUMNS as text; "wrong_<column>" marks a bad cell.
- An empty div "hand-panels".  Bars in the drawings are groups of class hand-bar with data-job, data-start and
  data-runtime; their right edges are rects of class hand-grip (layouts/drawing/svg_gantt.py).

One question is under way at a time; while a bar is dragged the axis stands still.  Of its kin, loaded after it:
by_hand_bars.js (mouse and keys in drawings), by_hand_keys.js (keys and Ctrl+V in the table).
What it offers: window.queuescope.hand = {there(), state(), answer(), runtime(job, seconds, live), nudge(job, by),
select(job), change(row, column, text), grid(), focused(), undo(), redo()}.
*/
(() => {
  'use strict';
  const COLUMNS = ['number', 'submit', 'processors', 'runtime', 'requested_time', 'user', 'campaign'];
  const SETTINGS = {'hand-machine': ['value', 'processors'], 'hand-policies': ['value', 'policies'], 'hand-seed': ['value', 'seed'], 'hand-title': ['value', 'title']};
  const LATE = 4000, SOON = 400, AT_REST = 250, DEEP = 500;     // ms, ms, ms, states
  const ROW = 30, HEAD = 48, LOWEST = 200, HIGHEST = 520;       // pixels of the table
  let state = null, past = [], future = [], seq = 0, answer = null, selected = null, random = [], most = 50;
  let able = '', asked = 0, waiting = false, until = null, raised = null, started = 0, resting = 0, lost = 0;
  const heard = new WeakSet(), pictures = new WeakMap();    // tables listened to; what was drawn into an element
  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const no = () => window.dash_clientside.no_update;
  const there = () => Boolean(document.getElementById('hand-panels'));
  const copy = value => JSON.parse(JSON.stringify(value));
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const grid = () => { try { return window.dash_ag_grid && window.dash_ag_grid.getApi('hand-grid'); } catch (e) { return null; } };

  // ---- asking and being answered -----------------------------------------------------------------------------------
  function ask() {
    if (!there() || !state) return;
    if (asked && performance.now() - asked < LATE) { waiting = true; return; }
    waiting = false;
    asked = performance.now();
    clearTimeout(lost);                     // an answer that never comes must not stop those after it
    lost = setTimeout(() => { if (waiting) { asked = 0; ask(); } }, LATE);
    seq += 1;
    set('hand-state', {data: whole()});
  }
  const whole = () => ({...state, seq, width: width(), until, job: selected, raised});
  function rest(ms) {                       // what is read at leisure follows once nothing changes any more
    clearTimeout(resting);
    resting = setTimeout(() => { if (there() && state) set('hand-rest', {data: whole()}); }, ms);
  }
  function width() {
    const panels = document.getElementById('hand-panels'), box = panels && panels.clientWidth;
    return box ? Math.floor(box) : 600;
  }
  function answered(made) {
    asked = 0;
    if (!made || !there()) return;
    const panels = document.getElementById('hand-panels');
    if (made.panels) {
      answer = made;
      draw(panels, made);
      if (!waiting && made.seq === seq && until === null) settle(made);
    }
    if (!waiting && made.seq === seq) mark(made.wrong);
    panels.classList.toggle('hand-stale', !made.panels && !made.again);
    if (started && made.panels && made.seq === seq) {
      performance.measure('queuescope by hand', {start: started, end: performance.now()});
      started = 0;
    }
    if (made.again) setTimeout(ask, SOON);
    if (waiting) ask();
  }
  function settle(made) {                   // the table as the server writes it, and the address
    raised = null;
    rest(AT_REST);
    if (made.rows) { state.rows = made.rows; fill(); }
    const address = location.pathname + made.link;
    if (location.pathname === '/by-hand' && address !== location.pathname + location.search) history.replaceState(history.state, '', address);
  }
  function draw(panels, made) {
    const held = window.queuescope.handBars && window.queuescope.handBars.held();
    while (panels.children.length > made.panels.length) panels.lastChild.remove();
    made.panels.forEach((panel, at) => {
      let box = panels.children[at];
      if (!box) { box = frame(); panels.appendChild(box); }
      const [head, body, said] = box.children, was = pictures.get(box);
      box.dataset.policy = panel.policy;
      box.setAttribute('aria-label', panel.title);
      if (head.textContent !== panel.title) head.textContent = panel.title;
      if (was !== panel.svg) { body.innerHTML = panel.svg; pictures.set(box, panel.svg); }    // drawn and escaped by the server
      if (said.textContent !== panel.said) said.textContent = panel.said;
    });
    const users = document.getElementById('hand-users');
    if (pictures.get(users) !== made.users) { users.innerHTML = made.users; pictures.set(users, made.users); }
    if (window.queuescope.handBars) window.queuescope.handBars.drawn(held, selected);
  }

  function frame() {
    const box = document.createElement('section');
    box.className = 'hand-panel';
    box.append(...['h3', 'div', 'p'].map(name => document.createElement(name)));
    return box;
  }

  // ---- the table ---------------------------------------------------------------------------------------------------
  function fill() {
    const api = grid();
    if (!api) return;
    const rows = state.rows.map(row => ({...row})), shown = [], box = document.getElementById('hand-grid');
    const height = `${Math.min(Math.max(rows.length * ROW + HEAD, LOWEST), HIGHEST)}px`;
    if (box && box.style.height !== height) box.style.height = height;
    api.forEachNode(node => shown.push(node.data));
    const order = list => list.map(row => row.number).join();
    if (order(shown) !== order(rows)) { api.setGridOption('rowData', rows); return; }
    const changed = rows.filter((row, at) => COLUMNS.some(name => row[name] !== shown[at][name]));
    if (changed.length) api.applyTransaction({update: changed});
  }
  function mark(wrong) {
    const api = grid();
    if (!api) return;
    const changed = [];
    api.forEachNode((node, at) => {
      const bad = (wrong || []).filter(one => one.row === at + 1).map(one => `wrong_${one.column}`);
      const had = Object.keys(node.data).filter(name => name.startsWith('wrong_'));
      if (same(bad.slice().sort(), had.slice().sort())) return;
      const row = Object.fromEntries(COLUMNS.map(name => [name, node.data[name]]));
      bad.forEach(name => { row[name] = true; });
      changed.push(row);
    });
    if (changed.length) { api.applyTransaction({update: changed}); api.refreshCells({force: true}); }
  }
  function listen() {
    const api = grid();
    if (!api || heard.has(api)) return;
    heard.add(api);
    api.addEventListener('cellValueChanged', event => {
      const at = state.rows.findIndex(one => one.number === event.data.number);
      if (at >= 0 && event.source !== 'api') change(at, event.colDef.field, String(event.newValue ?? ''));
    });
  }
  function change(at, column, text) {
    const rows = copy(state.rows);
    rows[at][column] = text;
    commit({...state, rows}, column === 'runtime' ? Number(rows[at].number) : null);
  }
  function focused() {                      // the row the table's cursor is in; the last one where it is nowhere
    const api = grid(), cell = api && api.getFocusedCell();
    const at = cell ? cell.rowIndex : state.rows.length - 1;
    return Math.min(at, state.rows.length - 1);
  }
  function focus(at, column) {
    const api = grid();
    if (!api || at < 0) return;
    api.ensureIndexVisible(at);
    api.setFocusedCell(at, column || 'submit');
  }

  // ---- history -----------------------------------------------------------------------------------------------------
  function commit(next, changed) {
    if (same(next, state)) return;
    past.push(state);
    past = past.slice(-DEEP);
    future = [];
    show(next, changed);
  }
  function show(next, changed) {
    const before = state;
    state = copy(next);
    raised = changed === undefined ? null : changed;
    started = performance.now();
    fill();
    for (const [id, [prop, name]] of Object.entries(SETTINGS)) if (!before || !same(before[name], state[name])) set(id, {[prop]: state[name]});
    seed();
    history_buttons();
    ask();
  }
  function seed() {
    const box = document.getElementById('hand-seed-box');
    if (box) box.hidden = !(state.policies || []).some(key => random.includes(key));
  }
  function history_buttons() {
    const now = `${past.length > 0} ${future.length > 0}`;
    if (now === able) return;
    able = now;
    set('hand-undo', {disabled: !past.length});
    set('hand-redo', {disabled: !future.length});
  }
  function back(from, to) {
    if (!from.length) return;
    to.push(state);
    show(from.pop());
  }

  // ---- changes -----------------------------------------------------------------------------------------------------
  const fresh = () => String(Math.max(0, ...state.rows.map(row => Number(row.number) || 0)) + 1);
  const full = () => state.rows.length >= most;
  function insert(row, at) {
    if (full()) return;
    const rows = copy(state.rows);
    rows.splice(at, 0, row);
    commit({...state, rows});
    requestAnimationFrame(() => focus(at));
  }
  function runtime(job, seconds, live) {
    const rows = copy(state.rows), row = rows.find(one => Number(one.number) === job);
    if (!row) return;
    row.runtime = `${+seconds.toFixed(3)} s`;
    if (live) {
      if (until === null) { past.push(copy(state)); future = []; until = answer ? answer.axis.t1 : null; }
      state.rows = rows;
      raised = job;
      started = performance.now();
      ask();
      return;
    }
    if (until === null) { commit({...state, rows}, job); return; }
    until = null;                           // the end of a drag: the history has its beginning already
    if (same(rows, past[past.length - 1].rows)) past.pop();
    show({...state, rows}, job);
  }
  // The next whole number of units above or below; at least one, unless the job is shorter.
  function nudge(job, by) {
    const now = answer && answer.jobs[job], unit = answer ? answer.unit : 1;
    if (!now) return;
    const next = by > 0 ? (Math.floor(now / unit + 1e-9) + 1) * unit : (Math.ceil(now / unit - 1e-9) - 1) * unit;
    if (next > 0) runtime(job, next, false);
  }
  function select(job) {
    selected = job;
    if (answer) draw(document.getElementById('hand-panels'), answer);
    rest(0);
  }

  window.dash_clientside = window.dash_clientside || {};
  window.dash_clientside.queuescopeHand = {
    start: given => {
      if (!given) return no();
      random = given.random; most = given.most;
      past = []; future = []; selected = null; answer = null; asked = 0; until = null; state = null; able = '';
      const begin = () => {
        if (!there()) return;
        if (!grid()) { setTimeout(begin, 30); return; }
        listen();
        show({rows: given.rows, processors: given.processors, policies: given.policies, seed: given.seed, title: given.title});
      };
      begin();
      return no();
    },
    answer: made => { answered(made); return no(); },
    settings: (processors, policies, seedValue, title) => {
      if (!state || !there()) return no();
      const next = {...state, processors, policies: policies || [], seed: seedValue === '' ? 0 : seedValue, title: title || ''};
      if (!next.policies.length) { set('hand-policies', {value: state.policies}); return no(); }
      const typing = same({...next, title: ''}, {...state, title: ''});     // a title is one change, however many letters
      if (typing && !same(next, state) && past.length && past[past.length - 1].titled) { state = copy(next); ask(); return no(); }
      if (typing && !same(next, state)) { past.push({...state, titled: true}); future = []; state = copy(next); history_buttons(); ask(); return no(); }
      commit(next);
      return no();
    },
    pasted: data => {
      if (!data || !state) return no();
      const rows = data.replace ? data.rows : [...state.rows, ...data.rows];
      commit({...state, rows});
      return no();
    },
    add: clicks => {
      if (!clicks || !state) return no();
      const last = state.rows[state.rows.length - 1] || {submit: '0 s', runtime: '1 h', user: '1', campaign: ''};
      insert({number: fresh(), submit: last.submit, processors: '1', runtime: last.runtime, requested_time: '=', user: last.user, campaign: last.campaign}, state.rows.length);
      return no();
    },
    copy: clicks => {
      const at = clicks && state ? focused() : -1;
      if (at >= 0) insert({...state.rows[at], number: fresh()}, at + 1);
      return no();
    },
    remove: clicks => {
      const at = clicks && state ? focused() : -1;
      if (at < 0) return no();
      commit({...state, rows: state.rows.filter((row, place) => place !== at)});
      requestAnimationFrame(() => focus(Math.min(at, state.rows.length - 1)));
      return no();
    },
    undo: clicks => { if (clicks) back(past, future); return no(); },
    redo: clicks => { if (clicks) back(future, past); return no(); },
  };

  let resizing = 0;
  window.addEventListener('resize', () => { clearTimeout(resizing); resizing = setTimeout(ask, 120); });

  window.queuescope = Object.assign(window.queuescope || {}, {hand: {
    there, state: () => state, answer: () => answer, runtime, nudge, select, change, grid, focused,
    undo: () => back(past, future), redo: () => back(future, past),
  }});
})();
