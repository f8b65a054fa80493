/* What a text with examples offers (layouts.frame.controls): all of them while the text is one of them, so that another can be
   picked without clearing it; else those that contain what is typed. */
(() => {
  'use strict';
  const functions = window.dashMantineFunctions = window.dashMantineFunctions || {};
  functions.examples = ({options, search}) => {
    const typed = search.trim().toLowerCase(), words = option => option.label.toLowerCase();
    return options.some(option => words(option) === typed) ? options
      : options.filter(option => words(option).includes(typed));
  };
})();
