/* A press counts for what was below the pointer when the button of the mouse went down.

Until it goes up again an answer may move the page, or draw the button anew; the browser then clicks whatever both places have
in common, or nothing at all, and what somebody wanted does not happen.  As long as the pointer stays where it was, the control
that was pressed is clicked, or the one that has come in its place.  Whoever moves the pointer away gives the press up, as
everywhere. */
import {around} from '../page.js';

const CONTROL = 'a[href], button, label, summary, input, [role=tab], [role=option]', STILL = 4;        // pixels
let pressed = null;                         // {control, x, y}: of the button that is down
let isReplaced = false;                     // the click that follows is of something else than what was pressed

const wordsOf = ({id, textContent, attributes}) => id || JSON.stringify([textContent,
  [...attributes].filter(({name}) => /^(href|title|name|value|aria-label|data-.*)$/.test(name)).map(({name, value}) => [name, value]).sort()]);
/* Of the controls on the page the one that has come in place of another: by its id, or the only one that says the same. */
export function successorOf(control, others) {
  const alike = others.filter(other => other.tagName === control.tagName && wordsOf(other) === wordsOf(control));
  return alike.length === 1 ? alike[0] : null;
}
const stillThere = control => (control.isConnected ? control : successorOf(control, [...document.querySelectorAll(control.tagName)]));

function press(event) {
  const control = event.button === 0 ? around(event, CONTROL) : null;
  isReplaced = false;
  pressed = control && {control, x: event.clientX, y: event.clientY};
}
function release(event) {
  const from = pressed;
  pressed = null;
  if (!from || event.button !== 0 || Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) return;
  if (from.control.contains(event.target)) return;
  const control = stillThere(from.control);
  if (!control) return;
  isReplaced = true;
  setTimeout(() => { isReplaced = false; control.click(); });           // after the click of the browser, where there is one
}
function leaveOut(event) {
  if (!isReplaced || !event.isTrusted) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

export function start() {
  window.addEventListener('mousedown', press, true);
  window.addEventListener('mouseup', release, true);
  window.addEventListener('click', leaveOut, true);
}
