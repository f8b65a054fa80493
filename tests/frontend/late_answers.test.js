/* What comes of a callback whose components went while it was answered. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {withoutLost} from '../../layouts/frontend/internals.js';
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
