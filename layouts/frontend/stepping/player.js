/* The player: one to four schedules in lockstep, the queue, and what the decision log says, step by step.

What this expects of the page (layouts.frame.player): an empty div of class qs-player, with data-story, the story as JSON
with `unit` {seconds, name}, `mark` (a job, -1 for none), `at` (a place among the instants), `held` (what is decided there is
not shown yet), `tools` (whether there are buttons) and `colors` (of the jobs, or null).  Everything is drawn here, without
the server.  A player tells each step by the event "qs-stepped", {place, time}.

The instant of a player with tools stands in the address, ?at=21600 (seconds), so that the link of the page leads back to it. */
import {onChange, whenReady} from '../page.js';
import {axes, bar, chart, frameOf, nowLine, roomFor} from './drawing.js';
import {instantOf, withInstant} from './instant_link.js';
import {decisionsOf, eventWords, moves, placeAt, plain, shownOf, viewRows} from './timeline.js';

const players = new Map();                  // element -> {story, at, held, text, drawnFor: pixels of its width}

const make = (name, props = {}, ...children) => {
  const made = Object.assign(document.createElement(name), props);
  made.append(...children);
  return made;
};
function button(text, title, act) {
  const made = make('button', {type: 'button', className: 'qs-button-low', textContent: text, title});
  made.addEventListener('click', act);
  return made;
}

// ---- what is drawn ------------------------------------------------------------------------------------------------
const label = (story, job) => String(story.jobs[job][0]);
const instantWords = (story, time) => `${plain(time / story.unit.seconds)} ${story.unit.name}`;
const isHeld = player => player.held && player.at === player.story.at;

function draw(home) {
  const player = players.get(home), {story, at} = player, now = story.instants[at];
  player.drawnFor = home.clientWidth;
  const last = story.instants[story.instants.length - 1] || 1, large = isPresented(), width = Math.max(home.clientWidth * (large ? BESIDE_WORDS : 1), 280);
  const most = large ? Math.max(innerHeight * ON_SCREEN / story.runs.length, LEAST) : Infinity;
  const frame = frameOf({processors: story.processors, last: last * 1.02, unit: story.unit, width, large, most, row: large ? 40 : 24});
  const shown = story.runs.map(run => shownOf(story, run, at, isHeld(player)));
  player.charts.replaceChildren(...story.runs.map((run, index) => panel(story, run, shown[index], frame, now, player)));
  if (player.tools) refreshTools(home, player, now);
  home.dispatchEvent(new CustomEvent('qs-stepped', {bubbles: true, detail: {place: at, time: now}}));
}
// Of a projector: the part of its height for all charts, and of its width for one; pixels of one at least.
const ON_SCREEN = 0.5, BESIDE_WORDS = 0.59, LEAST = 90;
const isPresented = () => document.documentElement.classList.contains('qs-present');
function panel(story, run, shown, frame, now, player) {
  const promises = shown.reserved.map(one => reservation(story, run, frame, one));
  const parts = [...axes(frame), ...promises, ...shown.bars.map(one => drawnBar(story, run, frame, one, shown.briefs)), nowLine(frame, now)];
  const name = `${run.name} until ${instantWords(story, now)}: ${inChart(story, run, shown)}`;
  const rest = below(story, run, shown, player);
  return make('section', {className: 'qs-play-run'}, make('h3', {textContent: run.name}), chart(frame, name, parts), ...rest);
}
// The lines of the policy; those that decided something at this instant are lit.
function codeOf({name, code}, fired) {
  if (!code || !code.length) return [];
  const lines = code.map((text, place) => {
    const line = make('li', {className: fired.includes(place) ? 'qs-play-fired' : ''}, make('code', {textContent: text.trim()}));
    line.style.setProperty('--depth', (text.length - text.trimStart().length) / 4);
    if (fired.includes(place)) line.append(make('span', {className: 'qs-play-decided', textContent: 'decided now'}));
    return line;
  });
  const list = make('ol', {className: 'qs-play-code'}, ...lines);
  list.setAttribute('aria-label', `What ${name} does`);
  return [list];
}
function inChart(story, run, {bars}) {
  const jobs = [...new Set(bars.map(([job]) => job))];
  return jobs.map(job => `job ${label(story, job)} from ${instantWords(story, run.starts[job])}`).join(', ') || 'nothing has started';
}
function drawnBar(story, run, frame, one, briefs) {
  const [job] = one, isMarked = job === story.mark;
  const fill = story.colors && !isMarked ? story.colors[job] : '';
  const title = `job ${label(story, job)}: ${sizeWords(story, job)}, submitted at `
    + `${instantWords(story, run.submits[job])}, starts at ${instantWords(story, run.starts[job])}${decided(briefs, job)}`;
  return bar(frame, one, {kind: isMarked ? 'qs-play-marked' : '', fill, label: label(story, job), title});
}
// A second line of a title: what was decided about a job last.
const decided = (briefs, job) => (briefs.has(job) ? `\n${briefs.get(job)}` : '');
function sizeWords(story, job) {
  const size = story.jobs[job][2], name = story.has_tasks ? 'task' : 'processor';
  return `${size} ${name}${size === 1 ? '' : 's'}`;
}
// Where the job will really stand, if it starts then; else from the lowest processor.
function reservation(story, run, frame, [job, shadow]) {
  const [, , processors, requested] = story.jobs[job];
  const kept = run.starts[job] === shadow && run.bars.find(one => one[0] === job);
  const first = kept ? kept[3] : Math.max(roomFor([], shadow, shadow + requested, processors, story.processors), 0);
  const title = `reserved for job ${label(story, job)} from ${instantWords(story, shadow)}`;
  return bar(frame, [job, shadow, shadow + requested, first, processors], {kind: 'qs-play-promise', label: label(story, job), title});
}
function below(story, run, {queue, lines, briefs, fired, events}, player) {
  if (!player.tools) return [];
  const happens = eventWords({ends: named(story, events.ends), submits: named(story, events.submits), starts: named(story, events.starts)});
  const entries = lines.map(({text, brief}) => make('li', isPresented() ? {textContent: brief, title: text} : {textContent: text}));
  const said = make('ul', {className: 'qs-play-log'}, ...entries);
  const text = happens ? `${happens[0].toUpperCase()}${happens.slice(1)}.` : 'Nothing happens here.';
  const words = make('div', {}, make('p', {className: 'qs-play-events', textContent: text}), said);
  const view = run.view ? [viewOf(story, run.view, viewRows(run.view, story.instants[player.at], isHeld(player)))] : [];
  return [queueOf(story, queue, briefs), make('div', {className: 'qs-play-words'}, words, ...view, ...codeOf(run, fired))];
}
// What the policy goes by: the first line is who is ahead.
const VIEWED = 12;                          // lines at most
function viewOf(story, {title, columns, ordered}, rows) {
  const words = cell => (typeof cell !== 'object' ? cell : 'time' in cell ? instantWords(story, cell.time) : plain(cell.number));
  const head = make('tr', {}, ...columns.map(name => make('th', {scope: 'col', textContent: name})));
  const lines = rows.slice(0, VIEWED).map(cells => make('tr', {}, ...cells.map(cell => make('td', {textContent: words(cell)}))));
  const more = rows.length > VIEWED ? [make('tr', {}, make('td', {colSpan: columns.length, textContent: `and ${rows.length - VIEWED} more`}))] : [];
  const none = rows.length ? [] : [make('tr', {}, make('td', {colSpan: columns.length, textContent: 'none'}))];
  return make('table', {className: `qs-play-view${ordered ? ' qs-play-ordered' : ''}`}, make('caption', {textContent: title}), make('thead', {}, head),
    make('tbody', {}, ...lines, ...more, ...none));
}
const named = (story, jobs) => jobs.map(job => label(story, job));
const QUEUED = 40, WIDEST = 110, HIGHEST = 34;     // pixels of a job of the queue; jobs drawn at most
function queueOf(story, queue, briefs) {
  const longest = Math.max(...story.jobs.map(job => job[3]), 1);
  const boxes = queue.slice(0, QUEUED).map(job => {
    const [id, , processors, requested] = story.jobs[job];
    const box = make('li', {textContent: String(id), title: `job ${id}: ${sizeWords(story, job)} for ${instantWords(story, requested)}${decided(briefs, job)}`});
    const wide = Math.max(requested / longest * WIDEST, 26), high = Math.max(processors / story.processors * HIGHEST, 18);
    Object.assign(box.style, {width: `${wide}px`, height: `${high}px`});
    if (job === story.mark) box.className = 'qs-play-marked';
    return box;
  });
  const more = queue.length > QUEUED ? [make('li', {className: 'qs-soft', textContent: `and ${queue.length - QUEUED} more`})] : [];
  const title = make('span', {textContent: queue.length ? 'Queue' : 'Queue: empty'});
  return make('div', {className: 'qs-play-queue'}, title, ...(queue.length ? [make('ol', {}, ...boxes, ...more)] : []));
}

// ---- moving -------------------------------------------------------------------------------------------------------
function move(home, place) {
  const player = players.get(home);
  player.at = Math.min(Math.max(place, 0), player.story.instants.length - 1);
  player.held = false;
  draw(home);
  keepInstant(player);
}
let written = {search: null, text: null};   // by which player the instant of the address was written last
function keepInstant({tools, story, at, text}) {
  if (!tools || visible().length > 1) return;
  const search = withInstant(location.search, story.instants[at]);
  if (search !== location.search) history.replaceState(history.state, '', location.pathname + search + location.hash);
  written = {search, text};
}
// The instant that the address asks for; null where another story wrote it, which this one has taken the place of.
function askedInstant({tools}, text) {
  const isOfOther = location.search === written.search && text !== written.text;
  return tools && !isOfOther ? instantOf(location.search) : null;
}
// The player of the page is brought to the instant of an address that came from elsewhere, and does not write it again.
export function arriveAt(search) {
  const time = instantOf(search), stepped = [...players].filter(([home, {tools}]) => tools && home.isConnected);
  if (time === null || stepped.length !== 1) return;
  const [[home, player]] = stepped;
  player.at = placeAt(player.story, time);
  player.held = false;
  draw(home);
}
const visible = () => [...players].filter(([home, {tools}]) => tools && home.isConnected && home.offsetParent !== null);
function toolsOf(home, player) {
  const {story} = player, go = (kind, job) => () => move(home, moves[kind](story, player.at, job));
  player.slider = make('input', {type: 'range', min: 0, max: story.instants.length - 1, step: 1, className: 'qs-play-slider'});
  player.slider.setAttribute('aria-label', 'Step');
  player.slider.addEventListener('input', () => move(home, Number(player.slider.value)));
  const back = button('Back', 'one event back (←)', go('back')), on = button('Step', 'the next event (→)', go('on'));
  const row = make('div', {className: 'qs-row qs-play-tools', role: 'group'}, back, player.slider, on);
  const decisions = decisionsOf(story).length;
  if (decisions && decisions < story.instants.length) row.append(button('Next decision', 'the next instant at which a run decides something (Shift+→)', go('decision')));
  if (story.differences.length) row.append(button('Next difference', 'the next instant at which they decide differently (V)', go('difference')));
  if (story.jobs.length > 1) row.append(...aboutJob(home, player));
  row.setAttribute('aria-label', 'Steps');
  return [row, player.status = make('p', {className: 'qs-play-status', role: 'status'})];
}
function aboutJob(home, player) {
  const {story} = player, options = story.jobs.map((job, row) => make('option', {value: row, textContent: `job ${job[0]}`}));
  const choose = make('select', {className: 'qs-play-choose'}, ...options);
  choose.setAttribute('aria-label', 'Job to follow');
  choose.value = Math.max(story.mark, 0);
  choose.addEventListener('change', () => { story.mark = Number(choose.value); draw(home); });
  const to = make('input', {type: 'text', inputMode: 'decimal', size: 5, className: 'qs-play-instant', placeholder: story.unit.name});
  to.setAttribute('aria-label', `Go to an instant, ${story.unit.name}`);
  to.addEventListener('change', () => {
    const time = Number(to.value.replace(',', '.'));
    if (to.value && time >= 0) move(home, placeAt(story, time * story.unit.seconds));
  });
  const next = button('Next about it', 'the next decision about this job', () => {
    story.mark = Number(choose.value);
    move(home, moves.about(story, player.at, story.mark));
  });
  return [choose, next, to];
}
function refreshTools(home, player, now) {
  const {story, at, slider, status} = player, difference = story.differences.includes(at) ? ' They decide differently here.' : '';
  slider.value = at;
  slider.setAttribute('aria-valuetext', `At ${instantWords(story, now)}`);
  status.textContent = `At ${instantWords(story, now)}, step ${at + 1} of ${story.instants.length}.${difference}`;
}
const OWN_KEYS = 'input, select, textarea, [contenteditable], [role=radio], [data-takes-keys]';
const KEYS = {ArrowLeft: 'back', ArrowRight: 'on', PageUp: 'back', PageDown: 'on', Home: 'first', End: 'last', KeyV: 'difference'};
const WITH_SHIFT = {ArrowLeft: 'decisionBack', ArrowRight: 'decision', KeyV: 'differenceBack'};
function press(event) {
  const kind = (event.shiftKey ? WITH_SHIFT : KEYS)[event.code];
  if (event.ctrlKey || event.metaKey || event.altKey || !kind) return;
  if (event.code.startsWith('Page') && !isPresented()) return;      // a clicker sends these keys
  const home = playerFor(event.target), player = home && players.get(home);
  if (!player || !player.tools || (event.target.matches && event.target.matches(OWN_KEYS))) return;
  event.preventDefault();
  event.stopPropagation();
  move(home, moves[kind](player.story, player.at));
}
// What has the focus there has no use for arrows: the words around a player, and the controls of slides and of a room.
const FREE = '.qs-play-free, .qs-slide-bar, .qs-class-foot-bar';
// The player around a focus; where nothing has the focus, the only one of the page.
function playerFor(target) {
  const around = target && target.closest && target.closest('.qs-player');
  const free = !target || target === document.body || target.id === 'page' || (target.closest && target.closest(FREE));
  const shown = [...players.keys()].filter(home => home.offsetParent !== null);
  return around || (free && shown.length === 1 ? shown[0] : null);
}

// ---- players come and go ------------------------------------------------------------------------------------------
function adopt() {
  for (const home of players.keys()) if (!home.isConnected) players.delete(home);
  for (const home of document.querySelectorAll('.qs-player[data-story]')) {
    if (!players.has(home) || players.get(home).text !== home.dataset.story) begin(home);
  }
}
function begin(home) {
  const story = JSON.parse(home.dataset.story), asked = askedInstant(story, home.dataset.story);
  const {held, tools} = story, at = asked === null ? story.at : placeAt(story, asked);
  const player = {story, text: home.dataset.story, at, held: held && asked === null, tools, charts: make('div', {className: 'qs-play-charts'})};
  players.set(home, player);
  home.replaceChildren(...(player.tools ? toolsOf(home, player) : []), player.charts);
  home.tabIndex = player.tools ? 0 : -1;
  draw(home);
  widths.observe(home);
}
/* One that is drawn while it is hidden, in another tab or behind another slide, has no width: it is drawn again where it gets
   one.  Several looks of the browser may come before a frame; the last width counts. */
const widths = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(entries => {
  for (const {target: home} of entries) {
    const player = players.get(home);
    if (player && home.clientWidth && home.clientWidth !== player.drawnFor) requestAnimationFrame(() => { if (players.get(home) === player) draw(home); });
  }
});

function drawAll() { for (const home of players.keys()) if (home.isConnected) draw(home); }

export function start() {
  whenReady(() => {
    document.addEventListener('keydown', press, true);
    window.addEventListener('resize', drawAll);
    new MutationObserver(drawAll).observe(document.documentElement, {attributes: true, attributeFilter: ['class']});
    onChange(adopt);
  });
}
