import assert from 'node:assert/strict';
import test from 'node:test';
import {build} from '../../layouts/frontend/parts.js';

const React = {Fragment: 'fragment', createElement: (type, attributes, ...children) => ({type, attributes, children})};

test('text, numbers and nothing stay as they are', () => {
  for (const part of ['text', '', 7, null]) assert.equal(build(part, React), part);
});

test('an element has its attributes and its children one after the other, so that they need no keys', () => {
  assert.deepEqual(build(['td', {className: 'a', colSpan: 2}, 'one ', ['b', {}, 3], null], React), {
    type: 'td', attributes: {className: 'a', colSpan: 2},
    children: ['one ', {type: 'b', attributes: {}, children: [3]}, null]});
});

test('without a tag the children stand by themselves; an element without children is given none', () => {
  assert.deepEqual(build(['', {}, ['br', {}], 'a'], React),
    {type: 'fragment', attributes: null, children: [{type: 'br', attributes: {}, children: []}, 'a']});
});
