/* Keys shown as they are labelled on the keyboard in use, and beside every button in its tooltip.

A key is named by its place (event.code): <kbd data-code="KeyW"> shows what is printed on that key, where the browser
tells it, else the letter of that place on the usual keyboard.  Offers window.queuescope.cap(code).
*/
(() => {
  'use strict';
  const SIGNS = {ArrowLeft: '\u2190', ArrowRight: '\u2192', ArrowUp: '\u2191', ArrowDown: '\u2193', Comma: ',', Period: '.', Slash: '/',
    Escape: 'Esc'};
  const BUTTONS = {'zoom-in': 'KeyW', 'zoom-out': 'KeyS', earlier: 'KeyA', later: 'KeyD', fit: 'Digit0', 'next-divergence': 'KeyV',
    'select-tool': 'KeyR', 'copy-link': 'KeyL', 'keys-button': '?', 'present': 'KeyP', 'home-back': 'ArrowLeft', 'home-next': 'ArrowRight',
    'home-divergence': 'KeyV', 'facts-close': 'Escape', 'search-box': 'Slash', 'look-color': 'KeyC', 'mode-choice': 'KeyM',
    'rows-in': 'KeyQ', 'rows-out': 'KeyE'};
  const q = window.queuescope;
  let layout = null;

  function cap(code) {
    const printed = layout && layout.get(code);
    return SIGNS[code] && !/^(Comma|Period|Slash)$/.test(code) ? SIGNS[code]
      : printed ? printed.toLocaleUpperCase() : SIGNS[code] || code.replace(/^(Key|Digit)/, '');
  }
  function label() {
    for (const kbd of document.querySelectorAll('kbd[data-code]')) {
      const text = cap(kbd.dataset.code);
      if (kbd.textContent !== text) kbd.textContent = text;
    }
    for (const [id, code] of Object.entries(BUTTONS)) {
      const button = document.getElementById(id), key = button && cap(code);
      if (!button || button.dataset.cap === key) continue;
      button.dataset.cap = key;
      button.title = `${named(button)} (${key})`;
    }
  }
  function named(button) {                  // its words without the key that is written beside them
    const copy = button.cloneNode(true);
    for (const kbd of copy.querySelectorAll('kbd')) kbd.remove();
    return button.getAttribute('aria-label') || (button.matches('button') && copy.textContent.trim()) || 'Key';
  }
  q.onChange(label);
  if (navigator.keyboard && navigator.keyboard.getLayoutMap) {
    navigator.keyboard.getLayoutMap().then(map => { layout = map; label(); }).catch(() => {});
  }

  Object.assign(q, {cap});
})();
