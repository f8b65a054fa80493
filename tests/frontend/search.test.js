/* What the search box offers, and the queries that drags and colors write. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {queryOf, rounded, without, written} from '../../layouts/frontend/compare/brushing.js';
import {examples} from '../../layouts/frontend/forms/fields.js';
import {offersFor, words} from '../../layouts/frontend/frame/search.js';

const SEARCHES = [{text: 'wait>1d', say: 'jobs that waited longer than a day'}, {text: 'user=3', say: 'the jobs of user 3'}];
const ACTIONS = [{say: 'Zoom in', click: 'zoom-in'}, {say: 'Zoom out', click: 'zoom-out'}, {say: 'Color by user', set: 'look-color', value: 'user'}];
const offered = text => offersFor(text, SEARCHES, ACTIONS).map(({say}) => say);

test('an empty box offers searches, after > all actions', () => {
  assert.deepEqual(offered(''), SEARCHES.map(({say}) => say));
  assert.deepEqual(offered('  '), SEARCHES.map(({say}) => say));
  assert.deepEqual(offered('>'), ACTIONS.map(({say}) => say));
});
test('words typed begin words of what is offered, in any order', () => {
  assert.deepEqual(offered('zo'), ['Zoom in', 'Zoom out']);
  assert.deepEqual(offered('out zoom'), ['Zoom out']);
  assert.deepEqual(offered('USER'), ['the jobs of user 3', 'Color by user']);
  assert.deepEqual(offered('oom'), []);
  assert.deepEqual(words('Zoom-in, Größe 3'), ['zoom', 'in', 'größe', '3']);
});
test('a query is no action', () => {
  for (const query of ['wait>1d', 'user 3', 'size>=64', 'stretch≥2']) assert.deepEqual(offered(query), []);
});
test('a condition leaves the query with the "and" before it', () => {
  assert.equal(without('wait>1h and user=3', 'wait'), 'user=3');
  assert.equal(without('user=3 and wait>=1h30min', 'wait'), 'user=3');
  assert.equal(without('user=3 and wait<2d and size>4', 'wait'), 'user=3 and size>4');
  assert.equal(without('waited>2', 'wait'), 'waited>2');
  assert.equal(without('(wait>1h or user 3) wait<2d', 'wait'), '(wait>1h or user 3)');
  assert.equal(without('not wait>1h user 3', 'wait'), 'not wait>1h user 3');
  assert.equal(without('user=3', 'size|processors'), 'user=3');
  assert.equal(without('processors>=4 size<9', 'size|processors'), '');
  assert.equal(without('queue=1,2 wait>1h user=alice,"b c"', 'queue|user'), 'wait>1h');
  assert.equal(without('submit>=2012-06-01T14:00 wait>1h', 'submit'), 'wait>1h');
  assert.equal(without('requested_processors>=4 processors<9', 'processors'), 'requested_processors>=4');
  assert.equal(without('wait>1h,size>2', 'wait'), ',size>2');
});
test('values are rounded to what can be read off, and written as they are typed', () => {
  assert.deepEqual([7.4, 94, 95, 4000, 100000].map(value => rounded(value, true)), [7, 90, 100, 4200, 97200]);
  assert.equal(rounded(1.23456, false), 1.23);
  assert.deepEqual([0, 90, 5400, 190800].map(value => written(value, true)), ['0s', '1min30s', '1h30min', '2d5h']);
  assert.equal(written(1.5, false), '1.5');
});
test('a drag over a distribution is a condition on its field and keeps the others', () => {
  const brush = {field: 'wait', least: 1, most: 86400, time: true};
  assert.equal(queryOf('user=3 wait>5h', brush, [2, Math.log10(7200)]), 'user=3 wait>=1min40s wait<2h');
  assert.equal(queryOf('', brush, [-1, 9]), '');                       // from end to end: no condition
  assert.equal(queryOf('', {...brush, time: false, most: 50}, [0.5, 0.5]), 'wait>=3.16 wait<3.17');
});
test('a field offers all examples while it shows one of them, else those that contain what is typed', () => {
  const options = ['2 h', '12 h', '1 d'].map(label => ({label}));
  const labels = search => examples({options, search}).map(({label}) => label);
  assert.deepEqual(labels('12 h'), ['2 h', '12 h', '1 d']);
  assert.deepEqual(labels('12'), ['12 h']);
  assert.deepEqual(labels('x'), []);
});
