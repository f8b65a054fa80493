/* Gantt charts from the keyboard and for screen readers: a cursor that goes from job to job, is outlined in every panel,
and is spoken.

Works with assets/gantt.js, gantt_pick.js and gantt_steer.js.  Every Gantt chart can be reached by Tab; the keys are in
keys.js.  Neighbors come from the /pick route (?job=&step=), so any number of jobs is walked through alike.
Offers window.queuescope.{step(kind), furnish(gd), openFacts()}.
*/
(() => {
  'use strict';
  const q = window.queuescope;
  const QUIET = 250, MOST = 12;             // ms after the last step that it is spoken; steps that may wait
  const WALKS = ['real', 'ghost', 'users', 'sizes', 'queue'];
  const NONE = {next: 'This is the last job.', previous: 'This is the first job.', above: 'There is no job above.',
    below: 'There is no job below.', next_of_user: 'This is the last job of its user.', previous_of_user: 'This is the first job of its user.'};
  let going = Promise.resolve(), waiting = 0, quiet = 0, from = null;

  // ---- a chart that can be focused and says what it is --------------------------------------------------------------
  function furnish(gd) {
    const holder = gd.closest('.dash-graph');
    if (!holder) return;
    const title = (gd.layout.title && gd.layout.title.text || '').replace(/<[^>]*>/g, '');
    const caption = document.getElementById('figure-gantt-caption');
    const said = {tabindex: '0', role: 'application', 'aria-roledescription': 'Gantt chart', 'aria-label': `Gantt chart: ${title}`,
      'aria-describedby': ['qs-cursor-how', ...(caption ? [caption.id] : [])].join(' ')};
    how();
    for (const [name, value] of Object.entries(said)) if (holder.getAttribute(name) !== value) holder.setAttribute(name, value);
  }
  function how() {
    if (document.getElementById('qs-cursor-how')) return;
    const made = document.createElement('div');
    made.id = 'qs-cursor-how';
    made.hidden = true;
    made.textContent = 'Arrow left and right: the job before, after in time. Arrow up and down: the job above, below. '
      + 'Comma and period: the same user\u2019s job before, after. Enter: why it waited. Escape: leave.';
    document.body.appendChild(made);
  }
  document.addEventListener('focusin', event => {
    const gd = event.target.matches && event.target.matches('.dash-graph') && event.target.querySelector('.js-plotly-plot');
    if (gd && q.stateOf(gd) && q.isGantt(gd)) q.touch(gd);
  });

  // ---- from job to job --------------------------------------------------------------------------------------------
  function step(kind) {
    const gd = q.current(q.ofJobs);
    if (!gd) return false;
    if (waiting < MOST) {
      waiting += 1;
      going = going.then(() => one(kind)).catch(() => {}).finally(() => { waiting -= 1; });
    }
    return true;
  }
  async function one(kind) {
    const gd = q.current(q.ofJobs), now = q.selection();
    if (!gd) return;
    const asked = now && q.known(now.job) ? {job: now.job, step: kind} : middle(gd), meta = walked(gd);
    const facts = await q.found(meta, asked) || (now ? null : await q.found(meta, {job: 0}));
    if (!facts || !q.known(facts.job) || now && facts.job === now.job) { q.say(NONE[kind]); return; }
    q.take(gd, facts);
    reveal(gd, facts);
    later(gd, facts);
  }
  function walked(gd) {                     // of a chart of two runs it is the schedule of its own that is walked through
    const meta = q.metaOf(gd);
    return WALKS.includes(meta.source) ? meta : {...meta, plan: null, pick: meta.pick.replace(/[^/]*$/, 'real')};
  }
  function middle(gd) {                     // without a job so far: the first of all, or one in the middle of the window
    const w = q.seen(gd), extent = q.extentOf(q.metaOf(gd).group);
    if (w[0] <= extent[0]) return {job: 0};
    return {t: (w[0] + w[1]) / 2, p: (w[2] + w[3]) / 2, dt: (w[1] - w[0]) / 2, dp: w[3] - w[2]};
  }
  function reveal(gd, facts) {              // into the window where it is outside; the zoom stays as it is
    const w = q.seen(gd), boxes = facts.rectangles || [];
    if (!boxes.length) return;
    const [t0, t1, low, high] = [Math.min(...boxes.map(b => b[0])), Math.max(...boxes.map(b => b[1])), boxes[0][2], boxes[0][3]];
    const time = into(w[0], w[1], t0, t1), rows = into(w[2], w[3], low, high);
    if (time !== 0 || rows !== 0) q.move(q.metaOf(gd).group, q.clamped([w[0] + time, w[1] + time, w[2] + rows, w[3] + rows],
      q.extentOf(q.metaOf(gd).group)), null, true);
  }
  function into(a, b, low, high) {          // by how much a window has to be shifted
    if (low >= a && high <= b || low <= a && high >= b) return 0;
    return high - low < b - a ? (low + high) / 2 - (a + b) / 2 : low - a - (b - a) / 10;
  }
  const words = facts => `job ${facts.job_id}, user ${facts.user}, ${facts.processors} ${facts.processors === 1 ? 'processor' : 'processors'}, `
    + `waited ${q.human(facts.wait)}, ran ${q.human(facts.runtime)}`;
  const inChart = () => Boolean(document.activeElement && document.activeElement.matches('.dash-graph[role=application]'));
  const drawer = () => document.querySelector('#facts [role=region]');
  function later(gd, facts) {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      q.say(words(facts));
      if (!inChart() || drawer()) open(gd, facts);      // who listens asks for the drawer; who looks has it at hand
    }, QUIET);
  }
  function open(gd, facts) {
    const meta = q.metaOf(gd);
    if (meta) q.tell('picked', {run: meta.run, source: meta.source, t: facts.start, at: Date.now(), job: facts.job, facts});
  }

  // ---- the drawer of what is selected -----------------------------------------------------------------------------
  function openFacts() {
    const now = q.selection();
    if (drawer()) { enter(); return true; }
    if (!now || !document.getElementById('facts')) return false;
    const watch = new MutationObserver(() => { if (drawer()) { watch.disconnect(); enter(); } });
    watch.observe(document.getElementById('facts'), {childList: true, subtree: true});
    setTimeout(() => watch.disconnect(), 5000);
    clearTimeout(quiet);
    open(now.gd, now.facts);
    return true;
  }
  function enter() {
    from = inChart() ? document.activeElement : from;
    drawer().focus();
  }
  function back() {                         // from the drawer to the chart it was opened from
    const to = from;
    from = null;
    if (to && document.contains(to)) to.focus({preventScroll: true});
  }
  q.watch((group, w, gd) => { if (gd && q.isGantt(gd)) furnish(gd); });

  Object.assign(q, {step, furnish, openFacts, back, inChart});
})();
