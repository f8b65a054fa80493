/* A page for tests of scripts without a browser: elements with attributes, children and listeners.  Nothing is laid out, and
no change is observed: a test sets `box` where a script reads places. */
const SIMPLE = /:not\(([^)]*)\)|:([a-z]+)|\[([\w-]+)(?:=["']?([^\]"']*)["']?)?\]|#([\w-]+)|\.([\w-]+)|^[a-z]\w*/g;
const NOWHERE = {left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0};

// ---- selectors ----------------------------------------------------------------------------------------------------
const camel = name => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
function ancestorsOf(node) {
  const list = [];
  for (let one = node.parentElement; one; one = one.parentElement) list.push(one);
  return list;
}
function isSimple(node, [text, not, state, attribute, value, id, name], scope) {
  if (not) return !isMatch(node, not, scope);
  if (state) return {scope: node === scope, empty: !node.childNodes.length, checked: node.checked === true}[state];
  if (attribute) return node.hasAttribute(attribute) && (value === undefined || node.getAttribute(attribute) === value);
  if (id) return node.id === id;
  return name ? node.classList.contains(name) : node.tagName === text.toUpperCase();
}
const isCompound = (node, compound, scope) => [...compound.matchAll(SIMPLE)].every(simple => isSimple(node, simple, scope));
function isPath(node, steps, scope) {
  const before = steps.slice(0, -1);
  if (!isCompound(node, steps.at(-1), scope)) return false;
  if (!before.length) return true;
  if (before.at(-1) !== '>') return ancestorsOf(node).some(one => isPath(one, before, scope));
  return node.parentElement !== null && isPath(node.parentElement, before.slice(0, -1), scope);
}
const isMatch = (node, selector, scope) => selector.split(',').some(path => isPath(node, path.trim().split(/\s+/), scope));

// ---- elements and events ------------------------------------------------------------------------------------------
class FakeTarget {
  constructor() { this.listeners = []; }
  addEventListener(type, listener, options) { this.listeners.push({type, listener, isCapture: options === true || Boolean(options && options.capture)}); }
  removeEventListener(type, listener) { this.listeners = this.listeners.filter(one => one.type !== type || one.listener !== listener); }
}
class FakeElement extends FakeTarget {
  constructor(tag) {
    super();
    Object.assign(this, {tagName: tag.toUpperCase(), nodeType: 1, childNodes: [], parentElement: null, attributes: new Map(), dataset: {},
      style: {setProperty() {}}, className: '', id: '', box: NOWHERE});
    this.classList = {contains: name => this.className.split(' ').includes(name),
      add: name => this.classList.toggle(name, true), remove: name => this.classList.toggle(name, false),
      toggle: (name, wanted) => { this.className = [...this.className.split(' ').filter(one => one && one !== name), ...(wanted ? [name] : [])].join(' '); }};
  }
  get children() { return this.childNodes.filter(node => node.nodeType === 1); }
  get firstChild() { return this.childNodes[0] || null; }
  get isConnected() { return globalThis.document.contains(this); }
  get clientWidth() { return this.box.width; }
  get offsetWidth() { return this.box.width; }
  get offsetHeight() { return this.box.height; }
  get textContent() { return this.childNodes.map(node => (node.nodeType === 1 ? node.textContent : node.data)).join(''); }
  set textContent(text) { this.replaceChildren(...(text === '' ? [] : [text])); }
  append(...nodes) {
    for (const node of nodes) {
      if (node instanceof FakeElement) { node.remove(); node.parentElement = this; }
      this.childNodes.push(typeof node === 'string' ? {nodeType: 3, data: node} : node);
    }
  }
  appendChild(node) { this.append(node); return node; }
  replaceChildren(...nodes) { for (const child of this.children) child.remove(); this.childNodes = []; this.append(...nodes); }
  remove() {
    if (this.parentElement) this.parentElement.childNodes = this.parentElement.childNodes.filter(node => node !== this);
    this.parentElement = null;
  }
  contains(other) { return other === this || ancestorsOf(other).includes(this); }
  matches(selector) { return isMatch(this, selector, this); }
  closest(selector) { return [this, ...ancestorsOf(this)].find(one => isMatch(one, selector, this)) || null; }
  querySelectorAll(selector) { return this.children.flatMap(child => child.within(selector, this)); }
  within(selector, scope) { return [...(isMatch(this, selector, scope) ? [this] : []), ...this.children.flatMap(child => child.within(selector, scope))]; }
  querySelector(selector) { return this.querySelectorAll(selector)[0] || null; }
  setAttribute(name, value) {
    if (name.startsWith('data-')) this.dataset[camel(name.slice(5))] = String(value);
    else if (name === 'class') this.className = String(value);
    else this.attributes.set(name, String(value));
  }
  getAttribute(name) {
    const value = name.startsWith('data-') ? this.dataset[camel(name.slice(5))] : this.attributes.get(name) ?? this[name];
    return value === undefined || value === false ? null : String(value);
  }
  hasAttribute(name) { return this.getAttribute(name) !== null; }
  getBoundingClientRect() { return this.box; }
  getClientRects() { return [this.box]; }
  focus() { globalThis.document.activeElement = this; }
  click() { fire(this, 'click'); }
}
/* An event at an element, and whoever listens around it hears it, in the order of a browser. */
export function fire(target, type, values = {}) {
  const path = [target, ...ancestorsOf(target), globalThis.document, globalThis.window];
  const event = {type, target, isStopped: false, defaultPrevented: false, timeStamp: 0,
    preventDefault() { this.defaultPrevented = true; }, stopPropagation() { this.isStopped = true; }, ...values};
  const hear = (one, isCapture) => one.listeners.filter(each => each.type === type && each.isCapture === isCapture).forEach(each => each.listener(event));
  for (const one of [...path].reverse()) if (!event.isStopped) hear(one, true);
  for (const one of path) if (!event.isStopped) hear(one, false);
  return event;
}

// Until what is promised by now has come.
export const settled = () => new Promise(done => { setImmediate(done); });
/* An element with properties, and data as its dataset, in the page where `home` is given. */
export function element(tag, {data = {}, home = null, ...props} = {}, ...children) {
  const fresh = Object.assign(new FakeElement(tag), props);
  Object.assign(fresh.dataset, data);
  fresh.append(...children);
  if (home) home.append(fresh);
  return fresh;
}
/* Begins a page at an address of this server; fetch(address, options) answers its requests.  Returns {document, body, updates}; updates:
   [id, properties] of each time that a component is set. */
export function newPage({address = '/', fetch = async () => new Response('{}')} = {}) {
  const root = element('html'), body = element('body', {home: root}), updates = [];
  const page = Object.assign(new FakeTarget(), {documentElement: root, body, activeElement: body, title: '',
    createElement: tag => new FakeElement(tag), createElementNS: (space, tag) => new FakeElement(tag), createTextNode: data => ({nodeType: 3, data}),
    getElementById: id => root.querySelector(`#${id}`), elementsFromPoint: () => [], contains: other => root.contains(other),
    querySelector: selector => root.querySelector(selector), querySelectorAll: selector => root.querySelectorAll(selector)});
  const location = new URL(address, 'http://127.0.0.1/');
  const window = Object.assign(new FakeTarget(), {location, fetch, innerWidth: 1280, innerHeight: 800,
    dash_clientside: {no_update: 'no update', set_props: (id, props) => updates.push([id, props])}});
  const observer = class { observe() {} disconnect() {} };
  Object.assign(globalThis, {document: page, window, location, HTMLElement: FakeElement, Node: {TEXT_NODE: 3}, MutationObserver: observer,
    ResizeObserver: observer, requestAnimationFrame: work => setTimeout(work), cancelAnimationFrame: clearTimeout, innerHeight: 800,
    scrollBy() {}, getComputedStyle: ({style}) => style, history: {state: null, replaceState() {}}});
  globalThis.navigator ??= {};
  return {document: page, body, updates};
}
