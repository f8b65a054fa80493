/* Runs one program and ends: Python (Pyodide) plays the loop with it, in a worker that can reach nothing else.

This file is served by itself (layouts/topics/own_policy/python_files.py), with a content security policy under which only the files of
Pyodide load.  It gets one message, {pyodide, loop, source, columns, machine}, and says {kind}: "ready" when Python is there,
"progress" {ended, of}, "output" {text}, then "done" {start, reasons, reason, reserved, passes} or "error" {sentence, line,
trace}.  Whoever listens takes all of it for the words of a stranger.  A program is not asked to stop: the worker is ended.
*/
const MOST_OUTPUT = 20000;          // characters
const MOST_MEMORY = 512 * 1024 * 1024, PAGE = 65536;      // bytes
const EVERY = 0.2;                  // s between two reports
const GLUE = `
import json, sys, time
import own_policy_loop as loop

def written(*values, sep=" ", end="\\n", file=None, flush=False):
    sys.stdout.write((" " if sep is None else sep).join(map(str, values)) + ("\\n" if end is None else end))

def run(source, columns, machine, every, report):
    last = [0.0]
    columns = json.loads(columns)
    def look(ended):
        now = time.monotonic()
        if now - last[0] >= every:
            last[0] = now
            report(ended)
        return False
    try:
        outcome = loop.play(loop.load(source, "program", written), columns, machine, asked_to_stop=look)
    except loop.ProgramError as error:
        return json.dumps({"kind": "error", "sentence": str(error), "line": error.line, "trace": error.trace})
    texts = list(dict.fromkeys(text for text in outcome.reason if text))
    place = {text: at for at, text in enumerate(texts)}
    return json.dumps({"kind": "done", "start": outcome.start, "reasons": texts, "passes": outcome.passes,
                       "reason": [place.get(text, -1) for text in outcome.reason],
                       "reserved": [[one.now, one.row, one.time] for one in outcome.reserved[:20000]]})
run
`;

const post = message => self.postMessage(message);
// What Python writes of an outcome; numbers that JSON does not know are none, which the audit then names.
function read(text) {
  try { return JSON.parse(text); } catch { return JSON.parse(text.replace(/\bNaN\b|-?\bInfinity\b/g, 'null')); }
}
let left = MOST_OUTPUT;
function write(text) {
  if (left <= 0) return;
  const part = text.slice(0, left);
  left -= part.length;
  post({kind: 'output', text: left > 0 ? part : `${part}\n[More output is left out.]\n`});
}
// A program that asks for ever more memory is told that there is none, before the browser has none left.
function boundMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE > MOST_MEMORY) throw new RangeError('no more memory');
    return grow.call(this, pages);
  };
}
async function load({pyodide, loop}) {
  const {loadPyodide} = await import(`${pyodide}pyodide.mjs`);
  const decoder = new TextDecoder(), out = {write: bytes => { write(decoder.decode(bytes, {stream: true})); return bytes.length; }};
  const python = await loadPyodide({indexURL: pyodide, jsglobals: Object.create(null), checkAPIVersion: true});
  python.setStdout(out);
  python.setStderr(out);
  python.FS.writeFile('/home/pyodide/own_policy_loop.py', loop);
  return python.runPython(GLUE);
}

self.onmessage = async ({data}) => {
  self.onmessage = null;
  try {
    boundMemory();
    const run = await load(data);
    post({kind: 'ready'});
    const {source, columns, machine, of} = await new Promise(done => { self.onmessage = event => done(event.data); });
    post(read(run(source, columns, machine, EVERY, ended => post({kind: 'progress', ended, of}))));
  } catch (error) {
    post({kind: 'error', sentence: `Python ended: ${String(error).slice(-500)}`, line: 0, trace: ''});
  }
};
