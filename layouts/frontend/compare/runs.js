/* The runs tray in the header: which runs of this visitor are under way, how far, how long yet; Cancel, and where they
are to be seen once they are over.

What this expects of the page (layouts.frame.shell, layouts.routes.run_routes)
- An empty place #tray, filled here; the store of requests calls dash_clientside.queuescope.asked.
- GET runs.json?known=<keys> and POST runs/<key>/cancel.
The server is asked when the page is opened, when something was started, and while something is under way as often as
it says; what is lost is asked after, too, because others who want the same may have it run again.
*/
import {pathHere, prefix} from '../internals.js';
import {noUpdate, notice, offerToDash, say, set} from '../page.js';
import {fetchOnce} from '../server.js';

const SOON = 1000, LATER = 8000, MOST = 40, KEPT = 12;         // ms, ms, keys asked for at once, ended runs kept
const runs = new Map();                     // key -> what the server said last, with `at` where this page has seen it
let due = 0, wait = SOON, asking = false, again = false, parts = null;
let why = '';                               // the server cannot tell how runs do, as it said last

const active = () => [...runs.values()].filter(run => run.active);
const awaited = () => [...runs.values()].filter(run => run.active || run.awaited);
const ended = () => [...runs.values()].filter(run => !run.active);

// ---- asking -------------------------------------------------------------------------------------------------------
async function ask() {
  clearTimeout(due);
  if (asking) { again = true; return; }
  asking = true;
  const answered = await askOnce();
  asking = false;
  if (again) { again = false; ask(); return; }
  if ((!answered || awaited().length) && !document.hidden) due = setTimeout(ask, wait);
}
async function askOnce() {                  // whether the server answered
  try {
    const keys = awaited().map(run => run.key).slice(-MOST).join(',');
    const answer = await fetchOnce(`${prefix()}runs.json?known=${keys}`);
    const {runs: reported, pause, message} = await answer.json();
    if (message && message !== why) notice(message, 6000);
    why = message;
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    learn(reported);
    wait = pause || SOON;
    return true;
  } catch {                                 // the server may be away for a while: go on asking
    wait = Math.min(2 * wait, LATER);
    return false;
  }
}
function learn(reported) {
  const over = [];
  for (const run of reported) {
    const before = runs.get(run.key), seen = addressHere(run) || before && before.seen;
    if (before && before.active && before.what && !run.active) over.push(run);
    runs.set(run.key, {...run, at: seen || run.at, seen});
  }
  const reportedKeys = new Set(reported.map(run => run.key));
  for (const run of active()) if (!reportedKeys.has(run.key)) runs.delete(run.key);     // given up; it goes on for others
  for (const run of ended().slice(0, -KEPT)) runs.delete(run.key);
  show();
  if (over.length) say(over.map(run => `${run.what}: ${outcome(run)}`).join(' '));
}
function addressHere(run) {                 // of the comparison that is open, where it shows this run among others
  const shown = new URLSearchParams(location.search).get('runs') || '';
  return pathHere() === '/compare' && shown.split(',').includes(run.key) ? location.pathname + location.search : '';
}
const outcome = run => (run.state === 'done' ? 'Finished.' : run.message || 'Over.');

async function cancel(run, button) {
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');        // a disabled one would lose the focus
  try {
    const answer = await fetchOnce(`${prefix()}runs/${run.key}/cancel`, {method: 'POST', headers: {'X-Requested-With': 'fetch'}});
    const {message, cancelled} = await answer.json();
    if (message) notice(message, 6000);
    else if (!cancelled) notice(`${run.what} goes on, because others asked for it, too.`, 6000);
  } catch { notice('The server did not answer; try again.', 6000); }
  button.setAttribute('aria-disabled', 'false');
  ask();
}

// Cancel on the chip of a run, which says its key and what it is called.
function cancelFromChip({target}) {
  const button = target.closest && target.closest('button[data-cancel]');
  if (button) cancel({key: button.dataset.cancel, what: button.dataset.what}, button);
}

// ---- showing ------------------------------------------------------------------------------------------------------
function make(tag, name, text) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
}
function furnish() {                        // whether the place is there
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
  const hadFocus = parts.list.contains(document.activeElement);
  showButton(now, over);
  parts.clear.hidden = !over.length;
  showItems(all);
  if (!all.length) open(false);
  const focused = document.activeElement;
  if (hadFocus && !parts.button.hidden && !(parts.list.contains(focused) && focused.offsetParent)) parts.button.focus();
}
function showButton(now, over) {
  const {button, place} = parts, some = now.length + over.length > 0;
  button.hidden = !some;
  place.classList.toggle('qs-some', some);
  button.classList.toggle('qs-busy', now.length > 0);
  button.style.setProperty('--qs-done', `${now.length ? now.reduce((sum, run) => sum + run.percent, 0) / now.length : 0}%`);
  const ending = over.every(run => run.state === 'done') ? 'finished' : 'over';
  const text = now.length ? `${now.length} running` : `${over.length} ${ending}`;
  if (button.textContent !== text) button.textContent = text;
}
function showItems(all) {
  const items = new Map([...parts.items.children].map(item => [item.dataset.key, item]));
  for (const [key, item] of items) if (!all.some(run => run.key === key)) item.remove();
  all.forEach((run, place) => {
    const item = items.get(run.key) || newItem(run.key);
    fill(item, run);
    if (parts.items.children[place] !== item) parts.items.insertBefore(item, parts.items.children[place] || null);
  });
}
function newItem(key) {                     // its parts are filled again and again, so that the focus stays where it is
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
  const [what, stop, bar, how] = item.children, state = run.active ? run.pace : outcome(run);
  if (what.textContent !== run.what) what.textContent = run.what;
  if (run.at) what.setAttribute('href', run.at); else what.removeAttribute('href');
  if (how.textContent !== state) how.textContent = state;
  stop.hidden = bar.hidden = !run.active;
  bar.value = run.percent;
  bar.setAttribute('aria-label', `Progress of ${run.what}`);
  stop.setAttribute('aria-label', `Cancel: ${run.what}`);
}
function follow(event, link) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || !link.hasAttribute('href')) return;
  event.preventDefault();
  open(false);
  set('url', {href: link.getAttribute('href')});
}

// ---- when ---------------------------------------------------------------------------------------------------------
function asked(request) {                   // followed from now on, so that one which is over at once is told, too
  for (const key of request && request.keys || []) runs.set(key, {key, active: true, percent: 0, what: '', pace: ''});
  ask();
  return noUpdate();
}
function leaveByKey(event) {
  if (event.code !== 'Escape' || !parts || parts.list.hidden || document.querySelector('[role=dialog]')) return;
  event.preventDefault();
  open(false);
  parts.button.focus();
}

export function start() {
  document.addEventListener('keydown', leaveByKey, true);
  document.addEventListener('click', cancelFromChip);
  document.addEventListener('pointerdown', event => {
    if (parts && !parts.list.hidden && !parts.place.contains(event.target)) open(false);
  });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
  offerToDash('queuescope', {asked});
  const comes = new MutationObserver(() => { if (furnish()) { comes.disconnect(); ask(); } });
  comes.observe(document, {childList: true, subtree: true});
}
