/* What the page says by itself: a short notice at the foot of the window, words for screen readers alone, and a sentence
that stays with a way to ask again.

Offers window.queuescope.{notice(text, ms), say(text), offer(home, text, again)}.  The places of the first two are there
before they speak, so they are read out.
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

  // The sentence of an element, with a button that calls again(); no text: none.
  function offer(home, text, again) {
    let box = home.querySelector(':scope > .qs-unanswered');
    if (!text) {
      if (box && box.contains(document.activeElement)) (home.closest('[tabindex]') || document.getElementById('page')).focus({preventScroll: true});
      if (box) box.remove();
      return;
    }
    if (!box) {
      box = document.createElement('div');
      box.className = 'qs-unanswered';
      const button = Object.assign(document.createElement('button'), {type: 'button', textContent: 'Ask again'});
      button.addEventListener('click', () => box.again());
      box.append(document.createElement('span'), button);
      home.append(box);
    }
    box.again = again;
    if (box.firstChild.textContent === text) return;
    box.firstChild.textContent = text;
    say(text);
  }

  window.queuescope = Object.assign(window.queuescope || {}, {notice, say, offer});
})();
