/* Where somebody reads in a tab of a comparison, in the address: a link, a reload and the way back lead there again.

place=figure-nuwt_cdf~40 names the view at the foot of the tabs, by the id of its heading, and how much of it lies above, in
percent of its height; place=~120 the pixels of the tab that lie above, where no view begins above.  Nothing is written while
the tabs have not reached the header.  Views come and grow after the page, so the place is looked for until it stands still,
or until somebody moves.
*/
import {replaceAddress, textOf} from '../frame/address.js';
import {pathHere} from '../internals.js';
import {rememberPage} from '../frame/open_work.js';
import {onChange} from '../page.js';

const RESTS = 300, PATIENCE = 60000, STILL = 3000;  // ms: without a movement; until a view has come; then until it stands still
const MOST = 999;                           // percent
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
let due = null;                             // {at, latest}: the place to go to
let rest = 0, bar = null;

// {view, above} of the text of an address; null where it names no place.
export function placeOf(text) {
  const [, view, above] = /^((?:[a-z][\w-]{0,60})?)~(\d{1,5})$/.exec(text || '') || [];
  return above === undefined ? null : {view, above: Number(above)};
}
/* The place at the foot of the tabs, as an address has it.  boxes: [{view, top, height}] of the views of the tab; from: where
   the tab begins.  All in pixels of the window. */
export function placeAt(foot, boxes, from) {
  const above = boxes.filter(({top, height}) => top <= foot && height > 0);
  if (!above.length) return `~${Math.max(0, Math.round(foot - from))}`;
  const {view, top, height} = above.reduce((best, one) => (one.top > best.top ? one : best));
  return `${view}~${Math.min(MOST, Math.round(100 * (foot - top) / height))}`;
}

const panel = () => document.querySelector('#views > [role=tabpanel]:not([hidden])');
const headingOf = figure => figure.querySelector('h3[id]');
const boxesOf = home => [...home.querySelectorAll('.qs-figure')].filter(one => one.offsetParent && headingOf(one)).map(one => {
  const {top, height} = one.getBoundingClientRect();
  return {view: headingOf(one).id, top, height};
});
// The foot of the tabs where they stay, pixels from the top of the window; and whether they have come there.
const highest = () => parseFloat(getComputedStyle(bar).top) || 0;
const line = () => highest() + bar.offsetHeight;
const isBarUp = () => Math.abs(bar.getBoundingClientRect().top - highest()) < 1;

function write() {
  const home = panel();
  if (pathHere() !== '/compare' || due || !bar || !bar.isConnected || bar.hidden || !home) return;
  const params = new URLSearchParams(location.search);
  if (isBarUp() && scrollY > 0) params.set('place', placeAt(line(), boxesOf(home), home.getBoundingClientRect().top));
  else params.delete('place');
  replaceAddress(pathHere() + textOf(params));
  rememberPage();
}
function begin() {
  const at = placeOf(new URLSearchParams(location.search).get('place'));
  due = at && pathHere() === '/compare' ? {at, latest: performance.now() + PATIENCE} : null;
  goThere();
}
function goThere() {
  const here = document.getElementById('tabs');
  if (here !== bar) {
    bar = here;
    if (bar) begin();
    return;
  }
  if (!due || !bar || bar.hidden) return;
  const now = performance.now(), home = panel(), offset = home && offsetOf(due.at, home);
  if (offset) window.scrollBy(0, offset);
  if (typeof offset === 'number') due.latest = Math.min(due.latest, now + STILL);
  if (now > due.latest) due = null;
}
// How far the place is from the line at the foot of the tabs, pixels; null while its view is not there.
function offsetOf({view, above}, home) {
  if (!view) return home.offsetHeight > above ? Math.round(home.getBoundingClientRect().top + above - line()) : null;
  const box = boxesOf(home).find(one => one.view === view);
  return box ? Math.round(box.top + box.height * above / 100 - line()) : null;
}

export function start() {
  onChange(goThere);
  for (const name of MOVES) document.addEventListener(name, () => { due = null; }, {passive: true, capture: true});
  window.addEventListener('popstate', () => setTimeout(begin));
  document.addEventListener('scroll', () => { clearTimeout(rest); rest = setTimeout(write, RESTS); }, {passive: true});
}
