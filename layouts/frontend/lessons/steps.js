/* The page of a lesson: a click on a bar chooses its job, and a new step is read out from its heading. */
import {around, onChange} from '../page.js';

let step = null, verdict = null;

function pick(event) {
  const bar = around(event, '.qs-picks [data-job]'), home = bar && bar.closest('.qs-player');
  if (!home) return;
  const [id] = JSON.parse(home.dataset.story).jobs[Number(bar.dataset.job)];
  const box = document.querySelector(`.qs-lesson input[type=checkbox][value="${id}"]`);
  if (box) box.click();
}
function follow() {
  const heading = document.getElementById('lesson-step'), now = heading ? heading.dataset.step : null;
  if (now === step) return;
  const isOnward = step !== null && now !== null;
  step = now;
  if (isOnward) { heading.focus({preventScroll: true}); window.scrollTo({top: 0}); }
}
// The button that gave an answer is gone with the question: the way on takes its place.
function followAnswer() {
  const now = document.querySelector('.qs-lesson .qs-verdict'), isNew = now && now !== verdict;
  verdict = now;
  const next = document.getElementById('lesson-next');
  if (isNew && next && document.activeElement === document.body) next.focus({preventScroll: true});
}
export function start() {
  document.addEventListener('click', pick);
  onChange(() => { follow(); followAnswer(); });
}
