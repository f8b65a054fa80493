/* What every script needs of the page: its components by id, a look at every change, and words to the reader: a short
notice at the foot of the window, words for screen readers alone, and a sentence that stays with a button. */
import {isOnPage, withPrefix} from './internals.js';

// Dash fails where a component has gone meanwhile: with its page, say, between a click and what follows it.
const told = new Set();                     // components whose data scripts have written
export const isTold = id => told.has(id);
export function set(id, props) {
  if ('data' in props) told.add(id);
  if (isOnPage(id)) window.dash_clientside.set_props(id, id === 'url' && props.href ? {...props, href: withPrefix(props.href)} : props);
}
export const noUpdate = () => window.dash_clientside.no_update;
// not hidden, though the menu it is in may be closed
export const isOffered = element => Boolean(element && !element.closest('[hidden]') && (element.offsetParent || element.closest('details:not([open])')));
export const isThere = id => document.getElementById(id) !== null;
// The element around the target of an event that matches a selector; null where there is none.
export const around = (event, selector) => (event.target && event.target.closest ? event.target.closest(selector) : null);

// Functions that callbacks of Python name: ClientsideFunction(namespace, name).
export function offerToDash(namespace, functions) {
  const dash = window.dash_clientside = window.dash_clientside || {};
  dash[namespace] = Object.assign(dash[namespace] || {}, functions);
}
// Tell a dcc.Store, if it is on this page.
export function tell(id, data) {
  if (!window.dash_clientside || !window.dash_clientside.set_props || !isOnPage(id)) return;
  set(id, {data});
}
export function whenReady(work) {
  if (document.body) work(); else document.addEventListener('DOMContentLoaded', work);
}
// Whether a host is this computer, as other computers cannot reach it.
export const isOnlyHere = host => /^(localhost|127\.|\[::1)/.test(host);
// A choice this browser remembers; null where it may not, or has none.
export function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}
export function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* it then holds until the page is left */ }
}

// ---- double clicks --------------------------------------------------------------------------------------------------
const TWICE = 400, STILL = 4;               // ms from one release of the button to the next; pixels
let pressedAt = null, released = null;
/* Whether two clicks are one double click: {x, y, at} of their releases; before: of the one before, or null. */
export const isDouble = (before, {x, y, at}) => Boolean(before) && at - before.at < TWICE && Math.hypot(x - before.x, y - before.y) <= STILL;
/* act(event) is called at the second release of a double click.  The browser's own dblclick does not come where the chart
   below the pointer is drawn anew between the two clicks. */
export function onDoubleClick(act) {
  doubleClicked.push(act);
}
const doubleClicked = [];
function release(event) {
  const {clientX: x, clientY: y, timeStamp: at} = event, click = {x, y, at};
  if (event.button !== 0 || !pressedAt || Math.hypot(x - pressedAt.x, y - pressedAt.y) > STILL) { released = null; return; }
  const second = isDouble(released, click);
  released = second ? null : click;
  if (second) for (const act of doubleClicked) act(event);
}
function watchClicks() {
  document.addEventListener('mousedown', ({clientX: x, clientY: y}) => { pressedAt = {x, y}; }, true);
  document.addEventListener('mouseup', release, true);
}

// ---- changes: one look per frame, shared by all who care ----------------------------------------------------------
const lookers = [];
const LONGEST = 300;                        // ms: a window that nobody sees has no frames
let dueFrame = 0, dueAnyway = 0;

// look() is called when the page is there, and in the frame after any change of what is on it.
export function onChange(look) {
  lookers.push(look);
  if (document.body) look();
}
function lookAround() {
  cancelAnimationFrame(dueFrame);
  clearTimeout(dueAnyway);
  dueFrame = 0;
  for (const look of lookers) look();
}
function watchPage() {
  new MutationObserver(() => {
    if (dueFrame) return;
    dueFrame = requestAnimationFrame(lookAround);
    dueAnyway = setTimeout(lookAround, LONGEST);
  }).observe(document.body, {childList: true, subtree: true});
  // what has just come is heeded before somebody uses it, though the frame is not there yet
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, () => { if (dueFrame) lookAround(); }, true);
  lookAround();
}

// ---- words --------------------------------------------------------------------------------------------------------
let toast = null, voice = null, fading = 0;

function announcer(name, role) {            // there before it speaks, so that it is read out
  const element = document.createElement('div');
  element.className = name;
  if (role) element.setAttribute('role', role);
  element.setAttribute('aria-live', 'polite');
  document.body.appendChild(element);
  return element;
}
// At the foot of the window, so that it is seen wherever one has scrolled.
export function notice(text, milliseconds) {
  clearTimeout(fading);
  toast.textContent = text;
  fading = setTimeout(() => { toast.textContent = ''; }, milliseconds);
}
// For screen readers alone; the same words again are read again.
export function say(text) {
  voice.textContent = voice.textContent === text ? `${text}\u00a0` : text;
}
// A sentence in an element, with a button that calls again(); no text: none.
export function offer(home, text, again) {
  let box = home.querySelector(':scope > .qs-unanswered');
  if (!text) {
    if (box && box.contains(document.activeElement)) (home.closest('[tabindex]') || document.getElementById('page')).focus({preventScroll: true});
    if (box) box.remove();
    return;
  }
  if (!box) {
    box = document.createElement('div');
    box.className = 'qs-unanswered';
    const button = Object.assign(document.createElement('button'), {type: 'button', textContent: 'Ask again'});
    button.addEventListener('click', () => box.again());
    const close = Object.assign(document.createElement('button'), {type: 'button', textContent: 'Close'});
    close.addEventListener('click', () => { box.hidden = true; });      // it may lie over what somebody needs
    box.append(document.createElement('span'), button, close);
    home.append(box);
  }
  box.again = again;
  if (box.firstChild.textContent === text) return;
  box.firstChild.textContent = text;
  box.hidden = false;
  say(text);
}

export function start() {
  watchClicks();
  whenReady(() => {
    toast = announcer('qs-toast', 'status');
    voice = announcer('qs-unseen qs-voice', null);
    watchPage();
  });
}
