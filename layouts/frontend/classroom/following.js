/* Where a student who follows is led: to the page that the teacher shows, or, on the same page, to what the address says of it.

A page is not loaded again where only its address changed.  Where only the instant of a player did, which is what a hundred
students see with every step, nothing is asked of the server; otherwise Dash hears of the new address and brings the page there.
A tab that the teacher opens is brought into sight, which on a phone is below the first screen.
*/
import {pathHere, withPrefix} from '../internals.js';
import {isThere, set} from '../page.js';
import {placeOf} from '../compare/reading_place.js';
import {outline} from '../gantt/picking.js';
import {show} from '../gantt/steering.js';
import {arriveAt} from '../stepping/player.js';

const BETWEEN = 100, PATIENCE = 60000, STILL = 2000;        // ms: between two looks; for a tab to come; until it stands still
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
let sight = 0;                              // the timer of the tab that is brought into sight

export function lead(view) {
  const to = new URL(view, location.origin), asked = to.searchParams, before = new URLSearchParams(location.search);
  const isOtherPage = to.pathname !== pathHere() || to.hash !== location.hash;
  const isOtherTab = isOtherPage || asked.get('tab') !== before.get('tab');
  if (isOtherPage) set('url', {href: view}); else change(view, to, before);
  const tab = asked.get('tab'), readsElsewhere = isOtherPage && placeOf(asked.get('place')) !== null;
  if (tab && isOtherTab && !readsElsewhere) bringIntoSight(tab);
}
function change(view, to, before) {
  history.replaceState(history.state, '', withPrefix(view));
  if (!isSameButInstant(to.searchParams, before)) {
    set('url', {search: to.search});
    moveCharts(to.searchParams, before);
  }
  arriveAt(to.search);
  const step = to.searchParams.get('step');
  if (isThere('home-step') && /^\d{1,4}$/.test(step || '')) set('home-step', {value: Number(step)});
}
// Dash tells charts that come later of the window and the job; those that are there move by themselves.
const WINDOW = ['t0', 't1', 'p0', 'p1'];
function moveCharts(asked, before) {
  const textOf = params => WINDOW.map(name => params.get(name)).join(), job = params => (/^\d+$/.test(params.get('job') || '') ? Number(params.get('job')) : null);
  const sides = WINDOW.filter(name => asked.has(name) && Number.isFinite(Number(asked.get(name))));
  if (textOf(asked) !== textOf(before)) show(Object.fromEntries(sides.map(name => [name, Number(asked.get(name))])));
  if (job(asked) !== job(before)) outline(job(asked));
}
// Whether two addresses of a page differ in the instant alone.
export function isSameButInstant(one, other) {
  const textOf = params => JSON.stringify([...params].filter(([name]) => !['at', 'place'].includes(name)).sort());
  return textOf(one) === textOf(other);
}

// ---- the tab in sight ---------------------------------------------------------------------------------------------
/* The panel begins below the header and the tabs, which stay there.  What stands above it comes late and moves it, so this goes
   on until it has stood still for a while, or until somebody moves. */
function bringIntoSight(tab) {
  clearInterval(sight);
  const latest = performance.now() + PATIENCE;
  let still = 0;
  sight = setInterval(() => {
    const panel = document.getElementById(`panel-${tab}`), isComing = !panel || panel.hidden || !panel.childElementCount;
    if (performance.now() > latest) { clearInterval(sight); return; }
    if (isComing || panel.querySelector('.qs-coming')) { still = 0; return; }
    const by = Math.round(panel.getBoundingClientRect().top - below());
    still = Math.abs(by) > 1 && canMove(by) ? 0 : still + BETWEEN;
    if (!still) window.scrollBy(0, by);
    if (still >= STILL) clearInterval(sight);
  }, BETWEEN);
}
const canMove = by => (by > 0 ? Math.ceil(scrollY) < document.documentElement.scrollHeight - innerHeight - 1 : scrollY > 0);
// The foot of the tabs where they stay, pixels from the top of the window.
function below() {
  const bar = document.getElementById('tabs');
  return bar ? (parseFloat(getComputedStyle(bar).top) || 0) + bar.offsetHeight : 0;
}
export function start() {
  for (const name of MOVES) document.addEventListener(name, () => clearInterval(sight), {passive: true, capture: true});
}
