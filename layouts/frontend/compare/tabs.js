/* The tabs of a comparison: which is shown, arrow keys between them, and charts that were out of sight meanwhile.

What this expects of the page (layouts.pages.compare.tab_bar): buttons [role=tab] in #tabs, each with aria-controls, the id
of its panel, and data-holds, the parts of a link that it shows; the dcc.Store "tab".  A click on an element with data-tab
opens that tab.

A tab that somebody opened is a step of the browser's history, so that Back leads to the tab before.  The charts of hidden
panels are left alone (gantt/charts.js); when their tab is shown they are brought to where the others are.
*/
import {chartIn, everyChart, isDrawn, pathHere, propsOf} from '../internals.js';
import {around, noUpdate, offerToDash, set} from '../page.js';
import {isGantt, metaOf} from '../gantt/charts.js';
import {catchUp} from '../gantt/moving.js';
import {outlineAgain} from '../gantt/picking.js';

const STEPS = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1};
const bar = () => (typeof document === 'undefined' ? null : document.getElementById('tabs'));
const offered = () => (bar() ? [...bar().querySelectorAll('[role=tab]')].filter(tab => !tab.hidden) : []);
const keyOf = id => id.replace(/^(tab|panel)-/, '');
const PATIENCE = 60000;                     // ms for a tab to come
const LATER = 120;                          // ms: every change of a store takes Dash a while, and the tab is seen first
let now = null, telling = 0, untold = null; // the key of a tab that Dash has not been told yet
let opened = [];                            // the search parts of Dash and of the window when somebody opened a tab

// The tab that a link without one opens: as pages.compare.tab_bar.of_link says.
export function impliedTab(params) {
  const all = offered(), holder = all.find(tab => tab.dataset.holds.split(' ').some(name => name && params.has(name)));
  return holder || all.length ? keyOf((holder || all[0]).id) : '';
}
// The tab that the address names, of what the store says: one that was opened since is told later.
export const tabInSight = stored => untold || stored;
// Whether a tab is the one that is shown, by its key.
export const isTabOpen = key => offered().some(tab => keyOf(tab.id) === key && tab.getAttribute('aria-selected') === 'true');
/* Whether somebody has opened a tab since the address had this search part.  The answer to a link may come later than a click on
   a tab of the page that was there before. */
export const isTabNewer = search => opened.includes(search);
// Open a tab by its key; whether these runs have it.
export function openTab(key) {
  const tab = offered().find(one => keyOf(one.id) === key);
  if (!tab) return false;
  if (key === now) return true;
  const params = new URLSearchParams(location.search);
  for (const name of ['tab', 'place']) params.delete(name);
  if (key !== impliedTab(params)) params.set('tab', key);
  opened = [(propsOf('url') || {}).search, location.search];
  history.pushState(history.state, '', `${location.pathname}?${String(params).replace(/%(2C|3A|40|7E)/g, decodeURIComponent)}`);
  show(key);
  scrollToTop();
  clearTimeout(telling);
  untold = key;
  telling = setTimeout(tell, LATER);
  return true;
}
// What is pressed next may lead to a link with the tab of the store, so that it is told before.
function tell() {
  if (untold) set('tab', {data: untold});
  forget();
}
function scrollToTop() {                    // the new tab begins where the one before did
  const by = document.getElementById('summary').getBoundingClientRect().bottom - bar().getBoundingClientRect().top;
  if (by < 0) window.scrollBy(0, by);
}

/* Set in the elements, not by way of Dash, which would look at every component of every tab.  It made them all hidden and
   never says anything else of that, so this stays. */
function show(key) {
  const selected = document.getElementById(`tab-${key}`);
  if (key === now && selected && selected.getAttribute('aria-selected') === 'true') return;
  now = key;
  for (const tab of bar().querySelectorAll('[role=tab]')) {
    const isMine = tab === selected, panel = document.getElementById(tab.getAttribute('aria-controls'));
    tab.setAttribute('aria-selected', String(isMine));
    tab.tabIndex = isMine ? 0 : -1;
    if (panel) panel.hidden = !isMine;
    if (isMine && panel) requestAnimationFrame(() => bringUp(panel));
  }
}
function bringUp(panel) {                   // the charts of the tab have missed what happened meanwhile
  for (const gd of everyChart().filter(one => panel.contains(one) && metaOf(one))) {
    catchUp(gd);
    if (isGantt(gd)) outlineAgain(gd);
  }
}

/* Call visit(panel) for one tab after the other, each with its charts drawn; then the tab that was open is shown again. */
export async function eachTab(visit) {
  const before = now;
  try {
    for (const key of offered().map(tab => keyOf(tab.id))) {
      bring(key);
      const panel = document.getElementById(`panel-${key}`);
      for (let left = PATIENCE; left > 0 && !isComplete(panel); left -= LATER) await new Promise(done => setTimeout(done, LATER));
      await visit(panel);
    }
  } finally {
    bring(before);
  }
}
function bring(key) {
  forget();
  show(key);
  set('tab', {data: key});
}
function isComplete(panel) {
  const graphs = [...panel.querySelectorAll('.dash-graph')];
  return Boolean(panel.textContent.trim()) && !panel.querySelector('.qs-coming') && graphs.every(graph => isDrawn(chartIn(graph)));
}

// ---- what Python calls --------------------------------------------------------------------------------------------
function switched(key) {
  if (!key || !bar() || untold) return noUpdate();         // another one was opened meanwhile, and is told soon
  show(key);
  return noUpdate();
}

// ---- keys, history, ways to a tab ---------------------------------------------------------------------------------
function step(event) {
  const all = offered(), at = all.indexOf(around(event, '#tabs [role=tab]'));
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = event.key in STEPS ? (at + STEPS[event.key] + all.length) % all.length
    : event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : -1;
  if (to < 0) return;
  event.preventDefault();
  event.stopPropagation();
  all[to].focus();
  all[to].click();
}
function goBack() {
  opened = [];
  if (pathHere() !== '/compare' || !bar()) return;
  const params = new URLSearchParams(location.search), key = params.get('tab') || impliedTab(params);
  if (!key || key === now) return;
  forget();
  set('tab', {data: key});
}
function leave(event) {                     // a link says which tab it means
  if (around(event, 'a[href]')) opened = [];
}
function forget() {                         // a tab that was opened and left before it was told
  clearTimeout(telling);
  untold = null;
}

export function start() {
  offerToDash('tabs', {switched});
  document.addEventListener('keydown', step, true);
  window.addEventListener('popstate', goBack);
  document.addEventListener('click', tell, true);
  document.addEventListener('click', leave, true);
  document.addEventListener('click', event => {
    const tab = around(event, '#tabs [role=tab]'), way = tab || around(event, '[data-tab]');
    if (way && openTab(tab ? keyOf(tab.id) : way.dataset.tab)) event.preventDefault();
  });
}
