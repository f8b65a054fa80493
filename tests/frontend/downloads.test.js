/* Links to files, with what is chosen beside them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {start as startMenu} from '../../layouts/frontend/export/menu.js';
import {element, fire, newPage} from './fake_page.js';

test('a file names users only as long as their box is ticked', () => {
  const {body} = newPage({address: '/compare?w=1'}), box = element('input', {checked: false});
  startMenu();
  element('div', {data: {users: ''}, home: body}, box);
  const link = element('a', {className: 'qs-take', home: body});
  link.setAttribute('href', '/export/jobs.csv?w=1');
  const addresses = [false, true, false].map(checked => {
    box.checked = checked;
    fire(link, 'click');
    return link.getAttribute('href');
  });
  assert.deepEqual(addresses, ['/export/jobs.csv?w=1', '/export/jobs.csv?w=1&users=yes', '/export/jobs.csv?w=1']);
});
