/* How a figure looks on paper and on a slide: a copy of what is drawn, on white, in the light colors, thin and small.

The copy is made of plotly's own data and layout of a chart; the chart on the page is never touched.  Sizes are those of
layouts/routes/export_routes.py and docs/exports.md: a column and a page are laid out at 96 pixels an inch, so that 12 pixels
are 9 points; a slide is laid out smaller and drawn larger, so that 12 pixels become 20.

Offers window.queuescope.paper = {SIZES, INCH, colors(), light(figure), copy(chart, size, cell, {map, known}), lay(count,
size, heights)}; map: colors(), known: light(figure).
*/
(() => {
  'use strict';
  const INCH = 96, INK = '#1c2026', FAINT = '#d5d9de', FAMILY = 'Arial, Helvetica, Liberation Sans, sans-serif';
  const SIZES = {
    column: {words: 'Column, 3.3 in', inches: 3.3, dpi: 300, scale: 1, thin: 0.6},
    page: {words: 'Page, 7 in', inches: 7, dpi: 300, scale: 1, thin: 0.6},
    slide: {words: 'Slide, 16:9', inches: 40 / 3, high: 7.5, dpi: 144, scale: 20 / 12, thin: 0.9},
  };
  const LEAST = 170, MOST = 620, LOWER = 0.8;       // pixels a chart is high on paper; there it is a little lower

  let known = null;
  const colors = () => {
    known = known || window.queuescope.askAloud('/export/colors.json').then(answer => (answer.ok ? answer.json() : {}));
    return known;
  };

  // ---- where the charts of a figure go ----------------------------------------------------------------------------
  function lay(count, size, heights) {
    const {inches, high, scale} = SIZES[size], width = Math.round(inches * INCH / scale);
    const columns = high && count > 2 ? 2 : 1, rows = Math.ceil(count / columns);
    if (high) {
      const whole = Math.round(high * INCH / scale), each = whole / rows;
      return {width, height: whole, cells: heights.map((_, i) => ({
        x: (i % columns) * width / columns, y: Math.floor(i / columns) * each, width: width / columns, height: each}))};
    }
    const tall = heights.map(pixels => Math.round(Math.min(Math.max(pixels * LOWER, LEAST), MOST)));
    const cells = tall.map((pixels, i) => ({x: 0, y: tall.slice(0, i).reduce((sum, one) => sum + one, 0), width, height: pixels}));
    return {width, height: tall.reduce((sum, one) => sum + one, 0), cells};
  }

  // ---- a copy of a chart --------------------------------------------------------------------------------------------
  const dark = () => document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
  const hex = number => Number(number).toString(16).padStart(2, '0');

  const recolor = map => text => text.replace(/#[0-9a-f]{6}\b/gi, found => map[found.toLowerCase()] || found)
    .replace(/(rgba?\(\s*)(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/g, (found, head, ...parts) => {
      const light = map[`#${parts.slice(0, 3).map(hex).join('')}`];
      return light ? head + [1, 3, 5].map(at => parseInt(light.slice(at, at + 2), 16)).join(',') : found;
    });
  // Signs that many fonts of print lack, and their kin in every one.
  const SIGNS = {'\u202f': '\u00a0', '\u25c6': '\u2666', '\u2503': '\u2502', '\u25c2': '\u25c4', '\u25b8': '\u25ba'};
  const plainer = text => text.replace(/[\u202f\u25c6\u2503\u25c2\u25b8]/g, sign => SIGNS[sign]);

  // Every text in a value, changed; what is not drawn is left alone.
  function each(value, change) {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map(one => each(one, change));
    if (value && typeof value === 'object' && !ArrayBuffer.isView(value)) {
      for (const key of Object.keys(value)) if (!/^(hovertext|customdata|bdata|meta|source)$/.test(key)) value[key] = each(value[key], change);
    }
    return value;
  }

  // The same charts as the server draws them for a light page; none where it cannot, or where the page is light.
  async function light(figure) {
    const heading = figure.querySelector('figcaption h3'), key = heading ? heading.id.replace(/^figure-/, '') : '';
    if (!dark() || location.pathname !== '/compare' || !/^[a-z0-9_]+$/.test(key)) return {};
    const answer = await fetch(`/export/light/${key}${location.search}`);
    return answer.ok ? answer.json() : {};
  }
  function instead(chart, known) {
    const holder = chart.closest('.dash-graph'), drawn = holder && known[holder.id];
    if (!drawn) return null;
    for (const key of plain(chart.layout)) {
      const {range, autorange} = chart.layout[key] || {};
      if (range && !autorange && drawn.layout[key]) Object.assign(drawn.layout[key], {range: [...range], autorange: false});
    }
    return structuredClone(drawn);
  }

  const number = value => typeof value === 'number';
  const times = (value, factor) => (number(value) ? value * factor : Array.isArray(value) ? value.map(one => times(one, factor)) : value);
  function thinner(trace, factor) {
    for (const part of [trace, trace.marker || {}, trace.error_x, trace.error_y]) {
      if (part && part.line && part.line.width !== undefined) part.line.width = times(part.line.width, factor);
    }
    if (trace.marker && trace.marker.size !== undefined && !trace.marker.sizemode) trace.marker.size = times(trace.marker.size, Math.sqrt(factor));
  }

  const plain = layout => Object.keys(layout).filter(key => /^[xy]axis\d*$/.test(key));
  function paper(layout, cell, thin) {
    const meta = layout.meta && layout.meta.queuescope;
    const base = (layout.template && layout.template.layout) || {};
    base.font = {...base.font, family: FAMILY, size: 12, color: INK};
    base.title = {...base.title, font: {...(base.title || {}).font, size: 12}};
    Object.assign(layout, {
      width: cell.width, height: cell.height, autosize: false, paper_bgcolor: '#ffffff', plot_bgcolor: '#ffffff',
      hovermode: false, uniformtext: {mode: 'hide', minsize: 8}, font: {...layout.font, family: FAMILY, color: INK},
    });
    for (const key of ['xaxis', 'yaxis']) Object.assign(base[key] || {}, {gridcolor: FAINT, linecolor: FAINT, tickcolor: FAINT, gridwidth: thin, tickwidth: thin});
    for (const key of plain(layout)) {
      const axis = layout[key], title = axis.title && axis.title.text;
      if (key.startsWith('y')) axis.automargin = true;
      if (title && title.length * 6.2 > cell.height && key.startsWith('y')) axis.title.text = title.replace(/ \(/, '<br>(');
    }
    for (const shape of layout.shapes || []) if (shape.line && number(shape.line.width)) shape.line.width *= thin;
    for (const part of [layout, base]) { delete part.uirevision; delete part.modebar; delete part.newshape; delete part.activeshape; }
    delete layout.meta;
    return meta;
  }

  // Fewer ticks where the axis of time is short, by the rule of gantt_ticks.js.
  function ticks(layout, meta, width) {
    const axis = layout.xaxis, q = window.queuescope;
    if (!meta || !axis || axis.tickmode !== 'array' || !axis.range || !q.timeTicks) return;
    const wanted = Math.max(2, Math.floor(width / 72)), [places, texts] = q.axisTicks(meta, ...axis.range.map(Number), wanted);
    if (axis.title && axis.title.text) axis.title.text = q.axisTitle(meta, axis.title.text);
    if (places.length) { axis.tickvals = places; axis.ticktext = texts; }
  }

  // A left margin made for a wide chart would leave little of a narrow one, and the axis makes itself room; labels stand
  // in the right one.
  function margins(layout, cell) {
    const margin = {...((layout.template || {}).layout || {}).margin, ...layout.margin};
    const most = Math.round(0.16 * cell.width);
    layout.margin = {...margin, l: Math.min(margin.l === undefined ? 64 : margin.l, most)};
    return layout.margin;
  }

  // Words of colors stand above the charts of the page; a file has them inside.
  function legend(layout) {
    const note = (layout.annotations || []).find(one => one.name === 'colors' && one.visible === false);
    if (!note) return;
    const lines = note.text.split('<br>').length, base = ((layout.template || {}).layout || {}).margin || {};
    note.visible = true;
    layout.margin = {...layout.margin, t: Math.max((layout.margin || base).t || 0, 27 + 15 * lines)};
  }

  function copy(chart, size, cell, {map, known}) {
    const redrawn = instead(chart, known), {data, layout} = redrawn || structuredClone({data: chart.data, layout: chart.layout});
    const {thin} = SIZES[size];
    legend(layout);
    for (const part of [data, layout]) {
      if (dark() && !redrawn) each(part, recolor(map));
      each(part, plainer);
    }
    for (const trace of data) thinner(trace, thin);
    const meta = paper(layout, cell, thin), margin = margins(layout, cell);
    ticks(layout, meta, cell.width - margin.l - (margin.r || 16));
    return {data, layout};
  }

  window.queuescope = Object.assign(window.queuescope || {}, {paper: {SIZES, INCH, colors, light, copy, lay}});
})();
