/* A teacher of a room: keeps its key, hears the buttons of the page, and looks how many have answered.

What this expects of the page (layouts.topics.classroom.teacher_page, room_view): dcc.Store "class-room", which gets {code, key,
changes}; "class-count" and "class-students" for counts, "class-since-0" and so on with the buttons "class-remove-since-0" and so on for
how many joined since a moment; buttons [data-act] with data-step or data-nickname, and [data-class] copy and csv; an
img.qs-class-qr with data-code, .qs-class-address and .qs-class-local; the list "class-own" in the card "class-own-card".

The key comes in the part of the teacher's link behind #, which browsers send to nobody, and is taken out of the address at
once: that is what a projector shows. */
import {pathHere, withPrefix} from '../internals.js';
import {around, isOnlyHere, noUpdate, notice, offerToDash, onChange, say as read, set, tell} from '../page.js';
import {fetchOnce} from '../server.js';
import {showBar} from './bar.js';
import {addressOf, change, codeIn, forgetKey, keepKey, setCurrent, setShowing, taught} from './memory.js';

const PATH = '/class/teacher', EVERY = 1500, SELDOM = 240000, BRIEF = 6000, ROOM = 'class-room', MESSAGE = 'class-message';
const COMPILING = 240000;       // ms
const OPENING = 'The answers of all questions are being worked out. On a new server that takes a minute, once.';
const ENDS_SHOWING = ['ask', 'show', 'delete'];          // acts of the page of the room; this show shows nothing
let announced = '', body = null, asking = false, looked = -SELDOM;

const isHere = () => pathHere().replace(/\/$/, '') === PATH;
const headersOf = key => ({'X-Class-Key': key});
const linkOf = (code, key) => `${location.origin}${withPrefix(PATH)}?room=${code}#${key}`;
const say = text => set(MESSAGE, {children: text});
function room() {
  const code = codeIn(location.search), key = taught().keys[code];
  return isHere() && key ? {code, key} : null;
}
function takeKey() {
  const code = codeIn(location.search), key = location.hash.slice(1);
  if (!isHere() || !code || !/^[\w-]{16,100}$/.test(key)) return;
  keepKey(code, key);
  history.replaceState(history.state, '', location.pathname + location.search);
}

// ---- how far the room is ------------------------------------------------------------------------------------------
async function look() {
  const one = room();
  // a page in the background is a use of the room, too, and keeps one that nobody has joined
  if (!one || asking || (document.hidden && performance.now() < looked + SELDOM)) return;
  asking = true;
  looked = performance.now();
  try {
    const answer = await fetchOnce(addressOf(one.code, 'room.json'), {cache: 'no-store', headers: headersOf(one.key)});
    const data = await answer.json();
    if (answer.ok) {
      announce({...one, changes: data.changes, students: data.students, waiting: data.waiting, newest: data.newest});
      set('class-students', {children: String(data.students)});
      set('class-count', {children: `${data.answered} of ${data.students}`});
      data.since.forEach(setSince);
    } else if ([403, 404].includes(answer.status)) {
      announce({...one, changes: -1});                  // the page says why
      forgetKey(one.code);
    }
  } catch { /* server.js says that the server is away */ } finally { asking = false; }
}
function setSince([students, first], number) {
  set(`class-since-${number}`, {children: String(students)});
  set(`class-remove-since-${number}`, {children: `Remove ${students} ${students === 1 ? 'student' : 'students'}`, disabled: !students, 'data-nickname': first});
}
function announce(state) {
  const text = JSON.stringify(state);
  if (text === announced) return;
  announced = text;
  tell(ROOM, state);
}

// ---- what a teacher does ------------------------------------------------------------------------------------------
async function open(clicks, lesson, seed) {
  if (!clicks) return noUpdate();
  say(OPENING);
  const {ok, data} = await change('', 'rooms', {lesson, seed: seed === '' ? 0 : seed}, {}, {patience: COMPILING});
  if (!ok) return data.message;
  keepKey(data.code, data.key);
  set('url', {href: `${PATH}?room=${data.code}`});
  return noUpdate();
}
async function act(button) {
  const one = room();
  if (!one) return;
  const {act: what, step, nickname} = button.dataset, about = {...(step ? {step: Number(step)} : {}), ...(nickname ? {nickname} : {})};
  button.disabled = true;
  const {ok, data} = await change(one.code, 'teach', {act: what, ...about, address: ''}, headersOf(one.key));
  button.disabled = false;
  say(ok ? '' : data.message);
  if (ok && ENDS_SHOWING.includes(what)) setShowing(null);
  if (ok && what === 'delete') {
    forgetKey(one.code);
    showBar();
    set('url', {href: PATH});
    notice('The room is deleted.', BRIEF);
    return;
  }
  await look();
  read(document.getElementById('class-step') ? `${button.textContent}: done` : '');
}
export async function show(code, address) {
  const {ok, data} = await change(code, 'teach', {act: 'show', address}, headersOf(taught().keys[code]));
  if (ok) setShowing(address ? {code, address} : null);
  showBar();
  notice(ok ? (address ? 'Students who follow you see this page, and where you go from it.' : 'Nothing is shown any more.') : data.message, BRIEF);
}
async function copy() {
  const {code, key} = room();
  if (await toClipboard(linkOf(code, key))) notice("The teacher's link is copied. Keep it: whoever has it runs the room.", BRIEF);
  else say(`The teacher's link: ${linkOf(code, key)}`);
}
// Without HTTPS browsers have no clipboard for pages but what a selection is copied to; the link is not shown for that.
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = Object.assign(document.createElement('textarea'), {value: text, className: 'qs-unseen'}), focus = document.activeElement;
    document.body.append(box);
    box.select();
    const isCopied = document.execCommand('copy');
    box.remove();
    if (focus) focus.focus();
    return isCopied;
  }
}
async function csv() {
  const {code, key} = room();
  const answer = await fetchOnce(addressOf(code, 'answers.csv'), {method: 'POST', headers: {'X-Requested-With': 'fetch', ...headersOf(key)}});
  if (!answer.ok) { say((await answer.json()).message); return; }
  const link = Object.assign(document.createElement('a'), {href: URL.createObjectURL(await answer.blob()), download: `room-${code}.csv`});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), BRIEF);
}
function press(event) {
  const button = around(event, '[data-act]'), other = around(event, '[data-class]');
  if (button && isHere()) act(button);
  if (other && room() && other.dataset.class === 'copy') copy();
  if (other && room() && other.dataset.class === 'csv') csv();
}

// ---- what only the browser knows: by which address it reaches the server ------------------------------------------
function adopt() {
  takeKey();
  const home = document.getElementById('class-taught');
  if (home !== body) {
    body = home;
    announced = '';
  }
  if (!home) return;
  const one = room();
  if (one && !announced.includes(`"${one.code}"`)) {
    setCurrent(one.code);
    look();
  }
  for (const picture of home.querySelectorAll('.qs-class-qr:not([src])')) {
    picture.src = `${addressOf(picture.dataset.code, 'qr.svg')}?at=${encodeURIComponent(location.origin)}`;
  }
  for (const place of home.querySelectorAll('.qs-class-address:empty')) place.textContent = `${location.host}/class`;
  for (const place of home.querySelectorAll('.qs-class-local[hidden]')) place.hidden = !isOnlyHere(location.host);
  keepOpen(home);
  list();
}
// The page is made anew when somebody joins: what was unfolded stays so, and the focus stays where it was.
const unfolded = new Set(), seen = new WeakSet();
let focused = {key: '', element: null};
const wordsOf = part => `${part.tagName} ${part.textContent} ${(part.closest('[data-step]') || part).dataset.step || ''} ${part.dataset.nickname || ''}`;
function keyOf(details) {
  const inside = details.querySelector('[data-step]');
  return `${details.querySelector('summary').textContent} ${inside ? inside.dataset.step : ''}`;
}
function toggled({target}) {
  if (seen.has(target)) unfolded[target.open ? 'add' : 'delete'](keyOf(target));
}
function focusGoes({target}) {
  if (body && body.contains(target)) focused = {key: wordsOf(target), element: target};
}
function keepOpen(home) {
  for (const details of home.querySelectorAll('details')) {
    if (seen.has(details)) continue;
    if (unfolded.has(keyOf(details))) details.open = true;
    seen.add(details);
  }
  if (!focused.element || focused.element.isConnected || document.activeElement !== document.body) return;
  const again = [...home.querySelectorAll('button, summary, a')].find(part => wordsOf(part) === focused.key);
  if (again) again.focus({preventScroll: true});
}
function list() {
  const home = document.getElementById('class-own'), codes = Object.keys(taught().keys).reverse();
  if (!home || home.dataset.codes === codes.join()) return;
  home.dataset.codes = codes.join();
  home.replaceChildren(...codes.map(code => {
    const item = document.createElement('li');
    item.append(Object.assign(document.createElement('a'), {href: withPrefix(`${PATH}?room=${code}`), textContent: `Room ${code}`}));
    return item;
  }));
  document.getElementById('class-own-card').hidden = !codes.length;
}
export function start() {
  offerToDash('classroom', {open});
  document.addEventListener('click', press);
  document.addEventListener('toggle', toggled, true);
  document.addEventListener('focusin', focusGoes);
  document.addEventListener('visibilitychange', look);
  setInterval(look, EVERY);
  onChange(adopt);
}
