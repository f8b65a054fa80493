/* Lengths of time in the unit the reader wants: for people, as Slurm writes them, or in seconds.

What this expects of the page (layouts/words/lengths.py)
- Elements with data-seconds: their own text is a length; data-frame: the words around it, with {} in its place;
  data-half: half of its interval.  Tables with data-lengths {column: [seconds of each row]}.
- The choice "units" (human | slurm | seconds); it is remembered in this browser.
- Grids "users-grid" and "range-users-grid" that write cells with qsLength and qsAllUnits; those cells are .qs-length.

The text for people is the server's, and is kept beside each text that is written anew.  What comes or changes later is
found by one observer, which is there only while another unit than the server's is chosen.  Copying gives seconds.
*/
(() => {
  'use strict';
  const q = window.queuescope = window.queuescope || {};
  const KEPT = 'queuescope units', FIRST = 'human', WRITTEN = {human: q.human, slurm: q.slurm, seconds: q.inSeconds};
  const GRIDS = ['users-grid', 'range-users-grid'];
  const texts = new WeakMap();              // text node -> {server, written}
  const parsed = new WeakMap();             // table -> {said, columns}
  let unit = FIRST, observer = null, due = false;

  try { const kept = localStorage.getItem(KEPT); if (Object.hasOwn(WRITTEN, kept || '')) unit = kept; } catch (e) { unit = FIRST; }

  // ---- where lengths are ------------------------------------------------------------------------------------------
  const textOf = element => [...element.childNodes].find(node => node.nodeType === Node.TEXT_NODE);
  const numeral = text => (text === undefined || text === '' ? NaN : Number(text));
  function columnsOf(table) {
    const said = table.dataset.lengths;
    if (!parsed.has(table) || parsed.get(table).said !== said) parsed.set(table, {said, columns: Object.entries(JSON.parse(said))});
    return parsed.get(table).columns;
  }
  function* lengths() {
    for (const element of document.querySelectorAll('[data-seconds]')) {
      const node = textOf(element), {seconds, half, frame} = element.dataset;
      if (node) yield {node, seconds: numeral(seconds), half: numeral(half), frame: frame || '{}'};
    }
    for (const table of document.querySelectorAll('table[data-lengths]')) {
      const rows = table.tBodies.length ? table.tBodies[0].rows : [];
      for (const [column, values] of columnsOf(table)) {
        for (let row = 0; row < rows.length; row += 1) {
          const cell = rows[row].cells[Number(column)], node = cell && textOf(cell);
          if (node && typeof values[row] === 'number') yield {node, seconds: values[row], half: NaN, frame: '{}'};
        }
      }
    }
  }

  // ---- writing them -----------------------------------------------------------------------------------------------
  function write(one) {
    const kept = texts.get(one.node), server = kept && kept.written === one.node.data ? kept.server : one.node.data;
    const say = WRITTEN[unit], spread = Number.isFinite(one.half) ? ` ± ${say(one.half)}` : '';
    const written = unit === FIRST ? server : one.frame.replace('{}', () => say(one.seconds) + spread);
    texts.set(one.node, {server, written});
    if (one.node.data !== written) one.node.data = written;
  }
  function look() {
    for (const one of lengths()) write(one);
    const choice = document.getElementById('units'), shown = choice && choice.querySelector('input:checked');
    if (shown && shown.value !== unit) window.dash_clientside.set_props('units', {value: unit});
  }
  function follow() {                       // what comes later
    if (unit === FIRST && observer) { observer.disconnect(); observer = null; }
    if (unit === FIRST || observer) return;
    observer = new MutationObserver(() => {
      if (!due) { due = true; requestAnimationFrame(() => { due = false; look(); }); }
    });
    observer.observe(document.body, {childList: true, subtree: true, characterData: true,
      attributeFilter: ['data-seconds', 'data-frame', 'data-half', 'data-lengths']});
  }
  function grids() {
    for (const id of GRIDS) {
      const api = document.getElementById(id) && window.dash_ag_grid && window.dash_ag_grid.getApi(id);
      if (api) api.refreshCells({force: true});
    }
  }
  document.addEventListener('change', event => {
    const choice = event.target.closest && event.target.closest('#units');
    if (!choice || !Object.hasOwn(WRITTEN, event.target.value) || event.target.value === unit) return;
    unit = event.target.value;
    try { localStorage.setItem(KEPT, unit); } catch (e) { /* it then holds until the page is left */ }
    follow();
    look();
    grids();
  });
  const begin = () => { follow(); if (unit !== FIRST) look(); };
  if (document.body) begin(); else document.addEventListener('DOMContentLoaded', begin);

  window.dashAgGridFunctions = Object.assign(window.dashAgGridFunctions || {}, {
    qsLength: seconds => WRITTEN[unit](seconds), qsAllUnits: seconds => (typeof seconds === 'number' ? q.inAllUnits(seconds) : null),
  });

  // ---- below the pointer, and copied ------------------------------------------------------------------------------
  document.addEventListener('mouseover', event => {        // the cells of a large table say it when it is asked for
    const cell = event.target.closest && event.target.closest('table[data-lengths] td');
    if (!cell || cell.title) return;
    const values = columnsOf(cell.closest('table')).find(([column]) => Number(column) === cell.cellIndex);
    const seconds = values && values[1][cell.parentElement.sectionRowIndex];
    if (typeof seconds === 'number') cell.title = q.inAllUnits(seconds);
  });
  function whole(range, node) {             // whether all of a text is selected
    const before = range.startContainer === node ? node.data.slice(0, range.startOffset) : '';
    const after = range.endContainer === node ? node.data.slice(range.endOffset) : '';
    return range.intersectsNode(node) && !before.trim() && !after.trim();
  }
  // The browser writes a selection as text, tabs between cells; for that moment the cells hold seconds.
  function inRaw(chosen, range, found) {
    const {startContainer, startOffset, endContainer, endOffset} = range, before = found.map(one => one.node.data);
    found.forEach(({node, seconds, half}) => { node.data = Number.isFinite(half) ? `${seconds} ± ${half}` : String(seconds); });
    if (found.some(one => one.node === endContainer)) range.setEnd(endContainer, endContainer.data.length);
    const text = chosen.toString();
    found.forEach(({node}, at) => { node.data = before[at]; });
    range.setStart(startContainer, startOffset);
    range.setEnd(endContainer, endOffset);
    return text.trim();
  }
  function inGrid(chosen) {                 // the seconds of the one cell of a grid that is selected; null else
    const of = node => node && (node.closest ? node : node.parentElement).closest('.qs-length[col-id]');
    const cell = of(chosen.anchorNode), holder = cell && cell.closest(GRIDS.map(id => `#${id}`).join());
    if (!holder || of(chosen.focusNode) !== cell) return null;
    const row = window.dash_ag_grid.getApi(holder.id).getDisplayedRowAtIndex(Number(cell.closest('[row-index]').getAttribute('row-index')));
    const seconds = row && row.data[cell.getAttribute('col-id')];
    return typeof seconds === 'number' && chosen.toString().trim() === cell.textContent.trim() ? String(seconds) : null;
  }
  document.addEventListener('copy', event => {
    const chosen = getSelection();
    if (!chosen.rangeCount || chosen.isCollapsed || event.target.closest && event.target.closest('input, textarea')) return;
    const range = chosen.getRangeAt(0), found = [...lengths()].filter(one => whole(range, one.node));
    const text = found.length ? inRaw(chosen, range, found) : inGrid(chosen);
    if (text === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  });
})();
