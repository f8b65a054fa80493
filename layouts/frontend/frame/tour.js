/* The tour: five stops that say what the parts of a page are for.  It begins only where somebody asks for it, by an element
with data-tour (in the list of keys and on Learn), and can be begun again; on a page without a tour it leads to Compare.

Nothing is blocked meanwhile: a frame that no pointer meets stands around the part, a card with the words beside it, and
the page can be used.  Next, Back and Skip are buttons; in the card the arrows step as well, and Escape ends the tour from
anywhere.  A stop whose part is not on the page, or hidden, is left out, and joins when its part comes.  Leaving the page
ends the tour.
*/
import {pathHere} from '../internals.js';
import {go} from './open_work.js';
import {around, onChange, say, set} from '../page.js';

export const STOPS = {
  '/': [
    ['.qs-real', 'A finished comparison', 'A real log under two policies: what changes for the people who wait, with its source.'],
    ['#home-body', 'A question', 'Five jobs wait. Say which one starts next, then see what two policies do, and why.'],
    ['.qs-doors', 'Three ways on', 'Learn from small examples, compare policies, or open a log of your own.'],
    ['.qs-nav, .qs-menu', 'Pages', 'What you open stays open: the workload and its runs stand here beside the pages.'],
    ['.qs-find', 'Search', 'Type a page, a term or an action. The key / brings you here; the key ? lists all keys.']],
  '/compare': [
    ['#summary', 'The finding and the runs', 'One sentence says what changes and who waits longer. Below it is one line for each run.'],
    ['#views > [role=tabpanel]:not([hidden])', 'The schedules', 'Each bar is a job: as wide as its runtime, as high as its processors. Click one: '
      + 'it is outlined in every run.'],
    ['.qs-inspector', 'The inspector', 'The jobs that differ most. Select a job or a range of time: its facts, and why it waited, stand here.'],
    ['.qs-find', 'Search', 'Type a job, a user, or a condition such as wait>1d. The key / brings you here.'],
    ['#tabs', 'Tabs', 'Each tab answers one question; the last one saves figures and numbers. The key ? lists all keys.']],
};
const HERE = '/compare', GAP = 12, EDGE = 8, TOP = 112;     // pixels; TOP: below header and tabs
const FOCUS = 60, COMING = 5000;            // ms: until the list of keys has given the focus back; for parts that are still to come
let tour = null;                            // {path, stops, at, before, moved}; moved: whether somebody has gone on or back
let wanted = '';                            // the page on which a tour begins as soon as its parts are there
let frame = null, card = null;

/* Where a card of [width, height] goes beside a part, both as {left, top, right, bottom} in a window of [width, height]: below,
   above, to the left or to the right of it where it fits, else in the lower right corner.  {left, top} */
export function besidePart(part, [width, height], [wide, high]) {
  const into = (value, size, most) => Math.max(EDGE, Math.min(value, most - size - EDGE));
  const at = (left, top) => ({left: into(left, width, wide), top: into(top, height, high)});
  if (part.bottom + GAP + height + EDGE <= high) return at(part.left, part.bottom + GAP);
  if (part.left - GAP - width >= EDGE) return at(part.left - GAP - width, part.top);
  if (part.right + GAP + width + EDGE <= wide) return at(part.right + GAP, part.top);
  return part.top - GAP - height >= EDGE ? at(part.left, part.top - GAP - height) : at(wide, high);
}

// ---- the parts ----------------------------------------------------------------------------------------------------
const partOf = ([selector]) => [...document.querySelectorAll(selector)].find(part => part.getClientRects().length && part.offsetHeight > 0);
const isFixed = part => ['fixed', 'sticky'].includes(getComputedStyle(part).position) || part.closest('header.mantine-AppShell-header');
function bringIntoSight(part) {
  const box = part.getBoundingClientRect();
  if (isFixed(part) && box.top >= 0 && box.top < innerHeight || box.top >= TOP && box.bottom <= innerHeight) return;
  scrollBy(0, box.height > innerHeight - TOP - 2 * EDGE ? box.top - TOP : box.top + box.height / 2 - (innerHeight + TOP) / 2);
}
function place() {
  const part = tour && partOf(tour.stops[tour.at]);
  if (!part) return;
  const {left, top, right, bottom, width, height} = part.getBoundingClientRect();
  Object.assign(frame.style, {left: `${left - 4}px`, top: `${top - 4}px`, width: `${width + 8}px`, height: `${height + 8}px`});
  const at = besidePart({left, top, right, bottom}, [card.offsetWidth, card.offsetHeight], [document.documentElement.clientWidth, innerHeight]);
  Object.assign(card.style, {left: `${at.left}px`, top: `${at.top}px`});
}

// ---- the card -----------------------------------------------------------------------------------------------------
const made = (tag, props) => Object.assign(document.createElement(tag), props);
const button = (text, act, kind = '') => {
  const own = made('button', {type: 'button', className: `qs-button-low ${kind}`, textContent: text});
  own.addEventListener('click', act);
  return own;
};
function makeCard() {
  frame = made('div', {className: 'qs-tour-frame'});
  frame.setAttribute('aria-hidden', 'true');
  card = made('section', {className: 'qs-tour', tabIndex: -1});
  card.setAttribute('aria-label', 'Tour');
  const buttons = made('div', {className: 'qs-row'});
  buttons.append(button('Skip', end, 'qs-tour-skip'), button('Back', () => step(-1), 'qs-tour-back'), button('Next', () => step(1), 'qs-button-main qs-tour-next'));
  card.append(made('h2'), made('p'), buttons);
  card.addEventListener('keydown', turn);
  document.body.append(frame, card);
}
function show() {
  const [, title, text] = tour.stops[tour.at];
  card.querySelector('p').textContent = text;
  count();
  bringIntoSight(partOf(tour.stops[tour.at]));
  place();
  say(`${title}, ${position().join(' of ')}. ${text}`);
}
// [number of the stop, how many there are] of those whose parts are there: it changes while the page is still coming.
function position() {
  const there = tour.stops.filter((stop, at) => at === tour.at || partOf(stop));
  return [there.indexOf(tour.stops[tour.at]) + 1, there.length];
}
function count() {
  const [, title] = tour.stops[tour.at], heading = card.querySelector('h2'), [number, last] = position();
  const words = `${number} of ${last}`, isLast = number === last;
  if (heading.textContent === title + words) return;
  heading.replaceChildren(title, made('small', {textContent: words}));
  card.querySelector('.qs-tour-back').disabled = number === 1;
  card.querySelector('.qs-tour-next').textContent = isLast ? 'Done' : 'Next';
  card.querySelector('.qs-tour-skip').hidden = isLast;
}
// To the next stop that is there; beyond the last one the tour ends.
function step(by) {
  let at = tour.at + by;
  while (at >= 0 && at < tour.stops.length && !partOf(tour.stops[at])) at += by;
  if (at < 0) return;
  if (at >= tour.stops.length) { end(); return; }
  tour.at = at;
  tour.moved = true;
  show();
  if (document.activeElement === document.body || document.activeElement.disabled) card.focus({preventScroll: true});
}
function turn(event) {
  const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  step(by);
}

// ---- beginning and ending -----------------------------------------------------------------------------------------
function begin() {
  const path = pathHere(), stops = STOPS[path];
  if (tour) end();
  wanted = '';
  tour = {path, stops, at: stops.findIndex(partOf), before: document.activeElement, moved: false};
  makeCard();
  show();
  card.querySelector('.qs-tour-next').focus({preventScroll: true});
}
function end() {
  const {path, before} = tour, hadFocus = card.contains(document.activeElement) || document.activeElement === document.body;
  tour = null;
  frame.remove();
  card.remove();
  if (!hadFocus || path !== pathHere()) return;
  const page = document.getElementById('page'), back = before && before !== document.body && document.contains(before) ? before : page;
  if (back) back.focus({preventScroll: true});
  say('The tour has ended.');
}
function ask() {                            // the list of keys closes first, and gives the focus back
  wanted = STOPS[pathHere()] ? pathHere() : HERE;
  set('keys-dialog', {opened: false});
  if (wanted !== pathHere()) go(wanted);
  look();
}
// The first stop may come when the tour has begun already with what was there.
function keepUp() {
  const first = tour.stops.findIndex(partOf);
  if (!tour.moved && first >= 0 && first < tour.at) { tour.at = first; show(); return; }
  count();
  place();
}
let starting = 0;
function look() {
  if (tour && tour.path !== pathHere()) end();
  if (tour) keepUp();
  if (!wanted || pathHere() !== wanted || document.querySelector('[role=dialog]')) return;
  const there = STOPS[wanted].filter(partOf).length;
  if (!there) return;
  if (there === STOPS[wanted].length) soon(FOCUS); else if (!starting) soon(COMING);
}
function soon(wait) {
  clearTimeout(starting);
  starting = setTimeout(() => {
    starting = 0;
    if (pathHere() === wanted && STOPS[wanted].some(partOf)) begin();
  }, wait);
}
function leave(event) {
  if (event.key !== 'Escape' || !tour || document.querySelector('[role=dialog]')) return;
  event.preventDefault();
  event.stopPropagation();
  end();
}

export function start() {
  document.addEventListener('click', event => { if (around(event, '[data-tour]')) ask(); });
  document.addEventListener('keydown', leave, true);
  for (const name of ['scroll', 'resize']) window.addEventListener(name, () => { if (tour) place(); }, {passive: true});
  onChange(look);
}
