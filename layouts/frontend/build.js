/* Joins the modules of this folder in assets/queuescope.js: node layouts/frontend/build.js [file to write]

The bundle is not minified: people who look into their browser can read it, a merge of two branches is one of lines, and
compressed, as it is sent, it is only some kB larger.
*/
import {build} from 'esbuild';
import {fileURLToPath} from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
await build({
  entryPoints: [`${here}main.js`],
  outfile: process.argv[2] || `${here}../../assets/queuescope.js`,
  bundle: true, format: 'iife', target: 'es2022', charset: 'utf8', legalComments: 'none', logLevel: 'warning',
  banner: {js: '/* Made of layouts/frontend by "npm run build"; change it there. */'},
});
