/* What the page is told of the window of a group, once it has come to rest.

dcc.Store "gantt-window" (optional) receives {group, t0, t1, p0, p1, c0, c1, full, bars, seq}.  bars true: at least one
Gantt has so few jobs in this window that bars should replace its picture, so answer with new figures of this window
(View(t0, t1, p0, p1, c0, c1)); bars false: nothing but the address of the page need change.  full true: everything is
shown.  Answers may be late or missing; the picture stays until then.
*/
import {tell} from '../page.js';
import {extentOf, gantts, metaOf, onScreen, rowsOf, stateOf, windowOf, windowSeen} from './charts.js';
import {isWithin, sameWindow} from './geometry.js';

const AT_REST = 450, TOGETHER = 40;         // ms
const reports = new Map();                  // group -> {timer, bars}
let sent = 0;

// Whether a Gantt is drawn as bars that reach as far as this window.
export const barsHold = (gd, w) => metaOf(gd).drawn === 'bars' && isWithin(w, metaOf(gd).window);

export function report(group, bars, soon) {
  const waiting = reports.get(group) || {bars: false};
  clearTimeout(waiting.timer);
  waiting.bars = waiting.bars || bars;
  waiting.timer = setTimeout(attempt, soon ? TOGETHER : AT_REST);
  reports.set(group, waiting);
  function attempt() {                      // pictures first: what the page does then would hold them up
    const awaited = gd => onScreen(gd) && stateOf(gd).asking && !stateOf(gd).late;
    if (gantts(group).some(awaited)) waiting.timer = setTimeout(attempt, TOGETHER); else send(group, waiting.bars);
  }
}
export function holdReport(group) { clearTimeout((reports.get(group) || {}).timer); }

function send(group, bars) {
  const w = windowOf(group), extent = extentOf(group), own = rowsOf(group);
  reports.delete(group);
  if (!w || !extent) return;                // its charts went away while it waited
  const wanted = bars && gantts(group).some(gd => !barsHold(gd, windowSeen(gd)));
  const [c0, c1] = own || [null, null], full = sameWindow(w, extent) && !own;
  tell('gantt-window', {group, t0: w[0], t1: w[1], p0: w[2], p1: w[3], c0, c1, full, bars: wanted, seq: sent += 1});
}
