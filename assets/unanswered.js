/* Callbacks of Dash whose answer does not come are asked again, as assets/asking.js does it, and the page says so.

Dash gives up a callback at its first lost answer and shows nothing of it: views, facts or a table would be missing
until the page is loaded again.  Left as they are
- what an interval asks: its next tick asks the same;
- the polls of a background callback, whose failures say how a run ended.
What the server refuses is not asked again; the page shows why.
Of two requests for the same outputs only the newer one is of use: the older one is not asked again.

What this expects of Dash (4.4.1): requests go through window.fetch as it is when they are sent, and the body of a
callback begins with its outputs, followed by its inputs.  Other requests of the page are not touched.

Offers window.queuescope.askAloud(address): the answer of that address, asked for and said in the same way.
*/
(() => {
  'use strict';
  const q = window.queuescope;
  const ASKED = /\/_dash-(update-component|layout|dependencies)(\?|$)/, POLL = /[?&]cacheKey=/;
  const TICK = /"changedPropIds":\["[^"]*\.n_intervals"\]/;
  const NOTHING_NEW = 204;                  // what Dash calls "prevent update"
  const REFUSED = 400;
  const LATE = 30000;                       // ms: some views take long to be worked out
  const SAID = {failed: 'The server does not answer. A part of this page is missing or old.', asking: 'The server does not '
    + 'answer. A part of this page is asked for again.', late: 'A part of this page is late.'};     // the worst first
  const latest = new Map();                 // outputs -> the newest request for them
  const troubled = new Map();               // request -> {kind, again}
  const plain = window.fetch.bind(window);

  window.fetch = (address, options) => {
    const url = typeof address === 'string' ? address : '', body = options && typeof options.body === 'string' ? options.body : '';
    if (!ASKED.test(url)) return plain(address, options);
    const outputs = body.slice(0, body.indexOf(',"inputs":')) || url, older = latest.get(outputs), request = new AbortController();
    latest.set(outputs, request);
    if (older && troubled.has(older) && troubled.get(older).kind !== 'late') older.abort();
    return POLL.test(url) || TICK.test(body) ? plain(address, options) : answered(url, options, outputs, request);
  };
  function answered(url, options, outputs, request) {
    return q.ask(url, {...options, signal: request.signal, late: LATE, patience: Infinity, told: trouble => {
      if (trouble && trouble.kind !== 'late' && latest.has(outputs) && latest.get(outputs) !== request) request.abort();
      else told(request, trouble);
    }}).then(answer => {
      for (const {kind, again} of [...troubled.values()]) if (kind === 'failed') again();       // the server is there again
      if (answer.status === REFUSED) refused(answer.clone());
      return answer;
    }).finally(() => {
      told(request, null);
      if (latest.get(outputs) === request) latest.delete(outputs);
    }).catch(() => new Response(null, {status: NOTHING_NEW}));       // the newer request brings the answer
  }
  // To ask again is of no use: the page is older than the program, and the answer says so.
  async function refused(answer) {
    const text = await answer.text();
    if ((answer.headers.get('Content-Type') || '').startsWith('text/plain')) {
      window.dash_clientside.set_props('upload-state', {children: text});
    }
  }
  function told(request, trouble) {
    if (trouble) troubled.set(request, trouble); else if (!troubled.delete(request)) return;
    show();
  }
  function show() {
    const all = [...troubled.values()], kind = Object.keys(SAID).find(one => all.some(trouble => trouble.kind === one));
    q.offer(document.body, kind ? SAID[kind] : '', () => { for (const {again} of [...troubled.values()]) again(); });
  }

  q.askAloud = address => answered(address, {}, address, new AbortController());
})();
