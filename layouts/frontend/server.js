/* A request whose answer does not come is made again, a few times and ever later; then whoever asked says so, and people
can ask again.

A connection may break before, in or after an answer, and a server or proxy may be away for a moment.  What is asked here
only reads, or starts what is known by its key, so that asking twice does no harm.

Callbacks of Dash are asked in the same way: Dash gives a callback up at its first lost answer and shows nothing of it, so
that views, facts or a table would be missing until the page is loaded again.  Left as they are what an interval asks (its
next tick asks the same) and the polls of a background callback (their failures say how a run ended).  What the server
refuses is not asked again; the page shows why.  Of two requests for the same outputs only the newer one is of use.

Dash forgets a request as soon as the next tick asks the same: where answers take longer than from tick to tick, none would
ever be used.  So a tick is answered by what the request before it brings, as long as that one is on its way.

Where nothing is answered, not even whether the server is there, the page says so, goes on looking for it, and asks again
whatever waits as soon as it answers.
*/
import {isTabNewer} from './compare/tabs.js';
import {changedSince, withoutOlder} from './frame/order.js';
import {idOfName, nameOfId, patchRequests, prefix, propsOf, questionIn, textIn, withPrefix, withState} from './internals.js';
import {isTold, offer, say, set} from './page.js';

const WAITS = [400, 1000, 2500, 6000];      // ms before each further attempt
const AWAY = new Set([408, 429, 500, 502, 503, 504]);
const LATE = 5000, PATIENCE = 60000;        // ms
const EMPTY = [204, 205, 304];
const plainFetch = (...request) => send(...request);
let send = null;                            // window.fetch as it was before whoever else stands in for it

// ---- whether the server is there ----------------------------------------------------------------------------------
const GONE = new Set([502, 503, 504]);      // what a proxy says of a server that is not there
const SOONEST = 1000, LATEST = 8000, SILENT = 5000;             // ms between two looks; ms without an answer
const waiting = new Set();                  // again() of requests that wait for their next attempt
let searching = false, banner = null;

const isConnected = () => banner === null;
// Called where a request got no answer: is it this request, or the server?
async function suspect() {
  if (searching) return;
  searching = true;
  for (let wait = SOONEST; !await isAnswering(); wait = Math.min(2 * wait, LATEST)) {
    showBanner();
    await new Promise(done => { setTimeout(done, wait); });
  }
  searching = false;
  if (isConnected()) return;
  banner.remove();
  banner = null;
  say('Connected again.');
  for (const again of [...waiting]) again();
  showTroubles();
}
async function isAnswering() {
  try { return !GONE.has((await plainFetch(`${prefix()}health`, {cache: 'no-store', signal: AbortSignal.timeout(SILENT)})).status); } catch { return false; }
}
function showBanner() {
  if (banner) return;
  banner = Object.assign(document.createElement('div'), {className: 'qs-offline', textContent: 'Not connected, retrying'});
  banner.setAttribute('role', 'status');
  document.body.append(banner);
  say(banner.textContent);
  showTroubles();
}
// fetch() that tells when nothing is answered; nothing is asked again.
export async function fetchOnce(address, options = {}) {
  try {
    const answer = await plainFetch(withPrefix(address), options);
    if (GONE.has(answer.status)) suspect();
    return answer;
  } catch (error) {
    if (error.name !== 'AbortError') suspect();
    throw error;
  }
}

// ---- one request --------------------------------------------------------------------------------------------------
async function whole(answer) {              // an answer may break off in its body
  const body = await answer.arrayBuffer(), {status, statusText, headers} = answer;
  return new Response(EMPTY.includes(status) ? null : body, {status, statusText, headers});
}

/* A promise of what `take` makes of the answer; without `take` the answer, with all of its body.  It never fails but by
   its signal.
   - late: ms after which an answer counts as late; patience: ms after which an attempt is given up.
   - told({kind, again}) is called when the kind changes: "late", "asking" (the last attempt failed, another follows),
     "failed" (no other follows by itself); told(null) when the answer is there.  again() asks at once.
   - An answer is none where the connection broke, `take` failed, or its status is among AWAY. */
export async function ask(address, {signal, late = LATE, patience = PATIENCE, take = whole, told = () => {}, ...options} = {}) {
  const attempt = {options, signal, late, patience, take, report: onlyChanges(told)};
  for (let count = 0; ; count += 1) {
    const {answered, answer, hurried} = await once(address, attempt);
    if (signal && signal.aborted) throw new DOMException('Nobody waits for this answer any more.', 'AbortError');
    if (answered) { attempt.report(null); return answer; }
    if (hurried || await pause(count < WAITS.length ? WAITS[count] : Infinity, attempt)) count = -1;      // from the beginning
  }
}
function onlyChanges(told) {
  let before = null;
  return (kind, again) => {
    if (kind || before) told(kind ? {kind, again} : null);
    before = kind;
  };
}
// {answered: true, answer}; without an answer {hurried}: whether somebody asked again meanwhile
async function once(address, {options, signal, late, patience, take, report}) {
  const own = new AbortController(), stop = () => own.abort();
  let hurried = false;
  const slow = setTimeout(() => report('late', () => { hurried = true; stop(); }), late);
  const over = patience < Infinity ? setTimeout(stop, patience) : 0;
  if (signal) signal.addEventListener('abort', stop);
  if (signal && signal.aborted) stop();
  try {
    const answer = await fetchOnce(address, {...options, signal: own.signal});
    return AWAY.has(answer.status) ? {} : {answered: true, answer: await take(answer)};
  } catch {
    return {hurried};
  } finally {
    clearTimeout(slow);
    clearTimeout(over);
    if (signal) signal.removeEventListener('abort', stop);
  }
}
// True where somebody asked again before its end, or the network came back.
function pause(wait, {signal, report}) {
  return new Promise(done => {
    const end = asked => {
      clearTimeout(timer);
      waiting.delete(again);
      window.removeEventListener('online', again);
      if (signal) signal.removeEventListener('abort', end);
      done(asked === true);
    };
    const again = () => end(true), timer = wait < Infinity ? setTimeout(end, wait) : 0;
    waiting.add(again);
    window.addEventListener('online', again);
    if (signal) signal.addEventListener('abort', end);
    report(wait < Infinity ? 'asking' : 'failed', again);
  });
}

// ---- what Dash asks -----------------------------------------------------------------------------------------------
const NOTHING_NEW = 204;                    // what Dash calls "prevent update"
const REFUSED = 400;
const SLOW = 30000;                         // ms: some views take long to be worked out
const WORDS = {                             // the worst first
  failed: parts => `The server does not answer. Missing or old: ${parts}.`,
  asking: parts => `The server does not answer. Asked for again: ${parts}.`,
  late: parts => `Late, as the server has worked on it for more than half a minute: ${parts}. It comes by itself; meanwhile the `
    + 'rest of the page can be used.'};
const newest = new Map();                   // outputs -> the newest request for them
const asked = new Map();                    // outputs -> {question, at, answer}: what ticks ask and is being answered
const troubled = new Map();                 // request -> {kind, again}

function answerDash(url, options, outputs, {repeatable, question}) {
  if (!question) return repeatable && options.body ? askInOrder(url, options, outputs) : askServer(url, options, outputs, repeatable);
  const before = asked.get(outputs);
  const isOnItsWay = before && Date.now() - before.at < PATIENCE && !isAway(newest.get(outputs));
  if (isOnItsWay && before.question === question) return before.answer.then(copy);
  const now = {question, at: Date.now(), answer: askServer(url, options, outputs, repeatable).then(inParts)};
  const over = () => { if (asked.get(outputs) === now) asked.delete(outputs); };
  asked.set(outputs, now);
  now.answer.then(over, over);
  return now.answer.then(copy);
}
// Whether the last attempt of a request failed.
const isAway = request => troubled.has(request) && troubled.get(request).kind !== 'late';
const inParts = async answer => ({text: await answer.text(), refused: answer.status === REFUSED,
  as: {status: answer.status, statusText: answer.statusText, headers: answer.headers}});
function copy({text, refused, as}) {
  const answer = new Response(EMPTY.includes(as.status) ? null : text, as);
  return refused ? Object.assign(answer, {text: async () => text}) : answer;
}
// An answer made of stores that have changed meanwhile is asked for again, as long as nothing newer is asked for.
const MOST_AGAIN = 3;
const heldBy = (name, property = 'data') => { const props = propsOf(idOfName(name)); return props ? props[property] ?? null : undefined; };
async function askInOrder(url, options, outputs) {
  let {body} = options, answer = await askServer(url, options, outputs, true);
  for (let count = 0; count < MOST_AGAIN && answer.ok && answer.status !== NOTHING_NEW && !newest.has(outputs); count += 1) {
    const question = questionIn(body), changed = question && changedSince(question, heldBy);
    if (!changed) break;
    body = withState(body, changed);
    answer = await askServer(url, {...options, body}, outputs, true);
  }
  return Object.assign(answer, {question: body});
}
function newestOf(answer, body, fields) {
  const question = questionIn(body), values = Object.fromEntries(Object.entries(fields).map(([name, {value}]) => [name, value]));
  const isTyped = name => name in fields && document.activeElement && document.activeElement.id === name && textIn(name) !== fields[name].text;
  return question ? withoutOlder(answer, {...question, fields: values}, heldBy, {isTold, isTabNewer, isTyped}) : answer;
}
function askServer(url, options, outputs, repeatable) {
  const older = newest.get(outputs), request = new AbortController();
  newest.set(outputs, request);
  if (isAway(older)) older.abort();
  return (repeatable ? repeat(url, options, outputs, request) : fetchOnce(url, options)).finally(() => {
    if (newest.get(outputs) === request) newest.delete(outputs);
  });
}
function repeat(url, options, outputs, request) {
  return ask(url, {...options, signal: request.signal, late: SLOW, patience: Infinity, told: trouble => {
    if (trouble && trouble.kind !== 'late' && newest.has(outputs) && newest.get(outputs) !== request) request.abort();
    else note(request, trouble && {...trouble, part: partOf(outputs)});
  }}).then(answer => {
    for (const {kind, again} of [...troubled.values()]) if (kind === 'failed') again();       // the server is there again
    return answer.status === REFUSED ? refusal(answer) : answer;
  }).finally(() => note(request, null)).catch(() => new Response(null, {status: NOTHING_NEW}));       // the newer request brings the answer
}
// To ask again is of no use: the page is older than the program, and the answer says so.  Dash reads what it says more than once.
async function refusal(answer) {
  const text = await answer.text();
  if ((answer.headers.get('Content-Type') || '').startsWith('text/plain')) set('upload-state', {children: text});
  return Object.assign(answer, {text: async () => text});
}
function note(request, trouble) {
  if (trouble) troubled.set(request, trouble); else if (!troubled.delete(request)) return;
  showTroubles();
}
function showTroubles() {                   // without a server that is all there is to say
  const all = [...troubled.values()], kind = Object.keys(WORDS).find(one => all.some(({kind: other}) => other === one));
  const parts = [...new Set(all.filter(one => one.kind === kind).map(({part}) => part).filter(Boolean))];
  offer(document.body, kind && isConnected() ? WORDS[kind](named(parts)) : '',
    () => { for (const {again} of [...troubled.values()]) again(); });
}
// What the page calls the part that a callback brings: the name of the region, form or figure that its outputs are in.
function partOf(outputs) {
  let components = [];
  try { components = [JSON.parse(`${outputs}}`).outputs].flat(Infinity); } catch { /* no JSON: an address alone */ }
  for (const {id} of components) {
    const name = nameOf(document.getElementById(nameOfId(id)));
    if (name) return name;
  }
  return '';
}
function nameOf(element) {
  for (let one = element; one && one.id !== 'page'; one = one.parentElement) {
    const label = document.getElementById(one.getAttribute('aria-labelledby')), heading = one.querySelector('h2, h3');
    const name = one.getAttribute('aria-label') || (label || heading || {}).textContent;
    if (name) return name.trim();
  }
  return '';
}
const named = parts => (parts.length ? parts.map(part => `\u201c${part}\u201d`).join(', ') : 'a part of this page');

// Whether an answer that a callback asked for is still to come; ticks do not count.
export const isAsking = () => [...newest.keys()].some(outputs => !asked.has(outputs));
// The answer of an address, asked for again and said in the same way as what Dash asks.
export const askAloud = address => repeat(address, {}, address, new AbortController());

export function start() {
  send = window.fetch.bind(window);
  patchRequests(answerDash, newestOf);
}
