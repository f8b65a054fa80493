/* What is at a point of a Gantt, and what is selected: outlined in every chart of its group.

Works with assets/gantt.js and expects of the page
- dcc.Store "picked" (optional): receives {run, source, t, p, at, job, facts}; job is a row of jobs or null (idle, or a
  campaign), facts the answer of the /pick route of layouts.gantt.picture_routes, which is on the same origin.

A selected job is outlined where it ran in every run, and so is what its campaign has in charts of campaigns; of a
selected campaign, all its jobs are.  Offers window.queuescope.{outline(job), take(gd, facts), selection(),
stepCampaign(by), under(event), areaOf, xOf, yOf, found}.
*/
(() => {
  'use strict';
  const CLICK = 4, KEPT = 60;
  const q = window.queuescope;
  const answers = new Map();                // address -> promise of facts; only of rows, which never change
  let pressed = null, picks = 0;
  let chosen = null, alone = false, group = null;      // the campaign selected last, without a job, in that group
  let selected = null;                      // {job, facts, gd}: the job selected last, and the chart it was found in

  // plotly lays a cover over the page while a button is down, so what is under the pointer is looked up by position
  function graphAt(event) {
    const below = document.elementsFromPoint(event.clientX, event.clientY).filter(node => !node.classList.contains('dragcover'));
    const gd = below.length ? below[0].closest('.js-plotly-plot') : null;       // a menu over a graph hides it
    return gd && q.stateOf(gd) ? gd : null;
  }
  document.addEventListener('mousedown', event => { pressed = event.button === 0 ? [event.clientX, event.clientY] : null; }, true);
  document.addEventListener('mouseup', event => {
    if (!pressed || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > CLICK) return;
    if (event.target.closest && event.target.closest('.modebar, .qs-unanswered')) return;
    const gd = graphAt(event), point = gd && pointAt(gd, event);
    if (point) pick(gd, point);
  }, true);

  function pointAt(gd, event) {
    const meta = q.metaOf(gd);
    if (!meta || meta.kind !== 'gantt' || !gd._fullLayout) return null;
    const {xaxis, yaxis} = gd._fullLayout, box = gd.getBoundingClientRect();
    const x = event.clientX - box.left - xaxis._offset, y = event.clientY - box.top - yaxis._offset;
    if (x < 0 || y < 0 || x > xaxis._length || y > yaxis._length) return null;
    return {t: xaxis.p2d(x), p: yaxis.p2d(y), dt: Math.abs(xaxis.p2d(2) - xaxis.p2d(0)), dp: Math.abs(yaxis.p2d(2) - yaxis.p2d(0))};
  }
  async function asked(url, signal) {
    try {
      const answer = await (signal ? fetch(url, {signal}) : q.askAloud(url));      // what is only hovered over is not missed
      return answer.ok ? await answer.json() : null;
    } catch { return null; }
  }
  function found(meta, query, signal) {     // right of the moment of a plan there is what it holds, not what happened
    return meta.plan ? inPlan(meta, meta.plan, query, signal) : answered(meta, query, signal);
  }
  async function inPlan(meta, plan, query, signal) {
    const meets = ([t0, t1, low, high]) => query.t >= t0 && query.t < t1 && query.p >= low && query.p < high;
    const job = query.t > plan.time ? Object.keys(plan.boxes).find(row => plan.boxes[row].some(meets)) : null;
    if (job === undefined) return {job: null, rectangles: []};
    const facts = await answered(meta, job === null ? query : {job}, signal), own = facts && plan.boxes[facts.job];
    if (!facts || !facts.rectangles) return facts;
    return {...facts, rectangles: facts.rectangles.filter(([t0]) => t0 <= plan.time).map(
      ([t0, t1, low, high]) => [t0, Math.min(t1, plan.time), low, high]).concat(own || [])};
  }
  function answered(meta, query, signal) {
    const url = `${meta.pick}?${new URLSearchParams(query)}`;
    if ('t' in query) return asked(url, signal);
    if (!answers.has(url)) answers.set(url, asked(url));
    if (answers.size > KEPT) answers.delete(answers.keys().next().value);
    return answers.get(url);
  }

  async function pick(gd, point) {
    const meta = q.metaOf(gd), number = picks += 1, facts = await found(meta, point);
    if (number !== picks || !facts) return;
    const job = facts.job === undefined ? null : facts.job;
    q.touch(gd);
    if (q.firstLook) q.firstLook(facts, titled(gd));
    await painted();                        // seen first; outlines and what the page does then take longer
    if (number !== picks || !q.metaOf(gd)) return;
    q.tell('picked', {run: meta.run, source: meta.source, t: point.t, p: point.p, at: Date.now(), job, facts});
    choosing(gd, job, facts, number);
  }
  // what a chart is called, in plain text: of which run it tells
  const titled = gd => ((gd.layout.title || {}).text || '').replace(/<[^>]*>/g, '').trim();
  const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  function choosing(gd, job, facts, number) {
    [chosen, alone, group] = [known(facts.campaign) ? facts.campaign : null, job === null, q.metaOf(gd).group];
    selected = job === null ? null : {job, facts, gd};
    const here = job !== null && ofJobs(gd);            // what was found there says where the job is in that chart
    for (const one of q.gantts(group)) if (!here || one !== gd) outlineIn(one, job, facts.campaign, number);
    if (here) draw(gd, facts);
  }
  function take(gd, facts) {                // a job found by keys is selected and outlined; the page is not told yet
    choosing(gd, facts.job, facts, picks += 1);
  }
  async function outline(job) {             // in all charts there are, also those of its campaign
    const number = picks += 1, all = q.gantts(), real = all.find(gd => ofJobs(gd));
    const facts = real && job !== null && job !== undefined ? await found(q.metaOf(real), {job}) : null;
    if (number !== picks) return;
    [chosen, alone] = [facts && known(facts.campaign) ? facts.campaign : null, false];
    selected = facts ? {job, facts, gd: real} : null;
    for (const gd of all) outlineIn(gd, facts ? job : null, facts ? facts.campaign : -1, number);
  }
  function stepCampaign(by) {               // the campaign before or after, round again at the ends
    const gd = q.gantts().find(one => q.metaOf(one).campaigns > 0);
    if (!gd) return false;
    const count = q.metaOf(gd).campaigns;
    [alone, group] = [true, q.metaOf(gd).group];
    chosen = chosen === null ? (by > 0 ? 0 : count - 1) : (chosen + by + count) % count;
    choose(gd, chosen);
    return true;
  }
  async function choose(gd, campaign) {
    const meta = q.metaOf(gd), number = picks += 1, facts = await found(meta, {campaign});
    if (number !== picks || !facts) return;
    q.tell('picked', {run: meta.run, source: meta.source, at: Date.now(), job: null, facts});
    for (const one of q.gantts(meta.group)) outlineIn(one, null, campaign, number);
  }
  function mark(gd) {                       // a chart that comes later, say of another mode, does not know of campaigns
    const meta = q.metaOf(gd);
    if (chosen !== null && alone && group === meta.group && chosen < meta.campaigns) outlineIn(gd, null, chosen, picks);
  }
  const ofJobs = gd => !['virtual', 'lag'].includes(q.metaOf(gd).source);      // their rows are campaigns
  const known = row => row !== null && row !== undefined && row >= 0;
  function asks(gd, job, campaign) {        // what to ask of a chart about a job and its campaign; null: nothing
    if (ofJobs(gd) && known(job)) return {job};
    return known(campaign) ? {campaign} : null;
  }
  async function outlineIn(gd, job, campaign, number) {
    const query = asks(gd, job, campaign), facts = query && await found(q.metaOf(gd), query);
    if (number === picks && q.metaOf(gd)) draw(gd, facts);
  }
  function draw(gd, facts) {
    const line = {color: q.scheme(gd) === 'dark' ? '#ffffff' : '#000000', width: 1.5};
    const shapes = outlinesOf(facts).map(corners => ({type: 'path', xref: 'x', yref: 'y', name: 'selected', line,
      path: `M${corners.map(([t, p]) => `${t},${p}`).join('L')}Z`}));
    if (shapes.length || (gd.layout.shapes || []).length) Plotly.relayout(gd, {shapes}).catch(() => {});
  }
  // the closed lines around what an answer speaks of: a stream as a whole, else each rectangle
  function outlinesOf(facts) {
    if (!facts) return [];
    const stream = facts.stream ? [facts.stream] : [];
    return stream.concat((facts.rectangles || []).map(([t0, t1, low, high]) => [[t0, low], [t0, high], [t1, high], [t1, low]]));
  }

  // the graph under the pointer, where it is on the screen, and what is there
  function under(event) {
    const gd = graphAt(event), area = gd && gd._fullLayout && areaOf(gd);
    if (!area || event.clientX < area.left || event.clientX > area.right || event.clientY < area.top || event.clientY > area.bottom) return null;
    return {gd, meta: q.metaOf(gd), t: gd._fullLayout.xaxis.p2d(event.clientX - area.left), point: pointAt(gd, event)};
  }
  function areaOf(gd) {
    const box = gd.getBoundingClientRect(), {xaxis, _size} = gd._fullLayout, top = box.top + _size.t;
    return {left: box.left + xaxis._offset, right: box.left + xaxis._offset + xaxis._length, top, bottom: top + _size.h};
  }
  const xOf = (gd, t) => areaOf(gd).left + gd._fullLayout.xaxis.d2p(t);
  const yOf = (gd, p) => areaOf(gd).top + gd._fullLayout.yaxis.d2p(p);

  Object.assign(q, {outline, take, selection: () => selected, stepCampaign, mark, under, areaOf, xOf, yOf, found, asks, ofJobs, known, outlinesOf});
})();
