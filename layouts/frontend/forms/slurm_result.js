/* A result on the page of Slurm that comes after a press is below the window: it is brought into view, and its heading has the
focus.  Where the same result is opened by a link nothing moves.

What this expects of the page (layouts.topics.slurm.slurm_page)
- dcc.Store "slurm-come": {part, at}, set when the simulations of a press are there; at: the address they are shown at.
- [data-result][data-at]: the parts of the result of an address.
*/
import {pathHere} from '../internals.js';
import {noUpdate, offerToDash, onChange} from '../page.js';

const GROWN = 600;                          // ms
let awaited = null;                         // {part, at}: what comes as soon as the server has answered

function come(data) {
  awaited = data || null;
  bring();
  return noUpdate();
}
function bring() {
  if (!awaited) return;
  if (pathHere() !== '/slurm') { awaited = null; return; }
  const part = [...document.querySelectorAll('#slurm-body [data-result]')].find(({dataset}) => dataset.result === awaited.part && dataset.at === awaited.at);
  if (!part) return;
  awaited = null;
  const heading = part.querySelector('h2, h3') || part;
  heading.tabIndex = -1;
  heading.style.scrollMarginTop = '72px';   // the header of the page lies over what is at the top
  heading.scrollIntoView({block: 'start'});
  // a chart below it may still grow, and the page with it
  setTimeout(() => { if (document.activeElement === heading) heading.scrollIntoView({block: 'start'}); }, GROWN);
  heading.focus({preventScroll: true});
}

export function start() {
  offerToDash('slurm', {come});
  onChange(bring);
}
