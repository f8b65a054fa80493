// The keys.  They are read by their place on the keyboard (event.code), so they work on every layout; never while typing.
// What they do is done elsewhere: charts move by gantt_steer.js, jobs are walked through by gantt_cursor.js.
(() => {
  'use strict';
  const q = window.queuescope;
  const PAN = 0.25, ZOOM = 2, TIMES = 5, TOGETHER = 1200;      // share of a window, factor, with Shift; ms after G
  const PLACES = {KeyH: '/', KeyW: '/workload', KeyC: '/compare', KeyL: '/lessons', KeyP: '/papers'};
  const COLORS = ['user', 'size', 'stretch', 'reason', 'change'];
  let going = 0;

  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const there = id => document.getElementById(id) !== null;
  const click = id => { const element = document.getElementById(id); if (element) element.click(); return element !== null; };
  const within = (target, what) => Boolean(target.closest && target.closest(what));
  const typing = target => within(target, 'textarea, select, [contenteditable=true], [role=listbox], [role=combobox], [role=grid], [role=treegrid]')
    || within(target, 'input') && !['radio', 'checkbox', 'button'].includes(target.type);
  const moves = target => within(target, 'input, [role=slider], [role=radiogroup], [role=tablist]');        // the arrows are theirs
  const charts = act => (there('gantts') ? (act(), true) : false);
  const pan = (share, event) => charts(() => q.pan(share * (event.shiftKey ? TIMES : 1)));
  const zoom = (factor, event) => charts(() => q.zoom(event.shiftKey ? factor ** (1 + Math.log2(TIMES)) : factor, q.pointer()));
  const zoomRows = (factor, event) => charts(() => {
    const at = q.pointer();
    q.zoomRows(event.shiftKey ? factor ** (1 + Math.log2(TIMES)) : factor, at && at.point ? {p: at.point.p} : null);
  });

  function back(event) { return there('home-step') ? !event.shiftKey && click('home-back') : there('gantts') && q.step('previous'); }
  function on(event) { return there('home-step') ? !event.shiftKey && click('home-next') : there('gantts') && q.step('next'); }
  function rows(kind, share, event) {       // the page scrolls by these keys, unless a chart has the focus
    if (!there('gantts')) return false;
    if (event.shiftKey) { q.panRows(share); return true; }
    return q.inChart() || q.selection() ? q.step(kind) : false;
  }
  const sameUser = (kind, by, event) => (!there('gantts') ? false : event.shiftKey ? q.stepCampaign(by) : q.step(kind));

  function focus() {                        // the selected range, else the selected job; where it is in view already, all
    const range = q.range(), now = q.selection();
    if (!there('gantts') || !range && !now) return false;
    const [t0, t1] = range ? [range.r0, range.r1] : [now.facts.submit, now.facts.end];
    if (!q.focus(t0, t1)) q.fit();
    return true;
  }
  function select() {                       // a range of the selected job, from its submission to its end; else the tool
    if (!there('gantts')) return false;
    const now = q.selection(), range = q.range();
    if (!now || !(now.facts.end > now.facts.submit)) { q.say(q.tool(!q.tool()) ? 'drag to select a range' : 'drag to zoom'); return true; }
    const {submit, end} = now.facts;
    q.setRange(range && range.r0 === submit && range.r1 === end ? null : {r0: submit, r1: end});
    return true;
  }
  function nextMode() {
    const choices = Array.from(document.querySelectorAll('#mode-choice input[type=radio]')), now = choices.findIndex(choice => choice.checked);
    if (choices.length < 2 || !choices[0].offsetParent || choices[0].disabled) return false;
    choices[(now + 1) % choices.length].click();
    return true;
  }
  function nextColor() {
    const choice = document.getElementById('look-color');
    if (!choice || choice.disabled) return false;
    const usual = (document.querySelector('[data-usual-color]') || {dataset: {}}).dataset.usualColor || COLORS[0];
    const known = COLORS.includes(usual) ? COLORS : [usual, ...COLORS];
    const offered = known.slice(0, q.runs().length > 1 ? known.length : known.length - 1);
    const next = offered[(offered.indexOf(q.look().color || usual) + 1) % offered.length];
    set('look-color', {value: next});
    q.notice(`Color: ${{user: 'user', size: 'job size', stretch: 'stretch', reason: 'why it waited', change: 'change from the baseline', grid: 'local or grid'}[next]}`, 2500);
    return true;
  }
  function baseline() {                     // the run of the chart that is meant
    const gd = there('gantts') && q.current(), run = gd && q.metaOf(gd).run;
    const button = run && Array.from(document.querySelectorAll('#states button[id]')).find(b => b.id.includes('"baseline"') && b.id.includes(run));
    if (button) button.click();
    return Boolean(button);
  }
  function search() {
    const box = document.getElementById('search-box');
    if (!box) return false;
    const input = box.matches('input') ? box : box.querySelector('input') || box;
    input.focus();
    if (input.select) input.select();
    return true;
  }
  function leave() {                        // one thing at a time: the drawer, the range, the query, the tool, the chart
    const close = document.getElementById('facts-close');
    if (close) { close.click(); q.back(); return true; }
    if (q.range && q.range()) { q.setRange(null); return true; }
    if (q.look().only) {
      const {only, ...left} = q.look();
      q.tell('look', Object.keys(left).length ? left : null);
      return true;
    }
    if (q.tool()) { q.tool(false); return true; }
    if (q.inChart()) { document.activeElement.blur(); q.say('left the chart'); return true; }
    return false;
  }

  const ACTS = {
    KeyG: () => { going = Date.now(); return true; },
    KeyW: event => zoom(ZOOM, event), KeyS: event => zoom(1 / ZOOM, event),
    KeyA: event => pan(-PAN, event), KeyD: event => pan(PAN, event),
    KeyQ: event => zoomRows(ZOOM, event), KeyE: event => zoomRows(1 / ZOOM, event),
    Digit0: () => charts(() => q.fit()), KeyF: focus, KeyR: select,
    Comma: event => sameUser('previous_of_user', -1, event), Period: event => sameUser('next_of_user', 1, event),
    KeyV: () => click('home-divergence') || click('next-divergence'),
    KeyM: nextMode, KeyC: nextColor, KeyB: baseline, KeyP: () => q.present(), KeyL: () => q.copyLink(),
    Slash: search, Escape: leave,
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(n => [`Digit${n}`, () => there('gantts') && q.toggleRun(n - 1)])),
  };
  const ARROWS = {
    ArrowLeft: back, ArrowRight: on,
    ArrowUp: event => rows('above', PAN, event), ArrowDown: event => rows('below', -PAN, event),
    Enter: event => (q.inChart() || [document.body, document.getElementById('page')].includes(event.target)) && there('gantts') && q.openFacts(),
  };

  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      if (search()) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === '?') { set('keys-dialog', {opened: true}); event.preventDefault(); return; }
    if (document.querySelector('[role=dialog]')) return;
    if (q.presenting && q.presenting(event)) { event.preventDefault(); return; }
    if (Date.now() - going < TOGETHER && PLACES[event.code]) { going = 0; q.go(PLACES[event.code]); event.preventDefault(); return; }
    const act = ACTS[event.code] || event.key === '/' && search || !moves(event.target) && ARROWS[event.code];
    if (act && act(event)) event.preventDefault();
  });
})();
