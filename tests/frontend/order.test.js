/* Which of two is newer: what the page holds, or an answer that was asked for before. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {changedSince, ownChoices, withoutOlder} from '../../layouts/frontend/frame/order.js';
import {successorOf} from '../../layouts/frontend/frame/presses.js';
import {questionIn, withState} from '../../layouts/frontend/internals.js';

const holds = stores => id => stores[id];
const asked = (state, more = {}) => ({inputs: {}, state, fields: {}, writes: ['views'], ...more});

test('what has changed since a question is asked anew, and nothing where all is as it was', () => {
  const before = {job: 3, look: {rows: 'users'}, mode: null, tab: 'schedule'};
  assert.equal(changedSince(asked(before), holds({...before, mode: undefined, tab: 'overview'})), null);
  assert.deepEqual(changedSince(asked(before), holds({...before, job: null, look: {rows: 'users', only: 'user=1'}})),
    {job: null, look: {rows: 'users', only: 'user=1'}});
});
test('where charts are is of interest to links alone', () => {
  const before = {'gantt-window': {t0: 0, t1: 9}}, now = holds({'gantt-window': {t0: 4, t1: 5}});
  assert.equal(changedSince(asked(before), now), null);
  assert.deepEqual(changedSince(asked(before, {writes: ['url']}), now), {'gantt-window': {t0: 4, t1: 5}});
});
test('an address is not asked again: it says what stores are to hold', () => {
  assert.equal(changedSince(asked({job: 3}, {inputs: {url: null}}), holds({job: 4})), null);
});
test('a store that has changed since stays as it is, and all else of the answer is taken', () => {
  const answer = {multi: true, response: {job: {data: 1}, mode: {data: 'beside'}, head: {children: 'x'}}}, question = asked({job: 3, mode: 'stacked'});
  assert.deepEqual(withoutOlder(answer, question, holds({job: 3, mode: 'stacked'})), answer);
  assert.deepEqual(withoutOlder(answer, question, holds({job: 7, mode: 'stacked'})),
    {multi: true, response: {mode: {data: 'beside'}, head: {children: 'x'}}});
});
test('of what callbacks alone write, the newest answer is right: the one of an older address may have come before', () => {
  const answer = {response: {'paper-asked': {data: {scale: 'quick'}}}}, question = asked({'paper-asked': null}, {inputs: {url: null}});
  const now = holds({'paper-asked': {scale: 'full'}});
  assert.deepEqual(withoutOlder(answer, question, now), answer);
  assert.deepEqual(withoutOlder(answer, question, now, {isTold: id => id === 'paper-asked'}), {response: {}});
});
test('a field that was filled meanwhile stays as it is, unless an address is answered', () => {
  const answer = {response: {sample: {value: null}, head: {children: 'x'}}}, question = asked({}, {fields: {sample: 'first'}});
  assert.deepEqual(withoutOlder(answer, question, () => 'first'), answer);
  assert.deepEqual(withoutOlder(answer, question, () => 'second'), {response: {head: {children: 'x'}}});
  assert.deepEqual(withoutOlder(answer, {...question, inputs: {url: null}}, () => 'second'), answer);
});
test('a field somebody has typed into since stays as it is, though its component has not heard of it, and for an address, too', () => {
  const answer = {response: {sample: {value: null}, head: {children: 'x'}}}, question = asked({}, {fields: {sample: 'first'}});
  const left = {response: {head: {children: 'x'}}}, isTyped = id => id === 'sample';
  assert.deepEqual(withoutOlder(answer, question, () => 'first', {isTyped}), left);
  assert.deepEqual(withoutOlder(answer, {...question, inputs: {url: null}}, () => 'first', {isTyped}), left);
  assert.deepEqual(withoutOlder(answer, question, () => 'first', {isTyped: () => false}), answer);
});
test('another comparison is shown as its address says', () => {
  const answer = {response: {runs: {data: ['b']}, job: {data: null}}};
  assert.deepEqual(withoutOlder(answer, asked({job: 3, runs: ['a']}), holds({job: 7, runs: ['a']})), answer);
});
test('a tab that was opened since the address changed stays open', () => {
  const answer = () => ({response: {runs: {data: ['b']}, tab: {data: 'schedule'}}}), question = asked({}, {inputs: {url: '?runs=b&tab=schedule'}});
  const since = search => search === '?runs=b&tab=schedule';
  assert.deepEqual(withoutOlder(answer(), question, holds({}), {isTabNewer: since}), {response: {runs: {data: ['b']}}});
  assert.deepEqual(withoutOlder(answer(), {...question, inputs: {url: '?runs=b'}}, holds({}), {isTabNewer: since}), answer());
  assert.deepEqual(withoutOlder(answer(), asked({}), holds({}), {isTabNewer: () => true}), answer());
});

test('what was chosen is told from what comes from elsewhere, also where a choice was passed over', () => {
  const modes = ownChoices();
  assert.equal(modes.isOwn('stacked'), false);
  assert.equal(modes.choose('ghost'), 'ghost');
  assert.equal(modes.isOwn('stacked'), false);              // a job was chosen while the click was under way
  assert.equal(modes.isOwn('ghost'), true);
  modes.choose('lag'); modes.choose('ghost');
  assert.equal(modes.isOwn('ghost'), true);
  assert.equal(modes.isOwn('lag'), false);
});

// What Dash sends: two stores, one of them as state, a pattern, and the address.
const BODY = JSON.stringify({output: '..url.href...x.data..', outputs: [{id: 'url', property: 'href'}, {id: {type: 'graph'}, property: 'figure'}],
  inputs: [[{id: {key: 'a', type: 'again'}, property: 'n_clicks', value: 1}], {id: 'job', property: 'data', value: 3}], changedPropIds: ['job.data'],
  state: [{id: 'look', property: 'data', value: null}, {id: 'mode-choice', property: 'value', value: 'x'}]});
test('the stores of a question are read, and given what they hold now', () => {
  assert.deepEqual(questionIn(BODY), {inputs: {job: 3}, state: {look: null}, writes: ['url']});
  const renewed = withState(BODY, {look: {only: 'user=1'}});
  assert.deepEqual(questionIn(renewed), {inputs: {job: 3}, state: {look: {only: 'user=1'}}, writes: ['url']});
  assert.deepEqual({...JSON.parse(renewed), state: null}, {...JSON.parse(BODY), state: null});
  assert.equal(questionIn('{"other":1}'), null);
});

const control = (textContent, attributes = {}, id = '') => ({tagName: 'BUTTON', id, textContent,
  attributes: Object.entries(attributes).map(([name, value]) => ({name, value}))});
test('what has come in place of a control says the same, or has its id', () => {
  const old = control('Remove', {'data-key': 'a', class: 'qs-act'}), others = [control('Remove', {'data-key': 'b'}), control('Remove', {'data-key': 'a', class: 'x'})];
  assert.equal(successorOf(old, others), others[1]);
  assert.equal(successorOf(control('2 running', {}, 'tray'), [control('1 finished', {}, 'tray')]).id, 'tray');
});
test('where several or none say the same, nothing has come in its place', () => {
  assert.equal(successorOf(control('more'), [control('more'), control('more')]), null);
  assert.equal(successorOf(control('more'), [control('less'), {...control('more'), tagName: 'A'}]), null);
});
