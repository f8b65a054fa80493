/* The search field of the header: Enter asks, arrows choose from a list of searches, pages, terms and actions.

What this expects of the page (layouts.frame.finder, on Compare also layouts.pages.compare.search.search_box)
- the input "search-box" (role combobox) and beside it the list "search-list" (role listbox, hidden at first).
- elements whose data-options is {searches: [{text, say}], actions: [{say, href}, {say, click: id}, {say, set: id, value} or, of Compare,
  {say, tab, view, choices}, of which views.js says more]}.
- on Compare dcc.Store "search-asked": takes {text, by: 1 | -1, at}; the server answers.  On a tab of Compare without it, one
  job is looked for on the tab "schedule", which has it, and dcc.Store "search-typed" takes what is to be lit: {text, at}.
  Elsewhere jobs and users are looked for in the comparison that is open, which the page then goes to; its tabs and views are
  offered there, too, as Compare offered them last.
- on Compare an element .qs-search whose data-only is the query that a link lights, which the box then shows.
- the button "search-clear", which takes itself away; the box has the focus then.

Offered are the searches while the box is empty, the actions after ">" and where all words typed begin words of theirs.
An action is offered while its button or choice is there to be seen.
*/
import {go as goTo, keepViews, openComparison, viewsOfOpen} from './open_work.js';
import {around, isOffered, isThere, noUpdate, notice, offerToDash, onChange, set} from '../page.js';
import {isTabOpen, openTab} from '../compare/tabs.js';
import {goToView} from '../compare/views.js';

const BOX = 'search-box', LIST = 'search-list', MOST = 9, MOST_COMMANDS = 40, TOLD = 8000;
const ONE_JOB = /^\s*(?:job\b|longest\b|largest\b|\d+\s*$)/i;
const QUERY = /[0-9=<≤≥≠!]|.>/;             // what only a query has
let offered = [], active = -1, writing = false;
let waiting = null;                         // {text, by}, until the page can answer it
let waitingView = null;                     // an option of a comparison that the page is going to
let unanswered = null;                      // {text, by, bar, runs}: asked through a bar that may be drawn anew meanwhile
const box = () => document.getElementById(BOX);
const list = () => document.getElementById(LIST);

// ---- what is offered ----------------------------------------------------------------------------------------------
function declared() {
  const all = {searches: [], actions: []};
  for (const holder of document.querySelectorAll('[data-options]')) {
    try {
      const {searches, actions} = JSON.parse(holder.dataset.options);
      all.searches.push(...searches);
      all.actions.unshift(...actions);      // those of the page that is open go first
    } catch { /* not for the search */ }
  }
  if (!isThere('tabs')) all.actions.unshift(...viewsOfOpen());
  return all;
}
function rememberViews() {
  const tabs = document.getElementById('tabs');
  if (tabs && !tabs.hidden && tabs.dataset.options) keepViews(tabs.dataset.options, runs());
}
const baselines = () => [...document.querySelectorAll('.qs-runchip button[id*=baseline]')]
  .map(button => ({say: button.getAttribute('aria-label'), press: button}));
function isSeen(id) {
  const element = document.getElementById(id);
  return Boolean(element && !element.disabled && (isOffered(element) || element.type === 'checkbox' && isOffered(element.closest('div'))));
}
export const words = text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const fits = (typed, sentence) => typed.every(word => words(sentence).some(other => other.startsWith(word)));

// What is offered for a text, of the searches and actions there are.
export function offersFor(text, searches, actions) {
  const command = text.trimStart().startsWith('>'), typed = words(text);
  if (!command && !text.trim()) return searches;
  if (!command && QUERY.test(text)) return [];
  const own = command ? [] : searches.filter(one => one.text.startsWith(text.trim().toLowerCase()));
  return [...own, ...actions.filter(one => fits(typed, one.say))].slice(0, command ? MOST_COMMANDS : MOST);
}

// ---- the list -----------------------------------------------------------------------------------------------------
function offer(text) {
  const {searches, actions} = declared(), usable = [...actions, ...baselines()].filter(one => one.press || one.href || one.tab || isSeen(one.click || one.set));
  offered = offersFor(text, searches, usable);
  active = -1;
  list().replaceChildren(...offered.map(optionOf));
  open(offered.length > 0);
  if (offered.length && text.trim() && (text.trimStart().startsWith('>') || !offered[0].text)) go(0);
}
function optionOf({text, say}, index) {
  const option = Object.assign(document.createElement('li'), {id: `search-option-${index}`});
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  if (text) option.append(Object.assign(document.createElement('code'), {textContent: text}), ' ');
  option.append(Object.assign(document.createElement('span'), {textContent: say}));
  return option;
}
function open(shown) {
  const element = list();
  if (element) element.hidden = !shown;
  if (box()) box().setAttribute('aria-expanded', String(Boolean(shown)));
  if (!shown) go(-1);
}
const isOpen = () => Boolean(list() && !list().hidden);
function go(index) {
  active = index;
  [...(list() ? list().children : [])].forEach((item, at) => {
    item.setAttribute('aria-selected', String(at === index));
    if (at === index) item.scrollIntoView({block: 'nearest'});
  });
  if (!box()) return;
  if (index < 0) box().removeAttribute('aria-activedescendant');
  else box().setAttribute('aria-activedescendant', `search-option-${index}`);
}
// What is typed is the input's own until it rests, so setting its property to what that was before would change nothing.
function write(text) {
  writing = true;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box(), text);
  box().dispatchEvent(new Event('input', {bubbles: true}));
  writing = false;
  set(BOX, {value: text, error: null});
}
function choose(option) {
  open(false);
  write(option.text || '');
  if (option.text) ask(option.text, 1);
  else if (option.press) option.press.click();
  else if (option.tab) show(option);
  else if (option.href) goTo(option.href);
  else if (option.click) document.getElementById(option.click).click();
  else set(option.set, {value: option.value});
}
function show(option) {
  if (isThere('tabs')) { goToView(option); return; }
  waitingView = option;
  goTo(openComparison());
}
function showAtLast() {
  if (!waitingView || !isThere('tabs') || isComing()) return;
  const option = waitingView;
  waitingView = null;
  goToView(option);
}
function read(input) {
  if (input.getAttribute('aria-invalid') === 'true') set(BOX, {error: null});
  offer(input.value);
}
const bar = () => document.querySelector('.qs-search');
const runs = () => new URLSearchParams(location.search).get('runs');
// Whether a comparison is open whose runs, or whose schedule if that is looked at, are not drawn yet.
function isComing() {
  const tabs = document.getElementById('tabs');
  return Boolean(tabs) && (tabs.hidden && Boolean(runs()) || isTabOpen('schedule') && !isThere('search-steps'));
}
function ask(text, by) {
  if (isThere('search-steps')) {
    unanswered = {text, by, bar: bar(), runs: runs()};
    set('search-asked', {data: {text, by, at: Date.now()}});
    return;
  }
  if (isComing()) { waiting = {text, by}; return; }
  if (isThere('lit-strip') && !(ONE_JOB.test(text) && isThere('tab-schedule'))) {
    set('search-typed', {data: {text, at: Date.now()}});
    return;
  }
  if (!text.trim()) return;
  if (ONE_JOB.test(text) && openTab('schedule')) { waiting = {text, by}; return; }
  const comparison = openComparison();
  if (comparison) goTo(`${comparison}&only=${encodeURIComponent(text.trim())}`);
  else notice('Jobs and users are searched in a comparison; none is open. Run policies on a workload first.', TOLD);
}

function askAtLast() {
  if (!waiting || isComing()) return;
  const {text, by} = waiting;
  waiting = null;
  if (isThere('tabs')) ask(text, by);
}

// Dash drops an answer for a bar that is gone: what was asked through it is asked again through the new one.
function askAgain() {
  if (!unanswered || !bar() || bar() === unanswered.bar) return;
  const {text, by, runs: before} = unanswered;
  unanswered = null;
  if (before === runs()) ask(text, by);
}

function field(said) {                      // {value, error}: what the page says of the box
  if (said) {
    unanswered = null;
    set(BOX, 'value' in said ? {value: said.value, error: said.error} : {error: said.error});
  }
  return noUpdate();
}

let filledFrom = null;
function fillFromLink() {                   // Dash calls nothing for what a page brings along
  const holder = document.querySelector('.qs-search[data-only]');
  if (holder === filledFrom || !box()) return;
  filledFrom = holder;
  if (holder && holder.dataset.only) set(BOX, {value: holder.dataset.only});
}

// ---- what people do -----------------------------------------------------------------------------------------------
const KEYS = {
  ArrowDown: () => { if (!isOpen()) offer(box().value); else if (offered.length) go((active + 1) % offered.length); },
  ArrowUp: () => { if (!isOpen()) offer(box().value); else if (offered.length) go(active > 0 ? active - 1 : offered.length - 1); },
  Enter: event => {
    if (isOpen() && active >= 0) { choose(offered[active]); return; }
    open(false);
    ask(box().value, event.shiftKey ? -1 : 1);
  },
  Escape: () => {
    if (isOpen()) open(false);
    else if (box().value) write('');
    else box().blur();
  },
};
const isOurs = event => event.target && event.target.id === BOX;
function press(event) {
  if (!isOurs(event) || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  KEYS[event.key](event);
}
// Put the cursor into the box, on what is written there; whether there is a box.
export function focusSearch() {
  if (!box()) return false;
  const input = box().matches('input') ? box() : box().querySelector('input') || box();
  input.focus();
  if (input.select) input.select();
  return true;
}

export function start() {
  offerToDash('queuescope', {field});
  onChange(fillFromLink);
  onChange(askAtLast);
  onChange(showAtLast);
  onChange(rememberViews);
  onChange(askAgain);
  document.addEventListener('keydown', press, true);
  document.addEventListener('input', event => { if (isOurs(event) && !writing) read(event.target); });
  document.addEventListener('focusin', event => { if (isOurs(event) && !event.target.value) offer(''); });
  document.addEventListener('focusout', event => { if (isOurs(event)) open(false); });
  document.addEventListener('pointerdown', event => {
    if (around(event, `#${LIST} > li`)) event.preventDefault();        // the box keeps the focus
    else if (isOurs(event) && !isOpen() && !event.target.value) offer('');
  });
  document.addEventListener('click', event => {
    const item = around(event, `#${LIST} > li`);
    if (item) choose(offered[[...list().children].indexOf(item)]);
    else if (around(event, '#search-clear') && box()) box().focus();
  });
}
