/* What comes of a callback whose components went while it was answered. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {inTime, questionOf, withoutAppearances, withoutLost, withPresses} from '../../layouts/frontend/internals.js';
import {set} from '../../layouts/frontend/page.js';

const PATCH = {__dash_patch_update: '__dash_patch_update', operations: []};
const ID = '{"plot":"waits","type":"graph"}';
const PATHS = {strs: {facts: ['props', 'children', 0]}, objs: {'plot,type': [{values: ['waits', 'graph'], path: ['props', 'children', 1]}]}};
const layoutOf = second => ({props: {children: [{props: {id: 'facts', children: 'old'}}, second]}});
const answer = {multi: true, response: {[ID]: {figure: PATCH}, facts: {children: 'new'}}};

test('changes of a component that is where it was are kept', () => {
  const there = {props: {id: {type: 'graph', plot: 'waits'}, figure: {data: []}}};
  assert.deepEqual(withoutLost(answer, PATHS, layoutOf(there)), answer);
});
test('changes of one that went, or has nothing to change, are left out, and all else is kept', () => {
  const left = {multi: true, response: {facts: {children: 'new'}}};
  const others = [undefined, {props: {id: 'place', children: 'comes'}},
    {props: {id: {type: 'graph', plot: 'waits'}}}, {props: {id: {type: 'graph', plot: 'users'}, figure: {}}}];
  for (const other of others) assert.deepEqual(withoutLost(answer, PATHS, layoutOf(other)), left);
  assert.deepEqual(withoutLost(answer, {strs: {}, objs: {}}, layoutOf(undefined)), left);
});
test('a whole figure is kept though its component went: Dash knows what to do with it', () => {
  const whole = {multi: true, response: {[ID]: {figure: {data: []}}}};
  assert.deepEqual(withoutLost(whole, PATHS, layoutOf(undefined)), whole);
});
test('what goes between the answer and the moment Dash reads it is left out, too', async () => {
  let layout = layoutOf({props: {id: {type: 'graph', plot: 'waits'}, figure: {data: []}}});
  const kept = await inTime(new Response(JSON.stringify(answer)), {getState: () => ({layout})}, PATHS);
  layout = layoutOf(undefined);
  assert.deepEqual(await kept.json(), {multi: true, response: {facts: {children: 'new'}}});
});
test('an answer that refuses is left as it is: Dash reads what it says more than once', async () => {
  const refused = Object.assign(new Response('old page', {status: 400}), {text: async () => 'old page'});
  const kept = await inTime(refused, {getState: () => ({layout: layoutOf(undefined)})}, PATHS);
  assert.deepEqual([await kept.text(), await kept.text()], ['old page', 'old page']);
});
// Of a pattern that no component has, Dash answers with the whole page.
const COMPONENTS = {'"here"': {props: {id: 'here'}}, '{"type":"late","plot":"waits"}': {props: {id: {plot: 'waits', type: 'late'}}},
  '{"type":"late","plot":"users"}': {props: {children: []}}};
test('a component that has gone is not told anything', () => {
  const told = [];
  globalThis.window = {
    dash_component_api: {getLayout: id => COMPONENTS[JSON.stringify(id)]},
    dash_clientside: {set_props: id => told.push(id)},
  };
  for (const id of ['here', 'gone', {type: 'late', plot: 'waits'}, {type: 'late', plot: 'users'}]) set(id, {data: 1});
  assert.deepEqual(told, ['here', {type: 'late', plot: 'waits'}]);
});

// What Dash asks for when a button appears, and when one is pressed.
const call = (property, changedPropIds, prevented = true) => ({callback: {prevent_initial_call: prevented, inputs: [{id: 'one', property}]}, changedPropIds});
const ADD = 'Callbacks.AddRequested';
test('of calls of presses those stay where somebody pressed', () => {
  const pressed = call('n_clicks', {'one.n_clicks': 2}), both = call('n_clicks', {'one.n_clicks': 1, 'two.n_clicks': 2});
  const others = [call('value', {'one.value': 1}), call('n_clicks', {}, false), {callback: {prevent_initial_call: true, inputs: []}, changedPropIds: {}}];
  const appeared = [call('n_clicks', {'one.n_clicks': 1}), call('n_submit', {}), call('n_blur', {'one.n_blur': 1})];
  const asked = {type: ADD, payload: [...appeared, pressed, both, ...others]}, left = {type: ADD, payload: [pressed, both, ...others]};
  assert.deepEqual(withoutAppearances(asked), left);
  assert.deepEqual(withoutAppearances({type: 'Callbacks.Aggregate', payload: [null, asked, {type: 'Callbacks.RemoveExecuted', payload: appeared}]}),
    {type: 'Callbacks.Aggregate', payload: [null, left, {type: 'Callbacks.RemoveExecuted', payload: appeared}]});
});
test('all other actions are what they were', () => {
  for (const action of [{type: 'ON_PROP_CHANGE', payload: {}}, {type: 'Callbacks.RemoveRequested', payload: [call('n_clicks', {})]}, () => {}]) {
    assert.equal(withoutAppearances(action), action);
  }
});

test('a question of an interval is the same from tick to tick, and another where anything else changed', () => {
  const body = (ticks, search, state = []) => JSON.stringify({output: 'one.children', changedPropIds: [ticks ? 'tick.n_intervals' : 'url.search'],
    inputs: [{id: 'tick', property: 'n_intervals', value: ticks}, [{id: 'url', property: 'search', value: search}]], state});
  assert.equal(questionOf(body(0, '?a')), questionOf(body(7, '?a')));
  assert.notEqual(questionOf(body(1, '?a')), questionOf(body(1, '?b')));
  assert.notEqual(questionOf(body(1, '?a')), questionOf(body(1, '?a', [{id: 'kept', property: 'data', value: 'x'}])));
  assert.equal(questionOf(JSON.stringify({inputs: [{id: 'url', property: 'search', value: '?a'}]})), null);
});

// What Dash sends when a button was pressed that an answer drew anew before Dash asked: it has no value then.
const BUTTON = '{"key":"a","type":"again"}';
const TICKED = {id: 'tick', property: 'n_intervals', value: 3};
const buttons = values => Object.entries(values).map(([key, value]) => ({id: {type: 'again', key}, property: 'n_clicks', value}));
const sent = (values, changedPropIds) => JSON.stringify({output: 'x', inputs: [buttons(values), TICKED], changedPropIds});
const valuesOf = body => JSON.parse(body).inputs[0].map(({value}) => value);
test('a press of a button that is drawn anew before it is read counts as one', () => {
  const lost = sent({a: null, b: 2}, [`${BUTTON}.n_clicks`]);
  assert.deepEqual(valuesOf(withPresses(lost, () => true)), [1, 2]);
  assert.deepEqual(valuesOf(withPresses(sent({a: undefined}, [`${BUTTON}.n_clicks`]), id => id === BUTTON)), [1]);
});
test('what nobody pressed, and what is counted already, is left as it is', () => {
  const appeared = sent({a: null}, [`${BUTTON}.n_clicks`]);
  assert.equal(withPresses(appeared, () => false), appeared);
  const others = [sent({a: null}, ['tick.n_intervals']), sent({a: 4}, [`${BUTTON}.n_clicks`]), '{"inputs":[]}'];
  for (const body of others) assert.equal(withPresses(body, () => true), body);
});
