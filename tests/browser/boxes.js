// What is wrong with the boxes of a page, as sentences: labels, buttons, fields and charts that overlap, text that is cut,
// and a page that scrolls sideways.  Evaluated in the browser by test_boxes.py.
() => {
  const NEAR = 1.5, found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) {
    const wide = [...document.querySelectorAll('#page *, header *')].filter(one => one.getBoundingClientRect().right > root.clientWidth + 1
      && !one.closest('.qs-scroll, .qs-across, .ag-root-wrapper, [hidden]')).slice(0, 3).map(name);
    found.push(`the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}: ${wide.join('; ')}`);
  }
  function name(one) {
    const text = (one.getAttribute('aria-label') || one.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 40);
    const kind = typeof one.className === 'string' ? one.className.split(' ')[0] : (one.className.baseVal || '');
    return `${one.tagName.toLowerCase()}${one.id && one.id.length < 30 ? '#' + one.id : ''}.${kind} "${text}"`;
  }
  const HIDDEN = '[hidden], .qs-unseen, .qs-skip, [inert], details:not([open]) > :not(summary), .modebar, .qs-sticky, .mantine-Modal-root, [data-unmeasured]';
  function isSeen(one) {
    if (one.closest(HIDDEN)) return false;
    const box = one.getBoundingClientRect(), style = getComputedStyle(one);
    return box.width > 1 && box.height > 1 && style.visibility !== 'hidden' && style.opacity !== '0';
  }
  const inScroller = one => { for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) { const s = getComputedStyle(up); if (/(auto|scroll)/.test(s.overflowX + s.overflowY) && (up.scrollHeight > up.clientHeight + 1 || up.scrollWidth > up.clientWidth + 1)) return up; } return null; };

  // text that is cut: wider or higher than the box that hides what overflows
  for (const one of document.querySelectorAll('#page *, header *')) {
    if (!isSeen(one) || one.closest('svg') || ![...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
    const style = getComputedStyle(one);
    if (!/(hidden|clip)/.test(style.overflowX)) continue;
    if (one.scrollWidth > one.clientWidth + NEAR && !(style.textOverflow === 'ellipsis' && (one.title || one.closest('[title], [aria-label]')))) found.push(`cut: ${name(one)}`);
  }
  for (const one of document.querySelectorAll('#page input, header input')) {
    if (isSeen(one) && one.type === 'text' && one.value && one.scrollWidth > one.clientWidth + NEAR && one.clientWidth > 0 && !one.readOnly) found.push(`cut in its field: ${name(one)} ${one.value.slice(0, 40)}`);
  }

  // things that lie on each other though neither is part of the other
  const parts = [...document.querySelectorAll('#page :is(button, a, input, select, summary, h1, h2, h3, label, th, td, p, li, dt, dd, figcaption, .js-plotly-plot), header :is(button, a, input, summary)')]
    .filter(one => isSeen(one) && !one.closest('svg') && !(one.closest('.js-plotly-plot') && !one.matches('.js-plotly-plot')) && !one.closest('.ag-root-wrapper'));
  const boxes = parts.map(one => {
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    let textBox = box;
    if (style.display === 'inline') { const rects = [...one.getClientRects()]; return {one, rects, pinned: pinned(one)}; }
    return {one, rects: [textBox], pinned: pinned(one)};
  });
  function pinned(one) { for (let up = one; up && up !== document.body; up = up.parentElement) if (/(fixed|sticky)/.test(getComputedStyle(up).position) && getComputedStyle(up).position !== 'static' && !up.matches('th')) return up; return null; }
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > NEAR && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > NEAR;
  // From the top downwards, each with those that begin above its end: whether two lie on each other is cheap to see, why
  // they may is not.
  const extent = ({rects}, side) => Math[side === 'top' ? 'min' : 'max'](...rects.map(rect => rect[side]));
  for (const box of boxes) Object.assign(box, {top: extent(box, 'top'), bottom: extent(box, 'bottom')});
  boxes.sort((a, b) => a.top - b.top);
  const inOne = (a, b, wrapper) => a.one.closest(wrapper) && a.one.closest(wrapper) === b.one.closest(wrapper);
  for (let i = 0; i < boxes.length; i += 1) {
    for (let j = i + 1; j < boxes.length && boxes[j].top < boxes[i].bottom; j += 1) {
      const a = boxes[i], b = boxes[j];
      if (a.pinned !== b.pinned || !a.rects.some(one => b.rects.some(other => over(one, other)))) continue;
      if (a.one.contains(b.one) || b.one.contains(a.one) || inScroller(a.one) !== inScroller(b.one)) continue;
      if (inOne(a, b, '.mantine-Input-wrapper')) continue;      // the steps of a number
      const [first, second] = a.one.compareDocumentPosition(b.one) & Node.DOCUMENT_POSITION_FOLLOWING ? [a, b] : [b, a];
      found.push(`overlap: ${name(first.one)} and ${name(second.one)}`);
    }
    if (found.length > 40) return found;
  }

  // charts: words of one chart lie on each other, or leave the chart
  for (const chart of document.querySelectorAll('#page .js-plotly-plot')) {
    if (!isSeen(chart)) continue;
    const frame = chart.getBoundingClientRect();
    const texts = [...chart.querySelectorAll('.xtick text, .ytick text, .x2tick text, .y2tick text, .infolayer text:not(.legendtext), .legendtext, .bartext')]
      .filter(one => one.textContent.trim() && isSeen(one) && getComputedStyle(one).fillOpacity !== '0' && one.getAttribute('opacity') !== '0')
      .map(one => ({one, box: one.getBoundingClientRect()})).filter(({box}) => box.width > 0);
    for (const {one, box} of texts) {
      if (box.left < frame.left - NEAR || box.right > frame.right + NEAR || box.top < frame.top - NEAR || box.bottom > frame.bottom + NEAR) found.push(`leaves its chart: "${one.textContent.slice(0, 40)}" in ${name(chart.closest('figure') || chart)}`);
    }
    for (let i = 0; i < texts.length; i += 1) {
      for (let j = i + 1; j < texts.length; j += 1) {
        const turned = [texts[i], texts[j]].some(({one}) => /rotate\((?!0|-?90|-?270)/.test(one.getAttribute('transform') || ''));
        const slack = {left: texts[i].box.left + 1, right: texts[i].box.right - 1, top: texts[i].box.top + 1.5, bottom: texts[i].box.bottom - 1.5};
        if (!turned && over(slack, texts[j].box)) found.push(`words on words: "${texts[i].one.textContent.slice(0, 30)}" and "${texts[j].one.textContent.slice(0, 30)}" in ${name(chart.closest('figure') || chart)}`);
      }
    }
  }
  return found;
}
