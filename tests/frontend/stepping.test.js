/* The player: which instant comes next, and what is known at one; jobs to put in order, and a schedule to draw. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {layOut} from '../../layouts/frontend/lessons/draw.js';
import {moved} from '../../layouts/frontend/lessons/order.js';
import {frameOf, roomFor} from '../../layouts/frontend/stepping/drawing.js';
import {instantOf, withInstant} from '../../layouts/frontend/stepping/instant_link.js';
import {decisionsOf, eventWords, moves, placeAt, placesOf, shownOf, ticks, viewRows} from '../../layouts/frontend/stepping/timeline.js';

// two processors: job 1 runs 0-4 on one, job 2 needs both, job 3 is backfilled at 2 by the second run only
const RUN = {name: 'FCFS', submits: [0, 1, 2], starts: [0, 4, 6], ends: [4, 6, 7], bars: [[0, 0, 4, 0, 1], [1, 4, 6, 0, 2], [2, 6, 7, 0, 1]],
  log: [[0, 'start', 0, 'Job 1 starts.', null, -1, 'starts'], [1, 'wait', 1, 'Job 2 waits.', 4, -1, 'wide'],
    [2, 'wait', 2, 'Job 3 waits.', null, -1, 'behind 2'], [4, 'start', 1, 'Job 2 starts.', null, -1, 'starts']]};
const OTHER = {...RUN, name: 'EASY', starts: [0, 4, 2], ends: [4, 6, 3], bars: [[0, 0, 4, 0, 1], [1, 4, 6, 0, 2], [2, 2, 3, 1, 1]]};
const STORY = {processors: 2, jobs: [[1, 0, 1, 4, 1], [2, 1, 2, 2, 1], [3, 2, 1, 1, 1]], runs: [RUN, OTHER], instants: [0, 1, 2, 3, 4, 6, 7], differences: [2, 5]};

test('steps go on, back, and from the end to the beginning', () => {
  assert.equal(moves.on(STORY, 0), 1);
  assert.equal(moves.on(STORY, 6), 0);
  assert.equal(moves.back(STORY, 0), 0);
  assert.equal(moves.last(STORY), 6);
});
test('the next difference, and from the last one the first', () => {
  assert.equal(moves.difference(STORY, 0), 2);
  assert.equal(moves.difference(STORY, 2), 5);
  assert.equal(moves.difference(STORY, 5), 2);
  assert.equal(moves.difference({...STORY, differences: []}, 3), 3);
});
test('the next decision of any run, and the one before', () => {
  assert.deepEqual(decisionsOf(STORY), [0, 1, 2, 4]);
  assert.equal(moves.decision(STORY, 2), 4);
  assert.equal(moves.decision(STORY, 4), 0);
  assert.equal(moves.decisionBack(STORY, 4), 2);
  assert.equal(moves.decisionBack(STORY, 0), 4);
  assert.equal(moves.differenceBack(STORY, 5), 2);
  assert.equal(moves.differenceBack(STORY, 2), 5);
});
test('the next decision about a job, in any run', () => {
  assert.deepEqual(placesOf(STORY, 2), [2, 3, 5, 6]);
  assert.equal(moves.about(STORY, 3, 2), 5);
  assert.equal(moves.about(STORY, 6, 2), 2);
});
test('an instant is the last event not after it', () => {
  assert.equal(placeAt(STORY, 5), 4);
  assert.equal(placeAt(STORY, 0), 0);
  assert.equal(placeAt(STORY, 99), 6);
});
test('nothing of the future is shown but reservations', () => {
  const shown = shownOf(STORY, RUN, 2, false);
  assert.deepEqual(shown.bars, [[0, 0, 2, 0, 1]]);
  assert.deepEqual(shown.queue, [1, 2]);
  assert.deepEqual(shown.reserved, [[1, 4]]);
  assert.deepEqual(shown.lines, [{text: 'Job 3 waits.', brief: 'behind 2'}]);
  assert.deepEqual([...shown.briefs], [[0, 'starts'], [1, 'wide'], [2, 'behind 2']]);
});
test('what is held back at an instant is not shown', () => {
  assert.deepEqual(shownOf(STORY, OTHER, 2, false).bars.map(([job]) => job), [0, 2]);
  const held = shownOf(STORY, OTHER, 2, true);
  assert.deepEqual(held.bars.map(([job]) => job), [0]);
  assert.deepEqual(held.queue, [1, 2]);
  assert.deepEqual([held.lines, held.reserved, held.events.starts], [[], [], []]);
  assert.deepEqual([...held.briefs.keys()], [0, 1]);
});
test('a job that was stopped for another one waits again', () => {
  const run = {...OTHER, stopped: [[0, 2, 4]]};
  assert.deepEqual(shownOf(STORY, run, 1, false).queue, [1]);
  assert.deepEqual(shownOf(STORY, run, 2, false).queue, [0, 1]);
  assert.deepEqual(shownOf(STORY, run, 4, true).queue, [0, 1]);
  assert.deepEqual(shownOf(STORY, run, 4, false).queue, []);
});
test('the lines of the policy that decided at an instant, each once, in their order', () => {
  const log = [[0, 'start', 0, '', null, 3], [2, 'wait', 2, '', null, 5], [2, 'start', 1, '', null, 3], [2, 'wait', 0, '', null, 5], [2, 'wait', 0, '', null, -1]];
  assert.deepEqual(shownOf(STORY, {...RUN, log}, 0, false).fired, [3]);
  assert.deepEqual(shownOf(STORY, {...RUN, log}, 2, false).fired, [3, 5]);
  assert.deepEqual(shownOf(STORY, {...RUN, log}, 2, true).fired, []);
  assert.deepEqual(shownOf(STORY, RUN, 2, false).fired, []);
});
test('events in words', () => {
  assert.equal(eventWords({ends: ['1'], submits: [], starts: ['2', '3']}), 'job 1 ends; jobs 2 and 3 start');
  assert.equal(eventWords({ends: [], submits: ['4'], starts: []}), 'job 4 is submitted');
});
test('ticks are whole steps', () => {
  assert.deepEqual(ticks(600, 60, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(3, 1, 10), [0, 1, 2, 3]);
});
test('room is the lowest run of processors that is free all the time', () => {
  assert.equal(roomFor([[0, 0, 4, 0, 1]], 2, 3, 1, 2), 1);
  assert.equal(roomFor([[0, 0, 4, 0, 1]], 4, 5, 2, 2), 0);
  assert.equal(roomFor([[0, 0, 4, 0, 1]], 2, 3, 2, 2), -1);
});
test('a job of an order goes up and down, and stays inside', () => {
  assert.deepEqual(moved([1, 2, 3], 3, -1), [1, 3, 2]);
  assert.deepEqual(moved([1, 2, 3], 1, -1), [1, 2, 3]);
  assert.deepEqual(moved([1, 2, 3], 2, 5), [1, 3, 2]);
});
test('a drawing: jobs get the lowest free processors, and what has no room is told', () => {
  const data = {processors: 3, jobs: [{id: 1, processors: 1, runtime: 4}, {id: 2, processors: 1, runtime: 2}, {id: 3, processors: 1, runtime: 4},
    {id: 4, processors: 2, runtime: 1}]};
  assert.deepEqual(layOut(data, {1: 0, 2: 0}), {bars: [[1, 0, 4, 0, 1], [2, 0, 2, 1, 1]], over: []});
  assert.deepEqual(layOut(data, {1: 0, 2: 0, 3: 0, 4: 1}).over, [4]);
  assert.deepEqual(layOut({...data, jobs: data.jobs.map(job => (job.id === 1 ? {...job, runtime: 2} : job.id === 2 ? {...job, runtime: 4} : job))},
    {1: 0, 2: 0, 3: 0, 4: 2}).over, [4]);
  assert.deepEqual(layOut({processors: 3, jobs: [{id: 1, processors: 1, runtime: 1}, {id: 2, processors: 1, runtime: 5}, {id: 3, processors: 2, runtime: 2}]},
    {1: 0, 2: 0, 3: 1}).bars, [[1, 0, 1, 0, 1], [2, 0, 5, 1, 1], [3, 1, 3, 0, 1], [3, 1, 3, 2, 1]]);
});
test('what the policy goes by at an instant: who is ahead first, and nothing of what it does not know yet', () => {
  const view = {title: 'Virtual schedule', columns: ['campaign', 'tag'],
    rows: [[0, 8, 6, ['b', 6]], [0, 2, 4, ['a', 4]], [2, 4, 1e18, ['c', 'not yet']], [4, 6, 5, ['c', 5]]]};
  assert.deepEqual(viewRows(view, 0, false), [['a', 4], ['b', 6]]);
  assert.deepEqual(viewRows(view, 2, false), [['b', 6], ['c', 'not yet']]);
  assert.deepEqual(viewRows(view, 4, false), [['c', 5], ['b', 6]]);
  assert.deepEqual(viewRows(view, 0, true), []);
  assert.deepEqual(viewRows(view, 8, false), []);
});
test('the instant of an address is read, and written beside what stands there', () => {
  assert.equal(instantOf('?lesson=convoy&at=21600'), 21600);
  assert.equal(instantOf('?at=0.5'), 0.5);
  for (const search of ['', '?at=', '?at=-1', '?at=1e9', '?at=x', '?at=12345678901234567890', '?cat=3']) assert.equal(instantOf(search), null);
  assert.equal(withInstant('?runs=a,b&at=3', 60), '?runs=a,b&at=60');
  assert.equal(withInstant('', 0), '?at=0');
  assert.equal(instantOf(withInstant('?file=abc-_', 0.1 + 0.2)), 0.3);
});
test('charts of a projector have larger margins, and do not outgrow the screen', () => {
  const usual = frameOf({processors: 4, last: 10, unit: {seconds: 1, name: 's'}, width: 800});
  const large = frameOf({processors: 4, last: 10, unit: {seconds: 1, name: 's'}, width: 800, large: true, row: 40, most: 150});
  assert.ok(large.x(0) > usual.x(0) && large.high <= 160 && large.high > 100);
  assert.equal(large.timeAt(large.x(4)), 4);
});
