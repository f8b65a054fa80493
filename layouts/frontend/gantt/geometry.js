/* The arithmetic of windows: [t0, t1, low, high], seconds and rows.  Nothing here knows of the page. */

const SLIGHT = 1e-9;                        // share of a span below which two places are one

export const isNear = (a, b, span) => Math.abs(a - b) <= SLIGHT * Math.max(span, SLIGHT);
// Whether two sides [a, b] are the same; none is the same as none.
export const sameSide = (a, b) => a === b || Boolean(a && b) && isNear(a[0], b[0], b[1] - b[0]) && isNear(a[1], b[1], b[1] - b[0]);
export const sameWindow = (a, b) => Boolean(a && b) && sameSide(a, b) && sameSide(a.slice(2), b.slice(2));
export const isWithin = (a, b) => [0, 2].every(at => {
  const slack = SLIGHT * (b[at + 1] - b[at]);
  return a[at] >= b[at] - slack && a[at + 1] <= b[at + 1] + slack;
});
export const overlaps = (a, b) => a[0] < b[1] && a[1] > b[0] && a[2] < b[3] && a[3] > b[2];

// A side [a, b] moved, and where need be shortened, into [low, high]; it snaps to an end that it nearly meets.
export function clampedSide(a, b, low, high) {
  const span = Math.min(Math.max(b - a, (high - low) * SLIGHT), high - low), from = Math.min(Math.max(a, low), high - span);
  if (from - low < SLIGHT * span) return [low, low + span];
  return high - span - from < SLIGHT * span ? [high - span, high] : [from, from + span];
}
// The same of a window; an extent without rows leaves the rows as they are.
export function clamped(w, extent) {
  const times = clampedSide(w[0], w[1], extent[0], extent[1]), hasRows = Number.isFinite(extent[2]) && extent[3] > extent[2];
  if (hasRows && Number.isFinite(extent[3])) return [...times, ...clampedSide(w[2], w[3], extent[2], extent[3])];
  return [...times, ...(w[2] < w[3] ? w.slice(2) : [0, 1])];
}
// A side zoomed around a place, which stays where it is; around its middle where that place is not inside.
export function zoomedSide([a, b], factor, place) {
  const inside = place !== undefined && place !== null && place >= a && place <= b, fixed = inside ? place : (a + b) / 2;
  return [fixed - (fixed - a) / factor, fixed + (b - fixed) / factor];
}
// By how much [a, b] has to be shifted to show [low, high].
export function shiftInto(a, b, low, high) {
  if (low >= a && high <= b || low <= a && high >= b) return 0;
  return high - low < b - a ? (low + high) / 2 - (a + b) / 2 : low - a - (b - a) / 10;
}
/* [low, high, pixels]: a side of `length` pixels with as much on either side as there is within [from, to], in whole
   pixels, so that both fit together. */
export function widened(low, high, from, to, length) {
  const unit = (high - low) / length, before = Math.min(length, Math.ceil(Math.max(0, low - from) / unit - SLIGHT));
  const after = Math.min(length, Math.ceil(Math.max(0, to - high) / unit - SLIGHT));
  return [low - before * unit, high + after * unit, Math.round(length) + before + after];
}
// [left, top, right, bottom] in pixels of a box of data within a window that is width x height pixels.
export const pixelsOf = (box, w, width, height) => [
  (box[0] - w[0]) / (w[1] - w[0]) * width, (w[3] - box[3]) / (w[3] - w[2]) * height,
  (box[1] - w[0]) / (w[1] - w[0]) * width, (w[3] - box[2]) / (w[3] - w[2]) * height];

/* What a drag over a minimap makes of a window: part is what was grasped (window, from, to, or new), [low, high] the
   extent, `begin` and `now` the times where the drag began and where it is. */
export function brushedTimes(part, [a, b], [low, high], begin, now) {
  const inside = Math.min(Math.max(now, low), high), by = now - begin;
  if (part === 'window') return [a + by, b + by];
  const [from, to] = part === 'new' ? [begin, inside] : part === 'from' ? [a + by, b] : [a, b + by];
  return [Math.max(low, Math.min(from, to)), Math.min(high, Math.max(from, to))];
}

// The one of ascending edges that is nearest to a time, where it is at most `reach` away; else null.
export function nearestEdge(t, edges, reach) {
  let low = 0, high = edges.length;
  while (low < high) { const middle = (low + high) >> 1; if (edges[middle] < t) low = middle + 1; else high = middle; }
  const near = [edges[low - 1], edges[low]].filter(edge => edge !== undefined && Math.abs(edge - t) <= reach);
  return near.length ? near.reduce((a, b) => (Math.abs(b - t) < Math.abs(a - t) ? b : a)) : null;
}
/* A range with its ends at the edges within reach: {r0, r1, ...} as before, and which ends have snapped.  Where both ends
   would meet at one edge only the nearer one goes there, so that no range becomes empty. */
export function snappedRange(range, edges, reach) {
  let [from, to] = [nearestEdge(range.r0, edges, reach), nearestEdge(range.r1, edges, reach)];
  if (from !== null && from === to) {
    if (Math.abs(from - range.r0) <= Math.abs(to - range.r1)) to = null; else from = null;
  }
  return {range: {...range, r0: from ?? range.r0, r1: to ?? range.r1}, from: from !== null, to: to !== null};
}
