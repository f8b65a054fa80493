/* Jobs to put in order: a list whose items go up and down by buttons, or by Alt with an arrow.

What this expects of the page (layouts.topics.lessons.question_fields): an empty div of class qs-order with data-jobs; the order is
written to dcc.Store "lesson-draft". */
import {onChange, say, tell} from '../page.js';

const DRAFT = 'lesson-draft', HELP = 'The first one above. Use the buttons, or Alt with an arrow.';
const jobsOf = list => [...list.children].map(item => Number(item.dataset.job));

export function moved(jobs, job, by) {
  const at = jobs.indexOf(job), to = Math.min(Math.max(at + by, 0), jobs.length - 1), rest = jobs.filter(one => one !== job);
  return [...rest.slice(0, to), job, ...rest.slice(to)];
}
function shift(list, job, by) {
  const jobs = moved(jobsOf(list), job, by);
  const items = new Map([...list.children].map(item => [Number(item.dataset.job), item]));
  list.append(...jobs.map(one => items.get(one)));
  items.get(job).focus();
  say(`job ${job} is now number ${jobs.indexOf(job) + 1}`);
  tell(DRAFT, jobs);
}
function itemOf(list, job) {
  const item = Object.assign(document.createElement('li'), {tabIndex: 0});
  item.dataset.job = job;
  item.dataset.takesKeys = '';
  const arrow = (text, name, by) => {
    const made = document.createElement('button');
    Object.assign(made, {type: 'button', className: 'qs-button-low', textContent: text});
    made.setAttribute('aria-label', `${name}: job ${job}`);
    made.addEventListener('click', () => shift(list, job, by));
    return made;
  };
  item.append(Object.assign(document.createElement('span'), {textContent: `job ${job}`}), arrow('↑', 'earlier', -1), arrow('↓', 'later', 1));
  item.addEventListener('keydown', event => {
    const by = {ArrowUp: -1, ArrowDown: 1}[event.code];
    if (!by || event.target !== item) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.altKey) shift(list, job, by); else (by < 0 ? item.previousElementSibling || item : item.nextElementSibling || item).focus();
  });
  return item;
}
function adopt() {
  for (const home of document.querySelectorAll('.qs-order:empty')) {
    const jobs = home.dataset.jobs.split(',').map(Number), list = document.createElement('ol');
    list.append(...jobs.map(job => itemOf(list, job)));
    home.append(list, Object.assign(document.createElement('p'), {className: 'qs-soft qs-small', textContent: HELP}));
    tell(DRAFT, jobs);
  }
}
export const start = () => onChange(adopt);
