/* The table of the page by hand: a dash-ag-grid "hand-grid" whose rows have the columns of COLUMNS as text; "wrong_<column>"
marks a bad cell.  Its keys: undo, redo, Alt with an arrow; Ctrl+V with rows of a spreadsheet.

A pasted text of several cells goes to dcc.Store "hand-clip", for the server to read; a single one goes into the cell of the
table's cursor.  Nothing is heard while somebody types into a field.
*/
import {around, isThere, set} from '../page.js';

export const COLUMNS = ['number', 'submit', 'processors', 'runtime', 'requested_time', 'user', 'campaign', 'cpu_need', 'memory'];
export const OPTIONAL = {campaign: ['campaign'], needs: ['cpu_need', 'memory']};      // columns that are there where one has a value
const ROW = 30, HEAD = 48, LOWEST = 200, HIGHEST = 520;        // pixels
const LONGEST = 20000;                      // characters of a pasted text
const listening = new WeakSet();            // tables
let jobs = null;

export const grid = () => { try { return window.dash_ag_grid && window.dash_ag_grid.getApi('hand-grid'); } catch { return null; } };
const sameText = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// ---- what it shows ------------------------------------------------------------------------------------------------
export function fillTable(rows) {
  const api = grid(), shown = [], box = document.getElementById('hand-grid');
  if (!api) return;
  const fresh = rows.map(row => ({...row})), height = `${Math.min(Math.max(rows.length * ROW + HEAD, LOWEST), HIGHEST)}px`;
  if (box && box.style.height !== height) box.style.height = height;
  api.forEachNode(node => shown.push(node.data));
  showColumns(api, rows);
  const order = list => list.map(row => row.number).join();
  if (order(shown) !== order(fresh)) { api.setGridOption('rowData', fresh); return; }
  const changed = fresh.filter((row, at) => COLUMNS.some(name => row[name] !== shown[at][name]));
  if (changed.length) api.applyTransaction({update: changed});
}
export const hasColumn = (rows, group) => rows.some(row => OPTIONAL[group].some(name => row[name]));
function showColumns(api, rows) {           // and the buttons that add them and take them away
  let changed = false;
  for (const [group, names] of Object.entries(OPTIONAL)) {
    const visible = hasColumn(rows, group), button = document.querySelector(`.hand-columns[data-columns=${group}]`);
    if (button) button.setAttribute('aria-pressed', String(visible));
    for (const name of names.filter(one => api.getColumn(one) && api.getColumn(one).isVisible() !== visible)) {
      api.setColumnsVisible([name], visible);
      changed = true;
    }
  }
  if (changed) api.sizeColumnsToFit();
}
export function markWrong(wrong) {          // wrong: [{row, column}], rows from 1
  const api = grid(), changed = [];
  if (!api) return;
  api.forEachNode((node, at) => {
    const bad = (wrong || []).filter(one => one.row === at + 1).map(one => `wrong_${one.column}`);
    const before = Object.keys(node.data).filter(name => name.startsWith('wrong_'));
    if (sameText(bad.slice().sort(), before.slice().sort())) return;
    const row = Object.fromEntries(COLUMNS.map(name => [name, node.data[name]]));
    bad.forEach(name => { row[name] = true; });
    changed.push(row);
  });
  if (changed.length) { api.applyTransaction({update: changed}); api.refreshCells({force: true}); }
}

// ---- its cursor, and what is typed --------------------------------------------------------------------------------
export function listenToTable() {
  const api = grid();
  if (!api || listening.has(api)) return;
  listening.add(api);
  api.addEventListener('cellValueChanged', event => {
    const at = jobs.rows().findIndex(one => one.number === event.data.number);
    if (at >= 0 && event.source !== 'api') jobs.change(at, event.colDef.field, String(event.newValue ?? ''));
  });
}
// The row the cursor is in; the last of `count` where it is nowhere.
export function focusedRow(count) {
  const api = grid(), cell = api && api.getFocusedCell();
  return Math.min(cell ? cell.rowIndex : count - 1, count - 1);
}
export function focusRow(at) {
  const api = grid();
  if (!api || at < 0) return;
  api.ensureIndexVisible(at);
  api.setFocusedCell(at, 'submit');
}

// ---- keys and Ctrl+V ----------------------------------------------------------------------------------------------
const isOn = () => isThere('hand-panels') && jobs.isBegun();
const typing = event => around(event, 'input, textarea, select, [contenteditable=true], [role=dialog]') !== null;
const isLetter = (event, key, code) => (/^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === key : event.code === code);
function press(event) {
  if (!isOn() || typing(event)) return;
  const command = (event.ctrlKey || event.metaKey) && !event.altKey, sideways = {ArrowLeft: -1, ArrowRight: 1}[event.code];
  if (command && isLetter(event, 'z', 'KeyZ')) { event.preventDefault(); if (event.shiftKey) jobs.redo(); else jobs.undo(); return; }
  if (command && isLetter(event, 'y', 'KeyY')) { event.preventDefault(); jobs.redo(); return; }
  if (!event.altKey || !sideways || !around(event, '#hand-table')) return;
  event.preventDefault();
  event.stopPropagation();
  const row = jobs.rows()[focusedRow(jobs.rows().length)];
  if (row) jobs.nudge(Number(row.number), sideways);
}
// Whether a text holds several cells: a tab, semicolon or line break, or three words.
export const hasCells = text => /[\t;\n]/.test(text.trim()) || text.trim().split(/[,\s]+/).length >= 3;
function paste(event) {
  if (!isOn() || typing(event)) return;
  const text = event.clipboardData ? event.clipboardData.getData('text') : '', api = grid(), cell = api && api.getFocusedCell();
  if (!text.trim() || !(around(event, '#hand-table') || cell)) return;
  event.preventDefault();
  if (hasCells(text)) { set('hand-clip', {data: {text: text.slice(0, LONGEST), at: Date.now()}}); return; }
  const column = cell && cell.column.getColId();
  if (cell && column !== 'number') jobs.change(cell.rowIndex, column, text.trim());
}

// owner: {isBegun(), rows(), change(row, column, text), nudge(job, by), undo(), redo()}, which changes jobs
export function start(owner) {
  jobs = owner;
  document.addEventListener('keydown', press, true);
  document.addEventListener('paste', paste);
}
