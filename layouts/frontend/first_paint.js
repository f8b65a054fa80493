/* Takes away what stood in the window before the scripts had run (layouts/frame/first_paint.py): as soon as the page itself
is there below it, or when it does not come. */
import {onChange} from './page.js';

const LATEST = 15000;                       // ms

export function start() {
  const cover = document.getElementById('first-paint');
  if (!cover) return;
  const leave = () => cover.remove();
  setTimeout(leave, LATEST);
  onChange(() => { if (cover.isConnected && document.querySelector('#page > *')) requestAnimationFrame(leave); });
}
