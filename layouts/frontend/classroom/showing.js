/* What a teacher shows follows the teacher, from "Show this page" to "Stop showing": the step, the tab, the job, the window,
and the pages one goes to.

The address is looked at once a second, so that the server hears of it that often at most, and only of what changed.  Each
message names the address before it; the server refuses it where something else is shown meanwhile, or nothing: a question
was asked, say, or "Stop showing" was pressed in another window.  Not followed: pages of the room itself, projector mode,
and where somebody reads in a tab (reading_place.js), which changes with every turn of the wheel.
*/
import {pathHere} from '../internals.js';
import {notice} from '../page.js';
import {change, setShowing, showing, taught} from './memory.js';

const EVERY = 1000, BRIEF = 6000;           // ms
let isSending = false;

export const isOfRoom = path => /^\/class(\/|$)/.test(path);
const without = (search, leavesOut) => search.replace(/^[?]/, '').split('&').filter(part => part && !leavesOut(...part.split('='))).join('&');
const asSearch = text => (text ? `?${text}` : '');
// The address of this page as students get it: theirs is no projector.
export function addressToShow() {
  return pathHere() + asSearch(without(location.search, name => name === 'present')) + location.hash;
}
// What of an address is followed.
export function followedPart(address) {
  const [, path, search, hash] = /^([^?#]*)([?][^#]*)?(#.*)?$/.exec(address);
  return path + asSearch(without(search || '', name => name === 'place')) + (hash || '');
}
async function look() {
  const now = showing(), address = addressToShow();
  if (!now || isSending || isOfRoom(pathHere()) || followedPart(address) === followedPart(now.address)) return;
  isSending = true;
  try {
    const {ok, data} = await change(now.code, 'teach', {act: 'show', address, after: now.address}, {'X-Class-Key': taught().keys[now.code]});
    const later = showing();
    if (!later || later.code !== now.code || later.address !== now.address) return;         // stopped or shown anew meanwhile
    setShowing(ok ? {...now, address} : null);
    if (!ok) notice(data.message, BRIEF);
  } finally { isSending = false; }
}
export function start() { setInterval(look, EVERY); }
