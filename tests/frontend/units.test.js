/* Lengths of time in the unit that somebody chose. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {start as startUnits} from '../../layouts/frontend/forms/units.js';
import {element, fire, newPage} from './fake_page.js';

test('the words around a length stay in every unit', () => {
  const {body} = newPage(), longer = '15 min longer (+23 %)';
  startUnits();
  const change = element('span', {data: {seconds: '900', frame: '{} longer (+23 %)'}, home: body}, longer);
  const mean = element('span', {data: {seconds: '60', half: '5', frame: 'mean {}'}, home: body}, 'mean 1 min ± 5 s');
  const choice = element('div', {id: 'units', home: body}), texts = unit => {
    fire(element('input', {value: unit, home: choice}), 'change');
    return [change.textContent, mean.textContent];
  };
  assert.deepEqual(texts('slurm'), ['0-00:15:00 longer (+23 %)', 'mean 0-00:01:00 ± 0-00:00:05']);
  assert.deepEqual(texts('seconds'), ['900 s longer (+23 %)', 'mean 60 s ± 5 s']);
  assert.deepEqual(texts('human'), [longer, 'mean 1 min ± 5 s']);
});
