// The address of the divisible load shown on the Lessons page, so that a link or a reload brings it back.
(() => {
  'use strict';
  window.dash_clientside = window.dash_clientside || {};
  window.dash_clientside.queuescopeLoad = {
    address: link => {
      if (typeof link === 'string' && location.pathname === '/lessons' && link !== location.pathname + location.search) {
        history.replaceState(history.state, '', link);
      }
      return window.dash_clientside.no_update;
    },
  };
})();
