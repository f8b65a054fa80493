/* The filter of the Workload page: jobs picked in a chart, and conditions that are edited.

What this expects of the page
- Figures whose layout.meta.pick names a plot: a drag that selects, or a click on a bar, goes to dcc.Store "picked-jobs" as
  {plot, x0, x1, y0, y1}, in the coordinates of the axes.  The server knows which jobs that means.
- (layouts.pages.workload.filter_card) .qs-filter with the field of the whole filter, and buttons with data-condition, which mark
  that condition in the field.
*/
import {chartAround, listenOnce} from '../internals.js';
import {around, set} from '../page.js';
import {onPointClick} from './point_clicks.js';

const plotOf = gd => gd && gd.layout && gd.layout.meta && gd.layout.meta.pick;

// The pick of two ranges, each of two numbers in any order; null where one is none.
export function pickOf(plot, x, y) {
  const bounds = [...x, ...y].map(Number);
  if (bounds.length !== 4 || !bounds.every(Number.isFinite)) return null;
  const [x0, x1, y0, y1] = bounds;
  return {plot, x0: Math.min(x0, x1), x1: Math.max(x0, x1), y0: Math.min(y0, y1), y1: Math.max(y0, y1)};
}
function send(pick) { if (pick) set('picked-jobs', {data: {...pick, at: Date.now()}}); }
function selected(gd, event) {
  const range = event && event.range, plot = plotOf(gd);
  if ((gd.layout.selections || []).length) setTimeout(() => Plotly.relayout(gd, {selections: []}).catch(() => {}));
  if (plot && range && range.x && range.y) send(pickOf(plot, range.x, range.y));
}
function clicked(gd, event) {
  const point = event && event.points && event.points[0], plot = plotOf(gd);
  if (!plot || !point) return;
  const [x, y] = Array.isArray(point.customdata) ? point.customdata : [point.x, point.y];      // of a cell its column and row
  send(pickOf(plot, [x, x], [y, y]));
}
function edit(event) {
  const button = around(event, '.qs-filter button[data-condition]');
  const field = button && button.closest('.qs-filter').querySelector('input');
  if (!field) return;
  const from = field.value.indexOf(button.dataset.condition);
  field.focus();
  if (from >= 0) field.setSelectionRange(from, from + button.dataset.condition.length);
}

export function start() {
  document.addEventListener('pointerover', event => {
    const gd = chartAround(event.target);
    if (!plotOf(gd)) return;
    listenOnce(gd, 'plotly_selected', chosen => selected(gd, chosen));
    onPointClick(gd, point => clicked(gd, point));
  });
  document.addEventListener('click', edit);
}
