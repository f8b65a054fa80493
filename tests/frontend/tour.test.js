/* The tour: where its card goes, and that each page has five stops with words of their own. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {STOPS, besidePart} from '../../layouts/frontend/frame/tour.js';

const CARD = [340, 150], WIDE = [1440, 900];
const box = (left, top, width, height) => ({left, top, right: left + width, bottom: top + height});
const covers = (part, {left, top}) => left < part.right && left + CARD[0] > part.left && top < part.bottom && top + CARD[1] > part.top;

test('the card stands beside its part and covers none of it', () => {
  const parts = {below: box(20, 100, 1000, 300), left: box(1050, 60, 350, 830), right: box(20, 60, 600, 830), above: box(20, 700, 1400, 190)};
  const places = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, besidePart(part, CARD, WIDE)]));
  for (const [name, part] of Object.entries(parts)) assert.ok(!covers(part, places[name]), name);
  assert.ok(places.below.top >= parts.below.bottom && places.above.top + CARD[1] <= parts.above.top);
  assert.ok(places.left.left + CARD[0] <= parts.left.left && places.right.left >= parts.right.right);
});
test('the card never leaves the window', () => {
  for (const part of [box(-50, -400, 2000, 3000), box(1430, 5, 200, 40), box(-90, 880, 100, 100), box(0, 0, 390, 844)]) {
    for (const [wide, high] of [WIDE, [390, 844], [360, 640]]) {
      const {left, top} = besidePart(part, CARD, [wide, high]);
      assert.ok(left >= 0 && left + CARD[0] <= wide && top >= 0 && top + CARD[1] <= high, JSON.stringify([part, left, top]));
    }
  }
});
test('there are five stops on a page, each with a part, a title and words', () => {
  for (const stops of Object.values(STOPS)) {
    assert.equal(stops.length, 5);
    for (const words of stops) assert.ok(words.length === 3 && words.every(Boolean));
  }
});
