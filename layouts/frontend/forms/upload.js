/* A log goes to the server as a stream, with real progress; the whole window is a drop target on every page.
XMLHttpRequest, because fetch() does not tell how much has been sent.  Several files at once are one log: they go as one
archive (archive.js).
*/
import {archive, together} from './archive.js';
import {prefix} from '../internals.js';
import {isThere, onChange, set} from '../page.js';
import {furnishTexts, withoutTexts} from './slurm_files.js';

let running = null, depth = 0;              // depth: elements a dragged file is over
const show = text => set('upload-state', {children: text});
export const inBytes = bytes => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

function send(files, taker = takerOf()) {
  if (!files.length) return;
  const empty = files.find(one => one.size === 0);
  if (files.length > 1 && empty) { show(`${empty.name} is empty; leave it out and drop the others again.`); return; }
  const file = files.length === 1 ? files[0] : Object.assign(archive(files), {name: together(files)});
  const veil = document.getElementById('drop-veil'), most = Number(veil && veil.dataset.most) || Infinity;
  if (file.size > most) { show(`${file.name} has ${inBytes(file.size)}; the limit is ${inBytes(most)}. Compress it or cut it first.`); return; }
  if (file.size === 0) { show(`${file.name} is empty; choose a log.`); return; }
  if (running) running.abort();
  const request = running = new XMLHttpRequest();
  request.open('POST', `${prefix()}upload`);
  request.setRequestHeader('X-Requested-With', 'fetch');
  request.setRequestHeader('X-File-Name', encodeURIComponent(file.name));
  const numbers = document.getElementById('numbers-only');
  if (numbers && numbers.checked) request.setRequestHeader('X-Numbers', 'yes');
  request.upload.onprogress = ({lengthComputable, loaded, total}) => {
    if (lengthComputable) show(`Sending ${file.name}: ${Math.round(100 * loaded / total)} % of ${inBytes(total)}`);
  };
  request.onload = () => finish(request, file.name, taker);
  request.onerror = () => show(`The connection broke while sending ${file.name}; is the server still running? Drop the file again.`);
  request.onloadend = () => { if (running === request) running = null; };
  show(`Sending ${file.name} …`);
  request.send(file);
}
// The store that takes a log: of the page that is open, where that reads logs in its own way.
const takerOf = () => (isThere('slurm-files-place') ? 'slurm-uploaded' : 'uploaded');
function finish({status, responseText}, name, taker) {
  let answer = {};
  try { answer = JSON.parse(responseText); } catch { answer = {}; }
  if (status === 200) { show(`${name} has arrived; reading it.`); set(taker, {data: {...answer, at: Date.now()}}); }
  else show(answer.message || `The server answered ${status} to ${name}; try again.`);
}

// ---- dropping and choosing ----------------------------------------------------------------------------------------
const carriesFiles = event => event.dataTransfer && [...event.dataTransfer.types].includes('Files');
function showVeil(shown) { const veil = document.getElementById('drop-veil'); if (veil) veil.hidden = !shown; }
function drop(event) {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  depth = 0;
  showVeil(false);
  withoutTexts([...event.dataTransfer.files]).then(files => send(files));
}
// Dash has no file input of its own that streams: this one is put into its place whenever the place appears.
function furnish(name, id, taker) {
  const place = document.getElementById(name);
  if (!place || place.firstChild) return;
  const input = Object.assign(document.createElement('input'), {type: 'file', id, accept: place.dataset.accept, multiple: 'many' in place.dataset});
  input.addEventListener('change', () => { send([...input.files], taker); input.value = ''; });
  place.appendChild(input);
}

export function start() {
  window.addEventListener('dragenter', event => { if (carriesFiles(event)) { event.preventDefault(); depth += 1; showVeil(true); } });
  window.addEventListener('dragover', event => { if (carriesFiles(event)) event.preventDefault(); });
  window.addEventListener('dragleave', event => { if (carriesFiles(event) && --depth <= 0) { depth = 0; showVeil(false); } });
  window.addEventListener('drop', drop);
  onChange(() => furnish('file-place', 'file'));
  onChange(() => furnish('schedule-place', 'schedule-file', 'schedule-sent'));
  onChange(() => furnishTexts(files => withoutTexts(files).then(left => send(left))));
}
