/* A component that has just been drawn tells Dash's store to forget how often it was drawn before: one action for each of
the hundreds that come with a comparison, and after every action each component on the page looks whether it is
concerned.  Nearly always there is nothing to forget, and then the store need not hear of it: half of the time it takes
to draw a comparison.

What this expects of Dash (4.4.1): stores are pushed to window.dash_stores before anything is drawn, components ask a
store for its dispatch when they are drawn, and RESET_COMPONENT_STATE drops the entries of state.layoutHashes, a plain
object, whose keys begin with the path of the component, joined by commas.  Where that is not so, nothing is left out.
*/
(() => {
  'use strict';
  const stores = window.dash_stores = window.dash_stores || [];

  function known(store, path) {
    const hashes = store.getState().layoutHashes, begin = path.join(',');
    for (const key in hashes) if (key.startsWith(begin)) return true;
    return !hashes;
  }

  stores.push = store => {
    const dispatch = store.dispatch;
    store.dispatch = action => {
      const path = action.type === 'RESET_COMPONENT_STATE' && action.payload.itempath;
      return path && !known(store, path) ? action : dispatch(action);
    };
    return Array.prototype.push.call(stores, store);
  };
})();
