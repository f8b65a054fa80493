/* What is said to the reader. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {say, start} from '../../layouts/frontend/page.js';
import {newPage} from './fake_page.js';

test('the same words are spoken again', () => {
  const {document} = newPage();
  start();
  const voice = document.querySelector('.qs-voice'), spoken = [1, 2, 3].map(() => { say('This is the last job.'); return voice.textContent; });
  assert.deepEqual(spoken.map(text => text.trim()), Array(3).fill('This is the last job.'));
  assert.ok(spoken[0] !== spoken[1] && spoken[1] !== spoken[2]);
});
