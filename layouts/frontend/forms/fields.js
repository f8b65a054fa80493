/* What fields of forms do by themselves: powers of ten and commas in number fields, the examples a text offers, expressions that count
when their field is left, and sliders beside numbers: of the gap between campaigns, of settings of Slurm.
*/
import {noUpdate, notice, offerToDash} from '../page.js';

// ---- 1e9, typed or pasted, is 1 000 000 000 -----------------------------------------------------------------------
/* The fields (NumberInput, on react-number-format) keep digits only and drop the e in silence, which would make 19 of it.
   Here what was typed is seen before they see it, and is given to them as a plain number.  After an e the digits that
   follow are its power, until anything else happens in the field. */
const FIELD = '.mantine-NumberInput-input', WRITTEN = /^([-+]?\d*\.?\d*)e([-+]?\d*)$/i, MOST = 15, LONG = 5000;
const open = new WeakMap();                 // field -> {mantissa, power} as they are written, while the power may go on
const withoutSpaces = text => text.replace(/\s/g, '');         // between thousands

// React watches the field's own property
function put(field, text) { Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text); }
export function plainNumber(mantissa, power) {         // the point moved, so that no digit is lost
  const [, sign, whole, part = ''] = /^([-+]?)(\d*)\.?(\d*)$/.exec(mantissa);
  const digits = whole + part, point = whole.length + power;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const after = digits.slice(point);
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}${after && `.${after}`}`.replace(/^([-+]?)0+(?=\d)/, '$1');
}
// {mantissa, power} of what stands in a field, null where there is no power; before: what stood there, added: what was typed
export function powerOf(text, before, added) {
  const match = WRITTEN.exec(withoutSpaces(text));
  if (match && /\d/.test(match[1])) return {mantissa: match[1], power: match[2]};
  if (!before || !added || !(/^\d$/.test(added) || (/^[-+]$/.test(added) && !before.power))) return null;
  return {mantissa: before.mantissa, power: before.power + added};
}
function refuse(field, given, why) {
  put(field, given.mantissa);
  field.dispatchEvent(new Event('input', {bubbles: true}));
  open.set(field, given);                   // digits that follow belong to what is not taken
  notice(`${given.mantissa}e${given.power} is not taken: ${why}.`, LONG);
}
function readPower(event) {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !field.matches(FIELD)) return;
  const given = powerOf(field.value, open.get(field), event.inputType === 'insertText' && event.data);
  const power = given ? Number(given.power) || 0 : 0;
  if (!given) { open.delete(field); return; }
  if (Math.abs(power) > MOST) {
    event.stopImmediatePropagation();
    refuse(field, given, `powers of ten go from -${MOST} to ${MOST}`);
    return;
  }
  open.set(field, given);
  put(field, plainNumber(given.mantissa, power));
  if (!/\d/.test(given.power)) { notice(`${given.mantissa}e: now type the power of ten.`, LONG); return; }
  notice('', 0);
  setTimeout(() => {                        // by now the field has made of it what it can
    if (open.get(field) === given && Number(withoutSpaces(field.value)) !== Number(`${given.mantissa}e${power}`)) {
      refuse(field, given, 'this field takes whole numbers');
    }
  }, 50);
}

// ---- 4,2, pasted, is 4.2 --------------------------------------------------------------------------------------------
// The fields take a comma that is typed for a point, but drop one that is pasted, which would make 42 of it.
const WITH_COMMA = /^[-+]?\d*,\d*(e[-+]?\d+)?$/i;
export const pointOf = text => (WITH_COMMA.test(withoutSpaces(text)) ? withoutSpaces(text).replace(',', '.') : null);
function readComma(event) {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !field.matches(FIELD) || event.data === ',') return;
  const written = field.value, plain = pointOf(written);
  if (plain === null) return;
  put(field, plain);
  setTimeout(() => notice(`${written} is read as ${field.value}.`, LONG), 50);      // once the field has made of it what it can
}

// ---- what a text with examples offers (layouts.frame.controls) ----------------------------------------------------
/* All of them while the text is one of them, so that another can be picked without clearing it; else those that contain
   what is typed. */
export function examples({options, search}) {
  const typed = search.trim().toLowerCase(), words = option => option.label.toLowerCase();
  return options.some(option => words(option) === typed) ? options : options.filter(option => words(option).includes(typed));
}

// ---- an expression counts when its field is left ----------------------------------------------------------------------
/* While somebody types, the field tells its text a moment after the last key only (TYPING in layouts.frame.controls).  A
   button that is pressed before that moment would be answered by the text before. */
const EXPRESSION = '.qs-expression input', TOLD = 1000;       // ms after the last key until the field has surely told it
const typedAt = new WeakMap();
function leaveExpression({target}) {
  if (!target.matches || !target.matches(EXPRESSION) || performance.now() - (typedAt.get(target) ?? -TOLD) > TOLD) return;
  typedAt.delete(target);
  window.dash_clientside.set_props(target.id.startsWith('{') ? JSON.parse(target.id) : target.id, {value: target.value});
}

// ---- the gap between campaigns ------------------------------------------------------------------------------------
// The slider holds log10 of seconds; it and the number move each other.
const STEPS = [[600, 30], [3600, 60], [6 * 3600, 600], [Infinity, 1800]];      // below so many s, steps of so many
const LEAST_GAP = 60, LARGEST_GAP = 86400;  // s
export function roundedGap(seconds) {
  const [, step] = STEPS.find(([below]) => seconds < below);
  return Math.max(LEAST_GAP, Math.round(seconds / step) * step);
}
function gap(place, seconds) {
  const value = Number(seconds);
  if (window.dash_clientside.callback_context.triggered_id === 'gap-slider') {
    return [noUpdate(), typeof place === 'number' ? roundedGap(10 ** place) : noUpdate()];
  }
  return [value > 0 ? Math.log10(Math.min(LARGEST_GAP, Math.max(LEAST_GAP, value))) : noUpdate(), noUpdate()];
}
const think = how => [how === 'log', how !== 'exponential'];   // what another choice makes meaningless is disabled

// ---- settings of Slurm (layouts.topics.slurm.sliders) ------------------------------------------------------
// The number may be further away than the slider reaches, or be empty.
function slide(place, number, least, most) {
  const {triggered_id: moved} = window.dash_clientside.callback_context;
  if (moved && moved.form === 'slurm-slider') return [noUpdate(), place];
  return [typeof number === 'number' ? Math.min(most, Math.max(least, number)) : noUpdate(), noUpdate()];
}

export function start() {
  document.addEventListener('input', readComma, true);          // before powers: 4,2e3
  document.addEventListener('input', readPower, true);
  document.addEventListener('focusout', event => open.delete(event.target), true);
  document.addEventListener('input', ({target}) => typedAt.set(target, performance.now()), true);
  document.addEventListener('focusout', leaveExpression, true);
  window.dashMantineFunctions = Object.assign(window.dashMantineFunctions || {}, {examples});
  offerToDash('campaigns', {gap, think});
  offerToDash('slurm', {slide});
}
