/* The files of a cluster on the page that asks for them: each text goes into the field it belongs to, told by what is in
it; what is none of them is a log, and goes to the server as everywhere.  They are read here, and nothing they name is.
*/
import {set} from '../page.js';

const LONGEST = 2_000_000;                  // characters, as the page takes them
const HEAD = 65_536;                        // bytes that tell what a file is
const place = () => document.getElementById('slurm-files-place');

/* Which of the fields a text belongs into: 0 slurm.conf, 1 the tree of accounts, 2 the QOS, 3 reservations, 4 what jobs were
submitted with; -1 none of them. */
export function fieldOf(text) {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/).map(line => line.trim()).filter(line => line && !line.startsWith('#'));
  const first = (lines[0] || '').toLowerCase();
  if (first.includes('|')) {
    const names = first.split('|').map(name => name.trim());
    if (names.includes('rawshares')) return 1;
    if (names.includes('jobidraw') && names[names.length - 1] === 'submitline' && !names.includes('start')) return 4;
    return names[0] === 'name' && names.includes('priority') ? 2 : -1;
  }
  if (/^(cluster|parent|account|user)\s*-\s*'/.test(first)) return 1;
  if (first.startsWith('reservationname=') || first.startsWith('no reservations in the system')) return 3;
  return lines.some(line => /^(clustername|slurmctldhost|nodename|partitionname|schedulertype|prioritytype)=/i.test(line)) ? 0 : -1;
}
// The files that belong into no field; the others are in theirs afterwards.
export async function withoutTexts(files) {
  const here = place(), left = [];
  if (!here) return files;
  const fields = here.dataset.texts.split(',');
  for (const file of files) {
    const field = fieldOf(await file.slice(0, HEAD).text());
    if (field < 0 || file.size > LONGEST) left.push(file);
    else set(fields[field], {value: await file.text()});
  }
  return left;
}
export function furnishTexts(take) {
  const here = place();
  if (!here || here.firstChild) return;
  const input = Object.assign(document.createElement('input'), {type: 'file', multiple: true});
  input.setAttribute('aria-label', 'Files: slurm.conf, the tree of accounts, QOS, reservations, jobs, the log');
  input.addEventListener('change', () => { take([...input.files]); input.value = ''; });
  here.appendChild(input);
}
