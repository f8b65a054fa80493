/* Several files as one archive: the bytes that the program makes of the same files. */
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {archive, together} from '../../layouts/frontend/forms/archive.js';

const CASE = JSON.parse(readFileSync(new URL('./cases.json', import.meta.url))).archive;

test('the same files are the same archive, in whichever order they come', async () => {
  for (const listed of [CASE.files, [...CASE.files].reverse()]) {
    const files = listed.map(([name, text]) => Object.assign(new Blob([text]), {name}));
    const bytes = Buffer.from(await archive(files).arrayBuffer());
    assert.equal(createHash('sha256').update(bytes).digest('hex'), CASE.sha256);
    assert.equal(together(files), CASE.name);
  }
});
