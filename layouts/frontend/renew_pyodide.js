/* Puts a version of Pyodide, Python for browsers, into assets/third_party: npm run pyodide -- VERSION

The files are those of the npm package "pyodide" that Python itself needs, no packages of others.  Each is kept packed with
gzip, as it is sent: the archive of the standard library, which is packed already, as it is.  SHA256SUMS names the contents as
they were published.
*/
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

const FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];
const HOME = fileURLToPath(new URL('../../assets/third_party/', import.meta.url));

const version = process.argv[2];
if (!/^\d+\.\d+\.\d+$/.test(version || '')) throw new Error('Name the version: npm run pyodide -- 314.0.7');

const draft = mkdtempSync(join(tmpdir(), 'pyodide-'));
execFileSync('npm', ['pack', `pyodide@${version}`, '--silent'], {cwd: draft});
execFileSync('tar', ['xzf', `pyodide-${version}.tgz`], {cwd: draft});
for (const old of readdirSync(HOME)) if (/^pyodide-\d/.test(old)) rmSync(join(HOME, old), {recursive: true});
const folder = join(HOME, `pyodide-${version}`), sums = [];
mkdirSync(folder);
for (const name of FILES) {
  const content = readFileSync(join(draft, 'package', name));
  sums.push(`${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
  if (name.endsWith('.zip')) writeFileSync(join(folder, name), content);
  else writeFileSync(join(folder, `${name}.gz`), gzipSync(content, {level: 9}));
}
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
rmSync(draft, {recursive: true});
