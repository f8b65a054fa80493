/* What is open is carried from page to page, and listed as recent work. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {besideChoices, searchFor, withOpen, workloadOf} from '../../layouts/frontend/frame/open_work.js';

const W = 'a'.repeat(24), V = 'b'.repeat(24), RUNS = 'c'.repeat(24);
const compare = `?w=${W}&runs=${RUNS}&t0=3`;

test('a page opens where it was left', () => {
  assert.equal(searchFor('/workload', {workload: `?w=${W}`, compare, last: '/workload'}), `?w=${W}`);
  assert.equal(searchFor('/compare', {workload: `?w=${W}`, compare, last: '/workload'}), compare);
  assert.equal(searchFor('/workload', {workload: null, compare: null, last: null}), '');
});
test('from a comparison the way to Workload leads to its workload', () => {
  assert.equal(searchFor('/workload', {workload: null, compare, last: '/compare'}), `?w=${W}`);
  assert.equal(searchFor('/workload', {workload: `?w=${V}`, compare, last: '/compare'}), `?w=${W}`);
});
test('another workload is offered to Compare in place of the old runs', () => {
  assert.equal(searchFor('/compare', {workload: `?w=${V}`, compare, last: '/workload'}), `?w=${V}`);
  assert.equal(searchFor('/compare', {workload: `?w=${V}`, compare, last: '/compare'}), compare);
});
test('other pages take nothing along', () => {
  for (const path of ['/', '/learn', '/papers']) assert.equal(searchFor(path, {workload: `?w=${W}`, compare, last: '/compare'}), '');
});
test('the workload of an address is a key or nothing', () => {
  assert.equal(workloadOf(compare), W);
  for (const search of ['', null, '?w=../../etc', '?runs=abc']) assert.equal(workloadOf(search), '');
});
test('recent work has what is open in front, once, and six at most', () => {
  const names = (at, runs) => [{name: `log ${at}`, href: `/workload?w=${W}${at}`}, ...(runs ? [{name: runs, href: `/compare?w=${W}${at}&runs=${RUNS}`}] : [])];
  let list = withOpen([], names(1));
  assert.deepEqual(list, [{name: 'log 1', href: `/workload?w=${W}1`}]);
  list = withOpen(list, names(1, 'FCFS, EASY'));
  assert.deepEqual(list.map(one => one.name), ['FCFS, EASY on log 1', 'log 1']);
  list = withOpen(list, names(1));
  assert.deepEqual(list.map(one => one.name), ['log 1', 'FCFS, EASY on log 1']);
  for (let at = 2; at < 12; at += 1) list = withOpen(list, names(at));
  assert.equal(list.length, 6);
  assert.equal(list[0].name, 'log 11');
  assert.deepEqual(withOpen(list, []), list);
});
test('a choice that was made before the answer to an address came stays', () => {
  const filledIn = (first, second, values) => besideChoices({first, second, names: {}}, [], values).slice(2);
  assert.deepEqual(filledIn(W, '', [null, null]), [W, null]);
  assert.deepEqual(filledIn(W, '', [W, V]), [W, V]);
  assert.deepEqual(filledIn(W, V, [W, V]), [W, V]);
  assert.deepEqual(filledIn(V, W, [W, V]), [V, W]);
});
