/* The choices above the Gantt charts and the store they write, kept in step without asking the server.

What this expects of the page (layouts.pages.compare.gantts.looks)
- dcc.Store "look": {rows, color, beside, only, shared}, only what differs from the default, or null;
  which color is the default, data-usual-color says (a light grid has another than the rest);
  dcc.Store "gantt-window" (assets/gantt.js).
- the choices "look-rows", "look-color", "look-beside" (value) and "look-shared" (checked), and "mode-choice", which is
  of no use where charts show no virtual schedules.

A choice changes its own entry of the store and leaves the others, a query among them, as they are.
*/
(() => {
  'use strict';
  const usual = () => (document.querySelector('[data-usual-color]') || {dataset: {}}).dataset.usualColor || 'user';
  const defaults = () => ({rows: 'processors', color: usual(), beside: 'columns'});
  const OF_BOTH = ['difference', 'overlay'];
  const no = () => window.dash_clientside.no_update;
  const there = id => document.getElementById(id) !== null;
  const several = () => there('look-beside') && document.getElementById('look-beside').offsetParent !== null;

  function merged(before, rows, color, beside, shared) {
    const after = {...before}, least = defaults();
    for (const [name, value] of Object.entries({rows, color, beside})) {
      if (!value) continue;
      if (value === least[name]) delete after[name]; else after[name] = value;
    }
    if (shared === false) after.shared = false; else delete after.shared;
    return after;
  }
  const text = look => JSON.stringify(Object.entries(look).sort());

  window.dash_clientside = window.dash_clientside || {};
  window.dash_clientside.looks = {
    choose: (rows, color, beside, shared, look, view) => {
      const before = look || {}, after = merged(before, rows, color, beside, shared);
      if (text(after) === text(before)) return no();
      if (after.rows !== before.rows && view) {      // a window of other rows says nothing of these
        const {t0, t1} = view;
        window.dash_clientside.set_props('gantt-window', {data: view.full ? null : {t0, t1}});
      }
      return Object.keys(after).length ? after : null;
    },
    show: look => {                         // a choice set to what it shows already tells the store nothing new
      const now = {...defaults(), ...look}, set = window.dash_clientside.set_props;
      if (!there('look-rows')) return no();
      const both = several() && OF_BOTH.includes(now.beside);
      set('look-rows', {value: now.rows});
      set('look-color', {value: now.color, disabled: several() && now.beside === 'difference'});
      set('look-beside', {value: now.beside});
      set('look-shared', {checked: now.shared !== false});
      if (there('mode-choice')) set('mode-choice', {disabled: both || now.rows !== 'processors'});
      return no();
    },
  };
})();
