/* What is open: the addresses of the workload and of the comparison looked at last, carried from page to page; and a list
of recent work, on Home.

What this expects of the page (layouts.frame.open_work)
- dcc.Store "addresses": takes {workload, compare, last}; the server answers with names, which openNames gets.
- on Home, the section "recent" with the list "recent-work", hidden until there is something.
*/
import {pathHere, withoutPrefix, withPrefix} from '../internals.js';
import {around, noUpdate, offerToDash, onChange, set} from '../page.js';

const PAGES = ['/workload', '/compare'], MOST = 6, RECENT = 'queuescope recent', LAST = 'queuescope last page', VIEWS = 'queuescope views';
const storedAs = path => `queuescope ${path}`;
let announced = '', listed = '';

// ---- memory: this tab's own, else that of any tab -----------------------------------------------------------------
function stored(name) {
  try { return sessionStorage.getItem(name) || localStorage.getItem(name); } catch { return null; }
}
function store(name, value) {
  try { sessionStorage.setItem(name, value); localStorage.setItem(name, value); } catch { /* forgotten then */ }
}
export const workloadOf = search => (/[?&]w=([0-9a-f]{8,64})/.exec(search || '') || [])[1] || '';

/* The search part with which a page opens what is open already: its own address of the workload looked at last, else that
   workload alone.  kept: {workload, compare, last}: search parts, and the page looked at last. */
export function searchFor(path, {workload, compare, last}) {
  const own = path === '/compare' ? compare : path === '/workload' ? workload : '';
  const other = path === '/compare' ? workload : compare;
  const key = last && last !== path ? workloadOf(other) : '';
  if (!key || (own && (workloadOf(own) === key || !workloadOf(own) && path === '/compare'))) return own || '';
  return PAGES.includes(path) ? `?w=${key}` : '';
}
const kept = () => ({workload: stored(storedAs('/workload')), compare: stored(storedAs('/compare')), last: stored(LAST)});

// Remember the address of the page that is open, and have it named in the header.
export function rememberPage() {
  const {search} = location, pathname = pathHere(), isWhole = pathname !== '/compare' || new URLSearchParams(search).has('runs');
  if (search && PAGES.includes(pathname) && isWhole) {
    store(storedAs(pathname), search);
    store(LAST, pathname);
  }
  const data = kept(), now = JSON.stringify([workloadOf(data.workload), data.workload && data.workload.includes('load='),
    workloadOf(data.compare), new URLSearchParams(data.compare || '').get('runs'), data.last]);
  if (now === announced || !(data.workload || data.compare)) return;
  announced = now;
  set('addresses', {data});
}

// ---- from page to page --------------------------------------------------------------------------------------------
export function go(href) {
  rememberPage();
  const path = href.split(/[?#]/)[0];
  set('url', {href: path === href && path !== pathHere() ? path + searchFor(path, kept()) : href});
  return true;
}
// The address of the comparison looked at last, without what is lit in it; empty where there is none.
export function openComparison() {
  const params = new URLSearchParams(searchFor('/compare', kept()));
  params.delete('only');
  params.delete('place');
  return params.has('runs') ? `/compare?${String(params).replace(/%(2C|3A|40|7E)/g, decodeURIComponent)}` : '';
}
/* The tabs and views that the comparison of some runs offers, as JSON {actions} of search.js, remembered for other pages; and
   those of the comparison that is open. */
export function keepViews(options, runs) {
  const text = JSON.stringify({runs, options});
  if (runs && text !== stored(VIEWS)) store(VIEWS, text);
}
export function viewsOfOpen() {
  try {
    const {runs, options} = JSON.parse(stored(VIEWS)), open = new URLSearchParams(openComparison().split('?')[1]).get('runs');
    return runs === open ? JSON.parse(options).actions.filter(({say, tab}) => typeof say === 'string' && typeof tab === 'string') : [];
  } catch { return []; }
}
function followLink(event) {
  const link = around(event, 'a.qs-link, a.qs-door, #recent-work a');
  if (link) rememberPage();
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const {pathname: path, search} = new URL(link.href), pathname = withoutPrefix(path);
  if (!search && (pathname === pathHere() || !searchFor(pathname, kept()))) return;
  event.preventDefault();
  event.stopPropagation();
  go(pathname + search);
}

// ---- recent work --------------------------------------------------------------------------------------------------
// The list with what is open in front; of one workload or one comparison there is one entry.
export function withOpen(list, names) {
  if (!names.length) return list;
  const {href} = names[names.length - 1], name = names.length > 1 ? `${names[1].name} on ${names[0].name}` : names[0].name;
  const same = one => workloadOf(one.href) === workloadOf(href) && one.href.startsWith(href.split('?')[0]) && one.name === name;
  return [{name, href}, ...list.filter(one => !same(one) && one.href !== href)].slice(0, MOST);
}
function recentWork() {
  try {
    const list = JSON.parse(localStorage.getItem(RECENT) || '[]');
    return Array.isArray(list) ? list.filter(one => one && typeof one.name === 'string' && /^\/(workload|compare)\?/.test(one.href)) : [];
  } catch { return []; }
}
function openNames(names) {
  const own = (names || []).map(one => ({...one, href: withoutPrefix(one.href)}));
  try { localStorage.setItem(RECENT, JSON.stringify(withOpen(recentWork(), own))); } catch { /* none is listed then */ }
  listed = '';
  showRecent();
  return noUpdate();
}
/* What the page of two workloads offers: those of its address, then those opened lately; and the two that are shown.  A choice
   that somebody has made since these were filled in stays: the answer to the address before it may come later.
   shown: {first, second, names: {key: name}}; values: what the two choices hold */
let filled = [];                            // the keys of the two workloads that were shown last
export function besideChoices(shown, recent, values) {
  const {first, second, names} = shown || {first: '', second: '', names: {}};
  const lately = recent.filter(one => workloadOf(one.href)).map(one => [workloadOf(one.href), one.name.replace(/^.* on (?=\S)/, '')]);
  const data = [...new Map([...lately.reverse(), ...Object.entries(names)]).entries()].map(([value, label]) => ({value, label})).reverse();
  const isNewer = (value, at) => Boolean(value) && value !== filled[at], keys = [first || null, second || null];
  const newest = keys.map((key, at) => (isNewer(values[at], at) ? values[at] : key));
  filled = keys;
  return [data, data, ...newest];
}
function showRecent() {
  const place = document.getElementById('recent-work'), section = document.getElementById('recent');
  if (!place || !section) { listed = ''; return; }
  const work = recentWork(), now = JSON.stringify(work);
  if (listed === now && place.childElementCount === work.length) return;
  listed = now;
  place.replaceChildren(...work.map(({name, href}) => {
    const item = document.createElement('li');
    item.append(Object.assign(document.createElement('a'), {href: withPrefix(href), textContent: name}));
    return item;
  }));
  section.hidden = !work.length;
}

export function start() {
  offerToDash('queuescope', {openNames, besideChoices: (shown, ...values) => besideChoices(shown, recentWork(), values)});
  document.addEventListener('click', followLink, true);
  onChange(showRecent);
}
