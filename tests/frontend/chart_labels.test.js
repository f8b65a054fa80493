/* Words in charts that have no room. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {charactersThatFit, movedApart} from '../../layouts/frontend/compare/chart_labels.js';

const boxes = (...pairs) => pairs.map(([top, bottom]) => ({top, bottom}));

test('of a text as many characters are kept as fit with an ellipsis', () => {
  const widthOf = count => 10 * count;
  assert.equal(charactersThatFit(5, 50, 10, widthOf), 5);
  assert.equal(charactersThatFit(6, 50, 10, widthOf), 4);
  assert.equal(charactersThatFit(6, 19, 10, widthOf), 0);
});
test('names that lie on each other are moved apart, others stay', () => {
  assert.deepEqual(movedApart(boxes([0, 10], [50, 60]), 0, 100), [0, 0]);
  assert.deepEqual(movedApart(boxes([5, 15], [0, 10]), 0, 100), [7, 0]);
  assert.deepEqual(movedApart([], 0, 100), []);
});
test('names stay inside their chart as far as there is room', () => {
  assert.deepEqual(movedApart(boxes([90, 100], [92, 102]), 0, 100), [-12, -2]);
  assert.deepEqual(movedApart(boxes([-5, 5]), 0, 100), [5]);
  assert.deepEqual(movedApart(boxes([0, 60], [0, 60]), 0, 100), [0, 62]);
});
