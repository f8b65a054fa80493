/* The address of what is shown, light and dark, focus after navigation, the buttons that move the charts, and the link to
copy: what the browser does by itself when Python calls ClientsideFunction("queuescope", name).
*/
import {around, isOnlyHere, isThere, noUpdate, notice, offerToDash, set} from '../page.js';
import {hasDrawing, pathHere, withPrefix} from '../internals.js';
import {rememberPage} from './open_work.js';
import {ownChoices} from './order.js';
import {drawRange} from '../gantt/range.js';
import {isGantt, watch} from '../gantt/charts.js';
import {isNewest, newPick, outline} from '../gantt/picking.js';
import {awaitNothing, fit, isAllTime, isFitted, pan, show, shownWindow, zoom} from '../gantt/steering.js';
import {impliedTab, tabInSight} from '../compare/tabs.js';

const UPDATED = 4000, TO_COPY = 20000, BETWEEN = 100;        // ms
const TRIES = 100, HEADER = 56, LOW = 0.6;  // looks for charts; pixels; share of the height of the window
const schemeNow = () => (document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light');
let firstPage = true, scheme = null, look = {};
let focusedOn = '';                         // the path of the page that was open when the focus moved last

// The looks of the charts: {rows, color, beside, pin, fold, only, shared}, only what differs from the default.
export const currentLook = () => look;

// ---- the link of a comparison -------------------------------------------------------------------------------------
const WINDOW = ['t0', 't1', 'p0', 'p1', 'c0', 'c1'], RANGE = ['r0', 'r1', 'q0', 'q1'], LOOK = ['rows', 'color', 'beside', 'pin', 'only'];
const ORIGIN = ['file', 'reading', 'model', 'made', 'where', 'how'];
const USUAL_MODE = 'stacked', DIGITS = 10;

/* The search part of a link with the state of a comparison written into it; what is not of that state stays.
   state: {window, job, mode, plan, look, range, origin, tab, runs, workload}, as the stores hold them; origin null: not known yet, as the link
   has it.  Runs are written where the link names none: those of the sample that is shown then. */
export function searchOf(search, {window: shown, job, mode, plan, look: looks, range, origin, tab, runs, workload}) {
  const params = new URLSearchParams(search), rounded = value => String(+value.toPrecision(DIGITS));
  const put = (name, value) => { if (value === null || value === undefined || value === '') params.delete(name); else params.set(name, value); };
  const putNumber = (from, name) => put(name, from && typeof from[name] === 'number' ? rounded(from[name]) : null);
  if (runs && runs.length && !params.has('runs')) { put('w', workload); put('runs', runs.join(',')); }
  for (const name of WINDOW) putNumber(shown, name);
  put('mode', mode === USUAL_MODE ? null : mode);
  put('plan', typeof plan === 'number' ? String(plan) : null);
  for (const name of LOOK) put(name, looks && looks[name]);
  put('shared', looks && looks.shared === false ? 'no' : null);
  put('fold', looks && looks.fold ? 'yes' : null);
  for (const name of RANGE) putNumber(range, name);
  put('job', typeof job === 'number' ? String(job) : null);
  for (const name of origin ? ORIGIN : []) put(name, origin[name]);
  params.delete('tab');
  put('tab', tab && tab !== impliedTab(params) ? tab : null);
  return textOf(params);
}
/* The search part with the places of the runs whose charts are hidden, from 1 on, and the places that it names. */
export function withHidden(search, places) {
  const params = new URLSearchParams(search);
  if (places.length) params.set('hide', places.join(',')); else params.delete('hide');
  return textOf(params);
}
export const hiddenOf = search => (new URLSearchParams(search).get('hide') || '').split(',').filter(place => /^[1-9]$/.test(place)).map(Number);
// The search part of fields, its signs readable; empty where there are none.
export function textOf(params) {
  const text = params.toString().replace(/%(2C|3A|40|7E)/g, decodeURIComponent);
  return text ? `?${text}` : '';
}
const modes = ownChoices();
let modeBefore = null;
const modeOf = (value, before) => (value && value !== before ? modes.choose(value) : noUpdate());
function showMode(mode) {                   // one that a link brings, say
  const isNews = !modes.isOwn(mode) && mode !== modeBefore;
  modeBefore = mode;
  if (mode && isNews && isThere('mode-choice')) set('mode-choice', {value: mode});
}
function address(shown, job, mode, plan, looks, range, origin, tab, runs, workload) {
  showMode(mode);
  look = looks || {};
  drawRange(range);
  replaceAddress(pathHere() + searchOf(location.search, {window: shown, job, mode, plan, look, range, origin, tab: tabInSight(tab), runs, workload}));
  rememberPage();
  return noUpdate();
}
export function replaceAddress(text) {
  if (text !== pathHere() + location.search) history.replaceState(history.state, '', withPrefix(text));
}

// ---- links of the other pages -------------------------------------------------------------------------------------
const CARDS = ['per', 'account', 'wait', 'at'];     // what the cards of Workload show
/* The search part of Workload: of the workload of a key (null: the one it names), with what a card shows, {name: text}. */
export function workloadSearch(search, key, shown = {}) {
  const before = new URLSearchParams(search), params = new URLSearchParams(key ? {w: key} : search);
  for (const name of CARDS) {
    const text = name in shown ? shown[name] : before.get(name);
    if (text) params.set(name, text); else params.delete(name);
  }
  const text = params.toString().replace(/%(2C|3A|2F|40)/g, decodeURIComponent);
  return text ? `?${text}` : '';
}
function workloadAddress(key, shown = {}) {
  if (pathHere() === '/workload') { replaceAddress(`/workload${workloadSearch(location.search, key, shown)}`); rememberPage(); }
  return noUpdate();
}
const usagePer = per => workloadAddress(null, {per: (per || []).join(',')});
function accountAt(account) {
  setTimeout(() => {                        // the button that was pressed is gone, and the focus with it
    const rows = document.querySelector('#account-level [role=region]');
    if (rows && document.activeElement === document.body) rows.focus({preventScroll: true});
  }, BETWEEN);
  return workloadAddress(null, {account});
}
const waitAsked = (answer, wait, at) => (answer ? workloadAddress(null, {wait, at}) : noUpdate());
function addressOfPage(link) {              // of what a page shows that writes its whole address itself
  if (typeof link === 'string' && link.split('?')[0] === pathHere()) replaceAddress(link);
  return noUpdate();
}
function stepAddress(step) {                // of the five jobs on Home
  if (pathHere() !== '/' || typeof step !== 'number') return noUpdate();
  const params = new URLSearchParams(location.search);
  params.set('step', String(step));
  replaceAddress(pathHere() + (String(params) ? `?${params}` : ''));
  return noUpdate();
}
function stepOfAddress(last) {
  const asked = new URLSearchParams(location.search).get('step');
  return /^[0-9]{1,4}$/.test(asked || '') ? Math.min(Number(asked), last) : noUpdate();
}
// The step of the five jobs that a button leads to; after the last one the first.
export function stepAfter(button, step, last, asked) {
  if (button === 'home-divergence') return asked;
  return button === 'home-back' ? Math.max(step - 1, 0) : step < last ? step + 1 : 0;
}
function stepTo(back, on, differ, ...steps) {
  if (!back && !on && !differ) return noUpdate();     // Dash calls back when a button appears, too
  return stepAfter(window.dash_clientside.callback_context.triggered_id, ...steps);
}

// ---- from page to page --------------------------------------------------------------------------------------------
function arrive() {
  awaitNothing();
  setTimeout(() => {
    rememberPage();
    if (pathHere() === '/workload' && location.hash === '#samples' && isThere('source-kind')) set('source-kind', {value: 'samples'});
    const isAhead = goneAhead();
    if (pathHere() !== '/compare' && isThere('search-box') && !isAhead) set('search-box', {value: '', error: null});
    const heading = document.querySelector('#page h1'), title = heading ? heading.textContent : '';
    document.title = pathHere() === '/' || !title ? 'Queuescope' : `${title} · Queuescope`;
    markPage();
    if (!firstPage && !isAhead) focusPage();
    firstPage = false;
    showPlace();
  });
  return noUpdate();
}
// Somebody has moved the focus since the address changed, into the tray, the search field or the page itself: it stays there.
const goneAhead = () => focusedOn === pathHere() && document.activeElement !== document.body;
function markPage() {                       // in the links to the pages, which stay (layouts.frame.shell.links)
  const here = pathHere().replace(/(.)\/+$/, '$1');
  for (const link of document.querySelectorAll('a[data-pages]')) {
    if (link.dataset.pages.split(' ').includes(here)) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
  }
}
// A link with # leads to a place of a page that comes after it: the place is marked, so that it is seen.
function showPlace() {
  const place = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place || !place.parentElement.closest('#page')) return;      // the page itself: the browser has gone there
  place.scrollIntoView({block: 'start'});
  for (const other of document.querySelectorAll('#page .qs-place')) other.classList.remove('qs-place');
  place.classList.add('qs-place');
  place.focus({preventScroll: true});
}
function focusPage() {
  const page = document.getElementById('page');
  window.scrollTo(0, 0);
  if (page) page.focus({preventScroll: true});
}
export async function copyLink() {
  const where = isOnlyHere(location.host) ? ' It opens on this computer alone.' : '';
  try { await navigator.clipboard.writeText(location.href); notice(`The link of this view is copied.${where}`, UPDATED); }
  catch { notice(`Copy this link: ${location.href}`, TO_COPY); }
}

// ---- what Python calls --------------------------------------------------------------------------------------------
const pressed = act => clicks => { if (clicks) act(); return noUpdate(); };
function goto(asked) {
  if (!asked) return noUpdate();
  bringCharts(asked, newPick());
  return {job: asked.job, at: Date.now()};
}
let awaited = null;                         // {asked, number}: where charts that are still to come go
// The charts go to a job; where their tab is only being opened, as soon as they are there, unless another job is picked first.
function bringCharts(asked, number) {
  awaited = null;
  if (!isNewest(number) || pathHere() !== '/compare') return;
  const now = shownWindow();
  if (!now) {
    awaited = {asked, number};
    set('gantt-window', {data: {t0: asked.t0, t1: asked.t1}});         // charts that are still to be made begin there
    return;
  }
  show({t0: asked.t0, t1: asked.t1, p0: now[2], p1: now[3]});
  outline(asked.job);
  keepInView();
}
const opened = new Set();                   // runs whose charts were brought to their first window
// Charts that show everything, because nobody has moved them or asked for that, go to the first window of their runs.
function openOn(asked, tries = TRIES) {
  if (!asked || opened.has(asked.of)) return noUpdate();
  if (/[?&]t0=/.test(location.search) || isFitted()) { opened.add(asked.of); return noUpdate(); }
  const now = isThere('gantts') && [...document.querySelectorAll('#gantts .qs-gantt')].some(hasDrawing) && shownWindow();
  if (!now) { if (tries) setTimeout(() => openOn(asked, tries - 1), BETWEEN); return noUpdate(); }
  opened.add(asked.of);
  if (isAllTime()) show({t0: asked.t0, t1: asked.t1, p0: now[2], p1: now[3]});
  return noUpdate();
}
function keepInView() {                     // where a chart is in sight the page stays as it is
  const chart = [...document.querySelectorAll('.qs-gantt')].find(one => one.offsetParent), box = chart && chart.getBoundingClientRect();
  if (box && (box.top < HEADER || box.top > LOW * innerHeight)) chart.closest('figure').scrollIntoView({block: 'start'});
}
function close(clicks) {
  if (!clicks) return noUpdate();
  outline(null);
  return {job: null, at: Date.now()};
}
function schemeOnce() {
  if (schemeNow() === scheme) return noUpdate();
  scheme = schemeNow();
  return scheme;
}

export function start() {
  document.addEventListener('focusin', () => { focusedOn = pathHere(); });
  offerToDash('queuescope', {
    scheme: schemeOnce, open: clicks => (clicks ? true : noUpdate()), arrive,
    workload: key => (key ? workloadAddress(key) : noUpdate()), usagePer, accountAt, waitAsked, goto, openOn, close,
    zoomIn: pressed(() => zoom(2)), zoomOut: pressed(() => zoom(0.5)), earlier: pressed(() => pan(-0.25)), later: pressed(() => pan(0.25)),
    fit: pressed(() => fit()), arriveAt: stepOfAddress, stepped: stepAddress, stepTo,
    mode: modeOf, address, addressOfPage,
  });
  document.addEventListener('click', event => { if (around(event, '#copy-link')) copyLink(); });
  watch((group, w, gd) => { if (awaited && gd && isGantt(gd)) bringCharts(awaited.asked, awaited.number); });
  window.addEventListener('hashchange', showPlace);
  new MutationObserver(() => {
    if (scheme !== null && schemeNow() !== scheme) { scheme = schemeNow(); set('scheme', {data: scheme}); }
  }).observe(document.documentElement, {attributes: true, attributeFilter: ['data-mantine-color-scheme']});
}
