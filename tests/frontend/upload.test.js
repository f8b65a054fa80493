/* Files that are dropped and sent. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {start as startUpload} from '../../layouts/frontend/forms/upload.js';
import {fire, newPage, settled} from './fake_page.js';

const requests = [];
class FakeRequest {
  constructor() { this.upload = {}; requests.push(this); }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() { this.isAborted = true; }
  answers(key) { if (!this.isAborted) { Object.assign(this, {status: 200, responseText: JSON.stringify({key})}); this.onload(); } }
}

test('a file takes the place of the one before, though that answers later', async () => {
  const {body, updates} = newPage();
  globalThis.XMLHttpRequest = FakeRequest;
  startUpload();
  for (const name of ['first.swf', 'second.swf']) {
    fire(body, 'drop', {dataTransfer: {types: ['Files'], files: [{name, size: 10}]}});
    await settled();
  }
  const [first, second] = requests;
  second.answers('of the second');
  first.answers('of the first');
  assert.deepEqual(updates.filter(([id]) => id === 'uploaded').map(([, {data}]) => data.key), ['of the second']);
});
