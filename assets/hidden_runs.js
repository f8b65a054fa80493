/* Runs whose Gantt charts are hidden for a while, so that the others have room; and the buttons that show them again.

Works with assets/gantt.js.  The order of the runs is that of the address.  Offers window.queuescope.{runs(), toggleRun(place)}.
*/
(() => {
  'use strict';
  const q = window.queuescope;
  const hidden = new Set();                 // keys of runs

  const runs = () => (new URLSearchParams(location.search).get('runs') || '').split(',').filter(Boolean);
  const nameOf = key => {
    const card = document.querySelectorAll('#states .qs-run')[runs().indexOf(key)];
    return card && card.getAttribute('aria-label') || `run ${runs().indexOf(key) + 1}`;
  };
  const holdersOf = key => q.gantts().filter(gd => q.metaOf(gd).run === key).map(gd => gd.closest('.dash-graph'));

  function toggleRun(place) {
    const key = runs()[place], all = runs().filter(one => holdersOf(one).length);
    if (!all.includes(key) || all.length < 2) return false;
    if (!hidden.has(key) && all.filter(one => !hidden.has(one)).length === 1) {
      q.notice('One run has to stay.', 3000);
      return true;
    }
    if (hidden.has(key)) hidden.delete(key); else hidden.add(key);
    q.notice(`${nameOf(key)}: charts ${hidden.has(key) ? 'hidden' : 'shown'}.`, 3000);
    obey();
    return true;
  }
  function obey() {
    for (const gd of q.gantts()) wear(gd);
    buttons();
  }
  function wear(gd) {
    const holder = gd.closest('.dash-graph'), hide = hidden.has(q.metaOf(gd).run);
    if (!holder || holder.hidden === hide) return;
    holder.hidden = hide;
    const column = holder.parentElement;    // not empty beside the others
    column.hidden = [...column.children].every(one => one.hidden);
    if (!hide) Plotly.Plots.resize(gd);
  }
  function buttons() {                      // what is hidden is said where it would be
    const charts = document.getElementById('gantts');
    if (!charts) return;
    let bar = document.getElementById('hidden-runs');
    const keys = runs().filter(key => hidden.has(key) && holdersOf(key).length);
    if (!bar) {
      bar = Object.assign(document.createElement('div'), {id: 'hidden-runs', className: 'qs-row qs-small'});
      charts.before(bar);
    }
    bar.hidden = !keys.length;
    bar.replaceChildren('Hidden:', ...keys.map(key => {
      const button = Object.assign(document.createElement('button'), {type: 'button', className: 'qs-pick', textContent: `show ${nameOf(key)}`});
      button.addEventListener('click', () => toggleRun(runs().indexOf(key)));
      return button;
    }));
  }
  q.watch((group, w, gd) => { if (gd && hidden.size && q.isGantt(gd)) { wear(gd); buttons(); } });

  Object.assign(q, {runs, toggleRun});
})();
