/* The history of the page by hand. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {start as startByHand} from '../../layouts/frontend/by_hand/jobs.js';
import {element, fire, newPage} from './fake_page.js';

test('a change after Undo leaves nothing to redo', t => {
  t.mock.timers.enable({apis: ['setTimeout']});
  const {body, updates} = newPage({address: '/by-hand'});
  element('div', {id: 'hand-panels', home: body});
  const undo = element('button', {id: 'hand-undo', home: body}), rows = ['1', '2'].map(number => ({number, runtime: '1 h'}));
  const heard = [], api = {forEachNode() {}, setGridOption() {}, getColumn: () => null, addEventListener: (event, listener) => heard.push(listener)};
  globalThis.window.dash_ag_grid = {getApi: () => api};
  startByHand();
  globalThis.window.dash_clientside.queuescopeHand.start({rows, policies: ['fcfs'], params: {}, random: [], expressions: [], usual: {}, most: 50, title: 'Mine'});
  const change = number => heard[0]({data: {number}, colDef: {field: 'runtime'}, newValue: '2 h', source: 'edit'});
  change('1');
  fire(undo, 'click');
  change('2');
  const disabled = updates.filter(([id]) => id === 'hand-redo').map(([, props]) => props.disabled);
  assert.deepEqual(disabled, [true, true, false, true]);       // at the beginning, and after each of the three
});
