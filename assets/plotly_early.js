/* On Compare plotly is fetched with the page.  Dash fetches it with the first chart, and gives up after 30 s: with the
   tables of six runs to build at the same moment a slow machine would miss that, and show no chart at all. */
(() => {
  const config = document.getElementById('_dash-config');
  if (!config || !location.pathname.endsWith('/compare')) return;
  const script = document.createElement('script');
  script.src = JSON.parse(config.textContent).requests_pathname_prefix
    + '_dash-component-suites/plotly/package_data/plotly.min.js';
  document.head.appendChild(script);
})();
