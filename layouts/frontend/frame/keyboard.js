/* The keys of the pages, and how they are labelled.

Keys are read by their place on the keyboard (event.code), so they work on every layout; never while typing.  What they do
is done elsewhere: charts are moved by gantt/steering.js, jobs are walked through by gantt/cursor.js.  <kbd data-code="KeyW">
shows what is printed on that key, where the browser tells it, else the letter of that place on the usual keyboard.
*/
import {copyLink, currentLook} from './address.js';
import {go} from './open_work.js';
import {isOffered, isThere, notice, onChange, say, set, tell} from '../page.js';
import {presentingTakes, togglePresent} from './present.js';
import {focusSearch} from './search.js';
import {gantts} from '../gantt/charts.js';
import {runs, toggleRun, usualColor} from '../compare/views.js';
import {metaOf, pointer} from '../gantt/charts.js';
import {inChart, leaveFacts, openFacts, step} from '../gantt/cursor.js';
import {isSelecting, select} from '../gantt/mouse.js';
import {selection, stepCampaign} from '../gantt/picking.js';
import {selectedRange, setRange} from '../gantt/range.js';
import {current, fit, focus, pan, panRows, zoom, zoomRows} from '../gantt/steering.js';

const PAN = 0.25, ZOOM = 2, TIMES = 5, TOGETHER = 1200;        // share of a window, factor, with Shift; ms after G
const COLORS = ['user', 'size', 'stretch', 'reason', 'change'];
const COLOR_NAMES = {user: 'user', size: 'job size', stretch: 'stretch', reason: 'why it waited', change: 'change from the baseline', grid: 'local or grid'};
let leaving = -Infinity;                    // when G was pressed, however late the page heard it

const hasCharts = () => gantts().length > 0;         // of the tab that is shown
const click = id => { const element = document.getElementById(id); if (element) element.click(); return element !== null; };
const clickShown = id => { const element = document.getElementById(id); return Boolean(element && element.offsetParent) && click(id); };
// A button that is not offered yet is pressed as soon as it is, unless another key or the mouse asks for something else.
let awaited = '';
function clickWhenShown(id) {
  if (clickShown(id)) return true;
  if (!document.querySelector(`[hidden] #${id}`) || runs().length < 2) return false;
  awaited = id;
  notice('The runs are being compared; then the next difference is shown.', 4000);
  return true;
}
function clickAwaited() { if (awaited && clickShown(awaited)) awaited = ''; }
const withCharts = work => (hasCharts() ? (work(), true) : false);

// ---- moving -------------------------------------------------------------------------------------------------------
const stronger = (factor, {shiftKey}) => (shiftKey ? factor ** (1 + Math.log2(TIMES)) : factor);
const panBy = (share, event) => withCharts(() => pan(share * (event.shiftKey ? TIMES : 1)));
const zoomBy = (factor, event) => withCharts(() => zoom(stronger(factor, event), pointer()));
const zoomRowsBy = (factor, event) => withCharts(() => {
  const place = pointer();
  zoomRows(stronger(factor, event), place && place.point ? {p: place.point.p} : null);
});
function back(event) { return isThere('home-step') ? !event.shiftKey && click('home-back') : hasCharts() && step('previous'); }
function on(event) { return isThere('home-step') ? !event.shiftKey && click('home-next') : hasCharts() && step('next'); }
function upOrDown(kind, share, event) {     // the page scrolls by these keys, unless a chart has the focus
  if (!hasCharts()) return false;
  if (event.shiftKey) { panRows(share); return true; }
  return inChart() || selection() ? step(kind) : false;
}
const sameUser = (kind, by, event) => (!hasCharts() ? false : event.shiftKey ? stepCampaign(by) : step(kind));

// ---- selecting and looking ----------------------------------------------------------------------------------------
function focusSelected() {                  // the selected range, else the selected job; where it is in view already, all
  const range = selectedRange(), now = selection();
  if (!hasCharts() || !range && !now) return false;
  const [t0, t1] = range ? [range.r0, range.r1] : [now.facts.submit, now.facts.end];
  if (!focus(t0, t1)) fit();
  return true;
}
function selectJob() {                      // a range of the selected job, from its submission to its end; else the tool
  if (!hasCharts()) return false;
  const now = selection(), range = selectedRange();
  if (!now || !(now.facts.end > now.facts.submit)) {
    select(!isSelecting());
    say(isSelecting() ? 'drag to select a range' : 'drag to zoom');
    return true;
  }
  const {submit, end} = now.facts;
  setRange(range && range.r0 === submit && range.r1 === end ? null : {r0: submit, r1: end});
  return true;
}
function nextMode() {
  const choices = [...document.querySelectorAll('#mode-choice input[type=radio]')], now = choices.findIndex(choice => choice.checked);
  if (choices.length < 2 || !isOffered(choices[0]) || choices[0].disabled) return false;
  choices[(now + 1) % choices.length].click();
  return true;
}
// The colors that are offered: the usual one among them, the change from the baseline only beside other runs.
export function colorAfter(now, usual, runCount) {
  const all = COLORS.includes(usual) ? COLORS : [usual, ...COLORS], offered = all.slice(0, runCount > 1 ? all.length : all.length - 1);
  return offered[(offered.indexOf(now || usual) + 1) % offered.length];
}
function nextColor() {
  const choice = document.getElementById('look-color');
  if (!choice || choice.disabled) return false;
  const next = colorAfter(currentLook().color, usualColor(), runs().length);
  set('look-color', {value: next});
  notice(`Color: ${COLOR_NAMES[next]}`, 2500);
  return true;
}
function baseline() {                       // the run of the chart that is meant
  const gd = hasCharts() && current(), run = gd && metaOf(gd).run;
  const button = run && [...document.querySelectorAll('#states button[id]')].find(({id}) => id.includes('"baseline"') && id.includes(run));
  if (button) button.click();
  return Boolean(button);
}
function leave() {                          // one thing at a time: the drawer, the range, the query, the tool, the chart
  const close = document.getElementById('facts-close');
  if (close) { close.click(); leaveFacts(); return true; }
  if (selectedRange()) { setRange(null); return true; }
  const {only, ...others} = currentLook();
  if (only) { tell('look', Object.keys(others).length ? others : null); return true; }
  if (isSelecting()) { select(false); return true; }
  if (inChart()) { document.activeElement.blur(); say('left the chart'); return true; }
  return false;
}

// ---- which key does what ------------------------------------------------------------------------------------------
const ACTS = {
  KeyG: event => { leaving = event.timeStamp; return true; },
  KeyW: event => zoomBy(ZOOM, event), KeyS: event => zoomBy(1 / ZOOM, event),
  KeyA: event => panBy(-PAN, event), KeyD: event => panBy(PAN, event),
  KeyQ: event => zoomRowsBy(ZOOM, event), KeyE: event => zoomRowsBy(1 / ZOOM, event),
  Digit0: () => { fit(); return hasCharts(); }, KeyF: focusSelected, KeyR: selectJob,
  Comma: event => sameUser('previous_of_user', -1, event), Period: event => sameUser('next_of_user', 1, event),
  KeyV: event => click('home-divergence') || clickWhenShown(event.shiftKey ? 'next-in-time' : 'next-difference'),
  KeyM: nextMode, KeyC: nextColor, KeyB: baseline, KeyP: togglePresent, KeyL: () => { copyLink(); return true; },
  Slash: focusSearch, Escape: leave,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(n => [`Digit${n}`, () => hasCharts() && toggleRun(n - 1)])),
};
const ARROWS = {
  ArrowLeft: back, ArrowRight: on,
  ArrowUp: event => upOrDown('above', PAN, event), ArrowDown: event => upOrDown('below', -PAN, event),
  Enter: event => (inChart() || [document.body, document.getElementById('page')].includes(event.target)) && hasCharts() && openFacts(),
};
const within = (target, selector) => Boolean(target.closest && target.closest(selector));
export const isTyping = target => within(target, 'textarea, select, [contenteditable=true], [role=listbox], [role=combobox], [role=grid], [role=treegrid]')
  || within(target, 'input') && !['radio', 'checkbox', 'button'].includes(target.type);
const hasOwnArrows = target => within(target, 'input, [role=slider], [role=radiogroup], [role=tablist]');

function press(event) {
  awaited = '';
  if (event.defaultPrevented || event.isComposing) return;
  if (isCommand(event) ? focusSearch() : !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && act(event)) {
    event.preventDefault();
  }
}
const isCommand = event => event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
function pageOf(code) {                     // the page of the header that a letter after G leads to (layouts.frame.shell)
  const link = document.querySelector(`a[data-pages][data-key="${code}"]`);
  return link && link.dataset.pages.split(' ')[0];
}
function act(event) {                       // whether the key did something
  if (event.key === '?') { set('keys-dialog', {opened: true}); return true; }
  if (document.querySelector('[role=dialog]')) return false;
  if (presentingTakes(event)) return true;
  const page = event.timeStamp - leaving < TOGETHER && pageOf(event.code);
  if (page) { leaving = -Infinity; return go(page); }
  const chosen = ACTS[event.code] || event.key === '/' && focusSearch || !hasOwnArrows(event.target) && ARROWS[event.code];
  return Boolean(chosen && chosen(event));
}

// ---- labels -------------------------------------------------------------------------------------------------------
const SIGNS = {ArrowLeft: '\u2190', ArrowRight: '\u2192', ArrowUp: '\u2191', ArrowDown: '\u2193', Comma: ',', Period: '.', Slash: '/',
  Escape: 'Esc'};
const PRINTED = ['Comma', 'Period', 'Slash'];          // what stands there differs from keyboard to keyboard
const BUTTONS = {'zoom-in': 'KeyW', 'zoom-out': 'KeyS', earlier: 'KeyA', later: 'KeyD', fit: 'Digit0', 'next-difference': 'KeyV',
  'next-in-time': 'Shift+KeyV',
  'select-tool': 'KeyR', 'copy-link': 'KeyL', 'keys-button': '?', 'present': 'KeyP', 'home-back': 'ArrowLeft', 'home-next': 'ArrowRight',
  'home-divergence': 'KeyV', 'facts-close': 'Escape', 'search-box': 'Slash', 'look-color': 'KeyC', 'mode-choice': 'KeyM',
  'rows-in': 'KeyQ', 'rows-out': 'KeyE'};
let layout = null;                          // code -> what is printed on that key

export function keyLabel(code, printed = layout) {
  if (SIGNS[code] && !PRINTED.includes(code)) return SIGNS[code];
  const own = printed && printed.get(code);
  return own ? own.toLocaleUpperCase() : SIGNS[code] || code.replace(/^(Key|Digit)/, '');
}
function labelAll() {
  for (const kbd of document.querySelectorAll('kbd[data-code]')) {
    const text = keyLabel(kbd.dataset.code);
    if (kbd.textContent !== text) kbd.textContent = text;
  }
  for (const [id, code] of Object.entries(BUTTONS)) {
    const button = document.getElementById(id), key = button && code.split('+').map(one => keyLabel(one)).join('+');
    if (!button || button.dataset.cap === key) continue;
    button.dataset.cap = key;
    button.title = `${nameOf(button)} (${key})`;
  }
}
function nameOf(button) {                   // its words without the key that is written beside them
  const copy = button.cloneNode(true);
  for (const kbd of copy.querySelectorAll('.qs-cap, kbd')) kbd.remove();
  return button.getAttribute('aria-label') || (button.matches('button') && copy.textContent.trim()) || 'Key';
}

export function start() {
  document.addEventListener('keydown', press);
  document.addEventListener('pointerdown', () => { awaited = ''; });
  onChange(labelAll);
  onChange(clickAwaited);
  if (navigator.keyboard && navigator.keyboard.getLayoutMap) {
    navigator.keyboard.getLayoutMap().then(map => { layout = map; labelAll(); }).catch(() => {});
  }
}
