/* Own policy: what a worker says is checked, programs end, links hold programs, and faults have places. */
import assert from 'node:assert/strict';
import {mock, test} from 'node:test';

import {draftAt} from '../../layouts/frontend/own_policy/draft.js';
import {indentAfter, numbersOf} from '../../layouts/frontend/own_policy/editor.js';
import {placed} from '../../layouts/frontend/own_policy/fault.js';
import {read, written} from '../../layouts/frontend/own_policy/link.js';
import {checked, newRunner} from '../../layouts/frontend/own_policy/runner.js';

test('what a worker says is ours or nothing', () => {
  for (const data of [null, undefined, 3, 'done', [], {}, {kind: 'eval'}, {kind: ['done']}, {kind: {toString: () => 'done'}}]) assert.equal(checked(data, 5), null);
  assert.deepEqual(checked({kind: 'progress', ended: 9e9}, 5), {kind: 'progress', ended: 5});
  assert.deepEqual(checked({kind: 'progress', ended: '<b>'}, 5), {kind: 'progress', ended: 0});
  assert.deepEqual(checked({kind: 'output', text: {a: 1}}, 5), {kind: 'output', text: ''});
  assert.equal(checked({kind: 'output', text: 'x'.repeat(1e6)}, 5).text.length, 25000);
  assert.deepEqual(checked({kind: 'error', sentence: 1, line: 'x', trace: null}, 5), {kind: 'error', sentence: '', line: 0, trace: ''});
});

test('a schedule has numbers, null for all else, and reasons that are there', () => {
  const data = {kind: 'done', start: [1, NaN, Infinity, '2', null, {}], reasons: ['a', 5, 'b'.repeat(999)], reason: [0, 1, 2, 3, -1, 0.5]};
  const {start, reason, reasons} = checked(data, 6);
  assert.deepEqual(start, [1, null, null, null, null, null]);
  assert.deepEqual(reasons.map(text => text.length), [1, 0, 200]);
  assert.deepEqual(reason, [0, -1, 2, -1, -1, -1]);
  assert.equal(checked({kind: 'done', start: new Array(1e5).fill(0)}, 6).start.length, 12);
  assert.deepEqual(checked({kind: 'done', start: 'abc', reasons: {}, reason: 7}, 6), {kind: 'done', start: [], reasons: [], reason: [], reserved: [], passes: 0});
  assert.deepEqual(checked({kind: 'done', reserved: [[0, 1, 5], [0, 1], [0, NaN, 5], 'abc', null]}, 6).reserved, [[0, 1, 5]]);
});

test('a draft comes back where it was written, and where the address has no program', () => {
  const kept = JSON.stringify({text: 'def schedule(): ...', hash: '#program=abc'});
  assert.equal(draftAt('#program=abc', kept), 'def schedule(): ...');
  assert.equal(draftAt('', kept), 'def schedule(): ...');
  assert.equal(draftAt('#program=other', kept), '');
  for (const damaged of [null, '', '{', '7', '[]', '{"text": 5}']) assert.equal(draftAt('', damaged), '');
});

// A runner with workers that are puppets: made, and what was sent to each.
function puppets() {
  const workers = [];
  const make = () => {
    const worker = {sent: [], ended: false, postMessage: data => worker.sent.push(data), terminate: () => { worker.ended = true; },
      says: data => worker.onmessage({data})};
    workers.push(worker);
    return worker;
  };
  const runner = newRunner({addresses: {worker: 'w', pyodide: 'p', loop: 'l'}, make, fetchText: async () => 'text of the loop'});
  const heard = [], run = (more = {}) => runner.run({source: 's', columns: {}, machine: 4, jobs: 2, seconds: 20, ...more}, message => heard.push(message.kind));
  return {runner, workers, heard, run};
}

test('a run loads, runs, tells, and ends its worker; the next has another', async () => {
  const {runner, workers, heard, run} = puppets();
  run();
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(workers[0].sent, [{pyodide: 'p', loop: 'text of the loop'}]);
  workers[0].says({kind: 'ready'});
  assert.equal(workers[0].sent[1].source, 's');
  workers[0].says({kind: 'output', text: 'a'});
  workers[0].says({kind: 'nonsense'});
  workers[0].says({kind: 'done', start: [1, 2]});
  workers[0].says({kind: 'output', text: 'after its end'});
  assert.deepEqual(heard, ['loading', 'running', 'output', 'done']);
  assert.ok(workers[0].ended && !runner.isRunning());
  runner.prepare();
  workers[1].says({kind: 'ready'});
  run();
  assert.deepEqual(heard.slice(4), ['running']);
  assert.equal(workers.length, 2);
  runner.close();
  assert.ok(workers[1].ended);
});

test('an endless program ends when its time is over, or when it is stopped', () => {
  mock.timers.enable({apis: ['setTimeout']});
  const {runner, workers, heard, run} = puppets();
  run({seconds: 20});
  mock.timers.tick(100000);                 // to load is not its time
  workers[0].says({kind: 'ready'});
  mock.timers.tick(19999);
  assert.ok(!workers[0].ended);
  mock.timers.tick(1);
  assert.deepEqual([heard.at(-1), workers[0].ended], ['late', true]);
  run();
  workers[1].says({kind: 'ready'});
  runner.stop();
  assert.deepEqual([heard.at(-1), workers[1].ended], ['stopped', true]);
  run();
  mock.timers.tick(120000);
  assert.deepEqual([heard.at(-1), workers[2].ended], ['error', true]);
  mock.timers.reset();
});

test('who says too much is ended, and a worker that fails is said to', () => {
  const {workers, heard, run} = puppets();
  run();
  workers[0].says({kind: 'ready'});
  for (let count = 0; count < 20001; count += 1) workers[0].says({kind: 'nonsense'});
  assert.deepEqual([heard.at(-1), workers[0].ended], ['error', true]);
  run();
  workers[1].onerror({message: 'blocked'});
  assert.deepEqual([heard.at(-1), workers[1].ended], ['error', true]);
});

test('a worker that failed to load is not the one of the next run', () => {
  const {runner, workers, heard, run} = puppets();
  runner.prepare();
  workers[0].onerror({message: 'blocked'});
  run();
  assert.equal(workers.length, 2);
  workers[1].says({kind: 'ready'});
  runner.close();
  assert.deepEqual(heard, ['loading', 'running', 'stopped']);
});

test('a link holds a program, to the letter, and no other text is one', async () => {
  const source = 'def schedule(now, queue, running, free):\n    return []  # é 漢 "quotes" & <b>\n'.repeat(40);
  const hash = await written(source, 'SAF & co');
  assert.match(hash, /^#program=[\w-]+&name=SAF%20%26%20co$/);
  assert.deepEqual(await read(hash), {source, name: 'SAF & co'});
  assert.equal(await written('x'.repeat(20001)), '');
  for (const other of ['', '#', '#program=', '#program=%3Cscript%3E', '#program=AAAA', `#program=${'A'.repeat(50000)}`, '#letter-A']) {
    assert.equal(await read(other), null);
  }
});

test('a small link that holds a large text is no program', async () => {
  const packed = new Uint8Array(await new Response(new Blob(['x'.repeat(5e6)]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());
  const letters = Buffer.from(packed).toString('base64url');
  assert.ok(letters.length < 40000);
  assert.equal(await read(`#program=${letters}`), null);
});

test('lines have numbers, and Enter keeps the indent', () => {
  assert.equal(numbersOf('a\nb\n'), '1\n2\n3');
  assert.equal(indentAfter('def f():'), '    ');
  assert.equal(indentAfter('    for job in queue:   # all'), '        ');
  assert.equal(indentAfter('    free -= 1'), '    ');
  assert.equal(indentAfter('x = {1: 2}'), '');
});

test('bars of a faulty schedule have places, above the machine where there is no room', () => {
  const around = [[1, 0, 10, 20, 2, false], [2, 0, 10, 30, 2, true], [3, 0, 20, 30, 1, false]];
  assert.deepEqual(placed(around, 3, 10).map(([, begin, end, first, size, isFaulty]) => [begin, end, first, size, isFaulty]),
    [[0, 10, 0, 2, false], [0, 20, 2, 2, true], [10, 20, 0, 1, false]]);
});
