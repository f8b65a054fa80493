/* All that rests on the inside of Dash and of plotly.js, and nothing else does.

What is public of both may change with a major version; what is used here may change with any.  CHECKED names the
versions it was last checked against, broken() looks whether everything is still as it is used here, and a test of the
browser fails with that list.  Each patch can be left out: the server names those in QUEUESCOPE_WITHOUT_PATCHES, which the
page carries in <meta name="queuescope-without-patches">.  Without a patch everything works, but slower or less surely:

- store: Dash's store hears of every component that is drawn, not only of those it knows;
- presses: a button that appears asks for what presses of it ask, a press that is being answered is lost, and so is one of
  a button that is drawn anew just then;
- requests: what Dash asks of the server is asked once, and what comes too late for its component is left out;
- events: Dash is told of each movement of a chart, and sends the figure to the chart again;
- ticks: ticks are set through plotly, which draws the axis once more;
- plotly: Dash loads the whole of plotly, four times as large;
- scripts: every page begins with the editable table, and with what browsers have by themselves.
*/
export const CHECKED = {dash: '4.4.1', plotly: '4.1.1'};
export const PATCHES = ['store', 'presses', 'requests', 'events', 'ticks', 'plotly', 'scripts'];

export function isPatched(name) {
  const meta = document.querySelector('meta[name=queuescope-without-patches]');
  return !(meta && meta.content.split(/[\s,]+/).includes(name));
}

// ---- what plotly has drawn ----------------------------------------------------------------------------------------
const CHART = '.js-plotly-plot', COVER = 'dragcover';

export const everyChart = (within = document) => [...within.querySelectorAll(CHART)];
export const chartAround = node => (node && node.closest ? node.closest(CHART) : null);
export const chartIn = node => (node ? node.querySelector(CHART) : null);
export const isDrawn = gd => Boolean(gd && gd._fullLayout);
export const fullLayout = gd => gd._fullLayout;
export const fullTraces = gd => gd._fullData;
export const containerOf = gd => gd.querySelector('.svg-container');
export const hoverLabel = gd => gd.querySelector('.hovertext');
export const hasDrawing = holder => Boolean(holder.querySelector(`${CHART} .main-svg`));
export const textsOf = gd => [...gd.querySelectorAll('.main-svg text')];
export const isToolbar = node => Boolean(node.closest && node.closest('.modebar'));
export const resetButton = node => (node.closest ? node.closest('.modebar-btn[data-val="reset"]') : null);

/* The chart at a place of the window.  While a button is down plotly lays a cover over the page, so that the target of an
   event says nothing; what else lies over a chart, say a menu, hides it. */
export function chartAt({clientX, clientY}) {
  const below = document.elementsFromPoint(clientX, clientY).find(node => !node.classList.contains(COVER));
  return chartAround(below);
}
// The same, through whatever lies over the chart.
export function chartBelow({clientX, clientY}) {
  return chartAround(document.elementsFromPoint(clientX, clientY).find(node => node.closest(CHART)));
}

/* An axis of a drawn chart: pixels from the left or top edge of the chart to where it begins, its length in pixels, its
   range in data, and the way between pixels (from its beginning) and data. */
export function axisOf(gd, name = 'xaxis') {
  const axis = gd._fullLayout[name];
  return {offset: axis._offset, length: axis._length, range: axis.range.map(Number), least: axis.minallowed, most: axis.maxallowed,
    toData: pixels => axis.p2d(pixels), toPixels: value => axis.d2p(value)};
}
// Where data is drawn, in pixels of the chart: {left, width, top, height}, all rows of it together.
export function plotArea(gd) {
  const {xaxis, _size} = gd._fullLayout;
  return {left: xaxis._offset, width: xaxis._length, top: _size.t, height: _size.h};
}

/* Ticks where plotly draws from: as a part of a change of the range they would make it several times slower.  Returns
   what has to be part of the change. */
export function setTicks(gd, tickvals, ticktext) {
  if (!isPatched('ticks')) return {'xaxis.tickmode': 'array', 'xaxis.tickvals': tickvals, 'xaxis.ticktext': ticktext};
  for (const axis of [gd._fullLayout.xaxis, gd.layout.xaxis]) Object.assign(axis, {tickmode: 'array', tickvals, ticktext});
  return {};
}

// ---- what plotly tells --------------------------------------------------------------------------------------------
const taken = new WeakSet();                // functions `emit` of ours
const listening = new WeakMap();            // function `on` of a chart -> names of its listeners; a new drawing has another

/* Hear of an event of a chart once, however often this is asked; plotly tells only whoever asks each chart.
   Returns whether it is heard from now on. */
export function listenOnce(gd, event, listener) {
  if (!gd.on) return false;
  const names = listening.get(gd.on) || new Set();
  if (names.has(event)) return true;
  listening.set(gd.on, names.add(event));
  gd.on(event, listener);
  return true;
}
// Whether a chart, as it is drawn now, has events that have neither been taken over nor left alone.
export const isUntouched = gd => Boolean(gd.emit) && !taken.has(gd.emit) && !taken.has(gd.on);

/* From now on movements of a chart are told to `moved(change, final)` and to nobody else, and `redrawn()` is called after
   the whole figure was drawn again. */
export function takeOver(gd, {moved, redrawn}) {
  if (!isPatched('events')) {
    gd.on('plotly_relayout', change => moved(change, true));
    gd.on('plotly_relayouting', change => moved(change, false));
    gd.on('plotly_react', redrawn);
    taken.add(gd.on);
    return;
  }
  const emit = gd.emit.bind(gd);
  gd.emit = (name, ...rest) => {
    if (name === 'plotly_relayout' || name === 'plotly_relayouting') {
      if (moved(rest[0], name === 'plotly_relayout')) return true;
    }
    const answer = emit(name, ...rest);
    if (name === 'plotly_react') redrawn();
    return answer;
  };
  taken.add(gd.emit);
}
// A chart that is not to be taken over is passed over from now on.
export const leaveAlone = gd => { taken.add(gd.emit); };

// ---- Dash ---------------------------------------------------------------------------------------------------------
let configured = null;                      // what the page says of the server; it stays the same
function config() {
  const element = configured ? null : document.getElementById('_dash-config');
  if (element) configured = JSON.parse(element.textContent);
  return configured;
}
// What every address on this server begins with.
export const prefix = () => (config() || {requests_pathname_prefix: '/'}).requests_pathname_prefix;
/* Behind a proxy all addresses may begin with a prefix: withoutPrefix() leaves it out of a path, withPrefix() puts it
   before an address of this server that begins with a slash, pathHere() is the path of the page without it. */
export const withoutPrefix = path => (prefix() !== '/' && `${path}/`.startsWith(prefix()) ? `/${path.slice(prefix().length)}` : path);
export const withPrefix = address => (address.startsWith('/') ? prefix() + withoutPrefix(address).slice(1) : address);
export const pathHere = () => withoutPrefix(location.pathname);
export const dashVersion = () => (config() || {}).dash_version;

// The properties of a component; null where there is none of that id.
export function propsOf(id) {
  const component = window.dash_component_api && componentOf(id);
  return component ? component.props : null;
}
// Of a pattern that no component on the page has, Dash answers with the whole page: a component is one that has that id.
// Of a name that none has it fails.
function componentOf(id) {
  let component = null;
  try { component = window.dash_component_api.getLayout(id); } catch { return null; }
  return component && component.props && sameId(component.props.id, id) ? component : null;
}
const sameId = (one, other) => JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
const inOrder = id => (id && typeof id === 'object' ? Object.entries(id).sort() : id);
// Whether a component can be told; where Dash does not say, it can.
export const isOnPage = id => !window.dash_component_api || Boolean(componentOf(id));

/* After every action each component on the page looks whether it is concerned: a comparison has a thousand components, and
   to draw it takes hundreds of actions.  Two things spare the browser a good half of that:

   A component that has just been drawn tells Dash's store to forget how often it was drawn before.  Nearly always there is
   nothing to forget, and then the store need not hear of it.  Of Dash: RESET_COMPONENT_STATE drops the entries of
   state.layoutHashes, a plain object, whose keys begin with the path of the component, joined by commas.  Where that is
   not so, nothing is left out.

   The components look once after several actions that follow on each other, not after each: at once where the layout has
   changed, since a second press counts on from the first; after all that the browser is at where only the books on
   callbacks have.  Of Dash: stores are pushed to window.dash_stores before anything is drawn, and after Dash's own
   observers, which go on hearing of every action, have subscribed; components are drawn from the newest state, whenever
   they look; what they show is in state.layout, which every change of a property replaces. */
export function patchStores() {
  const stores = window.dash_stores = window.dash_stores || [];
  stores.push = store => {
    if (isPatched('presses')) leaveOutAppearances(store);
    if (isPatched('store')) {
      leaveOutResets(store);
      tellTogether(store);
    }
    return Array.prototype.push.call(stores, store);
  };
}
function leaveOutResets(store) {
  const dispatch = store.dispatch;
  store.dispatch = action => {
    const path = action.type === 'RESET_COMPONENT_STATE' && action.payload.itempath;
    return path && !hasEntries(store, path) ? action : dispatch(action);
  };
}
function tellTogether(store) {
  const subscribe = store.subscribe;
  store.subscribe = listener => {
    const later = new MessageChannel();     // a timer would keep a page that is opened behind another one waiting for seconds
    let {layout} = store.getState(), isDue = false, isSoon = false;
    const tell = () => {
      if (!isDue) return;
      isDue = isSoon = false;
      listener();
    };
    later.port1.onmessage = tell;
    const leave = subscribe(() => {
      const before = layout;
      layout = store.getState().layout;
      if (layout !== before && !isSoon) { isSoon = true; queueMicrotask(tell); }
      else if (!isDue) later.port2.postMessage(null);
      isDue = true;
    });
    return () => { isDue = false; leave(); later.port1.close(); };
  };
}
function hasEntries(store, path) {
  const hashes = store.getState().layoutHashes, begin = path.join(',');
  for (const key in hashes) if (key.startsWith(begin)) return true;
  return !hashes;
}

/* When a button appears, Dash calls what its presses call, prevent_initial_call or not.  Where a press of another button of
   that callback is being answered, this call takes its place: the answer is thrown away, and the press did nothing.  Calls
   that nobody pressed for are left out.

   Of Dash: the action Callbacks.AddRequested, by itself or within a Callbacks.Aggregate, has a list of calls; each has
   changedPropIds, {id.property: 1 (its component appeared) or 2 (it changed)}, and its callback. */
const ADDED = 'Callbacks.AddRequested', TOGETHER = 'Callbacks.Aggregate', CHANGED = 2;
const PRESSES = new Set(['n_clicks', 'n_submit', 'n_blur']);
const isPressed = ({callback, changedPropIds}) => !callback.prevent_initial_call || !callback.inputs.length
  || callback.inputs.some(({property}) => !PRESSES.has(property)) || Object.values(changedPropIds).includes(CHANGED);
export function withoutAppearances(action) {
  if (!action || !Array.isArray(action.payload)) return action;
  if (action.type === TOGETHER) return {...action, payload: action.payload.map(withoutAppearances)};
  return action.type === ADDED ? {...action, payload: action.payload.filter(isPressed)} : action;
}
function leaveOutAppearances(store) {
  const dispatch = store.dispatch;
  store.dispatch = action => dispatch(withoutAppearances(action));
}

const CALLBACK = /\/_dash-(update-component|layout|dependencies)(\?|$)/, POLL = /[?&]cacheKey=/;
const TICK = /"changedPropIds":\["[^"]*\.n_intervals"\]/;

/* Dash reads how often a button was pressed when it asks, a moment after the press.  Where an answer drew the button anew in
   between, that is never, and the press would do nothing: it is counted as one.

   Of Dash: a callback is asked with changedPropIds, a list of `id.property`, with inputs, each {id, property, value} or a
   list of such, and the text of an id is the id of the element. */
const JUST_NOW = 5000;                      // ms: a slow computer may take this long from a press to the request
const presses = new Map();                  // id of a button -> {at, asked: outputs that were asked for with this press}
function notePress({target}) {
  const button = target.closest && target.closest('button[id]');
  if (button) presses.set(button.id, {at: performance.now(), asked: new Set()});
}
// Whether a button was pressed, and these outputs were not yet asked for with that press; from now on they are.
function isNews(id, outputs) {
  const press = presses.get(id);
  if (!press || performance.now() - press.at > JUST_NOW || press.asked.has(outputs)) return false;
  press.asked.add(outputs);
  return true;
}
export function withPresses(body, isLatest) {
  if (!body.includes('.n_clicks"')) return body;
  const asked = JSON.parse(body), changed = new Set(asked.changedPropIds);
  let isLost = false;
  for (const input of asked.inputs.flat()) {
    const id = nameOfId(input.id);
    if (input.property !== 'n_clicks' || !changed.has(`${id}.n_clicks`) || !isLatest(id) || input.value) continue;
    input.value = 1;
    isLost = true;
  }
  return isLost ? JSON.stringify(asked) : body;
}

/* Let `answer(address, options, outputs, {repeatable, question})` answer what Dash asks of the server; null: Dash asks by
   itself.  outputs: what a callback is to bring, as text; repeatable: false for the tick of an interval and the poll of a
   background callback; question: of a callback that an interval calls again, all it is asked with but the count of ticks.

   newest(answer, body, fields): what is left of the answer to a body in the moment in which Dash takes it.  An answer may have a
   `question`, the body that it answers, where that is not the one Dash sent.  fields: what the fields it fills in held when Dash
   asked, {id: {value, text}}, ids as nameOfId writes them.

   Of Dash: requests go through window.fetch as it is when they are sent, and the body of a callback begins with its
   outputs, followed by its inputs.  Other requests of the page are not touched. */
export function patchRequests(answer, newest = kept => kept) {
  document.addEventListener('click', notePress, true);
  if (!isPatched('requests')) return;
  const plain = window.fetch.bind(window);
  window.fetch = (address, options) => {
    const url = typeof address === 'string' ? address : '', body = options && typeof options.body === 'string' ? options.body : '';
    if (!CALLBACK.test(url)) return plain(address, options);
    const outputs = body.slice(0, body.indexOf(',"inputs":')) || url, pressed = isPatched('presses') && withPresses(body, id => isNews(id, outputs));
    if (pressed && pressed !== body) options = {...options, body: pressed};
    const [store] = window.dash_stores || [], paths = store && store.getState().paths, fields = fieldsOf(outputs);
    const answered = answer(url, options, outputs, {repeatable: !POLL.test(url) && !TICK.test(body), question: questionOf(body)}) || plain(address, options);
    return paths && /figure|"property":"(data|value)"/.test(outputs)
      ? answered.then(one => inTime(one, store, paths, kept => newest(kept, one.question || body, fields))) : answered;
  };
}

/* What a callback is asked with: {inputs, state: {id: data} of stores, writes: ids}, without components whose ids are objects; null
   of another body.  Of Dash: outputs is one or a list of {id, property}, the others lists of {id, property, value} or of lists
   of such, where an id is a pattern. */
export function questionIn(body) {
  if (!body.startsWith('{"output"')) return null;
  const asked = JSON.parse(body), inputs = (asked.inputs || []).flat(), state = (asked.state || []).flat();
  const isNamed = ({id}) => typeof id === 'string', isStore = one => isNamed(one) && one.property === 'data';
  const held = list => Object.fromEntries(list.filter(isStore).map(({id, value}) => [id, value]));
  const [address] = inputs.filter(({id}) => id === 'url'), url = address ? {url: address.value ?? null} : {};
  return {inputs: {...url, ...held(inputs)}, state: held(state), writes: [asked.outputs].flat().filter(isNamed).map(({id}) => id)};
}
// What the fields that a callback fills in hold now, and what stands in them; outputs: the beginning of its body.
function fieldsOf(outputs) {
  if (!outputs.includes('"property":"value"')) return {};
  const fields = [JSON.parse(`${outputs}}`).outputs].flat(Infinity).filter(({id, property}) => property === 'value' && propsOf(id));
  return Object.fromEntries(fields.map(({id}) => [nameOfId(id), {value: propsOf(id).value ?? null, text: textIn(nameOfId(id))}]));
}
/* What stands in a field one can type into, by its id; null: it is none.  Dash hears of it a moment after somebody has typed.
   What is typed into a list of choices is a search, not its value. */
export function textIn(name) {
  const element = document.getElementById(name);
  return element && typeof element.value === 'string' && element.getAttribute('aria-haspopup') !== 'listbox' ? element.value : null;
}
// An id as Dash writes it in an element and in an answer, and back.
export const nameOfId = id => (id && typeof id === 'object' ? JSON.stringify(id, Object.keys(id).sort()) : id);
export const idOfName = name => (name.startsWith('{') ? JSON.parse(name) : name);
// The same body, with what stores hold now as its state.
export function withState(body, values) {
  const asked = JSON.parse(body), isStore = ({id, property}) => property === 'data' && typeof id === 'string' && id in values;
  return JSON.stringify({...asked, state: asked.state.map(one => (isStore(one) ? {...one, value: values[one.id]} : one))});
}
export function questionOf(body) {
  if (!body.includes('"n_intervals"')) return null;
  const {inputs, state} = JSON.parse(body);
  return JSON.stringify([inputs, state], (_, value) => (value && value.property === 'n_intervals' ? null : value));
}

/* A callback may answer with changes of a figure (Patch) after the component went, or another one came in its place: in
   another color scheme, say, all tabs are made anew.  Dash then fails, with the outputs that were still right.  Such
   changes are left out; what was made anew has been made of the newest state.

   Of Dash: an answer is read with json() and applied before anything else can happen.  It is {response: {id: {property:
   value}}}, a patch is an object with __dash_patch_update, and it is applied to what lies at the path that its component had
   when the callback was asked: state.paths.strs by id, and by the names of an id that is an object, joined by commas,
   state.paths.objs: [{values, path}]. */
const PATCHED = '__dash_patch_update';
export async function inTime(answer, store, paths, newest = kept => kept) {
  if (!answer.ok) return answer;            // nothing to apply; Dash reads what it says more than once
  const text = await answer.text(), {status, statusText, headers} = answer;
  const kept = new Response([204, 205, 304].includes(status) ? null : text, {status, statusText, headers});
  const inPlace = all => (text.includes(PATCHED) ? withoutLost(all, paths, store.getState().layout) : all);
  if (text) kept.json = async () => newest(inPlace(JSON.parse(text)));
  return kept;
}
export function withoutLost(answer, paths, layout) {
  const kept = Object.entries(answer.response || {}).map(([id, values]) => {
    const component = componentAt(layout, pathOf(paths, id)), {props} = component || {};
    const isPatchable = name => Boolean(props) && nameOfId(props.id) === id && props[name] !== undefined;
    return [id, Object.fromEntries(Object.entries(values).filter(([name, value]) => !(value && value[PATCHED]) || isPatchable(name)))];
  });
  return {...answer, response: Object.fromEntries(kept.filter(([, values]) => Object.keys(values).length))};
}
const componentAt = (layout, path) => path && path.reduce((within, step) => (within ? within[step] : undefined), layout);
function pathOf(paths, id) {
  if (!id.startsWith('{')) return paths.strs[id];
  const parts = JSON.parse(id), names = Object.keys(parts).sort(), all = paths.objs[names.join(',')] || [];
  const found = all.find(({values}) => names.every((name, at) => values[at] === parts[name]));
  return found && found.path;
}

/* The script of plotly that has the kinds of charts we draw, a quarter of the whole; the page says where it is
   (layouts.server.page_files).  Dash fetches plotly with the first chart from window._dashPlotlyJSURL, which it sets as
   it begins, unless window.Plotly is there already.  Without the patch it fetches the whole. */
const plotlyAddress = () => (document.querySelector('meta[name=queuescope-plotly]') || {content: ''}).content;
export function patchPlotly() {
  if (!isPatched('plotly') || !plotlyAddress()) return;
  const own = prefix() + plotlyAddress();
  Object.defineProperty(window, '_dashPlotlyJSURL', {get: () => own, set: () => {}, configurable: true});
}
/* Fetch plotly with the page.  Dash gives up after 30 s: with the tables of six runs to build at the same moment a slow
   machine would miss that, and show no chart at all. */
export function fetchPlotly() {
  const script = document.createElement('script');
  script.src = window._dashPlotlyJSURL || `${prefix()}_dash-component-suites/plotly/package_data/plotly.min.js`;
  document.head.appendChild(script);
}

/* The editable table has the largest script of all, and few pages have one: it comes with the first table that is drawn; the
   page says where it is (layouts.server.page_files).  Until then a component of its name stands in for it.

   Of Dash: a component is window[namespace][name] whenever it is drawn, a property _dashprivate_isLazyComponentReady is
   true or a promise of that, and dashRenderType asks for a property of that name.  Of the table: its script sets
   window.dash_ag_grid, and takes what comes later from beside the last script that is not async. */
export function patchGrid() {
  const meta = document.querySelector('meta[name=queuescope-grid]'), {React} = window;
  if (!meta || !React) return;
  let coming = null, isReady = false;
  const fetched = () => coming = coming || fetchScript(withPrefix(meta.content)).then(() => {
    const real = window.dash_ag_grid;
    window.dash_ag_grid = {...real, AgGrid};        // what is drawn already stays
    isReady = true;
    return {default: real.AgGrid};
  }, () => ({default: () => React.createElement('p', null, 'The table could not be fetched; reload the page.')}));
  const Real = React.lazy(fetched);
  function AgGrid(props) { return React.createElement(React.Suspense, {fallback: null}, React.createElement(Real, props)); }
  AgGrid.dashRenderType = true;
  Object.defineProperty(AgGrid, '_dashprivate_isLazyComponentReady', {get: () => isReady || fetched().then(() => true)});
  window.dash_ag_grid = {AgGrid, getApi: () => null};
}
function fetchScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    Object.assign(script, {src: address, async: false, onload: resolve, onerror: reject});
    document.head.appendChild(script);
  });
}

// ---- whether all of this still holds ------------------------------------------------------------------------------
// Sentences, one for each thing that is not as it is used here; gd: a drawn chart with an axis of numbers.
export function broken(gd) {
  const layout = gd._fullLayout || {}, axis = layout.xaxis || {}, [store] = window.dash_stores || [];
  const callable = (owner, ...names) => names.every(name => owner && typeof owner[name] === 'function');
  const numeric = (owner, ...names) => names.every(name => owner && Number.isFinite(owner[name]));
  const rules = {
    'a drawn chart has the class js-plotly-plot': gd.matches(CHART),
    'a drawn chart has _fullLayout and _fullData': Boolean(gd._fullLayout) && Array.isArray(gd._fullData),
    'an axis has _offset and _length in pixels': numeric(axis, '_offset', '_length'),
    'an axis turns pixels into data and back (p2d, d2p)': callable(axis, 'p2d', 'd2p') && Math.abs(axis.d2p(axis.p2d(10)) - 10) < 1e-6,
    'the layout has its margins in _size': numeric(layout._size, 't', 'h', 'l', 'w'),
    'a chart has emit and on': callable(gd, 'emit', 'on'),
    'a chart has .svg-container and .main-svg': Boolean(containerOf(gd)) && Boolean(gd.querySelector('.main-svg')),
    'the area of a chart is .nsewdrag': Boolean(gd.querySelector('.nsewdrag')),
    'Dash keeps its store in window.dash_stores': callable(store, 'dispatch', 'getState', 'subscribe'),
    'Dash counts drawings in layoutHashes': Boolean(store) && typeof (store.getState() || {}).layoutHashes === 'object',
    'Dash keeps the paths of components in paths.strs and paths.objs': Boolean(store)
      && ['strs', 'objs'].every(name => typeof (store.getState().paths || {})[name] === 'object'),
    'Dash offers dash_component_api.getLayout': callable(window.dash_component_api, 'getLayout'),
    'Dash writes requests_pathname_prefix and dash_version into _dash-config': Boolean(config() && config().requests_pathname_prefix && dashVersion()),
    'Dash takes plotly from window._dashPlotlyJSURL': typeof window._dashPlotlyJSURL === 'string',
    [`Dash is version ${CHECKED.dash}, the one checked`]: dashVersion() === CHECKED.dash,
    [`plotly is version ${CHECKED.plotly}, the one checked`]: Boolean(window.Plotly) && window.Plotly.version === CHECKED.plotly,
  };
  return Object.keys(rules).filter(rule => !rules[rule]);
}
