/* Where somebody reads, as an address has it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {placeAt, placeOf} from '../../layouts/frontend/compare/reading_place.js';

const BOXES = [{view: 'figure-a', top: -300, height: 400}, {view: 'figure-b', top: -300, height: 200}, {view: 'figure-c', top: 120, height: 400}];

test('the place is the view at the line, and how much of it lies above', () => {
  assert.equal(placeAt(100, BOXES, -400), 'figure-a~100');
  assert.equal(placeAt(220, BOXES, -400), 'figure-c~25');
  assert.equal(placeAt(100, [], 60), '~40');
  assert.equal(placeAt(100, [BOXES[2]], 60), '~40');
  assert.equal(placeAt(100, [], 160), '~0');
  assert.equal(placeAt(9000, [{view: 'figure-a', top: 0, height: 1}], 0), 'figure-a~999');
});
test('views out of sight are no place', () => {
  assert.equal(placeAt(100, [{view: 'figure-a', top: 0, height: 0}], 90), '~10');
});
test('what is no place is none', () => {
  assert.deepEqual(placeOf('figure-nuwt_cdf~40'), {view: 'figure-nuwt_cdf', above: 40});
  assert.deepEqual(placeOf('~120'), {view: '', above: 120});
  for (const text of [null, '', 'figure-a', 'figure-a~', 'figure-a~-3', '"><b>~3', 'a b~3', '~123456']) assert.equal(placeOf(text), null);
});
