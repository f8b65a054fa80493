/* Words in charts that have no room where plotly puts them, on a phone say.

A line that leaves its chart is cut where the chart ends, with an ellipsis, and all of it is shown below the pointer.  Names
at the right of a chart that lie on each other are moved apart.  Only what is drawn is changed: plotly keeps the texts, so
that exported figures have them whole, and writes them again when the chart is drawn anew.
*/
import {everyChart, fullLayout, isDrawn, listenOnce, plotArea} from '../internals.js';
import {onChange} from '../page.js';

const WORDS = '.gtitle, .annotation-text', ELLIPSIS = '…', EDGE = 2, APART = 2;     // pixels
const fitted = new WeakMap();               // chart -> the words and the size it was fitted for

/* How many of `length` characters fit into `room` pixels: widthOf(n) of the first n; all of them, or so many that an
   ellipsis of width `dots` has its place. */
export function charactersThatFit(length, room, dots, widthOf) {
  if (widthOf(length) <= room) return length;
  let low = 0, high = length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(middle) + dots <= room) low = middle; else high = middle - 1;
  }
  return low;
}
/* By how much each box ({top, bottom}) has to move so that none lies on another one and, where there is room, all are
   between `low` and `high`; in the order of the boxes. */
export function movedApart(boxes, low, high) {
  const order = boxes.map((_, at) => at).sort((a, b) => boxes[a].top - boxes[b].top), tops = boxes.map(box => box.top);
  const height = at => boxes[at].bottom - boxes[at].top + APART;
  order.forEach((at, place) => { if (place) tops[at] = Math.max(tops[at], tops[order[place - 1]] + height(order[place - 1])); });
  let end = high;
  for (const at of [...order].reverse()) {
    tops[at] = Math.min(tops[at], end - height(at) + APART);
    end = tops[at] - APART;
  }
  let begin = low;
  for (const at of order) {
    tops[at] = Math.max(tops[at], begin);
    begin = tops[at] + height(at);
  }
  return tops.map((top, at) => top - boxes[at].top);
}

// Keep the first `count` characters of an element whose words lie in several parts of it.
function keep(line, count) {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let left = count, last = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (left > 0) last = node;
    node.data = node.data.slice(0, Math.max(0, left));
    left -= node.length;
  }
  if (last) last.data = last.data.trimEnd() + ELLIPSIS;
}
function fitLine(line, edge) {
  const {left, right} = line.getBoundingClientRect(), length = line.getNumberOfChars();
  if (right <= edge || left >= edge || !length) return false;
  const {fontSize, textAnchor} = getComputedStyle(line), dots = parseFloat(fontSize);
  const count = charactersThatFit(length, edge - left, dots, n => (n ? line.getSubStringLength(0, n) : 0));
  if (!count) return false;
  if (textAnchor === 'middle') {            // it would be cut at both ends
    line.setAttribute('x', Number(line.getAttribute('x')) - line.getComputedTextLength() / 2);
    line.setAttribute('text-anchor', 'start');
  }
  keep(line, count);
  return true;
}
function fitWords(words, edge) {
  const text = words.textContent, lines = words.querySelectorAll('tspan.line');
  const isCut = [...(lines.length ? lines : [words])].map(line => fitLine(line, edge)).includes(true);
  if (isCut) words.append(Object.assign(document.createElementNS('http://www.w3.org/2000/svg', 'title'), {textContent: text}));
}
function moveNamesApart(gd, frame) {
  const {left, width} = plotArea(gd), names = [...gd.querySelectorAll('.annotation')];
  for (const name of names) name.style.transform = '';
  const beside = names.filter(name => name.getBoundingClientRect().left >= frame.left + left + width);
  const moves = movedApart(beside.map(name => name.getBoundingClientRect()), frame.top + EDGE, frame.bottom - EDGE);
  beside.forEach((name, at) => { if (Math.abs(moves[at]) >= 1) name.style.transform = `translateY(${moves[at]}px)`; });
}
const saidBy = gd => [...gd.querySelectorAll(WORDS)].map(words => words.textContent).join('\n');
function fit(gd) {
  if (!isDrawn(gd) || !fullLayout(gd).xaxis) return;
  const {width, height} = fullLayout(gd), before = fitted.get(gd), frame = gd.getBoundingClientRect();
  if (!frame.width || (before && before.width === width && before.height === height && before.text === saidBy(gd))) return;
  gd.querySelectorAll(WORDS).forEach(words => fitWords(words, frame.left + width - EDGE));
  moveNamesApart(gd, frame);
  fitted.set(gd, {text: saidBy(gd), width, height});
}
function fitAll() {
  for (const gd of everyChart()) {
    if (isDrawn(gd) && listenOnce(gd, 'plotly_afterplot', () => fit(gd))) fit(gd);
  }
}
export function start() {
  onChange(fitAll);
}
