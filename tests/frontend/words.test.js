/* Lengths, ticks and dates of the table that Python's tests run, too (test_same_words.py), and instants. */
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {human, inAllUnits, inSeconds, moment, slurm} from '../../layouts/frontend/forms/durations.js';
import {axisTicks, axisTitle, calendarTicks, onOneLine, stepFor, ticksFor, timeTicks} from '../../layouts/frontend/gantt/ticks.js';

const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url)));
const rules = {human, slurm, in_seconds: inSeconds, in_all_units: inAllUnits};

function assertTicks([places, texts], expected) {
  assert.deepEqual(texts, expected.texts);
  assert.equal(places.length, expected.places.length);
  places.forEach((place, i) => assert.ok(Math.abs(place - expected.places[i]) <= 1e-9 * Math.max(1, Math.abs(place)), `${place}, wanted ${expected.places[i]}`));
}
for (const {seconds, ...words} of cases.lengths) {
  test(`a length of ${seconds} s`, () => {
    for (const [rule, text] of Object.entries(words)) assert.equal(rules[rule](seconds), text, rule);
  });
}
test('an instant since the start is a clock, after the first day with its number', () => {
  const instants = [[0, '00:00'], [30, '00:00:30'], [14400, '04:00'], [86399, '23:59:59'], [187200, 'day 2 04:00'], [864000.9999999999, 'day 10 00:00:01']];
  for (const [seconds, text] of instants) assert.equal(moment(seconds), text);
});
for (const one of cases.ticks) {
  test(`ticks from ${one.t0} to ${one.t1} s`, () => assertTicks(timeTicks(one.t0, one.t1, one.wanted), one));
}
for (const one of cases.dates) {
  test(`dates from ${one.t0} to ${one.t1} s`, () => assertTicks(calendarTicks(cases.pieces, one.t0, one.t1), one));
}
test('what is no length, instant or span has no words', () => {
  for (const rule of Object.values(rules)) for (const value of [NaN, Infinity, -3, '5', undefined]) assert.equal(rule(value), '\u2014');
  assert.equal(moment(NaN), '\u2014');
  for (const span of [[5, 5], [6, 5], [0, NaN], [-Infinity, 0]]) assert.deepEqual(timeTicks(...span), [[], []]);
  assert.deepEqual(calendarTicks(cases.pieces, 5, 5), [[], []]);
});
test('the axis of a log with dates has dates and their title', () => {
  const meta = {calendar: {pieces: cases.pieces, title: 'time in Stockholm'}};
  assert.deepEqual(axisTicks(meta, 0, 86400, 8), calendarTicks(cases.pieces, 0, 86400, 8));
  assert.deepEqual(axisTicks({}, 0, 86400, 8), timeTicks(0, 86400, 8));
  assert.equal(axisTitle(meta, 'anything'), 'time in Stockholm');
  assert.equal(axisTitle({}, 'time'), 'time');
  assert.equal(axisTitle(meta, ''), '');
  assert.deepEqual(onOneLine(meta, ['00:00<br>Mon 3 Feb']), ['00:00 Mon 3 Feb']);
  assert.deepEqual(onOneLine({}, ['0 h<br>3 d']), ['0 h<br>3 d']);
});
test('as many ticks as have room', () => {
  assert.deepEqual([0, 329, 440, 1319, 5000].map(ticksFor), [3, 3, 4, 11, 12]);
  assert.deepEqual([[0.4, 8], [7200, 8], [1e9, 8]].map(([span, wanted]) => stepFor(span, wanted)), [0.05, 900, 125798400]);
});
