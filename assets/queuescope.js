/* Made of layouts/frontend by "npm run build"; change it there. */
(() => {
  var __defProp = Object.defineProperty;
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, { get: all[name], enumerable: true });
  };

  // layouts/frontend/frame/address.js
  var address_exports = {};
  __export(address_exports, {
    copyLink: () => copyLink,
    currentLook: () => currentLook,
    hiddenOf: () => hiddenOf,
    replaceAddress: () => replaceAddress,
    searchOf: () => searchOf,
    start: () => start15,
    stepAfter: () => stepAfter,
    textOf: () => textOf,
    withHidden: () => withHidden,
    workloadSearch: () => workloadSearch
  });

  // layouts/frontend/internals.js
  var internals_exports = {};
  __export(internals_exports, {
    CHECKED: () => CHECKED,
    PATCHES: () => PATCHES,
    axisOf: () => axisOf,
    broken: () => broken,
    chartAround: () => chartAround,
    chartAt: () => chartAt,
    chartBelow: () => chartBelow,
    chartIn: () => chartIn,
    containerOf: () => containerOf,
    dashVersion: () => dashVersion,
    everyChart: () => everyChart,
    fetchPlotly: () => fetchPlotly,
    fullLayout: () => fullLayout,
    fullTraces: () => fullTraces,
    hasDrawing: () => hasDrawing,
    hoverLabel: () => hoverLabel,
    idOfName: () => idOfName,
    inTime: () => inTime,
    isDrawn: () => isDrawn,
    isOnPage: () => isOnPage,
    isPatched: () => isPatched,
    isToolbar: () => isToolbar,
    isUntouched: () => isUntouched,
    leaveAlone: () => leaveAlone,
    listenOnce: () => listenOnce,
    nameOfId: () => nameOfId,
    patchGrid: () => patchGrid,
    patchPlotly: () => patchPlotly,
    patchRequests: () => patchRequests,
    patchStores: () => patchStores,
    pathHere: () => pathHere,
    plotArea: () => plotArea,
    prefix: () => prefix,
    propsOf: () => propsOf,
    questionIn: () => questionIn,
    questionOf: () => questionOf,
    resetButton: () => resetButton,
    setTicks: () => setTicks,
    takeOver: () => takeOver,
    textIn: () => textIn,
    textsOf: () => textsOf,
    withPrefix: () => withPrefix,
    withPresses: () => withPresses,
    withState: () => withState,
    withoutAppearances: () => withoutAppearances,
    withoutLost: () => withoutLost,
    withoutPrefix: () => withoutPrefix
  });
  var CHECKED = { dash: "4.4.1", plotly: "4.1.1" };
  var PATCHES = ["store", "presses", "requests", "events", "ticks", "plotly", "scripts"];
  function isPatched(name) {
    const meta = document.querySelector("meta[name=queuescope-without-patches]");
    return !(meta && meta.content.split(/[\s,]+/).includes(name));
  }
  var CHART = ".js-plotly-plot";
  var COVER = "dragcover";
  var everyChart = (within2 = document) => [...within2.querySelectorAll(CHART)];
  var chartAround = (node) => node && node.closest ? node.closest(CHART) : null;
  var chartIn = (node) => node ? node.querySelector(CHART) : null;
  var isDrawn = (gd) => Boolean(gd && gd._fullLayout);
  var fullLayout = (gd) => gd._fullLayout;
  var fullTraces = (gd) => gd._fullData;
  var containerOf = (gd) => gd.querySelector(".svg-container");
  var hoverLabel = (gd) => gd.querySelector(".hovertext");
  var hasDrawing = (holder) => Boolean(holder.querySelector(`${CHART} .main-svg`));
  var textsOf = (gd) => [...gd.querySelectorAll(".main-svg text")];
  var isToolbar = (node) => Boolean(node.closest && node.closest(".modebar"));
  var resetButton = (node) => node.closest ? node.closest('.modebar-btn[data-val="reset"]') : null;
  function chartAt({ clientX, clientY }) {
    const below3 = document.elementsFromPoint(clientX, clientY).find((node) => !node.classList.contains(COVER));
    return chartAround(below3);
  }
  function chartBelow({ clientX, clientY }) {
    return chartAround(document.elementsFromPoint(clientX, clientY).find((node) => node.closest(CHART)));
  }
  function axisOf(gd, name = "xaxis") {
    const axis = gd._fullLayout[name];
    return {
      offset: axis._offset,
      length: axis._length,
      range: axis.range.map(Number),
      least: axis.minallowed,
      most: axis.maxallowed,
      toData: (pixels) => axis.p2d(pixels),
      toPixels: (value) => axis.d2p(value)
    };
  }
  function plotArea(gd) {
    const { xaxis, _size } = gd._fullLayout;
    return { left: xaxis._offset, width: xaxis._length, top: _size.t, height: _size.h };
  }
  function setTicks(gd, tickvals, ticktext) {
    if (!isPatched("ticks")) return { "xaxis.tickmode": "array", "xaxis.tickvals": tickvals, "xaxis.ticktext": ticktext };
    for (const axis of [gd._fullLayout.xaxis, gd.layout.xaxis]) Object.assign(axis, { tickmode: "array", tickvals, ticktext });
    return {};
  }
  var taken = /* @__PURE__ */ new WeakSet();
  var listening = /* @__PURE__ */ new WeakMap();
  function listenOnce(gd, event, listener) {
    if (!gd.on) return false;
    const names = listening.get(gd.on) || /* @__PURE__ */ new Set();
    if (names.has(event)) return true;
    listening.set(gd.on, names.add(event));
    gd.on(event, listener);
    return true;
  }
  var isUntouched = (gd) => Boolean(gd.emit) && !taken.has(gd.emit) && !taken.has(gd.on);
  function takeOver(gd, { moved: moved3, redrawn }) {
    if (!isPatched("events")) {
      gd.on("plotly_relayout", (change4) => moved3(change4, true));
      gd.on("plotly_relayouting", (change4) => moved3(change4, false));
      gd.on("plotly_react", redrawn);
      taken.add(gd.on);
      return;
    }
    const emit = gd.emit.bind(gd);
    gd.emit = (name, ...rest2) => {
      if (name === "plotly_relayout" || name === "plotly_relayouting") {
        if (moved3(rest2[0], name === "plotly_relayout")) return true;
      }
      const answer2 = emit(name, ...rest2);
      if (name === "plotly_react") redrawn();
      return answer2;
    };
    taken.add(gd.emit);
  }
  var leaveAlone = (gd) => {
    taken.add(gd.emit);
  };
  var configured = null;
  function config() {
    const element3 = configured ? null : document.getElementById("_dash-config");
    if (element3) configured = JSON.parse(element3.textContent);
    return configured;
  }
  var prefix = () => (config() || { requests_pathname_prefix: "/" }).requests_pathname_prefix;
  var withoutPrefix = (path2) => prefix() !== "/" && `${path2}/`.startsWith(prefix()) ? `/${path2.slice(prefix().length)}` : path2;
  var withPrefix = (address2) => address2.startsWith("/") ? prefix() + withoutPrefix(address2).slice(1) : address2;
  var pathHere = () => withoutPrefix(location.pathname);
  var dashVersion = () => (config() || {}).dash_version;
  function propsOf(id) {
    const component = window.dash_component_api && componentOf(id);
    return component ? component.props : null;
  }
  function componentOf(id) {
    let component = null;
    try {
      component = window.dash_component_api.getLayout(id);
    } catch {
      return null;
    }
    return component && component.props && sameId(component.props.id, id) ? component : null;
  }
  var sameId = (one, other) => JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
  var inOrder = (id) => id && typeof id === "object" ? Object.entries(id).sort() : id;
  var isOnPage = (id) => !window.dash_component_api || Boolean(componentOf(id));
  function patchStores() {
    const stores = window.dash_stores = window.dash_stores || [];
    stores.push = (store3) => {
      if (isPatched("presses")) leaveOutAppearances(store3);
      if (isPatched("store")) {
        leaveOutResets(store3);
        tellTogether(store3);
      }
      return Array.prototype.push.call(stores, store3);
    };
  }
  function leaveOutResets(store3) {
    const dispatch = store3.dispatch;
    store3.dispatch = (action) => {
      const path2 = action.type === "RESET_COMPONENT_STATE" && action.payload.itempath;
      return path2 && !hasEntries(store3, path2) ? action : dispatch(action);
    };
  }
  function tellTogether(store3) {
    const subscribe = store3.subscribe;
    store3.subscribe = (listener) => {
      const later2 = new MessageChannel();
      let { layout: layout2 } = store3.getState(), isDue = false, isSoon = false;
      const tell3 = () => {
        if (!isDue) return;
        isDue = isSoon = false;
        listener();
      };
      later2.port1.onmessage = tell3;
      const leave6 = subscribe(() => {
        const before2 = layout2;
        layout2 = store3.getState().layout;
        if (layout2 !== before2 && !isSoon) {
          isSoon = true;
          queueMicrotask(tell3);
        } else if (!isDue) later2.port2.postMessage(null);
        isDue = true;
      });
      return () => {
        isDue = false;
        leave6();
        later2.port1.close();
      };
    };
  }
  function hasEntries(store3, path2) {
    const hashes = store3.getState().layoutHashes, begin11 = path2.join(",");
    for (const key in hashes) if (key.startsWith(begin11)) return true;
    return !hashes;
  }
  var ADDED = "Callbacks.AddRequested";
  var TOGETHER = "Callbacks.Aggregate";
  var CHANGED = 2;
  var PRESSES = /* @__PURE__ */ new Set(["n_clicks", "n_submit", "n_blur"]);
  var isPressed = ({ callback, changedPropIds }) => !callback.prevent_initial_call || !callback.inputs.length || callback.inputs.some(({ property }) => !PRESSES.has(property)) || Object.values(changedPropIds).includes(CHANGED);
  function withoutAppearances(action) {
    if (!action || !Array.isArray(action.payload)) return action;
    if (action.type === TOGETHER) return { ...action, payload: action.payload.map(withoutAppearances) };
    return action.type === ADDED ? { ...action, payload: action.payload.filter(isPressed) } : action;
  }
  function leaveOutAppearances(store3) {
    const dispatch = store3.dispatch;
    store3.dispatch = (action) => dispatch(withoutAppearances(action));
  }
  var CALLBACK = /\/_dash-(update-component|layout|dependencies)(\?|$)/;
  var POLL = /[?&]cacheKey=/;
  var TICK = /"changedPropIds":\["[^"]*\.n_intervals"\]/;
  var JUST_NOW = 5e3;
  var presses = /* @__PURE__ */ new Map();
  function notePress({ target }) {
    const button6 = target.closest && target.closest("button[id]");
    if (button6) presses.set(button6.id, { at: performance.now(), asked: /* @__PURE__ */ new Set() });
  }
  function isNews(id, outputs) {
    const press16 = presses.get(id);
    if (!press16 || performance.now() - press16.at > JUST_NOW || press16.asked.has(outputs)) return false;
    press16.asked.add(outputs);
    return true;
  }
  function withPresses(body3, isLatest) {
    if (!body3.includes('.n_clicks"')) return body3;
    const asked4 = JSON.parse(body3), changed = new Set(asked4.changedPropIds);
    let isLost = false;
    for (const input of asked4.inputs.flat()) {
      const id = nameOfId(input.id);
      if (input.property !== "n_clicks" || !changed.has(`${id}.n_clicks`) || !isLatest(id) || input.value) continue;
      input.value = 1;
      isLost = true;
    }
    return isLost ? JSON.stringify(asked4) : body3;
  }
  function patchRequests(answer2, newest2 = (kept2) => kept2) {
    document.addEventListener("click", notePress, true);
    if (!isPatched("requests")) return;
    const plain3 = window.fetch.bind(window);
    window.fetch = (address2, options) => {
      const url = typeof address2 === "string" ? address2 : "", body3 = options && typeof options.body === "string" ? options.body : "";
      if (!CALLBACK.test(url)) return plain3(address2, options);
      const outputs = body3.slice(0, body3.indexOf(',"inputs":')) || url, pressed6 = isPatched("presses") && withPresses(body3, (id) => isNews(id, outputs));
      if (pressed6 && pressed6 !== body3) options = { ...options, body: pressed6 };
      const [store3] = window.dash_stores || [], paths = store3 && store3.getState().paths, fields = fieldsOf(outputs);
      const answered2 = answer2(url, options, outputs, { repeatable: !POLL.test(url) && !TICK.test(body3), question: questionOf(body3) }) || plain3(address2, options);
      return paths && /figure|"property":"(data|value)"/.test(outputs) ? answered2.then((one) => inTime(one, store3, paths, (kept2) => newest2(kept2, one.question || body3, fields))) : answered2;
    };
  }
  function questionIn(body3) {
    if (!body3.startsWith('{"output"')) return null;
    const asked4 = JSON.parse(body3), inputs = (asked4.inputs || []).flat(), state2 = (asked4.state || []).flat();
    const isNamed = ({ id }) => typeof id === "string", isStore = (one) => isNamed(one) && one.property === "data";
    const held2 = (list3) => Object.fromEntries(list3.filter(isStore).map(({ id, value }) => [id, value]));
    const [address2] = inputs.filter(({ id }) => id === "url"), url = address2 ? { url: address2.value ?? null } : {};
    return { inputs: { ...url, ...held2(inputs) }, state: held2(state2), writes: [asked4.outputs].flat().filter(isNamed).map(({ id }) => id) };
  }
  function fieldsOf(outputs) {
    if (!outputs.includes('"property":"value"')) return {};
    const fields = [JSON.parse(`${outputs}}`).outputs].flat(Infinity).filter(({ id, property }) => property === "value" && propsOf(id));
    return Object.fromEntries(fields.map(({ id }) => [nameOfId(id), { value: propsOf(id).value ?? null, text: textIn(nameOfId(id)) }]));
  }
  function textIn(name) {
    const element3 = document.getElementById(name);
    return element3 && typeof element3.value === "string" && element3.getAttribute("aria-haspopup") !== "listbox" ? element3.value : null;
  }
  var nameOfId = (id) => id && typeof id === "object" ? JSON.stringify(id, Object.keys(id).sort()) : id;
  var idOfName = (name) => name.startsWith("{") ? JSON.parse(name) : name;
  function withState(body3, values) {
    const asked4 = JSON.parse(body3), isStore = ({ id, property }) => property === "data" && typeof id === "string" && id in values;
    return JSON.stringify({ ...asked4, state: asked4.state.map((one) => isStore(one) ? { ...one, value: values[one.id] } : one) });
  }
  function questionOf(body3) {
    if (!body3.includes('"n_intervals"')) return null;
    const { inputs, state: state2 } = JSON.parse(body3);
    return JSON.stringify([inputs, state2], (_, value) => value && value.property === "n_intervals" ? null : value);
  }
  var PATCHED = "__dash_patch_update";
  async function inTime(answer2, store3, paths, newest2 = (kept2) => kept2) {
    if (!answer2.ok) return answer2;
    const text = await answer2.text(), { status, statusText, headers } = answer2;
    const kept2 = new Response([204, 205, 304].includes(status) ? null : text, { status, statusText, headers });
    const inPlace = (all) => text.includes(PATCHED) ? withoutLost(all, paths, store3.getState().layout) : all;
    if (text) kept2.json = async () => newest2(inPlace(JSON.parse(text)));
    return kept2;
  }
  function withoutLost(answer2, paths, layout2) {
    const kept2 = Object.entries(answer2.response || {}).map(([id, values]) => {
      const component = componentAt(layout2, pathOf(paths, id)), { props } = component || {};
      const isPatchable = (name) => Boolean(props) && nameOfId(props.id) === id && props[name] !== void 0;
      return [id, Object.fromEntries(Object.entries(values).filter(([name, value]) => !(value && value[PATCHED]) || isPatchable(name)))];
    });
    return { ...answer2, response: Object.fromEntries(kept2.filter(([, values]) => Object.keys(values).length)) };
  }
  var componentAt = (layout2, path2) => path2 && path2.reduce((within2, step6) => within2 ? within2[step6] : void 0, layout2);
  function pathOf(paths, id) {
    if (!id.startsWith("{")) return paths.strs[id];
    const parts3 = JSON.parse(id), names = Object.keys(parts3).sort(), all = paths.objs[names.join(",")] || [];
    const found = all.find(({ values }) => names.every((name, at3) => values[at3] === parts3[name]));
    return found && found.path;
  }
  var plotlyAddress = () => (document.querySelector("meta[name=queuescope-plotly]") || { content: "" }).content;
  function patchPlotly() {
    if (!isPatched("plotly") || !plotlyAddress()) return;
    const own = prefix() + plotlyAddress();
    Object.defineProperty(window, "_dashPlotlyJSURL", { get: () => own, set: () => {
    }, configurable: true });
  }
  function fetchPlotly() {
    const script = document.createElement("script");
    script.src = window._dashPlotlyJSURL || `${prefix()}_dash-component-suites/plotly/package_data/plotly.min.js`;
    document.head.appendChild(script);
  }
  function patchGrid() {
    const meta = document.querySelector("meta[name=queuescope-grid]"), { React } = window;
    if (!meta || !React) return;
    let coming2 = null, isReady = false;
    const fetched = () => coming2 = coming2 || fetchScript(withPrefix(meta.content)).then(() => {
      const real = window.dash_ag_grid;
      window.dash_ag_grid = { ...real, AgGrid };
      isReady = true;
      return { default: real.AgGrid };
    }, () => ({ default: () => React.createElement("p", null, "The table could not be fetched; reload the page.") }));
    const Real = React.lazy(fetched);
    function AgGrid(props) {
      return React.createElement(React.Suspense, { fallback: null }, React.createElement(Real, props));
    }
    AgGrid.dashRenderType = true;
    Object.defineProperty(AgGrid, "_dashprivate_isLazyComponentReady", { get: () => isReady || fetched().then(() => true) });
    window.dash_ag_grid = { AgGrid, getApi: () => null };
  }
  function fetchScript(address2) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { src: address2, async: false, onload: resolve, onerror: reject });
      document.head.appendChild(script);
    });
  }
  function broken(gd) {
    const layout2 = gd._fullLayout || {}, axis = layout2.xaxis || {}, [store3] = window.dash_stores || [];
    const callable = (owner, ...names) => names.every((name) => owner && typeof owner[name] === "function");
    const numeric = (owner, ...names) => names.every((name) => owner && Number.isFinite(owner[name]));
    const rules = {
      "a drawn chart has the class js-plotly-plot": gd.matches(CHART),
      "a drawn chart has _fullLayout and _fullData": Boolean(gd._fullLayout) && Array.isArray(gd._fullData),
      "an axis has _offset and _length in pixels": numeric(axis, "_offset", "_length"),
      "an axis turns pixels into data and back (p2d, d2p)": callable(axis, "p2d", "d2p") && Math.abs(axis.d2p(axis.p2d(10)) - 10) < 1e-6,
      "the layout has its margins in _size": numeric(layout2._size, "t", "h", "l", "w"),
      "a chart has emit and on": callable(gd, "emit", "on"),
      "a chart has .svg-container and .main-svg": Boolean(containerOf(gd)) && Boolean(gd.querySelector(".main-svg")),
      "the area of a chart is .nsewdrag": Boolean(gd.querySelector(".nsewdrag")),
      "Dash keeps its store in window.dash_stores": callable(store3, "dispatch", "getState", "subscribe"),
      "Dash counts drawings in layoutHashes": Boolean(store3) && typeof (store3.getState() || {}).layoutHashes === "object",
      "Dash keeps the paths of components in paths.strs and paths.objs": Boolean(store3) && ["strs", "objs"].every((name) => typeof (store3.getState().paths || {})[name] === "object"),
      "Dash offers dash_component_api.getLayout": callable(window.dash_component_api, "getLayout"),
      "Dash writes requests_pathname_prefix and dash_version into _dash-config": Boolean(config() && config().requests_pathname_prefix && dashVersion()),
      "Dash takes plotly from window._dashPlotlyJSURL": typeof window._dashPlotlyJSURL === "string",
      [`Dash is version ${CHECKED.dash}, the one checked`]: dashVersion() === CHECKED.dash,
      [`plotly is version ${CHECKED.plotly}, the one checked`]: Boolean(window.Plotly) && window.Plotly.version === CHECKED.plotly
    };
    return Object.keys(rules).filter((rule) => !rules[rule]);
  }

  // layouts/frontend/page.js
  var told = /* @__PURE__ */ new Set();
  var isTold = (id) => told.has(id);
  function set(id, props) {
    if ("data" in props) told.add(id);
    if (isOnPage(id)) window.dash_clientside.set_props(id, id === "url" && props.href ? { ...props, href: withPrefix(props.href) } : props);
  }
  var noUpdate = () => window.dash_clientside.no_update;
  var isOffered = (element3) => Boolean(element3 && !element3.closest("[hidden]") && (element3.offsetParent || element3.closest("details:not([open])")));
  var isThere = (id) => document.getElementById(id) !== null;
  var around = (event, selector) => event.target && event.target.closest ? event.target.closest(selector) : null;
  function offerToDash(namespace, functions) {
    const dash = window.dash_clientside = window.dash_clientside || {};
    dash[namespace] = Object.assign(dash[namespace] || {}, functions);
  }
  function tell(id, data) {
    if (!window.dash_clientside || !window.dash_clientside.set_props || !isOnPage(id)) return;
    set(id, { data });
  }
  function whenReady(work) {
    if (document.body) work();
    else document.addEventListener("DOMContentLoaded", work);
  }
  var isOnlyHere = (host) => /^(localhost|127\.|\[::1)/.test(host);
  function remembered(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }
  function remember(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
    }
  }
  var TWICE = 400;
  var STILL = 4;
  var pressedAt = null;
  var released = null;
  var isDouble = (before2, { x, y, at: at3 }) => Boolean(before2) && at3 - before2.at < TWICE && Math.hypot(x - before2.x, y - before2.y) <= STILL;
  function onDoubleClick(act3) {
    doubleClicked.push(act3);
  }
  var doubleClicked = [];
  function release(event) {
    const { clientX: x, clientY: y, timeStamp: at3 } = event, click4 = { x, y, at: at3 };
    if (event.button !== 0 || !pressedAt || Math.hypot(x - pressedAt.x, y - pressedAt.y) > STILL) {
      released = null;
      return;
    }
    const second = isDouble(released, click4);
    released = second ? null : click4;
    if (second) for (const act3 of doubleClicked) act3(event);
  }
  function watchClicks() {
    document.addEventListener("mousedown", ({ clientX: x, clientY: y }) => {
      pressedAt = { x, y };
    }, true);
    document.addEventListener("mouseup", release, true);
  }
  var lookers = [];
  var LONGEST = 300;
  var dueFrame = 0;
  var dueAnyway = 0;
  function onChange(look7) {
    lookers.push(look7);
    if (document.body) look7();
  }
  function lookAround() {
    cancelAnimationFrame(dueFrame);
    clearTimeout(dueAnyway);
    dueFrame = 0;
    for (const look7 of lookers) look7();
  }
  function watchPage() {
    new MutationObserver(() => {
      if (dueFrame) return;
      dueFrame = requestAnimationFrame(lookAround);
      dueAnyway = setTimeout(lookAround, LONGEST);
    }).observe(document.body, { childList: true, subtree: true });
    for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, () => {
      if (dueFrame) lookAround();
    }, true);
    lookAround();
  }
  var toast = null;
  var voice = null;
  var fading = 0;
  function announcer(name, role) {
    const element3 = document.createElement("div");
    element3.className = name;
    if (role) element3.setAttribute("role", role);
    element3.setAttribute("aria-live", "polite");
    document.body.appendChild(element3);
    return element3;
  }
  function notice(text, milliseconds) {
    clearTimeout(fading);
    toast.textContent = text;
    fading = setTimeout(() => {
      toast.textContent = "";
    }, milliseconds);
  }
  function say(text) {
    voice.textContent = voice.textContent === text ? `${text} ` : text;
  }
  function offer(home2, text, again2) {
    let box2 = home2.querySelector(":scope > .qs-unanswered");
    if (!text) {
      if (box2 && box2.contains(document.activeElement)) (home2.closest("[tabindex]") || document.getElementById("page")).focus({ preventScroll: true });
      if (box2) box2.remove();
      return;
    }
    if (!box2) {
      box2 = document.createElement("div");
      box2.className = "qs-unanswered";
      const button6 = Object.assign(document.createElement("button"), { type: "button", textContent: "Ask again" });
      button6.addEventListener("click", () => box2.again());
      const close3 = Object.assign(document.createElement("button"), { type: "button", textContent: "Close" });
      close3.addEventListener("click", () => {
        box2.hidden = true;
      });
      box2.append(document.createElement("span"), button6, close3);
      home2.append(box2);
    }
    box2.again = again2;
    if (box2.firstChild.textContent === text) return;
    box2.firstChild.textContent = text;
    box2.hidden = false;
    say(text);
  }
  function start() {
    watchClicks();
    whenReady(() => {
      toast = announcer("qs-toast", "status");
      voice = announcer("qs-unseen qs-voice", null);
      watchPage();
    });
  }

  // layouts/frontend/frame/open_work.js
  var open_work_exports = {};
  __export(open_work_exports, {
    besideChoices: () => besideChoices,
    go: () => go,
    keepViews: () => keepViews,
    openComparison: () => openComparison,
    rememberPage: () => rememberPage,
    searchFor: () => searchFor,
    start: () => start2,
    viewsOfOpen: () => viewsOfOpen,
    withOpen: () => withOpen,
    workloadOf: () => workloadOf
  });
  var PAGES = ["/workload", "/compare"];
  var MOST = 6;
  var RECENT = "queuescope recent";
  var LAST = "queuescope last page";
  var VIEWS = "queuescope views";
  var storedAs = (path2) => `queuescope ${path2}`;
  var announced = "";
  var listed = "";
  function stored(name) {
    try {
      return sessionStorage.getItem(name) || localStorage.getItem(name);
    } catch {
      return null;
    }
  }
  function store(name, value) {
    try {
      sessionStorage.setItem(name, value);
      localStorage.setItem(name, value);
    } catch {
    }
  }
  var workloadOf = (search) => (/[?&]w=([0-9a-f]{8,64})/.exec(search || "") || [])[1] || "";
  function searchFor(path2, { workload, compare, last: last3 }) {
    const own = path2 === "/compare" ? compare : path2 === "/workload" ? workload : "";
    const other = path2 === "/compare" ? workload : compare;
    const key = last3 && last3 !== path2 ? workloadOf(other) : "";
    if (!key || own && (workloadOf(own) === key || !workloadOf(own) && path2 === "/compare")) return own || "";
    return PAGES.includes(path2) ? `?w=${key}` : "";
  }
  var kept = () => ({ workload: stored(storedAs("/workload")), compare: stored(storedAs("/compare")), last: stored(LAST) });
  function rememberPage() {
    const { search } = location, pathname = pathHere(), isWhole2 = pathname !== "/compare" || new URLSearchParams(search).has("runs");
    if (search && PAGES.includes(pathname) && isWhole2) {
      store(storedAs(pathname), search);
      store(LAST, pathname);
    }
    const data = kept(), now2 = JSON.stringify([
      workloadOf(data.workload),
      data.workload && data.workload.includes("load="),
      workloadOf(data.compare),
      new URLSearchParams(data.compare || "").get("runs"),
      data.last
    ]);
    if (now2 === announced || !(data.workload || data.compare)) return;
    announced = now2;
    set("addresses", { data });
  }
  function go(href) {
    rememberPage();
    const path2 = href.split(/[?#]/)[0];
    set("url", { href: path2 === href && path2 !== pathHere() ? path2 + searchFor(path2, kept()) : href });
    return true;
  }
  function openComparison() {
    const params = new URLSearchParams(searchFor("/compare", kept()));
    params.delete("only");
    params.delete("place");
    return params.has("runs") ? `/compare?${String(params).replace(/%(2C|3A|40|7E)/g, decodeURIComponent)}` : "";
  }
  function keepViews(options, runs4) {
    const text = JSON.stringify({ runs: runs4, options });
    if (runs4 && text !== stored(VIEWS)) store(VIEWS, text);
  }
  function viewsOfOpen() {
    try {
      const { runs: runs4, options } = JSON.parse(stored(VIEWS)), open6 = new URLSearchParams(openComparison().split("?")[1]).get("runs");
      return runs4 === open6 ? JSON.parse(options).actions.filter(({ say: say6, tab }) => typeof say6 === "string" && typeof tab === "string") : [];
    } catch {
      return [];
    }
  }
  function followLink(event) {
    const link2 = around(event, "a.qs-link, a.qs-door, #recent-work a");
    if (link2) rememberPage();
    if (!link2 || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const { pathname: path2, search } = new URL(link2.href), pathname = withoutPrefix(path2);
    if (!search && (pathname === pathHere() || !searchFor(pathname, kept()))) return;
    event.preventDefault();
    event.stopPropagation();
    go(pathname + search);
  }
  function withOpen(list3, names) {
    if (!names.length) return list3;
    const { href } = names[names.length - 1], name = names.length > 1 ? `${names[1].name} on ${names[0].name}` : names[0].name;
    const same2 = (one) => workloadOf(one.href) === workloadOf(href) && one.href.startsWith(href.split("?")[0]) && one.name === name;
    return [{ name, href }, ...list3.filter((one) => !same2(one) && one.href !== href)].slice(0, MOST);
  }
  function recentWork() {
    try {
      const list3 = JSON.parse(localStorage.getItem(RECENT) || "[]");
      return Array.isArray(list3) ? list3.filter((one) => one && typeof one.name === "string" && /^\/(workload|compare)\?/.test(one.href)) : [];
    } catch {
      return [];
    }
  }
  function openNames(names) {
    const own = (names || []).map((one) => ({ ...one, href: withoutPrefix(one.href) }));
    try {
      localStorage.setItem(RECENT, JSON.stringify(withOpen(recentWork(), own)));
    } catch {
    }
    listed = "";
    showRecent();
    return noUpdate();
  }
  var filled = [];
  function besideChoices(shown3, recent, values) {
    const { first: first2, second, names } = shown3 || { first: "", second: "", names: {} };
    const lately = recent.filter((one) => workloadOf(one.href)).map((one) => [workloadOf(one.href), one.name.replace(/^.* on (?=\S)/, "")]);
    const data = [...new Map([...lately.reverse(), ...Object.entries(names)]).entries()].map(([value, label2]) => ({ value, label: label2 })).reverse();
    const isNewer = (value, at3) => Boolean(value) && value !== filled[at3], keys = [first2 || null, second || null];
    const newest2 = keys.map((key, at3) => isNewer(values[at3], at3) ? values[at3] : key);
    filled = keys;
    return [data, data, ...newest2];
  }
  function showRecent() {
    const place7 = document.getElementById("recent-work"), section = document.getElementById("recent");
    if (!place7 || !section) {
      listed = "";
      return;
    }
    const work = recentWork(), now2 = JSON.stringify(work);
    if (listed === now2 && place7.childElementCount === work.length) return;
    listed = now2;
    place7.replaceChildren(...work.map(({ name, href }) => {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("a"), { href: withPrefix(href), textContent: name }));
      return item;
    }));
    section.hidden = !work.length;
  }
  function start2() {
    offerToDash("queuescope", { openNames, besideChoices: (shown3, ...values) => besideChoices(shown3, recentWork(), values) });
    document.addEventListener("click", followLink, true);
    onChange(showRecent);
  }

  // layouts/frontend/frame/order.js
  var SHOWN = ["job", "mode", "plan", "look", "range"];
  var OF_LINKS = [...SHOWN, "gantt-window"];
  var WANTED = [...OF_LINKS, "tab", "picked", "history", "goto", "idle-asked"];
  var OTHER = ["runs", "workload", "baseline"];
  var isSame = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
  function changedSince({ inputs, state: state2, writes }, now2) {
    if ("url" in inputs) return null;
    const wanted2 = writes.includes("url") ? OF_LINKS : SHOWN;
    const changed = wanted2.filter((id) => id in state2 && now2(id) !== void 0 && !isSame(now2(id), state2[id]));
    return changed.length ? Object.fromEntries(changed.map((id) => [id, now2(id)])) : null;
  }
  var never = () => false;
  function withoutOlder(answer2, { inputs, state: state2, fields }, now2, { isTold: isTold2 = never, isTabNewer: isTabNewer2 = never, isTyped = never } = {}) {
    if ("url" in inputs && isTabNewer2(inputs.url)) delete (answer2.response || {}).tab;
    const response = answer2.response || {}, sent2 = { data: { ...state2, ...inputs }, value: "url" in inputs ? {} : fields };
    if (OTHER.some((id) => response[id] && "data" in response[id])) return answer2;
    const isWanted = (id, property) => property === "value" || WANTED.includes(id) || isTold2(id);
    const isOlder = (id, property) => property === "value" && isTyped(id) || sent2[property] && id in sent2[property] && isWanted(id, property) && now2(id, property) !== void 0 && !isSame(now2(id, property), sent2[property][id]);
    const newest2 = (id, values) => Object.entries(values).filter(([property]) => !isOlder(id, property));
    const kept2 = Object.entries(response).map(([id, values]) => [id, newest2(id, values)]).filter(([, values]) => values.length);
    return { ...answer2, response: Object.fromEntries(kept2.map(([id, values]) => [id, Object.fromEntries(values)])) };
  }
  function ownChoices() {
    let chosen = [];
    return {
      choose(value) {
        chosen.push(value);
        return value;
      },
      isOwn(value) {
        const at3 = chosen.lastIndexOf(value);
        if (at3 >= 0) chosen = chosen.slice(at3 + 1);
        return at3 >= 0;
      }
    };
  }

  // layouts/frontend/gantt/range.js
  var range_exports = {};
  __export(range_exports, {
    drawRange: () => drawRange,
    rangeBox: () => rangeBox,
    selectedRange: () => selectedRange,
    setRange: () => setRange,
    start: () => start14
  });

  // layouts/frontend/forms/durations.js
  var DAY = 86400;
  var UNKNOWN = "—";
  var SCALES = [
    // below (s, after rounding), large unit, its s, small unit, its s, digits
    [3600, "min", 60, "s", 1, 2],
    [DAY, "h", 3600, "min", 60, 2],
    [14 * DAY, "d", DAY, "h", 3600, 2],
    [730 * DAY, "wk", 7 * DAY, "d", DAY, 1],
    [Infinity, "y", 365 * DAY, "wk", 7 * DAY, 1]
  ];
  var isLength = (seconds) => typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0;
  var twoDigits = (value) => String(value).padStart(2, "0");
  function roundHalfEven(value) {
    const low = Math.floor(value), rest2 = value - low;
    return rest2 === 0.5 ? low + low % 2 : Math.round(value);
  }
  function human(seconds) {
    if (!isLength(seconds)) return UNKNOWN;
    const short = Number(seconds.toPrecision(3));
    if (short < 60) return seconds === 0 || seconds >= 1e-3 ? `${short} s` : "under 0.001 s";
    const [, large, size, small2, step6, digits] = SCALES.find(([below3, , , , unit2]) => roundHalfEven(seconds / unit2) * unit2 < below3);
    const whole2 = roundHalfEven(seconds / step6) * step6;
    return `${Math.floor(whole2 / size)} ${large} ${String(Math.floor(whole2 % size / step6)).padStart(digits, "0")} ${small2}`;
  }
  function moment(seconds) {
    if (!Number.isFinite(seconds)) return UNKNOWN;
    const whole2 = Math.floor(seconds + 1e-9), days = Math.floor(whole2 / DAY), left = whole2 - days * DAY;
    const clock = `${twoDigits(Math.floor(left / 3600))}:${twoDigits(Math.floor(left % 3600 / 60))}${left % 60 ? `:${twoDigits(left % 60)}` : ""}`;
    return days ? `day ${days} ${clock}` : clock;
  }
  function slurm(seconds) {
    if (!isLength(seconds)) return UNKNOWN;
    const thousandths = seconds < 60 ? Math.floor(1e3 * seconds + 0.5) : 1e3 * roundHalfEven(seconds), rest2 = thousandths % 1e3;
    const whole2 = (thousandths - rest2) / 1e3, left = whole2 % DAY;
    const clock = [Math.floor(left / 3600), Math.floor(left % 3600 / 60), left % 60].map(twoDigits).join(":");
    return `${Math.floor(whole2 / DAY)}-${clock}${rest2 ? `.${String(rest2).padStart(3, "0").replace(/0+$/, "")}` : ""}`;
  }
  function inSeconds(seconds) {
    if (!isLength(seconds)) return UNKNOWN;
    const short = Number(seconds.toPrecision(3));
    if (short < 1e3) return seconds === 0 || seconds >= 1e-3 ? `${short} s` : "under 0.001 s";
    return `${String(roundHalfEven(seconds)).replace(/\B(?=(\d{3})+$)/g, " ")} s`;
  }
  var inExactSeconds = (seconds) => isLength(seconds) ? `${roundHalfEven(1e3 * seconds) / 1e3} s` : UNKNOWN;
  var inAllUnits = (seconds) => isLength(seconds) ? `${human(seconds)} · ${slurm(seconds)} · ${inExactSeconds(seconds)}` : UNKNOWN;

  // layouts/frontend/gantt/geometry.js
  var SLIGHT = 1e-9;
  var isNear = (a, b, span) => Math.abs(a - b) <= SLIGHT * Math.max(span, SLIGHT);
  var sameSide = (a, b) => a === b || Boolean(a && b) && isNear(a[0], b[0], b[1] - b[0]) && isNear(a[1], b[1], b[1] - b[0]);
  var sameWindow = (a, b) => Boolean(a && b) && sameSide(a, b) && sameSide(a.slice(2), b.slice(2));
  var isWithin = (a, b) => [0, 2].every((at3) => {
    const slack = SLIGHT * (b[at3 + 1] - b[at3]);
    return a[at3] >= b[at3] - slack && a[at3 + 1] <= b[at3 + 1] + slack;
  });
  var overlaps = (a, b) => a[0] < b[1] && a[1] > b[0] && a[2] < b[3] && a[3] > b[2];
  function clampedSide(a, b, low, high) {
    const span = Math.min(Math.max(b - a, (high - low) * SLIGHT), high - low), from = Math.min(Math.max(a, low), high - span);
    if (from - low < SLIGHT * span) return [low, low + span];
    return high - span - from < SLIGHT * span ? [high - span, high] : [from, from + span];
  }
  function clamped(w, extent) {
    const times2 = clampedSide(w[0], w[1], extent[0], extent[1]), hasRows = Number.isFinite(extent[2]) && extent[3] > extent[2];
    if (hasRows && Number.isFinite(extent[3])) return [...times2, ...clampedSide(w[2], w[3], extent[2], extent[3])];
    return [...times2, ...w[2] < w[3] ? w.slice(2) : [0, 1]];
  }
  function zoomedSide([a, b], factor, place7) {
    const inside = place7 !== void 0 && place7 !== null && place7 >= a && place7 <= b, fixed2 = inside ? place7 : (a + b) / 2;
    return [fixed2 - (fixed2 - a) / factor, fixed2 + (b - fixed2) / factor];
  }
  function shiftInto(a, b, low, high) {
    if (low >= a && high <= b || low <= a && high >= b) return 0;
    return high - low < b - a ? (low + high) / 2 - (a + b) / 2 : low - a - (b - a) / 10;
  }
  function widened(low, high, from, to, length2) {
    const unit2 = (high - low) / length2, before2 = Math.min(length2, Math.ceil(Math.max(0, low - from) / unit2 - SLIGHT));
    const after2 = Math.min(length2, Math.ceil(Math.max(0, to - high) / unit2 - SLIGHT));
    return [low - before2 * unit2, high + after2 * unit2, Math.round(length2) + before2 + after2];
  }
  var pixelsOf = (box2, w, width, height) => [
    (box2[0] - w[0]) / (w[1] - w[0]) * width,
    (w[3] - box2[3]) / (w[3] - w[2]) * height,
    (box2[1] - w[0]) / (w[1] - w[0]) * width,
    (w[3] - box2[2]) / (w[3] - w[2]) * height
  ];
  function brushedTimes(part, [a, b], [low, high], begin11, now2) {
    const inside = Math.min(Math.max(now2, low), high), by = now2 - begin11;
    if (part === "window") return [a + by, b + by];
    const [from, to] = part === "new" ? [begin11, inside] : part === "from" ? [a + by, b] : [a, b + by];
    return [Math.max(low, Math.min(from, to)), Math.min(high, Math.max(from, to))];
  }
  function nearestEdge(t, edges2, reach) {
    let low = 0, high = edges2.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (edges2[middle] < t) low = middle + 1;
      else high = middle;
    }
    const near2 = [edges2[low - 1], edges2[low]].filter((edge) => edge !== void 0 && Math.abs(edge - t) <= reach);
    return near2.length ? near2.reduce((a, b) => Math.abs(b - t) < Math.abs(a - t) ? b : a) : null;
  }
  function snappedRange(range, edges2, reach) {
    let [from, to] = [nearestEdge(range.r0, edges2, reach), nearestEdge(range.r1, edges2, reach)];
    if (from !== null && from === to) {
      if (Math.abs(from - range.r0) <= Math.abs(to - range.r1)) to = null;
      else from = null;
    }
    return { range: { ...range, r0: from ?? range.r0, r1: to ?? range.r1 }, from: from !== null, to: to !== null };
  }

  // layouts/frontend/gantt/charts.js
  var states = /* @__PURE__ */ new WeakMap();
  var windows = /* @__PURE__ */ new Map();
  var rows = /* @__PURE__ */ new Map();
  var watchers = [];
  var metaOf = (gd) => gd && gd.layout && gd.layout.meta && gd.layout.meta.queuescope;
  var stateOf = (gd) => states.get(gd);
  var register = (gd) => states.set(gd, {});
  var isGantt = (gd) => metaOf(gd).kind === "gantt";
  var ofCampaigns = (gd) => metaOf(gd).rows === "c";
  var ofJobs = (gd) => !["virtual", "lag"].includes(metaOf(gd).source);
  var known = (row2) => row2 !== null && row2 !== void 0 && row2 >= 0;
  var isAway = (gd) => gd.closest("[role=tabpanel][hidden]") !== null;
  var chartsOfAllTabs = (group2) => everyChart().filter((gd) => states.has(gd) && isDrawn(gd) && metaOf(gd) && metaOf(gd).kind !== "minimap" && (!group2 || metaOf(gd).group === group2));
  var charts = (group2) => chartsOfAllTabs(group2).filter((gd) => !isAway(gd));
  var gantts = (group2) => charts(group2).filter(isGantt);
  var schemeOf = (gd) => {
    const page = document.documentElement.dataset.mantineColorScheme;
    return ["dark", "light"].includes(page) ? page : metaOf(gd).scheme || "light";
  };
  var hasWindow = (group2) => windows.has(group2);
  var windowOf = (group2) => windows.get(group2) || null;
  var setWindow = (group2, w) => windows.set(group2, w);
  var rowsOf = (group2) => rows.get(group2);
  function setRows(group2, range) {
    if (range) rows.set(group2, range);
    else rows.delete(group2);
  }
  function extentOf(group2) {
    const seen2 = charts(group2), all = seen2.length ? seen2 : chartsOfAllTabs(group2);
    const values = (at3, list3) => list3.map((gd) => metaOf(gd).extent[at3]).filter((value) => value !== null && value !== void 0);
    const high = all.filter((gd) => !ofCampaigns(gd));
    return all.length ? [Math.min(...values(0, all)), Math.max(...values(1, all)), Math.min(...values(2, high)), Math.max(...values(3, high))] : null;
  }
  function windowSeen(gd) {
    const w = windows.get(metaOf(gd).group), { extent } = metaOf(gd);
    if (!w || !ofCampaigns(gd)) return w;
    const own = rows.get(metaOf(gd).group);
    return [w[0], w[1], ...own ? clampedSide(own[0], own[1], extent[2], extent[3]) : extent.slice(2)];
  }
  function everything(group2) {
    rows.delete(group2);
    return extentOf(group2);
  }
  function showRows(gd, range) {
    const { group: group2, extent } = metaOf(gd), own = clampedSide(range[0], range[1], extent[2], extent[3]);
    setRows(group2, own[1] - own[0] >= (extent[3] - extent[2]) * (1 - 1e-9) ? null : own);
  }
  function rowsZoomed(gd) {
    const [, , low, high] = windowSeen(gd), all = ofCampaigns(gd) ? metaOf(gd).extent : extentOf(metaOf(gd).group);
    return high - low < (all[3] - all[2]) * (1 - 1e-9);
  }
  var watch = (watcher) => watchers.push(watcher);
  function tellWatchers(group2, w, gd) {
    for (const watcher of watchers) watcher(group2, w, gd);
  }
  var pointerAt = null;
  function onScreen(gd) {
    const box2 = gd.getBoundingClientRect();
    return box2.width > 0 && box2.bottom > 0 && box2.top < window.innerHeight;
  }
  function areaOf(gd) {
    const box2 = gd.getBoundingClientRect(), { left, width, top, height } = plotArea(gd);
    return { left: box2.left + left, right: box2.left + left + width, top: box2.top + top, bottom: box2.top + top + height };
  }
  var xOf = (gd, t) => areaOf(gd).left + axisOf(gd).toPixels(t);
  var yOf = (gd, p) => areaOf(gd).top + axisOf(gd, "yaxis").toPixels(p);
  function pointAt(gd, event) {
    const meta = metaOf(gd);
    if (!meta || meta.kind !== "gantt" || !isDrawn(gd)) return null;
    const across = axisOf(gd), up = axisOf(gd, "yaxis"), box2 = gd.getBoundingClientRect();
    const x = event.clientX - box2.left - across.offset, y = event.clientY - box2.top - up.offset;
    if (x < 0 || y < 0 || x > across.length || y > up.length) return null;
    const pair = (axis) => Math.abs(axis.toData(2) - axis.toData(0));
    return { t: across.toData(x), p: up.toData(y), dt: pair(across), dp: pair(up), ...pictureOf(gd) };
  }
  function pictureOf(gd) {
    const [image] = gd.layout.images || [];
    if (!image || !image.source || image.source.startsWith("data:")) return {};
    const { pathname, searchParams } = new URL(image.source, window.location.href);
    return { ...Object.fromEntries(searchParams), picture: pathname.split("/").pop() };
  }
  function ourChartAt(event) {
    const gd = chartAt(event);
    return gd && states.has(gd) ? gd : null;
  }
  function under(event) {
    const gd = ourChartAt(event), area = gd && isDrawn(gd) && areaOf(gd), { clientX: x, clientY: y } = event;
    if (!area || x < area.left || x > area.right || y < area.top || y > area.bottom) return null;
    return { gd, meta: metaOf(gd), t: axisOf(gd).toData(x - area.left), point: pointAt(gd, event) };
  }
  var pointer = () => pointerAt && under(pointerAt);
  function start3() {
    document.addEventListener("mousemove", ({ clientX, clientY }) => {
      pointerAt = { clientX, clientY };
    }, { passive: true, capture: true });
    document.documentElement.addEventListener("mouseleave", () => {
      pointerAt = null;
    });
  }

  // layouts/frontend/gantt/ruler.js
  var ruler_exports = {};
  __export(ruler_exports, {
    edgesIn: () => edgesIn,
    edgesOfPlan: () => edgesOfPlan,
    hideRuler: () => hideRuler,
    lengthInWords: () => lengthInWords,
    showRuler: () => showRuler,
    start: () => start13
  });

  // layouts/frontend/compare/tabs.js
  var tabs_exports = {};
  __export(tabs_exports, {
    eachTab: () => eachTab,
    impliedTab: () => impliedTab,
    isTabNewer: () => isTabNewer,
    isTabOpen: () => isTabOpen,
    openTab: () => openTab,
    start: () => start11,
    tabInSight: () => tabInSight
  });

  // layouts/frontend/gantt/pictures.js
  var pictures_exports = {};
  __export(pictures_exports, {
    drawsPicture: () => drawsPicture,
    picture: () => picture,
    start: () => start4
  });

  // layouts/frontend/gantt/report.js
  var AT_REST = 450;
  var TOGETHER2 = 40;
  var reports = /* @__PURE__ */ new Map();
  var sent = 0;
  var barsHold = (gd, w) => metaOf(gd).drawn === "bars" && isWithin(w, metaOf(gd).window);
  function report(group2, bars, soon2) {
    const waiting5 = reports.get(group2) || { bars: false };
    clearTimeout(waiting5.timer);
    waiting5.bars = waiting5.bars || bars;
    waiting5.timer = setTimeout(attempt, soon2 ? TOGETHER2 : AT_REST);
    reports.set(group2, waiting5);
    function attempt() {
      const awaited5 = (gd) => onScreen(gd) && stateOf(gd).asking && !stateOf(gd).late;
      if (gantts(group2).some(awaited5)) waiting5.timer = setTimeout(attempt, TOGETHER2);
      else send(group2, waiting5.bars);
    }
  }
  function holdReport(group2) {
    clearTimeout((reports.get(group2) || {}).timer);
  }
  function send(group2, bars) {
    const w = windowOf(group2), extent = extentOf(group2), own = rowsOf(group2);
    reports.delete(group2);
    if (!w || !extent) return;
    const wanted2 = bars && gantts(group2).some((gd) => !barsHold(gd, windowSeen(gd)));
    const [c0, c1] = own || [null, null], full = sameWindow(w, extent) && !own;
    tell("gantt-window", { group: group2, t0: w[0], t1: w[1], p0: w[2], p1: w[3], c0, c1, full, bars: wanted2, seq: sent += 1 });
  }

  // layouts/frontend/gantt/pictures.js
  var HEADER = "X-Queuescope-Jobs";
  var LARGEST = 8192;
  var HIGHEST = 1400;
  var SHARPEST = 3;
  var WORDS = { late: "The picture of this window is late.", asking: "The server does not answer. The picture of this window is asked for again.", failed: "The server does not answer. There is no picture of this window." };
  var barsOf = (gd) => gd.data.map((trace, i) => trace.type === "bar" || trace.meta === "bars" ? i : -1).filter((i) => i >= 0);
  var imagesOf = (gd) => gd.layout.images || [];
  var drawsPicture = (gd) => imagesOf(gd).length > 0;
  function addressOf(gd, w, width = axisOf(gd).length, height = axisOf(gd, "yaxis").length) {
    const meta = metaOf(gd), sharpness = Math.min(window.devicePixelRatio || 1, SHARPEST);
    const pixels = (length2) => Math.min(Math.max(Math.round(length2 * sharpness), 1), LARGEST);
    return `${withPrefix(meta.picture)}${w.join("_")}_${pixels(width)}x${Math.min(pixels(height), HIGHEST)}_${schemeOf(gd)}.png?${meta.query}`;
  }
  async function picture(gd, patient) {
    const state2 = stateOf(gd), w = windowSeen(gd);
    if (patient && state2.asking) return;
    if (barsHold(gd, w)) {
      forget(gd, state2);
      show(gd, null);
      return;
    }
    const url = addressOf(gd, w);
    if (state2.asking && state2.asked === url) return;
    forget(gd, state2);
    if (state2.shown && state2.shown.url === url) show(gd, state2.shown);
    else await fetchPicture(gd, state2, url, w, patient);
  }
  async function fetchPicture(gd, state2, url, w, patient) {
    const meta = metaOf(gd), asking5 = state2.asking = new AbortController();
    state2.asked = url;
    try {
      const answer2 = await ask(url, {
        signal: asking5.signal,
        priority: "high",
        take: loaded,
        told: (trouble) => document.contains(gd) ? showTrouble(gd, trouble) : asking5.abort()
      });
      if (state2.asking !== asking5 || !metaOf(gd)) return;
      if (!answer2.ok) {
        complain(gd, answer2.error);
        return;
      }
      state2.shown = { url, w };
      show(gd, state2.shown);
      if (answer2.jobs <= meta.most) report(meta.group, true);
      else if (!patient) fetchMargins(gd, w);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      if (state2.asking === asking5) state2.asking = null;
    }
  }
  async function loaded(answer2) {
    if (!answer2.ok) return { ok: false, error: (await answer2.json()).error };
    await answer2.blob();
    const image = new Image();
    image.src = answer2.url;
    await image.decode();
    return { ok: true, jobs: Number(answer2.headers.get(HEADER)) };
  }
  function forget(gd, state2) {
    if (state2.asking) state2.asking.abort();
    state2.asking = null;
    showTrouble(gd, null);
  }
  function showTrouble(gd, trouble) {
    stateOf(gd).late = Boolean(trouble);
    const home2 = containerOf(gd);
    if (home2) offer(home2, trouble ? WORDS[trouble.kind] : "", trouble && trouble.again);
  }
  function complain(gd, sentence) {
    const text = String(sentence).replace(/&/g, "&amp;").replace(/</g, "&lt;"), title = gd.layout.title.text.split(" — ")[0];
    Plotly.relayout(gd, { "title.text": `${title} — ${text}` }).catch(() => {
    });
  }
  function show(gd, shown3) {
    const bars = barsOf(gd), images = shown3 ? [imageOf(shown3)] : [], now2 = imagesOf(gd);
    const hidden2 = bars.some((i) => gd.data[i].visible === false);
    if ((now2.length ? now2[0].source : null) === (shown3 ? shown3.url : null) && hidden2 === Boolean(shown3 && bars.length)) return;
    if (!shown3) stateOf(gd).shown = null;
    if (bars.length && hidden2 !== Boolean(shown3)) Plotly.update(gd, { visible: !shown3 }, { images }, bars).catch(() => {
    });
    else Plotly.relayout(gd, { images }).catch(() => {
    });
  }
  var imageOf = ({ url, w }) => ({
    source: url,
    xref: "x",
    yref: "y",
    x: w[0],
    y: w[3],
    sizex: w[1] - w[0],
    sizey: w[3] - w[2],
    xanchor: "left",
    yanchor: "top",
    sizing: "stretch",
    layer: "below"
  });
  function askForBroken({ target }) {
    const gd = target instanceof SVGImageElement && chartAround(target), state2 = gd && stateOf(gd);
    if (!state2 || !state2.shown || target.href.baseVal !== state2.shown.url) return;
    const again2 = () => {
      showTrouble(gd, null);
      Plotly.relayout(gd, { images: [] }).then(() => picture(gd)).catch(() => {
      });
    };
    state2.broken = state2.shown.url === state2.broken ? null : state2.shown.url;
    state2.shown = null;
    if (state2.broken) again2();
    else showTrouble(gd, { kind: "failed", again: again2 });
  }
  var IDLE = 900;
  var COARSER = 2;
  var margins = /* @__PURE__ */ new WeakMap();
  var queue = Promise.resolve();
  function fetchMargins(gd, w) {
    const margin = margins.get(gd) || {};
    margins.set(gd, margin);
    clearTimeout(margin.timer);
    margin.timer = setTimeout(() => {
      queue = queue.then(() => fetchMargin(gd, w, margin)).catch(() => {
      });
    }, IDLE);
  }
  async function fetchMargin(gd, w, margin) {
    if (!document.contains(gd) || !isDrawn(gd) || !onScreen(gd) || !sameWindow(w, windowSeen(gd)) || document.hidden) return;
    const { extent } = metaOf(gd);
    const [t0, t1, across] = widened(w[0], w[1], extent[0], extent[1], axisOf(gd).length);
    const [low, high, up] = widened(w[2], w[3], extent[2], extent[3], axisOf(gd, "yaxis").length), wide = [t0, t1, low, high];
    if (sameWindow(wide, w) || stateOf(gd).asking) return;
    const url = addressOf(gd, wide, across / COARSER, up);
    if (margin.url === url) return;
    const image = Object.assign(new Image(), { src: url, alt: "" });
    try {
      await image.decode();
    } catch {
      return;
    }
    Object.assign(margin, { url, w: wide, image, scheme: schemeOf(gd) });
    placeMargin(gd);
  }
  var boxOf = (image) => [image.x, image.x + image.sizex, image.y - image.sizey, image.y];
  function isUseful(gd, margin, w) {
    return w && margin && margin.image && drawsPicture(gd) && margin.scheme === schemeOf(gd) && margin.url.startsWith(metaOf(gd).picture) && !isWithin(w, boxOf(imagesOf(gd)[0])) && overlaps(w, margin.w);
  }
  function placeMargin(gd) {
    const margin = margins.get(gd), home2 = containerOf(gd), w = windowSeen(gd);
    let frame3 = home2 && home2.querySelector(":scope > .qs-margin");
    if (!home2 || !isUseful(gd, margin, w)) {
      if (frame3) frame3.hidden = true;
      return;
    }
    if (!frame3) {
      frame3 = Object.assign(document.createElement("div"), { className: "qs-margin" });
      frame3.setAttribute("aria-hidden", "true");
      home2.prepend(frame3);
    }
    frame3.hidden = false;
    if (frame3.firstChild !== margin.image) frame3.replaceChildren(margin.image);
    const { left, width, top, height } = plotArea(gd);
    Object.assign(frame3.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
      clipPath: allBut(pixelsOf(boxOf(imagesOf(gd)[0]), w, width, height), width, height)
    });
    const [from, upper, to, lower] = pixelsOf(margin.w, w, width, height);
    Object.assign(margin.image.style, { left: `${from}px`, top: `${upper}px`, width: `${to - from}px`, height: `${lower - upper}px` });
  }
  function allBut([left, top, right, bottom], width, height) {
    return `path(evenodd, "M0 0H${width}V${height}H0ZM${left} ${top}H${right}V${bottom}H${left}Z")`;
  }
  function start4() {
    document.addEventListener("error", askForBroken, true);
    watch((group2, w, gd) => (gd ? [gd] : gantts(group2).filter(onScreen)).filter(isGantt).forEach(placeMargin));
  }

  // layouts/frontend/gantt/ticks.js
  var MINUTE = 60;
  var HOUR = 3600;
  var DAY2 = 86400;
  var WEEK = 7 * DAY2;
  var MONTH = 30.44 * DAY2;
  var MONDAY = 4 * DAY2;
  var SLIGHT2 = 1e-9;
  var ticksFor = (pixels) => Math.min(Math.max(Math.floor(pixels / 110), 3), 12);
  var isSpan = (t0, t1) => Number.isFinite(t0) && Number.isFinite(t1) && t1 > t0;
  function labeled(ticks2, t0, span) {
    const places2 = [], texts2 = [];
    let before2 = "", inside = false;
    for (const [place7, small2, large] of ticks2) {
      const enters = !inside && place7 >= t0 - SLIGHT2 * span;
      inside = inside || enters;
      places2.push(place7);
      texts2.push(large && (large !== before2 || enters) ? `${small2}<br>${large}` : small2);
      before2 = large;
    }
    return [places2, texts2];
  }
  var UNITS = [[DAY2, "d"], [HOUR, "h"], [MINUTE, "min"], [1, "s"]];
  var LADDER = [
    1,
    2,
    5,
    10,
    15,
    30,
    60,
    120,
    300,
    600,
    900,
    1800,
    ...[1, 2, 3, 6, 8, 12].map((hours) => HOUR * hours),
    ...[1, 2, 3, 7, 14, 28, 56].map((days) => DAY2 * days)
  ];
  function stepFor(span, wanted2) {
    const least = Math.max(span, SLIGHT2) / wanted2, last3 = LADDER[LADDER.length - 1];
    if (least > last3) return last3 * Math.ceil(least / last3);
    if (least > 0.5) return LADDER.find((rung) => rung >= least);
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((rung) => rung * power).find((rung) => rung >= least);
  }
  function inUnits(seconds, least) {
    const words3 = [];
    let left = Math.round(seconds);
    for (const [unit2, name] of UNITS) {
      if (unit2 < least) break;
      const count2 = Math.floor(left / unit2);
      left -= count2 * unit2;
      if (count2) words3.push(`${count2} ${name}`);
    }
    return words3.join(" ");
  }
  function tickText(signed, step6) {
    const sign = signed < 0 ? "-" : "", time = Math.abs(signed);
    if (step6 >= WEEK) return [`${sign}${Math.round(time / WEEK)} wk`, ""];
    if (step6 < 1) {
      const whole2 = Math.floor(time / 60 + 1e-12) * 60, decimals = Math.max(0, -Math.floor(Math.log10(step6) + SLIGHT2));
      return [`${sign}${(time - whole2).toFixed(decimals)} s`, whole2 ? sign + inUnits(whole2, 60) : ""];
    }
    const place7 = UNITS.findIndex(([unit2]) => step6 % unit2 === 0);
    const cut = place7 >= 2 ? UNITS[place7 - 2][0] : Infinity;
    const large = cut < Infinity ? Math.floor(time / cut) * cut : 0;
    const small2 = inUnits(time - large, UNITS[place7][0]) || `0 ${UNITS[place7][1]}`;
    return [sign + small2, large ? sign + inUnits(large, cut) : ""];
  }
  function* sinceStart(low, high, step6) {
    const last3 = Math.floor(high / step6 + SLIGHT2);
    for (let n = Math.ceil(low / step6 - SLIGHT2); n <= last3; n += 1) yield [n * step6, ...tickText(n * step6, step6)];
  }
  function timeTicks(t0, t1, wanted2 = 8) {
    if (!isSpan(t0, t1)) return [[], []];
    const span = t1 - t0;
    return labeled(sinceStart(t0 - span, t1 + span, stepFor(span, wanted2)), t0, span);
  }
  var DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  var MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  var STEPS = [
    // [seconds, months]; months: 0 where the step has a fixed length
    ...[1, MINUTE].flatMap((unit2) => [1, 2, 5, 10, 15, 30].map((n) => [n * unit2, 0])),
    ...[1, 2, 3, 6, 8, 12].map((n) => [n * HOUR, 0]),
    ...[1, 2, 7, 14].map((n) => [n * DAY2, 0]),
    ...[1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200].map((n) => [n * MONTH, n])
  ];
  var monthOf = (local) => {
    const day = new Date(Math.floor(local / DAY2) * DAY2 * 1e3);
    return 12 * day.getUTCFullYear() + day.getUTCMonth();
  };
  var beginOf = (month) => Date.UTC(Math.floor(month / 12), month % 12, 1) / 1e3;
  function* roundTimes(low, high, [seconds, months]) {
    if (months) {
      for (let n = Math.floor(monthOf(low) / months); n <= Math.floor(monthOf(high) / months); n += 1) {
        const local = beginOf(n * months);
        if (local >= low && local <= high) yield local;
      }
      return;
    }
    const origin = seconds >= WEEK ? MONDAY : 0;
    for (let n = Math.ceil((low - origin) / seconds); n <= Math.floor((high - origin) / seconds); n += 1) yield n * seconds + origin;
  }
  function* dated(pieces, low, high, step6) {
    for (let at3 = 0; at3 < pieces.length; at3 += 1) {
      const [from, shift2] = pieces[at3], begin11 = at3 ? from : -Infinity, end7 = at3 + 1 < pieces.length ? pieces[at3 + 1][0] : Infinity;
      const first2 = Math.max(low, begin11), last3 = Math.min(high, end7);
      if (first2 > last3) continue;
      for (const local of roundTimes(first2 + shift2, last3 + shift2, step6)) {
        if (local - shift2 >= begin11 && local - shift2 < end7) yield [local - shift2, ...dateText(local, step6)];
      }
    }
  }
  function dateText(local, [seconds, months]) {
    const day = new Date(local * 1e3), twoDigits2 = (value) => String(value).padStart(2, "0");
    const year = String(day.getUTCFullYear()), month = MONTHS[day.getUTCMonth()];
    if (months) return months >= 12 ? [year, ""] : [month, year];
    const date = `${DAYS[day.getUTCDay()]} ${day.getUTCDate()} ${month}`;
    if (seconds >= DAY2) return [date, year];
    const clock = [day.getUTCHours(), day.getUTCMinutes(), ...seconds < MINUTE ? [day.getUTCSeconds()] : []];
    return [clock.map(twoDigits2).join(":"), `${date} ${year}`];
  }
  function calendarTicks(pieces, t0, t1, wanted2 = 8) {
    if (!isSpan(t0, t1)) return [[], []];
    const span = t1 - t0;
    if (span / wanted2 <= 0.5) return timeTicks(t0, t1, wanted2);
    const step6 = STEPS.find(([seconds]) => seconds >= span / wanted2) || STEPS[STEPS.length - 1];
    return labeled(dated(pieces, t0 - span, t1 + span, step6), t0, span);
  }
  var STORED = "queuescope axes";
  var CHOICES = ["calendar", "start"];
  var FROM_START = "time since the log's start";
  var choice = CHOICES[0];
  var hasDates = (meta) => Boolean(meta && meta.calendar) && choice === "calendar";
  var chosenAxes = () => choice;
  var isUsualChoice = () => choice === CHOICES[0];
  var axisTicks = (meta, t0, t1, wanted2) => hasDates(meta) ? calendarTicks(meta.calendar.pieces, t0, t1, wanted2) : timeTicks(t0, t1, wanted2);
  function axisTitle(meta, shown3) {
    if (!shown3 || !(meta && meta.calendar)) return shown3;
    return hasDates(meta) ? meta.calendar.title : FROM_START;
  }
  var onOneLine = (meta, texts2) => hasDates(meta) ? texts2.map((words3) => words3.replace("<br>", " ")) : texts2;
  function start5(retick3) {
    if (remembered(STORED) === "start") choice = "start";
    document.addEventListener("change", (event) => {
      const { value } = event.target;
      if (!around(event, "#axes") || !CHOICES.includes(value) || value === choice) return;
      choice = value;
      remember(STORED, choice);
      retick3();
    });
  }

  // layouts/frontend/gantt/moving.js
  var ASKED = 100;
  var ELSEWHERE = 300;
  var STANDOFF = 8;
  var LINE = 15;
  var glides = /* @__PURE__ */ new Map();
  var elsewhere = 0;
  function move(group2, w, except, final, fresh) {
    const here = charts(group2).filter((gd) => gd !== except && onScreen(gd));
    setWindow(group2, w);
    if (final) here.filter(isGantt).forEach((gd) => picture(gd));
    here.forEach(apply);
    tellWatchers(group2, w);
    if (!final) return;
    leaveGlide(group2);
    clearTimeout(elsewhere);
    elsewhere = setTimeout(moveUnseen, ELSEWHERE);
    report(group2, Boolean(fresh), fresh);
  }
  function moveUnseen() {
    for (const gd of charts()) {
      if (onScreen(gd)) continue;
      apply(gd);
      if (isGantt(gd)) picture(gd);
    }
  }
  function glide(group2, w, fresh) {
    const going = glides.get(group2) || { asked: 0 };
    going.w = clamped(w, extentOf(group2));
    going.fresh = going.fresh || fresh;
    if (!going.frame) going.frame = requestAnimationFrame((now2) => glideFrame(group2, going, now2));
    holdReport(group2);
    glides.set(group2, going);
  }
  function glideFrame(group2, going, now2) {
    going.frame = 0;
    move(group2, going.w, null, false);
    if (now2 - going.asked < ASKED) return;
    going.asked = now2;
    for (const gd of gantts(group2)) if (onScreen(gd)) picture(gd, true);
  }
  var nextWindow = (group2) => (glides.get(group2) || { w: windowOf(group2) }).w;
  function land(group2) {
    const going = glides.get(group2);
    if (going) move(group2, going.w, null, true, going.fresh);
  }
  function leaveGlide(group2) {
    cancelAnimationFrame((glides.get(group2) || {}).frame);
    glides.delete(group2);
  }
  function moved(gd, change4, final) {
    const keys = Object.keys(change4 || {}), { group: group2 } = metaOf(gd);
    if (keys.some((key) => /^(autosize|width|height)$/.test(key))) {
      settleSoon(gd);
      return;
    }
    if (!keys.some((key) => /axis\d*\.(range|autorange)/.test(key))) return;
    const had = rowsOf(group2), freed = keys.some((key) => key.endsWith("autorange"));
    const w = freed ? everything(group2) : zoomed(gd, group2), fresh = !sameSide(had, rowsOf(group2)), state2 = stateOf(gd);
    state2.freed = freed;
    if (!(final && state2.dragged) && sameWindow(w, windowOf(group2)) && !fresh && !freed) return;
    state2.dragged = !final;
    move(group2, w, final ? null : gd, final, fresh);
  }
  function zoomed(gd, group2) {
    const current2 = windowOf(group2), p = axisOf(gd, "yaxis").range;
    if (ofCampaigns(gd)) showRows(gd, p);
    const height = isGantt(gd) && !ofCampaigns(gd) ? p : [current2[2], current2[3]];
    return clamped([...axisOf(gd).range, ...height], extentOf(group2));
  }
  var differs = (range, a, b) => !(isNear(range[0], a, b - a) && isNear(range[1], b, b - a));
  function apply(gd) {
    const state2 = stateOf(gd);
    if (state2.busy) {
      state2.again = true;
      return;
    }
    const w = windowSeen(gd), change4 = {}, { freed } = state2;
    if (!w) return;
    state2.freed = false;
    const across = axisOf(gd), extent = extentOf(metaOf(gd).group);
    if (freed || differs(across.range, w[0], w[1])) change4["xaxis.range"] = [w[0], w[1]];
    if (!isNear(across.least, extent[0], extent[1] - extent[0])) change4["xaxis.minallowed"] = extent[0];
    if (!isNear(across.most, extent[1], extent[1] - extent[0])) change4["xaxis.maxallowed"] = extent[1];
    if (isGantt(gd) && (freed || differs(axisOf(gd, "yaxis").range, w[2], w[3]))) change4["yaxis.range"] = [w[2], w[3]];
    if (!sameSide(state2.ticked, w) || change4["xaxis.range"]) Object.assign(change4, tick(gd, w));
    if (Object.keys(change4).length) run(gd, () => Plotly.relayout(gd, change4));
  }
  function standoffFor(places2, texts2, [t0, t1]) {
    const isHigh = texts2.some((words3, at3) => words3.includes("<br>") && places2[at3] >= t0 && places2[at3] <= t1);
    return isHigh ? STANDOFF : STANDOFF + LINE;
  }
  function tick(gd, w) {
    const [places2, texts2] = axisTicks(metaOf(gd), w[0], w[1], ticksFor(axisOf(gd).length));
    const titled = ((gd.layout.xaxis || {}).title || {}).text, title = axisTitle(metaOf(gd), titled);
    const lines2 = titled ? { "xaxis.title.standoff": standoffFor(places2, texts2, w) } : {};
    if (lines2["xaxis.title.standoff"] === ((gd.layout.xaxis || {}).title || {}).standoff) delete lines2["xaxis.title.standoff"];
    stateOf(gd).ticked = w;
    return { ...lines2, ...title === titled ? {} : { "xaxis.title.text": title }, ...setTicks(gd, places2, texts2), "xaxis.range": [w[0], w[1]] };
  }
  function retick() {
    for (const gd of charts()) {
      stateOf(gd).ticked = null;
      apply(gd);
    }
  }
  function run(gd, work) {
    const state2 = stateOf(gd);
    state2.busy = true;
    Promise.resolve().then(work).catch(() => {
    }).finally(() => {
      state2.busy = false;
      if (state2.again) {
        state2.again = false;
        if (isDrawn(gd)) apply(gd);
      }
    });
  }
  var panelOf = (gd) => gd.closest("[role=tabpanel]") || gd.parentElement;
  var begun = /* @__PURE__ */ new WeakMap();
  function adopt(gd) {
    const meta = metaOf(gd), first2 = !hasWindow(meta.group) || !chartsOfAllTabs(meta.group).length;
    register(gd);
    takeOver(gd, {
      moved: (change4, final) => {
        if (metaOf(gd)) moved(gd, change4, final);
        return Boolean(metaOf(gd));
      },
      redrawn: () => settleSoon(gd)
    });
    if (first2 && hasWindow(meta.group) && begun.get(panelOf(gd)) === meta.group) replaced(meta);
    else if (first2) begin(meta);
    else complete(meta);
    if (first2) begun.set(panelOf(gd), meta.group);
    settleSoon(gd);
  }
  function begin(meta) {
    setRows(meta.group, null);
    setWindow(meta.group, clamped(meta.window.map((value) => value === null ? NaN : value), extentOf(meta.group)));
    complete(meta);
  }
  function replaced(meta) {
    const [t0, t1] = windowOf(meta.group);
    begin({ ...meta, window: [t0, t1, ...meta.window.slice(2)] });
  }
  function complete(meta) {
    const w = windowOf(meta.group), hasOther = (kind) => charts(meta.group).some((gd) => metaOf(gd) !== meta && kind(gd));
    if (meta.rows === "c" && !rowsOf(meta.group) && !hasOther(ofCampaigns)) restoreRows(meta);
    if (meta.rows === "p" && !hasOther((gd) => metaOf(gd).rows === "p")) setWindow(meta.group, [w[0], w[1], meta.window[2], meta.window[3]]);
  }
  function restoreRows(meta) {
    const part = meta.window.slice(2), all = meta.extent.slice(2), span = all[1] - all[0];
    if (!isNear(part[0], all[0], span) || !isNear(part[1], all[1], span)) setRows(meta.group, part);
  }
  function settleSoon(gd) {
    const state2 = stateOf(gd);
    cancelAnimationFrame(state2.frame);
    state2.frame = requestAnimationFrame(() => settle(gd));
  }
  function settle(gd) {
    const meta = metaOf(gd);
    if (!meta || !isDrawn(gd) || !document.contains(gd) || isAway(gd)) return;
    if (!hasWindow(meta.group)) begin(meta);
    stateOf(gd).ticked = null;
    apply(gd);
    if (isGantt(gd)) picture(gd);
    tellWatchers(meta.group, windowOf(meta.group), gd);
  }
  function catchUp(gd) {
    if (stateOf(gd) && metaOf(gd)) settleSoon(gd);
  }
  function adoptNew(adoptMinimap2) {
    for (const gd of everyChart()) {
      if (!isUntouched(gd) || !metaOf(gd) || !isDrawn(gd)) continue;
      if (metaOf(gd).kind === "minimap") {
        leaveAlone(gd);
        adoptMinimap2(gd);
      } else adopt(gd);
    }
  }
  function start6(adoptMinimap2) {
    onChange(() => adoptNew(adoptMinimap2));
    whenReady(() => new MutationObserver(() => gantts().forEach(settleSoon)).observe(document.documentElement, { attributes: true, attributeFilter: ["data-mantine-color-scheme"] }));
  }

  // layouts/frontend/gantt/picking.js
  var picking_exports = {};
  __export(picking_exports, {
    factsOf: () => factsOf,
    isNewest: () => isNewest,
    newPick: () => newPick,
    outline: () => outline,
    outlineAgain: () => outlineAgain,
    outlinesOf: () => outlinesOf,
    queryFor: () => queryFor,
    selection: () => selection,
    start: () => start10,
    stepCampaign: () => stepCampaign,
    take: () => take,
    titleOf: () => titleOf
  });

  // layouts/frontend/compare/jobs.js
  var jobs_exports = {};
  __export(jobs_exports, {
    firstLook: () => firstLook,
    historyAfter: () => historyAfter,
    start: () => start9
  });

  // layouts/frontend/gantt/steering.js
  var steering_exports = {};
  __export(steering_exports, {
    awaitNothing: () => awaitNothing,
    current: () => current,
    fit: () => fit,
    focus: () => focus,
    isAllTime: () => isAllTime,
    isFitted: () => isFitted,
    pan: () => pan,
    panRows: () => panRows,
    show: () => show2,
    shownWindow: () => shownWindow,
    start: () => start7,
    touch: () => touch,
    zoom: () => zoom,
    zoomRows: () => zoomRows
  });
  var LEAST_ROWS = 1;
  var AROUND = 0.25;
  var last = null;
  var isAwaited = false;
  var fittedGroups = /* @__PURE__ */ new Set();
  var groupOf = (gd) => gd && metaOf(gd) ? metaOf(gd).group : null;
  function current(wanted2 = () => true) {
    const fits2 = (gd) => gd && document.contains(gd) && metaOf(gd) && isGantt(gd) && wanted2(gd);
    const below3 = pointer(), focused2 = chartIn(document.activeElement);
    return [below3 && below3.gd, focused2, last, ...gantts()].find(fits2) || null;
  }
  function touch(gd) {
    last = gd;
  }
  function only(group2) {
    const fits2 = (gd) => gd && document.contains(gd) && metaOf(gd);
    return group2 || groupOf([last, ...gantts(), ...charts()].find(fits2));
  }
  function go2(group2, w, live, fresh) {
    if (live) glide(group2, w, fresh);
    else move(group2, clamped(w, extentOf(group2)), null, true, fresh);
  }
  var shownWindow = (group2) => {
    const wanted2 = only(group2);
    return wanted2 ? windowOf(wanted2) : null;
  };
  function isAllTime() {
    const w = shownWindow(), extent = w && extentOf(only());
    return Boolean(extent) && sameSide(w, extent);
  }
  function show2(w, group2) {
    const wanted2 = only(group2), extent = wanted2 && extentOf(wanted2);
    if (extent) go2(wanted2, ["t0", "t1", "p0", "p1"].map((key, i) => w[key] ?? extent[i]));
  }
  function isFitted() {
    const group2 = only();
    if (isAwaited && group2) {
      fittedGroups.add(group2);
      isAwaited = false;
    }
    return isAwaited || fittedGroups.has(group2);
  }
  function awaitNothing() {
    isAwaited = false;
  }
  function fit(group2) {
    const wanted2 = only(group2);
    if (wanted2) fittedGroups.add(wanted2);
    else isAwaited = true;
    if (wanted2 && extentOf(wanted2)) move(wanted2, everything(wanted2), null, true, gantts(wanted2).some(ofCampaigns));
  }
  function zoom(factor, place7, live, group2) {
    const wanted2 = only(group2), w = wanted2 && nextWindow(wanted2);
    if (w) go2(wanted2, [...zoomedSide(w, factor, place7 && place7.t), w[2], w[3]], live);
  }
  function pan(share2, live, group2) {
    const wanted2 = only(group2), w = wanted2 && nextWindow(wanted2), by = w && share2 * (w[1] - w[0]);
    if (w) go2(wanted2, [w[0] + by, w[1] + by, w[2], w[3]], live);
  }
  function toRows(gd, rows2, live) {
    const group2 = groupOf(gd), w = windowOf(group2);
    if (ofCampaigns(gd)) {
      showRows(gd, rows2);
      go2(group2, w, live, true);
    } else go2(group2, [w[0], w[1], ...rows2], live);
  }
  function zoomRows(factor, place7, live, meant) {
    const gd = meant || current(), rows2 = gd && windowSeen(gd).slice(2);
    if (!gd) return;
    const most2 = Math.max(1, (rows2[1] - rows2[0]) / LEAST_ROWS);
    toRows(gd, zoomedSide(rows2, Math.min(factor, most2), place7 && place7.p), live);
  }
  function panRows(share2, live, meant) {
    const gd = meant || current(), rows2 = gd && windowSeen(gd).slice(2), by = gd && share2 * (rows2[1] - rows2[0]);
    if (gd) toRows(gd, [rows2[0] + by, rows2[1] + by], live);
  }
  function focus(t0, t1, group2) {
    const wanted2 = only(group2), w = wanted2 && windowOf(wanted2), free = AROUND * Math.max(t1 - t0, 1e-9);
    if (!w || !(t1 > t0)) return false;
    const next = clamped([t0 - free, t1 + free, w[2], w[3]], extentOf(wanted2));
    if (sameWindow(next, w)) return false;
    move(wanted2, next, null, true);
    return true;
  }
  function reset(event) {
    const button6 = resetButton(event.target), gd = chartAround(button6);
    if (!gd || !stateOf(gd)) return;
    event.stopPropagation();
    fit(metaOf(gd).group);
  }
  function zoomToRange(event) {
    if (!around(event, "#range-zoom")) return;
    const asked4 = new URLSearchParams(location.search), t0 = Number(asked4.get("r0")), t1 = Number(asked4.get("r1")), now2 = shownWindow();
    if (asked4.has("r0") && t0 < t1 && now2) show2({ t0, t1, p0: now2[2], p1: now2[3] });
  }
  function start7() {
    document.addEventListener("click", reset, true);
    document.addEventListener("click", zoomToRange);
  }

  // layouts/frontend/compare/point_clicks.js
  var point_clicks_exports = {};
  __export(point_clicks_exports, {
    onPointClick: () => onPointClick,
    start: () => start8
  });
  var STILL2 = 4;
  var hovered = /* @__PURE__ */ new WeakMap();
  var listeners = /* @__PURE__ */ new WeakMap();
  var pressed = null;
  function onPointClick(gd, act3) {
    listeners.set(gd, act3);
    listenOnce(gd, "plotly_hover", ({ points }) => hovered.set(gd, points));
    listenOnce(gd, "plotly_unhover", () => hovered.delete(gd));
    listenOnce(gd, "plotly_click", (event) => {
      if (pressed) pressed.isHeard = true;
      act3(event);
    });
  }
  function press({ button: button6, target, clientX: x, clientY: y }) {
    const gd = chartAround(target), points = gd && hovered.get(gd);
    pressed = button6 === 0 && points ? { gd, points, x, y, isHeard: false } : null;
  }
  function release2({ clientX, clientY, detail }) {
    const from = pressed;
    if (!from || detail > 1 || Math.hypot(clientX - from.x, clientY - from.y) > STILL2) return;
    setTimeout(() => {
      if (!from.isHeard) listeners.get(from.gd)({ points: from.points });
    });
  }
  function start8() {
    document.addEventListener("mousedown", press, true);
    document.addEventListener("mouseup", release2, true);
  }

  // layouts/frontend/compare/jobs.js
  var number = (text) => text === void 0 || text === "" ? NaN : Number(text);
  function showJob(job, t0, t1) {
    if (!Number.isInteger(job) || !(t1 > t0)) return;
    set("goto", { data: { job, t0, t1 } });
  }
  function pressJob(event) {
    const button6 = around(event, "button[data-job]");
    if (button6) showJob(number(button6.dataset.job), number(button6.dataset.from), number(button6.dataset.to));
  }
  function listenToPoints(event) {
    const gd = chartAround(event.target);
    if (gd && gd.layout && (gd.layout.meta || {}).jobs) onPointClick(gd, clickedPoint);
  }
  function clickedPoint(event) {
    const point = (event.points || []).find((one) => Array.isArray(one.customdata));
    if (point) unlessDouble(() => showJob(...point.customdata));
  }
  var TWICE2 = 400;
  var single = 0;
  function unlessDouble(work) {
    clearTimeout(single);
    single = setTimeout(work, TWICE2);
  }
  var PATIENCE = 8e3;
  var first = null;
  var panel = () => document.getElementById("facts");
  function followPanel() {
    const drawer2 = panel() && panel().firstElementChild;
    if (first && (!panel() || drawer2 && drawer2.dataset.about === first.job)) removeFirst();
    document.documentElement.classList.toggle("qs-facts-open", Boolean(drawer2 || first));
  }
  function removeFirst() {
    clearTimeout(first.timer);
    first.node.remove();
    first = null;
  }
  function firstLook(facts, title) {
    const job = facts && Number.isInteger(facts.job) ? String(facts.job) : null, drawer2 = panel() && panel().firstElementChild;
    if (first) removeFirst();
    if (job !== null && panel() && !(drawer2 && drawer2.dataset.about === job)) {
      first = { node: factsElement(facts.lines || [], title), job, timer: setTimeout(() => {
        removeFirst();
        followPanel();
      }, PATIENCE) };
      document.body.appendChild(first.node);
      putOverInspector(first.node);
    }
    followPanel();
  }
  function putOverInspector(node) {
    const inspector = panel().closest(".qs-inspector"), box2 = inspector && inspector.getBoundingClientRect();
    if (!box2 || getComputedStyle(inspector).position !== "sticky") return;
    Object.assign(node.style, { left: `${box2.left}px`, top: `${box2.top}px`, width: `${box2.width}px`, right: "auto", bottom: "auto", borderRadius: "12px" });
  }
  function factsElement([head2, ...lines2], title) {
    const node = Object.assign(document.createElement("div"), { className: "qs-first-look" });
    const add2 = (kind, text) => node.appendChild(Object.assign(document.createElement(kind), { textContent: text }));
    if (head2) add2("h2", head2.charAt(0).toUpperCase() + head2.slice(1));
    for (const line2 of title ? [title, ...lines2] : lines2) add2("p", line2);
    return node;
  }
  var MOST2 = 50;
  var row = (value) => Number.isInteger(value) && value >= 0 ? value : null;
  function historyAfter(history2, from, to) {
    if (to === null) return [];
    if (from === null || from === to) return history2;
    if (history2[history2.length - 1] === to) return history2.slice(0, -1);
    return history2.concat(from).slice(-MOST2);
  }
  function picked(data, job, history2) {
    const to = row(data && data.job);
    return [to, historyAfter(Array.isArray(history2) ? history2 : [], row(job), to)];
  }
  var CLICK = 4;
  var GROWING = 4e3;
  var INTERRUPTS = ["wheel", "keydown", "mousedown"];
  var pressed2 = null;
  function holdInSight(element3) {
    const { top } = element3.getBoundingClientRect();
    const growth = new ResizeObserver(() => {
      const by = element3.getBoundingClientRect().top - top;
      if (Math.abs(by) > 1) window.scrollBy({ top: by, behavior: "instant" });
    });
    const release5 = () => {
      growth.disconnect();
      for (const name of INTERRUPTS) document.removeEventListener(name, release5, true);
    };
    growth.observe(document.body);
    for (const name of INTERRUPTS) document.addEventListener(name, release5, { capture: true, passive: true });
    setTimeout(release5, GROWING);
  }
  var idleRows = (gd) => (gd && gd.layout && gd.layout.meta && gd.layout.meta.queuescope || {}).idle;
  function idlePoint(gd, event) {
    const box2 = gd.getBoundingClientRect(), across = axisOf(gd), x = event.clientX - box2.left - across.offset;
    if (x < 0 || x > across.length) return null;
    for (const { run: run3, axis } of idleRows(gd)) {
      const up = axisOf(gd, axis.replace("y", "yaxis")), y = event.clientY - box2.top - up.offset;
      if (y >= 0 && y <= up.length) return { run: run3, t: across.toData(x), p: up.toData(y) };
    }
    return null;
  }
  var isPlain = (event) => event.button === 0 && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
  function pressIdle(event) {
    const gd = isPlain(event) && !isToolbar(event.target) && !around(event, "button, a") ? chartBelow(event) : null;
    const point = idleRows(gd) && isDrawn(gd) ? idlePoint(gd, event) : null;
    pressed2 = point && { gd, point, x: event.clientX, y: event.clientY };
  }
  function releaseIdle(event) {
    const from = pressed2;
    pressed2 = null;
    if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK) return;
    unlessDouble(() => {
      holdInSight(from.gd);
      tell("idle-asked", { ...from.point, at: Date.now() });
    });
  }
  function pressStretch(event) {
    const button6 = around(event, "button[data-from]:not([data-job])");
    const t0 = button6 ? number(button6.dataset.from) : NaN, t1 = button6 ? number(button6.dataset.to) : NaN;
    if (!(t1 > t0)) return;
    holdInSight(button6);
    focus(t0, t1);
  }
  function start9() {
    document.addEventListener("click", pressJob);
    document.addEventListener("pointerover", listenToPoints);
    document.addEventListener("mousedown", pressIdle, true);
    document.addEventListener("mouseup", releaseIdle, true);
    document.addEventListener("click", pressStretch);
    onDoubleClick(() => setTimeout(() => clearTimeout(single)));
    onChange(followPanel);
    offerToDash("why", { picked });
  }

  // layouts/frontend/gantt/picking.js
  var CLICK2 = 4;
  var KEPT = 60;
  var TWICE3 = 300;
  var REFUSED = "The server does not know what is there; load the page again.";
  var answers = /* @__PURE__ */ new Map();
  var picks = 0;
  var pressed3 = null;
  var click = null;
  var campaign = null;
  var alone = false;
  var group = null;
  var selected = null;
  var selection = () => selected;
  var newPick = () => picks += 1;
  var isNewest = (number2) => number2 === picks;
  async function fetchFacts(url, signal) {
    try {
      const answer2 = await (signal ? fetchOnce(url, { signal }) : askAloud(url));
      return answer2.ok ? await answer2.json() : null;
    } catch {
      return null;
    }
  }
  function factsOf(meta, query, signal) {
    return meta.plan ? factsInPlan(meta, meta.plan, query, signal) : answerTo(meta, query, signal);
  }
  async function factsInPlan(meta, plan, query, signal) {
    const meets = ([t0, t1, low, high]) => query.t >= t0 && query.t < t1 && query.p >= low && query.p < high;
    const job = query.t > plan.time ? Object.keys(plan.boxes).find((row2) => plan.boxes[row2].some(meets)) : null;
    if (job === void 0) return { job: null, rectangles: [] };
    const facts = await answerTo(meta, job === null ? query : { job }, signal), own = facts && plan.boxes[facts.job];
    if (!facts || !facts.rectangles) return facts;
    return { ...facts, rectangles: facts.rectangles.filter(([t0]) => t0 <= plan.time).map(
      ([t0, t1, low, high]) => [t0, Math.min(t1, plan.time), low, high]
    ).concat(own || []) };
  }
  function answerTo(meta, query, signal) {
    const url = `${meta.pick}?${new URLSearchParams(meta.rowsOf ? { ...query, rows: meta.rowsOf } : query)}`;
    if ("t" in query) return fetchFacts(url, signal);
    if (!answers.has(url)) answers.set(url, fetchFacts(url));
    if (answers.size > KEPT) answers.delete(answers.keys().next().value);
    return answers.get(url);
  }
  function queryFor(gd, job, ofCampaign) {
    if (ofJobs(gd) && known(job)) return { job };
    return known(ofCampaign) ? { campaign: ofCampaign } : null;
  }
  function press2(event) {
    pressed3 = event.button === 0 ? { x: event.clientX, y: event.clientY, place: placeOf(event) } : null;
  }
  function placeOf(event) {
    if (isToolbar(event.target) || around(event, ".qs-unanswered, .qs-ruler button")) return null;
    const gd = ourChartAt(event), point = gd && pointAt(gd, event);
    return point ? { gd, meta: metaOf(gd), title: titleOf(gd), point, workload: workloadShown() } : null;
  }
  var workloadShown = () => (propsOf("workload") || {}).data || null;
  function release3(event) {
    if (!pressed3 || !pressed3.place || Math.hypot(event.clientX - pressed3.x, event.clientY - pressed3.y) > CLICK2) return;
    if (isSecond(event)) {
      unpick();
      return;
    }
    click = { x: event.clientX, y: event.clientY, at: event.timeStamp, before: selected ? selected.job : null, told: false };
    pick(pressed3.place);
  }
  var isSecond = ({ clientX, clientY, timeStamp }) => Boolean(click) && timeStamp - click.at < TWICE3 && Math.hypot(clientX - click.x, clientY - click.y) <= CLICK2;
  function unpick() {
    const { before: before2, told: told2 } = click;
    click = null;
    newPick();
    firstLook(null);
    if (!told2) return;
    tell("picked", { job: before2, at: Date.now() });
    outline(before2);
  }
  async function pick({ gd, meta, title, point, workload }) {
    const number2 = newPick(), facts = await factsOf(meta, point), isLate = () => !isNewest(number2) || workload !== workloadShown();
    if (isLate()) return;
    if (!facts) {
      notice(REFUSED, 6e3);
      return;
    }
    const job = facts.job === void 0 ? null : facts.job;
    touch(gd);
    firstLook(facts, title);
    await painted();
    if (isLate()) return;
    tell("picked", { run: meta.run, source: meta.source, t: point.t, p: point.p, at: Date.now(), job, facts });
    if (click) click.told = true;
    choose(gd, meta, facts, number2);
  }
  var titleOf = (gd) => ((gd.layout.title || {}).text || "").replace(/<[^>]*>/g, "").trim();
  var painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  var isShown = (gd, meta) => Boolean(metaOf(gd)) && metaOf(gd).pick === meta.pick;
  function choose(gd, meta, facts, number2) {
    const job = facts.job === void 0 ? null : facts.job, chart2 = isShown(gd, meta) ? gd : gantts(meta.group).find(ofJobs) || gd;
    [campaign, alone, group] = [known(facts.campaign) ? facts.campaign : null, job === null, meta.group];
    selected = job === null ? null : { job, facts, gd: chart2 };
    const here = job !== null && isShown(gd, meta) && ofJobs(gd);
    for (const one of gantts(group)) if (!here || one !== gd) outlineIn(one, job, facts.campaign, number2);
    if (here) draw(gd, facts);
  }
  function take(gd, facts) {
    choose(gd, metaOf(gd), facts, newPick());
  }
  async function outline(job) {
    const number2 = newPick(), all = gantts(), real = all.find((gd) => ofJobs(gd));
    const facts = real && job !== null && job !== void 0 ? await factsOf(metaOf(real), { job }) : null;
    if (!isNewest(number2)) return;
    [campaign, alone] = [facts && known(facts.campaign) ? facts.campaign : null, false];
    selected = facts ? { job, facts, gd: real } : null;
    for (const gd of all) outlineIn(gd, facts ? job : null, facts ? facts.campaign : -1, number2);
  }
  function stepCampaign(by) {
    const gd = gantts().find((one) => metaOf(one).campaigns > 0);
    if (!gd) return false;
    const count2 = metaOf(gd).campaigns;
    [alone, group] = [true, metaOf(gd).group];
    campaign = campaign === null ? by > 0 ? 0 : count2 - 1 : (campaign + by + count2) % count2;
    chooseCampaign(gd, campaign);
    return true;
  }
  async function chooseCampaign(gd, wanted2) {
    const meta = metaOf(gd), number2 = newPick(), facts = await factsOf(meta, { campaign: wanted2 });
    if (!isNewest(number2) || !facts) return;
    tell("picked", { run: meta.run, source: meta.source, at: Date.now(), job: null, facts });
    for (const one of gantts(meta.group)) outlineIn(one, null, wanted2, number2);
  }
  function outlineAgain(gd) {
    outlineIn(gd, selected ? selected.job : null, selected ? selected.facts.campaign : -1, picks);
  }
  function mark(gd) {
    const meta = metaOf(gd);
    if (campaign !== null && alone && group === meta.group && campaign < meta.campaigns) outlineIn(gd, null, campaign, picks);
  }
  async function outlineIn(gd, job, ofCampaign, number2) {
    if (!metaOf(gd)) return;
    const query = queryFor(gd, job, ofCampaign), facts = query && await factsOf(metaOf(gd), query);
    if (isNewest(number2) && metaOf(gd)) draw(gd, facts);
  }
  function draw(gd, facts) {
    const line2 = { color: schemeOf(gd) === "dark" ? "#ffffff" : "#000000", width: 1.5 };
    const shapes = outlinesOf(facts).map((corners) => ({
      type: "path",
      xref: "x",
      yref: "y",
      name: "selected",
      line: line2,
      path: `M${corners.map(([t, p]) => `${t},${p}`).join("L")}Z`
    }));
    if (shapes.length || (gd.layout.shapes || []).length) Plotly.relayout(gd, { shapes, ...COUNT_AGAIN }).catch(() => {
    });
  }
  var COUNT_AGAIN = { "newshape.opacity": 1 };
  function outlinesOf(facts) {
    if (!facts) return [];
    const stream = facts.stream ? [facts.stream] : [];
    return stream.concat((facts.rectangles || []).map(([t0, t1, low, high]) => [[t0, low], [t0, high], [t1, high], [t1, low]]));
  }
  function start10() {
    document.addEventListener("mousedown", press2, true);
    document.addEventListener("mouseup", release3, true);
    watch((ofGroup, w, gd) => {
      if (gd && isGantt(gd)) mark(gd);
    });
  }

  // layouts/frontend/compare/tabs.js
  var STEPS2 = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };
  var bar = () => typeof document === "undefined" ? null : document.getElementById("tabs");
  var offered = () => bar() ? [...bar().querySelectorAll("[role=tab]")].filter((tab) => !tab.hidden) : [];
  var keyOf = (id) => id.replace(/^(tab|panel)-/, "");
  var PATIENCE2 = 6e4;
  var LATER = 120;
  var now = null;
  var telling = 0;
  var untold = null;
  var opened = [];
  function impliedTab(params) {
    const all = offered(), holder = all.find((tab) => tab.dataset.holds.split(" ").some((name) => name && params.has(name)));
    return holder || all.length ? keyOf((holder || all[0]).id) : "";
  }
  var tabInSight = (stored3) => untold || stored3;
  var isTabOpen = (key) => offered().some((tab) => keyOf(tab.id) === key && tab.getAttribute("aria-selected") === "true");
  var isTabNewer = (search) => opened.includes(search);
  function openTab(key) {
    const tab = offered().find((one) => keyOf(one.id) === key);
    if (!tab) return false;
    if (key === now) return true;
    const params = new URLSearchParams(location.search);
    for (const name of ["tab", "place"]) params.delete(name);
    if (key !== impliedTab(params)) params.set("tab", key);
    opened = [(propsOf("url") || {}).search, location.search];
    history.pushState(history.state, "", `${location.pathname}?${String(params).replace(/%(2C|3A|40|7E)/g, decodeURIComponent)}`);
    show3(key);
    scrollToTop();
    clearTimeout(telling);
    untold = key;
    telling = setTimeout(tell2, LATER);
    return true;
  }
  function tell2() {
    if (untold) set("tab", { data: untold });
    forget2();
  }
  function scrollToTop() {
    const by = document.getElementById("summary").getBoundingClientRect().bottom - bar().getBoundingClientRect().top;
    if (by < 0) window.scrollBy(0, by);
  }
  function show3(key) {
    const selected6 = document.getElementById(`tab-${key}`);
    if (key === now && selected6 && selected6.getAttribute("aria-selected") === "true") return;
    now = key;
    for (const tab of bar().querySelectorAll("[role=tab]")) {
      const isMine = tab === selected6, panel4 = document.getElementById(tab.getAttribute("aria-controls"));
      tab.setAttribute("aria-selected", String(isMine));
      tab.tabIndex = isMine ? 0 : -1;
      if (panel4) panel4.hidden = !isMine;
      if (isMine && panel4) requestAnimationFrame(() => bringUp(panel4));
    }
  }
  function bringUp(panel4) {
    for (const gd of everyChart().filter((one) => panel4.contains(one) && metaOf(one))) {
      catchUp(gd);
      if (isGantt(gd)) outlineAgain(gd);
    }
  }
  async function eachTab(visit) {
    const before2 = now;
    try {
      for (const key of offered().map((tab) => keyOf(tab.id))) {
        bring(key);
        const panel4 = document.getElementById(`panel-${key}`);
        for (let left = PATIENCE2; left > 0 && !isComplete(panel4); left -= LATER) await new Promise((done) => setTimeout(done, LATER));
        await visit(panel4);
      }
    } finally {
      bring(before2);
    }
  }
  function bring(key) {
    forget2();
    show3(key);
    set("tab", { data: key });
  }
  function isComplete(panel4) {
    const graphs = [...panel4.querySelectorAll(".dash-graph")];
    return Boolean(panel4.textContent.trim()) && !panel4.querySelector(".qs-coming") && graphs.every((graph) => isDrawn(chartIn(graph)));
  }
  function switched(key) {
    if (!key || !bar() || untold) return noUpdate();
    show3(key);
    return noUpdate();
  }
  function step(event) {
    const all = offered(), at3 = all.indexOf(around(event, "#tabs [role=tab]"));
    if (at3 < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = event.key in STEPS2 ? (at3 + STEPS2[event.key] + all.length) % all.length : event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : -1;
    if (to < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[to].focus();
    all[to].click();
  }
  function goBack() {
    opened = [];
    if (pathHere() !== "/compare" || !bar()) return;
    const params = new URLSearchParams(location.search), key = params.get("tab") || impliedTab(params);
    if (!key || key === now) return;
    forget2();
    set("tab", { data: key });
  }
  function leave(event) {
    if (around(event, "a[href]")) opened = [];
  }
  function forget2() {
    clearTimeout(telling);
    untold = null;
  }
  function start11() {
    offerToDash("tabs", { switched });
    document.addEventListener("keydown", step, true);
    window.addEventListener("popstate", goBack);
    document.addEventListener("click", tell2, true);
    document.addEventListener("click", leave, true);
    document.addEventListener("click", (event) => {
      const tab = around(event, "#tabs [role=tab]"), way = tab || around(event, "[data-tab]");
      if (way && openTab(tab ? keyOf(tab.id) : way.dataset.tab)) event.preventDefault();
    });
  }

  // layouts/frontend/server.js
  var WAITS = [400, 1e3, 2500, 6e3];
  var AWAY = /* @__PURE__ */ new Set([408, 429, 500, 502, 503, 504]);
  var LATE = 5e3;
  var PATIENCE3 = 6e4;
  var EMPTY = [204, 205, 304];
  var plainFetch = (...request) => send2(...request);
  var send2 = null;
  var GONE = /* @__PURE__ */ new Set([502, 503, 504]);
  var SOONEST = 1e3;
  var LATEST = 8e3;
  var SILENT = 5e3;
  var waiting = /* @__PURE__ */ new Set();
  var searching = false;
  var banner = null;
  var isConnected = () => banner === null;
  async function suspect() {
    if (searching) return;
    searching = true;
    for (let wait2 = SOONEST; !await isAnswering(); wait2 = Math.min(2 * wait2, LATEST)) {
      showBanner();
      await new Promise((done) => {
        setTimeout(done, wait2);
      });
    }
    searching = false;
    if (isConnected()) return;
    banner.remove();
    banner = null;
    say("Connected again.");
    for (const again2 of [...waiting]) again2();
    showTroubles();
  }
  async function isAnswering() {
    try {
      return !GONE.has((await plainFetch(`${prefix()}health`, { cache: "no-store", signal: AbortSignal.timeout(SILENT) })).status);
    } catch {
      return false;
    }
  }
  function showBanner() {
    if (banner) return;
    banner = Object.assign(document.createElement("div"), { className: "qs-offline", textContent: "Not connected, retrying" });
    banner.setAttribute("role", "status");
    document.body.append(banner);
    say(banner.textContent);
    showTroubles();
  }
  async function fetchOnce(address2, options = {}) {
    try {
      const answer2 = await plainFetch(withPrefix(address2), options);
      if (GONE.has(answer2.status)) suspect();
      return answer2;
    } catch (error) {
      if (error.name !== "AbortError") suspect();
      throw error;
    }
  }
  async function whole(answer2) {
    const body3 = await answer2.arrayBuffer(), { status, statusText, headers } = answer2;
    return new Response(EMPTY.includes(status) ? null : body3, { status, statusText, headers });
  }
  async function ask(address2, { signal, late = LATE, patience = PATIENCE3, take: take3 = whole, told: told2 = () => {
  }, ...options } = {}) {
    const attempt = { options, signal, late, patience, take: take3, report: onlyChanges(told2) };
    for (let count2 = 0; ; count2 += 1) {
      const { answered: answered2, answer: answer2, hurried } = await once(address2, attempt);
      if (signal && signal.aborted) throw new DOMException("Nobody waits for this answer any more.", "AbortError");
      if (answered2) {
        attempt.report(null);
        return answer2;
      }
      if (hurried || await pause(count2 < WAITS.length ? WAITS[count2] : Infinity, attempt)) count2 = -1;
    }
  }
  function onlyChanges(told2) {
    let before2 = null;
    return (kind, again2) => {
      if (kind || before2) told2(kind ? { kind, again: again2 } : null);
      before2 = kind;
    };
  }
  async function once(address2, { options, signal, late, patience, take: take3, report: report2 }) {
    const own = new AbortController(), stop = () => own.abort();
    let hurried = false;
    const slow = setTimeout(() => report2("late", () => {
      hurried = true;
      stop();
    }), late);
    const over = patience < Infinity ? setTimeout(stop, patience) : 0;
    if (signal) signal.addEventListener("abort", stop);
    if (signal && signal.aborted) stop();
    try {
      const answer2 = await fetchOnce(address2, { ...options, signal: own.signal });
      return AWAY.has(answer2.status) ? {} : { answered: true, answer: await take3(answer2) };
    } catch {
      return { hurried };
    } finally {
      clearTimeout(slow);
      clearTimeout(over);
      if (signal) signal.removeEventListener("abort", stop);
    }
  }
  function pause(wait2, { signal, report: report2 }) {
    return new Promise((done) => {
      const end7 = (asked4) => {
        clearTimeout(timer2);
        waiting.delete(again2);
        window.removeEventListener("online", again2);
        if (signal) signal.removeEventListener("abort", end7);
        done(asked4 === true);
      };
      const again2 = () => end7(true), timer2 = wait2 < Infinity ? setTimeout(end7, wait2) : 0;
      waiting.add(again2);
      window.addEventListener("online", again2);
      if (signal) signal.addEventListener("abort", end7);
      report2(wait2 < Infinity ? "asking" : "failed", again2);
    });
  }
  var NOTHING_NEW = 204;
  var REFUSED2 = 400;
  var SLOW = 3e4;
  var WORDS2 = {
    // the worst first
    failed: (parts3) => `The server does not answer. Missing or old: ${parts3}.`,
    asking: (parts3) => `The server does not answer. Asked for again: ${parts3}.`,
    late: (parts3) => `Late, as the server has worked on it for more than half a minute: ${parts3}. It comes by itself; meanwhile the rest of the page can be used.`
  };
  var newest = /* @__PURE__ */ new Map();
  var asked = /* @__PURE__ */ new Map();
  var troubled = /* @__PURE__ */ new Map();
  function answerDash(url, options, outputs, { repeatable, question: question3 }) {
    if (!question3) return repeatable && options.body ? askInOrder(url, options, outputs) : askServer(url, options, outputs, repeatable);
    const before2 = asked.get(outputs);
    const isOnItsWay = before2 && Date.now() - before2.at < PATIENCE3 && !isAway2(newest.get(outputs));
    if (isOnItsWay && before2.question === question3) return before2.answer.then(copy);
    const now2 = { question: question3, at: Date.now(), answer: askServer(url, options, outputs, repeatable).then(inParts) };
    const over = () => {
      if (asked.get(outputs) === now2) asked.delete(outputs);
    };
    asked.set(outputs, now2);
    now2.answer.then(over, over);
    return now2.answer.then(copy);
  }
  var isAway2 = (request) => troubled.has(request) && troubled.get(request).kind !== "late";
  var inParts = async (answer2) => ({
    text: await answer2.text(),
    refused: answer2.status === REFUSED2,
    as: { status: answer2.status, statusText: answer2.statusText, headers: answer2.headers }
  });
  function copy({ text, refused, as }) {
    const answer2 = new Response(EMPTY.includes(as.status) ? null : text, as);
    return refused ? Object.assign(answer2, { text: async () => text }) : answer2;
  }
  var MOST_AGAIN = 3;
  var heldBy = (name, property = "data") => {
    const props = propsOf(idOfName(name));
    return props ? props[property] ?? null : void 0;
  };
  async function askInOrder(url, options, outputs) {
    let { body: body3 } = options, answer2 = await askServer(url, options, outputs, true);
    for (let count2 = 0; count2 < MOST_AGAIN && answer2.ok && answer2.status !== NOTHING_NEW && !newest.has(outputs); count2 += 1) {
      const question3 = questionIn(body3), changed = question3 && changedSince(question3, heldBy);
      if (!changed) break;
      body3 = withState(body3, changed);
      answer2 = await askServer(url, { ...options, body: body3 }, outputs, true);
    }
    return Object.assign(answer2, { question: body3 });
  }
  function newestOf(answer2, body3, fields) {
    const question3 = questionIn(body3), values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
    const isTyped = (name) => name in fields && document.activeElement && document.activeElement.id === name && textIn(name) !== fields[name].text;
    return question3 ? withoutOlder(answer2, { ...question3, fields: values }, heldBy, { isTold, isTabNewer, isTyped }) : answer2;
  }
  function askServer(url, options, outputs, repeatable) {
    const older = newest.get(outputs), request = new AbortController();
    newest.set(outputs, request);
    if (isAway2(older)) older.abort();
    return (repeatable ? repeat(url, options, outputs, request) : fetchOnce(url, options)).finally(() => {
      if (newest.get(outputs) === request) newest.delete(outputs);
    });
  }
  function repeat(url, options, outputs, request) {
    return ask(url, { ...options, signal: request.signal, late: SLOW, patience: Infinity, told: (trouble) => {
      if (trouble && trouble.kind !== "late" && newest.has(outputs) && newest.get(outputs) !== request) request.abort();
      else note(request, trouble && { ...trouble, part: partOf(outputs) });
    } }).then((answer2) => {
      for (const { kind, again: again2 } of [...troubled.values()]) if (kind === "failed") again2();
      return answer2.status === REFUSED2 ? refusal(answer2) : answer2;
    }).finally(() => note(request, null)).catch(() => new Response(null, { status: NOTHING_NEW }));
  }
  async function refusal(answer2) {
    const text = await answer2.text();
    if ((answer2.headers.get("Content-Type") || "").startsWith("text/plain")) set("upload-state", { children: text });
    return Object.assign(answer2, { text: async () => text });
  }
  function note(request, trouble) {
    if (trouble) troubled.set(request, trouble);
    else if (!troubled.delete(request)) return;
    showTroubles();
  }
  function showTroubles() {
    const all = [...troubled.values()], kind = Object.keys(WORDS2).find((one) => all.some(({ kind: other }) => other === one));
    const parts3 = [...new Set(all.filter((one) => one.kind === kind).map(({ part }) => part).filter(Boolean))];
    offer(
      document.body,
      kind && isConnected() ? WORDS2[kind](named(parts3)) : "",
      () => {
        for (const { again: again2 } of [...troubled.values()]) again2();
      }
    );
  }
  function partOf(outputs) {
    let components = [];
    try {
      components = [JSON.parse(`${outputs}}`).outputs].flat(Infinity);
    } catch {
    }
    for (const { id } of components) {
      const name = nameOf(document.getElementById(nameOfId(id)));
      if (name) return name;
    }
    return "";
  }
  function nameOf(element3) {
    for (let one = element3; one && one.id !== "page"; one = one.parentElement) {
      const label2 = document.getElementById(one.getAttribute("aria-labelledby")), heading2 = one.querySelector("h2, h3");
      const name = one.getAttribute("aria-label") || (label2 || heading2 || {}).textContent;
      if (name) return name.trim();
    }
    return "";
  }
  var named = (parts3) => parts3.length ? parts3.map((part) => `“${part}”`).join(", ") : "a part of this page";
  var isAsking = () => [...newest.keys()].some((outputs) => !asked.has(outputs));
  var askAloud = (address2) => repeat(address2, {}, address2, new AbortController());
  function start12() {
    send2 = window.fetch.bind(window);
    patchRequests(answerDash, newestOf);
  }

  // layouts/frontend/gantt/ruler.js
  var PATIENCE4 = 2e3;
  var KEPT2 = 20;
  var SHOWN2 = 2500;
  var lists = /* @__PURE__ */ new Map();
  var ruler = null;
  var length = null;
  var measured = { text: null, width: 0 };
  function edgesIn(gd, w, pixels) {
    const meta = metaOf(isGantt(gd) ? gd : gantts(metaOf(gd).group).find((one) => metaOf(one).run === metaOf(gd).run));
    if (!meta || !meta.pick) return Promise.resolve([]);
    const rows2 = isGantt(gd) && !ofCampaigns(gd) ? { p0: w[2], p1: w[3] } : {};
    const url = `${meta.pick}?${new URLSearchParams({ edges: Math.max(1, Math.round(pixels)), t0: w[0], t1: w[1], ...rows2 })}`;
    if (!lists.has(url)) lists.set(url, fetchEdges(url));
    if (lists.size > KEPT2) lists.delete(lists.keys().next().value);
    return lists.get(url).then((edges2) => meta.plan ? edgesOfPlan(edges2, meta.plan) : edges2);
  }
  async function fetchEdges(url) {
    try {
      const answer2 = await fetchOnce(url, { signal: AbortSignal.timeout(PATIENCE4) });
      if (answer2.ok) return (await answer2.json()).edges;
    } catch {
    }
    lists.delete(url);
    return [];
  }
  function edgesOfPlan(edges2, { time, boxes }) {
    const planned = Object.values(boxes).flat().flatMap(([t0, t1]) => [t0, t1]).filter((t) => t > time);
    return [...edges2.filter((t) => t <= time), ...planned].sort((a, b) => a - b);
  }
  function lengthInWords(seconds) {
    const words3 = human(seconds), exact = inExactSeconds(seconds);
    return words3 === exact ? words3 : `${words3} (${exact})`;
  }
  function makeRuler() {
    ruler = Object.assign(document.createElement("div"), { className: "qs-ruler" });
    length = document.createElement("span");
    length.append(document.createTextNode(""));
    length.dataset.frame = "Δ = {}";
    const button6 = Object.assign(document.createElement("button"), { type: "button", className: "qs-button-low qs-icon-only", title: "Copy the length" });
    button6.setAttribute("aria-label", "Copy the length of the range");
    button6.append(Object.assign(document.createElement("span"), { className: "qs-icon qs-icon-copy" }));
    ruler.append(length, button6);
  }
  function showRuler(gd, edges2, { r0, r1 }) {
    if (!ruler) makeRuler();
    const home2 = containerOf(gd), seconds = String(r1 - r0);
    if (ruler.parentElement !== home2) home2.append(ruler);
    ruler.hidden = false;
    if (length.dataset.seconds !== seconds) {
      length.dataset.seconds = seconds;
      length.firstChild.data = `Δ = ${human(r1 - r0)}`;
    }
    const area = plotArea(gd), width = widthNow(), middle = edges2.left + edges2.width / 2 - width / 2;
    ruler.style.left = `${Math.max(area.left, Math.min(middle, area.left + area.width - width))}px`;
    ruler.style.top = `${edges2.top + 2}px`;
  }
  function widthNow() {
    const text = length.textContent;
    if (measured.text !== text) measured = { text, width: ruler.offsetWidth };
    return measured.width;
  }
  function hideRuler() {
    if (ruler) ruler.hidden = true;
  }
  async function copyLength(event) {
    if (!around(event, ".qs-ruler button")) return;
    const text = lengthInWords(Number(length.dataset.seconds));
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      notice(`Copy this: ${text}`, 4 * SHOWN2);
      return;
    }
    notice(`Copied: ${text}`, SHOWN2);
    say(`copied ${text}`);
  }
  function start13() {
    document.addEventListener("click", copyLength);
  }

  // layouts/frontend/gantt/range.js
  var selected2 = null;
  var drawing = {};
  var valid = (range) => range && ["r0", "r1"].every((key) => Number.isFinite(range[key])) && range.r1 > range.r0 ? range : null;
  var ofRows = (range) => Number.isFinite(range.q0) && Number.isFinite(range.q1);
  var selectedRange = () => selected2;
  function rangeBox(range, w, { left, width, top, height }, withRows) {
    const share2 = (value) => (value - w[0]) / (w[1] - w[0]);
    const from = Math.max(0, share2(range.r0)), to = Math.min(1, share2(range.r1));
    if (to < 0 || from > 1) return null;
    const [high, low] = withRows && ofRows(range) ? [range.q1, range.q0].map((row2) => Math.min(1, Math.max(0, (w[3] - row2) / (w[3] - w[2])))) : [0, 1];
    return {
      left: left + from * width,
      width: Math.max(1, (to - from) * width),
      top: top + high * height,
      height: Math.max(1, (low - high) * height),
      openLeft: share2(range.r0) < 0,
      openRight: share2(range.r1) > 1
    };
  }
  function place(gd) {
    const home2 = containerOf(gd), w = windowSeen(gd), withRows = isGantt(gd) && !ofCampaigns(gd);
    let box2 = home2 && home2.querySelector(":scope > .qs-span");
    const edges2 = selected2 && w && isDrawn(gd) && home2 ? rangeBox(selected2, w, plotArea(gd), withRows) : null;
    if (!edges2) {
      if (box2) box2.hidden = true;
      return null;
    }
    if (!box2) {
      box2 = Object.assign(document.createElement("div"), { className: "qs-span" });
      box2.setAttribute("aria-hidden", "true");
      home2.appendChild(box2);
    }
    box2.hidden = false;
    box2.classList.toggle("qs-open-left", edges2.openLeft);
    box2.classList.toggle("qs-open-right", edges2.openRight);
    box2.classList.toggle("qs-snapped-left", Boolean(drawing.from));
    box2.classList.toggle("qs-snapped-right", Boolean(drawing.to));
    for (const side of ["left", "width", "top", "height"]) box2.style[side] = `${edges2[side]}px`;
    return edges2;
  }
  function placeAll() {
    const all = charts().map((gd2) => ({ gd: gd2, edges: place(gd2) })).filter(({ edges: edges3 }) => edges3);
    const { gd, edges: edges2 } = all.find((one) => one.gd === drawing.gd) || all.find((one) => isGantt(one.gd)) || all[0] || {};
    if (gd) showRuler(gd, edges2, selected2);
    else hideRuler();
  }
  function drawRange(range, how = selected2 && range && selected2.r0 === range.r0 && selected2.r1 === range.r1 ? drawing : {}) {
    selected2 = valid(range);
    drawing = how;
    placeAll();
  }
  function setRange(range, how) {
    const before2 = selected2;
    drawRange(range, how);
    tell("range", selected2);
    if (selected2) say(`selected ${human(selected2.r1 - selected2.r0)} from ${moment(selected2.r0)}${rowsInWords(selected2)}`);
    else if (before2) say("no range is selected");
  }
  var rowsInWords = (range) => ofRows(range) ? `, rows ${Math.floor(range.q0) + 1} to ${Math.ceil(range.q1)}` : "";
  function start14() {
    watch(() => {
      if (selected2) placeAll();
    });
  }

  // layouts/frontend/frame/address.js
  var UPDATED = 4e3;
  var TO_COPY = 2e4;
  var BETWEEN = 100;
  var TRIES = 100;
  var HEADER2 = 56;
  var LOW = 0.6;
  var schemeNow = () => document.documentElement.getAttribute("data-mantine-color-scheme") === "dark" ? "dark" : "light";
  var firstPage = true;
  var scheme = null;
  var look = {};
  var focusedOn = "";
  var currentLook = () => look;
  var WINDOW = ["t0", "t1", "p0", "p1", "c0", "c1"];
  var RANGE = ["r0", "r1", "q0", "q1"];
  var LOOK = ["rows", "color", "beside", "pin", "only"];
  var ORIGIN = ["file", "reading", "model", "made", "where", "how"];
  var USUAL_MODE = "stacked";
  var DIGITS = 10;
  function searchOf(search, { window: shown3, job, mode, plan, look: looks2, range, origin, tab, runs: runs4, workload }) {
    const params = new URLSearchParams(search), rounded2 = (value) => String(+value.toPrecision(DIGITS));
    const put4 = (name, value) => {
      if (value === null || value === void 0 || value === "") params.delete(name);
      else params.set(name, value);
    };
    const putNumber = (from, name) => put4(name, from && typeof from[name] === "number" ? rounded2(from[name]) : null);
    if (runs4 && runs4.length && !params.has("runs")) {
      put4("w", workload);
      put4("runs", runs4.join(","));
    }
    for (const name of WINDOW) putNumber(shown3, name);
    put4("mode", mode === USUAL_MODE ? null : mode);
    put4("plan", typeof plan === "number" ? String(plan) : null);
    for (const name of LOOK) put4(name, looks2 && looks2[name]);
    put4("shared", looks2 && looks2.shared === false ? "no" : null);
    put4("fold", looks2 && looks2.fold ? "yes" : null);
    for (const name of RANGE) putNumber(range, name);
    put4("job", typeof job === "number" ? String(job) : null);
    for (const name of origin ? ORIGIN : []) put4(name, origin[name]);
    params.delete("tab");
    put4("tab", tab && tab !== impliedTab(params) ? tab : null);
    return textOf(params);
  }
  function withHidden(search, places2) {
    const params = new URLSearchParams(search);
    if (places2.length) params.set("hide", places2.join(","));
    else params.delete("hide");
    return textOf(params);
  }
  var hiddenOf = (search) => (new URLSearchParams(search).get("hide") || "").split(",").filter((place7) => /^[1-9]$/.test(place7)).map(Number);
  function textOf(params) {
    const text = params.toString().replace(/%(2C|3A|40|7E)/g, decodeURIComponent);
    return text ? `?${text}` : "";
  }
  var modes = ownChoices();
  var modeBefore = null;
  var modeOf = (value, before2) => value && value !== before2 ? modes.choose(value) : noUpdate();
  function showMode(mode) {
    const isNews2 = !modes.isOwn(mode) && mode !== modeBefore;
    modeBefore = mode;
    if (mode && isNews2 && isThere("mode-choice")) set("mode-choice", { value: mode });
  }
  function address(shown3, job, mode, plan, looks2, range, origin, tab, runs4, workload) {
    showMode(mode);
    look = looks2 || {};
    drawRange(range);
    replaceAddress(pathHere() + searchOf(location.search, { window: shown3, job, mode, plan, look, range, origin, tab: tabInSight(tab), runs: runs4, workload }));
    rememberPage();
    return noUpdate();
  }
  function replaceAddress(text) {
    if (text !== pathHere() + location.search) history.replaceState(history.state, "", withPrefix(text));
  }
  var CARDS = ["per", "account", "wait", "at"];
  function workloadSearch(search, key, shown3 = {}) {
    const before2 = new URLSearchParams(search), params = new URLSearchParams(key ? { w: key } : search);
    for (const name of CARDS) {
      const text2 = name in shown3 ? shown3[name] : before2.get(name);
      if (text2) params.set(name, text2);
      else params.delete(name);
    }
    const text = params.toString().replace(/%(2C|3A|2F|40)/g, decodeURIComponent);
    return text ? `?${text}` : "";
  }
  function workloadAddress(key, shown3 = {}) {
    if (pathHere() === "/workload") {
      replaceAddress(`/workload${workloadSearch(location.search, key, shown3)}`);
      rememberPage();
    }
    return noUpdate();
  }
  var usagePer = (per) => workloadAddress(null, { per: (per || []).join(",") });
  function accountAt(account) {
    setTimeout(() => {
      const rows2 = document.querySelector("#account-level [role=region]");
      if (rows2 && document.activeElement === document.body) rows2.focus({ preventScroll: true });
    }, BETWEEN);
    return workloadAddress(null, { account });
  }
  var waitAsked = (answer2, wait2, at3) => answer2 ? workloadAddress(null, { wait: wait2, at: at3 }) : noUpdate();
  function addressOfPage(link2) {
    if (typeof link2 === "string" && link2.split("?")[0] === pathHere()) replaceAddress(link2);
    return noUpdate();
  }
  function stepAddress(step6) {
    if (pathHere() !== "/" || typeof step6 !== "number") return noUpdate();
    const params = new URLSearchParams(location.search);
    params.set("step", String(step6));
    replaceAddress(pathHere() + (String(params) ? `?${params}` : ""));
    return noUpdate();
  }
  function stepOfAddress(last3) {
    const asked4 = new URLSearchParams(location.search).get("step");
    return /^[0-9]{1,4}$/.test(asked4 || "") ? Math.min(Number(asked4), last3) : noUpdate();
  }
  function stepAfter(button6, step6, last3, asked4) {
    if (button6 === "home-divergence") return asked4;
    return button6 === "home-back" ? Math.max(step6 - 1, 0) : step6 < last3 ? step6 + 1 : 0;
  }
  function stepTo(back2, on3, differ, ...steps) {
    if (!back2 && !on3 && !differ) return noUpdate();
    return stepAfter(window.dash_clientside.callback_context.triggered_id, ...steps);
  }
  function arrive() {
    awaitNothing();
    setTimeout(() => {
      rememberPage();
      if (pathHere() === "/workload" && location.hash === "#samples" && isThere("source-kind")) set("source-kind", { value: "samples" });
      const isAhead = goneAhead();
      if (pathHere() !== "/compare" && isThere("search-box") && !isAhead) set("search-box", { value: "", error: null });
      const heading2 = document.querySelector("#page h1"), title = heading2 ? heading2.textContent : "";
      document.title = pathHere() === "/" || !title ? "Queuescope" : `${title} · Queuescope`;
      markPage();
      if (!firstPage && !isAhead) focusPage();
      firstPage = false;
      showPlace();
    });
    return noUpdate();
  }
  var goneAhead = () => focusedOn === pathHere() && document.activeElement !== document.body;
  function markPage() {
    const here = pathHere().replace(/(.)\/+$/, "$1");
    for (const link2 of document.querySelectorAll("a[data-pages]")) {
      if (link2.dataset.pages.split(" ").includes(here)) link2.setAttribute("aria-current", "page");
      else link2.removeAttribute("aria-current");
    }
  }
  function showPlace() {
    const place7 = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!place7 || !place7.parentElement.closest("#page")) return;
    place7.scrollIntoView({ block: "start" });
    for (const other of document.querySelectorAll("#page .qs-place")) other.classList.remove("qs-place");
    place7.classList.add("qs-place");
    place7.focus({ preventScroll: true });
  }
  function focusPage() {
    const page = document.getElementById("page");
    window.scrollTo(0, 0);
    if (page) page.focus({ preventScroll: true });
  }
  async function copyLink() {
    const where = isOnlyHere(location.host) ? " It opens on this computer alone." : "";
    try {
      await navigator.clipboard.writeText(location.href);
      notice(`The link of this view is copied.${where}`, UPDATED);
    } catch {
      notice(`Copy this link: ${location.href}`, TO_COPY);
    }
  }
  var pressed4 = (act3) => (clicks) => {
    if (clicks) act3();
    return noUpdate();
  };
  function goto(asked4) {
    if (!asked4) return noUpdate();
    bringCharts(asked4, newPick());
    return { job: asked4.job, at: Date.now() };
  }
  var awaited = null;
  function bringCharts(asked4, number2) {
    awaited = null;
    if (!isNewest(number2) || pathHere() !== "/compare") return;
    const now2 = shownWindow();
    if (!now2) {
      awaited = { asked: asked4, number: number2 };
      set("gantt-window", { data: { t0: asked4.t0, t1: asked4.t1 } });
      return;
    }
    show2({ t0: asked4.t0, t1: asked4.t1, p0: now2[2], p1: now2[3] });
    outline(asked4.job);
    keepInView();
  }
  var opened2 = /* @__PURE__ */ new Set();
  function openOn(asked4, tries = TRIES) {
    if (!asked4 || opened2.has(asked4.of)) return noUpdate();
    if (/[?&]t0=/.test(location.search) || isFitted()) {
      opened2.add(asked4.of);
      return noUpdate();
    }
    const now2 = isThere("gantts") && [...document.querySelectorAll("#gantts .qs-gantt")].some(hasDrawing) && shownWindow();
    if (!now2) {
      if (tries) setTimeout(() => openOn(asked4, tries - 1), BETWEEN);
      return noUpdate();
    }
    opened2.add(asked4.of);
    if (isAllTime()) show2({ t0: asked4.t0, t1: asked4.t1, p0: now2[2], p1: now2[3] });
    return noUpdate();
  }
  function keepInView() {
    const chart2 = [...document.querySelectorAll(".qs-gantt")].find((one) => one.offsetParent), box2 = chart2 && chart2.getBoundingClientRect();
    if (box2 && (box2.top < HEADER2 || box2.top > LOW * innerHeight)) chart2.closest("figure").scrollIntoView({ block: "start" });
  }
  function close(clicks) {
    if (!clicks) return noUpdate();
    outline(null);
    return { job: null, at: Date.now() };
  }
  function schemeOnce() {
    if (schemeNow() === scheme) return noUpdate();
    scheme = schemeNow();
    return scheme;
  }
  function start15() {
    document.addEventListener("focusin", () => {
      focusedOn = pathHere();
    });
    offerToDash("queuescope", {
      scheme: schemeOnce,
      open: (clicks) => clicks ? true : noUpdate(),
      arrive,
      workload: (key) => key ? workloadAddress(key) : noUpdate(),
      usagePer,
      accountAt,
      waitAsked,
      goto,
      openOn,
      close,
      zoomIn: pressed4(() => zoom(2)),
      zoomOut: pressed4(() => zoom(0.5)),
      earlier: pressed4(() => pan(-0.25)),
      later: pressed4(() => pan(0.25)),
      fit: pressed4(() => fit()),
      arriveAt: stepOfAddress,
      stepped: stepAddress,
      stepTo,
      mode: modeOf,
      address,
      addressOfPage
    });
    document.addEventListener("click", (event) => {
      if (around(event, "#copy-link")) copyLink();
    });
    watch((group2, w, gd) => {
      if (awaited && gd && isGantt(gd)) bringCharts(awaited.asked, awaited.number);
    });
    window.addEventListener("hashchange", showPlace);
    new MutationObserver(() => {
      if (scheme !== null && schemeNow() !== scheme) {
        scheme = schemeNow();
        set("scheme", { data: scheme });
      }
    }).observe(document.documentElement, { attributes: true, attributeFilter: ["data-mantine-color-scheme"] });
  }

  // layouts/frontend/compare/brushing.js
  var brushing_exports = {};
  __export(brushing_exports, {
    queryOf: () => queryOf,
    rounded: () => rounded,
    start: () => start16,
    without: () => without,
    written: () => written
  });
  var STEPS3 = [[60, 1], [600, 10], [3600, 60], [21600, 600], [86400, 1800], [604800, 10800], [Infinity, 86400]];
  var UNITS2 = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];
  var LONGEST2 = 200;
  var brushOf = (gd) => gd && gd.layout && gd.layout.meta && gd.layout.meta.brush;
  var under2 = null;
  var focusedColor = null;
  function lookNow() {
    const props = propsOf("look");
    return props ? { ...props.data || {} } : null;
  }
  function light(only2) {
    const look7 = lookNow();
    if (!look7 || (look7.only || "") === only2) return;
    if (only2) look7.only = only2;
    else delete look7.only;
    set("look", { data: look7 });
  }
  function without(only2, field2) {
    const value = String.raw`(?:"[^"]*"|'[^']*'|[+-]?(?:\d[\d.]*(?:e[+-]?\d+)?\s*(?:s|min|h|d|wk?|y)(?![a-z])\s*)+|[^\s()<>=!,;"']+)`;
    const list3 = String.raw`${value}(?:,(?!\s*[a-z_]+\s*[<>=!≥≤≠])${value})*`;
    const sign = String.raw`(?:\s*(?:>=|<=|==|!=|[<>=≥≤≠])\s*|\s*(?=[+-]?\d))`;
    const condition = new RegExp(String.raw`(?:\band\s+)?(?<!\bnot\s+)(?<![\w.'"-])(?:${field2})${sign}${list3}`, "gi");
    const left = outsideBrackets(only2, (text) => text.replace(condition, " "));
    return left.replace(/\s+/g, " ").trim().replace(/^and\s+|\s+and$/gi, "");
  }
  function outsideBrackets(text, change4) {
    let depth2 = 0, quote = "", from = 0, made2 = "";
    for (let at3 = 0; at3 < text.length; at3 += 1) {
      const sign = text[at3];
      if (quote) {
        if (sign === quote) quote = "";
      } else if (sign === '"' || sign === "'") quote = sign;
      else if (sign === "(" && (depth2 += 1) === 1) {
        made2 += change4(text.slice(from, at3));
        from = at3;
      } else if (sign === ")" && depth2 && (depth2 -= 1) === 0) {
        made2 += text.slice(from, at3 + 1);
        from = at3 + 1;
      }
    }
    return made2 + (depth2 ? text.slice(from) : change4(text.slice(from)));
  }
  function rounded(value, isTime) {
    if (!isTime) return Number(value.toPrecision(3));
    const step6 = STEPS3.find(([below3]) => value < below3)[1];
    return Math.round(value / step6) * step6;
  }
  function written(value, isTime) {
    if (!isTime) return String(value);
    let left = value, text = "";
    for (const [unit2, size] of UNITS2) {
      const count2 = Math.floor(left / size);
      if (count2) text += count2 + unit2;
      left -= count2 * size;
    }
    return text || "0s";
  }
  function queryOf(before2, { field: field2, least, most: most2, time }, places2) {
    const [a, b] = places2.map((place7) => rounded(10 ** place7, time)), parts3 = [];
    if (a > least) parts3.push(`${field2}>=${written(a, time)}`);
    if (b < most2) parts3.push(`${field2}<${written(Math.max(b, a + (time ? 1 : 0.01)), time)}`);
    return [without(before2, field2), ...parts3].filter(Boolean).join(" ");
  }
  function selected3(gd, event) {
    const x = event && event.range && (event.range.x || event.range.xaxis), look7 = lookNow();
    if (x && brushOf(gd) && look7) light(queryOf(look7.only || "", brushOf(gd), [...x].sort((a, b) => a - b)));
    if ((gd.layout.selections || []).length) setTimeout(() => Plotly.relayout(gd, { selections: [] }).catch(() => {
    }));
  }
  function unbrush(field2) {
    const look7 = lookNow();
    if (!look7 || !look7.only) return false;
    const left = field2 === "all" ? "" : without(look7.only, field2);
    if (left === look7.only) return false;
    light(left);
    return true;
  }
  function unbrushByButton(event) {
    const button6 = around(event, "button[data-unbrush]");
    if (!button6) return;
    const figure = button6.closest("figure");
    unbrush(button6.dataset.unbrush);
    if (figure) {
      figure.tabIndex = -1;
      figure.focus({ preventScroll: true });
    }
  }
  function unbrushByKey(event) {
    if (event.code !== "Escape" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused2 = chartIn(document.activeElement && document.activeElement.closest("figure"));
    const gd = brushOf(focused2) ? focused2 : under2;
    if (gd && document.contains(gd) && brushOf(gd) && unbrush(brushOf(gd).field)) event.preventDefault();
  }
  function pressColor(event) {
    const button6 = around(event, "button[data-lights]"), look7 = button6 && lookNow();
    if (!look7) return;
    const { lights, field: field2 } = button6.dataset, off = button6.getAttribute("aria-pressed") === "true";
    const only2 = [without(look7.only || "", field2), off ? "" : lights].filter(Boolean).join(" ");
    if (only2.length > LONGEST2) {
      notice(`The search would have more than ${LONGEST2} characters; clear a part of it.`, 6e3);
      return;
    }
    focusedColor = document.activeElement === button6 ? lights : null;
    light(only2);
  }
  function keepFocus() {
    if (focusedColor === null || document.activeElement !== document.body) return;
    const again2 = [...document.querySelectorAll("button[data-lights]")].find((button6) => button6.dataset.lights === focusedColor);
    if (again2) again2.focus({ preventScroll: true });
  }
  var before = { height: 0, top: 0 };
  var inStrip = false;
  function pressCondition(event) {
    const button6 = around(event, "#lit-strip button");
    if (!button6) return;
    inStrip = document.activeElement === button6;
    if (button6.dataset.only !== void 0) light(button6.dataset.only);
  }
  function keepPlace() {
    const strip = document.getElementById("lit-strip"), tabs2 = document.getElementById("tabs"), height = strip ? strip.offsetHeight : 0;
    if (tabs2) tabs2.style.setProperty("--qs-lit", `${height}px`);
    const top = tabs2 ? tabs2.getBoundingClientRect().top + window.scrollY : 0;
    if (height > before.height && window.scrollY === 0) window.scrollBy(0, top - before.top);
    before = { height, top };
    if (!inStrip || document.activeElement !== document.body) return;
    const next = strip && strip.querySelector("button") || tabs2 && tabs2.querySelector("[aria-selected=true]");
    if (next) next.focus({ preventScroll: true });
    inStrip = false;
  }
  function start16() {
    onDoubleClick((event) => {
      const gd = chartBelow(event);
      if (brushOf(gd)) unbrush(brushOf(gd).field);
    });
    document.addEventListener("pointerover", (event) => {
      const gd = chartAround(event.target);
      under2 = brushOf(gd) ? gd : null;
      if (under2) listenOnce(gd, "plotly_selected", (chosen) => selected3(gd, chosen));
    });
    document.addEventListener("click", pressCondition);
    document.addEventListener("click", unbrushByButton);
    document.addEventListener("keydown", unbrushByKey, true);
    document.addEventListener("click", pressColor);
    document.addEventListener("focusin", (event) => {
      if (!(event.target.dataset && event.target.dataset.lights === focusedColor)) focusedColor = null;
    });
    onChange(keepPlace);
    new MutationObserver(keepFocus).observe(document.documentElement, { childList: true, subtree: true });
  }

  // layouts/frontend/by_hand/jobs.js
  var jobs_exports2 = {};
  __export(jobs_exports2, {
    answerNow: () => answerNow,
    followed: () => followed,
    nextRuntime: () => nextRuntime,
    start: () => start19,
    titleOf: () => titleOf2,
    withColumn: () => withColumn,
    withEarly: () => withEarly,
    withoutColumn: () => withoutColumn
  });

  // layouts/frontend/by_hand/bars.js
  var SLACK = 4;
  var panels = () => document.getElementById("hand-panels");
  var barsOf2 = (panel4) => [...panel4.querySelectorAll(".hand-bar")];
  var jobOf = (bar6) => Number(bar6.dataset.job);
  var drag = null;
  var jobs = null;
  function focusedBar() {
    const bar6 = document.activeElement && document.activeElement.closest && document.activeElement.closest(".hand-bar");
    return bar6 ? { panel: [...panels().children].indexOf(bar6.closest(".hand-panel")), job: jobOf(bar6) } : null;
  }
  function restoreBars(focus2, selected6) {
    [...panels().children].forEach((panel4, at3) => {
      const bars = barsOf2(panel4), focused2 = focus2 && focus2.panel === at3 && bars.find((bar6) => jobOf(bar6) === focus2.job);
      const stop = focused2 || bars.find((bar6) => jobOf(bar6) === selected6) || bars[0];
      bars.filter((bar6) => bar6 !== stop && bar6.getAttribute("tabindex") === "0").forEach((bar6) => bar6.setAttribute("tabindex", "-1"));
      if (stop) stop.setAttribute("tabindex", "0");
      bars.forEach((bar6) => bar6.classList.toggle("hand-selected", jobOf(bar6) === selected6));
      panel4.querySelectorAll(".hand-arrival").forEach((mark3) => mark3.classList.toggle("hand-selected", mark3.dataset.jobs.split(" ").includes(String(selected6))));
      if (focused2) focused2.focus({ preventScroll: true });
    });
  }
  function begin2(event) {
    const grip = around(event, ".hand-grip"), answer2 = grip && jobs.answer();
    if (!grip || event.button !== 0 || !answer2) return;
    event.preventDefault();
    const bar6 = grip.closest(".hand-bar"), svg = grip.closest("svg"), { width } = svg.getBoundingClientRect(), { axis, unit: unit2 } = answer2;
    const scale = (axis.t1 - axis.t0) / (axis.right - axis.left) * svg.viewBox.baseVal.width / width, runtime = Number(bar6.dataset.runtime);
    drag = { job: jobOf(bar6), from: event.clientX, runtime, scale, unit: unit2, now: runtime, moved: false };
    document.documentElement.classList.add("hand-dragging");
  }
  function move2(event) {
    if (!drag) return;
    if (!event.buttons) {
      end();
      return;
    }
    const next = draggedRuntime(drag, event.clientX - drag.from);
    if (next === drag.now || !drag.moved && Math.abs(event.clientX - drag.from) < SLACK) return;
    drag.now = next;
    drag.moved = true;
    jobs.setRuntime(drag.job, next, true);
  }
  var draggedRuntime = ({ runtime, scale, unit: unit2 }, pixels) => Math.max(Math.round((runtime + pixels * scale) / unit2) * unit2, Math.min(unit2, runtime));
  function end() {
    const done = drag;
    drag = null;
    document.documentElement.classList.remove("hand-dragging");
    if (done && done.moved) jobs.setRuntime(done.job, done.now, false);
  }
  function press3(event) {
    const bar6 = around(event, ".hand-bar");
    if (!bar6 || event.ctrlKey || event.metaKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.code], sideways = ["ArrowLeft", "ArrowRight"].includes(event.code);
    if (event.altKey && sideways) jobs.nudge(jobOf(bar6), by);
    else if (!event.altKey && by) step2(bar6, by);
    else if (event.code === "Enter" || event.code === "Space") jobs.select(jobOf(bar6));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function step2(bar6, by) {
    const bars = barsOf2(bar6.closest(".hand-panel")), next = bars[bars.indexOf(bar6) + by];
    if (!next) return;
    bars.forEach((one) => one.setAttribute("tabindex", "-1"));
    next.setAttribute("tabindex", "0");
    next.focus();
  }
  function start17(owner) {
    jobs = owner;
    document.addEventListener("pointerdown", begin2);
    document.addEventListener("pointermove", move2);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
    document.addEventListener("click", (event) => {
      const bar6 = around(event, ".hand-bar");
      if (bar6) jobs.select(jobOf(bar6));
    });
    document.addEventListener("keydown", press3, true);
  }

  // layouts/frontend/by_hand/parameters.js
  var textOf2 = (value) => value === null || value === void 0 ? "" : String(value);
  function withFields(params, names, values, switches, usual2) {
    const next = { ...params };
    names.forEach((name, at3) => {
      const isSwitch = typeof usual2[name] === "boolean", text = textOf2(isSwitch ? switches[at3] : values[at3]);
      if (text === "" || text === textOf2(usual2[name])) delete next[name];
      else next[name] = text;
    });
    return next;
  }
  function fieldOf(text, usual2) {
    if (typeof usual2 === "boolean") return { checked: text === void 0 ? usual2 : text === "true" };
    const value = text === void 0 ? usual2 : text;
    return { value: typeof usual2 === "number" && Number.isFinite(Number(value)) ? Number(value) : value };
  }
  function showParams(before2, after2, usual2) {
    for (const name of /* @__PURE__ */ new Set([...Object.keys(before2), ...Object.keys(after2)])) {
      if (before2[name] !== after2[name]) set({ type: "param", form: "hand", name }, fieldOf(after2[name], usual2[name]));
    }
  }

  // layouts/frontend/by_hand/table.js
  var COLUMNS = ["number", "submit", "processors", "runtime", "requested_time", "user", "campaign", "cpu_need", "memory"];
  var OPTIONAL = { campaign: ["campaign"], needs: ["cpu_need", "memory"] };
  var ROW = 30;
  var HEAD = 48;
  var LOWEST = 200;
  var HIGHEST2 = 520;
  var LONGEST3 = 2e4;
  var listening2 = /* @__PURE__ */ new WeakSet();
  var jobs2 = null;
  var grid = () => {
    try {
      return window.dash_ag_grid && window.dash_ag_grid.getApi("hand-grid");
    } catch {
      return null;
    }
  };
  var sameText = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  function fillTable(rows2) {
    const api = grid(), shown3 = [], box2 = document.getElementById("hand-grid");
    if (!api) return;
    const fresh = rows2.map((row2) => ({ ...row2 })), height = `${Math.min(Math.max(rows2.length * ROW + HEAD, LOWEST), HIGHEST2)}px`;
    if (box2 && box2.style.height !== height) box2.style.height = height;
    api.forEachNode((node) => shown3.push(node.data));
    showColumns(api, rows2);
    const order = (list3) => list3.map((row2) => row2.number).join();
    if (order(shown3) !== order(fresh)) {
      api.setGridOption("rowData", fresh);
      return;
    }
    const changed = fresh.filter((row2, at3) => COLUMNS.some((name) => row2[name] !== shown3[at3][name]));
    if (changed.length) api.applyTransaction({ update: changed });
  }
  var hasColumn = (rows2, group2) => rows2.some((row2) => OPTIONAL[group2].some((name) => row2[name]));
  function showColumns(api, rows2) {
    let changed = false;
    for (const [group2, names] of Object.entries(OPTIONAL)) {
      const visible2 = hasColumn(rows2, group2), button6 = document.querySelector(`.hand-columns[data-columns=${group2}]`);
      if (button6) button6.setAttribute("aria-pressed", String(visible2));
      for (const name of names.filter((one) => api.getColumn(one) && api.getColumn(one).isVisible() !== visible2)) {
        api.setColumnsVisible([name], visible2);
        changed = true;
      }
    }
    if (changed) api.sizeColumnsToFit();
  }
  function markWrong(wrong) {
    const api = grid(), changed = [];
    if (!api) return;
    api.forEachNode((node, at3) => {
      const bad = (wrong || []).filter((one) => one.row === at3 + 1).map((one) => `wrong_${one.column}`);
      const before2 = Object.keys(node.data).filter((name) => name.startsWith("wrong_"));
      if (sameText(bad.slice().sort(), before2.slice().sort())) return;
      const row2 = Object.fromEntries(COLUMNS.map((name) => [name, node.data[name]]));
      bad.forEach((name) => {
        row2[name] = true;
      });
      changed.push(row2);
    });
    if (changed.length) {
      api.applyTransaction({ update: changed });
      api.refreshCells({ force: true });
    }
  }
  function listenToTable() {
    const api = grid();
    if (!api || listening2.has(api)) return;
    listening2.add(api);
    api.addEventListener("cellValueChanged", (event) => {
      const at3 = jobs2.rows().findIndex((one) => one.number === event.data.number);
      if (at3 >= 0 && event.source !== "api") jobs2.change(at3, event.colDef.field, String(event.newValue ?? ""));
    });
  }
  function focusedRow(count2) {
    const api = grid(), cell = api && api.getFocusedCell();
    return Math.min(cell ? cell.rowIndex : count2 - 1, count2 - 1);
  }
  function focusRow(at3) {
    const api = grid();
    if (!api || at3 < 0) return;
    api.ensureIndexVisible(at3);
    api.setFocusedCell(at3, "submit");
  }
  var isOn = () => isThere("hand-panels") && jobs2.isBegun();
  var typing = (event) => around(event, "input, textarea, select, [contenteditable=true], [role=dialog]") !== null;
  var isLetter = (event, key, code) => /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === key : event.code === code;
  function press4(event) {
    if (!isOn() || typing(event)) return;
    const command = (event.ctrlKey || event.metaKey) && !event.altKey, sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.code];
    if (command && isLetter(event, "z", "KeyZ")) {
      event.preventDefault();
      if (event.shiftKey) jobs2.redo();
      else jobs2.undo();
      return;
    }
    if (command && isLetter(event, "y", "KeyY")) {
      event.preventDefault();
      jobs2.redo();
      return;
    }
    if (!event.altKey || !sideways || !around(event, "#hand-table")) return;
    event.preventDefault();
    event.stopPropagation();
    const row2 = jobs2.rows()[focusedRow(jobs2.rows().length)];
    if (row2) jobs2.nudge(Number(row2.number), sideways);
  }
  var hasCells = (text) => /[\t;\n]/.test(text.trim()) || text.trim().split(/[,\s]+/).length >= 3;
  function paste(event) {
    if (!isOn() || typing(event)) return;
    const text = event.clipboardData ? event.clipboardData.getData("text") : "", api = grid(), cell = api && api.getFocusedCell();
    if (!text.trim() || !(around(event, "#hand-table") || cell)) return;
    event.preventDefault();
    if (hasCells(text)) {
      set("hand-clip", { data: { text: text.slice(0, LONGEST3), at: Date.now() } });
      return;
    }
    const column = cell && cell.column.getColId();
    if (cell && column !== "number") jobs2.change(cell.rowIndex, column, text.trim());
  }
  function start18(owner) {
    jobs2 = owner;
    document.addEventListener("keydown", press4, true);
    document.addEventListener("paste", paste);
  }

  // layouts/frontend/by_hand/jobs.js
  var SETTINGS = {
    "hand-machine": ["value", "processors"],
    "hand-policies": ["value", "policies"],
    "hand-seed": ["value", "seed"],
    "hand-title": ["value", "title"],
    "hand-expression": ["value", "priority"],
    "hand-passing": ["value", "passing"]
  };
  var CPU_NEED = "100";
  var MEMORY = "10";
  var MOST_POLICIES = 4;
  var LATE2 = 4e3;
  var GONE2 = 2e4;
  var SOON = 400;
  var AT_REST2 = 250;
  var RESIZED = 120;
  var DEEP = 500;
  var NARROW = 600;
  var state = null;
  var past = [];
  var future = [];
  var sequence = 0;
  var answer = null;
  var selected4 = null;
  var random = [];
  var expressions = [];
  var usual = {};
  var most = 50;
  var early = [];
  var usable = "";
  var askedAt = 0;
  var waiting2 = false;
  var until = null;
  var raised = null;
  var changedAt = 0;
  var resting = 0;
  var lost = 0;
  var resizing = 0;
  var pictures = /* @__PURE__ */ new WeakMap();
  var isHere = () => isThere("hand-panels");
  var copy2 = (value) => JSON.parse(JSON.stringify(value));
  var same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  var answerNow = () => answer;
  function ask2() {
    if (!isHere() || !state) return;
    if (askedAt && performance.now() - askedAt < LATE2) {
      waiting2 = true;
      return;
    }
    waiting2 = false;
    askedAt = performance.now();
    clearTimeout(lost);
    lost = setTimeout(() => waiting2 ? askAnew() : lost = setTimeout(askAnew, GONE2 - LATE2), LATE2);
    sequence += 1;
    set("hand-state", { data: question() });
  }
  function askAnew() {
    askedAt = 0;
    ask2();
  }
  var question = () => ({ ...state, seq: sequence, width: widthNow2(), until, job: selected4, raised });
  function askAtLeisure(ms) {
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (isHere() && state) set("hand-rest", { data: question() });
    }, ms);
  }
  function widthNow2() {
    const panels2 = document.getElementById("hand-panels");
    return panels2 && panels2.clientWidth ? Math.floor(panels2.clientWidth) : NARROW;
  }
  function answered(fresh) {
    askedAt = 0;
    if (fresh && fresh.seq === sequence) clearTimeout(lost);
    if (!fresh || !isHere()) return noUpdate();
    const panels2 = document.getElementById("hand-panels"), isNewest2 = fresh.seq === sequence;
    if (fresh.panels) {
      answer = fresh;
      draw2(panels2, fresh);
      if (!waiting2 && isNewest2 && until === null) settle2(fresh);
    }
    if (!waiting2 && isNewest2) markWrong(fresh.wrong);
    if (!waiting2 && isNewest2 && !fresh.panels && !fresh.again) askAtLeisure(AT_REST2);
    panels2.classList.toggle("hand-stale", !fresh.panels && !fresh.again);
    if (changedAt && fresh.panels && isNewest2) {
      performance.measure("queuescope by hand", { start: changedAt, end: performance.now() });
      changedAt = 0;
    }
    if (fresh.again) setTimeout(ask2, SOON);
    if (waiting2) ask2();
    return noUpdate();
  }
  function settle2({ rows: rows2, link: link2 }) {
    raised = null;
    askAtLeisure(AT_REST2);
    if (rows2) {
      state.rows = rows2;
      fillTable(rows2);
    }
    if (pathHere() === "/by-hand" && link2 !== location.search) history.replaceState(history.state, "", location.pathname + link2);
  }
  function draw2(panels2, { panels: drawings, users }) {
    const focus2 = focusedBar();
    while (panels2.children.length > drawings.length) panels2.lastChild.remove();
    drawings.forEach((drawing3, at3) => {
      const box2 = panels2.children[at3] || panels2.appendChild(newPanel()), [head2, body3, note2] = box2.children;
      box2.dataset.policy = drawing3.policy;
      box2.setAttribute("aria-label", drawing3.title);
      if (head2.textContent !== drawing3.title) head2.textContent = drawing3.title;
      write(body3, drawing3.svg);
      if (note2.textContent !== drawing3.said) note2.textContent = drawing3.said;
    });
    write(document.getElementById("hand-users"), users);
    restoreBars(focus2, selected4);
  }
  function write(element3, picture2) {
    if (pictures.get(element3) === picture2) return;
    element3.innerHTML = picture2;
    pictures.set(element3, picture2);
  }
  function newPanel() {
    const box2 = Object.assign(document.createElement("section"), { className: "hand-panel" });
    box2.append(...["h3", "div", "p"].map((name) => document.createElement(name)));
    return box2;
  }
  var NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
  var titleOf2 = (rows2) => `${NUMBERS[rows2.length] || rows2.length} ${rows2.length === 1 ? "job" : "jobs"}`;
  var followed = (before2, next) => before2 && before2.title === next.title && before2.title === titleOf2(before2.rows) ? { ...next, title: titleOf2(next.rows) } : next;
  function commit(wanted2, changed) {
    const next = followed(state, wanted2);
    if (same(next, state)) return;
    past.push(state);
    past = past.slice(-DEEP);
    future = [];
    show4(next, changed);
  }
  function show4(next, changed) {
    const before2 = state;
    state = copy2(next);
    raised = changed === void 0 ? null : changed;
    changedAt = performance.now();
    fillTable(state.rows);
    for (const [id, [prop, name]] of Object.entries(SETTINGS)) if (!before2 || !same(before2[name], state[name])) set(id, { [prop]: state[name] });
    showParams(before2 ? before2.params : {}, state.params, usual);
    showFields();
    showHistory();
    ask2();
  }
  function showFields() {
    for (const [id, users] of [["hand-seed-box", random], ["hand-expression-box", expressions]]) {
      const box2 = document.getElementById(id);
      if (box2) box2.hidden = !(state.policies || []).some((key) => users.includes(key));
    }
  }
  function showHistory() {
    const now2 = `${past.length > 0} ${future.length > 0}`;
    if (now2 === usable) return;
    usable = now2;
    set("hand-undo", { disabled: !past.length });
    set("hand-redo", { disabled: !future.length });
  }
  function goBack2(from, to) {
    if (!from.length) return;
    to.push(state);
    show4(from.pop());
  }
  var undo = () => goBack2(past, future);
  var redo = () => goBack2(future, past);
  var nextNumber = () => String(Math.max(0, ...state.rows.map((row2) => Number(row2.number) || 0)) + 1);
  function insert(row2, at3) {
    if (state.rows.length >= most) return;
    const rows2 = copy2(state.rows);
    rows2.splice(at3, 0, row2);
    commit({ ...state, rows: rows2 });
    requestAnimationFrame(() => focusRow(at3));
  }
  function change(at3, column, text) {
    const rows2 = copy2(state.rows);
    rows2[at3][column] = text;
    commit({ ...state, rows: rows2 }, column === "runtime" ? Number(rows2[at3].number) : null);
  }
  function setRuntime(job, seconds, live) {
    const rows2 = copy2(state.rows), row2 = rows2.find((one) => Number(one.number) === job);
    if (!row2) return;
    row2.runtime = `${+seconds.toFixed(3)} s`;
    if (live) {
      dragTo(rows2, job);
      return;
    }
    if (until === null) {
      commit({ ...state, rows: rows2 }, job);
      return;
    }
    until = null;
    if (same(rows2, past[past.length - 1].rows)) past.pop();
    show4({ ...state, rows: rows2 }, job);
  }
  function dragTo(rows2, job) {
    if (until === null) {
      past.push(copy2(state));
      future = [];
      until = answer ? answer.axis.t1 : null;
    }
    state.rows = rows2;
    raised = job;
    changedAt = performance.now();
    ask2();
  }
  var nextRuntime = (runtime, unit2, by) => (by > 0 ? Math.floor(runtime / unit2 + 1e-9) + 1 : Math.ceil(runtime / unit2 - 1e-9) - 1) * unit2;
  function nudge(job, by) {
    const now2 = answer && answer.jobs[job], next = now2 && nextRuntime(now2, answer.unit, by);
    if (next > 0) setRuntime(job, next, false);
  }
  function select(job) {
    selected4 = job;
    if (answer) draw2(document.getElementById("hand-panels"), answer);
    askAtLeisure(0);
  }
  function begin3(given) {
    if (!given) return noUpdate();
    ({ random, expressions, usual, most } = given);
    past = [];
    future = [];
    selected4 = null;
    answer = null;
    askedAt = 0;
    until = null;
    state = null;
    usable = "";
    const { rows: rows2, processors, policies, seed, title, priority, passing, params } = given;
    (function whenThere() {
      if (!isHere()) return;
      if (!grid()) {
        setTimeout(whenThere, 30);
        return;
      }
      listenToTable();
      show4({ rows: rows2, processors, policies: withEarly(policies, early), seed, title, priority, passing, params });
      early = [];
    })();
    return noUpdate();
  }
  var withEarly = (policies, chosen) => [.../* @__PURE__ */ new Set([...policies, ...chosen])].slice(0, Math.max(MOST_POLICIES, policies.length));
  function settings(processors, policies, seed, title, priority, passing) {
    if (!state) early = policies || [];
    if (!state || !isHere()) return noUpdate();
    const next = { ...state, processors, policies: policies || [], seed: seed === "" ? 0 : seed, title: title || "", priority: priority || "", passing: passing || "" };
    if (!next.policies.length) set("hand-policies", { value: state.policies });
    else if (!same(next, state) && same({ ...next, title: "" }, { ...state, title: "" })) changeTitle(next);
    else commit(next);
    return noUpdate();
  }
  function parameters(values, switches, identities) {
    if (!state || !isHere()) return noUpdate();
    commit({ ...state, params: withFields(state.params, identities.map(({ name }) => name), values, switches, usual) });
    return noUpdate();
  }
  function changeTitle(next) {
    const goesOn = past.length && past[past.length - 1].titled;
    if (!goesOn) {
      past.push({ ...state, titled: true });
      future = [];
    }
    state = copy2(next);
    if (!goesOn) showHistory();
    ask2();
  }
  function pasted(data) {
    if (data && state) commit({ ...state, rows: data.replace ? data.rows : [...state.rows, ...data.rows] });
    return noUpdate();
  }
  function add() {
    const first2 = { submit: "0 s", runtime: "1 h", user: "1", campaign: "", cpu_need: "", memory: "" }, last3 = state.rows[state.rows.length - 1] || first2;
    insert({ ...last3, number: nextNumber(), processors: "1", requested_time: "=" }, state.rows.length);
  }
  function withColumn(rows2, group2) {
    const campaigns = /* @__PURE__ */ new Map();
    return rows2.map((row2) => {
      if (group2 === "needs") return { ...row2, cpu_need: CPU_NEED, memory: MEMORY };
      const mine = campaigns.get(row2.user) || campaigns.set(row2.user, []).get(row2.user);
      if (!mine.includes(row2.submit)) mine.push(row2.submit);
      return { ...row2, campaign: String(mine.indexOf(row2.submit) + 1) };
    });
  }
  var withoutColumn = (rows2, group2) => rows2.map((row2) => ({ ...row2, ...Object.fromEntries(OPTIONAL[group2].map((name) => [name, ""])) }));
  function changeColumns(group2) {
    const { rows: rows2 } = state;
    commit({ ...state, rows: hasColumn(rows2, group2) ? withoutColumn(rows2, group2) : withColumn(rows2, group2) });
  }
  function duplicate() {
    const at3 = focusedRow(state.rows.length);
    if (at3 >= 0) insert({ ...state.rows[at3], number: nextNumber() }, at3 + 1);
  }
  function remove() {
    const at3 = focusedRow(state.rows.length);
    if (at3 < 0) return;
    commit({ ...state, rows: state.rows.filter((row2, place7) => place7 !== at3) });
    requestAnimationFrame(() => focusRow(Math.min(at3, state.rows.length - 1)));
  }
  var PRESSED = { "hand-add": add, "hand-copy": duplicate, "hand-delete": remove, "hand-undo": undo, "hand-redo": redo };
  function press5(event) {
    const button6 = around(event, "button"), act3 = button6 && PRESSED[button6.id];
    if (!state || !isHere()) return;
    if (act3) act3();
    if (button6 && button6.matches(".hand-columns")) changeColumns(button6.dataset.columns);
  }
  function start19() {
    offerToDash("queuescopeHand", { start: begin3, answer: answered, settings, params: parameters, pasted });
    start18({ isBegun: () => Boolean(state), rows: () => state ? state.rows : [], change, nudge, undo, redo });
    start17({ answer: answerNow, setRuntime, nudge, select });
    document.addEventListener("click", press5);
    window.addEventListener("resize", () => {
      clearTimeout(resizing);
      resizing = setTimeout(ask2, RESIZED);
    });
  }

  // layouts/frontend/compare/chart_labels.js
  var chart_labels_exports = {};
  __export(chart_labels_exports, {
    charactersThatFit: () => charactersThatFit,
    movedApart: () => movedApart,
    start: () => start20
  });
  var WORDS3 = ".gtitle, .annotation-text";
  var ELLIPSIS = "…";
  var EDGE = 2;
  var APART = 2;
  var fitted = /* @__PURE__ */ new WeakMap();
  function charactersThatFit(length2, room2, dots, widthOf) {
    if (widthOf(length2) <= room2) return length2;
    let low = 0, high = length2;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (widthOf(middle) + dots <= room2) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  function movedApart(boxes, low, high) {
    const order = boxes.map((_, at3) => at3).sort((a, b) => boxes[a].top - boxes[b].top), tops = boxes.map((box2) => box2.top);
    const height = (at3) => boxes[at3].bottom - boxes[at3].top + APART;
    order.forEach((at3, place7) => {
      if (place7) tops[at3] = Math.max(tops[at3], tops[order[place7 - 1]] + height(order[place7 - 1]));
    });
    let end7 = high;
    for (const at3 of [...order].reverse()) {
      tops[at3] = Math.min(tops[at3], end7 - height(at3) + APART);
      end7 = tops[at3] - APART;
    }
    let begin11 = low;
    for (const at3 of order) {
      tops[at3] = Math.max(tops[at3], begin11);
      begin11 = tops[at3] + height(at3);
    }
    return tops.map((top, at3) => top - boxes[at3].top);
  }
  function keep(line2, count2) {
    const walker = document.createTreeWalker(line2, NodeFilter.SHOW_TEXT);
    let left = count2, last3 = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (left > 0) last3 = node;
      node.data = node.data.slice(0, Math.max(0, left));
      left -= node.length;
    }
    if (last3) last3.data = last3.data.trimEnd() + ELLIPSIS;
  }
  function fitLine(line2, edge) {
    const { left, right } = line2.getBoundingClientRect(), length2 = line2.getNumberOfChars();
    if (right <= edge || left >= edge || !length2) return false;
    const { fontSize, textAnchor } = getComputedStyle(line2), dots = parseFloat(fontSize);
    const count2 = charactersThatFit(length2, edge - left, dots, (n) => n ? line2.getSubStringLength(0, n) : 0);
    if (!count2) return false;
    if (textAnchor === "middle") {
      line2.setAttribute("x", Number(line2.getAttribute("x")) - line2.getComputedTextLength() / 2);
      line2.setAttribute("text-anchor", "start");
    }
    keep(line2, count2);
    return true;
  }
  function fitWords(words3, edge) {
    const text = words3.textContent, lines2 = words3.querySelectorAll("tspan.line");
    const isCut = [...lines2.length ? lines2 : [words3]].map((line2) => fitLine(line2, edge)).includes(true);
    if (isCut) words3.append(Object.assign(document.createElementNS("http://www.w3.org/2000/svg", "title"), { textContent: text }));
  }
  function moveNamesApart(gd, frame3) {
    const { left, width } = plotArea(gd), names = [...gd.querySelectorAll(".annotation")];
    for (const name of names) name.style.transform = "";
    const beside = names.filter((name) => name.getBoundingClientRect().left >= frame3.left + left + width);
    const moves2 = movedApart(beside.map((name) => name.getBoundingClientRect()), frame3.top + EDGE, frame3.bottom - EDGE);
    beside.forEach((name, at3) => {
      if (Math.abs(moves2[at3]) >= 1) name.style.transform = `translateY(${moves2[at3]}px)`;
    });
  }
  var saidBy = (gd) => [...gd.querySelectorAll(WORDS3)].map((words3) => words3.textContent).join("\n");
  function fit2(gd) {
    if (!isDrawn(gd) || !fullLayout(gd).xaxis) return;
    const { width, height } = fullLayout(gd), before2 = fitted.get(gd), frame3 = gd.getBoundingClientRect();
    if (!frame3.width || before2 && before2.width === width && before2.height === height && before2.text === saidBy(gd)) return;
    gd.querySelectorAll(WORDS3).forEach((words3) => fitWords(words3, frame3.left + width - EDGE));
    moveNamesApart(gd, frame3);
    fitted.set(gd, { text: saidBy(gd), width, height });
  }
  function fitAll() {
    for (const gd of everyChart()) {
      if (isDrawn(gd) && listenOnce(gd, "plotly_afterplot", () => fit2(gd))) fit2(gd);
    }
  }
  function start20() {
    onChange(fitAll);
  }

  // layouts/frontend/classroom/memory.js
  var MEMBER = "queuescope class";
  var TAUGHT = "queuescope teaching";
  var SHOWING = "queuescope showing";
  var MOST3 = 20;
  function stored2(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(name)) || otherwise;
    } catch {
      return otherwise;
    }
  }
  function store2(name, value) {
    try {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(value));
    } catch {
    }
    held.set(name, value);
  }
  var held = /* @__PURE__ */ new Map();
  var read = (name, otherwise) => held.has(name) ? held.get(name) || otherwise : stored2(name, otherwise);
  var member = () => read(MEMBER, null);
  var setMember = (value) => store2(MEMBER, value);
  var taught = () => read(TAUGHT, { keys: {}, current: "" });
  function keepKey(code, key) {
    const { keys } = taught(), rest2 = Object.entries(keys).filter(([one]) => one !== code).slice(-MOST3 + 1);
    store2(TAUGHT, { keys: Object.fromEntries([...rest2, [code, key]]), current: code });
  }
  function forgetKey(code) {
    const { keys } = taught();
    store2(TAUGHT, { keys: Object.fromEntries(Object.entries(keys).filter(([one]) => one !== code)), current: "" });
  }
  function showing() {
    try {
      return JSON.parse(sessionStorage.getItem(SHOWING));
    } catch {
      return shownHere;
    }
  }
  function setShowing(value) {
    shownHere = value;
    try {
      if (value) sessionStorage.setItem(SHOWING, JSON.stringify(value));
      else sessionStorage.removeItem(SHOWING);
    } catch {
    }
  }
  var shownHere = null;
  var setCurrent = (current2) => store2(TAUGHT, { ...taught(), current: current2 });
  var codeIn = (search) => plainCode(new URLSearchParams(search).get("room") || "");
  var plainCode = (text) => text.toUpperCase().replace(/[^A-Z0-9]/g, "").slice(0, 12);
  var token = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)))).replace(/\+/g, "-").replace(/\//g, "_");
  var path = (code, what) => `${prefix()}class/${code ? `${encodeURIComponent(code)}/` : ""}${what}`;
  var addressOf2 = path;
  async function change2(code, what, body3, headers = {}, options = {}) {
    const answer2 = await ask(path(code, what), {
      ...options,
      method: "POST",
      body: JSON.stringify(body3),
      headers: { "Content-Type": "application/json", "X-Requested-With": "fetch", ...headers }
    });
    const isText = (answer2.headers.get("Content-Type") || "").includes("json");
    return { ok: answer2.ok, status: answer2.status, data: isText ? await answer2.json() : { message: await answer2.text() } };
  }

  // layouts/frontend/classroom/showing.js
  var showing_exports = {};
  __export(showing_exports, {
    addressToShow: () => addressToShow,
    followedPart: () => followedPart,
    isOfRoom: () => isOfRoom,
    start: () => start21
  });
  var EVERY = 1e3;
  var BRIEF = 6e3;
  var isSending = false;
  var isOfRoom = (path2) => /^\/class(\/|$)/.test(path2);
  var without2 = (search, leavesOut) => search.replace(/^[?]/, "").split("&").filter((part) => part && !leavesOut(...part.split("="))).join("&");
  var asSearch = (text) => text ? `?${text}` : "";
  function addressToShow() {
    return pathHere() + asSearch(without2(location.search, (name) => name === "present")) + location.hash;
  }
  function followedPart(address2) {
    const [, path2, search, hash] = /^([^?#]*)([?][^#]*)?(#.*)?$/.exec(address2);
    return path2 + asSearch(without2(search || "", (name) => name === "place")) + (hash || "");
  }
  async function look2() {
    const now2 = showing(), address2 = addressToShow();
    if (!now2 || isSending || isOfRoom(pathHere()) || followedPart(address2) === followedPart(now2.address)) return;
    isSending = true;
    try {
      const { ok, data } = await change2(now2.code, "teach", { act: "show", address: address2, after: now2.address }, { "X-Class-Key": taught().keys[now2.code] });
      const later2 = showing();
      if (!later2 || later2.code !== now2.code || later2.address !== now2.address) return;
      setShowing(ok ? { ...now2, address: address2 } : null);
      if (!ok) notice(data.message, BRIEF);
    } finally {
      isSending = false;
    }
  }
  function start21() {
    setInterval(look2, EVERY);
  }

  // layouts/frontend/classroom/bar.js
  var FOOT = "--qs-foot";
  var bar2 = null;
  var drawn = "";
  var acts = null;
  function button(text, act3, look7 = "qs-button-low") {
    const element3 = Object.assign(document.createElement("button"), { type: "button", className: look7, textContent: text });
    element3.addEventListener("click", act3);
    return element3;
  }
  var link = (text, href) => Object.assign(document.createElement("a"), { href: withPrefix(href), textContent: text, className: "qs-button-low" });
  var words = (text) => Object.assign(document.createElement("span"), { textContent: text });
  function parts(teaches, one) {
    if (teaches) {
      const state2 = isShowing(teaches) ? `Room ${teaches}: students who follow you see where you are` : `Room ${teaches}`;
      const show14 = isShowing(teaches) ? [] : [button("Show this page", () => acts.show(teaches, addressToShow()))];
      return [
        words(state2),
        ...show14,
        button("Stop showing", () => acts.show(teaches, "")),
        link("To the room", `/class/teacher?room=${teaches}`),
        button("Hide this bar", () => {
          setCurrent("");
          showBar();
        })
      ];
    }
    return [
      words(`Room ${one.code}: you follow the teacher`),
      link("To the questions", `/class?room=${one.code}`),
      button("Stop following", () => acts.setFollowing(false))
    ];
  }
  var isShowing = (code) => Boolean(showing()) && showing().code === code;
  function showBar() {
    const elsewhere2 = !isOfRoom(pathHere()), one = member(), { current: current2, keys } = taught();
    const teaches = elsewhere2 && keys[current2] ? current2 : "", follows = elsewhere2 && one && one.follows && !teaches;
    const now2 = teaches ? `teaches ${teaches} ${isShowing(teaches)}` : follows ? `follows ${one.code}` : "";
    if (now2 === drawn) return;
    drawn = now2;
    if (bar2) bar2.remove();
    bar2 = null;
    giveRoom();
    if (!now2) return;
    bar2 = Object.assign(document.createElement("section"), { className: "qs-class-foot-bar" });
    bar2.setAttribute("aria-label", "Class");
    bar2.append(...parts(teaches, one));
    document.body.append(bar2);
    giveRoom();
    new ResizeObserver(giveRoom).observe(bar2);
  }
  function giveRoom() {
    const root = document.documentElement, height = bar2 ? bar2.offsetHeight : 0;
    if (height === footHeight()) return;
    root.classList.toggle("qs-room-bar", height > 0);
    if (height) root.style.setProperty(FOOT, `${height}px`);
    else root.style.removeProperty(FOOT);
  }
  var footHeight = () => parseFloat(document.documentElement.style.getPropertyValue(FOOT)) || 0;
  function start22(whatToDo) {
    acts = whatToDo;
    onChange(showBar);
  }

  // layouts/frontend/classroom/following.js
  var following_exports = {};
  __export(following_exports, {
    isSameButInstant: () => isSameButInstant,
    lead: () => lead,
    start: () => start25
  });

  // layouts/frontend/compare/reading_place.js
  var reading_place_exports = {};
  __export(reading_place_exports, {
    placeAt: () => placeAt,
    placeOf: () => placeOf2,
    start: () => start23
  });
  var RESTS = 300;
  var PATIENCE5 = 6e4;
  var STILL3 = 3e3;
  var MOST4 = 999;
  var MOVES = ["wheel", "touchstart", "pointerdown", "keydown"];
  var due = null;
  var rest = 0;
  var bar3 = null;
  function placeOf2(text) {
    const [, view, above] = /^((?:[a-z][\w-]{0,60})?)~(\d{1,5})$/.exec(text || "") || [];
    return above === void 0 ? null : { view, above: Number(above) };
  }
  function placeAt(foot, boxes, from) {
    const above = boxes.filter(({ top: top2, height: height2 }) => top2 <= foot && height2 > 0);
    if (!above.length) return `~${Math.max(0, Math.round(foot - from))}`;
    const { view, top, height } = above.reduce((best, one) => one.top > best.top ? one : best);
    return `${view}~${Math.min(MOST4, Math.round(100 * (foot - top) / height))}`;
  }
  var panel2 = () => document.querySelector("#views > [role=tabpanel]:not([hidden])");
  var headingOf = (figure) => figure.querySelector("h3[id]");
  var boxesOf = (home2) => [...home2.querySelectorAll(".qs-figure")].filter((one) => one.offsetParent && headingOf(one)).map((one) => {
    const { top, height } = one.getBoundingClientRect();
    return { view: headingOf(one).id, top, height };
  });
  var highest = () => parseFloat(getComputedStyle(bar3).top) || 0;
  var line = () => highest() + bar3.offsetHeight;
  var isBarUp = () => Math.abs(bar3.getBoundingClientRect().top - highest()) < 1;
  function write2() {
    const home2 = panel2();
    if (pathHere() !== "/compare" || due || !bar3 || !bar3.isConnected || bar3.hidden || !home2) return;
    const params = new URLSearchParams(location.search);
    if (isBarUp() && scrollY > 0) params.set("place", placeAt(line(), boxesOf(home2), home2.getBoundingClientRect().top));
    else params.delete("place");
    replaceAddress(pathHere() + textOf(params));
    rememberPage();
  }
  function begin4() {
    const at3 = placeOf2(new URLSearchParams(location.search).get("place"));
    due = at3 && pathHere() === "/compare" ? { at: at3, latest: performance.now() + PATIENCE5 } : null;
    goThere();
  }
  function goThere() {
    const here = document.getElementById("tabs");
    if (here !== bar3) {
      bar3 = here;
      if (bar3) begin4();
      return;
    }
    if (!due || !bar3 || bar3.hidden) return;
    const now2 = performance.now(), home2 = panel2(), offset = home2 && offsetOf(due.at, home2);
    if (offset) window.scrollBy(0, offset);
    if (typeof offset === "number") due.latest = Math.min(due.latest, now2 + STILL3);
    if (now2 > due.latest) due = null;
  }
  function offsetOf({ view, above }, home2) {
    if (!view) return home2.offsetHeight > above ? Math.round(home2.getBoundingClientRect().top + above - line()) : null;
    const box2 = boxesOf(home2).find((one) => one.view === view);
    return box2 ? Math.round(box2.top + box2.height * above / 100 - line()) : null;
  }
  function start23() {
    onChange(goThere);
    for (const name of MOVES) document.addEventListener(name, () => {
      due = null;
    }, { passive: true, capture: true });
    window.addEventListener("popstate", () => setTimeout(begin4));
    document.addEventListener("scroll", () => {
      clearTimeout(rest);
      rest = setTimeout(write2, RESTS);
    }, { passive: true });
  }

  // layouts/frontend/stepping/player.js
  var player_exports = {};
  __export(player_exports, {
    arriveAt: () => arriveAt,
    start: () => start24
  });

  // layouts/frontend/stepping/timeline.js
  var moves = {
    first: () => 0,
    back: (story, at3) => Math.max(at3 - 1, 0),
    on: (story, at3) => at3 + 1 < story.instants.length ? at3 + 1 : 0,
    last: (story) => story.instants.length - 1,
    difference: (story, at3) => after(story.differences, at3),
    differenceBack: (story, at3) => previous(story.differences, at3),
    decision: (story, at3) => after(decisionsOf(story), at3),
    decisionBack: (story, at3) => previous(decisionsOf(story), at3),
    about: (story, at3, job) => after(placesOf(story, job), at3)
  };
  var after = (places2, at3) => places2.length ? places2.find((place7) => place7 > at3) ?? places2[0] : at3;
  var previous = (places2, at3) => places2.length ? places2.findLast((place7) => place7 < at3) ?? places2[places2.length - 1] : at3;
  function decisionsOf(story) {
    const times2 = new Set(story.runs.flatMap((run3) => run3.log.map((line2) => line2[0])));
    return story.instants.flatMap((time, place7) => times2.has(time) ? [place7] : []);
  }
  function placesOf(story, job) {
    const times2 = new Set(story.runs.flatMap((run3) => [
      run3.submits[job],
      run3.starts[job],
      run3.ends[job],
      ...run3.log.filter((line2) => line2[2] === job).map((line2) => line2[0])
    ]));
    return story.instants.flatMap((time, place7) => times2.has(time) ? [place7] : []);
  }
  function placeAt2(story, time) {
    return Math.max(story.instants.findLastIndex((instant) => instant <= time), 0);
  }
  function shownOf(story, run3, place7, held2) {
    const now2 = story.instants[place7], before2 = (start55) => held2 ? start55 >= now2 : start55 > now2;
    const isStopped = (job) => (run3.stopped ?? []).some(([one, end7, begin11]) => one === job && end7 <= now2 && before2(begin11));
    const waits = (job) => run3.submits[job] <= now2 && (before2(run3.starts[job]) || isStopped(job));
    const queue2 = story.jobs.map((_, job) => job).filter(waits).sort((a, b) => run3.submits[a] - run3.submits[b] || a - b);
    const bars = run3.bars.filter((bar6) => held2 ? bar6[1] < now2 : bar6[1] <= now2).map(([job, begin11, end7, first2, count2]) => [job, begin11, Math.min(end7, now2), first2, count2]);
    const entries = held2 ? [] : run3.log.filter((line2) => line2[0] === now2), lines2 = entries.map(([, , , text, , , brief]) => ({ text, brief }));
    const decided2 = run3.log.filter(([time]) => held2 ? time < now2 : time <= now2), briefs = new Map(decided2.map((line2) => [line2[2], line2[6]]));
    const fired = [...new Set(entries.map((line2) => line2[5] ?? -1))].filter((line2) => line2 >= 0).sort((a, b) => a - b);
    return { bars, queue: queue2, reserved: held2 ? [] : reservedOf(run3, queue2, now2), lines: lines2, briefs, fired, events: eventsOf(run3, now2, held2) };
  }
  function reservedOf(run3, queue2, now2) {
    return queue2.flatMap((job) => {
      const line2 = run3.log.findLast(([time, kind, about]) => about === job && kind === "wait" && time <= now2);
      return line2 && line2[4] !== null && line2[4] >= now2 ? [[job, line2[4]]] : [];
    });
  }
  var rowsAt = (times2, now2) => times2.flatMap((time, job) => time === now2 ? [job] : []);
  var eventsOf = (run3, now2, held2) => ({ ends: rowsAt(run3.ends, now2), submits: rowsAt(run3.submits, now2), starts: held2 ? [] : rowsAt(run3.starts, now2) });
  function viewRows(view, now2, held2) {
    return view.rows.filter(([from, until2]) => (held2 ? from < now2 : from <= now2) && now2 < until2).sort((a, b) => a[2] - b[2]).map((row2) => row2[3]);
  }
  function eventWords({ ends, submits, starts }) {
    const part = (jobs3, one, many) => jobs3.length ? [`${jobs3.length > 1 ? "jobs" : "job"} ${inWords(jobs3)} ${jobs3.length > 1 ? many : one}`] : [];
    return [...part(ends, "ends", "end"), ...part(submits, "is submitted", "are submitted"), ...part(starts, "starts", "start")].join("; ");
  }
  var inWords = (parts3) => parts3.length < 2 ? parts3.join("") : `${parts3.slice(0, -1).join(", ")} and ${parts3[parts3.length - 1]}`;
  function ticks(last3, unit2, most2) {
    const least = last3 / unit2 / most2, power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
    const step6 = Math.max([1, 2, 5, 10].map((times2) => times2 * power).find((one) => one >= least), 1);
    return Array.from({ length: Math.floor(last3 / unit2 / step6 + 1e-9) + 1 }, (_, count2) => count2 * step6);
  }
  var plain = (value) => String(Math.round(value * 100) / 100);

  // layouts/frontend/stepping/drawing.js
  var SPACE = "http://www.w3.org/2000/svg";
  var RIGHT = 12;
  var SLIVER = 3;
  var USUAL = { left: 30, top: 8, below: 24, letter: 9, line: 15, least: 72, most: 220, tick: 64 };
  var LARGE = { left: 46, top: 14, below: 36, letter: 14, line: 22, least: 108, most: 330, tick: 110 };
  function element(name, attributes = {}, ...children) {
    const made2 = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) made2.setAttribute(key, value);
    made2.append(...children);
    return made2;
  }
  function frameOf({ processors, last: last3, unit: unit2, width, row: row2 = 24, large = false, most: most2 = Infinity }) {
    const size = large ? LARGE : USUAL, { left, top, below: below3, least } = size;
    const high = Math.max(Math.min(Math.max(processors * row2, least), size.most, most2 - top - below3), least / 2), inside = width - left - RIGHT;
    return {
      processors,
      last: last3,
      unit: unit2,
      width,
      size,
      high: high + top + below3,
      x: (time) => left + Math.min(time / last3, 1) * inside,
      y: (processor) => top + high - processor / processors * high,
      timeAt: (pixel) => (pixel - left) / inside * last3
    };
  }
  function axes(frame3) {
    const { processors, last: last3, unit: unit2, x, y, size } = frame3;
    const parts3 = [element("rect", { class: "qs-play-ground", x: x(0), y: y(processors), width: x(last3) - x(0), height: y(0) - y(processors) })];
    const step6 = Math.max(1, Math.ceil(processors / Math.min(8, Math.floor((y(0) - y(processors)) / size.line))));
    for (let row2 = step6; row2 < processors; row2 += step6) parts3.push(element("line", { class: "qs-play-rule", x1: x(0), x2: x(last3), y1: y(row2), y2: y(row2) }));
    for (let row2 = 0; row2 <= processors; row2 += step6) {
      parts3.push(element("text", { class: "qs-play-label", x: x(0) - 6, y: y(row2) + size.line / 4, "text-anchor": "end" }, String(row2)));
    }
    const every = ticks(last3, unit2.seconds, Math.max(Math.floor((frame3.width - size.left) / size.tick), 2));
    for (const tick2 of every) {
      const at3 = x(tick2 * unit2.seconds), name = tick2 === every[every.length - 1] && at3 < x(last3) - 20 ? `${plain(tick2)} ${unit2.name}` : plain(tick2);
      parts3.push(
        element("line", { class: "qs-play-tick", x1: at3, x2: at3, y1: y(0), y2: y(0) + 5 }),
        element("text", { class: "qs-play-label", x: at3, y: y(0) + size.below - 6, "text-anchor": "middle" }, name)
      );
    }
    return parts3;
  }
  function bar4(frame3, [job, begin11, end7, first2, count2], { kind = "", fill: fill2 = "", label: label2, title }) {
    const { x, y, size } = frame3, wide = Math.max(x(end7) - x(begin11), SLIVER), high = y(first2) - y(first2 + count2);
    const shape = element("rect", { class: `qs-play-bar ${kind}`, x: x(begin11), y: y(first2 + count2), width: wide, height: high, rx: 2, "data-job": job });
    if (fill2) shape.style.fill = fill2;
    const drawn2 = element("g", { "data-job": job }, element("title", {}, title), shape);
    const hasRoom = wide > size.letter * label2.length + 2 && high >= size.line - 3;
    if (hasRoom) drawn2.append(element("text", {
      class: `qs-play-number ${kind}`,
      x: x(begin11) + wide / 2,
      y: y(first2 + count2 / 2) + size.line / 3,
      "text-anchor": "middle"
    }, label2));
    return drawn2;
  }
  function nowLine(frame3, now2) {
    return element("line", { class: "qs-play-now", x1: frame3.x(now2), x2: frame3.x(now2), y1: frame3.y(frame3.processors) - 4, y2: frame3.y(0) });
  }
  function chart(frame3, name, parts3) {
    const { width, high } = frame3;
    return element("svg", { class: "qs-play-chart", viewBox: `0 0 ${width} ${high}`, width, height: high, role: "img", "aria-label": name }, ...parts3);
  }
  function roomFor(bars, begin11, end7, count2, processors) {
    const beside = bars.filter(([, from, until2]) => from < end7 && begin11 < until2);
    for (let first2 = 0; first2 + count2 <= processors; first2 += 1) {
      if (beside.every(([, , , low, many]) => low + many <= first2 || first2 + count2 <= low)) return first2;
    }
    return -1;
  }

  // layouts/frontend/stepping/instant_link.js
  var NAME = "at";
  var DIGITS2 = 12;
  function instantOf(search) {
    const text = new URLSearchParams(search).get(NAME);
    return text && /^[0-9]{1,12}([.][0-9]{1,6})?$/.test(text) ? Number(text) : null;
  }
  function withInstant(search, time) {
    const parts3 = search.replace(/^[?]/, "").split("&").filter((part) => part && !part.startsWith(`${NAME}=`));
    return `?${[...parts3, `${NAME}=${+time.toPrecision(DIGITS2)}`].join("&")}`;
  }

  // layouts/frontend/stepping/player.js
  var players = /* @__PURE__ */ new Map();
  var make = (name, props = {}, ...children) => {
    const made2 = Object.assign(document.createElement(name), props);
    made2.append(...children);
    return made2;
  };
  function button2(text, title, act3) {
    const made2 = make("button", { type: "button", className: "qs-button-low", textContent: text, title });
    made2.addEventListener("click", act3);
    return made2;
  }
  var label = (story, job) => String(story.jobs[job][0]);
  var instantWords = (story, time) => `${plain(time / story.unit.seconds)} ${story.unit.name}`;
  var isHeld = (player) => player.held && player.at === player.story.at;
  function draw3(home2) {
    const player = players.get(home2), { story, at: at3 } = player, now2 = story.instants[at3];
    player.drawnFor = home2.clientWidth;
    const last3 = story.instants[story.instants.length - 1] || 1, large = isPresented(), width = Math.max(home2.clientWidth * (large ? BESIDE_WORDS : 1), 280);
    const most2 = large ? Math.max(innerHeight * ON_SCREEN / story.runs.length, LEAST) : Infinity;
    const frame3 = frameOf({ processors: story.processors, last: last3 * 1.02, unit: story.unit, width, large, most: most2, row: large ? 40 : 24 });
    const shown3 = story.runs.map((run3) => shownOf(story, run3, at3, isHeld(player)));
    player.charts.replaceChildren(...story.runs.map((run3, index) => panel3(story, run3, shown3[index], frame3, now2, player)));
    if (player.tools) refreshTools(home2, player, now2);
    home2.dispatchEvent(new CustomEvent("qs-stepped", { bubbles: true, detail: { place: at3, time: now2 } }));
  }
  var ON_SCREEN = 0.5;
  var BESIDE_WORDS = 0.59;
  var LEAST = 90;
  var isPresented = () => document.documentElement.classList.contains("qs-present");
  function panel3(story, run3, shown3, frame3, now2, player) {
    const promises = shown3.reserved.map((one) => reservation(story, run3, frame3, one));
    const parts3 = [...axes(frame3), ...promises, ...shown3.bars.map((one) => drawnBar(story, run3, frame3, one, shown3.briefs)), nowLine(frame3, now2)];
    const name = `${run3.name} until ${instantWords(story, now2)}: ${inChart(story, run3, shown3)}`;
    const rest2 = below(story, run3, shown3, player);
    return make("section", { className: "qs-play-run" }, make("h3", { textContent: run3.name }), chart(frame3, name, parts3), ...rest2);
  }
  function codeOf({ name, code }, fired) {
    if (!code || !code.length) return [];
    const lines2 = code.map((text, place7) => {
      const line2 = make("li", { className: fired.includes(place7) ? "qs-play-fired" : "" }, make("code", { textContent: text.trim() }));
      line2.style.setProperty("--depth", (text.length - text.trimStart().length) / 4);
      if (fired.includes(place7)) line2.append(make("span", { className: "qs-play-decided", textContent: "decided now" }));
      return line2;
    });
    const list3 = make("ol", { className: "qs-play-code" }, ...lines2);
    list3.setAttribute("aria-label", `What ${name} does`);
    return [list3];
  }
  function inChart(story, run3, { bars }) {
    const jobs3 = [...new Set(bars.map(([job]) => job))];
    return jobs3.map((job) => `job ${label(story, job)} from ${instantWords(story, run3.starts[job])}`).join(", ") || "nothing has started";
  }
  function drawnBar(story, run3, frame3, one, briefs) {
    const [job] = one, isMarked = job === story.mark;
    const fill2 = story.colors && !isMarked ? story.colors[job] : "";
    const title = `job ${label(story, job)}: ${sizeWords(story, job)}, submitted at ${instantWords(story, run3.submits[job])}, starts at ${instantWords(story, run3.starts[job])}${decided(briefs, job)}`;
    return bar4(frame3, one, { kind: isMarked ? "qs-play-marked" : "", fill: fill2, label: label(story, job), title });
  }
  var decided = (briefs, job) => briefs.has(job) ? `
${briefs.get(job)}` : "";
  function sizeWords(story, job) {
    const size = story.jobs[job][2], name = story.has_tasks ? "task" : "processor";
    return `${size} ${name}${size === 1 ? "" : "s"}`;
  }
  function reservation(story, run3, frame3, [job, shadow]) {
    const [, , processors, requested] = story.jobs[job];
    const kept2 = run3.starts[job] === shadow && run3.bars.find((one) => one[0] === job);
    const first2 = kept2 ? kept2[3] : Math.max(roomFor([], shadow, shadow + requested, processors, story.processors), 0);
    const title = `reserved for job ${label(story, job)} from ${instantWords(story, shadow)}`;
    return bar4(frame3, [job, shadow, shadow + requested, first2, processors], { kind: "qs-play-promise", label: label(story, job), title });
  }
  function below(story, run3, { queue: queue2, lines: lines2, briefs, fired, events }, player) {
    if (!player.tools) return [];
    const happens = eventWords({ ends: named2(story, events.ends), submits: named2(story, events.submits), starts: named2(story, events.starts) });
    const entries = lines2.map(({ text: text2, brief }) => make("li", isPresented() ? { textContent: brief, title: text2 } : { textContent: text2 }));
    const said = make("ul", { className: "qs-play-log" }, ...entries);
    const text = happens ? `${happens[0].toUpperCase()}${happens.slice(1)}.` : "Nothing happens here.";
    const words3 = make("div", {}, make("p", { className: "qs-play-events", textContent: text }), said);
    const view = run3.view ? [viewOf(story, run3.view, viewRows(run3.view, story.instants[player.at], isHeld(player)))] : [];
    return [queueOf(story, queue2, briefs), make("div", { className: "qs-play-words" }, words3, ...view, ...codeOf(run3, fired))];
  }
  var VIEWED = 12;
  function viewOf(story, { title, columns, ordered }, rows2) {
    const words3 = (cell) => typeof cell !== "object" ? cell : "time" in cell ? instantWords(story, cell.time) : plain(cell.number);
    const head2 = make("tr", {}, ...columns.map((name) => make("th", { scope: "col", textContent: name })));
    const lines2 = rows2.slice(0, VIEWED).map((cells) => make("tr", {}, ...cells.map((cell) => make("td", { textContent: words3(cell) }))));
    const more = rows2.length > VIEWED ? [make("tr", {}, make("td", { colSpan: columns.length, textContent: `and ${rows2.length - VIEWED} more` }))] : [];
    const none = rows2.length ? [] : [make("tr", {}, make("td", { colSpan: columns.length, textContent: "none" }))];
    return make(
      "table",
      { className: `qs-play-view${ordered ? " qs-play-ordered" : ""}` },
      make("caption", { textContent: title }),
      make("thead", {}, head2),
      make("tbody", {}, ...lines2, ...more, ...none)
    );
  }
  var named2 = (story, jobs3) => jobs3.map((job) => label(story, job));
  var QUEUED = 40;
  var WIDEST = 110;
  var HIGHEST3 = 34;
  function queueOf(story, queue2, briefs) {
    const longest = Math.max(...story.jobs.map((job) => job[3]), 1);
    const boxes = queue2.slice(0, QUEUED).map((job) => {
      const [id, , processors, requested] = story.jobs[job];
      const box2 = make("li", { textContent: String(id), title: `job ${id}: ${sizeWords(story, job)} for ${instantWords(story, requested)}${decided(briefs, job)}` });
      const wide = Math.max(requested / longest * WIDEST, 26), high = Math.max(processors / story.processors * HIGHEST3, 18);
      Object.assign(box2.style, { width: `${wide}px`, height: `${high}px` });
      if (job === story.mark) box2.className = "qs-play-marked";
      return box2;
    });
    const more = queue2.length > QUEUED ? [make("li", { className: "qs-soft", textContent: `and ${queue2.length - QUEUED} more` })] : [];
    const title = make("span", { textContent: queue2.length ? "Queue" : "Queue: empty" });
    return make("div", { className: "qs-play-queue" }, title, ...queue2.length ? [make("ol", {}, ...boxes, ...more)] : []);
  }
  function move3(home2, place7) {
    const player = players.get(home2);
    player.at = Math.min(Math.max(place7, 0), player.story.instants.length - 1);
    player.held = false;
    draw3(home2);
    keepInstant(player);
  }
  var written2 = { search: null, text: null };
  function keepInstant({ tools, story, at: at3, text }) {
    if (!tools || visible().length > 1) return;
    const search = withInstant(location.search, story.instants[at3]);
    if (search !== location.search) history.replaceState(history.state, "", location.pathname + search + location.hash);
    written2 = { search, text };
  }
  function askedInstant({ tools }, text) {
    const isOfOther = location.search === written2.search && text !== written2.text;
    return tools && !isOfOther ? instantOf(location.search) : null;
  }
  function arriveAt(search) {
    const time = instantOf(search), stepped = [...players].filter(([home3, { tools }]) => tools && home3.isConnected);
    if (time === null || stepped.length !== 1) return;
    const [[home2, player]] = stepped;
    player.at = placeAt2(player.story, time);
    player.held = false;
    draw3(home2);
  }
  var visible = () => [...players].filter(([home2, { tools }]) => tools && home2.isConnected && home2.offsetParent !== null);
  function toolsOf(home2, player) {
    const { story } = player, go4 = (kind, job) => () => move3(home2, moves[kind](story, player.at, job));
    player.slider = make("input", { type: "range", min: 0, max: story.instants.length - 1, step: 1, className: "qs-play-slider" });
    player.slider.setAttribute("aria-label", "Step");
    player.slider.addEventListener("input", () => move3(home2, Number(player.slider.value)));
    const back2 = button2("Back", "one event back (←)", go4("back")), on3 = button2("Step", "the next event (→)", go4("on"));
    const row2 = make("div", { className: "qs-row qs-play-tools", role: "group" }, back2, player.slider, on3);
    const decisions = decisionsOf(story).length;
    if (decisions && decisions < story.instants.length) row2.append(button2("Next decision", "the next instant at which a run decides something (Shift+→)", go4("decision")));
    if (story.differences.length) row2.append(button2("Next difference", "the next instant at which they decide differently (V)", go4("difference")));
    if (story.jobs.length > 1) row2.append(...aboutJob(home2, player));
    row2.setAttribute("aria-label", "Steps");
    return [row2, player.status = make("p", { className: "qs-play-status", role: "status" })];
  }
  function aboutJob(home2, player) {
    const { story } = player, options = story.jobs.map((job, row2) => make("option", { value: row2, textContent: `job ${job[0]}` }));
    const choose5 = make("select", { className: "qs-play-choose" }, ...options);
    choose5.setAttribute("aria-label", "Job to follow");
    choose5.value = Math.max(story.mark, 0);
    choose5.addEventListener("change", () => {
      story.mark = Number(choose5.value);
      draw3(home2);
    });
    const to = make("input", { type: "text", inputMode: "decimal", size: 5, className: "qs-play-instant", placeholder: story.unit.name });
    to.setAttribute("aria-label", `Go to an instant, ${story.unit.name}`);
    to.addEventListener("change", () => {
      const time = Number(to.value.replace(",", "."));
      if (to.value && time >= 0) move3(home2, placeAt2(story, time * story.unit.seconds));
    });
    const next = button2("Next about it", "the next decision about this job", () => {
      story.mark = Number(choose5.value);
      move3(home2, moves.about(story, player.at, story.mark));
    });
    return [choose5, next, to];
  }
  function refreshTools(home2, player, now2) {
    const { story, at: at3, slider, status } = player, difference = story.differences.includes(at3) ? " They decide differently here." : "";
    slider.value = at3;
    slider.setAttribute("aria-valuetext", `At ${instantWords(story, now2)}`);
    status.textContent = `At ${instantWords(story, now2)}, step ${at3 + 1} of ${story.instants.length}.${difference}`;
  }
  var OWN_KEYS = "input, select, textarea, [contenteditable], [role=radio], [data-takes-keys]";
  var KEYS = { ArrowLeft: "back", ArrowRight: "on", PageUp: "back", PageDown: "on", Home: "first", End: "last", KeyV: "difference" };
  var WITH_SHIFT = { ArrowLeft: "decisionBack", ArrowRight: "decision", KeyV: "differenceBack" };
  function press6(event) {
    const kind = (event.shiftKey ? WITH_SHIFT : KEYS)[event.code];
    if (event.ctrlKey || event.metaKey || event.altKey || !kind) return;
    if (event.code.startsWith("Page") && !isPresented()) return;
    const home2 = playerFor(event.target), player = home2 && players.get(home2);
    if (!player || !player.tools || event.target.matches && event.target.matches(OWN_KEYS)) return;
    event.preventDefault();
    event.stopPropagation();
    move3(home2, moves[kind](player.story, player.at));
  }
  var FREE = ".qs-play-free, .qs-slide-bar, .qs-class-foot-bar";
  function playerFor(target) {
    const around2 = target && target.closest && target.closest(".qs-player");
    const free = !target || target === document.body || target.id === "page" || target.closest && target.closest(FREE);
    const shown3 = [...players.keys()].filter((home2) => home2.offsetParent !== null);
    return around2 || (free && shown3.length === 1 ? shown3[0] : null);
  }
  function adopt2() {
    for (const home2 of players.keys()) if (!home2.isConnected) players.delete(home2);
    for (const home2 of document.querySelectorAll(".qs-player[data-story]")) {
      if (!players.has(home2) || players.get(home2).text !== home2.dataset.story) begin5(home2);
    }
  }
  function begin5(home2) {
    const story = JSON.parse(home2.dataset.story), asked4 = askedInstant(story, home2.dataset.story);
    const { held: held2, tools } = story, at3 = asked4 === null ? story.at : placeAt2(story, asked4);
    const player = { story, text: home2.dataset.story, at: at3, held: held2 && asked4 === null, tools, charts: make("div", { className: "qs-play-charts" }) };
    players.set(home2, player);
    home2.replaceChildren(...player.tools ? toolsOf(home2, player) : [], player.charts);
    home2.tabIndex = player.tools ? 0 : -1;
    draw3(home2);
    widths.observe(home2);
  }
  var widths = typeof ResizeObserver === "undefined" ? null : new ResizeObserver((entries) => {
    for (const { target: home2 } of entries) {
      const player = players.get(home2);
      if (player && home2.clientWidth && home2.clientWidth !== player.drawnFor) requestAnimationFrame(() => {
        if (players.get(home2) === player) draw3(home2);
      });
    }
  });
  function drawAll() {
    for (const home2 of players.keys()) if (home2.isConnected) draw3(home2);
  }
  function start24() {
    whenReady(() => {
      document.addEventListener("keydown", press6, true);
      window.addEventListener("resize", drawAll);
      new MutationObserver(drawAll).observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
      onChange(adopt2);
    });
  }

  // layouts/frontend/classroom/following.js
  var BETWEEN2 = 100;
  var PATIENCE6 = 6e4;
  var STILL4 = 2e3;
  var MOVES2 = ["wheel", "touchstart", "pointerdown", "keydown"];
  var sight = 0;
  function lead(view) {
    const to = new URL(view, location.origin), asked4 = to.searchParams, before2 = new URLSearchParams(location.search);
    const isOtherPage = to.pathname !== pathHere() || to.hash !== location.hash;
    const isOtherTab = isOtherPage || asked4.get("tab") !== before2.get("tab");
    if (isOtherPage) set("url", { href: view });
    else change3(view, to, before2);
    const tab = asked4.get("tab"), readsElsewhere = isOtherPage && placeOf2(asked4.get("place")) !== null;
    if (tab && isOtherTab && !readsElsewhere) bringIntoSight(tab);
  }
  function change3(view, to, before2) {
    history.replaceState(history.state, "", withPrefix(view));
    if (!isSameButInstant(to.searchParams, before2)) {
      set("url", { search: to.search });
      moveCharts(to.searchParams, before2);
    }
    arriveAt(to.search);
    const step6 = to.searchParams.get("step");
    if (isThere("home-step") && /^\d{1,4}$/.test(step6 || "")) set("home-step", { value: Number(step6) });
  }
  var WINDOW2 = ["t0", "t1", "p0", "p1"];
  function moveCharts(asked4, before2) {
    const textOf5 = (params) => WINDOW2.map((name) => params.get(name)).join(), job = (params) => /^\d+$/.test(params.get("job") || "") ? Number(params.get("job")) : null;
    const sides = WINDOW2.filter((name) => asked4.has(name) && Number.isFinite(Number(asked4.get(name))));
    if (textOf5(asked4) !== textOf5(before2)) show2(Object.fromEntries(sides.map((name) => [name, Number(asked4.get(name))])));
    if (job(asked4) !== job(before2)) outline(job(asked4));
  }
  function isSameButInstant(one, other) {
    const textOf5 = (params) => JSON.stringify([...params].filter(([name]) => !["at", "place"].includes(name)).sort());
    return textOf5(one) === textOf5(other);
  }
  function bringIntoSight(tab) {
    clearInterval(sight);
    const latest = performance.now() + PATIENCE6;
    let still = 0;
    sight = setInterval(() => {
      const panel4 = document.getElementById(`panel-${tab}`), isComing2 = !panel4 || panel4.hidden || !panel4.childElementCount;
      if (performance.now() > latest) {
        clearInterval(sight);
        return;
      }
      if (isComing2 || panel4.querySelector(".qs-coming")) {
        still = 0;
        return;
      }
      const by = Math.round(panel4.getBoundingClientRect().top - below2());
      still = Math.abs(by) > 1 && canMove(by) ? 0 : still + BETWEEN2;
      if (!still) window.scrollBy(0, by);
      if (still >= STILL4) clearInterval(sight);
    }, BETWEEN2);
  }
  var canMove = (by) => by > 0 ? Math.ceil(scrollY) < document.documentElement.scrollHeight - innerHeight - 1 : scrollY > 0;
  function below2() {
    const bar6 = document.getElementById("tabs");
    return bar6 ? (parseFloat(getComputedStyle(bar6).top) || 0) + bar6.offsetHeight : 0;
  }
  function start25() {
    for (const name of MOVES2) document.addEventListener(name, () => clearInterval(sight), { passive: true, capture: true });
  }

  // layouts/frontend/classroom/rehearsal.js
  var rehearsal_exports = {};
  __export(rehearsal_exports, {
    findings: () => findings,
    start: () => start26
  });
  var CONNECTIONS = 6;
  var COMPILING = 24e4;
  var PLACE = "class-rehearsal";
  var DRAW = "class-body.children";
  var shown = null;
  var playing = null;
  var quantile = (values, share2) => [...values].sort((a, b) => a - b)[Math.min(Math.floor(share2 * values.length), values.length - 1)];
  var duration = (ms) => human(Number((ms / 1e3).toPrecision(2)));
  function findings(waits, students) {
    const longest = duration(Math.max(...Object.values(waits).flat()));
    return {
      sentence: `${students} students who all press in the same moment wait ${longest} at most.`,
      rows: Object.entries(waits).map(([what, values]) => [what, ...[0.5, 0.95, 1].map((share2) => duration(quantile(values, share2)))])
    };
  }
  var Stopped = class extends Error {
  };
  var Rehearsal = class {
    constructor({ lesson, seed, answers: answers2 }, students, report2) {
      Object.assign(this, { lesson, seed, answers: answers2, report: report2, waits: {}, isStopped: false, done: 0 });
      this.tokens = Array.from({ length: students }, token);
      this.total = students * (1 + 2 * Object.keys(answers2).length);
    }
    async post(what, sent2, headers, options) {
      const { ok, data } = await change2(this.code || "", what, sent2, headers, options);
      if (!ok) throw new Error(data.message);
      return data;
    }
    async play() {
      this.report("Opening a room for the rehearsal: the answers of all questions are being worked out.");
      Object.assign(this, await this.post("rooms", { lesson: this.lesson, seed: this.seed }, {}, { patience: COMPILING }));
      try {
        await this.everybody("to join", (one, number2) => this.post("join", { nickname: `Student ${number2 + 1}`, token: one }, this.teacher));
        for (const step6 of Object.keys(this.answers)) await this.ask(Number(step6));
      } finally {
        await this.end();
      }
      return findings(this.waits, this.tokens.length);
    }
    get teacher() {
      return { "X-Class-Key": this.key };
    }
    async ask(step6) {
      await this.post("teach", { act: "ask", step: step6 }, this.teacher);
      await this.everybody("to see the question", (one) => this.draw(one, step6));
      await this.everybody("until an answer is taken", (one) => this.post("answer", { step: step6, vote: 1, answer: this.answers[step6], turn: 1 }, { "X-Class-Token": one }));
      await this.post("teach", { act: "close" }, this.teacher);
    }
    // What the page of a student asks for when a question is asked.
    async draw(one, step6) {
      const sent2 = {
        output: DRAW,
        outputs: { id: "class-body", property: "children" },
        changedPropIds: ["class-state.data"],
        inputs: [{ id: "class-state", property: "data", value: { code: this.code, token: one, step: step6, phase: "open", vote: 1 } }, { id: "url", property: "search", value: "" }],
        state: [{ id: "url", property: "pathname", value: "/class" }]
      };
      const answer2 = await fetchOnce(`${prefix()}_dash-update-component`, { method: "POST", body: JSON.stringify(sent2), headers: { "Content-Type": "application/json" } });
      if (!answer2.ok) throw new Error(await answer2.text());
      await answer2.arrayBuffer();
    }
    // act(token, number) of all students, who begin in the same moment
    async everybody(what, act3) {
      const began2 = performance.now(), left = [...this.tokens.entries()].reverse(), waits = this.waits[what] ||= [];
      const connection = async () => {
        while (left.length) {
          if (this.isStopped) throw new Stopped();
          const [number2, one] = left.pop();
          await act3(one, number2);
          waits.push(performance.now() - began2);
          this.done += 1;
          this.report(`${what[0].toUpperCase()}${what.slice(1)}: ${waits.length % this.tokens.length || this.tokens.length} of ${this.tokens.length}`);
        }
      };
      const ends = await Promise.allSettled(Array.from({ length: CONNECTIONS }, connection));
      const failed = ends.find(({ status }) => status === "rejected");
      if (failed) throw failed.reason;
    }
    // The room goes, also with the page.
    async end() {
      if (!this.code) return;
      const code = this.code;
      this.code = "";
      await change2(code, "teach", { act: "delete" }, this.teacher, { keepalive: true });
    }
  };
  function element2(name, words3 = "", properties = {}) {
    return Object.assign(document.createElement(name), { textContent: words3 }, properties);
  }
  function show5(...parts3) {
    shown = parts3;
    place2();
  }
  function place2() {
    const home2 = document.getElementById(PLACE);
    if (home2 && shown && home2.firstChild !== shown[0]) home2.replaceChildren(...shown);
  }
  function progress() {
    const words3 = element2("p"), bar6 = element2("progress", "", { max: 1, value: 0 }), stop = element2("button", "Stop", { type: "button", className: "qs-button" });
    bar6.setAttribute("aria-label", "Rehearsal");
    stop.addEventListener("click", () => {
      if (playing) playing.isStopped = true;
    });
    show5(words3, bar6, stop);
    let began2 = 0;
    return (message) => {
      const { done, total } = playing, now2 = performance.now();
      began2 ||= done ? now2 : 0;
      bar6.value = done / total;
      const left = done > 1 ? ` · about ${duration((now2 - began2) / done * (total - done))} left` : "";
      words3.textContent = `${message}${left}`;
    };
  }
  function table(rows2) {
    const head2 = element2("tr"), body3 = element2("tbody"), made2 = element2("table", "", { className: "qs-table" }), top = element2("thead");
    head2.append(...["What students wait for", "median", "95 %", "longest"].map((words3) => element2("th", words3, { scope: "col" })));
    body3.append(...rows2.map(([what, ...cells]) => {
      const row2 = element2("tr");
      row2.append(element2("th", what, { scope: "row" }), ...cells.map((cell) => element2("td", cell)));
      return row2;
    }));
    top.append(head2);
    made2.append(top, body3);
    return made2;
  }
  var NOTE = "Measured from this browser, which sends six requests at a time, and with nobody else in the room. The room of the rehearsal is deleted.";
  async function rehearse(button6) {
    if (playing) return;
    const field2 = document.getElementById("class-crowd"), students = Math.min(Math.max(Math.round(Number(field2.value)) || 1, 1), 1e3);
    let report2 = () => {
    };
    playing = new Rehearsal(JSON.parse(button6.dataset.played), students, (message) => report2(message));
    report2 = progress();
    try {
      const { sentence, rows: rows2 } = await playing.play();
      show5(element2("p", sentence, { className: "qs-class-message" }), table(rows2), element2("p", NOTE, { className: "qs-soft qs-small" }));
      say(sentence);
    } catch (error) {
      const message = error instanceof Stopped ? "The rehearsal was stopped, and its room is deleted." : `The rehearsal ended early: ${error.message}`;
      show5(element2("p", message));
      say(message);
    } finally {
      playing = null;
    }
  }
  function start26() {
    document.addEventListener("click", (event) => {
      const button6 = around(event, "[data-class=rehearse]");
      if (button6) rehearse(button6);
    });
    addEventListener("pagehide", () => {
      if (playing) playing.end();
    });
    onChange(place2);
  }

  // layouts/frontend/classroom/student.js
  var student_exports = {};
  __export(student_exports, {
    setFollowing: () => setFollowing,
    start: () => start27
  });
  var PATH = "/class";
  var EVERY2 = 2e3;
  var BRIEF2 = 6e3;
  var STATE = "class-state";
  var MESSAGE = "class-message";
  var announced2 = "";
  var body = null;
  var asking = false;
  var question2 = null;
  var joining = null;
  var later = 0;
  var isHere2 = () => pathHere().replace(/\/$/, "") === PATH;
  var headersOf = (one) => ({ "X-Class-Token": one.token });
  function inRoom() {
    const one = member(), named3 = codeIn(location.search);
    return one && (!isHere2() || !named3 || named3 === one.code) ? one : null;
  }
  var say2 = (text) => set(MESSAGE, { children: text });
  async function look3() {
    const one = inRoom();
    if (!one || asking || document.hidden || !(isHere2() || one.follows)) return;
    asking = true;
    try {
      const answer2 = await fetchOnce(addressOf2(one.code, "mine.json"), { cache: "no-store", headers: headersOf(one) });
      if (answer2.ok) take2(one, await answer2.json());
      else if ([403, 404].includes(answer2.status)) end2(one, (await answer2.json()).message);
    } catch {
    } finally {
      asking = false;
    }
  }
  function take2(one, mine) {
    announce({ code: one.code, token: one.token, step: mine.step, phase: mine.phase, vote: mine.vote });
    if (member() !== null && member().follows) follow(one, mine);
    question2 = `${mine.step} ${mine.vote}`;
  }
  function announce(state2) {
    const text = JSON.stringify(state2);
    if (!isHere2() || text === announced2) return;
    announced2 = text;
    tell(STATE, state2);
  }
  function end2(one, message) {
    if (member() && member().token === one.token) setMember(null);
    announce({ code: one.code, token: one.token });
    if (!isHere2()) notice(message, BRIEF2);
    showBar();
  }
  function follow(one, mine) {
    const shown3 = pathHere() + location.search + location.hash;
    if (mine.view !== (one.seen || "")) {
      setMember({ ...one, seen: mine.view });
      const answers2 = isHere2() && Boolean(one.seen) && mine.phase === "open";
      if (mine.view && mine.view !== shown3 && !answers2) lead(mine.view);
    }
    if (!mine.view && mine.phase === "open" && !isHere2() && question2 !== `${mine.step} ${mine.vote}`) set("url", { href: `${PATH}?room=${one.code}` });
  }
  async function join(form) {
    const [code, nickname] = ["class-code", "class-nickname"].map((id) => form.querySelector(`#${id}`).value.trim());
    if (!plainCode(code)) {
      say2("Type the code of the room.");
      return;
    }
    if (!joining || joining.code !== code || joining.nickname !== nickname) joining = { code, nickname, token: token() };
    const mine = joining, { ok, data } = await change2(plainCode(code), "join", { nickname, token: mine.token });
    clearTimeout(later);
    if (!ok) {
      say2(data.message);
      if (data.seconds) later = setTimeout(() => {
        if (form.isConnected) join(form);
      }, 1e3 * (data.seconds + 2 * Math.random()));
      return;
    }
    setMember({ code: data.code, nickname: data.nickname, token: mine.token, follows: false });
    if (codeIn(location.search) !== data.code) set("url", { search: `?room=${data.code}` });
    announced2 = "";
    await look3();
  }
  async function send3(clicks, values, draft, state2) {
    const one = inRoom();
    if (!clicks || !one || !state2 || !state2.step) return noUpdate();
    say2("Sending …");
    const answer2 = values.length ? values[0] : draft;
    const { ok, data } = await change2(one.code, "answer", { step: state2.step, vote: state2.vote, answer: answer2, turn: Date.now() }, headersOf(one));
    if (!ok) look3();
    return ok ? "Your answer is in. You can change it until the question is closed." : data.message;
  }
  async function leave2() {
    const one = inRoom();
    if (!one) return;
    await change2(one.code, "leave", {}, headersOf(one));
    setMember(null);
    announced2 = "";
    tell(STATE, { left: Date.now() });
    showBar();
  }
  function setFollowing(follows) {
    const one = member();
    if (!one) return;
    setMember({ ...one, follows, seen: "" });
    adopt3();
    showBar();
    look3();
  }
  function press7(event) {
    const button6 = around(event, "[data-class]");
    if (!button6) return;
    if (button6.dataset.class === "follow") setFollowing(!member() || !member().follows);
    if (button6.dataset.class === "leave") leave2();
  }
  function submit(event) {
    if (event.target.id !== "class-join") return;
    event.preventDefault();
    join(event.target);
  }
  function adopt3() {
    const home2 = document.getElementById("class-body"), one = member();
    if (home2 !== body) {
      body = home2;
      announced2 = "";
      if (home2) look3();
    }
    for (const button6 of document.querySelectorAll("[data-class=follow]")) {
      const follows = String(Boolean(one && one.follows));
      if (button6.getAttribute("aria-pressed") !== follows) button6.setAttribute("aria-pressed", follows);
    }
  }
  function start27() {
    offerToDash("classroom", { send: send3 });
    document.addEventListener("click", press7);
    document.addEventListener("submit", submit, true);
    document.addEventListener("visibilitychange", look3);
    setInterval(look3, EVERY2);
    onChange(adopt3);
  }

  // layouts/frontend/classroom/teacher.js
  var teacher_exports = {};
  __export(teacher_exports, {
    show: () => show6,
    start: () => start28
  });
  var PATH2 = "/class/teacher";
  var EVERY3 = 1500;
  var SELDOM = 24e4;
  var BRIEF3 = 6e3;
  var ROOM = "class-room";
  var MESSAGE2 = "class-message";
  var COMPILING2 = 24e4;
  var OPENING = "The answers of all questions are being worked out. On a new server that takes a minute, once.";
  var ENDS_SHOWING = ["ask", "show", "delete"];
  var announced3 = "";
  var body2 = null;
  var asking2 = false;
  var looked = -SELDOM;
  var isHere3 = () => pathHere().replace(/\/$/, "") === PATH2;
  var headersOf2 = (key) => ({ "X-Class-Key": key });
  var linkOf = (code, key) => `${location.origin}${withPrefix(PATH2)}?room=${code}#${key}`;
  var say3 = (text) => set(MESSAGE2, { children: text });
  function room() {
    const code = codeIn(location.search), key = taught().keys[code];
    return isHere3() && key ? { code, key } : null;
  }
  function takeKey() {
    const code = codeIn(location.search), key = location.hash.slice(1);
    if (!isHere3() || !code || !/^[\w-]{16,100}$/.test(key)) return;
    keepKey(code, key);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  async function look4() {
    const one = room();
    if (!one || asking2 || document.hidden && performance.now() < looked + SELDOM) return;
    asking2 = true;
    looked = performance.now();
    try {
      const answer2 = await fetchOnce(addressOf2(one.code, "room.json"), { cache: "no-store", headers: headersOf2(one.key) });
      const data = await answer2.json();
      if (answer2.ok) {
        announce2({ ...one, changes: data.changes, students: data.students, waiting: data.waiting, newest: data.newest });
        set("class-students", { children: String(data.students) });
        set("class-count", { children: `${data.answered} of ${data.students}` });
        data.since.forEach(setSince);
      } else if ([403, 404].includes(answer2.status)) {
        announce2({ ...one, changes: -1 });
        forgetKey(one.code);
      }
    } catch {
    } finally {
      asking2 = false;
    }
  }
  function setSince([students, first2], number2) {
    set(`class-since-${number2}`, { children: String(students) });
    set(`class-remove-since-${number2}`, { children: `Remove ${students} ${students === 1 ? "student" : "students"}`, disabled: !students, "data-nickname": first2 });
  }
  function announce2(state2) {
    const text = JSON.stringify(state2);
    if (text === announced3) return;
    announced3 = text;
    tell(ROOM, state2);
  }
  async function open(clicks, lesson, seed) {
    if (!clicks) return noUpdate();
    say3(OPENING);
    const { ok, data } = await change2("", "rooms", { lesson, seed: seed === "" ? 0 : seed }, {}, { patience: COMPILING2 });
    if (!ok) return data.message;
    keepKey(data.code, data.key);
    set("url", { href: `${PATH2}?room=${data.code}` });
    return noUpdate();
  }
  async function act(button6) {
    const one = room();
    if (!one) return;
    const { act: what, step: step6, nickname } = button6.dataset, about = { ...step6 ? { step: Number(step6) } : {}, ...nickname ? { nickname } : {} };
    button6.disabled = true;
    const { ok, data } = await change2(one.code, "teach", { act: what, ...about, address: "" }, headersOf2(one.key));
    button6.disabled = false;
    say3(ok ? "" : data.message);
    if (ok && ENDS_SHOWING.includes(what)) setShowing(null);
    if (ok && what === "delete") {
      forgetKey(one.code);
      showBar();
      set("url", { href: PATH2 });
      notice("The room is deleted.", BRIEF3);
      return;
    }
    await look4();
    say(document.getElementById("class-step") ? `${button6.textContent}: done` : "");
  }
  async function show6(code, address2) {
    const { ok, data } = await change2(code, "teach", { act: "show", address: address2 }, headersOf2(taught().keys[code]));
    if (ok) setShowing(address2 ? { code, address: address2 } : null);
    showBar();
    notice(ok ? address2 ? "Students who follow you see this page, and where you go from it." : "Nothing is shown any more." : data.message, BRIEF3);
  }
  async function copy3() {
    const { code, key } = room();
    if (await toClipboard(linkOf(code, key))) notice("The teacher's link is copied. Keep it: whoever has it runs the room.", BRIEF3);
    else say3(`The teacher's link: ${linkOf(code, key)}`);
  }
  async function toClipboard(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const box2 = Object.assign(document.createElement("textarea"), { value: text, className: "qs-unseen" }), focus2 = document.activeElement;
      document.body.append(box2);
      box2.select();
      const isCopied = document.execCommand("copy");
      box2.remove();
      if (focus2) focus2.focus();
      return isCopied;
    }
  }
  async function csv() {
    const { code, key } = room();
    const answer2 = await fetchOnce(addressOf2(code, "answers.csv"), { method: "POST", headers: { "X-Requested-With": "fetch", ...headersOf2(key) } });
    if (!answer2.ok) {
      say3((await answer2.json()).message);
      return;
    }
    const link2 = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await answer2.blob()), download: `room-${code}.csv` });
    link2.click();
    setTimeout(() => URL.revokeObjectURL(link2.href), BRIEF3);
  }
  function press8(event) {
    const button6 = around(event, "[data-act]"), other = around(event, "[data-class]");
    if (button6 && isHere3()) act(button6);
    if (other && room() && other.dataset.class === "copy") copy3();
    if (other && room() && other.dataset.class === "csv") csv();
  }
  function adopt4() {
    takeKey();
    const home2 = document.getElementById("class-taught");
    if (home2 !== body2) {
      body2 = home2;
      announced3 = "";
    }
    if (!home2) return;
    const one = room();
    if (one && !announced3.includes(`"${one.code}"`)) {
      setCurrent(one.code);
      look4();
    }
    for (const picture2 of home2.querySelectorAll(".qs-class-qr:not([src])")) {
      picture2.src = `${addressOf2(picture2.dataset.code, "qr.svg")}?at=${encodeURIComponent(location.origin)}`;
    }
    for (const place7 of home2.querySelectorAll(".qs-class-address:empty")) place7.textContent = `${location.host}/class`;
    for (const place7 of home2.querySelectorAll(".qs-class-local[hidden]")) place7.hidden = !isOnlyHere(location.host);
    keepOpen(home2);
    list();
  }
  var unfolded = /* @__PURE__ */ new Set();
  var seen = /* @__PURE__ */ new WeakSet();
  var focused = { key: "", element: null };
  var wordsOf = (part) => `${part.tagName} ${part.textContent} ${(part.closest("[data-step]") || part).dataset.step || ""} ${part.dataset.nickname || ""}`;
  function keyOf2(details) {
    const inside = details.querySelector("[data-step]");
    return `${details.querySelector("summary").textContent} ${inside ? inside.dataset.step : ""}`;
  }
  function toggled({ target }) {
    if (seen.has(target)) unfolded[target.open ? "add" : "delete"](keyOf2(target));
  }
  function focusGoes({ target }) {
    if (body2 && body2.contains(target)) focused = { key: wordsOf(target), element: target };
  }
  function keepOpen(home2) {
    for (const details of home2.querySelectorAll("details")) {
      if (seen.has(details)) continue;
      if (unfolded.has(keyOf2(details))) details.open = true;
      seen.add(details);
    }
    if (!focused.element || focused.element.isConnected || document.activeElement !== document.body) return;
    const again2 = [...home2.querySelectorAll("button, summary, a")].find((part) => wordsOf(part) === focused.key);
    if (again2) again2.focus({ preventScroll: true });
  }
  function list() {
    const home2 = document.getElementById("class-own"), codes = Object.keys(taught().keys).reverse();
    if (!home2 || home2.dataset.codes === codes.join()) return;
    home2.dataset.codes = codes.join();
    home2.replaceChildren(...codes.map((code) => {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("a"), { href: withPrefix(`${PATH2}?room=${code}`), textContent: `Room ${code}` }));
      return item;
    }));
    document.getElementById("class-own-card").hidden = !codes.length;
  }
  function start28() {
    offerToDash("classroom", { open });
    document.addEventListener("click", press8);
    document.addEventListener("toggle", toggled, true);
    document.addEventListener("focusin", focusGoes);
    document.addEventListener("visibilitychange", look4);
    setInterval(look4, EVERY3);
    onChange(adopt4);
  }

  // layouts/frontend/export/paper.js
  var INCH = 96;
  var SIZES = {
    column: { words: "Column, 3.3 in", inches: 3.3, dpi: 300, scale: 1, thin: 0.6 },
    page: { words: "Page, 7 in", inches: 7, dpi: 300, scale: 1, thin: 0.6 },
    slide: { words: "Slide, 16:9", inches: 40 / 3, high: 7.5, dpi: 144, scale: 20 / 12, thin: 0.9 }
  };
  var INK = "#1c2026";
  var FAINT = "#d5d9de";
  var FAMILY = "Arial, Helvetica, Liberation Sans, sans-serif";
  var LEAST2 = 170;
  var MOST5 = 620;
  var LOWER = 0.8;
  var lightOf = null;
  function lightColors() {
    lightOf = lightOf || askAloud("/export/colors.json").then((answer2) => answer2.ok ? answer2.json() : {});
    return lightOf;
  }
  function arrange(count2, size, heights2) {
    const { inches, high, scale } = SIZES[size], width = Math.round(inches * INCH / scale);
    const columns = high && count2 > 2 ? 2 : 1, rows2 = Math.ceil(count2 / columns);
    if (high) {
      const height = Math.round(high * INCH / scale), each = height / rows2;
      return { width, height, cells: heights2.map((_, i) => ({
        x: i % columns * width / columns,
        y: Math.floor(i / columns) * each,
        width: width / columns,
        height: each
      })) };
    }
    const sum = (list3) => list3.reduce((total, one) => total + one, 0);
    const tall = heights2.map((pixels) => Math.round(Math.min(Math.max(pixels * LOWER, LEAST2), MOST5)));
    return { width, height: sum(tall), cells: tall.map((pixels, i) => ({ x: 0, y: sum(tall.slice(0, i)), width, height: pixels })) };
  }
  var isDark = () => document.documentElement.getAttribute("data-mantine-color-scheme") === "dark";
  var hex = (number2) => Number(number2).toString(16).padStart(2, "0");
  var recolored = (text, map) => text.replace(/#[0-9a-f]{6}\b/gi, (color) => map[color.toLowerCase()] || color).replace(/(rgba?\(\s*)(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/g, (color, head2, ...parts3) => {
    const light3 = map[`#${parts3.slice(0, 3).map(hex).join("")}`];
    return light3 ? head2 + [1, 3, 5].map((at3) => parseInt(light3.slice(at3, at3 + 2), 16)).join(",") : color;
  });
  var SIGNS = { " ": " ", "◆": "♦", "┃": "│", "◂": "◄", "▸": "►" };
  var withCommonSigns = (text) => text.replace(/[\u202f\u25c6\u2503\u25c2\u25b8]/g, (sign) => SIGNS[sign]);
  function changeTexts(value, change4) {
    if (typeof value === "string") return change4(value);
    if (Array.isArray(value)) return value.map((one) => changeTexts(one, change4));
    if (value && typeof value === "object" && !ArrayBuffer.isView(value)) {
      for (const key of Object.keys(value)) if (!/^(hovertext|customdata|bdata|meta|source)$/.test(key)) value[key] = changeTexts(value[key], change4);
    }
    return value;
  }
  async function lightFigures(figure) {
    const heading2 = figure.querySelector("figcaption h3"), key = heading2 ? heading2.id.replace(/^figure-/, "") : "";
    if (!isDark() || pathHere() !== "/compare" || !/^[a-z0-9_]+$/.test(key)) return {};
    const answer2 = await fetchOnce(`/export/light/${key}${location.search}`);
    return answer2.ok ? answer2.json() : {};
  }
  var axisNames = (layout2) => Object.keys(layout2).filter((key) => /^[xy]axis\d*$/.test(key));
  function lightCopy(chart2, figures) {
    const holder = chart2.closest(".dash-graph"), figure = holder && figures[holder.id];
    if (!figure) return null;
    for (const key of axisNames(chart2.layout)) {
      const { range, autorange } = chart2.layout[key] || {};
      if (range && !autorange && figure.layout[key]) Object.assign(figure.layout[key], { range: [...range], autorange: false });
    }
    return structuredClone(figure);
  }
  var isNumber = (value) => typeof value === "number";
  var times = (value, factor) => isNumber(value) ? value * factor : Array.isArray(value) ? value.map((one) => times(one, factor)) : value;
  function makeThinner(trace, factor) {
    for (const part of [trace, trace.marker || {}, trace.error_x, trace.error_y]) {
      if (part && part.line && part.line.width !== void 0) part.line.width = times(part.line.width, factor);
    }
    if (trace.marker && trace.marker.size !== void 0 && !trace.marker.sizemode) trace.marker.size = times(trace.marker.size, Math.sqrt(factor));
  }
  function putOnPaper(layout2, cell, thin) {
    const base = layout2.template && layout2.template.layout || {};
    base.font = { ...base.font, family: FAMILY, size: 12, color: INK };
    base.title = { ...base.title, font: { ...(base.title || {}).font, size: 12 } };
    Object.assign(layout2, {
      width: cell.width,
      height: cell.height,
      autosize: false,
      paper_bgcolor: "#ffffff",
      plot_bgcolor: "#ffffff",
      hovermode: false,
      uniformtext: { mode: "hide", minsize: 8 },
      font: { ...layout2.font, family: FAMILY, color: INK }
    });
    for (const key of ["xaxis", "yaxis"]) Object.assign(base[key] || {}, { gridcolor: FAINT, linecolor: FAINT, tickcolor: FAINT, gridwidth: thin, tickwidth: thin });
    for (const key of axisNames(layout2)) fitAxis(layout2[key], key, cell);
    for (const shape of layout2.shapes || []) if (shape.line && isNumber(shape.line.width)) shape.line.width *= thin;
    for (const part of [layout2, base]) {
      delete part.uirevision;
      delete part.modebar;
      delete part.newshape;
      delete part.activeshape;
    }
    delete layout2.meta;
  }
  function fitAxis(axis, key, cell) {
    const title = axis.title && axis.title.text;
    if (!key.startsWith("y")) return;
    axis.automargin = true;
    if (title && title.length * 6.2 > cell.height) axis.title.text = title.replace(/ \(/, "<br>(");
  }
  function thinTicks(layout2, meta, width) {
    const axis = layout2.xaxis;
    if (!meta || !axis || axis.tickmode !== "array" || !axis.range) return;
    const [places2, texts2] = axisTicks(meta, ...axis.range.map(Number), Math.max(2, Math.floor(width / 72)));
    if (axis.title && axis.title.text) axis.title.text = axisTitle(meta, axis.title.text);
    if (places2.length) {
      axis.tickvals = places2;
      axis.ticktext = texts2;
    }
  }
  var baseMargin = (layout2) => ((layout2.template || {}).layout || {}).margin;
  function narrowMargins(layout2, cell) {
    const margin = { ...baseMargin(layout2), ...layout2.margin }, most2 = Math.round(0.16 * cell.width);
    layout2.margin = { ...margin, l: Math.min(margin.l === void 0 ? 64 : margin.l, most2) };
    return layout2.margin;
  }
  function showLegend(layout2) {
    const note2 = (layout2.annotations || []).find((one) => one.name === "colors" && one.visible === false);
    if (!note2) return;
    const lines2 = note2.text.split("<br>").length, base = baseMargin(layout2) || {};
    note2.visible = true;
    layout2.margin = { ...layout2.margin, t: Math.max((layout2.margin || base).t || 0, 27 + 15 * lines2) };
  }
  function copyOf(chart2, size, cell, { colors, figures }) {
    const redrawn = lightCopy(chart2, figures), { data, layout: layout2 } = redrawn || structuredClone({ data: chart2.data, layout: chart2.layout });
    const { thin } = SIZES[size], meta = layout2.meta && layout2.meta.queuescope;
    showLegend(layout2);
    for (const part of [data, layout2]) {
      if (isDark() && !redrawn) changeTexts(part, (text) => recolored(text, colors));
      changeTexts(part, withCommonSigns);
    }
    for (const trace of data) makeThinner(trace, thin);
    putOnPaper(layout2, cell, thin);
    const margin = narrowMargins(layout2, cell);
    thinTicks(layout2, meta, cell.width - margin.l - (margin.r || 16));
    return { data, layout: layout2 };
  }

  // layouts/frontend/export/figure.js
  var SVG = "http://www.w3.org/2000/svg";
  var XLINK = "http://www.w3.org/1999/xlink";
  var XMLNS = "http://www.w3.org/2000/xmlns/";
  var WIDER = [1, 1.14, 1.28, 1.4];
  var SPILL = 1.5;
  var MOST_PIXELS = 11e6;
  var LARGEST2 = 8192;
  var SHARPEST2 = 300;
  var OUT_OF_SIGHT = "position:fixed;left:-12000px;top:0;visibility:hidden;pointer-events:none";
  var isVisible = (chart2) => isDrawn(chart2) && chart2.offsetWidth > 0;
  var isMinimap = (chart2) => (metaOf(chart2) || {}).kind === "minimap";
  var chartsOf = (figure) => everyChart(figure).filter((chart2) => isVisible(chart2) && !isMinimap(chart2));
  function outOfSight() {
    const place7 = document.body.appendChild(document.createElement("div"));
    place7.setAttribute("aria-hidden", "true");
    place7.style.cssText = OUT_OF_SIGHT;
    return place7;
  }
  async function redraw(chart2, size, cell, looks2) {
    const place7 = outOfSight();
    try {
      for (const factor of WIDER) {
        const wide = { ...cell, width: Math.round(cell.width * factor), height: Math.round(cell.height * factor) };
        const { data, layout: layout2 } = copyOf(chart2, size, wide, looks2);
        await Plotly.newPlot(place7, data, layout2, { staticPlot: true, responsive: false });
        if (factor === WIDER[WIDER.length - 1] || !spills(place7, wide)) {
          await sharpen(place7, size, wide, cell);
          return { text: await svgText(place7, wide), ...wide };
        }
      }
      return null;
    } finally {
      Plotly.purge(place7);
      place7.remove();
    }
  }
  function spills(place7, { width, height }) {
    const frame3 = place7.getBoundingClientRect();
    return textsOf(place7).some((element3) => {
      const box2 = element3.getBoundingClientRect();
      return box2.width > 0 && (box2.left < frame3.left - SPILL || box2.right > frame3.left + width + SPILL || box2.top < frame3.top - SPILL || box2.bottom > frame3.top + height + SPILL);
    });
  }
  async function svgText(place7, { width, height }) {
    const text = await Plotly.toImage(place7, { format: "svg", width, height, imageDataOnly: true });
    return text.startsWith("data:") ? decodeURIComponent(text.slice(text.indexOf(",") + 1)) : text;
  }
  async function sharpen(place7, size, wide, cell) {
    const images = place7.layout.images || [];
    if (!images.length) return;
    const { scale, dpi } = SIZES[size], perPixel = Math.max(dpi, SHARPEST2) / INCH * scale * cell.width / wide.width;
    const sharp = await Promise.all(images.map((image) => embed(image, place7, perPixel)));
    await Plotly.relayout(place7, { images: sharp });
  }
  async function embed(image, place7, perPixel) {
    const source = String(image.source);
    if (source.startsWith("data:")) return image;
    const answer2 = await fetchOnce(finer(source, image, axisOf(place7), axisOf(place7, "yaxis"), perPixel));
    if (!answer2.ok) throw new Error("A picture of this figure is not on the server any more; load the page again.");
    return { ...image, source: await dataAddress(await answer2.blob()) };
  }
  function finer(address2, { sizex, sizey }, across, up, perPixel) {
    const share2 = (length2, { range, length: pixels }) => length2 / Math.abs(range[1] - range[0]) * pixels * perPixel;
    const wide = share2(sizex, across), high = share2(sizey, up);
    const less = Math.min(1, Math.sqrt(MOST_PIXELS / (wide * high)), LARGEST2 / wide, LARGEST2 / high);
    const [width, height] = [wide, high].map((length2) => Math.max(1, Math.round(length2 * less)));
    return address2.replace(/_\d+x\d+_(light|dark)\.png/, `_${width}x${height}_light.png`);
  }
  var dataAddress = (blob) => new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.replace(/^data:[^;,]*/, "data:image/png"));
    reader.onerror = () => failed(new Error("A picture of this figure could not be read."));
    reader.readAsDataURL(blob);
  });
  async function drawSvg(figure, size, recipe2 = "") {
    const all = chartsOf(figure);
    if (!all.length) throw new Error("There is no chart in this figure.");
    const { inches, high, dpi } = SIZES[size], looks2 = { colors: await lightColors(), figures: await lightFigures(figure) };
    const { width, height, cells } = arrange(all.length, size, all.map((chart2) => chart2.offsetHeight));
    const sides = [inches, high || inches * height / width];
    const root = document.implementation.createDocument(SVG, "svg").documentElement;
    setAll(root, { width: `${fixed(sides[0])}in`, height: `${fixed(sides[1])}in`, viewBox: `0 0 ${width} ${height}` });
    root.setAttributeNS(XMLNS, "xmlns:xlink", XLINK);
    describe(root, figure);
    if (recipe2) root.appendChild(root.ownerDocument.createElementNS(SVG, "metadata")).textContent = recipe2;
    root.appendChild(setAll(root.ownerDocument.createElementNS(SVG, "rect"), { width, height, fill: "#ffffff" }));
    for (const [i, chart2] of all.entries()) {
      const drawing3 = await redraw(chart2, size, cells[i], looks2);
      root.appendChild(root.ownerDocument.importNode(nested(drawing3, cells[i]), true));
    }
    return { svg: new XMLSerializer().serializeToString(root), inches: sides, dpi, recipe: recipe2 };
  }
  var fixed = (value) => String(+value.toFixed(4));
  function setAll(element3, attributes) {
    for (const [key, value] of Object.entries(attributes)) element3.setAttribute(key, value);
    return element3;
  }
  var madeBy = () => (document.querySelector("meta[name=queuescope-made-by]") || { content: "Queuescope" }).content;
  function describe(root, figure) {
    const heading2 = figure.querySelector("figcaption h3"), caption = figure.querySelector(".qs-whole-caption") || figure.querySelector(".qs-caption");
    for (const [tag, element3] of [["title", heading2], ["desc", caption]]) {
      const text = [element3 && element3.textContent, tag === "desc" && `Made by ${madeBy()}.`].filter(Boolean).join(" ");
      if (text) root.appendChild(root.ownerDocument.createElementNS(SVG, tag)).textContent = text;
    }
  }
  function nested({ text, width, height }, cell) {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (root.nodeName !== "svg") throw new Error("The browser could not draw this figure.");
    for (const element3 of [root, ...root.querySelectorAll("*")]) {
      for (const { name } of [...element3.attributes]) if (name.startsWith("data-") || name === "pointer-events") element3.removeAttribute(name);
    }
    root.removeAttribute("style");
    return setAll(withRareSignsApart(root), { ...cell, viewBox: `0 0 ${width} ${height}` });
  }
  var RARE = /([^\u0000-\u024f\u0370-\u03ff\u2010-\u2044\u20ac\u2190-\u2193\u2212\u2260-\u2265\u25a0\u25b2\u25ba\u25bc\u25c4\u25cb\u25cf\u2500\u2502\u2666]+)/;
  var FONTS = "DejaVu Sans, Segoe UI Symbol, Apple Symbols, sans-serif";
  function withRareSignsApart(root) {
    const place7 = document.body.appendChild(document.createElement("div"));
    place7.style.cssText = OUT_OF_SIGHT;
    const shown3 = place7.appendChild(document.importNode(root, true));
    for (const text of shown3.querySelectorAll("text")) if (RARE.test(text.textContent)) split(text);
    place7.remove();
    return shown3;
  }
  function split(text) {
    const leaves = [], walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let at3 = 0; walker.nextNode(); at3 += walker.currentNode.data.length) leaves.push([walker.currentNode, at3]);
    if (leaves.reduce((sum, [node]) => sum + node.data.length, 0) !== text.getNumberOfChars()) return;
    const parts3 = leaves.map(([node, from]) => {
      let at3 = from;
      return node.data.split(RARE).filter(Boolean).map((words3) => {
        const { x, y } = text.getStartPositionOfChar(at3), style = `text-anchor: start${RARE.test(words3) ? `; font-family: ${FONTS}` : ""}`;
        const part = setAll(document.createElementNS(SVG, "tspan"), { x: fixed(x), y: fixed(y), dy: 0, style });
        at3 += words3.length;
        part.textContent = words3;
        return part;
      });
    });
    leaves.forEach(([node], i) => node.replaceWith(...parts3[i]));
  }
  async function png({ svg, inches, dpi, recipe: recipe2 }) {
    const [width, height] = inches.map((side) => Math.round(side * dpi));
    const sized = svg.replace(/ width="[^"]*" height="[^"]*"/, ` width="${width}" height="${height}"`);
    const address2 = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
    try {
      const image = Object.assign(new Image(), { src: address2 });
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      canvas.getContext("2d").drawImage(image, 0, 0, width, height);
      const blob = await new Promise((done) => {
        canvas.toBlob(done, "image/png");
      });
      if (!blob) throw new Error("The browser could not draw this figure in pixels.");
      return new Blob(withFacts(new Uint8Array(await blob.arrayBuffer()), dpi, madeBy(), recipe2), { type: "image/png" });
    } finally {
      URL.revokeObjectURL(address2);
    }
  }
  function withFacts(bytes, dpi, maker, recipe2 = "") {
    const perMeter = Math.round(dpi / 0.0254), dots = new DataView(new ArrayBuffer(9));
    dots.setUint32(0, perMeter);
    dots.setUint32(4, perMeter);
    dots.setUint8(8, 1);
    const encoded = (text) => new TextEncoder().encode(text), texts2 = [chunk("tEXt", encoded(`Software\0${maker}`))];
    if (recipe2) texts2.push(chunk("iTXt", encoded(`Recipe\0\0\0\0\0${recipe2}`)));
    return [bytes.subarray(0, 33), chunk("pHYs", new Uint8Array(dots.buffer)), ...texts2, bytes.subarray(33)];
  }
  function chunk(kind, data) {
    const bytes = new Uint8Array(data.length + 12), view = new DataView(bytes.buffer);
    view.setUint32(0, data.length);
    [...kind].forEach((letter, i) => view.setUint8(4 + i, letter.charCodeAt(0)));
    bytes.set(data, 8);
    view.setUint32(data.length + 8, checksum(bytes.subarray(4, data.length + 8)));
    return bytes;
  }
  function checksum(bytes) {
    let sum = 4294967295;
    for (const byte of bytes) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit += 1) sum = sum >>> 1 ^ (sum & 1 ? 3988292384 : 0);
    }
    return (sum ^ 4294967295) >>> 0;
  }
  async function pdf({ svg }) {
    const answer2 = await fetchOnce("/export/figure.pdf", {
      method: "POST",
      body: svg,
      headers: { "X-Requested-With": "fetch", "Content-Type": "image/svg+xml" }
    });
    if (!answer2.ok) throw new Error((await answer2.text()).trim().slice(0, 300));
    return answer2.blob();
  }
  var FILES = { svg: async ({ svg }) => new Blob([svg], { type: "image/svg+xml" }), png, pdf };

  // layouts/frontend/export/menu.js
  var menu_exports = {};
  __export(menu_exports, {
    commentLines: () => commentLines,
    fileName: () => fileName,
    placeAfter: () => placeAfter,
    start: () => start30
  });

  // layouts/frontend/compare/views.js
  var views_exports = {};
  __export(views_exports, {
    bring: () => bring2,
    drawAll: () => drawAll2,
    goToView: () => goToView,
    mergedLook: () => mergedLook,
    pinnedLook: () => pinnedLook,
    runs: () => runs,
    start: () => start29,
    toggleRun: () => toggleRun,
    usualColor: () => usualColor
  });
  var NEAR = "400px 0px";
  var PATIENCE7 = 6e4;
  var LOOK2 = 100;
  var AIR = 8;
  var brought = /* @__PURE__ */ new Set();
  var coming = (place7) => place7.querySelector(":scope > .qs-coming");
  var places = () => [...document.querySelectorAll(".qs-late")].filter(coming);
  var viewOf2 = (place7) => JSON.parse(place7.id).plot;
  var near = null;
  function bring2(place7) {
    const waits = coming(place7);
    if (!waits || waits.dataset.asked === place7.id) return;
    waits.dataset.asked = place7.id;
    brought.add(viewOf2(place7));
    set(JSON.parse(place7.id), { n_clicks: 1 });
  }
  function lookForPlaces() {
    if (!document.querySelector(".qs-late")) brought.clear();
    for (const place7 of places()) {
      if (place7.offsetParent && (place7.matches(".qs-now") || brought.has(viewOf2(place7)))) bring2(place7);
      else {
        near.unobserve(place7);
        near.observe(place7);
      }
    }
  }
  var due2 = null;
  function goToView({ tab, view, choices = [] }) {
    due2 = openTab(tab) && view ? { tab, view, choices, pressed: /* @__PURE__ */ new Set(), latest: performance.now() + PATIENCE7 } : null;
    lookForView();
  }
  function lookForView() {
    if (due2 && (!isTabOpen(due2.tab) || performance.now() > due2.latest)) due2 = null;
    if (!due2) return;
    const heading2 = document.getElementById(due2.view), figure = heading2 && heading2.closest(".qs-figure, .qs-late");
    if (figure && figure.offsetParent) {
      show7(figure, heading2);
      due2 = null;
      return;
    }
    for (const [id, value] of due2.choices) {
      const input = document.getElementById(id)?.querySelector(`input[value="${CSS.escape(value)}"]`);
      if (input && !input.checked && !due2.pressed.has(id)) {
        due2.pressed.add(id);
        input.click();
      }
    }
  }
  function show7(figure, heading2) {
    figure.scrollIntoView({ block: "start" });
    const over = document.getElementById("tabs").getBoundingClientRect().bottom + AIR - figure.getBoundingClientRect().top;
    if (over > 0) scrollBy(0, -over);
    heading2.tabIndex = -1;
    heading2.focus({ preventScroll: true });
  }
  var isUndrawn = (holder) => holder.offsetParent && !hasDrawing(holder);
  var drawAll2 = () => new Promise((done, failed) => {
    const latest = performance.now() + PATIENCE7;
    places().forEach(bring2);
    (function check() {
      if (!places().length && ![...document.querySelectorAll("#page .dash-graph")].some(isUndrawn)) done();
      else if (performance.now() > latest) failed(new Error("some figures did not come"));
      else setTimeout(check, LOOK2);
    })();
  });
  function printAll(event) {
    if (event.code !== "KeyP" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || !places().length) return;
    event.preventDefault();
    drawAll2().catch(() => {
    }).then(() => window.print());
  }
  var hidden = /* @__PURE__ */ new Set();
  var restored = "";
  var runs = () => (new URLSearchParams(location.search).get("runs") || "").split(",").filter(Boolean);
  var nameOf2 = (key) => {
    const card2 = document.querySelectorAll("#states .qs-runchip")[runs().indexOf(key)];
    return card2 && card2.getAttribute("aria-label") || `run ${runs().indexOf(key) + 1}`;
  };
  var holdersOf = (key) => gantts().filter((gd) => metaOf(gd).run === key).map((gd) => gd.closest(".dash-graph"));
  function toggleRun(place7) {
    const key = runs()[place7], all = runs().filter((one) => holdersOf(one).length);
    if (!all.includes(key) || all.length < 2) return false;
    if (!hidden.has(key) && all.filter((one) => !hidden.has(one)).length === 1) {
      notice("One run has to stay.", 3e3);
      return true;
    }
    if (hidden.has(key)) hidden.delete(key);
    else hidden.add(key);
    notice(`${nameOf2(key)}: charts ${hidden.has(key) ? "hidden" : "shown"}.`, 3e3);
    for (const gd of gantts()) showOrHide(gd);
    showButtons();
    markChips();
    writeHidden();
    rememberPage();
    return true;
  }
  function restoreHidden() {
    const all = runs();
    if (pathHere() !== "/compare" || !all.length || restored === all.join(",")) return;
    restored = all.join(",");
    const named3 = hiddenOf(location.search), asked4 = all.filter((key, place7) => named3.includes(place7 + 1));
    if (asked4.length < all.length) asked4.forEach((key) => hidden.add(key));
    writeHidden();
  }
  function writeHidden() {
    const now2 = runs().flatMap((key, place7) => hidden.has(key) ? [place7 + 1] : []);
    if (now2.join() !== hiddenOf(location.search).join()) replaceAddress(pathHere() + withHidden(location.search, now2));
  }
  function showOrHide(gd) {
    const holder = gd.closest(".dash-graph"), hide2 = hidden.has(metaOf(gd).run);
    if (!holder || holder.hidden === hide2) return;
    holder.hidden = hide2;
    const column = holder.parentElement;
    column.hidden = [...column.children].every((one) => one.hidden);
    if (!hide2) Plotly.Plots.resize(gd);
  }
  function markChips() {
    restoreHidden();
    document.querySelectorAll("#states .qs-runchip").forEach((chip, place7) => {
      const isHidden = String(hidden.has(runs()[place7])), button6 = chip.querySelector("[data-hide]");
      if (chip.dataset.away !== isHidden) chip.dataset.away = isHidden;
      if (button6 && button6.getAttribute("aria-pressed") !== isHidden) button6.setAttribute("aria-pressed", isHidden);
    });
  }
  function pressHide(event) {
    const button6 = around(event, "[data-hide]");
    if (button6 && !toggleRun(Number(button6.dataset.hide))) notice("This tab has no Gantt chart of that run.", 3e3);
  }
  function showButtons() {
    const charts2 = document.getElementById("gantts");
    if (!charts2) return;
    const keys = runs().filter((key) => hidden.has(key) && holdersOf(key).length);
    let bar6 = document.getElementById("hidden-runs");
    if (!bar6) {
      bar6 = Object.assign(document.createElement("div"), { id: "hidden-runs", className: "qs-row qs-small" });
      charts2.before(bar6);
    }
    bar6.hidden = !keys.length;
    bar6.replaceChildren("Hidden:", ...keys.map((key) => {
      const button6 = Object.assign(document.createElement("button"), { type: "button", className: "qs-pick", textContent: `show ${nameOf2(key)}` });
      button6.addEventListener("click", () => toggleRun(runs().indexOf(key)));
      return button6;
    }));
  }
  var OF_BOTH = ["difference", "overlay"];
  var IN_BANDS = ["users", "sizes", "queues"];
  var usualColor = () => (document.querySelector("[data-usual-color]") || { dataset: {} }).dataset.usualColor || "user";
  var usualLook = () => ({ rows: "processors", color: usualColor(), beside: "stacked" });
  var hasSeveralRuns = () => isOffered(document.getElementById("look-beside"));
  function mergedLook(before2, usual2, { rows: rows2, color, beside, shared, fold }) {
    const after2 = { ...before2 };
    for (const [name, value] of Object.entries({ rows: rows2, color, beside })) {
      if (!value) continue;
      if (value === usual2[name]) delete after2[name];
      else after2[name] = value;
    }
    if (shared === false) after2.shared = false;
    else delete after2.shared;
    if (fold) after2.fold = true;
    else delete after2.fold;
    return after2;
  }
  var inOrder2 = (look7) => JSON.stringify(Object.entries(look7 || {}).sort());
  var looks = ownChoices();
  function chooseLook(rows2, color, beside, shared, fold, look7, view) {
    const before2 = look7 || {}, after2 = mergedLook(before2, usualLook(), { rows: rows2, color, beside, shared, fold });
    if (inOrder2(after2) === inOrder2(before2)) return noUpdate();
    looks.choose(inOrder2(after2));
    if ((after2.rows !== before2.rows || after2.fold !== before2.fold) && view) {
      const { t0, t1 } = view;
      set("gantt-window", { data: view.full ? null : { t0, t1 } });
    }
    return Object.keys(after2).length ? after2 : null;
  }
  function showLook(look7) {
    const now2 = { ...usualLook(), ...look7 }, isOwn = looks.isOwn(inOrder2(look7));
    if (!isThere("look-rows")) return noUpdate();
    if (!isOwn) setChoices(now2);
    const both = hasSeveralRuns() && OF_BOTH.includes(now2.beside);
    set("look-color", { disabled: hasSeveralRuns() && now2.beside === "difference" });
    set("look-fold", { disabled: both || !IN_BANDS.includes(now2.rows) });
    if (isThere("mode-choice")) set("mode-choice", { disabled: both || now2.rows !== "processors" });
    return noUpdate();
  }
  function setChoices({ rows: rows2, color, beside, shared, fold }) {
    for (const [name, value] of Object.entries({ rows: rows2, color, beside })) set(`look-${name}`, { value });
    set("look-shared", { checked: shared !== false });
    set("look-fold", { checked: Boolean(fold) });
  }
  var MOST_PINS = 20;
  function pinnedLook(before2, user, isAdded) {
    const others = (before2.pin || "").split(",").filter((one) => one && one !== user), pins = isAdded ? [...others, user] : others;
    const after2 = { ...before2, ...isAdded ? { rows: "users" } : {} };
    if (pins.length) after2.pin = pins.join(",");
    else delete after2.pin;
    return after2;
  }
  function pressPin(event) {
    const button6 = around(event, "button[data-pin]"), props = button6 && propsOf("look");
    if (!props) return;
    const before2 = props.data || {}, isAdded = "pinAdd" in button6.dataset, after2 = pinnedLook(before2, button6.dataset.pin, isAdded);
    if (after2.pin && after2.pin.split(",").length > MOST_PINS) {
      notice(`At most ${MOST_PINS} users can be pinned.`, 3e3);
      return;
    }
    const view = (propsOf("gantt-window") || {}).data;
    if (view && after2.pin !== before2.pin) set("gantt-window", { data: view.full ? null : { t0: view.t0, t1: view.t1 } });
    set("look", { data: Object.keys(after2).length ? after2 : null });
    if (isAdded) notice(`The row of user ${button6.dataset.pin} is on top.`, 3e3);
    else (document.querySelector(".qs-pins button[data-pin]:not(:focus)") || document.getElementById("tab-schedule") || button6).focus({ preventScroll: true });
  }
  function start29() {
    near = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) bring2(target);
    }, { rootMargin: NEAR });
    onChange(lookForPlaces);
    onChange(lookForView);
    onChange(markChips);
    document.addEventListener("click", pressHide);
    document.addEventListener("click", pressPin);
    document.addEventListener("keydown", printAll);
    watch((group2, w, gd) => {
      if (gd && hidden.size && isGantt(gd)) {
        showOrHide(gd);
        showButtons();
      }
    });
    offerToDash("looks", { choose: chooseLook, show: showLook });
  }

  // layouts/frontend/export/menu.js
  var SHORT = 6e3;
  var LONG = 12e3;
  var TO_COPY2 = 3e4;
  var KEPT3 = 6e4;
  var open2 = null;
  var voice2 = null;
  var fading2 = 0;
  function say4(text, milliseconds = SHORT, isToSelect = false) {
    if (!voice2) {
      voice2 = document.body.appendChild(Object.assign(document.createElement("div"), { className: "qs-toast qs-saved" }));
      voice2.setAttribute("role", "status");
      document.addEventListener("pointerdown", ({ target }) => {
        if (!voice2.contains(target)) voice2.textContent = "";
      }, true);
    }
    clearTimeout(fading2);
    voice2.classList.toggle("qs-to-select", isToSelect);
    requestAnimationFrame(() => {
      voice2.textContent = text;
    });
    if (milliseconds) fading2 = setTimeout(() => {
      voice2.textContent = "";
    }, milliseconds);
  }
  var notSaved = (error) => say4(`Not saved: ${error.message || error}`, LONG);
  async function copyText(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      say4(`${what} copied.`);
    } catch {
      say4(`Copy this: ${text}`, TO_COPY2, true);
    }
  }
  function save(blob, name) {
    const link2 = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
    document.body.appendChild(link2).click();
    link2.remove();
    setTimeout(() => URL.revokeObjectURL(link2.href), KEPT3);
    say4(`Saved ${name}, ${blob.size < 1e6 ? `${Math.ceil(blob.size / 1e3)} kB` : `${(blob.size / 1e6).toFixed(1)} MB`}.`);
  }
  var fileName = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "figure";
  function nameOf3(figure) {
    const heading2 = figure.querySelector("figcaption h3");
    return fileName(heading2 && heading2.id.replace(/^figure-/, "") || heading2 && heading2.textContent || "figure");
  }
  var figureKey = (figure) => ((figure.querySelector("figcaption h3") || {}).id || "").replace(/^figure-/, "");
  async function saveFigure(figure, size, kind) {
    say4("Drawing the figure …", 0);
    save(await FILES[kind](await drawSvg(figure, size, await recipe())), `${nameOf3(figure)}-${size}.${kind}`);
  }
  async function recipe() {
    const answer2 = ["/compare", "/workload", "/beside"].includes(pathHere()) && await fetchOnce(`/export/recipe.toml${location.search}`);
    return answer2 && answer2.ok ? answer2.text() : `# ${madeBy()}
`;
  }
  var commentLines = (text) => text.split("\n").slice(0, -1).map((line2) => `${`# | ${line2}`.trimEnd()}
`).join("");
  var tableOf = (figure) => figure.querySelector(".qs-twin[data-csv]");
  var partOf2 = (table2) => table2.dataset.part || "";
  async function saveTable(figure) {
    const table2 = tableOf(figure), bytes = Uint8Array.from(atob(table2.dataset.csv), (sign) => sign.charCodeAt(0));
    const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
    save(new Blob([commentLines(await recipe()), text], { type: "text/csv" }), `${nameOf3(figure)}${partOf2(table2) ? "-first-rows" : ""}.csv`);
  }
  var commandHere = () => document.querySelector("[data-command]");
  var hasCommand = () => ["/compare", "/workload"].includes(pathHere()) || commandHere();
  async function copyCommand() {
    if (commandHere()) {
      await copyText(commandHere().textContent.trim(), "The command is");
      return;
    }
    const answer2 = await fetchOnce(`/export/command.txt${location.search}`), text = (await answer2.text()).trim();
    if (answer2.ok) await copyText(text, "The command is");
    else say4(text.slice(0, 300), LONG);
  }
  var hasPython = (figure) => ["/compare", "/workload", "/beside"].includes(pathHere()) || figure.closest("[data-python]");
  async function copyPython(figure) {
    const asked4 = new URLSearchParams(location.search);
    asked4.set("page", pathHere());
    asked4.set("figure", figureKey(figure));
    const answer2 = await fetchOnce(`/export/python.txt?${asked4}`), text = (await answer2.text()).trim();
    if (answer2.ok) await copyText(text, "The Python is");
    else say4(text.slice(0, 300), LONG);
  }
  function make2(tag, attributes, ...children) {
    const element3 = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element3.setAttribute(key, value);
    element3.append(...children);
    return element3;
  }
  function entry(text, label2, work) {
    const item = make2("button", { type: "button", role: "menuitem", tabindex: "-1", "aria-label": label2 }, text);
    item.addEventListener("click", () => {
      close2(true);
      work().catch(notSaved);
    });
    return item;
  }
  var rowOf = (label2, ...entries) => make2("div", { role: "group", "aria-label": label2 }, make2("span", { "aria-hidden": "true" }, label2), ...entries);
  function menuOf(figure) {
    const table2 = tableOf(figure), part = table2 && partOf2(table2), rows2 = [], data = [];
    if (chartsOf(figure).length) {
      for (const [size, { words: words3 }] of Object.entries(SIZES)) {
        rows2.push(rowOf(words3, ...Object.keys(FILES).map((kind) => entry(kind.toUpperCase(), `${kind.toUpperCase()}: ${words3}`, () => saveFigure(figure, size, kind)))));
      }
    }
    const [text, label2] = part ? ["CSV: first rows", `CSV: first rows, ${part}`] : ["CSV", "CSV: the table of this figure"];
    if (table2) data.push(entry(text, label2, () => saveTable(figure)));
    if (hasCommand()) data.push(entry("Copy command", "Copy the command that makes this again", copyCommand));
    if (hasPython(figure)) data.push(entry("Copy as Python", "Copy as Python: the lines that make this figure", () => copyPython(figure)));
    if (data.length) rows2.push(rowOf("Data", ...data));
    return make2("div", { role: "menu", class: "qs-save-menu", "aria-label": "Save this figure" }, ...rows2);
  }
  function show8(button6) {
    close2(false);
    const menu = menuOf(button6.closest("figure"));
    button6.after(menu);
    button6.setAttribute("aria-expanded", "true");
    open2 = { button: button6, menu };
    const first2 = menu.querySelector("[role=menuitem]");
    if (first2) first2.focus();
    else {
      close2(true);
      say4("There is nothing to save in this figure.");
    }
  }
  function close2(back2) {
    if (!open2) return;
    const { button: button6, menu } = open2;
    open2 = null;
    menu.remove();
    button6.setAttribute("aria-expanded", "false");
    if (back2) button6.focus();
  }
  function placeAfter(code, lengths2, row2, column) {
    const turn3 = (index, step6, count2) => (index + step6 + count2) % count2, beside = (to) => [to, Math.min(column, lengths2[to] - 1)];
    const last3 = lengths2.length - 1;
    return {
      ArrowDown: () => beside(turn3(row2, 1, lengths2.length)),
      ArrowUp: () => beside(turn3(row2, -1, lengths2.length)),
      ArrowRight: () => [row2, turn3(column, 1, lengths2[row2])],
      ArrowLeft: () => [row2, turn3(column, -1, lengths2[row2])],
      Home: () => [0, 0],
      End: () => [last3, lengths2[last3] - 1]
    }[code]?.();
  }
  function press9(event) {
    if (!open2 || !open2.menu.contains(event.target)) return;
    if (event.code === "Tab") {
      close2(true);
      return;
    }
    const rows2 = [...open2.menu.children].map((row3) => [...row3.querySelectorAll("[role=menuitem]")]);
    const row2 = rows2.findIndex((items) => items.includes(document.activeElement));
    const to = row2 < 0 ? null : placeAfter(event.code, rows2.map((items) => items.length), row2, rows2[row2].indexOf(document.activeElement));
    if (event.code === "Escape") close2(true);
    else if (to) rows2[to[0]][to[1]].focus();
    else if (["Enter", "NumpadEnter", "Space"].includes(event.code)) {
      event.stopPropagation();
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  var withUsers = () => {
    const box2 = document.querySelector("[data-users] input, input[data-users]");
    return Boolean(box2 && box2.checked);
  };
  function chosenAddress(address2) {
    const url = new URL(withPrefix(address2), location.href);
    if (withUsers()) url.searchParams.set("users", "yes");
    else url.searchParams.delete("users");
    if (url.pathname.endsWith("/bundle.zip")) url.searchParams.set("state", location.search);
    return url.pathname + url.search;
  }
  async function saveBundle(address2) {
    const figures = {}, its = await recipe();
    await eachTab(async (panel4) => {
      await drawAll2();
      for (const figure of [...panel4.querySelectorAll("figure")].filter((one) => chartsOf(one).length)) {
        say4(`Drawing figure ${Object.keys(figures).length + 1} …`, 0);
        figures[`${nameOf3(figure)}.svg`] = (await drawSvg(figure, "page", its)).svg;
      }
    });
    say4("Packing …", 0);
    const answer2 = await fetchOnce(chosenAddress(address2), {
      method: "POST",
      body: JSON.stringify({ figures }),
      headers: { "X-Requested-With": "fetch", "Content-Type": "application/json" }
    });
    if (!answer2.ok) throw new Error((await answer2.text()).trim().slice(0, 300));
    const name = /filename="([^"]+)"/.exec(answer2.headers.get("Content-Disposition") || "");
    save(await answer2.blob(), name ? name[1] : "bundle.zip");
  }
  function copyBeside(button6) {
    const text = button6.parentElement.querySelector("pre");
    if (button6.dataset.copy === "link") copyText(location.href, "The link of this view is");
    else if (text) copyText(text.textContent.trim(), "The command is");
  }
  function click2(event) {
    const button6 = around(event, ".qs-save"), link2 = around(event, "a.qs-take"), copied = around(event, "[data-copy]");
    const packed = around(event, "[data-bundle]");
    if (button6) {
      if (open2 && open2.button === button6) close2(true);
      else show8(button6);
    }
    if (link2) link2.setAttribute("href", chosenAddress(link2.getAttribute("href")));
    if (copied) copyBeside(copied);
    if (packed && packed.getAttribute("aria-busy") !== "true") {
      packed.setAttribute("aria-busy", "true");
      saveBundle(packed.dataset.bundle).catch(notSaved).finally(() => packed.removeAttribute("aria-busy"));
    }
  }
  function start30() {
    document.addEventListener("keydown", press9, true);
    document.addEventListener("pointerdown", (event) => {
      if (open2 && !open2.menu.contains(event.target) && !open2.button.contains(event.target)) close2(false);
    }, true);
    document.addEventListener("click", click2);
  }

  // layouts/frontend/forms/fields.js
  var fields_exports = {};
  __export(fields_exports, {
    examples: () => examples,
    plainNumber: () => plainNumber,
    pointOf: () => pointOf,
    powerOf: () => powerOf,
    roundedGap: () => roundedGap,
    start: () => start31
  });
  var FIELD = ".mantine-NumberInput-input";
  var WRITTEN = /^([-+]?\d*\.?\d*)e([-+]?\d*)$/i;
  var MOST6 = 15;
  var LONG2 = 5e3;
  var open3 = /* @__PURE__ */ new WeakMap();
  var withoutSpaces = (text) => text.replace(/\s/g, "");
  function put(field2, text) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field2, text);
  }
  function plainNumber(mantissa, power) {
    const [, sign, whole2, part = ""] = /^([-+]?)(\d*)\.?(\d*)$/.exec(mantissa);
    const digits = whole2 + part, point = whole2.length + power;
    if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
    const after2 = digits.slice(point);
    return `${sign}${digits.padEnd(point, "0").slice(0, point)}${after2 && `.${after2}`}`.replace(/^([-+]?)0+(?=\d)/, "$1");
  }
  function powerOf(text, before2, added) {
    const match = WRITTEN.exec(withoutSpaces(text));
    if (match && /\d/.test(match[1])) return { mantissa: match[1], power: match[2] };
    if (!before2 || !added || !(/^\d$/.test(added) || /^[-+]$/.test(added) && !before2.power)) return null;
    return { mantissa: before2.mantissa, power: before2.power + added };
  }
  function refuse(field2, given, why2) {
    put(field2, given.mantissa);
    field2.dispatchEvent(new Event("input", { bubbles: true }));
    open3.set(field2, given);
    notice(`${given.mantissa}e${given.power} is not taken: ${why2}.`, LONG2);
  }
  function readPower(event) {
    const field2 = event.target;
    if (!(field2 instanceof HTMLInputElement) || !field2.matches(FIELD)) return;
    const given = powerOf(field2.value, open3.get(field2), event.inputType === "insertText" && event.data);
    const power = given ? Number(given.power) || 0 : 0;
    if (!given) {
      open3.delete(field2);
      return;
    }
    if (Math.abs(power) > MOST6) {
      event.stopImmediatePropagation();
      refuse(field2, given, `powers of ten go from -${MOST6} to ${MOST6}`);
      return;
    }
    open3.set(field2, given);
    put(field2, plainNumber(given.mantissa, power));
    if (!/\d/.test(given.power)) {
      notice(`${given.mantissa}e: now type the power of ten.`, LONG2);
      return;
    }
    notice("", 0);
    setTimeout(() => {
      if (open3.get(field2) === given && Number(withoutSpaces(field2.value)) !== Number(`${given.mantissa}e${power}`)) {
        refuse(field2, given, "this field takes whole numbers");
      }
    }, 50);
  }
  var WITH_COMMA = /^[-+]?\d*,\d*(e[-+]?\d+)?$/i;
  var pointOf = (text) => WITH_COMMA.test(withoutSpaces(text)) ? withoutSpaces(text).replace(",", ".") : null;
  function readComma(event) {
    const field2 = event.target;
    if (!(field2 instanceof HTMLInputElement) || !field2.matches(FIELD) || event.data === ",") return;
    const written4 = field2.value, plain3 = pointOf(written4);
    if (plain3 === null) return;
    put(field2, plain3);
    setTimeout(() => notice(`${written4} is read as ${field2.value}.`, LONG2), 50);
  }
  function examples({ options, search }) {
    const typed = search.trim().toLowerCase(), words3 = (option) => option.label.toLowerCase();
    return options.some((option) => words3(option) === typed) ? options : options.filter((option) => words3(option).includes(typed));
  }
  var EXPRESSION = ".qs-expression input";
  var TOLD = 1e3;
  var typedAt = /* @__PURE__ */ new WeakMap();
  function leaveExpression({ target }) {
    if (!target.matches || !target.matches(EXPRESSION) || performance.now() - (typedAt.get(target) ?? -TOLD) > TOLD) return;
    typedAt.delete(target);
    window.dash_clientside.set_props(target.id.startsWith("{") ? JSON.parse(target.id) : target.id, { value: target.value });
  }
  var STEPS4 = [[600, 30], [3600, 60], [6 * 3600, 600], [Infinity, 1800]];
  var LEAST_GAP = 60;
  var LARGEST_GAP = 86400;
  function roundedGap(seconds) {
    const [, step6] = STEPS4.find(([below3]) => seconds < below3);
    return Math.max(LEAST_GAP, Math.round(seconds / step6) * step6);
  }
  function gap(place7, seconds) {
    const value = Number(seconds);
    if (window.dash_clientside.callback_context.triggered_id === "gap-slider") {
      return [noUpdate(), typeof place7 === "number" ? roundedGap(10 ** place7) : noUpdate()];
    }
    return [value > 0 ? Math.log10(Math.min(LARGEST_GAP, Math.max(LEAST_GAP, value))) : noUpdate(), noUpdate()];
  }
  var think = (how) => [how === "log", how !== "exponential"];
  function slide(place7, number2, least, most2) {
    const { triggered_id: moved3 } = window.dash_clientside.callback_context;
    if (moved3 && moved3.form === "slurm-slider") return [noUpdate(), place7];
    return [typeof number2 === "number" ? Math.min(most2, Math.max(least, number2)) : noUpdate(), noUpdate()];
  }
  function start31() {
    document.addEventListener("input", readComma, true);
    document.addEventListener("input", readPower, true);
    document.addEventListener("focusout", (event) => open3.delete(event.target), true);
    document.addEventListener("input", ({ target }) => typedAt.set(target, performance.now()), true);
    document.addEventListener("focusout", leaveExpression, true);
    window.dashMantineFunctions = Object.assign(window.dashMantineFunctions || {}, { examples });
    offerToDash("campaigns", { gap, think });
    offerToDash("slurm", { slide });
  }

  // layouts/frontend/compare/filtering.js
  var filtering_exports = {};
  __export(filtering_exports, {
    pickOf: () => pickOf,
    start: () => start32
  });
  var plotOf = (gd) => gd && gd.layout && gd.layout.meta && gd.layout.meta.pick;
  function pickOf(plot, x, y) {
    const bounds = [...x, ...y].map(Number);
    if (bounds.length !== 4 || !bounds.every(Number.isFinite)) return null;
    const [x0, x1, y0, y1] = bounds;
    return { plot, x0: Math.min(x0, x1), x1: Math.max(x0, x1), y0: Math.min(y0, y1), y1: Math.max(y0, y1) };
  }
  function send4(pick3) {
    if (pick3) set("picked-jobs", { data: { ...pick3, at: Date.now() } });
  }
  function selected5(gd, event) {
    const range = event && event.range, plot = plotOf(gd);
    if ((gd.layout.selections || []).length) setTimeout(() => Plotly.relayout(gd, { selections: [] }).catch(() => {
    }));
    if (plot && range && range.x && range.y) send4(pickOf(plot, range.x, range.y));
  }
  function clicked(gd, event) {
    const point = event && event.points && event.points[0], plot = plotOf(gd);
    if (!plot || !point) return;
    const [x, y] = Array.isArray(point.customdata) ? point.customdata : [point.x, point.y];
    send4(pickOf(plot, [x, x], [y, y]));
  }
  function edit(event) {
    const button6 = around(event, ".qs-filter button[data-condition]");
    const field2 = button6 && button6.closest(".qs-filter").querySelector("input");
    if (!field2) return;
    const from = field2.value.indexOf(button6.dataset.condition);
    field2.focus();
    if (from >= 0) field2.setSelectionRange(from, from + button6.dataset.condition.length);
  }
  function start32() {
    document.addEventListener("pointerover", (event) => {
      const gd = chartAround(event.target);
      if (!plotOf(gd)) return;
      listenOnce(gd, "plotly_selected", (chosen) => selected5(gd, chosen));
      onPointClick(gd, (point) => clicked(gd, point));
    });
    document.addEventListener("click", edit);
  }

  // layouts/frontend/frame/first_paint.js
  var LATEST2 = 15e3;
  var WORK = ["pointerdown", "keydown", "wheel"];
  function start33() {
    const cover = document.getElementById("first-paint");
    if (!cover) return;
    const stills = cover.querySelectorAll(".qs-still").length, page = () => document.getElementById("page");
    const isThere3 = () => Boolean(page() && page().firstElementChild) && everyChart(page()).filter(isDrawn).length >= stills;
    const leave6 = () => {
      cover.remove();
      for (const kind of WORK) document.removeEventListener(kind, leave6, true);
    };
    setTimeout(leave6, LATEST2);
    for (const kind of WORK) document.addEventListener(kind, leave6, true);
    onChange(() => {
      if (cover.isConnected && isThere3()) requestAnimationFrame(leave6);
    });
  }

  // layouts/frontend/gantt/cursor.js
  var cursor_exports = {};
  __export(cursor_exports, {
    inChart: () => inChart2,
    leaveFacts: () => leaveFacts,
    openFacts: () => openFacts,
    start: () => start34,
    step: () => step3
  });
  var QUIET = 250;
  var MOST7 = 12;
  var PATIENCE8 = 5e3;
  var WALKS = ["real", "ghost", "users", "sizes", "queues", "queue"];
  var NONE = {
    next: "This is the last job.",
    previous: "This is the first job.",
    above: "There is no job above.",
    below: "There is no job below.",
    next_of_user: "This is the last job of its user.",
    previous_of_user: "This is the first job of its user."
  };
  var walking = Promise.resolve();
  var waiting3 = 0;
  var quiet = 0;
  var entered = null;
  function furnish(gd) {
    const holder = gd.closest(".dash-graph");
    if (!holder) return;
    const caption = document.getElementById("figure-gantt-caption");
    const attributes = {
      tabindex: "0",
      role: "application",
      "aria-roledescription": "Gantt chart",
      "aria-label": `Gantt chart: ${titleOf(gd)}`,
      "aria-describedby": ["qs-cursor-how", ...caption ? [caption.id] : []].join(" ")
    };
    explainKeys();
    for (const [name, value] of Object.entries(attributes)) if (holder.getAttribute(name) !== value) holder.setAttribute(name, value);
  }
  function explainKeys() {
    if (document.getElementById("qs-cursor-how")) return;
    document.body.appendChild(Object.assign(document.createElement("div"), {
      id: "qs-cursor-how",
      hidden: true,
      textContent: "Arrow left and right: the job before, after in time. Arrow up and down: the job above, below. Comma and period: the same user’s job before, after. Enter: why it waited. Escape: leave."
    }));
  }
  function step3(kind) {
    if (!current(ofJobs)) return false;
    if (waiting3 < MOST7) {
      waiting3 += 1;
      walking = walking.then(() => walk(kind)).catch(console.error).finally(() => {
        waiting3 -= 1;
      });
    }
    return true;
  }
  async function walk(kind) {
    const from = current(ofJobs), now2 = selection();
    if (!from) return;
    const query = now2 && known(now2.job) ? { job: now2.job, step: kind } : beginning(from), meta = walkedMeta(from);
    const facts = await factsOf(meta, query) || (now2 ? null : await factsOf(meta, { job: 0 }));
    if (!facts || !known(facts.job) || now2 && facts.job === now2.job) {
      say(NONE[kind]);
      return;
    }
    const gd = metaOf(from) ? from : current(ofJobs);
    if (!gd) return;
    take(gd, facts);
    reveal(gd, facts);
    speakLater(gd, facts);
  }
  function walkedMeta(gd) {
    const meta = metaOf(gd);
    return WALKS.includes(meta.source) ? meta : { ...meta, plan: null, pick: meta.pick.replace(/[^/]*$/, "real") };
  }
  function beginning(gd) {
    const w = windowSeen(gd), extent = extentOf(metaOf(gd).group);
    if (w[0] <= extent[0]) return { job: 0 };
    return { t: (w[0] + w[1]) / 2, p: (w[2] + w[3]) / 2, dt: (w[1] - w[0]) / 2, dp: w[3] - w[2] };
  }
  function reveal(gd, facts) {
    const w = windowSeen(gd), boxes = facts.rectangles || [], { group: group2 } = metaOf(gd);
    if (!boxes.length) return;
    const [t0, t1] = [Math.min(...boxes.map((box2) => box2[0])), Math.max(...boxes.map((box2) => box2[1]))], [, , low, high] = boxes[0];
    const time = shiftInto(w[0], w[1], t0, t1), rows2 = shiftInto(w[2], w[3], low, high);
    if (time !== 0 || rows2 !== 0) move(group2, clamped([w[0] + time, w[1] + time, w[2] + rows2, w[3] + rows2], extentOf(group2)), null, true);
  }
  var inWords2 = (facts) => `job ${facts.job_id}, ${facts.who}, ${facts.processors} ${facts.processors === 1 ? "processor" : "processors"}, waited ${human(facts.wait)}, ran ${human(facts.runtime)}`;
  var inChart2 = () => Boolean(document.activeElement && document.activeElement.matches(".dash-graph[role=application]"));
  var drawer = () => document.querySelector("#facts [role=region]");
  function speakLater(gd, facts) {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      say(inWords2(facts));
      if (!inChart2() || drawer()) askForFacts(gd, facts);
    }, QUIET);
  }
  function askForFacts(gd, facts) {
    const meta = metaOf(gd);
    if (meta) tell("picked", { run: meta.run, source: meta.source, t: facts.start, at: Date.now(), job: facts.job, facts });
  }
  function openFacts() {
    const now2 = selection(), place7 = document.getElementById("facts");
    if (drawer()) {
      enterDrawer();
      return true;
    }
    if (!now2 || !place7) return false;
    const comes = new MutationObserver(() => {
      if (drawer()) {
        comes.disconnect();
        enterDrawer();
      }
    });
    comes.observe(place7, { childList: true, subtree: true });
    setTimeout(() => comes.disconnect(), PATIENCE8);
    clearTimeout(quiet);
    askForFacts(now2.gd, now2.facts);
    return true;
  }
  function enterDrawer() {
    entered = inChart2() ? document.activeElement : entered;
    drawer().focus();
  }
  function leaveFacts() {
    const chart2 = entered;
    entered = null;
    if (chart2 && document.contains(chart2)) chart2.focus({ preventScroll: true });
  }
  function start34() {
    document.addEventListener("focusin", (event) => {
      const gd = event.target.matches && event.target.matches(".dash-graph") && chartIn(event.target);
      if (gd && stateOf(gd) && isGantt(gd)) touch(gd);
    });
    watch((group2, w, gd) => {
      if (gd && isGantt(gd)) furnish(gd);
    });
  }

  // layouts/frontend/gantt/hover.js
  var hover_exports = {};
  __export(hover_exports, {
    start: () => start35
  });
  var REST = 40;
  var SVG2 = "http://www.w3.org/2000/svg";
  var lines = [];
  var tip = null;
  var timer = 0;
  var asking3 = null;
  var frame = 0;
  var rested = null;
  var sheet = null;
  var drawing2 = 0;
  function overlay(name) {
    const element3 = Object.assign(document.createElement("div"), { className: name });
    element3.setAttribute("aria-hidden", "true");
    document.body.appendChild(element3);
    return element3;
  }
  function vanish() {
    cancelAnimationFrame(frame);
    rested = null;
    hide();
  }
  function hide() {
    clearTimeout(timer);
    if (asking3) asking3.abort();
    asking3 = null;
    for (const line2 of lines) line2.hidden = true;
    if (tip) tip.hidden = true;
    drawing2 += 1;
    if (sheet) sheet.replaceChildren();
  }
  function crossAll({ meta, t }) {
    const panels2 = charts(meta.group);
    panels2.forEach((gd, i) => {
      const line2 = lines[i] || (lines[i] = overlay("qs-crosshair")), area = areaOf(gd), x = xOf(gd, t);
      line2.hidden = !(x >= area.left && x <= area.right);
      Object.assign(line2.style, { left: `${x}px`, top: `${area.top}px`, height: `${area.bottom - area.top}px` });
    });
    for (const line2 of lines.slice(panels2.length)) line2.hidden = true;
  }
  async function describe2(place7, x, y) {
    const own = asking3 = new AbortController(), facts = await factsOf(place7.meta, place7.point, own.signal);
    if (own !== asking3 || !facts || !facts.lines) return;
    light2(place7, facts, own.signal);
    if (!drawsPicture(place7.gd)) return;
    tip = tip || overlay("qs-tip");
    tip.replaceChildren(...facts.lines.map((text) => Object.assign(document.createElement("div"), { textContent: text })));
    tip.hidden = false;
    const box2 = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(x + 14, window.innerWidth - box2.width - 8))}px`;
    tip.style.top = `${y + 18 + box2.height > window.innerHeight ? y - box2.height - 10 : y + 18}px`;
  }
  async function light2({ gd: from, meta }, facts, signal) {
    if (!known(facts.job) && !known(facts.campaign)) return;
    const number2 = drawing2 += 1, all = gantts(meta.group);
    clearAround(from);
    const together2 = known(facts.campaign) && all.some((gd) => ["virtual", "ghost", "lag"].includes(metaOf(gd).source));
    for (const gd of all) {
      if (!metaOf(gd)) continue;
      const isOwn = !together2 && gd === from && !metaOf(gd).source.startsWith("overlay");
      const query = !isOwn && queryFor(gd, together2 ? null : facts.job, facts.campaign);
      const there = isOwn ? facts : query && await factsOf(metaOf(gd), query, signal);
      if (number2 !== drawing2) return;
      const outlines = outlinesOf(there);
      if (isOwn && outlines.length < 2) continue;
      if (there && metaOf(gd) && document.contains(gd)) drawLines(gd, outlines);
    }
  }
  function clearAround(gd) {
    sheet = sheet || newSheet();
    const label2 = hoverLabel(gd), box2 = label2 && label2.getBoundingClientRect();
    const hole = box2 ? `M${box2.left} ${box2.top}h${box2.width}v${box2.height}h${-box2.width}Z` : "";
    sheet.style.clipPath = `path(evenodd, "M0 0H${window.innerWidth}V${window.innerHeight}H0Z${hole}")`;
  }
  function newSheet() {
    const svg = document.createElementNS(SVG2, "svg");
    svg.setAttribute("class", "qs-lit");
    svg.setAttribute("aria-hidden", "true");
    return document.body.appendChild(svg);
  }
  function drawLines(gd, outlines) {
    const area = areaOf(gd), part = document.createElementNS(SVG2, "svg");
    const box2 = { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top };
    for (const [name, value] of Object.entries(box2)) part.setAttribute(name, value);
    for (const kind of ["qs-lit-edge", "qs-lit-line"]) part.append(...outlines.map((corners) => polygon(gd, area, corners, kind)));
    sheet.append(part);
  }
  function polygon(gd, area, corners, kind) {
    const line2 = document.createElementNS(SVG2, "polygon");
    line2.setAttribute("class", kind);
    line2.setAttribute("points", corners.map(([t, p]) => `${xOf(gd, t) - area.left},${yOf(gd, p) - area.top}`).join(" "));
    return line2;
  }
  function look5(place7, { clientX: x, clientY: y }) {
    hide();
    if (!place7) return;
    crossAll(place7);
    if (place7.point) timer = setTimeout(describe2, REST, place7, x, y);
  }
  function lookAgain() {
    const event = rested;
    vanish();
    if (event) follow2(event);
  }
  function follow2(event) {
    cancelAnimationFrame(frame);
    rested = event.buttons === 0 ? event : null;
    frame = requestAnimationFrame(() => look5(rested && under(rested), event));
  }
  function start35() {
    document.addEventListener("mousemove", follow2, { passive: true });
    for (const name of ["mousedown", "wheel", "keydown"]) document.addEventListener(name, vanish, { passive: true, capture: true });
    document.addEventListener("scroll", lookAgain, { passive: true, capture: true });
    for (const name of ["resize", "blur", "popstate"]) window.addEventListener(name, vanish);
    document.documentElement.addEventListener("mouseleave", vanish);
    new ResizeObserver(lookAgain).observe(document.documentElement);
  }

  // layouts/frontend/gantt/minimap.js
  var minimap_exports = {};
  __export(minimap_exports, {
    adoptMinimap: () => adoptMinimap,
    graspedPart: () => graspedPart,
    pressedTimes: () => pressedTimes,
    retickMinimaps: () => retickMinimaps,
    start: () => start36
  });
  var SLACK2 = 3;
  var STEP = 0.1;
  var TARGET = 24;
  var INSIDE = 4;
  var KEYS_REST = 250;
  var USUAL2 = 8;
  var PARTS = [["from", "Begin of the window"], ["window", "Window of the charts"], ["to", "End of the window"]];
  var minimaps = /* @__PURE__ */ new Set();
  var gesture = null;
  var resting2 = 0;
  function adoptMinimap(gd) {
    minimaps.add(gd);
    place3(gd);
    if (!isUsualChoice()) retick2(gd);
    let count2 = ticksFor(axisOf(gd).length);
    if (count2 < USUAL2) showTicks(gd);
    new ResizeObserver(() => requestAnimationFrame(() => {
      place3(gd);
      if (!isDrawn(gd) || ticksFor(axisOf(gd).length) === count2) return;
      count2 = ticksFor(axisOf(gd).length);
      showTicks(gd);
    })).observe(gd);
  }
  function retick2(gd) {
    showTicks(gd);
    const box2 = document.getElementById("axes"), shown3 = box2 && box2.querySelector("input:checked");
    if (shown3 && shown3.value !== chosenAxes()) set("axes", { value: chosenAxes() });
  }
  function showTicks(gd) {
    const meta = metaOf(gd);
    if (!meta || !isDrawn(gd)) return;
    const [tickvals, ticktext] = axisTicks(meta, ...meta.extent, ticksFor(axisOf(gd).length));
    Plotly.relayout(gd, { "xaxis.tickvals": tickvals, "xaxis.ticktext": onOneLine(meta, ticktext) });
  }
  function retickMinimaps() {
    for (const gd of everyChart()) if ((metaOf(gd) || {}).kind === "minimap") showTicks(gd);
  }
  function newField(home2) {
    const field2 = Object.assign(document.createElement("div"), { className: "qs-brush" });
    for (const side of ["before", "after"]) field2.append(Object.assign(document.createElement("div"), { className: `qs-brush-${side}` }));
    for (const [part, label2] of PARTS) {
      const slider = Object.assign(document.createElement("div"), { className: `qs-brush-${part}` });
      const attributes = { role: "slider", tabindex: "0", "aria-label": label2, "data-part": part };
      for (const [name, value] of Object.entries(attributes)) slider.setAttribute(name, value);
      field2.append(slider);
    }
    home2.append(field2);
    field2.addEventListener("keydown", (event) => press10(chartAround(home2), event));
    field2.addEventListener("pointerdown", (event) => begin6(chartAround(home2), event));
    return field2;
  }
  function place3(gd) {
    if (!document.contains(gd)) {
      minimaps.delete(gd);
      return;
    }
    const meta = metaOf(gd), home2 = containerOf(gd), w = meta && windowOf(meta.group);
    if (!w || !home2 || !isDrawn(gd) || meta.kind !== "minimap") return;
    const field2 = home2.querySelector(":scope > .qs-brush") || newField(home2), { left, width: wide, top, height } = plotArea(gd);
    Object.assign(field2.style, { left: `${left}px`, width: `${wide}px`, top: `${top}px`, height: `${height}px` });
    const [from, to] = w.slice(0, 2).map((t) => Math.min(1, Math.max(0, share(meta, t))) * wide);
    const width = Math.max(to - from, 2), hit = Math.max(width, TARGET + 2 * INSIDE), middle = (from + to) / 2;
    const put4 = (part, begins, length2) => Object.assign(field2.querySelector(`.qs-brush-${part}`).style, { left: `${begins}px`, width: `${length2}px` });
    put4("before", 0, from);
    put4("after", to, Math.max(0, wide - to));
    put4("window", middle - hit / 2, hit);
    put4("from", middle - hit / 2 - TARGET + INSIDE, TARGET);
    put4("to", middle + hit / 2 - INSIDE, TARGET);
    field2.style.setProperty("--qs-line-width", `${width}px`);
    field2.style.setProperty("--qs-inset", `${(hit - width) / 2}px`);
    speak(field2, meta, w);
  }
  var share = (meta, t) => (t - meta.extent[0]) / (meta.extent[1] - meta.extent[0]);
  function speak(field2, meta, w) {
    const texts2 = { from: moment(w[0]), to: moment(w[1]), window: `${moment(w[0])} to ${moment(w[1])}, ${human(w[1] - w[0])}` };
    const now2 = { from: w[0], to: w[1], window: (w[0] + w[1]) / 2 }, [low, high] = meta.extent;
    for (const [part] of PARTS) {
      const slider = field2.querySelector(`.qs-brush-${part}`);
      const values = { "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": now2[part], "aria-valuetext": texts2[part] };
      for (const [name, value] of Object.entries(values)) slider.setAttribute(name, String(typeof value === "number" ? Math.round(value) : value));
    }
  }
  function begin6(gd, event) {
    if (event.button !== 0) return;
    const meta = metaOf(gd), field2 = event.currentTarget, box2 = field2.getBoundingClientRect(), w = windowOf(meta.group);
    const part = graspedPart(event.target.dataset.part, w, meta.extent), time = (x) => meta.extent[0] + (x - box2.left) / box2.width * (meta.extent[1] - meta.extent[0]);
    gesture = { meta, part, w, time, x: event.clientX, at: time(event.clientX), began: false };
    field2.setPointerCapture(event.pointerId);
    field2.onpointermove = drag2;
    field2.onpointerup = field2.onpointercancel = end3;
    event.preventDefault();
    const slider = field2.querySelector(`.qs-brush-${part}`);
    if (slider) slider.focus({ preventScroll: true });
  }
  function graspedPart(part, w, extent) {
    const isWhole2 = isNear(w[0], extent[0], extent[1] - extent[0]) && isNear(w[1], extent[1], extent[1] - extent[0]);
    return !part || part === "window" && isWhole2 ? "new" : part;
  }
  function drag2(event) {
    if (!gesture || !gesture.began && Math.abs(event.clientX - gesture.x) <= SLACK2) return;
    gesture.began = true;
    const { meta, part, w, at: at3, time } = gesture;
    glide(meta.group, [...brushedTimes(part, w, meta.extent, at3, time(event.clientX)), w[2], w[3]]);
  }
  function end3(event) {
    const done = gesture;
    gesture = null;
    event.currentTarget.onpointermove = event.currentTarget.onpointerup = event.currentTarget.onpointercancel = null;
    if (!done) return;
    const { meta, w, at: at3 } = done, half = (w[1] - w[0]) / 2;
    if (done.began) land(meta.group);
    else if (done.part === "new") move(meta.group, clamped([at3 - half, at3 + half, w[2], w[3]], extentOf(meta.group)), null, true);
  }
  function press10(gd, event) {
    const meta = metaOf(gd), { part } = event.target.dataset, w = part && nextWindow(meta.group);
    if (!w || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = pressedTimes(part, event, w, meta.extent);
    if (!next) return;
    glide(meta.group, [...next, w[2], w[3]]);
    clearTimeout(resting2);
    resting2 = setTimeout(() => land(meta.group), KEYS_REST);
    event.preventDefault();
    event.stopPropagation();
  }
  function pressedTimes(part, { code, shiftKey }, [a, b], [low, high]) {
    const span = b - a, by = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP, PageUp: 1, PageDown: -1 }[code];
    const edge = part === "window" ? { Home: [low, low + span], End: [high - span, high] }[code] : null;
    if (edge) return edge;
    if (by === void 0) return null;
    const shift2 = by * span * (shiftKey ? 5 : 1);
    if (part === "window") return [a + shift2, b + shift2];
    return part === "from" ? [Math.min(a + shift2, b - span / 20), b] : [a, Math.max(b + shift2, a + span / 20)];
  }
  function start36() {
    watch((group2) => {
      for (const gd of minimaps) if (!group2 || !metaOf(gd) || metaOf(gd).group === group2) place3(gd);
    });
  }

  // layouts/frontend/gantt/mouse.js
  var mouse_exports = {};
  __export(mouse_exports, {
    isSelecting: () => isSelecting,
    select: () => select2,
    start: () => start37
  });
  var REST2 = 120;
  var SLACK3 = 4;
  var NOTCH = 60;
  var STRENGTH = 75e-4;
  var LINE2 = 33;
  var PAGE = 400;
  var FLAT = 14;
  var REACH = 8;
  var gesture2 = null;
  var resting3 = 0;
  var selecting = false;
  function kindOf(event) {
    if (event.shiftKey && !event.altKey && !event.ctrlKey) return "pan";
    return (event.altKey || selecting) && !event.shiftKey ? "range" : null;
  }
  function begin7(event) {
    const place7 = event.button === 0 && under(event), kind = place7 && kindOf(event);
    if (place7) touch(isGantt(place7.gd) ? place7.gd : null);
    if (!kind || !windowOf(place7.meta.group) || isToolbar(event.target) || around(event, "button, a, input")) return;
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    event.stopPropagation();
    gesture2 = {
      kind,
      gd: place7.gd,
      group: place7.meta.group,
      x: event.clientX,
      y: event.clientY,
      w: windowSeen(place7.gd),
      all: windowOf(place7.meta.group),
      area: areaOf(place7.gd),
      began: false,
      edges: null
    };
    if (kind === "range") gesture2.asked = askEdges(gesture2);
  }
  async function askEdges(own) {
    own.edges = await edgesIn(own.gd, own.w, own.area.right - own.area.left);
  }
  function drag3(event) {
    if (!gesture2) return;
    event.stopPropagation();
    if (!gesture2.began && Math.hypot(event.clientX - gesture2.x, event.clientY - gesture2.y) <= SLACK3) return;
    gesture2.began = true;
    document.documentElement.classList.toggle("qs-grabbing", gesture2.kind === "pan");
    if (gesture2.kind === "pan") panTo(gesture2, event);
    else showRange(drawRange, gesture2, event);
  }
  function end4(event) {
    if (!gesture2) return;
    const done = gesture2;
    gesture2 = null;
    document.documentElement.classList.remove("qs-grabbing");
    if (!done.began) return;
    if (done.kind === "pan") {
      land(done.group);
      return;
    }
    if (done.edges) {
      showRange(setRange, done, event);
      return;
    }
    showRange(drawRange, done, event);
    done.asked.then(() => {
      if (!gesture2) showRange(setRange, done, event);
    });
  }
  function showRange(show14, { gd, w, area, edges: edges2, ...from }, event) {
    const range = rangeOf({ gd, w, area, ...from }, event), free = event.ctrlKey || event.metaKey || !edges2;
    const { range: snapped, ...ends } = snappedRange(range, free ? [] : edges2, REACH * (w[1] - w[0]) / (area.right - area.left));
    show14(snapped, { gd, ...ends });
  }
  function panTo({ gd, group: group2, x, y, w, all, area }, event) {
    const along = (w[1] - w[0]) * (event.clientX - x) / (area.right - area.left);
    const up = isGantt(gd) ? (w[3] - w[2]) * (event.clientY - y) / (area.bottom - area.top) : 0;
    const own = isGantt(gd) && ofCampaigns(gd), rows2 = own || !isGantt(gd) ? all.slice(2) : [w[2] + up, w[3] + up];
    if (own && rowsZoomed(gd)) showRows(gd, [w[2] + up, w[3] + up]);
    glide(group2, [w[0] - along, w[1] - along, ...rows2], own);
  }
  function rangeOf({ gd, x, y, w, area }, event) {
    const between = (value, low, high) => Math.min(Math.max(value, low), high);
    const time = (px) => w[0] + (w[1] - w[0]) * (between(px, area.left, area.right) - area.left) / (area.right - area.left);
    const row2 = (px) => w[2] + (w[3] - w[2]) * (area.bottom - between(px, area.top, area.bottom)) / (area.bottom - area.top);
    const [r0, r1] = [time(x), time(event.clientX)].sort((a, b) => a - b);
    const flat = Math.abs(event.clientY - y) < FLAT || !isGantt(gd) || metaOf(gd).rows !== "p";
    const [q0, q1] = flat ? [] : [row2(y), row2(event.clientY)].sort((a, b) => a - b);
    return flat ? { r0, r1 } : { r0, r1, q0, q1 };
  }
  var isSelecting = () => selecting;
  function select2(on3) {
    selecting = on3;
    showTool();
  }
  function showTool() {
    document.documentElement.classList.toggle("qs-selecting", selecting);
    const button6 = document.getElementById("select-tool"), pressed6 = String(selecting);
    if (button6 && button6.getAttribute("aria-pressed") !== pressed6) button6.setAttribute("aria-pressed", pressed6);
  }
  function press11(event) {
    if (around(event, "#select-tool")) select2(!selecting);
    if (around(event, "#rows-in")) zoomRows(2);
    if (around(event, "#rows-out")) zoomRows(0.5);
  }
  function fitByTool(event) {
    const place7 = selecting && under(event);
    if (place7) fit(place7.meta.group);
  }
  var turned = (event) => [event.deltaX, event.deltaY].map((by) => by * (event.deltaMode === 1 ? LINE2 : event.deltaMode === 2 ? PAGE : 1));
  function turn(event) {
    const place7 = under(event), group2 = place7 && place7.meta.group;
    if (!place7 || !windowOf(group2) || !steer(event, place7, group2)) return;
    event.preventDefault();
    clearTimeout(resting3);
    resting3 = setTimeout(() => land(group2), REST2);
  }
  function steer(event, { gd, t, point }, group2) {
    const [across, down] = turned(event), gantt = isGantt(gd), by = event.shiftKey ? across || down : down;
    if (event.ctrlKey || event.metaKey) {
      const factor = Math.exp(-Math.min(Math.max(by, -NOTCH), NOTCH) * STRENGTH);
      if (event.shiftKey && gantt) zoomRows(factor, point ? { p: point.p } : {}, true, gd);
      else zoom(factor, { t }, true, group2);
      return true;
    }
    if (Math.abs(across) > Math.abs(down) || event.shiftKey) {
      if (!canPan(group2, across || down)) return false;
      pan((across || down) / (axisOf(gd).length || 1), true, group2);
      return true;
    }
    if (!gantt || !rowsZoomed(gd) || !canScroll(gd, down)) return false;
    panRows(-down / (axisOf(gd, "yaxis").length || 1), true, gd);
    return true;
  }
  function canScroll(gd, down) {
    const w = windowSeen(gd), all = ofCampaigns(gd) ? metaOf(gd).extent : extentOf(metaOf(gd).group), least = 1e-6 * (w[3] - w[2]);
    return down > 0 ? w[2] > all[2] + least : w[3] < all[3] - least;
  }
  function canPan(group2, across) {
    const w = windowOf(group2), all = extentOf(group2), least = 1e-6 * (w[1] - w[0]);
    return across < 0 ? w[0] > all[0] + least : w[1] < all[1] - least;
  }
  function start37() {
    document.addEventListener("mousedown", begin7, true);
    document.addEventListener("mousemove", drag3, true);
    document.addEventListener("mouseup", end4, true);
    document.addEventListener("click", press11);
    onDoubleClick(fitByTool);
    document.addEventListener("wheel", turn, { passive: false, capture: true });
    watch(showTool);
  }

  // layouts/frontend/frame/keyboard.js
  var keyboard_exports = {};
  __export(keyboard_exports, {
    colorAfter: () => colorAfter,
    isTyping: () => isTyping,
    keyLabel: () => keyLabel,
    start: () => start41
  });

  // layouts/frontend/frame/present.js
  var present_exports = {};
  __export(present_exports, {
    presentingTakes: () => presentingTakes,
    start: () => start39,
    togglePresent: () => togglePresent
  });

  // layouts/frontend/frame/slides.js
  var slides_exports = {};
  __export(slides_exports, {
    areThere: () => areThere,
    beginSlides: () => beginSlides,
    endSlides: () => endSlides,
    goSlide: () => goSlide,
    isStepped: () => isStepped,
    numberIn: () => numberIn,
    showSlide: () => showSlide,
    slideAfter: () => slideAfter,
    start: () => start38
  });
  var ALONE = ".qs-figure, #run-table > section, section[aria-labelledby=guarantees], .qs-coming";
  var GANTTS = "figure-gantt";
  var STEPPED = ".qs-player";
  var OFF = "data-slide-off";
  var BAR = 58;
  var LEAST3 = 150;
  var TOGETHER3 = 2;
  var CALM = 400;
  var READ = 4e3;
  var partsOf = /* @__PURE__ */ new Map();
  var at = 0;
  var asked2 = "";
  var heights = "";
  var settling = 0;
  var toldStepped = null;
  var tabs = () => [...document.querySelectorAll("#tabs [role=tab]")].filter((tab) => !tab.hidden);
  var openPanel = () => document.querySelector("#views > [role=tabpanel]:not([hidden])");
  function modes2() {
    const choices = [...document.querySelectorAll("#mode-choice input[type=radio]")].filter((one) => !one.disabled);
    return choices.length > 1 ? choices : [null];
  }
  var nameOf4 = (choice2) => choice2 ? choice2.closest("div, label").textContent.trim() : "";
  var ganttsOf = (element3) => [...element3.querySelectorAll("#gantts .dash-graph")].filter((one) => one.hasAttribute(OFF) || one.offsetParent);
  function isDrawnIn(element3, choice2) {
    const charts2 = element3.querySelector("#gantts [data-mode]"), drawn2 = charts2 ? charts2.dataset.mode : "";
    return !choice2 || choice2.checked && (drawn2 === choice2.value || !modes2().some((other) => other && other.value === drawn2));
  }
  function screensOf(element3, choice2) {
    const name = choice2 ? choice2.value : "", count2 = ganttsOf(element3).length;
    if (count2 && isDrawnIn(element3, choice2)) partsOf.set(name, Math.ceil(count2 / TOGETHER3));
    return Array.from({ length: partsOf.get(name) || 1 }, (_, part) => ({ element: element3, choice: choice2, part }));
  }
  function slides() {
    const panel4 = openPanel(), summary = document.getElementById("summary");
    if (!panel4) return [];
    if (panel4.id === "panel-overview" && summary && summary.childElementCount) return [{ element: summary, choice: null, part: null }];
    if (panel4.querySelector(STEPPED)) return [{ element: panel4.firstElementChild, choice: null, part: null }];
    return [...panel4.querySelectorAll(ALONE)].filter((one) => !one.closest("[hidden], details:not([open])") && !one.parentElement.closest(ALONE)).flatMap((element3) => element3.getAttribute("aria-labelledby") === GANTTS ? modes2().flatMap((choice2) => screensOf(element3, choice2)) : [{ element: element3, choice: null, part: null }]);
  }
  function slideAfter(by, place7, count2, tab, tabCount) {
    const next = Math.min(place7, count2 - 1) + by;
    if (next >= 0 && next < count2) return { tab, at: next };
    return tab + by >= 0 && tab + by < tabCount ? { tab: tab + by, at: by > 0 ? 0 : Infinity } : null;
  }
  var numberIn = (search) => Number((/^[1-9]\d?$/.exec(new URLSearchParams(search).get("present") || "") || [0])[0]);
  var isStepped = () => Boolean(openPanel() && openPanel().querySelector(STEPPED));
  var areThere = () => isThere("views") && tabs().length > 0 && slides().length > 0;
  function showSlide() {
    const all = slides(), number2 = Math.min(at, all.length - 1), now2 = all[number2];
    document.documentElement.classList.toggle("qs-slides", Boolean(now2));
    for (const other of document.querySelectorAll("[data-slide]")) if (!now2 || other !== now2.element) other.removeAttribute("data-slide");
    if (!now2) {
      showBar2("");
      return;
    }
    now2.element.setAttribute("data-slide", "");
    const charts2 = now2.part === null ? [] : ganttsOf(now2.element), part = Math.min(now2.part, Math.floor((charts2.length - 1) / TOGETHER3));
    const isMine = (place7) => Math.floor(place7 / TOGETHER3) === part;
    charts2.forEach((chart2, place7) => chart2.toggleAttribute(OFF, !isMine(place7)));
    if (charts2.filter((chart2, place7) => isMine(place7)).length > 1) now2.element.setAttribute("data-slide", "tight");
    choose2(now2.choice);
    const tab = tabs().find((one) => one.getAttribute("aria-selected") === "true");
    tellKeys(now2.element);
    showBar2([tab && tab.textContent.trim(), nameOf4(now2.choice), all.length > 1 ? `${number2 + 1} of ${all.length}` : ""].filter(Boolean).join(" · "));
    fit3(now2.element);
  }
  function tellKeys(slide2) {
    if (slide2.matches(".qs-coming") || slide2.querySelector(".qs-coming") || isStepped() === toldStepped) return;
    toldStepped = isStepped();
    notice(toldStepped ? "Presenting: here arrows step, ‹ and › below show other views. B blanks, Esc leaves." : "Presenting: arrows show the next view, B blanks, Esc leaves.", READ);
  }
  function choose2(choice2) {
    if (!choice2 || choice2.checked || asked2 === choice2.value) {
      if (choice2 && choice2.checked) asked2 = "";
      return;
    }
    asked2 = choice2.value;
    for (const chart2 of document.querySelectorAll(`[${OFF}]`)) chart2.removeAttribute(OFF);
    choice2.click();
  }
  var chartsIn = (element3) => [...element3.querySelectorAll(".dash-graph")].filter((one) => one.offsetParent);
  function fit3(element3) {
    const charts2 = chartsIn(element3), rows2 = /* @__PURE__ */ new Map();
    for (const one of charts2) {
      const top = Math.round(one.getBoundingClientRect().top);
      rows2.set(top, Math.max(rows2.get(top) || 0, one.offsetHeight));
    }
    if (!rows2.size) return;
    const others = element3.scrollHeight - [...rows2.values()].reduce((sum, high2) => sum + high2, 0);
    const high = Math.max(LEAST3, Math.floor((window.innerHeight - BAR - footHeight() - others) / rows2.size)), now2 = `${high}`;
    if (Math.abs(high - Number(heights || 0)) > 2) document.documentElement.style.setProperty("--qs-slide-high", `${heights = now2}px`);
    redraw2(charts2);
    clearTimeout(settling);
    settling = setTimeout(() => redraw2(charts2), CALM);
  }
  var isOff = (drawn2, place7) => Math.abs(drawn2 - place7) > 2;
  function redraw2(charts2) {
    for (const gd of charts2.filter((one) => one.offsetParent).map(chartIn)) {
      if (isDrawn(gd) && (isOff(fullLayout(gd).height, gd.clientHeight) || isOff(fullLayout(gd).width, gd.clientWidth))) Plotly.Plots.resize(gd).catch(() => {
      });
    }
  }
  function showBar2(text) {
    let bar6 = document.getElementById("slide-bar");
    if (!text) {
      if (bar6) bar6.remove();
      return;
    }
    if (!bar6) {
      bar6 = Object.assign(document.createElement("div"), { id: "slide-bar", className: "qs-slide-bar" });
      bar6.append(button3("previous-slide", "‹", "Previous view"), document.createElement("span"), button3("next-slide", "›", "Next view"));
      document.body.append(bar6);
    }
    if (bar6.children[1].textContent !== text) bar6.children[1].textContent = text;
  }
  function button3(id, text, label2) {
    const one = Object.assign(document.createElement("button"), { id, type: "button", textContent: text });
    one.setAttribute("aria-label", label2);
    return one;
  }
  function goSlide(by) {
    const all = tabs(), tab = all.findIndex((one) => one.getAttribute("aria-selected") === "true");
    const next = slideAfter(by, at, slides().length, tab, all.length);
    if (!next) return true;
    at = next.at;
    if (next.tab !== tab) openTab(all[next.tab].id.replace("tab-", ""));
    const url = new URL(location.href);
    url.searchParams.set("present", String(Number.isFinite(at) ? at + 1 : 1));
    history.replaceState(history.state, "", url.pathname + url.search.replace(/%2C/g, ",") + url.hash);
    window.scrollTo(0, 0);
    showSlide();
    return true;
  }
  function beginSlides() {
    at = Math.max(numberIn(location.search) - 1, 0);
    asked2 = "";
    toldStepped = null;
  }
  function endSlides() {
    document.documentElement.classList.remove("qs-slides");
    for (const one of document.querySelectorAll("[data-slide], [data-slide-off]")) {
      one.removeAttribute("data-slide");
      one.removeAttribute("data-slide-off");
    }
    partsOf.clear();
    showBar2("");
    heights = "";
    requestAnimationFrame(() => {
      for (const gd of everyChart().filter((one) => isDrawn(one) && one.offsetParent)) Plotly.Plots.resize(gd).catch(() => {
      });
    });
  }
  function start38() {
    document.addEventListener("click", (event) => {
      if (around(event, "#next-slide")) goSlide(1);
      if (around(event, "#previous-slide")) goSlide(-1);
    });
  }

  // layouts/frontend/frame/present.js
  var TEXT = 20;
  var EDGE2 = 2;
  var HIGH = 26;
  var ROOM2 = 1.75;
  var LEAST4 = 320;
  var FRAME = 110;
  var CALM2 = 900;
  var small = /* @__PURE__ */ new Map();
  var on = false;
  var blank = null;
  var observer = null;
  var due3 = 0;
  var valueAt = (from, path2) => path2.split(/[.[\]]+/).filter(Boolean).reduce((value, key) => value === void 0 || value === null ? value : value[key], from);
  function fonts(full) {
    const axes2 = Object.keys(full).filter((key) => /^[xy]axis\d*$/.test(key));
    const paths = [
      "font",
      "title.font",
      "legend.font",
      "hoverlabel.font",
      ...axes2.flatMap((axis) => [`${axis}.tickfont`, `${axis}.title.font`]),
      ...(full.annotations || []).map((one, i) => `annotations[${i}].font`)
    ];
    return Object.fromEntries(paths.map((path2) => [`${path2}.size`, Math.max(TEXT, valueAt(full, `${path2}.size`) || 0)]));
  }
  function edges(full) {
    return Object.fromEntries((full.shapes || []).map((one, i) => [`shapes[${i}].line.width`, Math.max(EDGE2, one.line.width)]));
  }
  var margins2 = (full) => Object.fromEntries(["l", "r", "t", "b"].map((side) => [`margin.${side}`, Math.round(full.margin[side] * (side === "r" ? 1 : ROOM2))]));
  function traceChange(trace) {
    if (trace.type === "bar") {
      return {
        "marker.line.width": Math.max(EDGE2, Number(trace.marker.line.width) || 0),
        "insidetextfont.size": TEXT,
        "textfont.size": TEXT,
        constraintext: "inside"
      };
    }
    return trace.line && trace.line.width > 0 && trace.line.width < EDGE2 ? { "line.width": EDGE2 } : {};
  }
  async function enlarge(gd) {
    if (!isDrawn(gd) || isLarge(gd)) return;
    const full = fullLayout(gd), drawnTraces = fullTraces(gd);
    const change4 = { ...fonts(full), ...edges(full), ...margins2(full), "uniformtext.minsize": TEXT, "uniformtext.mode": "hide" };
    const traces = drawnTraces.map(traceChange).map((one, i) => [drawnTraces[i].index, one]).filter(([, one]) => Object.keys(one).length);
    small.set(gd, { layout: valuesBefore(gd.layout, change4), traces: traces.map(([i, one]) => [i, valuesBefore(gd.data[i], one)]) });
    await apply2(gd, change4, traces);
  }
  var isLarge = (gd) => Boolean(gd.layout.uniformtext) && gd.layout.uniformtext.minsize === TEXT;
  var valuesBefore = (from, change4) => Object.fromEntries(Object.keys(change4).map((path2) => [path2, valueAt(from, path2) ?? null]));
  async function apply2(gd, change4, traces) {
    const alike = /* @__PURE__ */ new Map();
    for (const [i, one] of traces) {
      const key = JSON.stringify(one);
      alike.set(key, [...alike.get(key) || [], i]);
    }
    for (const [key, which] of alike) await Plotly.restyle(gd, JSON.parse(key), which);
    await Plotly.relayout(gd, change4);
    await Plotly.Plots.resize(gd);
    if (on && stateOf(gd)) setTimeout(() => {
      if (isDrawn(gd) && gd.offsetParent) showFewerRows(gd);
    }, CALM2);
  }
  function showFewerRows(gd) {
    if (!on || !isGantt(gd) || metaOf(gd).drawn !== "bars" || drawsPicture(gd)) return;
    const w = windowSeen(gd), most2 = Math.max(1, Math.floor(plotArea(gd).height / HIGH));
    if (metaOf(gd).rows === "p" && w[3] - w[2] > most2) zoomRows((w[3] - w[2]) / most2, { p: w[3] }, false, gd);
  }
  async function reduceAll() {
    const all = [...small];
    small.clear();
    for (const [gd, { layout: layout2, traces }] of all) {
      if (isDrawn(gd) && document.contains(gd) && isLarge(gd)) await apply2(gd, layout2, traces.filter(([i]) => gd.data[i]));
    }
  }
  function enlargeAll() {
    showSlide();
    const shown3 = everyChart().filter((gd) => isDrawn(gd) && gd.offsetParent), count2 = gantts().filter((gd) => gd.offsetParent).length || 1;
    document.documentElement.style.setProperty("--qs-chart-high", `${Math.max(LEAST4, Math.floor((window.innerHeight - FRAME - footHeight()) / count2))}px`);
    for (const gd of shown3) enlarge(gd).catch(() => {
    });
  }
  function obey() {
    document.documentElement.classList.toggle("qs-present", on);
    if (on) begin8();
    else end5();
  }
  function enlargeSoon() {
    due3 = due3 || requestAnimationFrame(() => {
      due3 = 0;
      if (on) enlargeAll();
    });
  }
  function begin8() {
    observer = new MutationObserver(enlargeSoon);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("resize", enlargeSoon);
    addExit();
    beginSlides();
    enlargeAll();
    window.scrollTo(0, 0);
    if (!areThere()) notice("Presenting: arrows step, B blanks, Esc leaves.", 4e3);
  }
  function end5() {
    if (observer) {
      observer.disconnect();
      window.removeEventListener("resize", enlargeSoon);
    }
    observer = null;
    const exit = document.getElementById("leave-present");
    if (exit) exit.remove();
    endSlides();
    reduceAll().catch(() => {
    });
  }
  function addExit() {
    const exit = Object.assign(document.createElement("button"), {
      id: "leave-present",
      type: "button",
      className: "qs-leave",
      textContent: "×",
      title: "Leave (Esc)"
    });
    exit.setAttribute("aria-label", "Leave the presentation");
    exit.addEventListener("click", togglePresent);
    document.body.append(exit);
  }
  function togglePresent() {
    on = !on;
    const url = new URL(location.href);
    if (on) url.searchParams.set("present", "1");
    else url.searchParams.delete("present");
    history.replaceState(history.state, "", url.pathname + url.search.replace(/%2C/g, ",") + url.hash);
    obey();
    return true;
  }
  function blankScreen(now2) {
    if (now2 && !blank) {
      blank = Object.assign(document.createElement("div"), { className: "qs-blank" });
      blank.setAttribute("role", "status");
      blank.setAttribute("aria-label", "The screen is blank; any key brings it back.");
      blank.addEventListener("click", () => blankScreen(false));
      document.body.append(blank);
    } else if (!now2 && blank) {
      blank.remove();
      blank = null;
    }
  }
  function presentingTakes(event) {
    if (!on) return false;
    if (blank) {
      blankScreen(false);
      return true;
    }
    if (event.code === "KeyB") {
      blankScreen(true);
      return true;
    }
    if (event.code === "Escape" && !document.getElementById("facts-close")) return togglePresent();
    const by = { PageDown: 1, ArrowRight: 1, PageUp: -1, ArrowLeft: -1 }[event.code], isArrow = event.code.startsWith("Arrow");
    if (by && !event.shiftKey && areThere() && !(isArrow && (isStepped() || inChart2() || selection()))) return goSlide(by);
    const turned2 = { PageDown: "next", PageUp: "previous" }[event.code];
    if (!turned2) return false;
    const button6 = document.getElementById(turned2 === "next" ? "home-next" : "home-back");
    if (button6) {
      button6.click();
      return true;
    }
    return gantts().length > 0 && step3(turned2);
  }
  var isAsked = () => numberIn(location.search) > 0;
  function follow3() {
    if (isAsked() !== on) {
      on = isAsked();
      obey();
    }
  }
  function start39() {
    document.addEventListener("click", (event) => {
      if (around(event, "#present")) togglePresent();
    });
    window.addEventListener("popstate", follow3);
    document.documentElement.classList.toggle("qs-present", isAsked());
    if (document.readyState === "complete") follow3();
    else window.addEventListener("load", follow3);
  }

  // layouts/frontend/frame/search.js
  var search_exports = {};
  __export(search_exports, {
    focusSearch: () => focusSearch,
    offersFor: () => offersFor,
    start: () => start40,
    words: () => words2
  });
  var BOX = "search-box";
  var LIST = "search-list";
  var MOST8 = 9;
  var MOST_COMMANDS = 40;
  var TOLD2 = 8e3;
  var ONE_JOB = /^\s*(?:job\b|longest\b|largest\b|\d+\s*$)/i;
  var QUERY = /[0-9=<≤≥≠!]|.>/;
  var offered2 = [];
  var active = -1;
  var writing = false;
  var waiting4 = null;
  var waitingView = null;
  var unanswered = null;
  var box = () => document.getElementById(BOX);
  var list2 = () => document.getElementById(LIST);
  function declared() {
    const all = { searches: [], actions: [] };
    for (const holder of document.querySelectorAll("[data-options]")) {
      try {
        const { searches, actions } = JSON.parse(holder.dataset.options);
        all.searches.push(...searches);
        all.actions.unshift(...actions);
      } catch {
      }
    }
    if (!isThere("tabs")) all.actions.unshift(...viewsOfOpen());
    return all;
  }
  function rememberViews() {
    const tabs2 = document.getElementById("tabs");
    if (tabs2 && !tabs2.hidden && tabs2.dataset.options) keepViews(tabs2.dataset.options, runs2());
  }
  var baselines = () => [...document.querySelectorAll(".qs-runchip button[id*=baseline]")].map((button6) => ({ say: button6.getAttribute("aria-label"), press: button6 }));
  function isSeen(id) {
    const element3 = document.getElementById(id);
    return Boolean(element3 && !element3.disabled && (isOffered(element3) || element3.type === "checkbox" && isOffered(element3.closest("div"))));
  }
  var words2 = (text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  var fits = (typed, sentence) => typed.every((word) => words2(sentence).some((other) => other.startsWith(word)));
  function offersFor(text, searches, actions) {
    const command = text.trimStart().startsWith(">"), typed = words2(text);
    if (!command && !text.trim()) return searches;
    if (!command && QUERY.test(text)) return [];
    const own = command ? [] : searches.filter((one) => one.text.startsWith(text.trim().toLowerCase()));
    return [...own, ...actions.filter((one) => fits(typed, one.say))].slice(0, command ? MOST_COMMANDS : MOST8);
  }
  function offer2(text) {
    const { searches, actions } = declared(), usable2 = [...actions, ...baselines()].filter((one) => one.press || one.href || one.tab || isSeen(one.click || one.set));
    offered2 = offersFor(text, searches, usable2);
    active = -1;
    list2().replaceChildren(...offered2.map(optionOf));
    open4(offered2.length > 0);
    if (offered2.length && text.trim() && (text.trimStart().startsWith(">") || !offered2[0].text)) go3(0);
  }
  function optionOf({ text, say: say6 }, index) {
    const option = Object.assign(document.createElement("li"), { id: `search-option-${index}` });
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    if (text) option.append(Object.assign(document.createElement("code"), { textContent: text }), " ");
    option.append(Object.assign(document.createElement("span"), { textContent: say6 }));
    return option;
  }
  function open4(shown3) {
    const element3 = list2();
    if (element3) element3.hidden = !shown3;
    if (box()) box().setAttribute("aria-expanded", String(Boolean(shown3)));
    if (!shown3) go3(-1);
  }
  var isOpen = () => Boolean(list2() && !list2().hidden);
  function go3(index) {
    active = index;
    [...list2() ? list2().children : []].forEach((item, at3) => {
      item.setAttribute("aria-selected", String(at3 === index));
      if (at3 === index) item.scrollIntoView({ block: "nearest" });
    });
    if (!box()) return;
    if (index < 0) box().removeAttribute("aria-activedescendant");
    else box().setAttribute("aria-activedescendant", `search-option-${index}`);
  }
  function write3(text) {
    writing = true;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(box(), text);
    box().dispatchEvent(new Event("input", { bubbles: true }));
    writing = false;
    set(BOX, { value: text, error: null });
  }
  function choose3(option) {
    open4(false);
    write3(option.text || "");
    if (option.text) ask3(option.text, 1);
    else if (option.press) option.press.click();
    else if (option.tab) show9(option);
    else if (option.href) go(option.href);
    else if (option.click) document.getElementById(option.click).click();
    else set(option.set, { value: option.value });
  }
  function show9(option) {
    if (isThere("tabs")) {
      goToView(option);
      return;
    }
    waitingView = option;
    go(openComparison());
  }
  function showAtLast() {
    if (!waitingView || !isThere("tabs") || isComing()) return;
    const option = waitingView;
    waitingView = null;
    goToView(option);
  }
  function read2(input) {
    if (input.getAttribute("aria-invalid") === "true") set(BOX, { error: null });
    offer2(input.value);
  }
  var bar5 = () => document.querySelector(".qs-search");
  var runs2 = () => new URLSearchParams(location.search).get("runs");
  function isComing() {
    const tabs2 = document.getElementById("tabs");
    return Boolean(tabs2) && (tabs2.hidden && Boolean(runs2()) || isTabOpen("schedule") && !isThere("search-steps"));
  }
  function ask3(text, by) {
    if (isThere("search-steps")) {
      unanswered = { text, by, bar: bar5(), runs: runs2() };
      set("search-asked", { data: { text, by, at: Date.now() } });
      return;
    }
    if (isComing()) {
      waiting4 = { text, by };
      return;
    }
    if (isThere("lit-strip") && !(ONE_JOB.test(text) && isThere("tab-schedule"))) {
      set("search-typed", { data: { text, at: Date.now() } });
      return;
    }
    if (!text.trim()) return;
    if (ONE_JOB.test(text) && openTab("schedule")) {
      waiting4 = { text, by };
      return;
    }
    const comparison = openComparison();
    if (comparison) go(`${comparison}&only=${encodeURIComponent(text.trim())}`);
    else notice("Jobs and users are searched in a comparison; none is open. Run policies on a workload first.", TOLD2);
  }
  function askAtLast() {
    if (!waiting4 || isComing()) return;
    const { text, by } = waiting4;
    waiting4 = null;
    if (isThere("tabs")) ask3(text, by);
  }
  function askAgain() {
    if (!unanswered || !bar5() || bar5() === unanswered.bar) return;
    const { text, by, runs: before2 } = unanswered;
    unanswered = null;
    if (before2 === runs2()) ask3(text, by);
  }
  function field(said) {
    if (said) {
      unanswered = null;
      set(BOX, "value" in said ? { value: said.value, error: said.error } : { error: said.error });
    }
    return noUpdate();
  }
  var filledFrom = null;
  function fillFromLink() {
    const holder = document.querySelector(".qs-search[data-only]");
    if (holder === filledFrom || !box()) return;
    filledFrom = holder;
    if (holder && holder.dataset.only) set(BOX, { value: holder.dataset.only });
  }
  var KEYS2 = {
    ArrowDown: () => {
      if (!isOpen()) offer2(box().value);
      else if (offered2.length) go3((active + 1) % offered2.length);
    },
    ArrowUp: () => {
      if (!isOpen()) offer2(box().value);
      else if (offered2.length) go3(active > 0 ? active - 1 : offered2.length - 1);
    },
    Enter: (event) => {
      if (isOpen() && active >= 0) {
        choose3(offered2[active]);
        return;
      }
      open4(false);
      ask3(box().value, event.shiftKey ? -1 : 1);
    },
    Escape: () => {
      if (isOpen()) open4(false);
      else if (box().value) write3("");
      else box().blur();
    }
  };
  var isOurs = (event) => event.target && event.target.id === BOX;
  function press12(event) {
    if (!isOurs(event) || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !KEYS2[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    KEYS2[event.key](event);
  }
  function focusSearch() {
    if (!box()) return false;
    const input = box().matches("input") ? box() : box().querySelector("input") || box();
    input.focus();
    if (input.select) input.select();
    return true;
  }
  function start40() {
    offerToDash("queuescope", { field });
    onChange(fillFromLink);
    onChange(askAtLast);
    onChange(showAtLast);
    onChange(rememberViews);
    onChange(askAgain);
    document.addEventListener("keydown", press12, true);
    document.addEventListener("input", (event) => {
      if (isOurs(event) && !writing) read2(event.target);
    });
    document.addEventListener("focusin", (event) => {
      if (isOurs(event) && !event.target.value) offer2("");
    });
    document.addEventListener("focusout", (event) => {
      if (isOurs(event)) open4(false);
    });
    document.addEventListener("pointerdown", (event) => {
      if (around(event, `#${LIST} > li`)) event.preventDefault();
      else if (isOurs(event) && !isOpen() && !event.target.value) offer2("");
    });
    document.addEventListener("click", (event) => {
      const item = around(event, `#${LIST} > li`);
      if (item) choose3(offered2[[...list2().children].indexOf(item)]);
      else if (around(event, "#search-clear") && box()) box().focus();
    });
  }

  // layouts/frontend/frame/keyboard.js
  var PAN = 0.25;
  var ZOOM = 2;
  var TIMES = 5;
  var TOGETHER4 = 1200;
  var COLORS = ["user", "size", "stretch", "reason", "change"];
  var COLOR_NAMES = { user: "user", size: "job size", stretch: "stretch", reason: "why it waited", change: "change from the baseline", grid: "local or grid" };
  var leaving = -Infinity;
  var hasCharts = () => gantts().length > 0;
  var click3 = (id) => {
    const element3 = document.getElementById(id);
    if (element3) element3.click();
    return element3 !== null;
  };
  var clickShown = (id) => {
    const element3 = document.getElementById(id);
    return Boolean(element3 && element3.offsetParent) && click3(id);
  };
  var awaited2 = "";
  function clickWhenShown(id) {
    if (clickShown(id)) return true;
    if (!document.querySelector(`[hidden] #${id}`) || runs().length < 2) return false;
    awaited2 = id;
    notice("The runs are being compared; then the next difference is shown.", 4e3);
    return true;
  }
  function clickAwaited() {
    if (awaited2 && clickShown(awaited2)) awaited2 = "";
  }
  var withCharts = (work) => hasCharts() ? (work(), true) : false;
  var stronger = (factor, { shiftKey }) => shiftKey ? factor ** (1 + Math.log2(TIMES)) : factor;
  var panBy = (share2, event) => withCharts(() => pan(share2 * (event.shiftKey ? TIMES : 1)));
  var zoomBy = (factor, event) => withCharts(() => zoom(stronger(factor, event), pointer()));
  var zoomRowsBy = (factor, event) => withCharts(() => {
    const place7 = pointer();
    zoomRows(stronger(factor, event), place7 && place7.point ? { p: place7.point.p } : null);
  });
  function back(event) {
    return isThere("home-step") ? !event.shiftKey && click3("home-back") : hasCharts() && step3("previous");
  }
  function on2(event) {
    return isThere("home-step") ? !event.shiftKey && click3("home-next") : hasCharts() && step3("next");
  }
  function upOrDown(kind, share2, event) {
    if (!hasCharts()) return false;
    if (event.shiftKey) {
      panRows(share2);
      return true;
    }
    return inChart2() || selection() ? step3(kind) : false;
  }
  var sameUser = (kind, by, event) => !hasCharts() ? false : event.shiftKey ? stepCampaign(by) : step3(kind);
  function focusSelected() {
    const range = selectedRange(), now2 = selection();
    if (!hasCharts() || !range && !now2) return false;
    const [t0, t1] = range ? [range.r0, range.r1] : [now2.facts.submit, now2.facts.end];
    if (!focus(t0, t1)) fit();
    return true;
  }
  function selectJob() {
    if (!hasCharts()) return false;
    const now2 = selection(), range = selectedRange();
    if (!now2 || !(now2.facts.end > now2.facts.submit)) {
      select2(!isSelecting());
      say(isSelecting() ? "drag to select a range" : "drag to zoom");
      return true;
    }
    const { submit: submit2, end: end7 } = now2.facts;
    setRange(range && range.r0 === submit2 && range.r1 === end7 ? null : { r0: submit2, r1: end7 });
    return true;
  }
  function nextMode() {
    const choices = [...document.querySelectorAll("#mode-choice input[type=radio]")], now2 = choices.findIndex((choice2) => choice2.checked);
    if (choices.length < 2 || !isOffered(choices[0]) || choices[0].disabled) return false;
    choices[(now2 + 1) % choices.length].click();
    return true;
  }
  function colorAfter(now2, usual2, runCount) {
    const all = COLORS.includes(usual2) ? COLORS : [usual2, ...COLORS], offered3 = all.slice(0, runCount > 1 ? all.length : all.length - 1);
    return offered3[(offered3.indexOf(now2 || usual2) + 1) % offered3.length];
  }
  function nextColor() {
    const choice2 = document.getElementById("look-color");
    if (!choice2 || choice2.disabled) return false;
    const next = colorAfter(currentLook().color, usualColor(), runs().length);
    set("look-color", { value: next });
    notice(`Color: ${COLOR_NAMES[next]}`, 2500);
    return true;
  }
  function baseline() {
    const gd = hasCharts() && current(), run3 = gd && metaOf(gd).run;
    const button6 = run3 && [...document.querySelectorAll("#states button[id]")].find(({ id }) => id.includes('"baseline"') && id.includes(run3));
    if (button6) button6.click();
    return Boolean(button6);
  }
  function leave3() {
    const close3 = document.getElementById("facts-close");
    if (close3) {
      close3.click();
      leaveFacts();
      return true;
    }
    if (selectedRange()) {
      setRange(null);
      return true;
    }
    const { only: only2, ...others } = currentLook();
    if (only2) {
      tell("look", Object.keys(others).length ? others : null);
      return true;
    }
    if (isSelecting()) {
      select2(false);
      return true;
    }
    if (inChart2()) {
      document.activeElement.blur();
      say("left the chart");
      return true;
    }
    return false;
  }
  var ACTS = {
    KeyG: (event) => {
      leaving = event.timeStamp;
      return true;
    },
    KeyW: (event) => zoomBy(ZOOM, event),
    KeyS: (event) => zoomBy(1 / ZOOM, event),
    KeyA: (event) => panBy(-PAN, event),
    KeyD: (event) => panBy(PAN, event),
    KeyQ: (event) => zoomRowsBy(ZOOM, event),
    KeyE: (event) => zoomRowsBy(1 / ZOOM, event),
    Digit0: () => {
      fit();
      return hasCharts();
    },
    KeyF: focusSelected,
    KeyR: selectJob,
    Comma: (event) => sameUser("previous_of_user", -1, event),
    Period: (event) => sameUser("next_of_user", 1, event),
    KeyV: (event) => click3("home-divergence") || clickWhenShown(event.shiftKey ? "next-in-time" : "next-difference"),
    KeyM: nextMode,
    KeyC: nextColor,
    KeyB: baseline,
    KeyP: togglePresent,
    KeyL: () => {
      copyLink();
      return true;
    },
    Slash: focusSearch,
    Escape: leave3,
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`Digit${n}`, () => hasCharts() && toggleRun(n - 1)]))
  };
  var ARROWS = {
    ArrowLeft: back,
    ArrowRight: on2,
    ArrowUp: (event) => upOrDown("above", PAN, event),
    ArrowDown: (event) => upOrDown("below", -PAN, event),
    Enter: (event) => (inChart2() || [document.body, document.getElementById("page")].includes(event.target)) && hasCharts() && openFacts()
  };
  var within = (target, selector) => Boolean(target.closest && target.closest(selector));
  var isTyping = (target) => within(target, "textarea, select, [contenteditable=true], [role=listbox], [role=combobox], [role=grid], [role=treegrid]") || within(target, "input") && !["radio", "checkbox", "button"].includes(target.type);
  var hasOwnArrows = (target) => within(target, "input, [role=slider], [role=radiogroup], [role=tablist]");
  function press13(event) {
    awaited2 = "";
    if (event.defaultPrevented || event.isComposing) return;
    if (isCommand(event) ? focusSearch() : !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && act2(event)) {
      event.preventDefault();
    }
  }
  var isCommand = (event) => event.code === "KeyK" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  function pageOf(code) {
    const link2 = document.querySelector(`a[data-pages][data-key="${code}"]`);
    return link2 && link2.dataset.pages.split(" ")[0];
  }
  function act2(event) {
    if (event.key === "?") {
      set("keys-dialog", { opened: true });
      return true;
    }
    if (document.querySelector("[role=dialog]")) return false;
    if (presentingTakes(event)) return true;
    const page = event.timeStamp - leaving < TOGETHER4 && pageOf(event.code);
    if (page) {
      leaving = -Infinity;
      return go(page);
    }
    const chosen = ACTS[event.code] || event.key === "/" && focusSearch || !hasOwnArrows(event.target) && ARROWS[event.code];
    return Boolean(chosen && chosen(event));
  }
  var SIGNS2 = {
    ArrowLeft: "←",
    ArrowRight: "→",
    ArrowUp: "↑",
    ArrowDown: "↓",
    Comma: ",",
    Period: ".",
    Slash: "/",
    Escape: "Esc"
  };
  var PRINTED = ["Comma", "Period", "Slash"];
  var BUTTONS = {
    "zoom-in": "KeyW",
    "zoom-out": "KeyS",
    earlier: "KeyA",
    later: "KeyD",
    fit: "Digit0",
    "next-difference": "KeyV",
    "next-in-time": "Shift+KeyV",
    "select-tool": "KeyR",
    "copy-link": "KeyL",
    "keys-button": "?",
    "present": "KeyP",
    "home-back": "ArrowLeft",
    "home-next": "ArrowRight",
    "home-divergence": "KeyV",
    "facts-close": "Escape",
    "search-box": "Slash",
    "look-color": "KeyC",
    "mode-choice": "KeyM",
    "rows-in": "KeyQ",
    "rows-out": "KeyE"
  };
  var layout = null;
  function keyLabel(code, printed = layout) {
    if (SIGNS2[code] && !PRINTED.includes(code)) return SIGNS2[code];
    const own = printed && printed.get(code);
    return own ? own.toLocaleUpperCase() : SIGNS2[code] || code.replace(/^(Key|Digit)/, "");
  }
  function labelAll() {
    for (const kbd of document.querySelectorAll("kbd[data-code]")) {
      const text = keyLabel(kbd.dataset.code);
      if (kbd.textContent !== text) kbd.textContent = text;
    }
    for (const [id, code] of Object.entries(BUTTONS)) {
      const button6 = document.getElementById(id), key = button6 && code.split("+").map((one) => keyLabel(one)).join("+");
      if (!button6 || button6.dataset.cap === key) continue;
      button6.dataset.cap = key;
      button6.title = `${nameOf5(button6)} (${key})`;
    }
  }
  function nameOf5(button6) {
    const copy5 = button6.cloneNode(true);
    for (const kbd of copy5.querySelectorAll(".qs-cap, kbd")) kbd.remove();
    return button6.getAttribute("aria-label") || button6.matches("button") && copy5.textContent.trim() || "Key";
  }
  function start41() {
    document.addEventListener("keydown", press13);
    document.addEventListener("pointerdown", () => {
      awaited2 = "";
    });
    onChange(labelAll);
    onChange(clickAwaited);
    if (navigator.keyboard && navigator.keyboard.getLayoutMap) {
      navigator.keyboard.getLayoutMap().then((map) => {
        layout = map;
        labelAll();
      }).catch(() => {
      });
    }
  }

  // layouts/frontend/lessons/draw.js
  var draw_exports = {};
  __export(draw_exports, {
    layOut: () => layOut,
    start: () => start42
  });
  var DRAFT = "lesson-draft";
  var LEAP = 5;
  var SLACK4 = 4;
  var NEAR2 = 40;
  var HELP = "Drag a job onto the chart, or press it: it is put at its submission. ← and → move it, with Shift by 5; Delete takes it off.";
  var boards = /* @__PURE__ */ new Map();
  var drag4 = null;
  function layOut({ jobs: jobs3, processors }, starts) {
    const placed2 = jobs3.filter(({ id }) => id in starts).sort((a, b) => starts[a.id] - starts[b.id] || a.id - b.id);
    const held2 = [], bars = [], over = [];
    for (const { id, processors: count2, runtime } of placed2) {
      const begin11 = starts[id], end7 = begin11 + runtime, beside = held2.filter((one) => one.begin < end7 && begin11 < one.end);
      const busy = new Set(beside.flatMap((one) => one.rows));
      const rows2 = Array.from({ length: processors }, (_, row2) => row2).filter((row2) => !busy.has(row2)).slice(0, count2);
      const hasRoom = rows2.length === count2;
      if (hasRoom) held2.push({ begin: begin11, end: end7, rows: rows2 });
      else over.push(id);
      for (const [first2, many] of hasRoom ? runsOf(rows2) : [[processors - count2, count2]]) bars.push([id, begin11, end7, first2, many]);
    }
    return { bars, over };
  }
  function runsOf(rows2) {
    return rows2.reduce((runs4, row2) => {
      const last3 = runs4[runs4.length - 1];
      if (last3 && last3[0] + last3[1] === row2) last3[1] += 1;
      else runs4.push([row2, 1]);
      return runs4;
    }, []);
  }
  function draw4(home2) {
    const board = boards.get(home2), { data, starts } = board, { bars, over } = layOut(data, starts);
    const { processors, last: last3 } = data, unit2 = { seconds: 1, name: data.unit };
    board.frame = frameOf({ processors, last: last3, unit: unit2, width: Math.max(home2.clientWidth, 280), row: 30 });
    const marks = bars.map((one) => mark2(home2, board, one, over.includes(one[0])));
    board.chart.replaceChildren(chart(board.frame, inWords3(data, starts), [...axes(board.frame), ...marks]));
    board.said.textContent = over.length ? `There is no room for ${over.map((id) => `job ${id}`).join(", ")} where it stands.` : "";
    for (const button6 of board.tray.children) refresh(button6, data, starts);
    tell(DRAFT, { ...starts });
  }
  function mark2(home2, board, one, isOver) {
    const kind = isOver ? "qs-draw-over" : "qs-draw-bar";
    const made2 = bar4(board.frame, one, { kind, label: String(one[0]), title: `job ${one[0]} at ${plain(one[1])}` });
    made2.addEventListener("pointerdown", (event) => grab(event, home2, one[0]));
    return made2;
  }
  var inWords3 = ({ jobs: jobs3, unit: unit2 }, starts) => `Your drawing: ${jobs3.map(({ id }) => jobWords(id, starts, unit2)).join(", ")}`;
  var jobWords = (id, starts, unit2) => id in starts ? `job ${id} at ${plain(starts[id])} ${unit2}` : `job ${id} not yet`;
  function refresh(button6, { unit: unit2 }, starts) {
    const id = Number(button6.dataset.job), at3 = button6.querySelector(".qs-draw-at");
    at3.textContent = id in starts ? `at ${plain(starts[id])} ${unit2}` : "not drawn yet";
    button6.classList.toggle("qs-draw-put", id in starts);
  }
  function put2(home2, id, time) {
    const board = boards.get(home2), job = board.data.jobs.find((one) => one.id === id);
    const inside = Math.min(Math.max(Math.round(time), 0), Math.max(board.data.last - job.runtime, 0));
    if (board.starts[id] === inside) return;
    board.starts[id] = inside;
    draw4(home2);
  }
  function takeOff(home2, id) {
    delete boards.get(home2).starts[id];
    draw4(home2);
  }
  function grab(event, home2, id) {
    if (event.button !== 0) return;
    event.preventDefault();
    const board = boards.get(home2), from = board.frame.timeAt(event.clientX - board.chart.getBoundingClientRect().left);
    drag4 = { home: home2, id, grip: id in board.starts ? from - board.starts[id] : 0, x: event.clientX, moved: false };
    const button6 = [...board.tray.children].find((one) => Number(one.dataset.job) === id);
    if (button6) button6.focus();
  }
  function dragOn(event) {
    if (!drag4 || !drag4.moved && Math.abs(event.clientX - drag4.x) < SLACK4) return;
    if (!event.buttons) {
      drag4 = null;
      return;
    }
    const board = boards.get(drag4.home), box2 = board.chart.getBoundingClientRect();
    if (event.clientY < box2.top - NEAR2 || event.clientY > box2.bottom + NEAR2) return;
    drag4.moved = true;
    put2(drag4.home, drag4.id, board.frame.timeAt(event.clientX - box2.left) - drag4.grip);
  }
  function press14(event, home2, id) {
    const board = boards.get(home2), job = board.data.jobs.find((one) => one.id === id);
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.code];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (by) put2(home2, id, id in board.starts ? board.starts[id] + by * (event.shiftKey ? LEAP : 1) : job.submit);
    else if (event.code === "Delete" || event.code === "Backspace") takeOff(home2, id);
    else return;
    event.preventDefault();
    event.stopPropagation();
    say(id in board.starts ? `job ${id} at ${plain(board.starts[id])} ${board.data.unit}` : `job ${id} taken off`);
  }
  function trayButton(home2, { id, submit: submit2, processors, runtime }, unit2) {
    const made2 = Object.assign(document.createElement("button"), { type: "button", className: "qs-draw-job" });
    made2.dataset.job = id;
    made2.dataset.takesKeys = "";
    const line2 = (text) => Object.assign(document.createElement("span"), { textContent: text });
    const name = Object.assign(document.createElement("b"), { textContent: `job ${id}` });
    const at3 = Object.assign(document.createElement("i"), { className: "qs-draw-at" });
    made2.append(name, line2(`${processors} × ${plain(runtime)} ${unit2}, from ${plain(submit2)}`), at3);
    made2.addEventListener("pointerdown", (event) => grab(event, home2, id));
    made2.addEventListener("click", () => {
      if (!(id in boards.get(home2).starts)) put2(home2, id, submit2);
    });
    made2.addEventListener("keydown", (event) => press14(event, home2, id));
    return made2;
  }
  function adopt5() {
    for (const home2 of boards.keys()) if (!home2.isConnected) boards.delete(home2);
    for (const home2 of document.querySelectorAll(".qs-draw:empty")) {
      const data = JSON.parse(home2.dataset.draw), part = (name, className) => Object.assign(document.createElement(name), { className });
      const [place7, tray, said] = [part("div", "qs-draw-chart"), part("div", "qs-draw-tray"), part("p", "qs-draw-said")];
      const board = { data, starts: { ...data.starts }, chart: place7, tray, said, frame: null };
      boards.set(home2, board);
      board.tray.append(...data.jobs.map((job) => trayButton(home2, job, data.unit)));
      board.said.setAttribute("role", "status");
      const help = Object.assign(part("p", "qs-soft qs-small"), { textContent: HELP });
      home2.append(board.chart, board.said, board.tray, help);
      draw4(home2);
    }
  }
  function start42() {
    document.addEventListener("pointermove", dragOn);
    document.addEventListener("pointerup", () => {
      drag4 = null;
    });
    window.addEventListener("resize", () => {
      for (const home2 of boards.keys()) if (home2.isConnected) draw4(home2);
    });
    onChange(adopt5);
  }

  // layouts/frontend/lessons/order.js
  var order_exports = {};
  __export(order_exports, {
    moved: () => moved2,
    start: () => start43
  });
  var DRAFT2 = "lesson-draft";
  var HELP2 = "The first one above. Use the buttons, or Alt with an arrow.";
  var jobsOf = (list3) => [...list3.children].map((item) => Number(item.dataset.job));
  function moved2(jobs3, job, by) {
    const at3 = jobs3.indexOf(job), to = Math.min(Math.max(at3 + by, 0), jobs3.length - 1), rest2 = jobs3.filter((one) => one !== job);
    return [...rest2.slice(0, to), job, ...rest2.slice(to)];
  }
  function shift(list3, job, by) {
    const jobs3 = moved2(jobsOf(list3), job, by);
    const items = new Map([...list3.children].map((item) => [Number(item.dataset.job), item]));
    list3.append(...jobs3.map((one) => items.get(one)));
    items.get(job).focus();
    say(`job ${job} is now number ${jobs3.indexOf(job) + 1}`);
    tell(DRAFT2, jobs3);
  }
  function itemOf(list3, job) {
    const item = Object.assign(document.createElement("li"), { tabIndex: 0 });
    item.dataset.job = job;
    item.dataset.takesKeys = "";
    const arrow = (text, name, by) => {
      const made2 = document.createElement("button");
      Object.assign(made2, { type: "button", className: "qs-button-low", textContent: text });
      made2.setAttribute("aria-label", `${name}: job ${job}`);
      made2.addEventListener("click", () => shift(list3, job, by));
      return made2;
    };
    item.append(Object.assign(document.createElement("span"), { textContent: `job ${job}` }), arrow("↑", "earlier", -1), arrow("↓", "later", 1));
    item.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.code];
      if (!by || event.target !== item) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.altKey) shift(list3, job, by);
      else (by < 0 ? item.previousElementSibling || item : item.nextElementSibling || item).focus();
    });
    return item;
  }
  function adopt6() {
    for (const home2 of document.querySelectorAll(".qs-order:empty")) {
      const jobs3 = home2.dataset.jobs.split(",").map(Number), list3 = document.createElement("ol");
      list3.append(...jobs3.map((job) => itemOf(list3, job)));
      home2.append(list3, Object.assign(document.createElement("p"), { className: "qs-soft qs-small", textContent: HELP2 }));
      tell(DRAFT2, jobs3);
    }
  }
  var start43 = () => onChange(adopt6);

  // layouts/frontend/lessons/steps.js
  var steps_exports = {};
  __export(steps_exports, {
    start: () => start44
  });
  var step4 = null;
  var verdict = null;
  function pick2(event) {
    const bar6 = around(event, ".qs-picks [data-job]"), home2 = bar6 && bar6.closest(".qs-player");
    if (!home2) return;
    const [id] = JSON.parse(home2.dataset.story).jobs[Number(bar6.dataset.job)];
    const box2 = document.querySelector(`.qs-lesson input[type=checkbox][value="${id}"]`);
    if (box2) box2.click();
  }
  function follow4() {
    const heading2 = document.getElementById("lesson-step"), now2 = heading2 ? heading2.dataset.step : null;
    if (now2 === step4) return;
    const isOnward = step4 !== null && now2 !== null;
    step4 = now2;
    if (isOnward) {
      heading2.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    }
  }
  function followAnswer() {
    const now2 = document.querySelector(".qs-lesson .qs-verdict"), isNew = now2 && now2 !== verdict;
    verdict = now2;
    const next = document.getElementById("lesson-next");
    if (isNew && next && document.activeElement === document.body) next.focus({ preventScroll: true });
  }
  function start44() {
    document.addEventListener("click", pick2);
    onChange(() => {
      follow4();
      followAnswer();
    });
  }

  // layouts/frontend/own_policy/page.js
  var page_exports = {};
  __export(page_exports, {
    start: () => start45
  });

  // layouts/frontend/own_policy/draft.js
  var NAME2 = "queuescope draft";
  var keepDraft = (text, hash) => remember(NAME2, JSON.stringify({ text, hash }));
  function draftAt(hash, kept2 = remembered(NAME2)) {
    try {
      const draft = JSON.parse(kept2 || "null");
      return draft && typeof draft.text === "string" && (!hash || draft.hash === hash) ? draft.text : "";
    } catch {
      return "";
    }
  }

  // layouts/frontend/own_policy/editor.js
  var TAB = "    ";
  var numbersOf = (text) => Array.from({ length: text.split("\n").length }, (_, at3) => at3 + 1).join("\n");
  function indentAfter(before2) {
    const line2 = before2.slice(before2.lastIndexOf("\n") + 1), blanks = line2.match(/^[ \t]*/)[0];
    return /:\s*(#.*)?$/.test(line2) ? blanks + TAB : blanks;
  }
  function furnish2(field2, numbers) {
    let marked = 0;
    const refresh2 = () => {
      if (numbers.dataset.of === field2.value && numbers.dataset.marked === String(marked)) return;
      numbers.dataset.of = field2.value;
      numbers.dataset.marked = String(marked);
      numbers.replaceChildren(...numbersOf(field2.value).split("\n").flatMap((number2) => {
        if (Number(number2) !== marked) return [`${number2}
`];
        return [Object.assign(document.createElement("b"), { textContent: number2 }), "\n"];
      }));
      follow7();
    };
    const follow7 = () => {
      numbers.scrollTop = field2.scrollTop;
    };
    field2.addEventListener("scroll", follow7);
    field2.addEventListener("input", () => {
      marked = 0;
      refresh2();
    });
    field2.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      document.execCommand("insertText", false, `
${indentAfter(field2.value.slice(0, field2.selectionStart))}`);
    });
    refresh2();
    return { refresh: refresh2, mark: (line2) => {
      marked = line2;
      refresh2();
    } };
  }

  // layouts/frontend/own_policy/fault.js
  var UNITS3 = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  function placed(around2, machine, begin11) {
    const bars = [];
    for (const [number2, , start55, end7, size, isFaulty] of [...around2].sort((one, other) => one[2] - other[2])) {
      const within2 = roomFor(bars, start55 - begin11, end7 - begin11, size, machine), above = machine + around2.reduce((sum, one) => sum + one[4], 0);
      const first2 = within2 >= 0 ? within2 : roomFor(bars, start55 - begin11, end7 - begin11, size, above);
      bars.push([bars.length, start55 - begin11, end7 - begin11, first2, size, isFaulty, number2]);
    }
    return bars;
  }
  function faultChart({ around: around2, machine, time, job, fault }, width) {
    if (!around2.length || time === null) return null;
    const begin11 = Math.min(time, ...around2.map((one) => one[2])), last3 = Math.max(...around2.map((one) => one[3])) - begin11 || 1;
    const [seconds, name] = UNITS3.find(([size]) => last3 >= 3 * size) || UNITS3[UNITS3.length - 1];
    const bars = placed(around2, machine, begin11), highest2 = Math.max(machine, ...bars.map(([, , , first2, size]) => first2 + size));
    const frame3 = frameOf({ processors: highest2, last: last3 * 1.02, unit: { seconds, name }, width, row: Math.min(24, 220 / highest2) });
    const limit = element("line", { class: "qs-program-limit", x1: frame3.x(0), x2: frame3.x(frame3.last), y1: frame3.y(machine), y2: frame3.y(machine) });
    const drawn2 = bars.map(([row2, start55, end7, first2, size, isFaulty, number2]) => bar4(
      frame3,
      [row2, start55, end7, first2, size],
      {
        kind: isFaulty ? "qs-play-marked" : "",
        label: String(number2),
        title: `job ${number2}: ${size} of ${machine} processors, from ${moment(begin11 + start55)} for ${human(end7 - start55)}`
      }
    ));
    const figure = document.createElement("figure");
    const words3 = Object.assign(document.createElement("figcaption"), { textContent: `The jobs around ${moment(time)}${job === null ? "" : `; job ${job} is marked`}. Times count from ${moment(begin11)}; the dashed line is the machine's ${machine} processors.` });
    figure.append(chart(frame3, fault, [...axes(frame3), ...drawn2, limit, nowLine(frame3, time - begin11)]), words3);
    return figure;
  }

  // layouts/frontend/own_policy/link.js
  var FIELD2 = "program";
  var NAME3 = "name";
  var LONGEST4 = 2e4;
  var LONGEST_NAME = 40;
  var lettersOf = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  var bytesOf = (letters) => Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  var through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));
  async function written3(source, name = "") {
    if (source.length > LONGEST4) return "";
    const packed = new Uint8Array(await through(new TextEncoder().encode(source), new CompressionStream("deflate-raw")).arrayBuffer());
    return `#${FIELD2}=${lettersOf(packed)}${name ? `&${NAME3}=${encodeURIComponent(name)}` : ""}`;
  }
  async function read3(hash) {
    const fields = new URLSearchParams(hash.replace(/^#/, "")), letters = fields.get(FIELD2);
    if (!letters || letters.length > 2 * LONGEST4 || !/^[\w-]+$/.test(letters)) return null;
    try {
      const reader = through(bytesOf(letters), new DecompressionStream("deflate-raw")).body.getReader(), decoder = new TextDecoder("utf-8", { fatal: true });
      let source = "";
      for (let part = await reader.read(); !part.done && source.length <= LONGEST4; part = await reader.read()) source += decoder.decode(part.value, { stream: true });
      return source.length <= LONGEST4 ? { source, name: (fields.get(NAME3) || "").slice(0, LONGEST_NAME) } : null;
    } catch {
      return null;
    }
  }

  // layouts/frontend/own_policy/runner.js
  var MOST_MESSAGES = 2e4;
  var MOST_TEXT = 4e3;
  var MOST_REASONS = 5e3;
  var LONGEST_REASON = 200;
  var MOST_NOTES = 2e4;
  var LOADING = 12e4;
  var textOf3 = (value, most2 = MOST_TEXT) => typeof value === "string" ? value.slice(0, most2) : "";
  var numberOf = (value) => typeof value === "number" && Number.isFinite(value) ? value : null;
  var rowsOf2 = (value, most2) => Array.isArray(value) ? value.slice(0, most2).map(numberOf) : [];
  function checked(data, jobs3) {
    const kind = data && typeof data === "object" ? data.kind : null;
    if (kind === "ready") return { kind };
    if (kind === "progress") return { kind, ended: Math.min(Math.max(numberOf(data.ended) || 0, 0), jobs3) };
    if (kind === "output") return { kind, text: textOf3(data.text, 25e3) };
    if (kind === "error") return { kind, sentence: textOf3(data.sentence), line: numberOf(data.line) || 0, trace: textOf3(data.trace) };
    if (kind !== "done") return null;
    const reasons = Array.isArray(data.reasons) ? data.reasons.map((text) => textOf3(text, LONGEST_REASON)) : [];
    const kept2 = reasons.slice(0, MOST_REASONS);
    const reserved = Array.isArray(data.reserved) ? data.reserved.slice(0, MOST_NOTES).map((note2) => rowsOf2(note2, 3)) : [];
    return {
      kind,
      reserved: reserved.filter((note2) => note2.length === 3 && !note2.includes(null)),
      reasons: kept2,
      passes: numberOf(data.passes) || 0,
      start: rowsOf2(data.start, 2 * jobs3),
      reason: rowsOf2(data.reason, 2 * jobs3).map((place7) => place7 !== null && place7 >= 0 && place7 < kept2.length && kept2[place7] ? Math.trunc(place7) : -1)
    };
  }
  function newRunner({ addresses, make: make4, fetchText }) {
    let standby = null, current2 = null;
    function loaded2() {
      const worker = make4(addresses.worker), mine = { worker, tell: () => {
      }, isReady: false, failed: "", messages: 0, jobs: 0 };
      worker.onmessage = ({ data }) => mine.hear(data);
      worker.onerror = (event) => mine.fail(event.message || "The worker could not be loaded.");
      mine.hear = (data) => {
        mine.messages += 1;
        if (mine.messages > MOST_MESSAGES) {
          mine.fail("The program says too much, and was ended.");
          return;
        }
        const message = checked(data, mine.jobs);
        if (!message) return;
        if (message.kind === "ready") mine.isReady = true;
        if (message.kind === "error" && !mine.isReady) mine.failed = message.sentence;
        mine.tell(message);
      };
      mine.fail = (words3) => {
        mine.failed = words3;
        mine.tell({ kind: "error", sentence: words3, line: 0, trace: "" });
      };
      fetchText(addresses.loop).then((loop) => worker.postMessage({ pyodide: addresses.pyodide, loop }), () => mine.fail("The server does not answer."));
      return mine;
    }
    function end7(mine) {
      clearTimeout(mine.timer);
      mine.tell = () => {
      };
      mine.worker.terminate();
    }
    function finish2(mine, tell3, message) {
      if (current2 !== mine) return;
      current2 = null;
      end7(mine);
      tell3(message);
    }
    function run3({ source, columns, machine, jobs: jobs3, seconds }, tell3) {
      if (current2) return;
      const mine = current2 = standby && !standby.failed ? standby : loaded2();
      standby = null;
      mine.jobs = jobs3;
      mine.stop = () => finish2(mine, tell3, { kind: "stopped" });
      const begin11 = () => {
        clearTimeout(mine.timer);
        mine.timer = setTimeout(() => finish2(mine, tell3, { kind: "late", seconds }), 1e3 * seconds);
        tell3({ kind: "running" });
        mine.worker.postMessage({ source, columns: JSON.stringify(columns), machine, of: jobs3 });
      };
      mine.tell = (message) => {
        if (message.kind === "ready") begin11();
        else if (message.kind === "done" || message.kind === "error") finish2(mine, tell3, message);
        else tell3(message);
      };
      mine.timer = setTimeout(() => finish2(mine, tell3, { kind: "error", sentence: "Python did not load within two minutes.", line: 0, trace: "" }), LOADING);
      if (mine.isReady) begin11();
      else tell3({ kind: "loading" });
    }
    return {
      run: run3,
      stop: () => current2 && current2.stop(),
      isRunning: () => current2 !== null,
      prepare: () => {
        standby = standby && !standby.failed ? standby : loaded2();
      },
      close: () => {
        if (current2) current2.stop();
        if (standby) end7(standby);
        standby = null;
      }
    };
  }

  // layouts/frontend/own_policy/page.js
  var TEXT2 = "program-text";
  var MOST_SHOWN = 4e4;
  var USUAL_SECONDS = "20";
  var LAST2 = "queuescope program";
  var at2 = (id) => document.getElementById(id);
  var button4 = (name) => document.querySelector(`[data-program=${name}]`);
  var home = null;
  var editor = null;
  var runner = null;
  var shown2 = 0;
  var began = 0;
  var heading = "";
  var last2 = null;
  var say5 = (text) => {
    const state2 = at2("program-state");
    if (state2) state2.textContent = text && heading + text;
  };
  function paragraph(kind, text) {
    return Object.assign(document.createElement(kind), { textContent: text });
  }
  function clear() {
    shown2 = 0;
    at2("program-said").replaceChildren();
    at2("program-said").hidden = true;
    editor.mark(0);
    tell("program-run", null);
    tell("program-hidden", null);
  }
  function show10(...parts3) {
    at2("program-said").append(...parts3);
    at2("program-said").hidden = false;
  }
  function print(text) {
    if (shown2 > MOST_SHOWN) return;
    shown2 += text.length;
    const end7 = at2("program-said").lastElementChild;
    const printed = end7 && end7.matches("pre.qs-program-printed") ? end7 : Object.assign(document.createElement("pre"), { className: "qs-program-printed", tabIndex: 0 });
    if (printed !== end7) show10(printed);
    printed.append(text);
  }
  function complain2({ sentence, line: line2, trace }) {
    say5("");
    show10(paragraph("h2", "The program was stopped"), Object.assign(paragraph("p", sentence), { className: "qs-program-problem" }));
    if (trace) show10(paragraph("pre", trace));
    if (line2) editor.mark(line2);
    bring3(at2("program-said"));
  }
  var bring3 = (part) => part.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  function progress2({ ended: ended2 }, of) {
    const bar6 = at2("program-progress"), part = of ? ended2 / of : 0, seconds = (performance.now() - began) / 1e3;
    bar6.hidden = false;
    bar6.value = part;
    const left = part > 0.05 && seconds > 1 ? `, about ${human(Math.ceil(seconds * (1 - part) / part))} left` : "";
    say5(`${ended2.toLocaleString("en")} of ${of.toLocaleString("en")} jobs have ended${left}`);
  }
  async function jobsOf2(key) {
    const answer2 = await ask(`${prefix()}own-policy/jobs.json?w=${encodeURIComponent(key)}`), data = await answer2.json();
    if (!answer2.ok) throw new Error(data.message);
    return data;
  }
  function isOn2(running2) {
    if (!at2("program")) return;
    button4("run").disabled = running2;
    button4("stop").disabled = !running2;
    if (!running2) at2("program-progress").hidden = true;
  }
  async function run2() {
    if (!home || button4("run").disabled) return;
    const chosen = at2("program-workload");
    if (!chosen) {
      say5("Choose jobs first.");
      return;
    }
    const source = at2(TEXT2).value, name = at2("program-name").value.trim(), seconds = Number(at2("program-seconds").value);
    isOn2(true);
    clear();
    last2 = { source, name, seconds };
    remember(LAST2, source);
    written3(source, name).then((hash) => {
      history.replaceState(history.state, "", location.pathname + location.search + hash);
      if (home) keepDraft(at2(TEXT2).value, hash);
    });
    try {
      await play({ ...last2, key: chosen.dataset.key, challenge: chosen.dataset.challenge });
    } catch (error) {
      complain2({ sentence: error.message });
    }
    isOn2(false);
    if (home && runner) runner.prepare();
  }
  async function play({ challenge, ...program }) {
    const kept2 = await keptRun(program);
    if (kept2) tell("program-run", { ...kept2, challenge, at: Date.now() });
  }
  async function keptRun({ source, name, seconds, key }) {
    const data = await jobsOf2(key), message = await schedule(source, data, seconds);
    return message.kind === "done" ? send5({ data, message, source, name }) : null;
  }
  async function tryHidden(challenge) {
    if (!last2 || runner.isRunning() || button4("run").disabled) return;
    isOn2(true);
    tell("program-hidden", null);
    try {
      const { workloads } = await post("hidden", { challenge }), runs4 = [];
      for (const [place7, key] of workloads.entries()) {
        runner.prepare();
        heading = `Hidden seed ${place7 + 1} of ${workloads.length}: `;
        const kept2 = await keptRun({ ...last2, key });
        if (!kept2) break;
        runs4.push(kept2);
      }
      if (runs4.length === workloads.length) {
        say5("");
        tell("program-hidden", { challenge, runs: runs4, at: Date.now() });
      }
    } catch (error) {
      complain2({ sentence: error.message });
    }
    heading = "";
    isOn2(false);
  }
  async function post(what, body3) {
    const answer2 = await fetchOnce(`${prefix()}own-policy/${what}`, {
      method: "POST",
      body: JSON.stringify(body3),
      headers: { "Content-Type": "application/json", "X-Requested-With": "fetch" }
    });
    const isText = (answer2.headers.get("Content-Type") || "").includes("json"), data = isText ? await answer2.json() : { message: await answer2.text() };
    if (!answer2.ok) throw new Error(data.message);
    return data;
  }
  function schedule(source, { columns, machine }, seconds) {
    const jobs3 = columns.number.length;
    return new Promise((done) => runner.run({ source, columns, machine, jobs: jobs3, seconds }, (message) => {
      if (message.kind === "loading") say5("Loading Python, 6 MB; the browser keeps it …");
      else if (message.kind === "running") {
        began = performance.now();
        say5("Running …");
      } else if (message.kind === "progress") progress2(message, jobs3);
      else if (message.kind === "output") print(message.text);
      else if (message.kind === "error") complain2(message);
      else if (message.kind === "stopped") say5("Stopped.");
      else if (message.kind === "late") complain2({ sentence: tooLong(seconds) });
      if (["done", "error", "stopped", "late"].includes(message.kind)) done(message);
    }));
  }
  var tooLong = (seconds) => `The program did not end within ${seconds} s, and was ended. A loop that never ends? Else choose fewer jobs or more time.`;
  async function send5({ data, message, source, name }) {
    const took = (performance.now() - began) / 1e3, { number: number2, processors } = data.columns, { reasons, reason } = message;
    const part = (place7) => message.reserved.map((note2) => note2[place7]);
    say5("Checking the schedule …");
    const result = await post("schedule", {
      workload: data.workload,
      name,
      program: await digest(source),
      job: number2,
      start: message.start,
      processors,
      reasons,
      reason,
      noted_at: part(0),
      noted_row: part(1),
      noted_for: part(2)
    });
    say5("");
    if (result.fault) blame(result);
    else say5(`${number2.length.toLocaleString("en")} jobs in ${human(took)}.`);
    return result.fault ? null : { run: result.run, workload: result.workload };
  }
  function blame(result) {
    show10(paragraph("h2", "The schedule breaks a rule"), Object.assign(paragraph("p", result.fault), { className: "qs-program-problem" }));
    const chart2 = faultChart(result, at2("program-said").clientWidth || 800);
    if (chart2) show10(chart2);
    bring3(at2("program-said"));
  }
  async function digest(source) {
    if (!window.crypto || !crypto.subtle) return "";
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(source)));
    return Array.from(bytes.slice(0, 6), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  function put3(text) {
    at2(TEXT2).value = text;
    editor.refresh();
  }
  function write4(text) {
    const field2 = at2(TEXT2), focused2 = document.activeElement;
    if (field2.value === text) return;
    field2.focus({ preventScroll: true });
    field2.select();
    if (!document.execCommand("insertText", false, text)) field2.value = text;
    field2.setSelectionRange(0, 0);
    if (focused2 && focused2 !== field2) focused2.focus({ preventScroll: true });
    editor.refresh();
  }
  var begun2 = "";
  function begin9() {
    const template = at2("program-template").textContent;
    if (template !== begun2 && template) write4(template);
    begun2 = template;
  }
  async function arrive2() {
    const program = await read3(location.hash), draft = draftAt(program ? location.hash : "");
    if (draft || program) put3(draft || program.source);
    if (!program) return;
    if (program.name) set("program-name", { value: program.name });
    if (program.source === remembered(LAST2) || draft && draft !== program.source) return;
    const origin = at2("program-origin");
    origin.textContent = "This program came with the link. Read it, then press Run.";
    origin.hidden = false;
  }
  var isThere2 = {};
  function bringResults() {
    for (const id of ["program-result", "program-hidden-result"]) {
      const part = at2(id), filled2 = Boolean(part && part.firstElementChild);
      if (filled2 && !isThere2[id]) bring3(part);
      isThere2[id] = filled2;
    }
  }
  function adopt7() {
    const now2 = at2("program");
    if (now2 === home) {
      if (editor) editor.refresh();
      if (home) begin9();
      if (home) bringResults();
      return;
    }
    if (runner) runner.close();
    home = now2;
    isThere2 = {};
    begun2 = "";
    editor = runner = null;
    if (!home) return;
    editor = furnish2(at2(TEXT2), at2("program-lines"));
    at2("program-seconds").value = USUAL_SECONDS;
    const address2 = (name) => new URL(prefix() + home.dataset[name], location.origin).href;
    runner = newRunner({
      addresses: { worker: address2("worker"), loop: address2("loop"), pyodide: address2("pyodide") },
      make: (one) => new Worker(one, { type: "module", name: "own policy" }),
      fetchText: async (one) => (await ask(one)).text()
    });
    at2(TEXT2).addEventListener("input", runner.prepare, { once: true });
    at2(TEXT2).addEventListener("input", () => keepDraft(at2(TEXT2).value, location.hash));
    arrive2();
  }
  function start45() {
    document.addEventListener("click", (event) => {
      const pressed6 = around(event, "[data-program]");
      if (!pressed6 || pressed6.disabled) return;
      if (pressed6.dataset.program === "run") run2();
      if (pressed6.dataset.program === "stop" && runner) runner.stop();
      if (pressed6.dataset.program === "hidden") tryHidden(pressed6.dataset.challenge);
    });
    document.addEventListener("keydown", (event) => {
      if (home && event.key === "Enter" && (event.ctrlKey || event.metaKey) && home.contains(event.target)) {
        event.preventDefault();
        run2();
      }
    });
    onChange(adopt7);
  }

  // layouts/frontend/parts.js
  var NAMESPACE = "queuescope_parts";
  function build(part, { createElement, Fragment }) {
    if (!Array.isArray(part)) return part;
    const [tag, attributes, ...children] = part;
    return createElement(tag || Fragment, tag ? attributes : null, ...children.map((child) => build(child, { createElement, Fragment })));
  }
  function start46() {
    const { React } = window;
    if (!React) return;
    const PlainHtml = ({ tree }) => React.useMemo(() => build(["", {}, ...tree], React), [tree]);
    window[NAMESPACE] = { PlainHtml };
  }

  // layouts/frontend/frame/choice_lists.js
  var choice_lists_exports = {};
  __export(choice_lists_exports, {
    start: () => start47,
    takeMarked: () => takeMarked
  });
  function takeMarked(event) {
    if (event.key !== "Enter" || event.isComposing || !event.target.getAttribute) return;
    const list3 = event.target.getAttribute("aria-expanded") !== "false" && document.getElementById(event.target.getAttribute("aria-controls"));
    const marked = list3 && list3.querySelector("[data-combobox-option][data-combobox-selected]");
    if (!marked) return;
    event.preventDefault();
    event.stopPropagation();
    marked.click();
  }
  function start47() {
    window.addEventListener("keydown", takeMarked, true);
  }

  // layouts/frontend/frame/popups.js
  var popups_exports = {};
  __export(popups_exports, {
    start: () => start48
  });
  var GAP = 6;
  var EDGE3 = 8;
  var LEAST5 = 160;
  var ROOMY = 280;
  var panelOf2 = (details) => details.querySelector(":scope > .qs-popup");
  var openPopups = () => [...document.querySelectorAll("details[open]")].filter(panelOf2);
  function place4(details) {
    const panel4 = panelOf2(details), from = details.querySelector("summary").getBoundingClientRect();
    const below3 = window.innerHeight - from.bottom - GAP - EDGE3, above = from.top - GAP - EDGE3;
    const rises = below3 < ROOMY && above > below3;
    Object.assign(panel4.style, {
      position: "fixed",
      overflow: "auto",
      top: rises ? "auto" : `${from.bottom + GAP}px`,
      bottom: rises ? `${window.innerHeight - from.top + GAP}px` : "auto",
      maxHeight: `${Math.max(LEAST5, rises ? above : below3)}px`
    });
    panel4.style.left = `${Math.max(EDGE3, Math.min(from.left, window.innerWidth - panel4.offsetWidth - EDGE3))}px`;
  }
  function toggled2({ target: details }) {
    if (!(details instanceof HTMLDetailsElement) || !details.open || !panelOf2(details)) return;
    for (const other of openPopups()) if (other !== details && !other.contains(details)) other.open = false;
    place4(details);
    const first2 = details.dataset.first !== void 0 && panelOf2(details).querySelector("input");
    if (first2 && !panelOf2(details).contains(document.activeElement)) first2.focus({ preventScroll: true });
  }
  function clicked2({ target }) {
    if (!document.contains(target) || target.closest("[data-portal], [role=listbox]")) return;
    const menu = target.closest("a") && target.closest("details.qs-menu");
    if (menu) menu.open = false;
    for (const details of openPopups()) if (!details.contains(target)) details.open = false;
  }
  function leave4(event) {
    const [details] = event.key === "Escape" ? openPopups().reverse() : [];
    if (!details) return;
    event.stopPropagation();
    details.open = false;
    details.querySelector("summary").focus();
  }
  function start48() {
    document.addEventListener("toggle", toggled2, true);
    document.addEventListener("click", clicked2);
    document.addEventListener("keydown", leave4, true);
    window.addEventListener("scroll", () => openPopups().forEach(place4), { passive: true });
    window.addEventListener("resize", () => openPopups().forEach(place4));
    new ResizeObserver(() => openPopups().forEach(place4)).observe(document.body);
  }

  // layouts/frontend/forms/slurm_result.js
  var slurm_result_exports = {};
  __export(slurm_result_exports, {
    start: () => start49
  });
  var GROWN = 600;
  var awaited3 = null;
  function come(data) {
    awaited3 = data || null;
    bring4();
    return noUpdate();
  }
  function bring4() {
    if (!awaited3) return;
    if (pathHere() !== "/slurm") {
      awaited3 = null;
      return;
    }
    const part = [...document.querySelectorAll("#slurm-body [data-result]")].find(({ dataset }) => dataset.result === awaited3.part && dataset.at === awaited3.at);
    if (!part) return;
    awaited3 = null;
    const heading2 = part.querySelector("h2, h3") || part;
    heading2.tabIndex = -1;
    heading2.style.scrollMarginTop = "72px";
    heading2.scrollIntoView({ block: "start" });
    setTimeout(() => {
      if (document.activeElement === heading2) heading2.scrollIntoView({ block: "start" });
    }, GROWN);
    heading2.focus({ preventScroll: true });
  }
  function start49() {
    offerToDash("slurm", { come });
    onChange(bring4);
  }

  // layouts/frontend/frame/presses.js
  var CONTROL = "a[href], button, label, summary, input, [role=tab], [role=option]";
  var STILL5 = 4;
  var pressed5 = null;
  var isReplaced = false;
  var wordsOf2 = ({ id, textContent, attributes }) => id || JSON.stringify([
    textContent,
    [...attributes].filter(({ name }) => /^(href|title|name|value|aria-label|data-.*)$/.test(name)).map(({ name, value }) => [name, value]).sort()
  ]);
  function successorOf(control, others) {
    const alike = others.filter((other) => other.tagName === control.tagName && wordsOf2(other) === wordsOf2(control));
    return alike.length === 1 ? alike[0] : null;
  }
  var stillThere = (control) => control.isConnected ? control : successorOf(control, [...document.querySelectorAll(control.tagName)]);
  function press15(event) {
    const control = event.button === 0 ? around(event, CONTROL) : null;
    isReplaced = false;
    pressed5 = control && { control, x: event.clientX, y: event.clientY };
  }
  function release4(event) {
    const from = pressed5;
    pressed5 = null;
    if (!from || event.button !== 0 || Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL5) return;
    if (from.control.contains(event.target)) return;
    const control = stillThere(from.control);
    if (!control) return;
    isReplaced = true;
    setTimeout(() => {
      isReplaced = false;
      control.click();
    });
  }
  function leaveOut(event) {
    if (!isReplaced || !event.isTrusted) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }
  function start50() {
    window.addEventListener("mousedown", press15, true);
    window.addEventListener("mouseup", release4, true);
    window.addEventListener("click", leaveOut, true);
  }

  // layouts/frontend/compare/runs.js
  var runs_exports = {};
  __export(runs_exports, {
    start: () => start51
  });
  var SOON2 = 1e3;
  var LATER2 = 8e3;
  var MOST9 = 40;
  var KEPT4 = 12;
  var runs3 = /* @__PURE__ */ new Map();
  var due4 = 0;
  var wait = SOON2;
  var asking4 = false;
  var again = false;
  var parts2 = null;
  var why = "";
  var active2 = () => [...runs3.values()].filter((run3) => run3.active);
  var awaited4 = () => [...runs3.values()].filter((run3) => run3.active || run3.awaited);
  var ended = () => [...runs3.values()].filter((run3) => !run3.active);
  async function ask4() {
    clearTimeout(due4);
    if (asking4) {
      again = true;
      return;
    }
    asking4 = true;
    const answered2 = await askOnce();
    asking4 = false;
    if (again) {
      again = false;
      ask4();
      return;
    }
    if ((!answered2 || awaited4().length) && !document.hidden) due4 = setTimeout(ask4, wait);
  }
  async function askOnce() {
    try {
      const keys = awaited4().map((run3) => run3.key).slice(-MOST9).join(",");
      const answer2 = await fetchOnce(`${prefix()}runs.json?known=${keys}`);
      const { runs: reported, pause: pause2, message } = await answer2.json();
      if (message && message !== why) notice(message, 6e3);
      why = message;
      if (!answer2.ok) throw new Error(`status ${answer2.status}`);
      learn(reported);
      wait = pause2 || SOON2;
      return true;
    } catch {
      wait = Math.min(2 * wait, LATER2);
      return false;
    }
  }
  function learn(reported) {
    const over = [];
    for (const run3 of reported) {
      const before2 = runs3.get(run3.key), seen2 = addressHere(run3) || before2 && before2.seen;
      if (before2 && before2.active && before2.what && !run3.active) over.push(run3);
      runs3.set(run3.key, { ...run3, at: seen2 || run3.at, seen: seen2 });
    }
    const reportedKeys = new Set(reported.map((run3) => run3.key));
    for (const run3 of active2()) if (!reportedKeys.has(run3.key)) runs3.delete(run3.key);
    for (const run3 of ended().slice(0, -KEPT4)) runs3.delete(run3.key);
    show11();
    if (over.length) say(over.map((run3) => `${run3.what}: ${outcome(run3)}`).join(" "));
  }
  function addressHere(run3) {
    const shown3 = new URLSearchParams(location.search).get("runs") || "";
    return pathHere() === "/compare" && shown3.split(",").includes(run3.key) ? location.pathname + location.search : "";
  }
  var outcome = (run3) => run3.state === "done" ? "Finished." : run3.message || "Over.";
  async function cancel(run3, button6) {
    if (button6.getAttribute("aria-disabled") === "true") return;
    button6.setAttribute("aria-disabled", "true");
    try {
      const answer2 = await fetchOnce(`${prefix()}runs/${run3.key}/cancel`, { method: "POST", headers: { "X-Requested-With": "fetch" } });
      const { message, cancelled } = await answer2.json();
      if (message) notice(message, 6e3);
      else if (!cancelled) notice(`${run3.what} goes on, because others asked for it, too.`, 6e3);
    } catch {
      notice("The server did not answer; try again.", 6e3);
    }
    button6.setAttribute("aria-disabled", "false");
    ask4();
  }
  function cancelFromChip({ target }) {
    const button6 = target.closest && target.closest("button[data-cancel]");
    if (button6) cancel({ key: button6.dataset.cancel, what: button6.dataset.what }, button6);
  }
  function make3(tag, name, text) {
    const element3 = document.createElement(tag);
    if (name) element3.className = name;
    if (text) element3.textContent = text;
    return element3;
  }
  function furnish3() {
    const place7 = document.getElementById("tray");
    if (!place7 || parts2 && place7.contains(parts2.button)) return Boolean(place7);
    const button6 = make3("button", "qs-tray-button"), list3 = make3("div", "qs-tray-list");
    button6.type = "button";
    button6.hidden = list3.hidden = true;
    button6.setAttribute("aria-expanded", "false");
    button6.setAttribute("aria-controls", list3.id = "tray-list");
    list3.setAttribute("role", "region");
    list3.setAttribute("aria-label", "Runs");
    const items = make3("ul", "qs-plain"), clear2 = make3("button", "qs-tray-clear", "Clear what is over");
    clear2.type = "button";
    list3.append(items, clear2);
    place7.append(button6, list3);
    parts2 = { place: place7, button: button6, list: list3, items, clear: clear2 };
    button6.addEventListener("click", () => open5(list3.hidden));
    clear2.addEventListener("click", () => {
      for (const run3 of ended()) runs3.delete(run3.key);
      show11();
    });
    show11();
    return true;
  }
  function open5(wanted2) {
    if (!parts2) return;
    parts2.list.hidden = !wanted2;
    parts2.button.setAttribute("aria-expanded", String(wanted2));
  }
  function show11() {
    if (!parts2) return;
    const now2 = active2(), over = ended().filter((run3) => run3.what), all = [...now2, ...over];
    const hadFocus = parts2.list.contains(document.activeElement);
    showButton(now2, over);
    parts2.clear.hidden = !over.length;
    showItems(all);
    if (!all.length) open5(false);
    const focused2 = document.activeElement;
    if (hadFocus && !parts2.button.hidden && !(parts2.list.contains(focused2) && focused2.offsetParent)) parts2.button.focus();
  }
  function showButton(now2, over) {
    const { button: button6, place: place7 } = parts2, some = now2.length + over.length > 0;
    button6.hidden = !some;
    place7.classList.toggle("qs-some", some);
    button6.classList.toggle("qs-busy", now2.length > 0);
    button6.style.setProperty("--qs-done", `${now2.length ? now2.reduce((sum, run3) => sum + run3.percent, 0) / now2.length : 0}%`);
    const ending = over.every((run3) => run3.state === "done") ? "finished" : "over";
    const text = now2.length ? `${now2.length} running` : `${over.length} ${ending}`;
    if (button6.textContent !== text) button6.textContent = text;
  }
  function showItems(all) {
    const items = new Map([...parts2.items.children].map((item) => [item.dataset.key, item]));
    for (const [key, item] of items) if (!all.some((run3) => run3.key === key)) item.remove();
    all.forEach((run3, place7) => {
      const item = items.get(run3.key) || newItem(run3.key);
      fill(item, run3);
      if (parts2.items.children[place7] !== item) parts2.items.insertBefore(item, parts2.items.children[place7] || null);
    });
  }
  function newItem(key) {
    const item = make3("li", "qs-tray-item"), what = make3("a", "qs-tray-what"), how = make3("span", "qs-tray-how");
    const bar6 = make3("progress"), stop = make3("button", "qs-tray-cancel", "Cancel");
    item.dataset.key = key;
    bar6.max = 100;
    stop.type = "button";
    stop.addEventListener("click", () => cancel(runs3.get(key), stop));
    what.addEventListener("click", (event) => follow5(event, what));
    item.append(what, stop, bar6, how);
    return item;
  }
  function fill(item, run3) {
    const [what, stop, bar6, how] = item.children, state2 = run3.active ? run3.pace : outcome(run3);
    if (what.textContent !== run3.what) what.textContent = run3.what;
    if (run3.at) what.setAttribute("href", run3.at);
    else what.removeAttribute("href");
    if (how.textContent !== state2) how.textContent = state2;
    stop.hidden = bar6.hidden = !run3.active;
    bar6.value = run3.percent;
    bar6.setAttribute("aria-label", `Progress of ${run3.what}`);
    stop.setAttribute("aria-label", `Cancel: ${run3.what}`);
  }
  function follow5(event, link2) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || !link2.hasAttribute("href")) return;
    event.preventDefault();
    open5(false);
    set("url", { href: link2.getAttribute("href") });
  }
  function asked3(request) {
    for (const key of request && request.keys || []) runs3.set(key, { key, active: true, percent: 0, what: "", pace: "" });
    ask4();
    return noUpdate();
  }
  function leaveByKey(event) {
    if (event.code !== "Escape" || !parts2 || parts2.list.hidden || document.querySelector("[role=dialog]")) return;
    event.preventDefault();
    open5(false);
    parts2.button.focus();
  }
  function start51() {
    document.addEventListener("keydown", leaveByKey, true);
    document.addEventListener("click", cancelFromChip);
    document.addEventListener("pointerdown", (event) => {
      if (parts2 && !parts2.list.hidden && !parts2.place.contains(event.target)) open5(false);
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) ask4();
    });
    offerToDash("queuescope", { asked: asked3 });
    const comes = new MutationObserver(() => {
      if (furnish3()) {
        comes.disconnect();
        ask4();
      }
    });
    comes.observe(document, { childList: true, subtree: true });
  }

  // layouts/frontend/frame/tour.js
  var tour_exports = {};
  __export(tour_exports, {
    STOPS: () => STOPS,
    besidePart: () => besidePart,
    start: () => start52
  });
  var STOPS = {
    "/": [
      [".qs-real", "A finished comparison", "A real log under two policies: what changes for the people who wait, with its source."],
      ["#home-body", "A question", "Five jobs wait. Say which one starts next, then see what two policies do, and why."],
      [".qs-doors", "Three ways on", "Learn from small examples, compare policies, or open a log of your own."],
      [".qs-nav, .qs-menu", "Pages", "What you open stays open: the workload and its runs stand here beside the pages."],
      [".qs-find", "Search", "Type a page, a term or an action. The key / brings you here; the key ? lists all keys."]
    ],
    "/compare": [
      ["#summary", "The finding and the runs", "One sentence says what changes and who waits longer. Below it is one line for each run."],
      ["#views > [role=tabpanel]:not([hidden])", "The schedules", "Each bar is a job: as wide as its runtime, as high as its processors. Click one: it is outlined in every run."],
      [".qs-inspector", "The inspector", "The jobs that differ most. Select a job or a range of time: its facts, and why it waited, stand here."],
      [".qs-find", "Search", "Type a job, a user, or a condition such as wait>1d. The key / brings you here."],
      ["#tabs", "Tabs", "Each tab answers one question; the last one saves figures and numbers. The key ? lists all keys."]
    ]
  };
  var HERE = "/compare";
  var GAP2 = 12;
  var EDGE4 = 8;
  var TOP = 112;
  var FOCUS = 60;
  var COMING = 5e3;
  var tour = null;
  var wanted = "";
  var frame2 = null;
  var card = null;
  function besidePart(part, [width, height], [wide, high]) {
    const into = (value, size, most2) => Math.max(EDGE4, Math.min(value, most2 - size - EDGE4));
    const at3 = (left, top) => ({ left: into(left, width, wide), top: into(top, height, high) });
    if (part.bottom + GAP2 + height + EDGE4 <= high) return at3(part.left, part.bottom + GAP2);
    if (part.left - GAP2 - width >= EDGE4) return at3(part.left - GAP2 - width, part.top);
    if (part.right + GAP2 + width + EDGE4 <= wide) return at3(part.right + GAP2, part.top);
    return part.top - GAP2 - height >= EDGE4 ? at3(part.left, part.top - GAP2 - height) : at3(wide, high);
  }
  var partOf3 = ([selector]) => [...document.querySelectorAll(selector)].find((part) => part.getClientRects().length && part.offsetHeight > 0);
  var isFixed = (part) => ["fixed", "sticky"].includes(getComputedStyle(part).position) || part.closest("header.mantine-AppShell-header");
  function bringIntoSight2(part) {
    const box2 = part.getBoundingClientRect();
    if (isFixed(part) && box2.top >= 0 && box2.top < innerHeight || box2.top >= TOP && box2.bottom <= innerHeight) return;
    scrollBy(0, box2.height > innerHeight - TOP - 2 * EDGE4 ? box2.top - TOP : box2.top + box2.height / 2 - (innerHeight + TOP) / 2);
  }
  function place5() {
    const part = tour && partOf3(tour.stops[tour.at]);
    if (!part) return;
    const { left, top, right, bottom, width, height } = part.getBoundingClientRect();
    Object.assign(frame2.style, { left: `${left - 4}px`, top: `${top - 4}px`, width: `${width + 8}px`, height: `${height + 8}px` });
    const at3 = besidePart({ left, top, right, bottom }, [card.offsetWidth, card.offsetHeight], [document.documentElement.clientWidth, innerHeight]);
    Object.assign(card.style, { left: `${at3.left}px`, top: `${at3.top}px` });
  }
  var made = (tag, props) => Object.assign(document.createElement(tag), props);
  var button5 = (text, act3, kind = "") => {
    const own = made("button", { type: "button", className: `qs-button-low ${kind}`, textContent: text });
    own.addEventListener("click", act3);
    return own;
  };
  function makeCard() {
    frame2 = made("div", { className: "qs-tour-frame" });
    frame2.setAttribute("aria-hidden", "true");
    card = made("section", { className: "qs-tour", tabIndex: -1 });
    card.setAttribute("aria-label", "Tour");
    const buttons = made("div", { className: "qs-row" });
    buttons.append(button5("Skip", end6, "qs-tour-skip"), button5("Back", () => step5(-1), "qs-tour-back"), button5("Next", () => step5(1), "qs-button-main qs-tour-next"));
    card.append(made("h2"), made("p"), buttons);
    card.addEventListener("keydown", turn2);
    document.body.append(frame2, card);
  }
  function show12() {
    const [, title, text] = tour.stops[tour.at];
    card.querySelector("p").textContent = text;
    count();
    bringIntoSight2(partOf3(tour.stops[tour.at]));
    place5();
    say(`${title}, ${position().join(" of ")}. ${text}`);
  }
  function position() {
    const there = tour.stops.filter((stop, at3) => at3 === tour.at || partOf3(stop));
    return [there.indexOf(tour.stops[tour.at]) + 1, there.length];
  }
  function count() {
    const [, title] = tour.stops[tour.at], heading2 = card.querySelector("h2"), [number2, last3] = position();
    const words3 = `${number2} of ${last3}`, isLast = number2 === last3;
    if (heading2.textContent === title + words3) return;
    heading2.replaceChildren(title, made("small", { textContent: words3 }));
    card.querySelector(".qs-tour-back").disabled = number2 === 1;
    card.querySelector(".qs-tour-next").textContent = isLast ? "Done" : "Next";
    card.querySelector(".qs-tour-skip").hidden = isLast;
  }
  function step5(by) {
    let at3 = tour.at + by;
    while (at3 >= 0 && at3 < tour.stops.length && !partOf3(tour.stops[at3])) at3 += by;
    if (at3 < 0) return;
    if (at3 >= tour.stops.length) {
      end6();
      return;
    }
    tour.at = at3;
    tour.moved = true;
    show12();
    if (document.activeElement === document.body || document.activeElement.disabled) card.focus({ preventScroll: true });
  }
  function turn2(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    step5(by);
  }
  function begin10() {
    const path2 = pathHere(), stops = STOPS[path2];
    if (tour) end6();
    wanted = "";
    tour = { path: path2, stops, at: stops.findIndex(partOf3), before: document.activeElement, moved: false };
    makeCard();
    show12();
    card.querySelector(".qs-tour-next").focus({ preventScroll: true });
  }
  function end6() {
    const { path: path2, before: before2 } = tour, hadFocus = card.contains(document.activeElement) || document.activeElement === document.body;
    tour = null;
    frame2.remove();
    card.remove();
    if (!hadFocus || path2 !== pathHere()) return;
    const page = document.getElementById("page"), back2 = before2 && before2 !== document.body && document.contains(before2) ? before2 : page;
    if (back2) back2.focus({ preventScroll: true });
    say("The tour has ended.");
  }
  function ask5() {
    wanted = STOPS[pathHere()] ? pathHere() : HERE;
    set("keys-dialog", { opened: false });
    if (wanted !== pathHere()) go(wanted);
    look6();
  }
  function keepUp() {
    const first2 = tour.stops.findIndex(partOf3);
    if (!tour.moved && first2 >= 0 && first2 < tour.at) {
      tour.at = first2;
      show12();
      return;
    }
    count();
    place5();
  }
  var starting = 0;
  function look6() {
    if (tour && tour.path !== pathHere()) end6();
    if (tour) keepUp();
    if (!wanted || pathHere() !== wanted || document.querySelector("[role=dialog]")) return;
    const there = STOPS[wanted].filter(partOf3).length;
    if (!there) return;
    if (there === STOPS[wanted].length) soon(FOCUS);
    else if (!starting) soon(COMING);
  }
  function soon(wait2) {
    clearTimeout(starting);
    starting = setTimeout(() => {
      starting = 0;
      if (pathHere() === wanted && STOPS[wanted].some(partOf3)) begin10();
    }, wait2);
  }
  function leave5(event) {
    if (event.key !== "Escape" || !tour || document.querySelector("[role=dialog]")) return;
    event.preventDefault();
    event.stopPropagation();
    end6();
  }
  function start52() {
    document.addEventListener("click", (event) => {
      if (around(event, "[data-tour]")) ask5();
    });
    document.addEventListener("keydown", leave5, true);
    for (const name of ["scroll", "resize"]) window.addEventListener(name, () => {
      if (tour) place5();
    }, { passive: true });
    onChange(look6);
  }

  // layouts/frontend/forms/units.js
  var units_exports = {};
  __export(units_exports, {
    start: () => start53
  });
  var STORED2 = "queuescope units";
  var FIRST = "human";
  var WRITERS = { human, slurm, seconds: inSeconds };
  var GRIDS = ["users-grid", "range-users-grid"];
  var texts = /* @__PURE__ */ new WeakMap();
  var parsed = /* @__PURE__ */ new WeakMap();
  var unit = FIRST;
  var observer2 = null;
  var due5 = false;
  var textOf4 = (element3) => [...element3.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
  var numeral = (text) => text === void 0 || text === "" ? NaN : Number(text);
  function columnsOf(table2) {
    const source = table2.dataset.lengths;
    if (!parsed.has(table2) || parsed.get(table2).source !== source) parsed.set(table2, { source, columns: Object.entries(JSON.parse(source)) });
    return parsed.get(table2).columns;
  }
  function* lengths() {
    for (const element3 of document.querySelectorAll("[data-seconds]")) {
      const node = textOf4(element3), { seconds, half, frame: frame3 } = element3.dataset;
      if (node) yield { node, seconds: numeral(seconds), half: numeral(half), frame: frame3 || "{}" };
    }
    for (const table2 of document.querySelectorAll("table[data-lengths]")) yield* lengthsOf(table2);
  }
  function* lengthsOf(table2) {
    const rows2 = table2.tBodies.length ? table2.tBodies[0].rows : [];
    for (const [column, values] of columnsOf(table2)) {
      for (let row2 = 0; row2 < rows2.length; row2 += 1) {
        const cell = rows2[row2].cells[Number(column)], node = cell && textOf4(cell);
        if (node && typeof values[row2] === "number") yield { node, seconds: values[row2], half: NaN, frame: "{}" };
      }
    }
  }
  function write5({ node, seconds, half, frame: frame3 }) {
    const kept2 = texts.get(node), server = kept2 && kept2.written === node.data ? kept2.server : node.data;
    const writer = WRITERS[unit], spread = Number.isFinite(half) ? ` ± ${writer(half)}` : "";
    const written4 = unit === FIRST ? server : frame3.replace("{}", () => writer(seconds) + spread);
    texts.set(node, { server, written: written4 });
    if (node.data !== written4) node.data = written4;
  }
  function writeAll() {
    for (const length2 of lengths()) write5(length2);
    const choice2 = document.getElementById("units"), shown3 = choice2 && choice2.querySelector("input:checked");
    if (shown3 && shown3.value !== unit) set("units", { value: unit });
  }
  function follow6() {
    if (unit === FIRST && observer2) {
      observer2.disconnect();
      observer2 = null;
    }
    if (unit === FIRST || observer2) return;
    observer2 = new MutationObserver(() => {
      if (!due5) {
        due5 = true;
        requestAnimationFrame(() => {
          due5 = false;
          writeAll();
        });
      }
    });
    observer2.observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ["data-seconds", "data-frame", "data-half", "data-lengths"]
    });
  }
  var gridOf = (id) => document.getElementById(id) && window.dash_ag_grid ? window.dash_ag_grid.getApi(id) : null;
  function refreshGrids() {
    for (const grid2 of GRIDS.map(gridOf)) if (grid2) grid2.refreshCells({ force: true });
  }
  function choose4(value) {
    unit = value;
    remember(STORED2, unit);
    follow6();
    writeAll();
    refreshGrids();
  }
  function describeCell(event) {
    const cell = around(event, "table[data-lengths] td");
    if (!cell || cell.title) return;
    const values = columnsOf(cell.closest("table")).find(([column]) => Number(column) === cell.cellIndex);
    const seconds = values && values[1][cell.parentElement.sectionRowIndex];
    if (typeof seconds === "number") cell.title = inAllUnits(seconds);
  }
  function isWhole(range, node) {
    const before2 = range.startContainer === node ? node.data.slice(0, range.startOffset) : "";
    const after2 = range.endContainer === node ? node.data.slice(range.endOffset) : "";
    return range.intersectsNode(node) && !before2.trim() && !after2.trim();
  }
  function textInSeconds(selection2, range, selected6) {
    const { startContainer, startOffset, endContainer, endOffset } = range, before2 = selected6.map(({ node }) => node.data);
    selected6.forEach(({ node, seconds, half }) => {
      node.data = Number.isFinite(half) ? `${seconds} ± ${half}` : String(seconds);
    });
    if (selected6.some(({ node }) => node === endContainer)) range.setEnd(endContainer, endContainer.data.length);
    const text = selection2.toString();
    selected6.forEach(({ node }, index) => {
      node.data = before2[index];
    });
    range.setStart(startContainer, startOffset);
    range.setEnd(endContainer, endOffset);
    return text.trim();
  }
  function secondsInGrid(selection2) {
    const cellOf = (node) => node && (node.closest ? node : node.parentElement).closest(".qs-length[col-id]");
    const cell = cellOf(selection2.anchorNode), holder = cell && cell.closest(GRIDS.map((id) => `#${id}`).join());
    if (!holder || cellOf(selection2.focusNode) !== cell) return null;
    const row2 = gridOf(holder.id).getDisplayedRowAtIndex(Number(cell.closest("[row-index]").getAttribute("row-index")));
    const seconds = row2 && row2.data[cell.getAttribute("col-id")];
    return typeof seconds === "number" && selection2.toString().trim() === cell.textContent.trim() ? String(seconds) : null;
  }
  function copy4(event) {
    const selection2 = getSelection();
    if (!selection2.rangeCount || selection2.isCollapsed || around(event, "input, textarea")) return;
    const range = selection2.getRangeAt(0), selected6 = [...lengths()].filter(({ node }) => isWhole(range, node));
    const text = selected6.length ? textInSeconds(selection2, range, selected6) : secondsInGrid(selection2);
    if (text === null) return;
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  }
  function start53() {
    const stored3 = remembered(STORED2);
    if (Object.hasOwn(WRITERS, stored3 || "")) unit = stored3;
    document.addEventListener("change", (event) => {
      const { value } = event.target;
      if (around(event, "#units") && Object.hasOwn(WRITERS, value) && value !== unit) choose4(value);
    });
    document.addEventListener("mouseover", describeCell);
    document.addEventListener("copy", copy4);
    whenReady(() => {
      follow6();
      if (unit !== FIRST) writeAll();
    });
    window.dashAgGridFunctions = Object.assign(window.dashAgGridFunctions || {}, {
      qsLength: (seconds) => WRITERS[unit](seconds),
      qsAllUnits: (seconds) => typeof seconds === "number" ? inAllUnits(seconds) : null
    });
  }

  // layouts/frontend/forms/upload.js
  var upload_exports = {};
  __export(upload_exports, {
    inBytes: () => inBytes,
    start: () => start54
  });

  // layouts/frontend/forms/archive.js
  var BLOCK = 512;
  var RECORD = 20 * BLOCK;
  var LONGEST5 = 90;
  var plain2 = (name) => [...name].map((c) => /^[ -~]$/.test(c) && c !== "/" && c !== "\\" ? c : "_").join("").slice(-LONGEST5);
  var byCode = (a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
  var together = (files) => `${[...files].sort(byCode)[0].name} and ${files.length - 1} more.tar`;
  function head(name, size) {
    const bytes = new Uint8Array(BLOCK);
    const put4 = (text, at3) => {
      for (let i = 0; i < text.length; i++) bytes[at3 + i] = text.charCodeAt(i);
    };
    put4(plain2(name), 0);
    for (const [at3, value] of [
      [100, "0000644"],
      [108, "0000000"],
      [116, "0000000"],
      [124, size.toString(8).padStart(11, "0")],
      [136, "00000000000"],
      [148, "        "],
      [156, "0"],
      [257, "ustar"],
      [263, "00"]
    ]) put4(value, at3);
    put4(`${bytes.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\0 `, 148);
    return bytes;
  }
  function archive(files) {
    const parts3 = [];
    let size = 0;
    for (const file of [...files].sort(byCode)) {
      const rest2 = new Uint8Array((BLOCK - file.size % BLOCK) % BLOCK);
      parts3.push(head(file.name, file.size), file, rest2);
      size += BLOCK + file.size + rest2.length;
    }
    const end7 = 2 * BLOCK + (RECORD - (size + 2 * BLOCK) % RECORD) % RECORD;
    return new Blob([...parts3, new Uint8Array(end7)]);
  }

  // layouts/frontend/forms/slurm_files.js
  var LONGEST6 = 2e6;
  var HEAD2 = 65536;
  var place6 = () => document.getElementById("slurm-files-place");
  function fieldOf2(text) {
    const lines2 = text.replace(/^\uFEFF/, "").split(/\r?\n/).map((line2) => line2.trim()).filter((line2) => line2 && !line2.startsWith("#"));
    const first2 = (lines2[0] || "").toLowerCase();
    if (first2.includes("|")) {
      const names = first2.split("|").map((name) => name.trim());
      if (names.includes("rawshares")) return 1;
      if (names.includes("jobidraw") && names[names.length - 1] === "submitline" && !names.includes("start")) return 4;
      return names[0] === "name" && names.includes("priority") ? 2 : -1;
    }
    if (/^(cluster|parent|account|user)\s*-\s*'/.test(first2)) return 1;
    if (first2.startsWith("reservationname=") || first2.startsWith("no reservations in the system")) return 3;
    return lines2.some((line2) => /^(clustername|slurmctldhost|nodename|partitionname|schedulertype|prioritytype)=/i.test(line2)) ? 0 : -1;
  }
  async function withoutTexts(files) {
    const here = place6(), left = [];
    if (!here) return files;
    const fields = here.dataset.texts.split(",");
    for (const file of files) {
      const field2 = fieldOf2(await file.slice(0, HEAD2).text());
      if (field2 < 0 || file.size > LONGEST6) left.push(file);
      else set(fields[field2], { value: await file.text() });
    }
    return left;
  }
  function furnishTexts(take3) {
    const here = place6();
    if (!here || here.firstChild) return;
    const input = Object.assign(document.createElement("input"), { type: "file", multiple: true });
    input.setAttribute("aria-label", "Files: slurm.conf, the tree of accounts, QOS, reservations, jobs, the log");
    input.addEventListener("change", () => {
      take3([...input.files]);
      input.value = "";
    });
    here.appendChild(input);
  }

  // layouts/frontend/forms/upload.js
  var running = null;
  var depth = 0;
  var show13 = (text) => set("upload-state", { children: text });
  var inBytes = (bytes) => bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  function send6(files, taker = takerOf()) {
    if (!files.length) return;
    const empty = files.find((one) => one.size === 0);
    if (files.length > 1 && empty) {
      show13(`${empty.name} is empty; leave it out and drop the others again.`);
      return;
    }
    const file = files.length === 1 ? files[0] : Object.assign(archive(files), { name: together(files) });
    const veil = document.getElementById("drop-veil"), most2 = Number(veil && veil.dataset.most) || Infinity;
    if (file.size > most2) {
      show13(`${file.name} has ${inBytes(file.size)}; the limit is ${inBytes(most2)}. Compress it or cut it first.`);
      return;
    }
    if (file.size === 0) {
      show13(`${file.name} is empty; choose a log.`);
      return;
    }
    if (running) running.abort();
    const request = running = new XMLHttpRequest();
    request.open("POST", `${prefix()}upload`);
    request.setRequestHeader("X-Requested-With", "fetch");
    request.setRequestHeader("X-File-Name", encodeURIComponent(file.name));
    const numbers = document.getElementById("numbers-only");
    if (numbers && numbers.checked) request.setRequestHeader("X-Numbers", "yes");
    request.upload.onprogress = ({ lengthComputable, loaded: loaded2, total }) => {
      if (lengthComputable) show13(`Sending ${file.name}: ${Math.round(100 * loaded2 / total)} % of ${inBytes(total)}`);
    };
    request.onload = () => finish(request, file.name, taker);
    request.onerror = () => show13(`The connection broke while sending ${file.name}; is the server still running? Drop the file again.`);
    request.onloadend = () => {
      if (running === request) running = null;
    };
    show13(`Sending ${file.name} …`);
    request.send(file);
  }
  var takerOf = () => isThere("slurm-files-place") ? "slurm-uploaded" : "uploaded";
  function finish({ status, responseText }, name, taker) {
    let answer2 = {};
    try {
      answer2 = JSON.parse(responseText);
    } catch {
      answer2 = {};
    }
    if (status === 200) {
      show13(`${name} has arrived; reading it.`);
      set(taker, { data: { ...answer2, at: Date.now() } });
    } else show13(answer2.message || `The server answered ${status} to ${name}; try again.`);
  }
  var carriesFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  function showVeil(shown3) {
    const veil = document.getElementById("drop-veil");
    if (veil) veil.hidden = !shown3;
  }
  function drop(event) {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth = 0;
    showVeil(false);
    withoutTexts([...event.dataTransfer.files]).then((files) => send6(files));
  }
  function furnish4(name, id, taker) {
    const place7 = document.getElementById(name);
    if (!place7 || place7.firstChild) return;
    const input = Object.assign(document.createElement("input"), { type: "file", id, accept: place7.dataset.accept, multiple: "many" in place7.dataset });
    input.addEventListener("change", () => {
      send6([...input.files], taker);
      input.value = "";
    });
    place7.appendChild(input);
  }
  function start54() {
    window.addEventListener("dragenter", (event) => {
      if (carriesFiles(event)) {
        event.preventDefault();
        depth += 1;
        showVeil(true);
      }
    });
    window.addEventListener("dragover", (event) => {
      if (carriesFiles(event)) event.preventDefault();
    });
    window.addEventListener("dragleave", (event) => {
      if (carriesFiles(event) && --depth <= 0) {
        depth = 0;
        showVeil(false);
      }
    });
    window.addEventListener("drop", drop);
    onChange(() => furnish4("file-place", "file"));
    onChange(() => furnish4("schedule-place", "schedule-file", "schedule-sent"));
    onChange(() => furnishTexts((files) => withoutTexts(files).then((left) => send6(left))));
  }

  // layouts/frontend/main.js
  patchStores();
  patchPlotly();
  patchGrid();
  start12();
  start46();
  fetchPlotly();
  start();
  start50();
  start33();
  start5(() => {
    retick();
    retickMinimaps();
  });
  start3();
  start6(adoptMinimap);
  for (const subject of [pictures_exports, range_exports, ruler_exports, minimap_exports, picking_exports, cursor_exports, steering_exports, mouse_exports, hover_exports]) subject.start();
  for (const subject of [
    point_clicks_exports,
    jobs_exports,
    chart_labels_exports,
    brushing_exports,
    filtering_exports,
    views_exports,
    tabs_exports,
    choice_lists_exports,
    popups_exports,
    units_exports,
    fields_exports,
    upload_exports,
    slurm_result_exports,
    runs_exports,
    search_exports,
    reading_place_exports,
    menu_exports,
    jobs_exports2,
    open_work_exports,
    address_exports,
    tour_exports,
    player_exports,
    order_exports,
    draw_exports,
    steps_exports,
    student_exports,
    teacher_exports,
    rehearsal_exports,
    showing_exports,
    following_exports,
    page_exports,
    keyboard_exports,
    present_exports,
    slides_exports
  ]) subject.start();
  start22({ show: show6, setFollowing });
  window.queuescope = {
    internals: internals_exports,
    gantts,
    stateOf,
    selection,
    outline,
    range: selectedRange,
    window: shownWindow,
    show: show2,
    bring: bring2,
    drawAll: drawAll2,
    drawings: { charts: chartsOf, svg: drawSvg },
    hand: { answer: answerNow },
    isAsking
  };
})();
