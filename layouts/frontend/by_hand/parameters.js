/* The parameters of the chosen policies: {"dfrs.period": "300"}, only what is not as usual, as text.

Their fields are made by Python (layouts.pages.by_hand.parameters), with ids {type: "param", form: "hand", name: "dfrs.period"};
a switch tells what it is by `checked`, other fields by `value`.
*/
import {set} from '../page.js';

const textOf = value => (value === null || value === undefined ? '' : String(value));
// The parameters after fields say what they hold; those without a field stay.
export function withFields(params, names, values, switches, usual) {
  const next = {...params};
  names.forEach((name, at) => {
    const isSwitch = typeof usual[name] === 'boolean', text = textOf(isSwitch ? switches[at] : values[at]);
    if (text === '' || text === textOf(usual[name])) delete next[name]; else next[name] = text;
  });
  return next;
}
// What a field is set to for a text of a parameter; undefined: as usual.
export function fieldOf(text, usual) {
  if (typeof usual === 'boolean') return {checked: text === undefined ? usual : text === 'true'};
  const value = text === undefined ? usual : text;
  return {value: typeof usual === 'number' && Number.isFinite(Number(value)) ? Number(value) : value};
}
export function showParams(before, after, usual) {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[name] !== after[name]) set({type: 'param', form: 'hand', name}, fieldOf(after[name], usual[name]));
  }
}
