/* Clicks on points and bars that plotly draws.

plotly loses a click where the chart is drawn anew between the press and the release: by the answer to the click before, say.
Then what it had told to be below the pointer when the button went down is what was clicked. */
import {chartAround, listenOnce} from '../internals.js';

const STILL = 4;                            // pixels
const hovered = new WeakMap();              // chart -> points below the pointer, as plotly tells them
const listeners = new WeakMap();            // chart -> what hears of its clicks
let pressed = null;                         // {gd, points, x, y, isHeard}: the press that was last

// act({points}) is called with each click on points of a chart; to ask it often does no harm.
export function onPointClick(gd, act) {
  listeners.set(gd, act);
  listenOnce(gd, 'plotly_hover', ({points}) => hovered.set(gd, points));
  listenOnce(gd, 'plotly_unhover', () => hovered.delete(gd));
  listenOnce(gd, 'plotly_click', event => {
    if (pressed) pressed.isHeard = true;
    act(event);
  });
}
function press({button, target, clientX: x, clientY: y}) {
  const gd = chartAround(target), points = gd && hovered.get(gd);
  pressed = button === 0 && points ? {gd, points, x, y, isHeard: false} : null;
}
function release({clientX, clientY, detail}) {
  const from = pressed;
  if (!from || detail > 1 || Math.hypot(clientX - from.x, clientY - from.y) > STILL) return;
  setTimeout(() => { if (!from.isHeard) listeners.get(from.gd)({points: from.points}); });         // after plotly
}

export function start() {
  document.addEventListener('mousedown', press, true);
  document.addEventListener('mouseup', release, true);
}
