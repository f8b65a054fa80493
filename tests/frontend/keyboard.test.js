/* Keys: their labels, what they choose, and where they lead in menus and in the page by hand. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {draggedRuntime} from '../../layouts/frontend/by_hand/bars.js';
import {followed, nextRuntime, titleOf, withColumn, withoutColumn} from '../../layouts/frontend/by_hand/jobs.js';
import {fieldOf, withFields} from '../../layouts/frontend/by_hand/parameters.js';
import {hasCells, hasColumn} from '../../layouts/frontend/by_hand/table.js';
import {placeAfter} from '../../layouts/frontend/export/menu.js';
import {plainNumber, pointOf, powerOf, roundedGap} from '../../layouts/frontend/forms/fields.js';
import {colorAfter, isTyping, keyLabel} from '../../layouts/frontend/frame/keyboard.js';
import {numberIn, slideAfter} from '../../layouts/frontend/frame/slides.js';
import {isDouble} from '../../layouts/frontend/page.js';

test('a key is labeled as it is printed, where the browser tells', () => {
  const azerty = new Map([['KeyW', 'z'], ['KeyA', 'q'], ['Comma', ';']]);
  assert.deepEqual(['KeyW', 'KeyA', 'Comma', 'Digit0', 'ArrowLeft'].map(code => keyLabel(code, azerty)), ['Z', 'Q', ';', '0', '\u2190']);
  assert.deepEqual(['KeyW', 'Comma', 'Slash', 'Escape', '?'].map(code => keyLabel(code, null)), ['W', ',', '/', 'Esc', '?']);
});
test('colors follow each other, the change from the baseline only beside other runs', () => {
  const after = (now, usual, runs) => colorAfter(now, usual, runs);
  assert.deepEqual([undefined, 'size', 'reason'].map(now => after(now, 'user', 2)), ['size', 'stretch', 'change']);
  assert.equal(after('reason', 'user', 1), 'user');
  assert.equal(after(undefined, 'grid', 2), 'user');
  assert.equal(after('change', 'grid', 2), 'grid');
});
test('keys are left to whoever types', () => {
  const target = (tag, type) => ({type, closest: selector => (selector.split(', ').includes(tag) ? {} : null)});
  assert.ok(isTyping(target('textarea')) && isTyping(target('input', 'text')) && isTyping(target('[role=grid]')));
  assert.ok(!isTyping(target('input', 'checkbox')) && !isTyping(target('button')) && !isTyping({}));
});
test('arrows in the menu of files stay in it', () => {
  const rows = [3, 3, 2];
  assert.deepEqual(placeAfter('ArrowDown', rows, 1, 2), [2, 1]);
  assert.deepEqual(placeAfter('ArrowDown', rows, 2, 1), [0, 1]);
  assert.deepEqual(placeAfter('ArrowUp', rows, 0, 0), [2, 0]);
  assert.deepEqual(placeAfter('ArrowLeft', rows, 0, 0), [0, 2]);
  assert.deepEqual(placeAfter('ArrowRight', rows, 2, 1), [2, 0]);
  assert.deepEqual([placeAfter('Home', rows, 1, 1), placeAfter('End', rows, 0, 0)], [[0, 0], [2, 1]]);
  assert.equal(placeAfter('KeyX', rows, 0, 0), undefined);
});
test('powers of ten are plain numbers, without a digit lost', () => {
  assert.deepEqual([['1', 9], ['1.25', 2], ['1.25', 1], ['-2.5', 3], ['5', -3], ['007', 1], ['1.2345', 2]].map(one => plainNumber(...one)),
    ['1000000000', '125', '12.5', '-2500', '0.005', '70', '123.45']);
  assert.deepEqual(powerOf('1e9', undefined, false), {mantissa: '1', power: '9'});
  assert.deepEqual(powerOf('2 500e-', undefined, false), {mantissa: '2500', power: '-'});
  assert.deepEqual(powerOf('1000000000', {mantissa: '1', power: '9'}, '2'), {mantissa: '1', power: '92'});
  assert.deepEqual(powerOf('1', {mantissa: '1', power: ''}, '-'), {mantissa: '1', power: '-'});
  assert.equal(powerOf('1', {mantissa: '1', power: '9'}, '-'), null);
  assert.equal(powerOf('12', undefined, '2'), null);
});
test('a comma is a point, not several and not beside one', () => {
  assert.deepEqual(['4,2', '-0,5', '1 000,5', '2,5e3', ',5'].map(pointOf), ['4.2', '-0.5', '1000.5', '2.5e3', '.5']);
  assert.deepEqual(['42', '4.2', '1,234,567', '1,234.5', 'a,b', ''].map(pointOf), [null, null, null, null, null, null]);
});
test('the gap between campaigns goes in steps that grow with it', () => {
  assert.deepEqual([10, 100, 1234, 9000, 40000].map(roundedGap), [60, 90, 1260, 9000, 39600]);
});
test('a runtime goes to the next whole number of units', () => {
  assert.deepEqual([nextRuntime(3600, 3600, 1), nextRuntime(3700, 3600, 1), nextRuntime(3700, 3600, -1), nextRuntime(3600, 3600, -1)], [7200, 7200, 3600, 0]);
  assert.equal(draggedRuntime({runtime: 3600, scale: 100, unit: 3600}, 50), 7200);
  assert.equal(draggedRuntime({runtime: 3600, scale: 100, unit: 3600}, -500), 3600);
  assert.equal(draggedRuntime({runtime: 60, scale: 100, unit: 3600}, -5), 60);
});
test('rows of a spreadsheet are told from one cell', () => {
  assert.ok(hasCells('1\t2') && hasCells('0 10 2') && hasCells('1\n2') && hasCells('1;2') && !hasCells('10 h') && !hasCells(' 12 '));
});
test('two clicks in one place are a double click, and only soon after each other', () => {
  const first = {x: 10, y: 10, at: 1000};
  assert.ok(isDouble(first, {x: 12, y: 11, at: 1200}));
  assert.ok(!isDouble(first, {x: 12, y: 11, at: 1500}) && !isDouble(first, {x: 30, y: 10, at: 1100}) && !isDouble(null, first));
});
test('a column that is added has values with which the table runs, and is taken away with them', () => {
  const row = (user, submit) => ({user, submit, campaign: '', cpu_need: '', memory: ''});
  const rows = [row('1', '0 s'), row('2', '0 s'), row('1', '5 s'), row('1', '0 s')];
  assert.ok(!hasColumn(rows, 'campaign') && !hasColumn(rows, 'needs'));
  assert.deepEqual(withColumn(rows, 'campaign').map(one => one.campaign), ['1', '1', '2', '1']);
  assert.deepEqual(withColumn(rows, 'needs').map(one => [one.cpu_need, one.memory]), Array(4).fill(['100', '10']));
  assert.ok(hasColumn(withColumn(rows, 'needs'), 'needs') && !hasColumn(withColumn(rows, 'needs'), 'campaign'));
  assert.deepEqual(withoutColumn(withColumn(rows, 'needs'), 'needs'), rows);
});
test('parameters are those that are not as usual, whatever their fields tell', () => {
  const usual = {'gang.slots': 5, 'dfrs.quantized': false, 'dfrs.favored': '', 'saf.passing': 'none'}, names = Object.keys(usual);
  const read = (params, values, switches) => withFields(params, names, values, switches, usual);
  assert.deepEqual(read({'easy.ties': 'x'}, [5, null, '', 'none'], [null, false, null, null]), {'easy.ties': 'x'});
  assert.deepEqual(read({'gang.slots': '3'}, ['', null, 'a', 'easy'], [null, true, null, null]),
    {'dfrs.quantized': 'true', 'dfrs.favored': 'a', 'saf.passing': 'easy'});
  assert.deepEqual(read({}, [2, undefined, null, 'none'], [undefined, false]), {'gang.slots': '2'});
  assert.deepEqual([fieldOf('2', 5), fieldOf(undefined, 5), fieldOf('true', false), fieldOf(undefined, true), fieldOf('x', '')],
    [{value: 2}, {value: 5}, {checked: true}, {checked: true}, {value: 'x'}]);
});
test('after the last view of a tab comes the first of the next, and before the first the last of the one before', () => {
  assert.deepEqual(slideAfter(1, 0, 3, 2, 5), {tab: 2, at: 1});
  assert.deepEqual(slideAfter(1, 2, 3, 2, 5), {tab: 3, at: 0});
  assert.deepEqual(slideAfter(-1, 0, 3, 2, 5), {tab: 1, at: Infinity});
  assert.deepEqual(slideAfter(-1, Infinity, 3, 2, 5), {tab: 2, at: 1});
  assert.deepEqual([slideAfter(1, 2, 3, 4, 5), slideAfter(-1, 0, 3, 0, 5)], [null, null]);
  assert.deepEqual(['?present=1', '?a=b&present=12', '?present=0', '?present=x', '?present=1e3', ''].map(numberIn), [1, 12, 0, 0, 0, 0]);
});

test('a title that counts the jobs follows them, and one that somebody wrote stays', () => {
  const rows = count => Array.from({length: count}, () => ({}));
  assert.deepEqual([0, 1, 5, 12, 13].map(count => titleOf(rows(count))), ['No jobs', 'One job', 'Five jobs', 'Twelve jobs', '13 jobs']);
  const five = {title: 'Five jobs', rows: rows(5)};
  assert.equal(followed(five, {...five, rows: rows(6)}).title, 'Six jobs');
  assert.equal(followed({...five, title: 'Exercise 3'}, {title: 'Exercise 3', rows: rows(6)}).title, 'Exercise 3');
  assert.equal(followed(five, {title: 'Mine', rows: rows(5)}).title, 'Mine');
  assert.equal(followed(null, five).title, 'Five jobs');
});
