/* The life of a worker: loaded once, run once, ended; the next one is loaded while the reader looks at the result.

A program that has run may have changed anything in its worker, so no worker runs two.  What a worker says is checked here:
numbers are numbers, texts are short, and who says too much is ended. */
const MOST_MESSAGES = 20000, MOST_TEXT = 4000, MOST_REASONS = 5000, LONGEST_REASON = 200;
const LOADING = 120000;             // ms that Python may take to load

const textOf = (value, most = MOST_TEXT) => (typeof value === 'string' ? value.slice(0, most) : '');
const numberOf = value => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const rowsOf = (value, most) => (Array.isArray(value) ? value.slice(0, most).map(numberOf) : []);

/* A message of a worker as one of ours; null for anything else.  jobs: how many starts there may be. */
export function checked(data, jobs) {
  const kind = data && typeof data === 'object' ? data.kind : null;
  if (kind === 'ready') return {kind};
  if (kind === 'progress') return {kind, ended: Math.min(Math.max(numberOf(data.ended) || 0, 0), jobs)};
  if (kind === 'output') return {kind, text: textOf(data.text, 25000)};
  if (kind === 'error') return {kind, sentence: textOf(data.sentence), line: numberOf(data.line) || 0, trace: textOf(data.trace)};
  if (kind !== 'done') return null;
  const reasons = Array.isArray(data.reasons) ? data.reasons.map(text => textOf(text, LONGEST_REASON)) : [];
  const kept = reasons.slice(0, MOST_REASONS);
  return {kind, start: rowsOf(data.start, 2 * jobs), reasons: kept, passes: numberOf(data.passes) || 0,
    reason: rowsOf(data.reason, 2 * jobs).map(place => (place !== null && place >= 0 && place < kept.length && kept[place] ? Math.trunc(place) : -1))};
}

/* Runs programs one at a time.
   - addresses: {worker, pyodide, loop}, absolute; make(address): a worker; fetchText(address): a promise of a text.
   - run({source, columns, machine, jobs, seconds}, tell): tell(message) hears "loading", "running", and what `checked` lets
     through; the last message is "done", "error", "late" (its time was over) or "stopped". */
export function newRunner({addresses, make, fetchText}) {
  let standby = null, current = null;

  function loaded() {
    const worker = make(addresses.worker), mine = {worker, tell: () => {}, isReady: false, failed: '', messages: 0, jobs: 0};
    worker.onmessage = ({data}) => mine.hear(data);
    worker.onerror = event => mine.fail(event.message || 'The worker could not be loaded.');
    mine.hear = data => {
      mine.messages += 1;
      if (mine.messages > MOST_MESSAGES) { mine.fail('The program says too much, and was ended.'); return; }
      const message = checked(data, mine.jobs);
      if (!message) return;
      if (message.kind === 'ready') mine.isReady = true;
      if (message.kind === 'error' && !mine.isReady) mine.failed = message.sentence;
      mine.tell(message);
    };
    mine.fail = words => { mine.failed = words; mine.tell({kind: 'error', sentence: words, line: 0, trace: ''}); };
    fetchText(addresses.loop).then(loop => worker.postMessage({pyodide: addresses.pyodide, loop}), () => mine.fail('The server does not answer.'));
    return mine;
  }
  function end(mine) {
    clearTimeout(mine.timer);
    mine.tell = () => {};
    mine.worker.terminate();
  }
  function finish(mine, tell, message) {
    if (current !== mine) return;
    current = null;
    end(mine);
    tell(message);
  }
  function run({source, columns, machine, jobs, seconds}, tell) {
    if (current) return;
    const mine = current = standby && !standby.failed ? standby : loaded();
    standby = null;
    mine.jobs = jobs;
    mine.stop = () => finish(mine, tell, {kind: 'stopped'});
    const begin = () => {
      clearTimeout(mine.timer);
      mine.timer = setTimeout(() => finish(mine, tell, {kind: 'late', seconds}), 1000 * seconds);
      tell({kind: 'running'});
      mine.worker.postMessage({source, columns: JSON.stringify(columns), machine, of: jobs});
    };
    mine.tell = message => {
      if (message.kind === 'ready') begin();
      else if (message.kind === 'done' || message.kind === 'error') finish(mine, tell, message);
      else tell(message);
    };
    mine.timer = setTimeout(() => finish(mine, tell, {kind: 'error', sentence: 'Python did not load within two minutes.', line: 0, trace: ''}), LOADING);
    if (mine.isReady) begin(); else tell({kind: 'loading'});
  }
  return {
    run,
    stop: () => current && current.stop(),
    isRunning: () => current !== null,
    prepare: () => { standby = standby && !standby.failed ? standby : loaded(); },
    close: () => { if (current) current.stop(); if (standby) end(standby); standby = null; },
  };
}
