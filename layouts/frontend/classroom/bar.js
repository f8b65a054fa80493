/* A bar at the foot of other pages: a teacher shows this page to the class from it, and what follows
(showing.js), a student who follows stops with it. */
import {pathHere, withPrefix} from '../internals.js';
import {onChange} from '../page.js';
import {member, setCurrent, showing, taught} from './memory.js';
import {addressToShow, isOfRoom} from './showing.js';

const FOOT = '--qs-foot';
let bar = null, drawn = '', acts = null;     // acts: what teachers and students do from the bar, see start()

function button(text, act, look = 'qs-button-low') {
  const element = Object.assign(document.createElement('button'), {type: 'button', className: look, textContent: text});
  element.addEventListener('click', act);
  return element;
}
const link = (text, href) => Object.assign(document.createElement('a'), {href: withPrefix(href), textContent: text, className: 'qs-button-low'});
const words = text => Object.assign(document.createElement('span'), {textContent: text});
function parts(teaches, one) {
  if (teaches) {
    const state = isShowing(teaches) ? `Room ${teaches}: students who follow you see where you are` : `Room ${teaches}`;
    const show = isShowing(teaches) ? [] : [button('Show this page', () => acts.show(teaches, addressToShow()))];
    return [words(state), ...show, button('Stop showing', () => acts.show(teaches, '')), link('To the room', `/class/teacher?room=${teaches}`),
      button('Hide this bar', () => { setCurrent(''); showBar(); })];
  }
  return [words(`Room ${one.code}: you follow the teacher`), link('To the questions', `/class?room=${one.code}`),
    button('Stop following', () => acts.setFollowing(false))];
}
const isShowing = code => Boolean(showing()) && showing().code === code;
export function showBar() {
  const elsewhere = !isOfRoom(pathHere()), one = member(), {current, keys} = taught();
  const teaches = elsewhere && keys[current] ? current : '', follows = elsewhere && one && one.follows && !teaches;
  const now = teaches ? `teaches ${teaches} ${isShowing(teaches)}` : follows ? `follows ${one.code}` : '';
  if (now === drawn) return;
  drawn = now;
  if (bar) bar.remove();
  bar = null;
  giveRoom();
  if (!now) return;
  bar = Object.assign(document.createElement('section'), {className: 'qs-class-foot-bar'});
  bar.setAttribute('aria-label', 'Class');
  bar.append(...parts(teaches, one));
  document.body.append(bar);
  giveRoom();
  new ResizeObserver(giveRoom).observe(bar);
}
/* The bar covers nothing: the page, and what stays at the foot of the window, end above it (layouts/topics/classroom/classroom.css).  Its height
   follows the width of the window, where its buttons take more lines. */
function giveRoom() {
  const root = document.documentElement, height = bar ? bar.offsetHeight : 0;
  if (height === footHeight()) return;
  root.classList.toggle('qs-room-bar', height > 0);
  if (height) root.style.setProperty(FOOT, `${height}px`); else root.style.removeProperty(FOOT);
}
// The pixels at the foot of the window that belong to the bar.
export const footHeight = () => parseFloat(document.documentElement.style.getPropertyValue(FOOT)) || 0;
// show(code, address) shows a page to the class, setFollowing(false) lets a student go ways of their own.
export function start(whatToDo) {
  acts = whatToDo;
  onChange(showBar);
}
