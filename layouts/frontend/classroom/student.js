/* A student in a room: joins, is asked, answers; and follows the teacher from page to page where one wants to.

What this expects of the page (layouts.topics.classroom.classroom_page): a form "class-join" with the fields "class-code" and
"class-nickname"; dcc.Store "class-state", which gets {code, token, step, phase, vote} when any of these changes; buttons
[data-class=follow] and [data-class=leave]. */
import {pathHere} from '../internals.js';
import {around, noUpdate, notice, offerToDash, onChange, set, tell} from '../page.js';
import {fetchOnce} from '../server.js';
import {showBar} from './bar.js';
import {lead} from './following.js';
import {addressOf, change, codeIn, member, plainCode, setMember, token} from './memory.js';

const PATH = '/class', EVERY = 2000, BRIEF = 6000, STATE = 'class-state', MESSAGE = 'class-message';
let announced = '', body = null, asking = false, question = null, joining = null, later = 0;

const isHere = () => pathHere().replace(/\/$/, '') === PATH;
const headersOf = one => ({'X-Class-Token': one.token});
// The room one is in, where the address names no other one.
function inRoom() {
  const one = member(), named = codeIn(location.search);
  return one && (!isHere() || !named || named === one.code) ? one : null;
}
const say = text => set(MESSAGE, {children: text});

// ---- how far the room is ------------------------------------------------------------------------------------------
async function look() {
  const one = inRoom();
  if (!one || asking || document.hidden || !(isHere() || one.follows)) return;
  asking = true;
  try {
    const answer = await fetchOnce(addressOf(one.code, 'mine.json'), {cache: 'no-store', headers: headersOf(one)});
    if (answer.ok) take(one, await answer.json());
    else if ([403, 404].includes(answer.status)) end(one, (await answer.json()).message);
  } catch { /* server.js says that the server is away; the next look finds it again */ } finally { asking = false; }
}
function take(one, mine) {
  announce({code: one.code, token: one.token, step: mine.step, phase: mine.phase, vote: mine.vote});
  if (member() !== null && member().follows) follow(one, mine);
  question = `${mine.step} ${mine.vote}`;
}
function announce(state) {
  const text = JSON.stringify(state);
  if (!isHere() || text === announced) return;
  announced = text;
  tell(STATE, state);
}
function end(one, message) {
  if (member() && member().token === one.token) setMember(null);
  announce({code: one.code, token: one.token});         // the page says why, and offers the form
  if (!isHere()) notice(message, BRIEF);
  showBar();
}
/* What the teacher shows opens here, once, and so does what follows; a question that is asked leads back.  Whoever went to an
   open question meanwhile stays there until it is closed. */
function follow(one, mine) {
  const shown = pathHere() + location.search + location.hash;
  if (mine.view !== (one.seen || '')) {
    setMember({...one, seen: mine.view});
    const answers = isHere() && Boolean(one.seen) && mine.phase === 'open';
    if (mine.view && mine.view !== shown && !answers) lead(mine.view);
  }
  if (!mine.view && mine.phase === 'open' && !isHere() && question !== `${mine.step} ${mine.vote}`) set('url', {href: `${PATH}?room=${one.code}`});
}

// ---- what a student does ------------------------------------------------------------------------------------------
async function join(form) {
  const [code, nickname] = ['class-code', 'class-nickname'].map(id => form.querySelector(`#${id}`).value.trim());
  if (!plainCode(code)) { say('Type the code of the room.'); return; }
  if (!joining || joining.code !== code || joining.nickname !== nickname) joining = {code, nickname, token: token()};
  const mine = joining, {ok, data} = await change(plainCode(code), 'join', {nickname, token: mine.token});
  clearTimeout(later);
  if (!ok) {
    say(data.message);
    if (data.seconds) later = setTimeout(() => { if (form.isConnected) join(form); }, 1000 * (data.seconds + 2 * Math.random()));
    return;
  }
  setMember({code: data.code, nickname: data.nickname, token: mine.token, follows: false});
  if (codeIn(location.search) !== data.code) set('url', {search: `?room=${data.code}`});
  announced = '';
  await look();
}
async function send(clicks, values, draft, state) {
  const one = inRoom();
  if (!clicks || !one || !state || !state.step) return noUpdate();
  say('Sending …');
  const answer = values.length ? values[0] : draft;
  const {ok, data} = await change(one.code, 'answer', {step: state.step, vote: state.vote, answer, turn: Date.now()}, headersOf(one));
  if (!ok) look();
  return ok ? 'Your answer is in. You can change it until the question is closed.' : data.message;
}
async function leave() {
  const one = inRoom();
  if (!one) return;
  await change(one.code, 'leave', {}, headersOf(one));
  setMember(null);
  announced = '';
  tell(STATE, {left: Date.now()});
  showBar();
}
export function setFollowing(follows) {
  const one = member();
  if (!one) return;
  setMember({...one, follows, seen: ''});
  adopt();
  showBar();
  look();
}
function press(event) {
  const button = around(event, '[data-class]');
  if (!button) return;
  if (button.dataset.class === 'follow') setFollowing(!member() || !member().follows);
  if (button.dataset.class === 'leave') leave();
}
function submit(event) {
  if (event.target.id !== 'class-join') return;
  event.preventDefault();
  join(event.target);
}
function adopt() {
  const home = document.getElementById('class-body'), one = member();
  if (home !== body) {
    body = home;
    announced = '';
    if (home) look();
  }
  for (const button of document.querySelectorAll('[data-class=follow]')) {
    const follows = String(Boolean(one && one.follows));
    if (button.getAttribute('aria-pressed') !== follows) button.setAttribute('aria-pressed', follows);
  }
}
export function start() {
  offerToDash('classroom', {send});
  document.addEventListener('click', press);
  document.addEventListener('submit', submit, true);
  document.addEventListener('visibilitychange', look);
  setInterval(look, EVERY);
  onChange(adopt);
}
