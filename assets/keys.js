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
  window.dash_clientside.queuescope = {
    scheme: () => { const now = scheme(); if (now === shown) return no(); shown = now; return now; },
    open: clicks => clicks ? true : no(),
    arrive: () => {
      setTimeout(remember, 0);
      if (location.pathname === '/workload' && location.hash === '#samples') setTimeout(() => { if (there('source-kind')) set('source-kind', {value: 'samples'}); }, 0);
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
        chart.show({t0: asked.t0, t1: asked.t1, p0: now[2], p1: now[3]});
        chart.outline(asked.job);
        keepInView();
      }
      return {job: asked.job, at: Date.now()};
    },
    close: clicks => { if (!clicks) return no(); const chart = window.queuescope; if (chart && chart.outline) chart.outline(null); return {job: null, at: Date.now()}; },
    zoomIn: clicks => { if (clicks) window.queuescope.zoom(2); return no(); },
    zoomOut: clicks => { if (clicks) window.queuescope.zoom(0.5); return no(); },
    earlier: clicks => { if (clicks) window.queuescope.pan(-0.25); return no(); },
    later: clicks => { if (clicks) window.queuescope.pan(0.25); return no(); },
    fit: clicks => { if (clicks) window.queuescope.fit(); return no(); },
    arriveAt: last => {
      const asked = new URLSearchParams(location.search).get('step');
      return /^[0-9]{1,4}$/.test(asked || '') ? Math.min(Number(asked), last) : no();
    },
    stepped: (step, last) => {
      if (location.pathname !== '/' || typeof step !== 'number') return no();
      const url = new URL(location.href);
      if (step === last) url.searchParams.delete('step'); else url.searchParams.set('step', String(step));
      if (url.href !== location.href) history.replaceState(history.state, '', url.pathname + url.search);
      return no();
    },
    mode: (value, before) => value && value !== before ? value : no(),
    address: (view, job, mode, plan) => {
      if (mode && there('mode-choice')) set('mode-choice', {value: mode});
      const url = new URL(location.href);
      for (const name of ['t0', 't1', 'p0', 'p1', 'c0', 'c1']) {
        const value = view && typeof view[name] === 'number' ? view[name] : null;
        if (value === null) url.searchParams.delete(name); else url.searchParams.set(name, String(+value.toPrecision(10)));
      }
      if (mode && mode !== 'stacked') url.searchParams.set('mode', mode); else url.searchParams.delete('mode');
      if (typeof plan === 'number') url.searchParams.set('plan', String(plan)); else url.searchParams.delete('plan');
      if (typeof job === 'number') url.searchParams.set('job', String(job)); else url.searchParams.delete('job');
      const address = url.pathname + url.search.replace(/%2C/g, ',');
      if (address !== location.pathname + location.search) history.replaceState(history.state, '', address);
      remember();
      return no();
    },
  };

  // The facts of a job appear after the charts have moved and may push them: the charts are brought back once.
  function keepInView() {
    const figure = () => { const chart = document.querySelector('.qs-gantt'); return chart && chart.closest('figure'); };
    const scroll = () => { const seen = figure(); if (seen) seen.scrollIntoView({block: 'start'}); };
    scroll();
    const facts = document.getElementById('facts');
    if (!facts) return;
    const watch = new MutationObserver(() => { watch.disconnect(); requestAnimationFrame(scroll); });
    watch.observe(facts, {childList: true});
    setTimeout(() => watch.disconnect(), 3000);
  }

  // Workload and Compare lead back to what was open there last: in this tab, else in any.
  const kept = path => {
    const name = 'queuescope ' + path;
    try { return sessionStorage.getItem(name) || localStorage.getItem(name); } catch (e) { return null; }
  };
  const full = path => path !== '/compare' || new URLSearchParams(location.search).has('runs');
  function remember() {
    if (!location.search || !['/workload', '/compare'].includes(location.pathname) || !full(location.pathname)) return;
    const name = 'queuescope ' + location.pathname;
    try { sessionStorage.setItem(name, location.search); localStorage.setItem(name, location.search); } catch (e) { return; }
  }
  // Compare without runs so far is told which workload is open, so that it can offer to simulate it.
  function search(path) {
    if (kept(path) || path !== '/compare') return kept(path) || '';
    const open = /[?&]w=([0-9a-f]{8,64})/.exec(kept('/workload') || '');
    return open ? `?w=${open[1]}` : '';
  }
  document.addEventListener('click', e => {
    const link = e.target.closest && e.target.closest('a.qs-link');
    if (link) remember();
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
    const path = new URL(link.href).pathname;
    if (path === location.pathname || !search(path)) return;
    e.preventDefault();
    e.stopPropagation();
    go(path);
  }, true);

  new MutationObserver(() => {
    const now = scheme();
    if (shown !== null && now !== shown) { shown = now; set('scheme', {data: now}); }
  }).observe(document.documentElement, {attributes: true, attributeFilter: ['data-mantine-color-scheme']});

  const click = id => { const element = document.getElementById(id); if (element) element.click(); return element !== null; };
  const go = path => { remember(); set('url', {href: path + (path === location.pathname ? '' : search(path))}); return true; };
  const buttons = kind => Array.from(document.querySelectorAll('button[id]')).filter(b => b.id.includes(`"type":"${kind}"`));
  const typing = target => target.closest && target.closest('input, textarea, select, [contenteditable=true], [role=slider], [role=listbox], [role=combobox]');
  const places = {KeyH: '/', KeyW: '/workload', KeyC: '/compare', KeyL: '/lessons', KeyP: '/papers'};
  let going = 0;

  async function copyLink() {
    try { await navigator.clipboard.writeText(location.href); tell('The link of this view is copied.', 4000); }
    catch (e) { tell(`Copy this link: ${location.href}`, 20000); }
  }
  // Fixed in the window, so it is seen wherever one has scrolled; there before it speaks, so it is read out.
  let toast = null, fading = 0;
  function ready() {
    toast = document.createElement('div');
    toast.className = 'qs-toast';
    toast.setAttribute('role', 'status');
    toast.setAttribute('aria-live', 'polite');
    document.body.appendChild(toast);
  }
  if (document.body) ready(); else document.addEventListener('DOMContentLoaded', ready);
  function tell(text, ms) {
    clearTimeout(fading);
    toast.textContent = text;
    fading = setTimeout(() => { toast.textContent = ''; }, ms);
  }
  document.addEventListener('click', e => { if (e.target.closest && e.target.closest('#copy-link')) copyLink(); });

  function step(by) {
    if (there('home-step')) return click(by < 0 ? 'home-back' : 'home-next');
    if (!there('zoom-in')) return false;
    const job = new URLSearchParams(location.search).get('job');
    const next = job === null ? 0 : Math.max(0, Number(job) + by);
    set('picked', {data: {job: next, at: Date.now()}});
    window.queuescope.outline(next);
    return true;
  }
  function nextMode() {
    const choices = Array.from(document.querySelectorAll('#mode-choice input[type=radio]')), now = choices.findIndex(choice => choice.checked);
    if (choices.length < 2 || !choices[0].offsetParent) return false;
    choices[(now + 1) % choices.length].click();
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
      KeyM: nextMode,
      Comma: () => there('gantts') && window.queuescope.stepCampaign(-1),
      Period: () => there('gantts') && window.queuescope.stepCampaign(1),
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
