/* What the page says by itself: a short notice at the foot of the window, and words for screen readers alone.

Offers window.queuescope.{notice(text, ms), say(text)}.  Both places are there before they speak, so they are read out.
*/
(() => {
  'use strict';
  let toast = null, voice = null, fading = 0;

  function place(name, role) {
    const made = document.createElement('div');
    made.className = name;
    if (role) made.setAttribute('role', role);
    made.setAttribute('aria-live', 'polite');
    document.body.appendChild(made);
    return made;
  }
  function ready() {
    toast = place('qs-toast', 'status');
    voice = place('qs-unseen qs-voice', null);
  }
  if (document.body) ready(); else document.addEventListener('DOMContentLoaded', ready);

  function notice(text, ms) {               // fixed in the window, so it is seen wherever one has scrolled
    clearTimeout(fading);
    toast.textContent = text;
    fading = setTimeout(() => { toast.textContent = ''; }, ms);
  }
  function say(text) {
    voice.textContent = voice.textContent === text ? `${text}\u00a0` : text;       // the same words again are read again
  }

  window.queuescope = Object.assign(window.queuescope || {}, {notice, say});
})();
