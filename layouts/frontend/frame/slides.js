/* Slides of a comparison in projector mode: each view of each tab alone on the screen, one after the other.

What is a slide: the summary of the runs; every figure; the tables of numbers and of guarantees; the Gantt charts once for each
mode that these runs have (two panels, overlay, ...), at most TOGETHER of them on one screen.  The one that is shown has the attribute data-slide, and assets/present.css
hides all else; its number within its tab stands in the link as ?present=3.  Views of a tab come late: the slide is looked for
again after every change of the page.
*/
import {chartIn, everyChart, fullLayout, isDrawn} from '../internals.js';
import {around, isThere, notice} from '../page.js';
import {openTab} from '../compare/tabs.js';
import {footHeight} from '../classroom/bar.js';

const ALONE = '.qs-figure, #run-table > section, section[aria-labelledby=guarantees], .qs-coming';
const GANTTS = 'figure-gantt', STEPPED = '.qs-player', OFF = 'data-slide-off';
const BAR = 58, LEAST = 150, TOGETHER = 2;  // pixels: what stays free below a slide; of a chart
const CALM = 400, READ = 4000;              // ms after the last change; of a notice
const partsOf = new Map();                  // mode of the Gantt charts -> how many screens its charts take
let at = 0, asked = '', heights = '', settling = 0, toldStepped = null; // at: number of the slide within its tab, counted from 0; Infinity: the last one

// ---- which slides there are ---------------------------------------------------------------------------------------
const tabs = () => [...document.querySelectorAll('#tabs [role=tab]')].filter(tab => !tab.hidden);
const openPanel = () => document.querySelector('#views > [role=tabpanel]:not([hidden])');
function modes() {                          // of the Gantt charts: their radio buttons
  const choices = [...document.querySelectorAll('#mode-choice input[type=radio]')].filter(one => !one.disabled);
  return choices.length > 1 ? choices : [null];
}
const nameOf = choice => (choice ? choice.closest('div, label').textContent.trim() : '');
// The charts of a mode, those of other screens among them.
const ganttsOf = element => [...element.querySelectorAll('#gantts .dash-graph')].filter(one => one.hasAttribute(OFF) || one.offsetParent);
// Whether the charts of a mode are there: those of the mode before stay until the others come.
function isDrawnIn(element, choice) {
  const charts = element.querySelector('#gantts [data-mode]'), drawn = charts ? charts.dataset.mode : '';
  return !choice || choice.checked && (drawn === choice.value || !modes().some(other => other && other.value === drawn));
}
// Of a mode: one slide, or several where there are many charts; a mode that was not chosen yet counts as one.
function screensOf(element, choice) {
  const name = choice ? choice.value : '', count = ganttsOf(element).length;
  if (count && isDrawnIn(element, choice)) partsOf.set(name, Math.ceil(count / TOGETHER));
  return Array.from({length: partsOf.get(name) || 1}, (_, part) => ({element, choice, part}));
}
// {element, choice: the radio button of its mode, or null, part: which of its charts} of the tab that is open
function slides() {
  const panel = openPanel(), summary = document.getElementById('summary');
  if (!panel) return [];
  if (panel.id === 'panel-overview' && summary && summary.childElementCount) return [{element: summary, choice: null, part: null}];
  if (panel.querySelector(STEPPED)) return [{element: panel.firstElementChild, choice: null, part: null}];
  return [...panel.querySelectorAll(ALONE)].filter(one => !one.closest('[hidden], details:not([open])') && !one.parentElement.closest(ALONE))
    .flatMap(element => (element.getAttribute('aria-labelledby') === GANTTS ? modes().flatMap(choice => screensOf(element, choice))
      : [{element, choice: null, part: null}]));
}
// The place after a step: {at} within the tab, or {tab} to open and where in it; null at either end.
export function slideAfter(by, place, count, tab, tabCount) {
  const next = Math.min(place, count - 1) + by;
  if (next >= 0 && next < count) return {tab, at: next};
  return tab + by >= 0 && tab + by < tabCount ? {tab: tab + by, at: by > 0 ? 0 : Infinity} : null;
}
export const numberIn = search => Number((/^[1-9]\d?$/.exec(new URLSearchParams(search).get('present') || '') || [0])[0]);

// ---- showing one --------------------------------------------------------------------------------------------------
export const isStepped = () => Boolean(openPanel() && openPanel().querySelector(STEPPED));
export const areThere = () => isThere('views') && tabs().length > 0 && slides().length > 0;
export function showSlide() {
  const all = slides(), number = Math.min(at, all.length - 1), now = all[number];
  document.documentElement.classList.toggle('qs-slides', Boolean(now));
  for (const other of document.querySelectorAll('[data-slide]')) if (!now || other !== now.element) other.removeAttribute('data-slide');
  if (!now) { showBar(''); return; }
  now.element.setAttribute('data-slide', '');
  const charts = now.part === null ? [] : ganttsOf(now.element), part = Math.min(now.part, Math.floor((charts.length - 1) / TOGETHER));
  const isMine = place => Math.floor(place / TOGETHER) === part;
  charts.forEach((chart, place) => chart.toggleAttribute(OFF, !isMine(place)));
  if (charts.filter((chart, place) => isMine(place)).length > 1) now.element.setAttribute('data-slide', 'tight');
  choose(now.choice);
  const tab = tabs().find(one => one.getAttribute('aria-selected') === 'true');
  tellKeys(now.element);
  showBar([tab && tab.textContent.trim(), nameOf(now.choice), all.length > 1 ? `${number + 1} of ${all.length}` : ''].filter(Boolean).join(' \u00b7 '));
  fit(now.element);
}
// What the arrows do, at the beginning and wherever it changes.
function tellKeys(slide) {
  if (slide.matches('.qs-coming') || slide.querySelector('.qs-coming') || isStepped() === toldStepped) return;
  toldStepped = isStepped();
  notice(toldStepped ? 'Presenting: here arrows step, \u2039 and \u203a below show other views. B blanks, Esc leaves.'
    : 'Presenting: arrows show the next view, B blanks, Esc leaves.', READ);
}
function choose(choice) {                   // once: the charts of a mode come a moment later
  if (!choice || choice.checked || asked === choice.value) { if (choice && choice.checked) asked = ''; return; }
  asked = choice.value;
  for (const chart of document.querySelectorAll(`[${OFF}]`)) chart.removeAttribute(OFF);
  choice.click();
}
const chartsIn = element => [...element.querySelectorAll('.dash-graph')].filter(one => one.offsetParent);
function fit(element) {                     // the charts are as high as the rest of the slide leaves room
  const charts = chartsIn(element), rows = new Map();
  for (const one of charts) { const top = Math.round(one.getBoundingClientRect().top); rows.set(top, Math.max(rows.get(top) || 0, one.offsetHeight)); }
  if (!rows.size) return;
  const others = element.scrollHeight - [...rows.values()].reduce((sum, high) => sum + high, 0);
  const high = Math.max(LEAST, Math.floor((window.innerHeight - BAR - footHeight() - others) / rows.size)), now = `${high}`;
  if (Math.abs(high - Number(heights || 0)) > 2) document.documentElement.style.setProperty('--qs-slide-high', `${heights = now}px`);
  redraw(charts);
  clearTimeout(settling);
  settling = setTimeout(() => redraw(charts), CALM);
}
const isOff = (drawn, place) => Math.abs(drawn - place) > 2;
function redraw(charts) {                   // those that are not as high or as wide as their place
  for (const gd of charts.filter(one => one.offsetParent).map(chartIn)) {
    if (isDrawn(gd) && (isOff(fullLayout(gd).height, gd.clientHeight) || isOff(fullLayout(gd).width, gd.clientWidth))) Plotly.Plots.resize(gd).catch(() => {});
  }
}
function showBar(text) {
  let bar = document.getElementById('slide-bar');
  if (!text) { if (bar) bar.remove(); return; }
  if (!bar) {
    bar = Object.assign(document.createElement('div'), {id: 'slide-bar', className: 'qs-slide-bar'});
    bar.append(button('previous-slide', '\u2039', 'Previous view'), document.createElement('span'), button('next-slide', '\u203a', 'Next view'));
    document.body.append(bar);
  }
  if (bar.children[1].textContent !== text) bar.children[1].textContent = text;
}
function button(id, text, label) {
  const one = Object.assign(document.createElement('button'), {id, type: 'button', textContent: text});
  one.setAttribute('aria-label', label);
  return one;
}

// ---- going on -----------------------------------------------------------------------------------------------------
export function goSlide(by) {
  const all = tabs(), tab = all.findIndex(one => one.getAttribute('aria-selected') === 'true');
  const next = slideAfter(by, at, slides().length, tab, all.length);
  if (!next) return true;
  at = next.at;
  if (next.tab !== tab) openTab(all[next.tab].id.replace('tab-', ''));
  const url = new URL(location.href);
  url.searchParams.set('present', String(Number.isFinite(at) ? at + 1 : 1));
  history.replaceState(history.state, '', url.pathname + url.search.replace(/%2C/g, ',') + url.hash);
  window.scrollTo(0, 0);
  showSlide();
  return true;
}
export function beginSlides() { at = Math.max(numberIn(location.search) - 1, 0); asked = ''; toldStepped = null; }
export function endSlides() {
  document.documentElement.classList.remove('qs-slides');
  for (const one of document.querySelectorAll('[data-slide], [data-slide-off]')) { one.removeAttribute('data-slide'); one.removeAttribute('data-slide-off'); }
  partsOf.clear();
  showBar('');
  heights = '';
  requestAnimationFrame(() => { for (const gd of everyChart().filter(one => isDrawn(one) && one.offsetParent)) Plotly.Plots.resize(gd).catch(() => {}); });
}

export function start() {
  document.addEventListener('click', event => {
    if (around(event, '#next-slide')) goSlide(1);
    if (around(event, '#previous-slide')) goSlide(-1);
  });
}
