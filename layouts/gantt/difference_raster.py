"""A picture of a difference: each pixel has the mean color of what it shows, so nothing is too short to be seen.

A pixel is made of LEVELS parts, each busy with the same jobs in both runs, with others, in the baseline alone, in the
run alone, or empty; any part that is there at all is at least one.  All mixtures are the palette of the picture.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from layouts.gantt.difference import KINDS, Difference
from layouts.gantt.png import indexed
from layouts.gantt.rectangles import Window
from layouts.theme import APART, EARLIER, LATER, rgb
from scheduler.compiled import builder

LEVELS = 6  # parts of a pixel: all mixtures of four kinds are 209, which a palette of 256 holds
NOTHING = 1e-9  # of a pixel: less than that is rounding
SAME = {"light": "#d3d8de", "dark": "#3a414b"}
OTHERS = {"light": "#b4bbc4", "dark": "#59626e"}
MIXTURES = [mix for mix in product(range(LEVELS + 1), repeat=len(KINDS)) if sum(mix) <= LEVELS]


def colors(scheme: str) -> tuple[str, str, str, str]:
    """The color of each of KINDS."""
    return SAME[scheme], OTHERS[scheme], APART[EARLIER][scheme], APART[LATER][scheme]


def entry(*mix: int) -> int:
    """The entry of the palette for so many parts of each kind."""
    return MIXTURES.index(mix)


@builder
def spread(column, kind, above, below, weight):
    """Add weight to the rows [above, below) of a column, as changes from one row to the next that sums make shares."""
    last = float(column.shape[1] - 2)
    for edge, sign in ((min(max(above, 0.0), last), weight), (min(max(below, 0.0), last), -weight)):
        row = int(edge)
        column[kind, row] += sign * (1.0 - (edge - row))
        column[kind, row + 1] += sign * (edge - row)


@builder
def paint(ptr, low, high, time, same, baseline, run, t0, t1, p0, p1, share):
    """Sum up into share [width, 4 kinds, height + 2] f8 (zeros) how much of each pixel each kind fills.

    Row 0 is the top, p1; the last two rows are of no meaning.  Returns how many steps there are in the window.
    """
    width = share.shape[0]
    x_scale, y_scale = width / (t1 - t0), (share.shape[2] - 2) / (p1 - p0)
    drawn = 0
    for lane in range(len(low)):
        if low[lane] >= p1 or high[lane] <= p0:
            continue
        first, last = ptr[lane], ptr[lane + 1] - 1
        step = max(first + np.searchsorted(time[first : last + 1], t0, "right") - 1, first)
        while step < last and time[step] < t1:
            least, most = min(baseline[step], run[step]), max(baseline[step], run[step])
            left = max((time[step] - t0) * x_scale, 0.0)
            right = min((time[step + 1] - t0) * x_scale, float(width))
            if most > 0.0 and right > left:
                drawn += 1
                floor = (p1 - low[lane]) * y_scale
                alone = 2 if baseline[step] > run[step] else 3
                for x in range(min(int(left), width - 1), min(int(np.ceil(right)), width)):
                    weight = min(right, x + 1.0) - max(left, float(x))
                    if same[step] > 0.0:
                        spread(share[x], 0, floor - same[step] * y_scale, floor, weight)
                    if least > same[step]:
                        spread(share[x], 1, floor - least * y_scale, floor - same[step] * y_scale, weight)
                    if most > least:
                        spread(share[x], alone, floor - most * y_scale, floor - least * y_scale, weight)
            step += 1
    for x in range(width):
        for kind in range(share.shape[1]):
            for y in range(1, share.shape[2]):
                share[x, kind, y] += share[x, kind, y - 1]
    return drawn


@builder
def mixed(share, entries, index):
    """Turn shares [width, 4, height + 2] into entries of the palette, index [height, width] u1.

    entries: [LEVELS + 1] * 4 u1, the entry of every mixture.  Of parts that are more than a pixel the most frequent
    kind gives way.
    """
    levels = entries.shape[0] - 1
    mix = np.zeros(4, np.int64)
    for x in range(index.shape[1]):
        for y in range(index.shape[0]):
            parts = 0
            for kind in range(4):
                part = share[x, kind, y]
                mix[kind] = 0 if part < NOTHING else min(max(int(part * levels + 0.5), 1), levels)
                parts += mix[kind]
            while parts > levels:
                mix[mix.argmax()] -= 1
                parts -= 1
            index[y, x] = entries[mix[0], mix[1], mix[2], mix[3]]


def draw(areas: Difference, window: Window, width: int, height: int) -> tuple[np.ndarray, int]:
    """(index [height, width] u1 into the palette, how many steps are in it); row 0 is the top of the picture.

    Raises ValueError for an empty window or picture.
    """
    t0, t1, p0, p1 = (float(bound) for bound in window)
    if not (t0 < t1 and p0 < p1 and width > 0 and height > 0):
        raise ValueError(f"wanted: t0 < t1, p0 < p1 and at least one pixel; found {window}, {width} x {height}")
    share = np.zeros((width, len(KINDS), height + 2))
    count = paint(
        areas.ptr, areas.low, areas.high, areas.time, areas.same, areas.baseline, areas.run, t0, t1, p0, p1, share
    )
    index = np.zeros((height, width), np.uint8)
    mixed(share, _entries(), index)
    return index, int(count)


def _entries() -> np.ndarray:
    entries = np.zeros((LEVELS + 1,) * len(KINDS), np.uint8)
    for at, mix in enumerate(MIXTURES):
        entries[mix] = at
    return entries


def palette(scheme: str) -> tuple[np.ndarray, np.ndarray]:
    """([entries, 3] u1 red, green, blue; [entries] u1 opacity) of a scheme."""
    mix = np.array(MIXTURES, float)
    parts = mix.sum(axis=1, keepdims=True)
    hues = np.array([rgb(color) for color in colors(scheme)], float)
    mean = mix @ hues / np.maximum(parts, 1.0)
    return np.round(mean).astype(np.uint8), np.round(255 * parts[:, 0] / LEVELS).astype(np.uint8)


def png(index: np.ndarray, scheme: str = "light") -> bytes:
    """The picture as PNG."""
    return indexed(index, *palette(scheme))
