/* What Escape takes away, and what it leaves as it is. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {start as startAddress} from '../../layouts/frontend/frame/address.js';
import {start as startKeyboard} from '../../layouts/frontend/frame/keyboard.js';
import {start as startPopups} from '../../layouts/frontend/frame/popups.js';
import {start as startTour} from '../../layouts/frontend/frame/tour.js';
import {start as startPage} from '../../layouts/frontend/page.js';
import {element, fire, newPage} from './fake_page.js';

const ESCAPE = {key: 'Escape', code: 'Escape'};
const lastOf = (updates, id) => updates.filter(([component]) => component === id).at(-1);

test('the query goes, and rows and colors stay', () => {
  const {body, updates} = newPage({address: '/compare'});
  for (const start of [startPage, startAddress, startKeyboard]) start();
  const {address} = globalThis.window.dash_clientside.queuescope;
  address(null, null, null, null, {only: 'user=1', rows: 'users', color: 'size'}, null, null, 'schedule', [], '');
  fire(body, 'keydown', ESCAPE);
  assert.deepEqual(lastOf(updates, 'look'), ['look', {data: {rows: 'users', color: 'size'}}]);
});
test('a popup closes, and the focus is where it was opened from', () => {
  const {document, body} = newPage(), summary = element('summary'), choice = element('input', {type: 'radio'});
  startPopups();
  const popup = element('details', {open: true, home: body}, summary, element('div', {className: 'qs-popup'}, choice));
  choice.focus();
  fire(choice, 'keydown', ESCAPE);
  assert.deepEqual([popup.open, document.activeElement.tagName], [false, 'SUMMARY']);
});
test('a tour ends wherever the focus is', t => {
  t.mock.timers.enable({apis: ['setTimeout']});
  const {document, body} = newPage(), box = {left: 0, top: 200, right: 300, bottom: 300, width: 300, height: 100};
  for (const start of [startPage, startTour]) start();
  for (const part of ['qs-real', 'qs-doors', 'qs-nav', 'qs-find']) element('div', {className: part, box, home: body});
  const step = element('div', {id: 'home-body', box, home: body}), begin = element('button', {data: {tour: ''}, home: body});
  fire(begin, 'click');
  t.mock.timers.tick(60);
  const cards = () => document.querySelectorAll('.qs-tour').length;
  assert.equal(cards(), 1);
  fire(step, 'keydown', ESCAPE);
  assert.equal(cards(), 0);
});
