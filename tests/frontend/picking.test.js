/* Clicks on jobs whose answers come in another order. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {register} from '../../layouts/frontend/gantt/charts.js';
import {selection, start as startPicking} from '../../layouts/frontend/gantt/picking.js';
import {start as startServer} from '../../layouts/frontend/server.js';
import {element, fire, newPage, settled} from './fake_page.js';

const AXIS = {_offset: 0, _length: 300, range: [0, 300], p2d: pixel => pixel, d2p: value => value};
const META = {kind: 'gantt', group: 'g', run: 'key', source: 'real', rows: 'p', pick: '/pick/key/real'};

test('the last click counts, though the one before is answered after it', async t => {
  t.mock.timers.enable({apis: ['setTimeout']});
  const waiting = [], {document, body, updates} = newPage({address: '/compare', fetch: () => new Promise(done => waiting.push(done))});
  globalThis.Plotly = {relayout: async () => {}};
  for (const start of [startServer, startPicking]) start();
  const chart = element('div', {className: 'js-plotly-plot', home: body, layout: {meta: {queuescope: META}}, _fullLayout: {xaxis: AXIS, yaxis: AXIS}});
  register(chart);
  document.elementsFromPoint = () => [chart];
  for (const clientX of [50, 200]) for (const type of ['mousedown', 'mouseup']) fire(chart, type, {button: 0, clientX, clientY: 10, timeStamp: 10 * clientX});
  const answers = async (click, job) => {
    waiting[click](new Response(JSON.stringify({job, rectangles: []})));
    for (let frame = 0; frame < 5; frame += 1) { await settled(); t.mock.timers.tick(1); }
  };
  await answers(1, 2);
  await answers(0, 1);
  assert.deepEqual(updates.filter(([id]) => id === 'picked').map(([, {data}]) => [data.t, data.job]), [[200, 2]]);
  assert.equal(selection().job, 2);
});
