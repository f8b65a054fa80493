/* Enter takes the choice that is marked in an open list of choices.

Mantine counts where the mark is, and sets the count anew by a timer some time after the list has opened.  Where somebody was
faster than the timer, a choice is marked and the count says that none is: Enter would then do nothing. */
export function takeMarked(event) {
  if (event.key !== 'Enter' || event.isComposing || !event.target.getAttribute) return;
  const list = event.target.getAttribute('aria-expanded') !== 'false' && document.getElementById(event.target.getAttribute('aria-controls'));
  const marked = list && list.querySelector('[data-combobox-option][data-combobox-selected]');
  if (!marked) return;
  event.preventDefault();
  event.stopPropagation();
  marked.click();
}

export function start() { window.addEventListener('keydown', takeMarked, true); }
