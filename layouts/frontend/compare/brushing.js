/* Jobs lit in every chart: by a drag over a distribution, whose values between become a query, or by the button of a color
above the Gantt charts.

What this expects of the page
- Figures whose layout.meta.brush says {field, least, most, time}: the field of the query, from where to where the axis
  goes, whether values are seconds.  Their x axes hold log10 of the values, and a drag selects (dragmode "select").
- dcc.Store "look": {only}, the query, beside what else it holds; conditions on other fields stay as they are.
- Buttons with data-unbrush: "all", or a field whose conditions are to go.
- (layouts.pages.compare.search.lit_strip) #lit-strip above the tabs, whose buttons have data-only, the query that is left
  without their condition.
- (layouts.pages.compare.gantts.color_legend) Buttons with data-lights, the query of a color's jobs, data-field, what its field may be called
  (names with | between), and aria-pressed.

A double-click takes the conditions on the field away, and so does Esc while the pointer or the focus is in the figure.  The
band over the values is drawn by the server, which reads the query; plotly's own is removed.
*/
import {chartAround, chartBelow, chartIn, listenOnce, propsOf} from '../internals.js';
import {around, notice, onChange, onDoubleClick, set} from '../page.js';

const STEPS = [[60, 1], [600, 10], [3600, 60], [21600, 600], [86400, 1800], [604800, 10800], [Infinity, 86400]];
const UNITS = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];
const LONGEST = 200;                        // characters of a query, as links have it
const brushOf = gd => gd && gd.layout && gd.layout.meta && gd.layout.meta.brush;
let under = null;                           // the distribution the pointer is over
let focusedColor = null;                    // the query of the color whose button has the focus

// ---- the query ----------------------------------------------------------------------------------------------------
function lookNow() {
  const props = propsOf('look');
  return props ? {...(props.data || {})} : null;
}
function light(only) {
  const look = lookNow();
  if (!look || (look.only || '') === only) return;
  if (only) look.only = only; else delete look.only;
  set('look', {data: look});
}
// The query without its conditions on a field: comparison, values; an "and" that comes before goes with it.  What stands
// in brackets or behind "not" is a condition of its own, and stays.
export function without(only, field) {
  const value = String.raw`(?:"[^"]*"|'[^']*'|[+-]?(?:\d[\d.]*(?:e[+-]?\d+)?\s*(?:s|min|h|d|wk?|y)(?![a-z])\s*)+|[^\s()<>=!,;"']+)`;
  const list = String.raw`${value}(?:,(?!\s*[a-z_]+\s*[<>=!≥≤≠])${value})*`;
  const sign = String.raw`(?:\s*(?:>=|<=|==|!=|[<>=≥≤≠])\s*|\s*(?=[+-]?\d))`;
  const condition = new RegExp(String.raw`(?:\band\s+)?(?<!\bnot\s+)(?<![\w.'"-])(?:${field})${sign}${list}`, 'gi');
  const left = outsideBrackets(only, text => text.replace(condition, ' '));
  return left.replace(/\s+/g, ' ').trim().replace(/^and\s+|\s+and$/gi, '');
}
function outsideBrackets(text, change) {
  let depth = 0, quote = '', from = 0, made = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quote) { if (sign === quote) quote = ''; } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(' && (depth += 1) === 1) { made += change(text.slice(from, at)); from = at; }
    else if (sign === ')' && depth && (depth -= 1) === 0) { made += text.slice(from, at + 1); from = at + 1; }
  }
  return made + (depth ? text.slice(from) : change(text.slice(from)));
}
export function rounded(value, isTime) {
  if (!isTime) return Number(value.toPrecision(3));
  const step = STEPS.find(([below]) => value < below)[1];
  return Math.round(value / step) * step;
}
export function written(value, isTime) {
  if (!isTime) return String(value);
  let left = value, text = '';
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    if (count) text += count + unit;
    left -= count * size;
  }
  return text || '0s';
}
// The query of the values between two places of an axis of logarithms; before: the query so far.
export function queryOf(before, {field, least, most, time}, places) {
  const [a, b] = places.map(place => rounded(10 ** place, time)), parts = [];
  if (a > least) parts.push(`${field}>=${written(a, time)}`);
  if (b < most) parts.push(`${field}<${written(Math.max(b, a + (time ? 1 : 0.01)), time)}`);
  return [without(before, field), ...parts].filter(Boolean).join(' ');
}

// ---- distributions ------------------------------------------------------------------------------------------------
function selected(gd, event) {
  const x = event && event.range && (event.range.x || event.range.xaxis), look = lookNow();
  if (x && brushOf(gd) && look) light(queryOf(look.only || '', brushOf(gd), [...x].sort((a, b) => a - b)));
  if ((gd.layout.selections || []).length) setTimeout(() => Plotly.relayout(gd, {selections: []}).catch(() => {}));
}
function unbrush(field) {                   // whether there was anything to take away
  const look = lookNow();
  if (!look || !look.only) return false;
  const left = field === 'all' ? '' : without(look.only, field);
  if (left === look.only) return false;
  light(left);
  return true;
}
function unbrushByButton(event) {
  const button = around(event, 'button[data-unbrush]');
  if (!button) return;
  const figure = button.closest('figure');
  unbrush(button.dataset.unbrush);
  if (figure) { figure.tabIndex = -1; figure.focus({preventScroll: true}); }      // the button goes away
}
function unbrushByKey(event) {
  if (event.code !== 'Escape' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const focused = chartIn(document.activeElement && document.activeElement.closest('figure'));
  const gd = brushOf(focused) ? focused : under;
  if (gd && document.contains(gd) && brushOf(gd) && unbrush(brushOf(gd).field)) event.preventDefault();
}

// ---- the row of colors --------------------------------------------------------------------------------------------
/* The query of a color takes the place of what was asked of its field; pressed again it goes.  The row is drawn by the
   server, which knows what is lit; the focus stays on the color that had it. */
function pressColor(event) {
  const button = around(event, 'button[data-lights]'), look = button && lookNow();
  if (!look) return;
  const {lights, field} = button.dataset, off = button.getAttribute('aria-pressed') === 'true';
  const only = [without(look.only || '', field), off ? '' : lights].filter(Boolean).join(' ');
  if (only.length > LONGEST) { notice(`The search would have more than ${LONGEST} characters; clear a part of it.`, 6000); return; }
  focusedColor = document.activeElement === button ? lights : null;
  light(only);
}
function keepFocus() {                      // a row drawn anew while its button had the focus
  if (focusedColor === null || document.activeElement !== document.body) return;
  const again = [...document.querySelectorAll('button[data-lights]')].find(button => button.dataset.lights === focusedColor);
  if (again) again.focus({preventScroll: true});
}

// ---- the strip above the tabs -------------------------------------------------------------------------------------
let before = {height: 0, top: 0};           // of the strip; where the tabs are on the page
let inStrip = false;                        // the focus was there when one of its buttons was pressed

function pressCondition(event) {
  const button = around(event, '#lit-strip button');
  if (!button) return;
  inStrip = document.activeElement === button;
  if (button.dataset.only !== undefined) light(button.dataset.only);
}
/* The strip comes and goes above what somebody looks at.  Where the page is scrolled the browser keeps that in its place; at
   the top of the page it does not. */
function keepPlace() {
  const strip = document.getElementById('lit-strip'), tabs = document.getElementById('tabs'), height = strip ? strip.offsetHeight : 0;
  if (tabs) tabs.style.setProperty('--qs-lit', `${height}px`);
  const top = tabs ? tabs.getBoundingClientRect().top + window.scrollY : 0;
  if (height > before.height && window.scrollY === 0) window.scrollBy(0, top - before.top);
  before = {height, top};
  if (!inStrip || document.activeElement !== document.body) return;
  const next = (strip && strip.querySelector('button')) || (tabs && tabs.querySelector('[aria-selected=true]'));
  if (next) next.focus({preventScroll: true});
  inStrip = false;
}

export function start() {
  onDoubleClick(event => {
    const gd = chartBelow(event);
    if (brushOf(gd)) unbrush(brushOf(gd).field);
  });
  document.addEventListener('pointerover', event => {
    const gd = chartAround(event.target);
    under = brushOf(gd) ? gd : null;
    if (under) listenOnce(gd, 'plotly_selected', chosen => selected(gd, chosen));
  });
  document.addEventListener('click', pressCondition);
  document.addEventListener('click', unbrushByButton);
  document.addEventListener('keydown', unbrushByKey, true);
  document.addEventListener('click', pressColor);
  document.addEventListener('focusin', event => {
    if (!(event.target.dataset && event.target.dataset.lights === focusedColor)) focusedColor = null;
  });
  onChange(keepPlace);
  new MutationObserver(keepFocus).observe(document.documentElement, {childList: true, subtree: true});
}
