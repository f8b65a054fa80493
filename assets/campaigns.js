// The slider of the gap between campaigns and its number: one moves the other.  The slider holds log10 of seconds.
// What another choice makes meaningless is disabled.
(() => {
  const no = () => window.dash_clientside.no_update;
  const STEPS = [[600, 30], [3600, 60], [6 * 3600, 600], [Infinity, 1800]];     // below so many s, steps of so many
  const round = seconds => { const step = STEPS.find(([below]) => seconds < below)[1]; return Math.max(60, Math.round(seconds / step) * step); };

  window.dash_clientside = window.dash_clientside || {};
  window.dash_clientside.campaigns = {
    gap: (at, seconds) => {
      const by = window.dash_clientside.callback_context.triggered_id;
      if (by === 'gap-slider') return typeof at === 'number' ? [no(), round(10 ** at)] : [no(), no()];
      const value = Number(seconds);
      return value > 0 ? [Math.log10(Math.min(86400, Math.max(60, value))), no()] : [no(), no()];
    },
    think: how => [how === 'log', how !== 'exponential'],
  };
})();
