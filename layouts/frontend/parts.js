/* Components of our own, which Dash draws like those of its libraries.

PlainHtml (layouts/server/plain_html.py): elements that are only looked at, all of them one component.  A part is text, a
number or nothing, or [tag, attributes, ...children]; without a tag its children stand by themselves.

Fold (layouts/frame/fold.py): <details> whose content is drawn when it is first opened.  A press of the summary comes before
the browser opens it, so that whoever looks at what has opened (popups.js) sees all of it. */
const NAMESPACE = 'queuescope_parts';

export function build(part, {createElement, Fragment}) {
  if (!Array.isArray(part)) return part;
  const [tag, attributes, ...children] = part;
  return createElement(tag || Fragment, tag ? attributes : null, ...children.map(child => build(child, {createElement, Fragment})));
}

// What an element may have of what Dash gives a component.
const attributesOf = given => Object.fromEntries(Object.entries(given).filter(([name]) => /^(id|className|hidden|data-.*|aria-.*)$/.test(name)));

export function partsOf(React) {
  const PlainHtml = ({tree}) => React.useMemo(() => build(['', {}, ...tree], React), [tree]);
  const Fold = ({children, open, ...others}) => {
    const [isDrawn, draw] = React.useState(Boolean(open)), [summary, ...content] = children;
    const opens = () => draw(true);
    return React.createElement('details', {...attributesOf(others), open, onClick: opens, onToggle: opens}, summary, ...(isDrawn || open ? content : []));
  };
  return {PlainHtml, Fold};
}

export function start() {
  if (window.React) window[NAMESPACE] = partsOf(window.React);
}
