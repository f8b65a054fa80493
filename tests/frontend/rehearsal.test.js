/* What a rehearsal of a class says of the seconds that students waited. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {findings} from '../../layouts/frontend/classroom/rehearsal.js';

test('the longest wait of all is said first, and each row has median, 95 % and longest', () => {
  const answers = Array.from({length: 100}, (_, number) => 10 * (number + 1));
  const {sentence, rows} = findings({'to join': [1500, 40, 300], 'until an answer is taken': answers}, 100);
  assert.equal(sentence, '100 students who all press in the same moment wait 1.5 s at most.');
  assert.deepEqual(rows, [['to join', '0.3 s', '1.5 s', '1.5 s'], ['until an answer is taken', '0.51 s', '0.96 s', '1 s']]);
});
