/* Keys and Ctrl+V in the table of the page by hand: undo, redo, Alt with an arrow, rows of a spreadsheet.

Of by_hand.js.  A pasted text of several cells goes to dcc.Store "hand-clip", for the server to read; a single one goes
into the cell of the table's cursor.  Nothing is heard while somebody types into a field.
*/
(() => {
  'use strict';
  const LONGEST = 20000;        // characters of a pasted text
  const hand = () => window.queuescope.hand;
  const on = () => Boolean(window.queuescope && hand() && hand().there() && hand().state());
  const typing = target => Boolean(target.closest && target.closest('input, textarea, select, [contenteditable=true], [role=dialog]'));
  const letter = (event, key, code) => (/^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === key : event.code === code);
  document.addEventListener('keydown', event => {
    if (!on() || typing(event.target)) return;
    const command = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (command && letter(event, 'z', 'KeyZ')) { event.preventDefault(); if (event.shiftKey) hand().redo(); else hand().undo(); return; }
    if (command && letter(event, 'y', 'KeyY')) { event.preventDefault(); hand().redo(); return; }
    const sideways = {ArrowLeft: -1, ArrowRight: 1}[event.code];
    if (event.altKey && sideways && event.target.closest('#hand-table')) {
      event.preventDefault();
      event.stopPropagation();
      const row = hand().state().rows[hand().focused()];
      if (row) hand().nudge(Number(row.number), sideways);
    }
  }, true);
  document.addEventListener('paste', event => {
    if (!on() || typing(event.target)) return;
    const text = event.clipboardData ? event.clipboardData.getData('text') : '';
    const inside = event.target.closest && event.target.closest('#hand-table'), api = hand().grid(), cell = api && api.getFocusedCell();
    if (!text.trim() || !(inside || cell)) return;
    event.preventDefault();
    if (/[\t;\n]/.test(text.trim()) || text.trim().split(/[,\s]+/).length >= 3) { window.dash_clientside.set_props('hand-clip', {data: {text: text.slice(0, LONGEST), at: Date.now()}}); return; }
    const column = cell && cell.column.getColId();
    if (!cell || column === 'number') return;
    hand().change(cell.rowIndex, column, text.trim());
  });
})();
