/* Distributions one can drag over: the values between become a query, and its jobs are lit in every chart.

What this expects of the page
- Figures whose layout.meta.brush says {field, least, most, time}: the field of the query, from where to where the axis
  goes, whether values are seconds.  Their x axes hold log10 of the values, and a drag selects (dragmode "select").
- dcc.Store "look": {only}, the query, beside what else it holds; conditions on other fields stay as they are.
- Buttons with data-unbrush: "all", or a field whose conditions are to go.
Offers window.queuescope.lights = {look(), light(only), without(only, field)}; field: a name, or names with | between.
A double-click takes the conditions on the field away, and so does Esc while the pointer or the focus is in the figure.  The
band over the values is drawn by the server, which reads the query; plotly's own is removed.
*/
(() => {
  'use strict';
  const STEPS = [[60, 1], [600, 10], [3600, 60], [21600, 600], [86400, 1800], [604800, 10800], [Infinity, 86400]];
  const UNITS = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];
  const brushOf = gd => gd && gd.layout && gd.layout.meta && gd.layout.meta.brush;
  let under = null;                         // the chart the pointer is over

  function look() {
    const api = window.dash_component_api, store = api && api.getLayout('look');
    return store ? {...(store.props.data || {})} : null;
  }
  function light(only) {
    const now = look();
    if (!now || (now.only || '') === only) return;
    if (only) now.only = only; else delete now.only;
    window.dash_clientside.set_props('look', {data: now});
  }
  // a condition: field, comparison, number with units; an "and" that comes before it goes with it
  function without(only, field) {
    const number = String.raw`[+-]?(?:\d[\d.]*(?:e[+-]?\d+)?\s*(?:(?:s|min|h|d|wk|y)(?![a-z]))?\s*)+`;
    const condition = new RegExp(String.raw`(?:\band\s+)?\b(?:${field})\s*(?:(?:>=|<=|==|!=|[<>=≥≤≠])\s*)?${number}`, 'gi');
    return only.replace(condition, ' ').replace(/\s+/g, ' ').trim().replace(/^and\s+|\s+and$/gi, '');
  }
  function rounded(value, time) {
    if (!time) return Number(value.toPrecision(3));
    const step = STEPS.find(([below]) => value < below)[1];
    return Math.round(value / step) * step;
  }
  function said(value, time) {
    if (!time) return String(value);
    let left = value, text = '';
    for (const [unit, size] of UNITS) {
      const count = Math.floor(left / size);
      if (count) text += count + unit;
      left -= count * size;
    }
    return text || '0s';
  }
  function brushed(gd, range) {
    const {field, least, most, time} = brushOf(gd), [a, b] = range.map(place => rounded(10 ** place, time));
    const parts = [];
    if (a > least) parts.push(`${field}>=${said(a, time)}`);
    if (b < most) parts.push(`${field}<${said(Math.max(b, a + (time ? 1 : 0.01)), time)}`);
    const now = look();
    if (now) light([without(now.only || '', field), ...parts].filter(Boolean).join(' '));
  }
  function unbrush(field) {
    const now = look();
    if (!now || !now.only) return false;
    const left = field === 'all' ? '' : without(now.only, field);
    if (left === now.only) return false;
    light(left);
    return true;
  }

  // plotly tells of drags only whoever asks each chart; a chart drawn anew has another emitter
  function adopt(gd) {
    if (!gd.on || !gd.emit || gd.emit.ofBrush) return;
    gd.emit.ofBrush = true;
    gd.on('plotly_selected', event => {
      const x = event && event.range && (event.range.x || event.range.xaxis);
      if (x && brushOf(gd)) brushed(gd, [...x].sort((a, b) => a - b));
      if ((gd.layout.selections || []).length) setTimeout(() => Plotly.relayout(gd, {selections: []}).catch(() => {}));
    });
  }
  // plotly lays a cover over the page while a button is down, so that the chart is looked up by position
  document.addEventListener('dblclick', event => {
    const below = document.elementsFromPoint(event.clientX, event.clientY).find(node => node.closest('.js-plotly-plot'));
    const gd = below && below.closest('.js-plotly-plot');
    if (brushOf(gd)) unbrush(brushOf(gd).field);
  }, true);
  document.addEventListener('pointerover', event => {
    const chart = event.target.closest && event.target.closest('.js-plotly-plot');
    under = chart && brushOf(chart) ? chart : null;
    if (under) adopt(under);
  });
  document.addEventListener('click', event => {
    const button = event.target.closest && event.target.closest('button[data-unbrush]');
    if (!button) return;
    const figure = button.closest('figure');
    unbrush(button.dataset.unbrush);
    if (figure) { figure.tabIndex = -1; figure.focus({preventScroll: true}); }      // the button goes away
  });
  document.addEventListener('keydown', event => {
    if (event.code !== 'Escape' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = document.activeElement && document.activeElement.closest('figure');
    const chart = focused ? focused.querySelector('.js-plotly-plot') : null;
    const gd = brushOf(chart) ? chart : under;
    if (gd && document.contains(gd) && brushOf(gd) && unbrush(brushOf(gd).field)) event.preventDefault();
  }, true);

  window.queuescope = Object.assign(window.queuescope || {}, {lights: {look, light, without}});
})();
