/* The menu "Save" of every figure, and what can be copied or sent along at the end of Compare.

What this expects of the page
- A button .qs-save in a <figure> (layouts/frame/controls.py spoken); its table, if it has one, carries the whole of it as
  gzipped CSV in base64, data-csv of .qs-twin.
- [data-copy]: a button that copies the text of the <pre> beside it, or the address for "link".
- .qs-take: links to downloads; [data-users] a box that asks for users by their numbers; [data-bundle] a button that
  sends the figures of the page along.
Nothing is drawn before it is asked for; the charts on the page are not touched (export_look.js, export_figure.js).
*/
(() => {
  'use strict';
  const KINDS = ['svg', 'png', 'pdf'], SAID = 6000;
  const q = () => window.queuescope;
  let open = null;                          // {button, menu}

  // ---- saying what happened -----------------------------------------------------------------------------------------
  let voice = null, fading = 0;
  function say(text, lasting = SAID) {
    if (!voice) {
      voice = document.createElement('div');
      voice.className = 'qs-toast qs-saved';
      voice.setAttribute('role', 'status');
      document.body.appendChild(voice);
    }
    clearTimeout(fading);
    requestAnimationFrame(() => { voice.textContent = text; });
    if (lasting) fading = setTimeout(() => { voice.textContent = ''; }, lasting);
  }
  async function copyText(text, what) {
    try { await navigator.clipboard.writeText(text); say(`${what} copied.`); }
    catch (error) { say(`Copy this: ${text}`, 30000); }
  }
  function save(blob, name) {
    const link = Object.assign(document.createElement('a'), {href: URL.createObjectURL(blob), download: name});
    document.body.appendChild(link).click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    say(`Saved ${name}, ${blob.size < 1e6 ? `${Math.ceil(blob.size / 1e3)} kB` : `${(blob.size / 1e6).toFixed(1)} MB`}.`);
  }

  // ---- what the entries do --------------------------------------------------------------------------------------------
  const named = figure => {
    const heading = figure.querySelector('figcaption h3');
    const plain = ((heading && heading.id.replace(/^figure-/, '')) || (heading && heading.textContent) || 'figure').toLowerCase();
    return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'figure';
  };
  async function figure(of, size, kind) {
    say('Drawing the figure …', 0);
    const drawing = await q().drawings.svg(of, size);
    const blob = kind === 'svg' ? new Blob([drawing.svg], {type: 'image/svg+xml'}) : await q().drawings[kind](drawing);
    save(blob, `${named(of)}-${size}.${kind}`);
  }
  const part = held => held.dataset.part || '';        // of a table that is not sent as a whole: what the file holds
  async function table(of) {
    const held = of.querySelector('.qs-twin[data-csv]');
    const bytes = Uint8Array.from(atob(held.dataset.csv), sign => sign.charCodeAt(0));
    const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
    save(new Blob([text], {type: 'text/csv'}), `${named(of)}${part(held) ? '-first-rows' : ''}.csv`);
  }
  const commanded = () => ['/compare', '/workload'].includes(location.pathname) || document.getElementById('paper-command');
  async function command() {
    const paper = document.getElementById('paper-command');
    if (paper && location.pathname === '/papers') { await copyText(paper.textContent.trim(), 'The command is'); return; }
    const answer = await fetch(`/export/command.txt${location.search}`), text = (await answer.text()).trim();
    if (answer.ok) await copyText(text, 'The command is'); else say(text.slice(0, 300), 12000);
  }

  // ---- the menu: rows of sizes, columns of kinds --------------------------------------------------------------------
  const element = (tag, attributes, ...children) => {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  function entry(text, label, work) {
    const made = element('button', {type: 'button', role: 'menuitem', tabindex: '-1', 'aria-label': label}, text);
    made.addEventListener('click', () => {
      close(true);
      work().catch(error => say(`Not saved: ${error.message || error}`, 12000));
    });
    return made;
  }
  function menuOf(of) {
    const rows = [];
    if (q().drawings.charts(of).length) {
      for (const [size, {words}] of Object.entries(q().paper.SIZES)) {
        rows.push(element('div', {role: 'group', 'aria-label': words}, element('span', {'aria-hidden': 'true'}, words),
          ...KINDS.map(kind => entry(kind.toUpperCase(), `${kind.toUpperCase()}: ${words}`, () => figure(of, size, kind)))));
      }
    }
    const more = element('div', {role: 'group', 'aria-label': 'Data'}, element('span', {'aria-hidden': 'true'}, 'Data'));
    const held = of.querySelector('.qs-twin[data-csv]');
    const [text, label] = held && part(held) ? ['CSV: first rows', `CSV: first rows, ${part(held)}`] : ['CSV', 'CSV: the table of this figure'];
    if (held) more.append(entry(text, label, () => table(of)));
    if (commanded()) more.append(entry('Copy command', 'Copy the command that makes this again', command));
    if (more.children.length > 1) rows.push(more);
    return element('div', {role: 'menu', class: 'qs-save-menu', 'aria-label': 'Save this figure'}, ...rows);
  }
  function show(button) {
    const of = button.closest('figure');
    close(false);
    const menu = menuOf(of);
    button.after(menu);
    button.setAttribute('aria-expanded', 'true');
    open = {button, menu};
    const first = menu.querySelector('[role=menuitem]');
    if (first) first.focus(); else { close(true); say('There is nothing to save in this figure.'); }
  }
  function close(back) {
    if (!open) return;
    const {button, menu} = open;
    open = null;
    menu.remove();
    button.setAttribute('aria-expanded', 'false');
    if (back) button.focus();
  }
  function move(event) {
    const rows = [...open.menu.children].map(row => [...row.querySelectorAll('[role=menuitem]')]);
    const row = rows.findIndex(items => items.includes(document.activeElement)), at = row < 0 ? 0 : rows[row].indexOf(document.activeElement);
    const turn = (index, step, count) => (index + step + count) % count;
    const to = {
      ArrowDown: () => { const next = rows[turn(row, 1, rows.length)]; return next[Math.min(at, next.length - 1)]; },
      ArrowUp: () => { const next = rows[turn(row, -1, rows.length)]; return next[Math.min(at, next.length - 1)]; },
      ArrowRight: () => rows[row][turn(at, 1, rows[row].length)],
      ArrowLeft: () => rows[row][turn(at, -1, rows[row].length)],
      Home: () => rows[0][0],
      End: () => rows[rows.length - 1].at(-1),
    }[event.code];
    if (event.code === 'Escape') close(true);
    else if (event.code === 'Tab') { close(true); return; }
    else if (to && row >= 0) to().focus();
    else if (!['Enter', 'NumpadEnter', 'Space'].includes(event.code)) return;
    else { event.stopPropagation(); return; }
    event.preventDefault();
    event.stopPropagation();
  }
  document.addEventListener('keydown', event => { if (open && open.menu.contains(event.target)) move(event); }, true);
  document.addEventListener('pointerdown', event => {
    if (open && !open.menu.contains(event.target) && !open.button.contains(event.target)) close(false);
  }, true);

  // ---- the end of Compare -------------------------------------------------------------------------------------------
  const withUsers = () => { const box = document.querySelector('[data-users] input, input[data-users]'); return Boolean(box && box.checked); };
  const asked = address => {
    const url = new URL(address, location.href);
    if (withUsers()) url.searchParams.set('users', 'yes'); else url.searchParams.delete('users');
    if (url.pathname.endsWith('/bundle.zip')) url.searchParams.set('state', location.search);
    return url.pathname + url.search;
  };
  async function bundle(address) {
    await q().drawAll();
    const figures = {}, all = [...document.querySelectorAll('#page figure')].filter(of => q().drawings.charts(of).length);
    for (const [i, of] of all.entries()) {
      say(`Drawing figure ${i + 1} of ${all.length} …`, 0);
      figures[`${named(of)}.svg`] = (await q().drawings.svg(of, 'page')).svg;
    }
    say('Packing …', 0);
    const answer = await fetch(asked(address), {method: 'POST', body: JSON.stringify({figures}),
      headers: {'X-Requested-With': 'fetch', 'Content-Type': 'application/json'}});
    if (!answer.ok) throw new Error((await answer.text()).trim().slice(0, 300));
    const told = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') || '');
    save(await answer.blob(), told ? told[1] : 'bundle.zip');
  }
  document.addEventListener('click', event => {
    const on = selector => event.target.closest && event.target.closest(selector);
    const button = on('.qs-save'), link = on('a.qs-take'), copied = on('[data-copy]'), packed = on('[data-bundle]');
    if (button) { if (open && open.button === button) close(true); else show(button); }
    if (link) link.setAttribute('href', asked(link.getAttribute('href')));
    if (copied) {
      const held = copied.parentElement.querySelector('pre');
      if (copied.dataset.copy === 'link') copyText(location.href, 'The link of this view is');
      else if (held) copyText(held.textContent.trim(), 'The command is');
    }
    if (packed && packed.getAttribute('aria-busy') !== 'true') {
      packed.setAttribute('aria-busy', 'true');
      bundle(packed.dataset.bundle).catch(error => say(`Not saved: ${error.message || error}`, 12000))
        .finally(() => packed.removeAttribute('aria-busy'));
    }
  });
})();
