/* The text of a program: numbers beside its lines, one of them marked, and the indent of a line kept by Enter. */
const TAB = '    ';

export const numbersOf = text => Array.from({length: text.split('\n').length}, (_, at) => at + 1).join('\n');
// The blanks that a line begins with after Enter at the end of `before`: as many as the line had, more after a colon.
export function indentAfter(before) {
  const line = before.slice(before.lastIndexOf('\n') + 1), blanks = line.match(/^[ \t]*/)[0];
  return /:\s*(#.*)?$/.test(line) ? blanks + TAB : blanks;
}

export function furnish(field, numbers) {
  let marked = 0;
  const refresh = () => {
    if (numbers.dataset.of === field.value && numbers.dataset.marked === String(marked)) return;
    numbers.dataset.of = field.value;
    numbers.dataset.marked = String(marked);
    numbers.replaceChildren(...numbersOf(field.value).split('\n').flatMap(number => {
      if (Number(number) !== marked) return [`${number}\n`];
      return [Object.assign(document.createElement('b'), {textContent: number}), '\n'];
    }));
    follow();
  };
  const follow = () => { numbers.scrollTop = field.scrollTop; };
  field.addEventListener('scroll', follow);
  field.addEventListener('input', () => { marked = 0; refresh(); });
  field.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    document.execCommand('insertText', false, `\n${indentAfter(field.value.slice(0, field.selectionStart))}`);
  });
  refresh();
  return {refresh, mark: line => { marked = line; refresh(); }};
}
