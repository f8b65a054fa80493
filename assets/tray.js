/* The runs tray in the header: which runs of this visitor are under way, how far, how long yet; Cancel, and where they
are to be seen once they are over.

What this expects of the page (layouts/frame/shell.py, layouts/routes/tray.py)
- An empty place #tray, filled here; the store of requests calls dash_clientside.queuescope.asked.
- GET runs.json?known=<keys> and POST runs/<key>/cancel.
The server is asked when the page is opened, when something was started, and while something is under way as often as
it says; what is lost is asked after, too, because others who want the same may have it run again.
*/
(() => {
  'use strict';
  const q = window.queuescope = window.queuescope || {};
  const SOON = 1000, LATER = 8000, MOST = 40, KEPT = 12;        // ms, ms, keys asked for at once, ended runs kept
  const runs = new Map();           // key -> what the server said last, with `at` where this page has seen it
  const prefix = () => {
    const config = document.getElementById('_dash-config');
    return config ? JSON.parse(config.textContent).requests_pathname_prefix : '/';
  };
  let due = 0, wait = SOON, asking = false, again = false, parts = null;

  const active = () => [...runs.values()].filter(run => run.active);
  const awaited = () => [...runs.values()].filter(run => run.active || run.awaited);
  const ended = () => [...runs.values()].filter(run => !run.active);

  // -- asking

  async function ask() {
    clearTimeout(due);
    if (asking) { again = true; return; }
    asking = true;
    let lost = false;
    try {
      const known = awaited().map(run => run.key).slice(-MOST).join(',');
      const answer = await fetch(`${prefix()}runs.json?known=${known}`);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const said = await answer.json();
      learn(said.runs);
      wait = said.pause || SOON;
    } catch (error) {                                   // the server may be away for a while: go on asking
      wait = Math.min(2 * wait, LATER);
      lost = true;
    }
    asking = false;
    if (again) { again = false; ask(); return; }
    if ((lost || awaited().length) && !document.hidden) due = setTimeout(ask, wait);
  }
  function learn(told) {
    const over = [];
    for (const run of told) {
      const before = runs.get(run.key);
      if (before && before.active && before.what && !run.active) over.push(run);
      runs.set(run.key, {...run, at: here(run) || before && before.seen || run.at, seen: here(run) || before && before.seen});
    }
    const still = new Set(told.map(run => run.key));
    for (const run of active()) if (!still.has(run.key)) runs.delete(run.key);     // given up; it goes on for others
    for (const run of ended().slice(0, -KEPT)) runs.delete(run.key);
    show();
    if (over.length && q.say) q.say(over.map(run => `${run.what}: ${outcome(run)}`).join(' '));
  }
  function here(run) {              // the comparison that is open, where it shows this run among others
    const shown = new URLSearchParams(location.search).get('runs') || '';
    return location.pathname.endsWith('/compare') && shown.split(',').includes(run.key) ? location.pathname + location.search : '';
  }
  const outcome = run => (run.state === 'done' ? 'Finished.' : run.message || 'Over.');

  async function cancel(run, button) {
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');           // a disabled one would lose the focus
    try {
      const answer = await fetch(`${prefix()}runs/${run.key}/cancel`, {method: 'POST', headers: {'X-Requested-With': 'fetch'}});
      const said = await answer.json();
      if (said.message) q.notice(said.message, 6000);
      else if (!said.cancelled) q.notice(`${run.what} goes on, because others asked for it, too.`, 6000);
    } catch (error) { q.notice('The server did not answer; try again.', 6000); }
    button.setAttribute('aria-disabled', 'false');
    ask();
  }

  // -- showing

  function make(tag, name, text) {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text) made.textContent = text;
    return made;
  }
  function furnish() {
    const place = document.getElementById('tray');
    if (!place || parts && place.contains(parts.button)) return Boolean(place);
    const button = make('button', 'qs-tray-button'), list = make('div', 'qs-tray-list');
    button.type = 'button';
    button.hidden = list.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    button.setAttribute('aria-controls', list.id = 'tray-list');
    list.setAttribute('role', 'region');
    list.setAttribute('aria-label', 'Runs');
    const items = make('ul', 'qs-plain'), clear = make('button', 'qs-tray-clear', 'Clear what is over');
    clear.type = 'button';
    list.append(items, clear);
    place.append(button, list);
    parts = {place, button, list, items, clear};
    button.addEventListener('click', () => open(list.hidden));
    clear.addEventListener('click', () => { for (const run of ended()) runs.delete(run.key); show(); });
    show();
    return true;
  }
  function open(wanted) {
    if (!parts) return;
    parts.list.hidden = !wanted;
    parts.button.setAttribute('aria-expanded', String(wanted));
  }
  function show() {
    if (!parts) return;
    const now = active(), over = ended().filter(run => run.what), all = [...now, ...over];
    const held = parts.list.contains(document.activeElement);
    parts.button.hidden = !all.length;
    parts.place.classList.toggle('qs-some', all.length > 0);
    parts.button.classList.toggle('qs-busy', now.length > 0);
    parts.button.style.setProperty('--qs-done', `${now.length ? now.reduce((sum, run) => sum + run.percent, 0) / now.length : 0}%`);
    const said = now.length ? `${now.length} running` : `${over.length} ${over.every(run => run.state === 'done') ? 'finished' : 'over'}`;
    if (parts.button.textContent !== said) parts.button.textContent = said;
    parts.clear.hidden = !over.length;
    const items = new Map([...parts.items.children].map(item => [item.dataset.key, item]));
    for (const [key, item] of items) if (!all.some(run => run.key === key)) item.remove();
    all.forEach((run, place) => {
      const item = items.get(run.key) || blank(run.key);
      fill(item, run);
      if (parts.items.children[place] !== item) parts.items.insertBefore(item, parts.items.children[place] || null);
    });
    if (!all.length) open(false);
    const focused = document.activeElement;
    if (held && !parts.button.hidden && !(parts.list.contains(focused) && focused.offsetParent)) parts.button.focus();
  }
  function blank(key) {             // its parts are filled again and again, so that the focus stays where it is
    const item = make('li', 'qs-tray-item'), what = make('a', 'qs-tray-what'), how = make('span', 'qs-tray-how');
    const bar = make('progress'), stop = make('button', 'qs-tray-cancel', 'Cancel');
    item.dataset.key = key;
    bar.max = 100;
    stop.type = 'button';
    stop.addEventListener('click', () => cancel(runs.get(key), stop));
    what.addEventListener('click', event => follow(event, what));
    item.append(what, stop, bar, how);
    return item;
  }
  function fill(item, run) {
    const [what, stop, bar, how] = item.children, said = run.active ? run.pace : outcome(run);
    if (what.textContent !== run.what) what.textContent = run.what;
    if (run.at) what.setAttribute('href', run.at); else what.removeAttribute('href');
    if (how.textContent !== said) how.textContent = said;
    stop.hidden = bar.hidden = !run.active;
    bar.value = run.percent;
    bar.setAttribute('aria-label', `Progress of ${run.what}`);
    stop.setAttribute('aria-label', `Cancel: ${run.what}`);
  }
  function follow(event, link) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || !link.hasAttribute('href')) return;
    event.preventDefault();
    open(false);
    window.dash_clientside.set_props('url', {href: link.getAttribute('href')});
  }

  // -- when

  document.addEventListener('keydown', event => {
    if (event.code !== 'Escape' || !parts || parts.list.hidden || document.querySelector('[role=dialog]')) return;
    event.preventDefault();
    open(false);
    parts.button.focus();
  }, true);
  document.addEventListener('pointerdown', event => {
    if (parts && !parts.list.hidden && !parts.place.contains(event.target)) open(false);
  });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });

  window.dash_clientside = window.dash_clientside || {};
  window.dash_clientside.queuescope = Object.assign(window.dash_clientside.queuescope || {}, {
    asked: request => {             // followed from now on, so that one which is over at once is told, too
      for (const key of request && request.keys || []) runs.set(key, {key, active: true, percent: 0, what: '', pace: ''});
      ask();
      return window.dash_clientside.no_update;
    },
  });
  const watch = new MutationObserver(() => { if (furnish()) { watch.disconnect(); ask(); } });
  watch.observe(document, {childList: true, subtree: true});
})();
