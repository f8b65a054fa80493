// What the browser does by itself: light and dark, the address of a view, focus after navigation, and the keys.
// Keys are read by their place on the keyboard (event.code), so they work on every layout; never while typing.
(() => {
  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const no = () => window.dash_clientside.no_update;
  const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light';
  const there = id => document.getElementById(id) !== null;

  window.dash_clientside = window.dash_clientside || {};
  let first = true;
  let shown = null;
  let zoomed = false;      // whether "next difference" has chosen a width already
  window.dash_clientside.queuescope = {
    scheme: () => { const now = scheme(); if (now === shown) return no(); shown = now; return now; },
    open: clicks => clicks ? true : no(),
    arrive: () => {
      setTimeout(remember, 0);
      setTimeout(() => {
        const heading = document.querySelector('#page h1');
        const title = heading ? heading.textContent : '';
        document.title = location.pathname === '/' || !title ? 'Queuescope' : `${title} · Queuescope`;
        if (!first) { window.scrollTo(0, 0); const page = document.getElementById('page'); if (page) page.focus({preventScroll: true}); }
        first = false;
      }, 0);
      return no();
    },
    workload: key => {
      if (key && location.pathname === '/workload') { history.replaceState(history.state, '', `/workload?w=${key}`); remember(); }
      return no();
    },
    goto: asked => {
      if (!asked) return no();
      const chart = window.queuescope, now = chart && chart.window && chart.window();
      if (now) {
        const span = zoomed ? now[1] - now[0] : (now[1] - now[0]) / 20;
        zoomed = true;
        chart.show({t0: asked.time - span / 2, t1: asked.time + span / 2, p0: now[2], p1: now[3]});
        chart.outline(asked.job);
      }
      return {job: asked.job, at: Date.now()};
    },
    close: clicks => { if (!clicks) return no(); const chart = window.queuescope; if (chart && chart.outline) chart.outline(null); return {job: null, at: Date.now()}; },
    zoomIn: clicks => { if (clicks) window.queuescope.zoom(2); return no(); },
    zoomOut: clicks => { if (clicks) window.queuescope.zoom(0.5); return no(); },
    earlier: clicks => { if (clicks) window.queuescope.pan(-0.25); return no(); },
    later: clicks => { if (clicks) window.queuescope.pan(0.25); return no(); },
    fit: clicks => { if (clicks) { zoomed = false; window.queuescope.fit(); } return no(); },
    address: (view, job) => {
      const url = new URL(location.href);
      for (const name of ['t0', 't1', 'p0', 'p1']) {
        const value = view && typeof view[name] === 'number' ? view[name] : null;
        if (value === null) url.searchParams.delete(name); else url.searchParams.set(name, String(+value.toPrecision(10)));
      }
      if (typeof job === 'number') url.searchParams.set('job', String(job)); else url.searchParams.delete('job');
      const address = url.pathname + url.search.replace(/%2C/g, ',');
      if (address !== location.pathname + location.search) history.replaceState(history.state, '', address);
      remember();
      return no();
    },
  };

  // Workload and Compare lead back to what was open there last, in this tab.
  const kept = path => { try { return sessionStorage.getItem('queuescope ' + path); } catch (e) { return null; } };
  function remember() {
    if (!location.search || !['/workload', '/compare'].includes(location.pathname)) return;
    try { sessionStorage.setItem('queuescope ' + location.pathname, location.search); } catch (e) { return; }
  }
  document.addEventListener('click', e => {
    const link = e.target.closest && e.target.closest('a.qs-link');
    if (link) remember();
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
    const path = new URL(link.href).pathname;
    if (path === location.pathname || !kept(path)) return;
    e.preventDefault();
    e.stopPropagation();
    go(path);
  }, true);

  new MutationObserver(() => {
    const now = scheme();
    if (shown !== null && now !== shown) { shown = now; set('scheme', {data: now}); }
  }).observe(document.documentElement, {attributes: true, attributeFilter: ['data-mantine-color-scheme']});

  const click = id => { const element = document.getElementById(id); if (element) element.click(); return element !== null; };
  const go = path => { remember(); set('url', {href: path + (path === location.pathname ? '' : kept(path) || '')}); return true; };
  const buttons = kind => Array.from(document.querySelectorAll('button[id]')).filter(b => b.id.includes(`"type":"${kind}"`));
  const typing = target => target.closest && target.closest('input, textarea, select, [contenteditable=true], [role=slider], [role=listbox], [role=combobox]');
  const places = {KeyH: '/', KeyW: '/workload', KeyC: '/compare', KeyL: '/lessons', KeyP: '/papers'};
  let going = 0;

  async function copyLink() {
    try { await navigator.clipboard.writeText(location.href); set('upload-state', {children: 'The link of this view is copied.'}); }
    catch (e) { set('upload-state', {children: `Copy this link: ${location.href}`}); }
    setTimeout(() => set('upload-state', {children: ''}), 4000);
  }

  function step(by) {
    if (there('home-step')) return click(by < 0 ? 'home-back' : 'home-next');
    if (!there('zoom-in')) return false;
    const job = new URLSearchParams(location.search).get('job');
    const next = job === null ? 0 : Math.max(0, Number(job) + by);
    set('picked', {data: {job: next, at: Date.now()}});
    window.queuescope.outline(next);
    return true;
  }
  function leave() {
    const close = document.getElementById('facts-close');
    if (close) close.click();
    return Boolean(close);
  }

  document.addEventListener('keydown', e => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || typing(e.target)) return;
    if (e.key === '?') { set('keys-dialog', {opened: true}); e.preventDefault(); return; }
    if (document.querySelector('[role=dialog]')) return;
    if (Date.now() - going < 1200 && places[e.code]) { going = 0; go(places[e.code]); e.preventDefault(); return; }
    const acts = {
      KeyG: () => { going = Date.now(); return true; },
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      KeyV: () => click('home-divergence') || click('next-divergence'),
      KeyW: () => click('zoom-in'),
      KeyS: () => click('zoom-out'),
      KeyA: () => click('earlier'),
      KeyD: () => click('later'),
      Digit0: () => click('fit'),
      Escape: leave,
      KeyL: () => { copyLink(); return true; },
    };
    const number = /^Digit([1-4])$/.exec(e.code);
    if (number) acts[e.code] = () => {
      const cards = document.querySelectorAll('#states .qs-run');
      const button = cards[number[1] - 1] && Array.from(cards[number[1] - 1].querySelectorAll('button')).find(b => b.id.includes('"type":"baseline"'));
      if (button) button.click();
      return Boolean(button || buttons('baseline').length);
    };
    if (acts[e.code] && acts[e.code]()) e.preventDefault();
  });
})();
