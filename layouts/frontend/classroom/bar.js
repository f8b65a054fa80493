/* A bar at the foot of other pages: a teacher shows this page to the class from it, a student who follows stops with it. */
import {pathHere, withPrefix} from '../internals.js';
import {onChange} from '../page.js';
import {member, setCurrent, taught} from './memory.js';

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
    return [words(`Room ${teaches}`), button('Show this page', () => acts.show(teaches, pathHere() + location.search + location.hash)),
      button('Stop showing', () => acts.show(teaches, '')), link('To the room', `/class/teacher?room=${teaches}`),
      button('Hide this bar', () => { setCurrent(''); showBar(); })];
  }
  return [words(`Room ${one.code}: you follow the teacher`), link('To the questions', `/class?room=${one.code}`),
    button('Stop following', () => acts.setFollowing(false))];
}
export function showBar() {
  const elsewhere = !/^\/class(\/|$)/.test(pathHere()), one = member(), {current, keys} = taught();
  const teaches = elsewhere && keys[current] ? current : '', follows = elsewhere && one && one.follows && !teaches;
  const now = teaches ? `teaches ${teaches}` : follows ? `follows ${one.code}` : '';
  if (now === drawn) return;
  drawn = now;
  if (bar) bar.remove();
  bar = null;
  if (!now) return;
  bar = Object.assign(document.createElement('section'), {className: 'qs-class-foot-bar'});
  bar.setAttribute('aria-label', 'Class');
  bar.append(...parts(teaches, one));
  document.body.append(bar);
}
// show(code, address) shows a page to the class, setFollowing(false) lets a student go ways of their own.
export function start(whatToDo) {
  acts = whatToDo;
  onChange(showBar);
}
