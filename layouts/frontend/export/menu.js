/* The menu "Save" of every figure, and what can be copied or sent along at the end of Compare.

What this expects of the page
- A button .qs-save in a <figure> (layouts.frame.controls); its table, if it has one, carries the whole of it as gzipped CSV
  in base64, data-csv of .qs-twin.
- [data-python]: what holds the figures of a page whose lines of Python the server knows (layouts.topics).
- [data-command]: the command that makes what a page shows, of a page whose command the server does not know.
- [data-copy]: a button that copies the text of the <pre> beside it, or the address for "link".
- .qs-take: links to downloads; [data-users] a box that asks for users by their numbers; [data-bundle] a button that
  sends the figures of the page along.
Nothing is drawn before it is asked for; the charts on the page are not touched.
*/
import {fetchOnce} from '../server.js';
import {pathHere, withPrefix} from '../internals.js';
import {around} from '../page.js';
import {eachTab} from '../compare/tabs.js';
import {drawAll} from '../compare/views.js';
import {FILES, chartsOf, drawSvg, madeBy} from './figure.js';
import {SIZES} from './paper.js';

const SHORT = 6000, LONG = 12000, TO_COPY = 30000, KEPT = 60000;               // ms
let open = null;                            // {button, menu}

// ---- words --------------------------------------------------------------------------------------------------------
let voice = null, fading = 0;
function say(text, milliseconds = SHORT, isToSelect = false) {
  if (!voice) {
    voice = document.body.appendChild(Object.assign(document.createElement('div'), {className: 'qs-toast qs-saved'}));
    voice.setAttribute('role', 'status');
    document.addEventListener('pointerdown', ({target}) => { if (!voice.contains(target)) voice.textContent = ''; }, true);
  }
  clearTimeout(fading);
  voice.classList.toggle('qs-to-select', isToSelect);       // else clicks go to what lies below
  requestAnimationFrame(() => { voice.textContent = text; });
  if (milliseconds) fading = setTimeout(() => { voice.textContent = ''; }, milliseconds);
}
const notSaved = error => say(`Not saved: ${error.message || error}`, LONG);
async function copyText(text, what) {
  try { await navigator.clipboard.writeText(text); say(`${what} copied.`); } catch { say(`Copy this: ${text}`, TO_COPY, true); }
}
function save(blob, name) {
  const link = Object.assign(document.createElement('a'), {href: URL.createObjectURL(blob), download: name});
  document.body.appendChild(link).click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
  say(`Saved ${name}, ${blob.size < 1e6 ? `${Math.ceil(blob.size / 1e3)} kB` : `${(blob.size / 1e6).toFixed(1)} MB`}.`);
}

// ---- what the entries do ------------------------------------------------------------------------------------------
export const fileName = text => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'figure';
function nameOf(figure) {
  const heading = figure.querySelector('figcaption h3');
  return fileName((heading && heading.id.replace(/^figure-/, '')) || (heading && heading.textContent) || 'figure');
}
const figureKey = figure => ((figure.querySelector('figcaption h3') || {}).id || '').replace(/^figure-/, '');
async function saveFigure(figure, size, kind) {
  say('Drawing the figure …', 0);
  save(await FILES[kind](await drawSvg(figure, size, await recipe())), `${nameOf(figure)}-${size}.${kind}`);
}
// How the jobs of the page were taken, which every file of them holds; where they are no one workload, what made the file.
async function recipe() {
  const answer = ['/compare', '/workload', '/beside'].includes(pathHere()) && await fetchOnce(`/export/recipe.toml${location.search}`);
  return answer && answer.ok ? answer.text() : `# ${madeBy()}\n`;
}
// The recipe as lines of comment before a table, as scheduler.exports.recipe_text writes them.
export const commentLines = text => text.split('\n').slice(0, -1).map(line => `${`# | ${line}`.trimEnd()}\n`).join('');
const tableOf = figure => figure.querySelector('.qs-twin[data-csv]');
const partOf = table => table.dataset.part || '';      // of a table that is not sent as a whole: what the file holds
async function saveTable(figure) {
  const table = tableOf(figure), bytes = Uint8Array.from(atob(table.dataset.csv), sign => sign.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  save(new Blob([commentLines(await recipe()), text], {type: 'text/csv'}), `${nameOf(figure)}${partOf(table) ? '-first-rows' : ''}.csv`);
}
const commandHere = () => document.querySelector('[data-command]');
const hasCommand = () => ['/compare', '/workload'].includes(pathHere()) || commandHere();
async function copyCommand() {
  if (commandHere()) { await copyText(commandHere().textContent.trim(), 'The command is'); return; }
  const answer = await fetchOnce(`/export/command.txt${location.search}`), text = (await answer.text()).trim();
  if (answer.ok) await copyText(text, 'The command is'); else say(text.slice(0, 300), LONG);
}
const hasPython = figure => ['/compare', '/workload', '/beside'].includes(pathHere()) || figure.closest('[data-python]');
async function copyPython(figure) {
  const asked = new URLSearchParams(location.search);
  asked.set('page', pathHere());
  asked.set('figure', figureKey(figure));
  const answer = await fetchOnce(`/export/python.txt?${asked}`), text = (await answer.text()).trim();
  if (answer.ok) await copyText(text, 'The Python is'); else say(text.slice(0, 300), LONG);
}

// ---- the menu: rows of sizes, columns of kinds --------------------------------------------------------------------
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
function entry(text, label, work) {
  const item = make('button', {type: 'button', role: 'menuitem', tabindex: '-1', 'aria-label': label}, text);
  item.addEventListener('click', () => { close(true); work().catch(notSaved); });
  return item;
}
const rowOf = (label, ...entries) => make('div', {role: 'group', 'aria-label': label}, make('span', {'aria-hidden': 'true'}, label), ...entries);
function menuOf(figure) {
  const table = tableOf(figure), part = table && partOf(table), rows = [], data = [];
  if (chartsOf(figure).length) {
    for (const [size, {words}] of Object.entries(SIZES)) {
      rows.push(rowOf(words, ...Object.keys(FILES).map(kind => entry(kind.toUpperCase(), `${kind.toUpperCase()}: ${words}`, () => saveFigure(figure, size, kind)))));
    }
  }
  const [text, label] = part ? ['CSV: first rows', `CSV: first rows, ${part}`] : ['CSV', 'CSV: the table of this figure'];
  if (table) data.push(entry(text, label, () => saveTable(figure)));
  if (hasCommand()) data.push(entry('Copy command', 'Copy the command that makes this again', copyCommand));
  if (hasPython(figure)) data.push(entry('Copy as Python', 'Copy as Python: the lines that make this figure', () => copyPython(figure)));
  if (data.length) rows.push(rowOf('Data', ...data));
  return make('div', {role: 'menu', class: 'qs-save-menu', 'aria-label': 'Save this figure'}, ...rows);
}
function show(button) {
  close(false);
  const menu = menuOf(button.closest('figure'));
  button.after(menu);
  button.setAttribute('aria-expanded', 'true');
  open = {button, menu};
  const first = menu.querySelector('[role=menuitem]');
  if (first) first.focus(); else { close(true); say('There is nothing to save in this figure.'); }
}
function close(back) {
  if (!open) return;
  const {button, menu} = open;
  open = null;
  menu.remove();
  button.setAttribute('aria-expanded', 'false');
  if (back) button.focus();
}
// Where an arrow leads from a place in rows of entries: [row, column]; round again at the ends.
export function placeAfter(code, lengths, row, column) {
  const turn = (index, step, count) => (index + step + count) % count, beside = to => [to, Math.min(column, lengths[to] - 1)];
  const last = lengths.length - 1;
  return {
    ArrowDown: () => beside(turn(row, 1, lengths.length)), ArrowUp: () => beside(turn(row, -1, lengths.length)),
    ArrowRight: () => [row, turn(column, 1, lengths[row])], ArrowLeft: () => [row, turn(column, -1, lengths[row])],
    Home: () => [0, 0], End: () => [last, lengths[last] - 1],
  }[code]?.();
}
function press(event) {
  if (!open || !open.menu.contains(event.target)) return;
  if (event.code === 'Tab') { close(true); return; }
  const rows = [...open.menu.children].map(row => [...row.querySelectorAll('[role=menuitem]')]);
  const row = rows.findIndex(items => items.includes(document.activeElement));
  const to = row < 0 ? null : placeAfter(event.code, rows.map(items => items.length), row, rows[row].indexOf(document.activeElement));
  if (event.code === 'Escape') close(true);
  else if (to) rows[to[0]][to[1]].focus();
  else if (['Enter', 'NumpadEnter', 'Space'].includes(event.code)) { event.stopPropagation(); return; }
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// ---- the end of Compare -------------------------------------------------------------------------------------------
const withUsers = () => { const box = document.querySelector('[data-users] input, input[data-users]'); return Boolean(box && box.checked); };
function chosenAddress(address) {
  const url = new URL(withPrefix(address), location.href);
  if (withUsers()) url.searchParams.set('users', 'yes'); else url.searchParams.delete('users');
  if (url.pathname.endsWith('/bundle.zip')) url.searchParams.set('state', location.search);
  return url.pathname + url.search;
}
async function saveBundle(address) {
  const figures = {}, its = await recipe();
  await eachTab(async panel => {            // the charts of a tab that is out of sight are not drawn
    await drawAll();
    for (const figure of [...panel.querySelectorAll('figure')].filter(one => chartsOf(one).length)) {
      say(`Drawing figure ${Object.keys(figures).length + 1} …`, 0);
      figures[`${nameOf(figure)}.svg`] = (await drawSvg(figure, 'page', its)).svg;
    }
  });
  say('Packing …', 0);
  const answer = await fetchOnce(chosenAddress(address), {method: 'POST', body: JSON.stringify({figures}),
    headers: {'X-Requested-With': 'fetch', 'Content-Type': 'application/json'}});
  if (!answer.ok) throw new Error((await answer.text()).trim().slice(0, 300));
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') || '');
  save(await answer.blob(), name ? name[1] : 'bundle.zip');
}
function copyBeside(button) {
  const text = button.parentElement.querySelector('pre');
  if (button.dataset.copy === 'link') copyText(location.href, 'The link of this view is');
  else if (text) copyText(text.textContent.trim(), 'The command is');
}
function click(event) {
  const button = around(event, '.qs-save'), link = around(event, 'a.qs-take'), copied = around(event, '[data-copy]');
  const packed = around(event, '[data-bundle]');
  if (button) { if (open && open.button === button) close(true); else show(button); }
  if (link) link.setAttribute('href', chosenAddress(link.getAttribute('href')));
  if (copied) copyBeside(copied);
  if (packed && packed.getAttribute('aria-busy') !== 'true') {
    packed.setAttribute('aria-busy', 'true');
    saveBundle(packed.dataset.bundle).catch(notSaved).finally(() => packed.removeAttribute('aria-busy'));
  }
}

export function start() {
  document.addEventListener('keydown', press, true);
  document.addEventListener('pointerdown', event => {
    if (open && !open.menu.contains(event.target) && !open.button.contains(event.target)) close(false);
  }, true);
  document.addEventListener('click', click);
}
