/* Enter in an open list of choices. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {takeMarked} from '../../layouts/frontend/frame/choice_lists.js';

function press(key, {marked, attributes = {'aria-controls': 'list'}, isComposing = false} = {}) {
  const done = [], option = {click: () => done.push('click')};
  globalThis.document = {getElementById: id => (id === 'list' ? {querySelector: () => (marked ? option : null)} : null)};
  takeMarked({key, isComposing, target: {getAttribute: name => attributes[name] ?? null}, preventDefault: () => done.push('prevented'),
    stopPropagation: () => done.push('stopped')});
  return done;
}
test('the marked choice is taken, and nobody else hears of the key', () => {
  assert.deepEqual(press('Enter', {marked: true}), ['prevented', 'stopped', 'click']);
});
test('all other keys are left alone: without a mark, in a closed list, while a word is composed', () => {
  assert.deepEqual(press('Enter'), []);
  assert.deepEqual(press('ArrowDown', {marked: true}), []);
  assert.deepEqual(press('Enter', {marked: true, attributes: {}}), []);
  assert.deepEqual(press('Enter', {marked: true, attributes: {'aria-controls': 'list', 'aria-expanded': 'false'}}), []);
  assert.deepEqual(press('Enter', {marked: true, isComposing: true}), []);
});
