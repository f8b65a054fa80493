/* A component of our own, which Dash draws like those of its libraries.

PlainHtml (layouts/server/plain_html.py): elements that are only looked at, all of them one component.  A part is text, a
number or nothing, or [tag, attributes, ...children]; without a tag its children stand by themselves. */
const NAMESPACE = 'queuescope_parts';

export function build(part, {createElement, Fragment}) {
  if (!Array.isArray(part)) return part;
  const [tag, attributes, ...children] = part;
  return createElement(tag || Fragment, tag ? attributes : null, ...children.map(child => build(child, {createElement, Fragment})));
}

export function start() {
  const {React} = window;
  if (!React) return;
  const PlainHtml = ({tree}) => React.useMemo(() => build(['', {}, ...tree], React), [tree]);
  window[NAMESPACE] = {PlainHtml};
}
