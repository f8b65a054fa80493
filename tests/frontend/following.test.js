/* Following a teacher: which part of an address counts, and when a page needs nothing but another instant. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {isSameButInstant} from '../../layouts/frontend/classroom/following.js';
import {followedPart} from '../../layouts/frontend/classroom/showing.js';

test('where somebody reads is not followed, an instant is', () => {
  assert.equal(followedPart('/compare?w=1&place=figure-gantt~40&tab=steps#x'), '/compare?w=1&tab=steps#x');
  assert.equal(followedPart('/compare?w=1&place=%7E120'), '/compare?w=1');
  assert.equal(followedPart('/compare?w=1&at=10800'), '/compare?w=1&at=10800');
  assert.equal(followedPart('/glossary'), '/glossary');
});
test('addresses that differ in the instant alone', () => {
  const same = (one, other) => isSameButInstant(new URLSearchParams(one), new URLSearchParams(other));
  assert.ok(same('tab=steps&w=1', 'w=1&tab=steps&at=5'));
  assert.ok(!same('w=1&tab=steps&at=5', 'w=1&at=5'));
});
