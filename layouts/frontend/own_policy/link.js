/* A program in the address of the page, #program=..., so that a link holds it and no server is told: deflated, in the letters
of base64 for addresses.  Whatever does not read, or is too long, is no program. */
const FIELD = 'program', NAME = 'name', LONGEST = 20000, LONGEST_NAME = 40;      // characters of a program, of its name

const lettersOf = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const bytesOf = letters => Uint8Array.from(atob(letters.replace(/-/g, '+').replace(/_/g, '/')), sign => sign.charCodeAt(0));
const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));

// The part of an address behind #; '' where the program is too long for a link.
export async function written(source, name = '') {
  if (source.length > LONGEST) return '';
  const packed = new Uint8Array(await through(new TextEncoder().encode(source), new CompressionStream('deflate-raw')).arrayBuffer());
  return `#${FIELD}=${lettersOf(packed)}${name ? `&${NAME}=${encodeURIComponent(name)}` : ''}`;
}
// {source, name} of such a part; null where it names none that reads.
export async function read(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, '')), letters = fields.get(FIELD);
  if (!letters || letters.length > 2 * LONGEST || !/^[\w-]+$/.test(letters)) return null;
  try {
    const reader = through(bytesOf(letters), new DecompressionStream('deflate-raw')).body.getReader(), decoder = new TextDecoder('utf-8', {fatal: true});
    let source = '';
    for (let part = await reader.read(); !part.done && source.length <= LONGEST; part = await reader.read()) source += decoder.decode(part.value, {stream: true});
    return source.length <= LONGEST ? {source, name: (fields.get(NAME) || '').slice(0, LONGEST_NAME)} : null;
  } catch { return null; }
}
