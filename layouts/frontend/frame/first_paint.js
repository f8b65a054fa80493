/* Takes away what stood in the window before the scripts had run (layouts/frame/first_paint.py): as soon as the page itself
is there below it, with as many charts as it shows pictures of charts; when somebody begins to work; or when it does not
come. */
import {everyChart, isDrawn} from '../internals.js';
import {onChange} from '../page.js';

const LATEST = 15000;                       // ms
const WORK = ['pointerdown', 'keydown', 'wheel'];

export function start() {
  const cover = document.getElementById('first-paint');
  if (!cover) return;
  const stills = cover.querySelectorAll('.qs-still').length, page = () => document.getElementById('page');
  const isThere = () => Boolean(page() && page().firstElementChild) && everyChart(page()).filter(isDrawn).length >= stills;
  const leave = () => {
    cover.remove();
    for (const kind of WORK) document.removeEventListener(kind, leave, true);
  };
  setTimeout(leave, LATEST);
  for (const kind of WORK) document.addEventListener(kind, leave, true);
  onChange(() => { if (cover.isConnected && isThere()) requestAnimationFrame(leave); });
}
