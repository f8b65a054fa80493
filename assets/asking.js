/* A request whose answer does not come is made again, a few times and ever later; then whoever asked says so, and people
can ask again.

A connection may break before, in or after an answer, and a server or proxy may be away for a moment.  What is asked here
only reads, or starts what is known by its key, so that asking twice does no harm.

Offers window.queuescope.ask(address, {signal, late, patience, take, told, ...options of fetch}): a promise of what `take`
makes of the answer; without `take` the answer, with all of its body.  It never fails but by its signal.
- late: ms after which an answer counts as late; patience: ms after which an attempt is given up.
- told({kind, again}) is called when the kind changes: "late", "asking" (the last attempt failed, another follows),
  "failed" (no other follows by itself); told(null) when the answer is there.  again() asks at once.
- An answer is none where the connection broke, `take` failed, or its status is among AWAY.
*/
(() => {
  'use strict';
  const WAITS = [400, 1000, 2500, 6000];    // ms before each further attempt
  const AWAY = new Set([408, 429, 500, 502, 503, 504]);
  const LATE = 5000, PATIENCE = 60000;      // ms
  const plain = window.fetch.bind(window);  // as it was before whoever else stands in for it

  async function whole(answer) {            // an answer may break off in its body
    const body = await answer.arrayBuffer(), {status, statusText, headers} = answer;
    return new Response([204, 205, 304].includes(status) ? null : body, {status, statusText, headers});
  }

  async function ask(address, {signal, late = LATE, patience = PATIENCE, take = whole, told = () => {}, ...options} = {}) {
    const attempt = {options, signal, late, patience, take, say: said(told)};
    for (let at = 0; ; at += 1) {
      const {came, answer, hurried} = await once(address, attempt);
      if (signal && signal.aborted) throw new DOMException('Nobody waits for this answer any more.', 'AbortError');
      if (came) { attempt.say(null); return answer; }
      if (hurried || await pause(at < WAITS.length ? WAITS[at] : Infinity, attempt)) at = -1;      // from the beginning
    }
  }
  function said(told) {
    let before = null;
    return (kind, again) => {
      if (kind || before) told(kind ? {kind, again} : null);
      before = kind;
    };
  }
  // {came: true, answer}; without an answer {hurried}: whether somebody asked again meanwhile
  async function once(address, {options, signal, late, patience, take, say}) {
    const own = new AbortController(), stop = () => own.abort();
    let hurried = false;
    const slow = setTimeout(() => say('late', () => { hurried = true; stop(); }), late);
    const over = patience < Infinity ? setTimeout(stop, patience) : 0;
    if (signal) signal.addEventListener('abort', stop);
    if (signal && signal.aborted) stop();
    try {
      const answer = await plain(address, {...options, signal: own.signal});
      return AWAY.has(answer.status) ? {} : {came: true, answer: await take(answer)};
    } catch (error) {
      return {hurried};
    } finally {
      clearTimeout(slow);
      clearTimeout(over);
      if (signal) signal.removeEventListener('abort', stop);
    }
  }
  // True where somebody asked again before its end, or the network came back.
  function pause(wait, {signal, say}) {
    return new Promise(done => {
      const end = asked => {
        clearTimeout(timer);
        window.removeEventListener('online', again);
        if (signal) signal.removeEventListener('abort', end);
        done(asked === true);
      };
      const again = () => end(true), timer = wait < Infinity ? setTimeout(end, wait) : 0;
      window.addEventListener('online', again);
      if (signal) signal.addEventListener('abort', end);
      say(wait < Infinity ? 'asking' : 'failed', again);
    });
  }

  window.queuescope = Object.assign(window.queuescope || {}, {ask});
})();
