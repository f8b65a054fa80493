/* Jobs named outside the Gantt charts: a button with data-job, or a point of a curve whose points are jobs
   (layout.meta.jobs, customdata [job, from, to]).  Either shows the job in every Gantt chart, from its submission to
   its last end, and says why it waited. */
(() => {
  const number = text => text === undefined || text === '' ? NaN : Number(text);
  function show(job, t0, t1) {
    if (!Number.isInteger(job) || !(t1 > t0)) return;
    window.dash_clientside.set_props('goto', {data: {job, t0, t1}});
  }
  document.addEventListener('click', event => {
    const button = event.target.closest && event.target.closest('button[data-job]');
    if (button) show(number(button.dataset.job), number(button.dataset.from), number(button.dataset.to));
  });

  // plotly tells of clicks only whoever asks each chart; a chart drawn anew has another emitter
  function clicked(event) {
    const point = (event.points || []).find(one => Array.isArray(one.customdata));
    if (point) show(...point.customdata);
  }
  document.addEventListener('pointerover', event => {
    const chart = event.target.closest && event.target.closest('.js-plotly-plot');
    if (!chart || !chart.on || !chart.layout || !(chart.layout.meta || {}).jobs || chart.emit.ofJobs) return;
    chart.emit.ofJobs = true;
    chart.on('plotly_click', clicked);
  });
})();
