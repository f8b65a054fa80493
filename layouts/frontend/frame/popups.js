/* Small panels behind a summary (details with a .qs-popup): placed below it in the window, or above it where there is too
little room below, one open at a time, closed by a click elsewhere and by Escape.  One with data-first gives the focus to its
first input, so that one can type at once.  The menu of pages (details.qs-menu) is closed by a choice.
*/
const GAP = 6, EDGE = 8, LEAST = 160, ROOMY = 280;      // pixels
const panelOf = details => details.querySelector(':scope > .qs-popup');
const openPopups = () => [...document.querySelectorAll('details[open]')].filter(panelOf);

function place(details) {
  const panel = panelOf(details), from = details.querySelector('summary').getBoundingClientRect();
  const below = window.innerHeight - from.bottom - GAP - EDGE, above = from.top - GAP - EDGE;
  const rises = below < ROOMY && above > below;
  Object.assign(panel.style, {position: 'fixed', overflow: 'auto', top: rises ? 'auto' : `${from.bottom + GAP}px`,
    bottom: rises ? `${window.innerHeight - from.top + GAP}px` : 'auto',
    maxHeight: `${Math.max(LEAST, rises ? above : below)}px`});
  panel.style.left = `${Math.max(EDGE, Math.min(from.left, window.innerWidth - panel.offsetWidth - EDGE))}px`;
}
function toggled({target: details}) {
  if (!(details instanceof HTMLDetailsElement) || !details.open || !panelOf(details)) return;
  for (const other of openPopups()) if (other !== details && !other.contains(details)) other.open = false;
  place(details);
  const first = details.dataset.first !== undefined && panelOf(details).querySelector('input');
  if (first && !panelOf(details).contains(document.activeElement)) first.focus({preventScroll: true});
}
function clicked({target}) {                // a list of choices may stand elsewhere in the page than the box it belongs to
  if (!document.contains(target) || target.closest('[data-portal], [role=listbox]')) return;
  const menu = target.closest('a') && target.closest('details.qs-menu');
  if (menu) menu.open = false;
  for (const details of openPopups()) if (!details.contains(target)) details.open = false;
}
function leave(event) {
  const [details] = event.key === 'Escape' ? openPopups().reverse() : [];
  if (!details) return;
  event.stopPropagation();
  details.open = false;
  details.querySelector('summary').focus();
}

export function start() {
  document.addEventListener('toggle', toggled, true);
  document.addEventListener('click', clicked);
  document.addEventListener('keydown', leave, true);
  window.addEventListener('scroll', () => openPopups().forEach(place), {passive: true});
  window.addEventListener('resize', () => openPopups().forEach(place));
  new ResizeObserver(() => openPopups().forEach(place)).observe(document.body);       // what is above has grown
}
