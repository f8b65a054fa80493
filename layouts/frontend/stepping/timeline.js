/* Where one is in a story (scheduler.explain.story): what has happened by an instant, and which instant comes next.

Nothing here touches a page.  A story is {processors, jobs, runs, instants, differences}; jobs are rows, times are seconds. */

// The place among the instants that a move leads to, from place `at`.
export const moves = {
  first: () => 0,
  back: (story, at) => Math.max(at - 1, 0),
  on: (story, at) => (at + 1 < story.instants.length ? at + 1 : 0),
  last: story => story.instants.length - 1,
  difference: (story, at) => after(story.differences, at),
  differenceBack: (story, at) => previous(story.differences, at),
  decision: (story, at) => after(decisionsOf(story), at),
  decisionBack: (story, at) => previous(decisionsOf(story), at),
  about: (story, at, job) => after(placesOf(story, job), at),
};
// The first of some places behind one, else the first of all; where there are none, the place itself.
const after = (places, at) => (places.length ? places.find(place => place > at) ?? places[0] : at);
// The last of some places before one, else the last of all.
const previous = (places, at) => (places.length ? places.findLast(place => place < at) ?? places[places.length - 1] : at);

// The places at which a run decides something.
export function decisionsOf(story) {
  const times = new Set(story.runs.flatMap(run => run.log.map(line => line[0])));
  return story.instants.flatMap((time, place) => (times.has(time) ? [place] : []));
}

// The places at which something happens to a job, or is decided about it, in any run.
export function placesOf(story, job) {
  const times = new Set(story.runs.flatMap(run => [run.submits[job], run.starts[job], run.ends[job],
    ...run.log.filter(line => line[2] === job).map(line => line[0])]));
  return story.instants.flatMap((time, place) => (times.has(time) ? [place] : []));
}
// The last instant not after a time; the first one where there is none.
export function placeAt(story, time) {
  return Math.max(story.instants.findLastIndex(instant => instant <= time), 0);
}

/* What a run shows at an instant.  held: what is decided at it is not known yet.
   - bars: [job, begin, end, first, count], cut at the instant; what begins just now has no width.
   - queue: jobs that wait, in the order of submission; reserved: [job, time] of those that hold a reservation;
   - lines: sentences of the log of this instant, {text, brief}; briefs: by job, what was decided about it last;
     fired: lines of the policy that decided then; events: jobs that end, are submitted, start now. */
export function shownOf(story, run, place, held) {
  const now = story.instants[place], before = start => (held ? start >= now : start > now);
  const isStopped = job => (run.stopped ?? []).some(([one, end, begin]) => one === job && end <= now && before(begin));
  const waits = job => run.submits[job] <= now && (before(run.starts[job]) || isStopped(job));
  const queue = story.jobs.map((_, job) => job).filter(waits).sort((a, b) => run.submits[a] - run.submits[b] || a - b);
  const bars = run.bars.filter(bar => (held ? bar[1] < now : bar[1] <= now)).map(([job, begin, end, first, count]) => [job, begin, Math.min(end, now), first, count]);
  const entries = held ? [] : run.log.filter(line => line[0] === now), lines = entries.map(([, , , text, , , brief]) => ({text, brief}));
  const decided = run.log.filter(([time]) => (held ? time < now : time <= now)), briefs = new Map(decided.map(line => [line[2], line[6]]));
  const fired = [...new Set(entries.map(line => line[5] ?? -1))].filter(line => line >= 0).sort((a, b) => a - b);
  return {bars, queue, reserved: held ? [] : reservedOf(run, queue, now), lines, briefs, fired, events: eventsOf(run, now, held)};
}
function reservedOf(run, queue, now) {
  return queue.flatMap(job => {
    const line = run.log.findLast(([time, kind, about]) => about === job && kind === 'wait' && time <= now);
    return line && line[4] !== null && line[4] >= now ? [[job, line[4]]] : [];
  });
}
const rowsAt = (times, now) => times.flatMap((time, job) => (time === now ? [job] : []));
const eventsOf = (run, now, held) => ({ends: rowsAt(run.ends, now), submits: rowsAt(run.submits, now), starts: held ? [] : rowsAt(run.starts, now)});

/* What a policy goes by at an instant, the first one first: [cells] of its view (scheduler.explain.policy_view).  held: what
begins at it is not known yet. */
export function viewRows(view, now, held) {
  return view.rows.filter(([from, until]) => (held ? from < now : from <= now) && now < until).sort((a, b) => a[2] - b[2]).map(row => row[3]);
}

// What happens at an instant, in a sentence; name(job) and instant(time) are words.
export function eventWords({ends, submits, starts}) {
  const part = (jobs, one, many) => (jobs.length ? [`${jobs.length > 1 ? 'jobs' : 'job'} ${inWords(jobs)} ${jobs.length > 1 ? many : one}`] : []);
  return [...part(ends, 'ends', 'end'), ...part(submits, 'is submitted', 'are submitted'), ...part(starts, 'starts', 'start')].join('; ');
}
export const inWords = parts => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`);

// Ticks of an axis from 0 to `last`, whole steps of 1, 2 or 5 times a power of ten of the unit, at most `most` of them.
export function ticks(last, unit, most) {
  const least = last / unit / most, power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  const step = Math.max([1, 2, 5, 10].map(times => times * power).find(one => one >= least), 1);
  return Array.from({length: Math.floor(last / unit / step + 1e-9) + 1}, (_, count) => count * step);
}
export const plain = value => String(Math.round(value * 100) / 100);
