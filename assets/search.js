/* The search box of Compare: Enter asks, arrows choose from a list of searches and actions.

What this expects of the page (layouts.pages.compare.search.search_box)
- the input "search-box" (role combobox) and beside it the list "search-list" (role listbox, hidden at first), both in
  an element whose data-options is {searches: [{text, say}], actions: [{say, click: id} or {say, set: id, value}]}.
- dcc.Store "search-asked": takes {text, by: 1 | -1, at}; the server answers.
- the button "search-clear", which takes itself away; the box has the focus then.

Offered are the searches while the box is empty, the actions after ">" and where all words typed begin words of theirs.
An action is offered while its button or choice is there to be seen.
*/
(() => {
  'use strict';
  const BOX = 'search-box', LIST = 'search-list', MOST = 9;
  let offered = [], active = -1, writing = false;
  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const box = () => document.getElementById(BOX);
  const list = () => document.getElementById(LIST);
  const seen = id => { const one = document.getElementById(id); return Boolean(one && !one.disabled && (one.offsetParent || one.type === 'checkbox' && one.closest('div').offsetParent)); };

  function known() {
    const holder = box() && box().closest('[data-options]');
    try { return holder ? JSON.parse(holder.dataset.options) : {searches: [], actions: []}; }
    catch (e) { return {searches: [], actions: []}; }
  }
  function baselines() {
    return [...document.querySelectorAll('#states .qs-run button[id*=baseline]')]
      .map(button => ({say: button.getAttribute('aria-label'), press: button}));
  }
  const words = text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const fits = (typed, say) => typed.every(word => words(say).some(other => other.startsWith(word)));

  function options(text) {
    const {searches, actions} = known(), command = text.trimStart().startsWith('>'), typed = words(text);
    if (!command && !text.trim()) return searches;
    if (!command && /[0-9=<≤≥≠!]|.>/.test(text)) return [];         // a query by its look
    const all = [...actions, ...baselines()].filter(one => one.press || seen(one.click || one.set));
    const own = command ? [] : searches.filter(one => one.text.startsWith(text.trim().toLowerCase()));
    return [...own, ...all.filter(one => fits(typed, one.say))].slice(0, command ? 40 : MOST);
  }

  // ---- the list -----------------------------------------------------------------------------------------------------
  function offer(text) {
    offered = options(text);
    active = -1;
    list().replaceChildren(...offered.map((one, index) => {
      const item = document.createElement('li'), said = document.createElement('span');
      item.id = `search-option-${index}`;
      item.setAttribute('role', 'option');
      item.setAttribute('aria-selected', 'false');
      if (one.text) { const name = document.createElement('code'); name.textContent = one.text; item.append(name, ' '); }
      said.textContent = one.say;
      item.append(said);
      return item;
    }));
    open(offered.length > 0);
    if (offered.length && text.trim() && (text.trimStart().startsWith('>') || !offered[0].text)) go(0);
  }
  function open(shown) {
    const there = list();
    if (there) there.hidden = !shown;
    if (box()) box().setAttribute('aria-expanded', String(Boolean(shown)));
    if (!shown) go(-1);
  }
  const isOpen = () => Boolean(list() && !list().hidden);
  function go(index) {
    active = index;
    [...(list() ? list().children : [])].forEach((item, at) => {
      item.setAttribute('aria-selected', String(at === index));
      if (at === index) item.scrollIntoView({block: 'nearest'});
    });
    if (!box()) return;
    if (index < 0) box().removeAttribute('aria-activedescendant');
    else box().setAttribute('aria-activedescendant', `search-option-${index}`);
  }
  // What is typed is the input's own until it rests, so setting its property to what that was before would change nothing.
  function write(text) {
    writing = true;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box(), text);
    box().dispatchEvent(new Event('input', {bubbles: true}));
    writing = false;
    set(BOX, {value: text, error: null});
  }
  function choose(one) {
    open(false);
    write(one.text || '');
    if (one.text) { ask(one.text, 1); return; }
    if (one.press) one.press.click();
    else if (one.click) document.getElementById(one.click).click();
    else set(one.set, {value: one.value});
  }
  function typed(input) {
    if (input.getAttribute('aria-invalid') === 'true') set(BOX, {error: null});
    offer(input.value);
  }
  const ask = (text, by) => set('search-asked', {data: {text, by, at: Date.now()}});

  // ---- what people do -----------------------------------------------------------------------------------------------
  const acts = {
    ArrowDown: () => { if (!isOpen()) offer(box().value); else if (offered.length) go((active + 1) % offered.length); },
    ArrowUp: () => { if (!isOpen()) offer(box().value); else if (offered.length) go(active > 0 ? active - 1 : offered.length - 1); },
    Enter: event => {
      if (isOpen() && active >= 0) { choose(offered[active]); return; }
      open(false);
      ask(box().value, event.shiftKey ? -1 : 1);
    },
    Escape: () => {
      if (isOpen()) open(false);
      else if (box().value) write('');
      else box().blur();
    },
  };
  const mine = event => event.target && event.target.id === BOX;
  document.addEventListener('keydown', event => {
    if (!mine(event) || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key](event);
  }, true);
  document.addEventListener('input', event => { if (mine(event) && !writing) typed(event.target); });
  document.addEventListener('focusin', event => { if (mine(event) && !event.target.value) offer(''); });
  document.addEventListener('focusout', event => { if (mine(event)) open(false); });
  document.addEventListener('pointerdown', event => {
    const item = event.target.closest && event.target.closest(`#${LIST} > li`);
    if (item) event.preventDefault();                                // the box keeps the focus
    else if (mine(event) && !isOpen() && !event.target.value) offer('');
  });
  document.addEventListener('click', event => {
    if (!event.target.closest) return;
    const item = event.target.closest(`#${LIST} > li`);
    if (item) choose(offered[[...list().children].indexOf(item)]);
    else if (event.target.closest('#search-clear') && box()) box().focus();
  });
})();
