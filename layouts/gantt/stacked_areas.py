"""Rectangles as stacked areas: how many processors the jobs of each color hold, where single jobs cannot be told apart.

With more than one job on a pixel of time, a picture of the jobs shows chance: which of many has a pixel.  The sums are
what can be read.  In each column of some pixels the colors stand on each other from the bottom in their order, those of
jobs that were not asked for above them; each is as high as the processors its jobs hold there on average, so that
areas are processor-time.
"""

from __future__ import annotations

import numpy as np

from layouts.gantt.cover import BLOCK
from layouts.gantt.raster import COLORS, OPACITIES
from layouts.gantt.rectangles import Rectangles, Window
from scheduler.compiled import builder

KINDS = 2 * COLORS      # a color each of the jobs asked for, then of the others
ACROSS = 5              # pixels of a column: narrower ones would flicker
WHOLE = len(OPACITIES) - 1      # level of a pixel that is used up


@builder
def spread(start, end, low, high, codes, by, blocks, t0, t1, p0, p1, area, steps):
    """Add what each rectangle holds in every column to area [KINDS, columns]; how many rectangles there are.

    area: mean height in rows; steps [KINDS, columns + 1]: heights that begin (or, below 0, end) with a column, to be
    summed up.  codes: u1 (coloring.codes) of the rectangle's row, by[rectangle]; of itself where `by` is empty.
    """
    columns, found = area.shape[1], 0
    scale = columns / (t1 - t0)
    for block in blocks:
        for i in range(block * BLOCK, min(block * BLOCK + BLOCK, len(start))):
            height = min(high[i], p1) - max(low[i], p0)
            if end[i] <= t0 or start[i] >= t1 or height <= 0:
                continue
            found += 1
            code = codes[by[i]] if len(by) else codes[i]
            kind = (code & 15) + COLORS * ((code >> 4) & 1)
            begin, stop = max((start[i] - t0) * scale, 0.0), min((end[i] - t0) * scale, float(columns))
            first, last = min(int(begin), columns - 1), min(int(stop), columns - 1)
            if first == last:
                area[kind, first] += (stop - begin) * height
                continue
            area[kind, first] += (first + 1 - begin) * height
            area[kind, last] += (stop - last) * height
            steps[kind, first + 1] += height
            steps[kind, last] -= height
    return found


def amounts(shown: Rectangles, window: Window, width: int, codes: np.ndarray | None = None) -> tuple[np.ndarray, int]:
    """([KINDS, width] rows held on average in each column of pixels, how many rectangles are in the window).

    codes: of the rows of `shown` (coloring.codes); its own colors where not given.
    """
    t0, t1, p0, p1 = (float(bound) for bound in window)
    area, steps = np.zeros((KINDS, width)), np.zeros((KINDS, width + 1))
    given = (shown.color, np.zeros(0, np.int32)) if codes is None else (codes, shown.row)
    count = spread(shown.start, shown.end, shown.low, shown.high, *given, shown.blocks(t0, t1), t0, t1, p0, p1, area,
                   steps)
    return area + np.cumsum(steps, axis=1)[:, :width], int(count)


def crowded(shown: Rectangles, window: Window, width: int) -> bool:
    """Whether there may be more than one job on each pixel of time: a rough number, found without looking at them."""
    return len(shown.blocks(*window[:2])) * BLOCK > width and len(shown) > width


def draw(shown: Rectangles, window: Window, width: int, height: int,
         codes: np.ndarray | None = None) -> tuple[np.ndarray, int] | None:
    """(index [height, width] u1 for raster.png, how many rectangles); None where there is at most one on each pixel."""
    if not crowded(shown, window, width):
        return None
    columns = -(-width // ACROSS)
    held, count = amounts(shown, window, columns, codes)
    if count <= width:
        return None
    tops = np.cumsum(held, axis=0)[:, np.arange(width) * columns // width] * (height / (window[3] - window[2]))
    middles = height - 0.5 - np.arange(height)          # of rows of pixels, the top one first, above the bottom
    kind = (middles[:, None, None] >= tops[None, :, :]).sum(axis=1)
    level = np.where(kind < COLORS, WHOLE, WHOLE + len(OPACITIES))
    index = np.where(kind < KINDS, 1 + kind % COLORS + COLORS * level, 0)
    return index.astype(np.uint8), count
