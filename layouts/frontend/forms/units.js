/* Lengths of time in the unit the reader wants: for people, as Slurm writes them, or in seconds.

What this expects of the page (layouts.words.lengths)
- Elements with data-seconds: their own text is a length; data-frame: the words around it, with {} in its place;
  data-half: half of its interval.  Tables with data-lengths {column: [seconds of each row]}.
- The choice "units" (human | slurm | seconds); it is remembered in this browser.
- Grids "users-grid" and "range-users-grid" that write cells with qsLength and qsAllUnits; those cells are .qs-length.

The text for people is the server's, and is kept beside each text that is written anew.  What comes or changes later is
found by one observer, which is there only while another unit than the server's is chosen.  Copying gives seconds.
*/
import {human, inAllUnits, inSeconds, slurm} from './durations.js';
import {around, remember, remembered, set, whenReady} from '../page.js';

const STORED = 'queuescope units', FIRST = 'human', WRITERS = {human, slurm, seconds: inSeconds};
const GRIDS = ['users-grid', 'range-users-grid'];
const texts = new WeakMap();                // text node -> {server, written}
const parsed = new WeakMap();               // table -> {source, columns}
let unit = FIRST, observer = null, due = false;

// ---- where lengths are --------------------------------------------------------------------------------------------
const textOf = element => [...element.childNodes].find(node => node.nodeType === Node.TEXT_NODE);
const numeral = text => (text === undefined || text === '' ? NaN : Number(text));
function columnsOf(table) {
  const source = table.dataset.lengths;
  if (!parsed.has(table) || parsed.get(table).source !== source) parsed.set(table, {source, columns: Object.entries(JSON.parse(source))});
  return parsed.get(table).columns;
}
function* lengths() {
  for (const element of document.querySelectorAll('[data-seconds]')) {
    const node = textOf(element), {seconds, half, frame} = element.dataset;
    if (node) yield {node, seconds: numeral(seconds), half: numeral(half), frame: frame || '{}'};
  }
  for (const table of document.querySelectorAll('table[data-lengths]')) yield* lengthsOf(table);
}
function* lengthsOf(table) {
  const rows = table.tBodies.length ? table.tBodies[0].rows : [];
  for (const [column, values] of columnsOf(table)) {
    for (let row = 0; row < rows.length; row += 1) {
      const cell = rows[row].cells[Number(column)], node = cell && textOf(cell);
      if (node && typeof values[row] === 'number') yield {node, seconds: values[row], half: NaN, frame: '{}'};
    }
  }
}

// ---- writing them -------------------------------------------------------------------------------------------------
function write({node, seconds, half, frame}) {
  const kept = texts.get(node), server = kept && kept.written === node.data ? kept.server : node.data;
  const writer = WRITERS[unit], spread = Number.isFinite(half) ? ` ± ${writer(half)}` : '';
  const written = unit === FIRST ? server : frame.replace('{}', () => writer(seconds) + spread);
  texts.set(node, {server, written});
  if (node.data !== written) node.data = written;
}
function writeAll() {
  for (const length of lengths()) write(length);
  const choice = document.getElementById('units'), shown = choice && choice.querySelector('input:checked');
  if (shown && shown.value !== unit) set('units', {value: unit});
}
function follow() {                         // what comes later
  if (unit === FIRST && observer) { observer.disconnect(); observer = null; }
  if (unit === FIRST || observer) return;
  observer = new MutationObserver(() => {
    if (!due) { due = true; requestAnimationFrame(() => { due = false; writeAll(); }); }
  });
  observer.observe(document.body, {childList: true, subtree: true, characterData: true,
    attributeFilter: ['data-seconds', 'data-frame', 'data-half', 'data-lengths']});
}
const gridOf = id => (document.getElementById(id) && window.dash_ag_grid ? window.dash_ag_grid.getApi(id) : null);
function refreshGrids() {
  for (const grid of GRIDS.map(gridOf)) if (grid) grid.refreshCells({force: true});
}
function choose(value) {
  unit = value;
  remember(STORED, unit);
  follow();
  writeAll();
  refreshGrids();
}

// ---- below the pointer, and copied --------------------------------------------------------------------------------
function describeCell(event) {              // the cells of a large table say it when it is asked for
  const cell = around(event, 'table[data-lengths] td');
  if (!cell || cell.title) return;
  const values = columnsOf(cell.closest('table')).find(([column]) => Number(column) === cell.cellIndex);
  const seconds = values && values[1][cell.parentElement.sectionRowIndex];
  if (typeof seconds === 'number') cell.title = inAllUnits(seconds);
}
function isWhole(range, node) {             // whether all of a text is selected
  const before = range.startContainer === node ? node.data.slice(0, range.startOffset) : '';
  const after = range.endContainer === node ? node.data.slice(range.endOffset) : '';
  return range.intersectsNode(node) && !before.trim() && !after.trim();
}
// The browser writes a selection as text, tabs between cells; for that moment the cells hold seconds.
function textInSeconds(selection, range, selected) {
  const {startContainer, startOffset, endContainer, endOffset} = range, before = selected.map(({node}) => node.data);
  selected.forEach(({node, seconds, half}) => { node.data = Number.isFinite(half) ? `${seconds} ± ${half}` : String(seconds); });
  if (selected.some(({node}) => node === endContainer)) range.setEnd(endContainer, endContainer.data.length);
  const text = selection.toString();
  selected.forEach(({node}, index) => { node.data = before[index]; });
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return text.trim();
}
function secondsInGrid(selection) {         // of the one cell of a grid that is selected; null else
  const cellOf = node => node && (node.closest ? node : node.parentElement).closest('.qs-length[col-id]');
  const cell = cellOf(selection.anchorNode), holder = cell && cell.closest(GRIDS.map(id => `#${id}`).join());
  if (!holder || cellOf(selection.focusNode) !== cell) return null;
  const row = gridOf(holder.id).getDisplayedRowAtIndex(Number(cell.closest('[row-index]').getAttribute('row-index')));
  const seconds = row && row.data[cell.getAttribute('col-id')];
  return typeof seconds === 'number' && selection.toString().trim() === cell.textContent.trim() ? String(seconds) : null;
}
function copy(event) {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed || around(event, 'input, textarea')) return;
  const range = selection.getRangeAt(0), selected = [...lengths()].filter(({node}) => isWhole(range, node));
  const text = selected.length ? textInSeconds(selection, range, selected) : secondsInGrid(selection);
  if (text === null) return;
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
}

export function start() {
  const stored = remembered(STORED);
  if (Object.hasOwn(WRITERS, stored || '')) unit = stored;
  document.addEventListener('change', event => {
    const {value} = event.target;
    if (around(event, '#units') && Object.hasOwn(WRITERS, value) && value !== unit) choose(value);
  });
  document.addEventListener('mouseover', describeCell);
  document.addEventListener('copy', copy);
  whenReady(() => { follow(); if (unit !== FIRST) writeAll(); });
  window.dashAgGridFunctions = Object.assign(window.dashAgGridFunctions || {}, {
    qsLength: seconds => WRITERS[unit](seconds), qsAllUnits: seconds => (typeof seconds === 'number' ? inAllUnits(seconds) : null),
  });
}
