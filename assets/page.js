// What the browser does by itself: light and dark, the address of a view, focus after navigation, the buttons that move
// the charts, and the link to copy.  Offers window.queuescope.{go(path), copyLink(), look()}.
(() => {
  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const no = () => window.dash_clientside.no_update;
  const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light';
  const there = id => document.getElementById(id) !== null;

  window.dash_clientside = window.dash_clientside || {};
  let first = true;
  let shown = null, looks = {};
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
    address: (view, job, mode, plan, look, range, origin) => {
      if (mode && there('mode-choice')) set('mode-choice', {value: mode});
      const url = new URL(location.href);
      for (const name of ['t0', 't1', 'p0', 'p1', 'c0', 'c1']) {
        const value = view && typeof view[name] === 'number' ? view[name] : null;
        if (value === null) url.searchParams.delete(name); else url.searchParams.set(name, String(+value.toPrecision(10)));
      }
      if (mode && mode !== 'stacked') url.searchParams.set('mode', mode); else url.searchParams.delete('mode');
      if (typeof plan === 'number') url.searchParams.set('plan', String(plan)); else url.searchParams.delete('plan');
      const said = looks = look || {};
      if (window.queuescope.drawRange) window.queuescope.drawRange(range);
      for (const name of ['rows', 'color', 'beside', 'only']) {
        if (said[name]) url.searchParams.set(name, said[name]); else url.searchParams.delete(name);
      }
      if (said.shared === false) url.searchParams.set('shared', 'no'); else url.searchParams.delete('shared');
      for (const name of ['r0', 'r1', 'q0', 'q1']) {
        const value = range && typeof range[name] === 'number' ? range[name] : null;
        if (value === null) url.searchParams.delete(name); else url.searchParams.set(name, String(+value.toPrecision(10)));
      }
      if (typeof job === 'number') url.searchParams.set('job', String(job)); else url.searchParams.delete('job');
      for (const name of origin ? ['file', 'made', 'how'] : []) {     // not known yet: as the link has them
        if (origin[name]) url.searchParams.set(name, origin[name]); else url.searchParams.delete(name);
      }
      const address = url.pathname + url.search.replace(/%(2C|3A|40|7E)/g, decodeURIComponent);
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

  const go = path => { remember(); set('url', {href: path + (path === location.pathname ? '' : search(path))}); return true; };
  async function copyLink() {
    try { await navigator.clipboard.writeText(location.href); window.queuescope.notice('The link of this view is copied.', 4000); }
    catch (e) { window.queuescope.notice(`Copy this link: ${location.href}`, 20000); }
    return true;
  }
  document.addEventListener('click', e => { if (e.target.closest && e.target.closest('#copy-link')) copyLink(); });

  window.queuescope = Object.assign(window.queuescope || {}, {go, copyLink, look: () => looks});
})();
