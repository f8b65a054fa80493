/* Several files that are one log, as a tar archive: sorted by name, without times and owners, so that the same files are
the same archive whoever makes it (scheduler/formats/reading/several.py makes the same bytes).
*/
const BLOCK = 512, RECORD = 20 * BLOCK, LONGEST = 90;
const plain = name => [...name].map(c => (/^[ -~]$/.test(c) && c !== '/' && c !== '\\' ? c : '_')).join('').slice(-LONGEST);
const byCode = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
export const together = files => `${[...files].sort(byCode)[0].name} and ${files.length - 1} more.tar`;

/* The 512 bytes before a file: its name, its size and their check sum. */
export function head(name, size) {
  const bytes = new Uint8Array(BLOCK);
  const put = (text, at) => { for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i); };
  put(plain(name), 0);
  for (const [at, value] of [[100, '0000644'], [108, '0000000'], [116, '0000000'], [124, size.toString(8).padStart(11, '0')],
    [136, '00000000000'], [148, '        '], [156, '0'], [257, 'ustar'], [263, '00']]) put(value, at);
  put(`${bytes.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}
export function archive(files) {
  const parts = [];
  let size = 0;
  for (const file of [...files].sort(byCode)) {
    const rest = new Uint8Array((BLOCK - file.size % BLOCK) % BLOCK);
    parts.push(head(file.name, file.size), file, rest);
    size += BLOCK + file.size + rest.length;
  }
  const end = 2 * BLOCK + (RECORD - (size + 2 * BLOCK) % RECORD) % RECORD;
  return new Blob([...parts, new Uint8Array(end)]);
}
