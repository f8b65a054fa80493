/* What was written last in this browser, and on top of which program of the address: it is there again after a reload. */
import {remember, remembered} from '../page.js';

const NAME = 'queuescope draft';

export const keepDraft = (text, hash) => remember(NAME, JSON.stringify({text, hash}));
// The text of a draft to show at an address; '' where none is kept, or it was written on top of another program.
export function draftAt(hash, kept = remembered(NAME)) {
  try {
    const draft = JSON.parse(kept || 'null');
    return draft && typeof draft.text === 'string' && (!hash || draft.hash === hash) ? draft.text : '';
  } catch { return ''; }
}
