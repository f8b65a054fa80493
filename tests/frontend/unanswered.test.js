/* A server that does not answer for a while: what is asked again then, and what stays usable. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {start as startRuns} from '../../layouts/frontend/compare/runs.js';
import {edgesIn} from '../../layouts/frontend/gantt/ruler.js';
import {start as startPage} from '../../layouts/frontend/page.js';
import {ask, start as startServer} from '../../layouts/frontend/server.js';
import {element, fire, newPage, settled} from './fake_page.js';

function begin(fetch) {
  const page = newPage({address: '/compare', fetch});
  for (const start of [startPage, startServer]) start();
  return page;
}

test('what waits for the server is asked again by itself when it is back', async t => {
  t.mock.timers.enable({apis: ['setTimeout']});
  let isAway = true;
  const kinds = [];
  begin(async () => { if (isAway) throw new TypeError('Failed to fetch'); return new Response('{}'); });
  const answer = ask('/view', {told: trouble => kinds.push(trouble && trouble.kind)});
  for (let second = 0; second < 30; second += 1) { await settled(); t.mock.timers.tick(1000); }
  assert.equal(kinds.at(-1), 'failed');
  isAway = false;
  for (let second = 0; second < 10; second += 1) { await settled(); t.mock.timers.tick(1000); }
  assert.equal(kinds.at(-1), null);
  assert.equal((await answer).status, 200);
});
test('ends of a range snap again after an answer that failed', async () => {
  const meta = {kind: 'gantt', rows: 'p', pick: '/pick/key/real'}, statuses = [500, 200, 200];
  begin(async () => new Response('{"edges": [1, 2]}', {status: statuses.shift()}));
  const edges = () => edgesIn({layout: {meta: {queuescope: meta}}}, [0, 10, 0, 4], 300);
  assert.deepEqual([await edges(), await edges(), await edges()], [[], [1, 2], [1, 2]]);
  assert.equal(statuses.length, 1);         // what is there is not asked again
});
test('a run can be canceled again after a request that was lost', async t => {
  t.mock.timers.enable({apis: ['setTimeout']});
  const requests = [];
  const {body} = begin(async address => {
    if (!address.includes('/cancel')) return new Response('{"runs": []}');
    requests.push(address);
    if (requests.length === 1) throw new TypeError('Failed to fetch');
    return new Response('{"cancelled": true}');
  });
  startRuns();
  const button = element('button', {data: {cancel: 'key', what: 'EASY'}, home: body});
  for (let press = 0; press < 2; press += 1) { fire(button, 'click'); await settled(); }
  assert.deepEqual(requests, Array(2).fill('/runs/key/cancel'));
});
