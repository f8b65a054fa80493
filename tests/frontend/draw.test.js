/* A schedule that is drawn with the pointer. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {start as startDraw} from '../../layouts/frontend/lessons/draw.js';
import {element, fire, newPage} from './fake_page.js';

const UNIT = 12, WIDE = 30 + 24 * UNIT + 12;           // pixels: of a unit of time; of a chart of 24 units with its margins

test('a bar follows the pointer from where it was, wherever it is held', () => {
  const {document, body, updates} = newPage(), job = {id: 1, submit: 0, processors: 2, runtime: 10};
  const draw = JSON.stringify({processors: 4, unit: 'h', last: 24, jobs: [job], starts: {1: 2}});
  element('div', {className: 'qs-draw', data: {draw}, box: {width: WIDE}, home: body});
  startDraw();
  const at = 30 + 11 * UNIT;                // near its right end
  fire(document.querySelector('.qs-draw-chart [data-job]'), 'pointerdown', {button: 0, clientX: at});
  for (const moved of [0.4, 1, 3]) fire(body, 'pointermove', {buttons: 1, clientX: at + moved * UNIT, clientY: 0});
  assert.deepEqual(updates, [{1: 2}, {1: 3}, {1: 5}].map(starts => ['lesson-draft', {data: starts}]));
});
