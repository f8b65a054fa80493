/* Powers of ten in number fields: 1e9, typed or pasted, is 1 000 000 000.

The fields (NumberInput, on react-number-format) keep digits only and drop the e in silence, which would make 19 of it.
Here what was typed is seen before they see it, and is given to them as a plain number.  After an e the digits that
follow are its power, until anything else happens in the field.
*/
(() => {
  'use strict';
  const FIELD = '.mantine-NumberInput-input', WRITTEN = /^([-+]?\d*\.?\d*)e([-+]?\d*)$/i, MOST = 15, LONG = 5000;
  const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;   // React watches the field's own
  const open = new WeakMap();               // field -> {mantissa, power} as they are written, while the power may go on
  const bare = text => text.replace(/\s/g, '');         // without the spaces between thousands

  function plain(mantissa, power) {         // the point moved, so that no digit is lost
    const [, sign, whole, part = ''] = /^([-+]?)(\d*)\.?(\d*)$/.exec(mantissa);
    const digits = whole + part, point = whole.length + power;
    if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
    const after = digits.slice(point);
    return `${sign}${digits.padEnd(point, '0').slice(0, point)}${after && `.${after}`}`.replace(/^([-+]?)0+(?=\d)/, '$1');
  }
  function written(field, event) {          // {mantissa, power} of what stands there now, null where there is no power
    const found = WRITTEN.exec(bare(field.value)), before = open.get(field);
    if (found && /\d/.test(found[1])) return {mantissa: found[1], power: found[2]};
    const more = before && event.inputType === 'insertText' && event.data;
    if (!more || !(/^\d$/.test(more) || (/^[-+]$/.test(more) && !before.power))) return null;
    return {mantissa: before.mantissa, power: before.power + more};
  }
  function refuse(field, given, why) {
    put.call(field, given.mantissa);
    field.dispatchEvent(new Event('input', {bubbles: true}));
    open.set(field, given);                 // digits that follow belong to what is not taken
    window.queuescope.notice(`${given.mantissa}e${given.power} is not taken: ${why}.`, LONG);
  }
  document.addEventListener('input', event => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.matches(FIELD)) return;
    const given = written(field, event), power = given ? Number(given.power) || 0 : 0;
    if (!given) { open.delete(field); return; }
    if (Math.abs(power) > MOST) {
      event.stopImmediatePropagation();
      refuse(field, given, `powers of ten go from -${MOST} to ${MOST}`);
      return;
    }
    open.set(field, given);
    put.call(field, plain(given.mantissa, power));
    if (!/\d/.test(given.power)) {
      window.queuescope.notice(`${given.mantissa}e: now type the power of ten.`, LONG);
      return;
    }
    window.queuescope.notice('', 0);
    setTimeout(() => {                      // by now the field has made of it what it can
      if (open.get(field) === given && Number(bare(field.value)) !== Number(`${given.mantissa}e${power}`)) {
        refuse(field, given, 'this field takes whole numbers');
      }
    }, 50);
  }, true);
  document.addEventListener('focusout', event => open.delete(event.target), true);
})();
