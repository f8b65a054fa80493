/* The selected job and the way back: which jobs were looked at before.

What this expects of the page: dcc.Stores "picked" ({job}), "job" and "history" (rows of jobs, latest last).  A job that
is picked is selected here, without asking the server, so that its facts are one question away.  Picking the job one
came from is going back: it leaves the history.  Nothing selected: the history begins anew.
*/
(() => {
  'use strict';
  const MOST = 50;
  const row = value => Number.isInteger(value) && value >= 0 ? value : null;
  function after(history, from, to) {
    if (to === null) return [];
    if (from === null || from === to) return history;
    if (history[history.length - 1] === to) return history.slice(0, -1);
    return history.concat(from).slice(-MOST);
  }
  window.dash_clientside = window.dash_clientside || {};
  window.dash_clientside.why = {
    picked: (data, job, history) => {
      const to = row(data && data.job);
      return [to, after(Array.isArray(history) ? history : [], row(job), to)];
    },
  };
})();
