/* The instant of a player in an address: ?at=21600, in seconds. */

const NAME = 'at', DIGITS = 12;

// The instant of a query string, s; null where it names none.
export function instantOf(search) {
  const text = new URLSearchParams(search).get(NAME);
  return text && /^[0-9]{1,12}([.][0-9]{1,6})?$/.test(text) ? Number(text) : null;
}
// The query string with another instant; what else it says stays, letter for letter.
export function withInstant(search, time) {
  const parts = search.replace(/^[?]/, '').split('&').filter(part => part && !part.startsWith(`${NAME}=`));
  return `?${[...parts, `${NAME}=${+time.toPrecision(DIGITS)}`].join('&')}`;
}
