/* Which views of a comparison or a workload are there: late ones that come when they are near, runs whose charts are hidden for a while,
and the choices above the Gantt charts, kept in step with the store they write.

What this expects of the page
- (layouts.pages.compare.views.lazy_views, layouts.pages.workload.pictures) Places .qs-late whose id is that of a Dash component, with a .qs-coming in them
  until their content is there; a place is asked for by its n_clicks.  Places .qs-now are asked for at once.
- (layouts.pages.compare.gantts.looks) dcc.Store "look": {rows, color, beside, pin, fold, only, shared}, only what differs from the default, or null;
  which color is the default, data-usual-color says.  The choices "look-rows", "look-color", "look-beside" (value) and
  "look-shared" and "look-fold" (checked), and "mode-choice", which is of no use where charts show no virtual schedules.
- (layouts.pages.compare.gantts.looks) Buttons with data-pin, the number of a user whose row is to be pinned (data-pin-add) or
  let go; the store has them as pin: "37,12".
- The order of the runs is that of the address.
*/
import {hiddenOf, replaceAddress, withHidden} from '../frame/address.js';
import {ownChoices} from '../frame/order.js';
import {hasDrawing, pathHere, propsOf} from '../internals.js';
import {around, isOffered, isThere, noUpdate, notice, offerToDash, onChange, set} from '../page.js';
import {gantts, isGantt, metaOf, watch} from '../gantt/charts.js';
import {rememberPage} from '../frame/open_work.js';
import {isTabOpen, openTab} from './tabs.js';

// ---- views that come when they are near ---------------------------------------------------------------------------
const NEAR = '400px 0px', PATIENCE = 60000, LOOK = 100;
const AIR = 8;                              // pixels between the tabs and a view that somebody goes to
const brought = new Set();                  // views that came: of another baseline they come again by themselves
const coming = place => place.querySelector(':scope > .qs-coming');
const places = () => [...document.querySelectorAll('.qs-late')].filter(coming);
const viewOf = place => JSON.parse(place.id).plot;
let near = null;

export function bring(place) {
  const waits = coming(place);
  if (!waits || waits.dataset.asked === place.id) return;     // asked once; of other runs the place has another id
  waits.dataset.asked = place.id;
  brought.add(viewOf(place));
  set(JSON.parse(place.id), {n_clicks: 1});
}
function lookForPlaces() {
  if (!document.querySelector('.qs-late')) brought.clear();
  for (const place of places()) {
    if (place.offsetParent && (place.matches('.qs-now') || brought.has(viewOf(place)))) bring(place);     // not of a hidden tab
    else { near.unobserve(place); near.observe(place); }      // told again whether it is near
  }
}

/* Go to a view by the id of its heading; of those that share a place, after its choices, [id of a control, value] each.
   It may have to come first, so this looks again after every change of the page, for a while. */
let due = null;                             // {tab, view, choices, pressed, latest}
export function goToView({tab, view, choices = []}) {
  due = openTab(tab) && view ? {tab, view, choices, pressed: new Set(), latest: performance.now() + PATIENCE} : null;
  lookForView();
}
function lookForView() {
  if (due && (!isTabOpen(due.tab) || performance.now() > due.latest)) due = null;     // somebody has gone elsewhere meanwhile
  if (!due) return;
  const heading = document.getElementById(due.view), figure = heading && heading.closest('.qs-figure, .qs-late');
  if (figure && figure.offsetParent) {
    show(figure, heading);
    due = null;
    return;
  }
  for (const [id, value] of due.choices) {
    const input = document.getElementById(id)?.querySelector(`input[value="${CSS.escape(value)}"]`);
    if (input && !input.checked && !due.pressed.has(id)) { due.pressed.add(id); input.click(); }
  }
}
function show(figure, heading) {            // below the header and the tabs, which stay in sight
  figure.scrollIntoView({block: 'start'});
  const over = document.getElementById('tabs').getBoundingClientRect().bottom + AIR - figure.getBoundingClientRect().top;
  if (over > 0) scrollBy(0, -over);
  heading.tabIndex = -1;
  heading.focus({preventScroll: true});
}
const isUndrawn = holder => holder.offsetParent && !hasDrawing(holder);
// A promise that every view is there and drawn.
export const drawAll = () => new Promise((done, failed) => {
  const latest = performance.now() + PATIENCE;
  places().forEach(bring);
  (function check() {
    if (!places().length && ![...document.querySelectorAll('#page .dash-graph')].some(isUndrawn)) done();
    else if (performance.now() > latest) failed(new Error('some figures did not come'));
    else setTimeout(check, LOOK);
  })();
});
function printAll(event) {                  // printing by its keys waits until all is there
  if (event.code !== 'KeyP' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || !places().length) return;
  event.preventDefault();
  drawAll().catch(() => {}).then(() => window.print());
}

// ---- runs whose charts are hidden, so that the others have room ---------------------------------------------------
const hidden = new Set();                   // keys of runs
let restored = '';                          // the runs of which the address has told which are hidden

export const runs = () => (new URLSearchParams(location.search).get('runs') || '').split(',').filter(Boolean);
const nameOf = key => {
  const card = document.querySelectorAll('#states .qs-runchip')[runs().indexOf(key)];
  return card && card.getAttribute('aria-label') || `run ${runs().indexOf(key) + 1}`;
};
const holdersOf = key => gantts().filter(gd => metaOf(gd).run === key).map(gd => gd.closest('.dash-graph'));

// Hide or show the charts of a run; whether there is one in that place.
export function toggleRun(place) {
  const key = runs()[place], all = runs().filter(one => holdersOf(one).length);
  if (!all.includes(key) || all.length < 2) return false;
  if (!hidden.has(key) && all.filter(one => !hidden.has(one)).length === 1) {
    notice('One run has to stay.', 3000);
    return true;
  }
  if (hidden.has(key)) hidden.delete(key); else hidden.add(key);
  notice(`${nameOf(key)}: charts ${hidden.has(key) ? 'hidden' : 'shown'}.`, 3000);
  for (const gd of gantts()) showOrHide(gd);
  showButtons();
  markChips();
  writeHidden();
  rememberPage();
  return true;
}
function restoreHidden() {                  // by a link, a reload; the address of other runs is told which are hidden already
  const all = runs();
  if (pathHere() !== '/compare' || !all.length || restored === all.join(',')) return;
  restored = all.join(',');
  const named = hiddenOf(location.search), asked = all.filter((key, place) => named.includes(place + 1));
  if (asked.length < all.length) asked.forEach(key => hidden.add(key));
  writeHidden();
}
function writeHidden() {                    // an address that says it already stays as it is, whatever else it holds
  const now = runs().flatMap((key, place) => (hidden.has(key) ? [place + 1] : []));
  if (now.join() !== hiddenOf(location.search).join()) replaceAddress(pathHere() + withHidden(location.search, now));
}
function showOrHide(gd) {
  const holder = gd.closest('.dash-graph'), hide = hidden.has(metaOf(gd).run);
  if (!holder || holder.hidden === hide) return;
  holder.hidden = hide;
  const column = holder.parentElement;      // not empty beside the others
  column.hidden = [...column.children].every(one => one.hidden);
  if (!hide) Plotly.Plots.resize(gd);
}
function markChips() {
  restoreHidden();
  document.querySelectorAll('#states .qs-runchip').forEach((chip, place) => {
    const isHidden = String(hidden.has(runs()[place])), button = chip.querySelector('[data-hide]');
    if (chip.dataset.away !== isHidden) chip.dataset.away = isHidden;
    if (button && button.getAttribute('aria-pressed') !== isHidden) button.setAttribute('aria-pressed', isHidden);
  });
}
function pressHide(event) {
  const button = around(event, '[data-hide]');
  if (button && !toggleRun(Number(button.dataset.hide))) notice('This tab has no Gantt chart of that run.', 3000);
}
function showButtons() {                    // what is hidden is said where it would be
  const charts = document.getElementById('gantts');
  if (!charts) return;
  const keys = runs().filter(key => hidden.has(key) && holdersOf(key).length);
  let bar = document.getElementById('hidden-runs');
  if (!bar) {
    bar = Object.assign(document.createElement('div'), {id: 'hidden-runs', className: 'qs-row qs-small'});
    charts.before(bar);
  }
  bar.hidden = !keys.length;
  bar.replaceChildren('Hidden:', ...keys.map(key => {
    const button = Object.assign(document.createElement('button'), {type: 'button', className: 'qs-pick', textContent: `show ${nameOf(key)}`});
    button.addEventListener('click', () => toggleRun(runs().indexOf(key)));
    return button;
  }));
}

// ---- the choices above the Gantt charts ---------------------------------------------------------------------------
const OF_BOTH = ['difference', 'overlay'], IN_BANDS = ['users', 'sizes', 'queues'];
export const usualColor = () => (document.querySelector('[data-usual-color]') || {dataset: {}}).dataset.usualColor || 'user';
const usualLook = () => ({rows: 'processors', color: usualColor(), beside: 'stacked'});
const hasSeveralRuns = () => isOffered(document.getElementById('look-beside'));

// A choice changes its own entry of the store and leaves the others, a query among them, as they are.
export function mergedLook(before, usual, {rows, color, beside, shared, fold}) {
  const after = {...before};
  for (const [name, value] of Object.entries({rows, color, beside})) {
    if (!value) continue;
    if (value === usual[name]) delete after[name]; else after[name] = value;
  }
  if (shared === false) after.shared = false; else delete after.shared;
  if (fold) after.fold = true; else delete after.fold;
  return after;
}
const inOrder = look => JSON.stringify(Object.entries(look || {}).sort());
const looks = ownChoices();
function chooseLook(rows, color, beside, shared, fold, look, view) {
  const before = look || {}, after = mergedLook(before, usualLook(), {rows, color, beside, shared, fold});
  if (inOrder(after) === inOrder(before)) return noUpdate();
  looks.choose(inOrder(after));
  if ((after.rows !== before.rows || after.fold !== before.fold) && view) {            // a window of other rows says nothing of these
    const {t0, t1} = view;
    set('gantt-window', {data: view.full ? null : {t0, t1}});
  }
  return Object.keys(after).length ? after : null;
}
function showLook(look) {
  const now = {...usualLook(), ...look}, isOwn = looks.isOwn(inOrder(look));
  if (!isThere('look-rows')) return noUpdate();
  if (!isOwn) setChoices(now);
  const both = hasSeveralRuns() && OF_BOTH.includes(now.beside);
  set('look-color', {disabled: hasSeveralRuns() && now.beside === 'difference'});
  set('look-fold', {disabled: both || !IN_BANDS.includes(now.rows)});
  if (isThere('mode-choice')) set('mode-choice', {disabled: both || now.rows !== 'processors'});
  return noUpdate();
}
function setChoices({rows, color, beside, shared, fold}) {       // one set to what it shows already tells the store nothing new
  for (const [name, value] of Object.entries({rows, color, beside})) set(`look-${name}`, {value});
  set('look-shared', {checked: shared !== false});
  set('look-fold', {checked: Boolean(fold)});
}

// ---- pinned users -------------------------------------------------------------------------------------------------
const MOST_PINS = 20;                       // as layouts.state.link
// The look with a user pinned, which shows rows by users, or let go.
export function pinnedLook(before, user, isAdded) {
  const others = (before.pin || '').split(',').filter(one => one && one !== user), pins = isAdded ? [...others, user] : others;
  const after = {...before, ...(isAdded ? {rows: 'users'} : {})};
  if (pins.length) after.pin = pins.join(','); else delete after.pin;
  return after;
}
function pressPin(event) {
  const button = around(event, 'button[data-pin]'), props = button && propsOf('look');
  if (!props) return;
  const before = props.data || {}, isAdded = 'pinAdd' in button.dataset, after = pinnedLook(before, button.dataset.pin, isAdded);
  if (after.pin && after.pin.split(',').length > MOST_PINS) { notice(`At most ${MOST_PINS} users can be pinned.`, 3000); return; }
  const view = (propsOf('gantt-window') || {}).data;
  if (view && after.pin !== before.pin) set('gantt-window', {data: view.full ? null : {t0: view.t0, t1: view.t1}});       // other rows are at these places now
  set('look', {data: Object.keys(after).length ? after : null});
  if (isAdded) notice(`The row of user ${button.dataset.pin} is on top.`, 3000);
  else (document.querySelector('.qs-pins button[data-pin]:not(:focus)') || document.getElementById('tab-schedule') || button).focus({preventScroll: true});
}

export function start() {
  near = new IntersectionObserver(entries => {
    for (const {target, isIntersecting} of entries) if (isIntersecting) bring(target);
  }, {rootMargin: NEAR});
  onChange(lookForPlaces);
  onChange(lookForView);
  onChange(markChips);
  document.addEventListener('click', pressHide);
  document.addEventListener('click', pressPin);
  document.addEventListener('keydown', printAll);
  watch((group, w, gd) => { if (gd && hidden.size && isGantt(gd)) { showOrHide(gd); showButtons(); } });
  offerToDash('looks', {choose: chooseLook, show: showLook});
}
