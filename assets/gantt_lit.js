/* A campaign lit in every chart while the pointer rests on it or on one of its jobs: its jobs where they really ran,
its share in the virtual schedule, its row among the lags.  Without charts of campaigns, the same job in every run.

Works with assets/gantt.js and gantt_pick.js.  Lines are drawn above the page, out of reach of plotly and of pointers.
Offers window.queuescope.{light(at, facts, signal), dark()}.
*/
(() => {
  'use strict';
  const SVG = 'http://www.w3.org/2000/svg';
  const q = window.queuescope;
  let sheet = null, number = 0;

  function dark() {
    number += 1;
    if (sheet) sheet.replaceChildren();
  }
  async function light(at, facts, signal) {
    if (!facts || !(q.known(facts.job) || q.known(facts.campaign))) return;
    const mine = number += 1, charts = q.gantts(at.meta.group);
    around(at.gd);
    const together = q.known(facts.campaign) && charts.some(gd => ['virtual', 'ghost', 'lag'].includes(q.metaOf(gd).source));
    for (const gd of charts) {
      if (!q.metaOf(gd)) continue;                            // drawn anew while another chart was asked
      if (!together && gd === at.gd && !q.metaOf(gd).source.startsWith('overlay')) continue;     // there it is twice
      const query = q.asks(gd, together ? null : facts.job, facts.campaign);
      const there = query && await q.found(q.metaOf(gd), query, signal);
      if (mine !== number) return;
      if (there && q.metaOf(gd) && document.contains(gd)) draw(gd, q.outlinesOf(there));
    }
  }
  function around(gd) {                     // nothing is drawn over what plotly says beside the pointer
    sheet = sheet || made();
    const label = gd.querySelector('.hovertext'), box = label && label.getBoundingClientRect();
    const hole = box ? `M${box.left} ${box.top}h${box.width}v${box.height}h${-box.width}Z` : '';
    sheet.style.clipPath = `path(evenodd, "M0 0H${window.innerWidth}V${window.innerHeight}H0Z${hole}")`;
  }
  function draw(gd, lines) {
    const area = q.areaOf(gd), part = document.createElementNS(SVG, 'svg');
    for (const [name, value] of Object.entries({x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top})) {
      part.setAttribute(name, value);
    }
    for (const kind of ['qs-lit-edge', 'qs-lit-line']) part.append(...lines.map(corners => polygon(gd, area, corners, kind)));
    sheet.append(part);
  }
  function polygon(gd, area, corners, kind) {
    const line = document.createElementNS(SVG, 'polygon');
    line.setAttribute('class', kind);
    line.setAttribute('points', corners.map(([t, p]) => `${q.xOf(gd, t) - area.left},${q.yOf(gd, p) - area.top}`).join(' '));
    return line;
  }
  function made() {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('class', 'qs-lit');
    svg.setAttribute('aria-hidden', 'true');
    document.body.appendChild(svg);
    return svg;
  }

  Object.assign(q, {light, dark});
})();
