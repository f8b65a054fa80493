/* The arithmetic of windows, brushes and ranges. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {extentOf, register} from '../../layouts/frontend/gantt/charts.js';
import * as geometry from '../../layouts/frontend/gantt/geometry.js';
import {graspedPart, pressedTimes} from '../../layouts/frontend/gantt/minimap.js';
import {outlinesOf} from '../../layouts/frontend/gantt/picking.js';
import {rangeBox} from '../../layouts/frontend/gantt/range.js';
import {edgesOfPlan, lengthInWords} from '../../layouts/frontend/gantt/ruler.js';
import {historyAfter} from '../../layouts/frontend/compare/jobs.js';

test('a window is moved, and where need be shortened, into its extent', () => {
  const extent = [0, 100, 0, 8];
  assert.deepEqual(geometry.clamped([10, 20, 2, 4], extent), [10, 20, 2, 4]);
  assert.deepEqual(geometry.clamped([-10, 20, -1, 3], extent), [0, 30, 0, 4]);
  assert.deepEqual(geometry.clamped([90, 130, 6, 10], extent), [60, 100, 4, 8]);
  assert.deepEqual(geometry.clamped([-50, 400, -1, 20], extent), extent);
});
test('a window never becomes empty', () => {
  const [t0, t1] = geometry.clamped([50, 50, 0, 8], [0, 100, 0, 8]);
  assert.ok(t1 > t0 && t1 - t0 < 1e-6);
});
test('an extent without rows leaves the rows as they are', () => {
  assert.deepEqual(geometry.clamped([-1, 1, 3, 5], [0, 10, Infinity, -Infinity]), [0, 2, 3, 5]);
  assert.deepEqual(geometry.clamped([0, 1, NaN, NaN], [0, 10, 0, 0]), [0, 1, 0, 1]);
});
test('a window that nearly meets an end meets it', () => {
  assert.deepEqual(geometry.clampedSide(1e-12, 10, 0, 100), [0, 10 - 1e-12]);
  assert.equal(geometry.clampedSide(50, 100 - 1e-9, 0, 100)[1], 100);
});
test('windows are the same within rounding, and only then', () => {
  assert.ok(geometry.sameWindow([0, 10, 0, 4], [1e-9, 10, 0, 4 - 1e-9]));
  assert.ok(!geometry.sameWindow([0, 10, 0, 4], [0, 10.1, 0, 4]));
  assert.ok(!geometry.sameWindow([0, 10, 0, 4], null) && !geometry.sameWindow(null, null));
  assert.ok(geometry.sameSide(undefined, undefined) && !geometry.sameSide([0, 1], undefined));
  assert.ok(geometry.isWithin([1, 9, 0, 4], [0, 10, 0, 4]) && !geometry.isWithin([1, 11, 0, 4], [0, 10, 0, 4]));
  assert.ok(!geometry.isWithin([1, 9, -1, 4], [0, 10, 0, 4]));
  assert.ok(geometry.overlaps([0, 2, 0, 2], [1, 3, 1, 3]) && !geometry.overlaps([0, 2, 0, 2], [2, 3, 0, 2]));
});
test('zooming leaves the place under the pointer where it is', () => {
  const [a, b] = geometry.zoomedSide([0, 100], 4, 20);
  assert.deepEqual([a, b], [15, 40]);
  assert.equal((20 - a) / (b - a), 0.2);
  assert.deepEqual(geometry.zoomedSide([0, 100], 2, 500), [25, 75]);
  assert.deepEqual(geometry.zoomedSide([0, 100], 0.5), [-50, 150]);
});
test('a job outside of the window comes into it, one inside moves nothing', () => {
  assert.equal(geometry.shiftInto(0, 100, 20, 30), 0);
  assert.equal(geometry.shiftInto(0, 100, -50, 300), 0);
  assert.equal(geometry.shiftInto(0, 100, 200, 240), 170);             // into the middle
  assert.equal(geometry.shiftInto(0, 100, 90, 300), 80);               // its begin near the left edge
});
test('what lies beside a window is fetched in whole pixels', () => {
  const [low, high, pixels] = geometry.widened(40, 50, 0, 100, 500);
  assert.deepEqual([low, high, pixels], [30, 60, 1500]);
  assert.deepEqual(geometry.widened(0, 50, 0, 100, 500), [0, 100, 1000]);
  const [from, , wide] = geometry.widened(1, 51, 0, 51, 30);
  assert.equal(wide, 31);
  assert.ok(from <= 0 && Math.abs((1 - from) / (50 / 30) - 1) < 1e-9);
});
test('a box in data is a box in pixels, rows upwards', () => {
  assert.deepEqual(geometry.pixelsOf([25, 50, 0, 2], [0, 100, 0, 8], 400, 160), [100, 120, 200, 160]);
});
test('a drag over the minimap moves, resizes, or makes a new window', () => {
  const extent = [0, 100];
  assert.deepEqual(geometry.brushedTimes('window', [20, 40], extent, 30, 45), [35, 55]);
  assert.deepEqual(geometry.brushedTimes('from', [20, 40], extent, 20, 30), [30, 40]);
  assert.deepEqual(geometry.brushedTimes('from', [20, 40], extent, 20, 70), [40, 70]);
  assert.deepEqual(geometry.brushedTimes('to', [20, 40], extent, 40, 500), [20, 100]);
  assert.deepEqual(geometry.brushedTimes('new', [20, 40], extent, 60, 50), [50, 60]);
});
test('keys on the brush move a tenth of the window, with Shift five times as much', () => {
  const extent = [0, 1000], at = (part, code, shiftKey) => pressedTimes(part, {code, shiftKey}, [100, 200], extent);
  assert.deepEqual(at('window', 'ArrowRight'), [110, 210]);
  assert.deepEqual(at('window', 'ArrowLeft', true), [50, 150]);
  assert.deepEqual(at('window', 'PageUp'), [200, 300]);
  assert.deepEqual([at('window', 'Home'), at('window', 'End')], [[0, 100], [900, 1000]]);
  assert.deepEqual(at('from', 'ArrowRight'), [110, 200]);
  assert.deepEqual(at('from', 'PageUp'), [195, 200]);                  // never beyond the other end
  assert.deepEqual(at('to', 'ArrowDown'), [100, 190]);
  assert.equal(at('from', 'Home'), null);
  assert.equal(at('window', 'KeyX'), null);
});
test('a range is drawn where it is inside the window', () => {
  const area = {left: 10, width: 100, top: 5, height: 80}, w = [0, 200, 0, 8];
  assert.deepEqual(rangeBox({r0: 50, r1: 100}, w, area, true), {left: 35, width: 25, top: 5, height: 80, openLeft: false, openRight: false});
  assert.deepEqual(rangeBox({r0: -50, r1: 500, q0: 2, q1: 4}, w, area, true), {left: 10, width: 100, top: 45, height: 20, openLeft: true, openRight: true});
  assert.deepEqual(rangeBox({r0: 50, r1: 100, q0: 2, q1: 4}, w, area, false).height, 80);
  assert.equal(rangeBox({r0: 300, r1: 400}, w, area, true), null);
  assert.equal(rangeBox({r0: -30, r1: -10}, w, area, true), null);
});
test('outlines are a stream as a whole, else each rectangle', () => {
  assert.deepEqual(outlinesOf(null), []);
  assert.deepEqual(outlinesOf({rectangles: [[1, 2, 3, 4]]}), [[[1, 3], [1, 4], [2, 4], [2, 3]]]);
  assert.deepEqual(outlinesOf({stream: [[0, 0], [1, 1]]}), [[[0, 0], [1, 1]]]);
});
test('to pick the job one came from is to go back', () => {
  assert.deepEqual(historyAfter([], null, 3), []);
  assert.deepEqual(historyAfter([], 3, 5), [3]);
  assert.deepEqual(historyAfter([3], 5, 3), []);
  assert.deepEqual(historyAfter([3], 5, 5), [3]);
  assert.deepEqual(historyAfter([3, 4], 5, null), []);
  assert.equal(historyAfter(Array.from({length: 50}, (_, i) => i), 60, 70).length, 50);
});
test('a drag inside a window that shows everything makes another', () => {
  const extent = [0, 100];
  assert.equal(graspedPart('window', [0, 100], extent), 'new');
  assert.equal(graspedPart('window', [0, 99], extent), 'window');
  assert.equal(graspedPart('from', [0, 100], extent), 'from');
  assert.equal(graspedPart(undefined, [20, 40], extent), 'new');
});
test('the nearest edge within reach is found, none beyond it', () => {
  const edges = [0, 10, 20, 100];
  assert.equal(geometry.nearestEdge(12, edges, 3), 10);
  assert.equal(geometry.nearestEdge(16, edges, 5), 20);
  assert.equal(geometry.nearestEdge(13.1, edges, 3), null);
  assert.equal(geometry.nearestEdge(-2, edges, 3), 0);
  assert.equal(geometry.nearestEdge(102, edges, 3), 100);
  assert.equal(geometry.nearestEdge(20, edges, 0), 20);
  assert.equal(geometry.nearestEdge(5, [], 100), null);
});
test('both ends of a range snap, rows stay, and no range becomes empty', () => {
  const edges = [10, 50], rows = {q0: 1, q1: 3};
  assert.deepEqual(geometry.snappedRange({r0: 11, r1: 48, ...rows}, edges, 3), {range: {r0: 10, r1: 50, ...rows}, from: true, to: true});
  assert.deepEqual(geometry.snappedRange({r0: 11, r1: 40}, edges, 3), {range: {r0: 10, r1: 40}, from: true, to: false});
  assert.deepEqual(geometry.snappedRange({r0: 9, r1: 12}, edges, 3), {range: {r0: 10, r1: 12}, from: true, to: false});
  assert.deepEqual(geometry.snappedRange({r0: 8, r1: 11}, edges, 3), {range: {r0: 8, r1: 10}, from: false, to: true});
  assert.deepEqual(geometry.snappedRange({r0: 11, r1: 48}, [], 3), {range: {r0: 11, r1: 48}, from: false, to: false});
});
test('right of the moment of a plan its own boxes are what ends snap to', () => {
  const boxes = {7: [[30, 40, 0, 1]], 8: [[10, 35, 1, 2]]};
  assert.deepEqual(edgesOfPlan([5, 10, 20, 33], {time: 20, boxes}), [5, 10, 20, 30, 35, 40]);
});
test('the length of a range is copied for people and exactly', () => {
  assert.equal(lengthInWords(7500), '2 h 05 min (7500 s)');
  assert.equal(lengthInWords(5), '5 s');
  assert.equal(lengthInWords(12.3456), '12.3 s (12.346 s)');
});

test('charts of a tab that was left while they were drawn have an extent; shown ones come before them', () => {
  const chart = (extent, away) => ({
    _fullLayout: {}, layout: {meta: {queuescope: {kind: 'gantt', group: 'g', rows: 'p', extent}}}, closest: () => (away ? {} : null),
  });
  const left = chart([0, 100, 0, 8], true), shown = chart([0, 50, 0, 4], false), page = [left];
  const before = globalThis.document;
  globalThis.document = {querySelectorAll: () => page};
  try {
    assert.equal(extentOf('g'), null);
    register(left);
    assert.deepEqual(extentOf('g'), [0, 100, 0, 8]);
    page.push(shown);
    register(shown);
    assert.deepEqual(extentOf('g'), [0, 50, 0, 4]);
  } finally {
    globalThis.document = before;
  }
});
