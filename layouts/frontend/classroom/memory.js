/* What this browser remembers of classes: the room one is in as a student, and the keys of the rooms one teaches. */
import {ask} from '../server.js';
import {prefix} from '../internals.js';

const MEMBER = 'queuescope class', TAUGHT = 'queuescope teaching', SHOWING = 'queuescope showing', MOST = 20;

function stored(name, otherwise) {
  try { return JSON.parse(localStorage.getItem(name)) || otherwise; } catch { return otherwise; }
}
function store(name, value) {
  try {
    if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, JSON.stringify(value));
  } catch { /* it then holds until the page is left */ }
  held.set(name, value);
}
const held = new Map();
const read = (name, otherwise) => (held.has(name) ? held.get(name) || otherwise : stored(name, otherwise));

// {code, token, nickname, follows, seen: the address that was followed last} of a student; null: in no room
export const member = () => read(MEMBER, null);
export const setMember = value => store(MEMBER, value);
// {keys: {code: key}, current: the code whose bar is shown on other pages, or ''}
export const taught = () => read(TAUGHT, {keys: {}, current: ''});
export function keepKey(code, key) {
  const {keys} = taught(), rest = Object.entries(keys).filter(([one]) => one !== code).slice(-MOST + 1);
  store(TAUGHT, {keys: Object.fromEntries([...rest, [code, key]]), current: code});
}
export function forgetKey(code) {
  const {keys} = taught();
  store(TAUGHT, {keys: Object.fromEntries(Object.entries(keys).filter(([one]) => one !== code)), current: ''});
}
// {code, address}: what this window shows to a class, and where that goes on to follow it; null: nothing.  A reload keeps it.
export function showing() {
  try { return JSON.parse(sessionStorage.getItem(SHOWING)); } catch { return shownHere; }
}
export function setShowing(value) {
  shownHere = value;
  try {
    if (value) sessionStorage.setItem(SHOWING, JSON.stringify(value)); else sessionStorage.removeItem(SHOWING);
  } catch { /* it then holds until the page is left */ }
}
let shownHere = null;
export const setCurrent = current => store(TAUGHT, {...taught(), current});

// A room of an address, as it is kept: capitals, without blanks and hyphens.
export const codeIn = search => plainCode(new URLSearchParams(search).get('room') || '');
export const plainCode = text => text.toUpperCase().replace(/[^A-Z0-9]/g, '').slice(0, 12);
export const token = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)))).replace(/\+/g, '-').replace(/\//g, '_');

const path = (code, what) => `${prefix()}class/${code ? `${encodeURIComponent(code)}/` : ''}${what}`;
export const addressOf = path;
// {ok, status, data}: what a change came to; a request whose answer is lost is made again.
export async function change(code, what, body, headers = {}, options = {}) {
  const answer = await ask(path(code, what), {...options, method: 'POST', body: JSON.stringify(body),
    headers: {'Content-Type': 'application/json', 'X-Requested-With': 'fetch', ...headers}});
  const isText = (answer.headers.get('Content-Type') || '').includes('json');
  return {ok: answer.ok, status: answer.status, data: isText ? await answer.json() : {message: await answer.text()}};
}
