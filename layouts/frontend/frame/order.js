/* Which of two is newer: what the page holds, or an answer that was asked for before.

Answers of callbacks are made of the stores as they were when they were asked.  Somebody may have changed these since: picked
another job, say, while a tab was worked out.  Such an answer is asked for again, with what the stores hold now.  And where an
answer brings a store or the value of a field that has changed since it was asked, the change stays: it is the newer wish. */

// Stores of Compare of which content is made; where the charts are is of interest to links alone, as charts go there themselves.
const SHOWN = ['job', 'mode', 'plan', 'look', 'range'], OF_LINKS = [...SHOWN, 'gantt-window'];
// These, and all that scripts write, hold what somebody wants.  What callbacks alone write follows from an address or a job
// under way, and the newest answer is right: the one of an older address may have come just before.
const WANTED = [...OF_LINKS, 'tab', 'picked', 'history', 'goto', 'idle-asked'];
// Another comparison is shown as its address says, whatever was done to the one before.
const OTHER = ['runs', 'workload', 'baseline'];

const isSame = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
/* What has to be asked anew of a question {inputs, state, writes}: the new values of stores, {id: value}; null: nothing.
   inputs, state: the stores it was asked with, {id: value}; writes: ids; now(id): what a store holds, undefined for none. */
export function changedSince({inputs, state, writes}, now) {
  if ('url' in inputs) return null;         // an address says what stores are to hold
  const wanted = writes.includes('url') ? OF_LINKS : SHOWN;
  const changed = wanted.filter(id => id in state && now(id) !== undefined && !isSame(now(id), state[id]));
  return changed.length ? Object.fromEntries(changed.map(id => [id, now(id)])) : null;
}
/* An answer {response: {id: {property: value}}} without the stores and fields somebody has changed since it was asked.
   fields: what the fields it fills in held then, {id: value}; now(id, property): what a component holds; isTold(id): whether
   scripts write a store; isTabNewer(search): whether a tab was opened since the address was this one; isTyped(id): whether
   somebody has typed into a field since, of which its component may not have heard yet. */
const never = () => false;
export function withoutOlder(answer, {inputs, state, fields}, now, {isTold = never, isTabNewer = never, isTyped = never} = {}) {
  if ('url' in inputs && isTabNewer(inputs.url)) delete (answer.response || {}).tab;
  const response = answer.response || {}, sent = {data: {...state, ...inputs}, value: 'url' in inputs ? {} : fields};
  if (OTHER.some(id => response[id] && 'data' in response[id])) return answer;
  const isWanted = (id, property) => property === 'value' || WANTED.includes(id) || isTold(id);
  const isOlder = (id, property) => property === 'value' && isTyped(id) || sent[property] && id in sent[property] && isWanted(id, property)
    && now(id, property) !== undefined && !isSame(now(id, property), sent[property][id]);
  const newest = (id, values) => Object.entries(values).filter(([property]) => !isOlder(id, property));
  const kept = Object.entries(response).map(([id, values]) => [id, newest(id, values)]).filter(([, values]) => values.length);
  return {...answer, response: Object.fromEntries(kept.map(([id, values]) => [id, Object.fromEntries(values)]))};
}
/* Which values of a store came from its own choices.  The choices are set to all others, as to those of a link: told what they
   chose themselves, of which some is already old, they and the store would set each other for ever. */
export function ownChoices() {
  let chosen = [];
  return {
    choose(value) { chosen.push(value); return value; },
    isOwn(value) {
      const at = chosen.lastIndexOf(value);
      if (at >= 0) chosen = chosen.slice(at + 1);
      return at >= 0;
    },
  };
}
