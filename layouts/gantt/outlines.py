"""The virtual schedule as outlines behind the real one: an unfilled stream per campaign, its edge dashed.

What is smaller than a few pixels is left out.  In a figure an outline is one closed line with a corner wherever the
share changes by half a pixel or more; in a picture its edge is painted over the jobs, and between its dashes the page
shows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from layouts.gantt.raster import OUTLINES
from layouts.gantt.rectangles import Rectangles, Window
from scheduler.compiled import builder

LEAST = (4.0, 4.0)  # pixels, width and height: what is smaller has next to no inside
PALE = 0.45  # opacity of a picture's jobs behind outlines
DASH, GAP = 5, 3  # pixels
FINE = 4_000  # parts of the whole below which a corner of one selected stream is left out


class Outline(NamedTuple):
    """The closed line around a campaign's stream, first corner repeated at the end."""

    campaign: int
    color: int  # index of a hue
    x: np.ndarray  # [corners] f8, s
    y: np.ndarray  # [corners] f8, processors


def visible(bars: Rectangles, window: Window, width: float, height: float) -> np.ndarray:
    """Indices of the rectangles of campaigns large enough to be outlined, by campaign and time.

    width, height: pixels of the window.
    """
    inside = bars.inside(window)
    inside = inside[np.lexsort((bars.start[inside], bars.row[inside]))]
    if not len(inside):
        return inside
    t0, t1, p0, p1 = window
    opens = np.flatnonzero(np.diff(bars.row[inside], prepend=-1))
    counts = np.diff(opens, append=len(inside))
    first = np.maximum(np.minimum.reduceat(bars.start[inside], opens), t0)
    last = np.minimum(np.maximum.reduceat(bars.end[inside], opens), t1)
    high = np.maximum.reduceat(bars.high[inside] - bars.low[inside], opens)
    large = ((last - first) / (t1 - t0) * width >= LEAST[0]) & (high / (p1 - p0) * height >= LEAST[1])
    return inside[np.repeat(large, counts)]


def outlines(bars: Rectangles, window: Window, width: float, height: float) -> list[Outline]:
    """The outlines of a window of so many pixels."""
    indices = visible(bars, window, width, height)
    opens = np.flatnonzero(np.diff(bars.row[indices], prepend=-1))
    step = ((window[1] - window[0]) / width / 2, (window[3] - window[2]) / height / 2)
    return [around(bars, part, step) for part in np.split(indices, opens[1:]) if len(part)]


def around(bars: Rectangles, part: np.ndarray, step: tuple[float, float]) -> Outline:
    """The outline of rectangles that follow each other: along the upper edges, and back along the lower ones.

    Corners closer than step (s, processors) are left out.
    """
    last = float(bars.end[part[-1]])
    corner = np.round(np.stack((bars.low[part], bars.high[part])) / step[1])
    part = part[np.append(True, np.any(np.diff(corner, axis=1) != 0, axis=0))]
    bucket = np.floor(bars.start[part] / step[0])
    part = part[np.append(np.diff(bucket) != 0, True)] if len(part) > 1 else part
    x = np.repeat(np.append(bars.start[part], last), 2)[1:-1]
    upper, lower = np.repeat(bars.high[part], 2), np.repeat(bars.low[part], 2)
    return Outline(
        int(bars.row[part[0]]),
        int(bars.color[part[0]]),
        np.concatenate((x, x[::-1], x[:1])),
        np.concatenate((upper, lower[::-1], upper[:1])),
    )


def stream(bars: Rectangles, row: int) -> Outline | None:
    """The outline of all a campaign has in the virtual schedule, for any zoom; None where that is nothing."""
    part = bars.of(row)
    t0, t1, p0, p1 = bars.extent
    return around(bars, part, ((t1 - t0) / FINE, (p1 - p0) / FINE)) if len(part) else None


@builder
def trace(start, end, low, high, color, first, last, t0, t1, p0, p1, base, index):
    """Paint dashed edges of streams into index [height, width]: base + color on dashes, 0 between them.

    first, last: [rectangles] whether a rectangle is the first, the last of its campaign; only these have sides.
    """
    height, width = index.shape
    x_scale, y_scale = width / (t1 - t0), height / (p1 - p0)
    for i in range(len(start)):
        left, right = (start[i] - t0) * x_scale, (end[i] - t0) * x_scale
        x0, x1 = int(max(left, 0.0)), int(min(max(np.ceil(right), left + 1.0), float(width)))
        above, below = int(np.floor((p1 - high[i]) * y_scale)), int(np.ceil((p1 - low[i]) * y_scale)) - 1
        for x in range(x0, x1):
            mark = base + color[i] if x % (DASH + GAP) < DASH else 0
            if 0 <= above < height:
                index[above, x] = mark
            if 0 <= below < height:
                index[below, x] = mark
        for y in range(max(above, 0), min(below + 1, height)):
            mark = base + color[i] if y % (DASH + GAP) < DASH else 0
            if first[i] and 0 <= left < width:
                index[y, int(left)] = mark
            if last[i] and 0 < right <= width:
                index[y, int(np.ceil(right)) - 1] = mark


def draw_over(index: np.ndarray, bars: Rectangles, window: Window) -> None:
    """Paint the outlines of a window over a picture [height, width] u1 of it, in place."""
    height, width = index.shape
    indices = visible(bars, window, width, height)
    if not len(indices):
        return
    changes = np.diff(bars.row[indices]) != 0
    first, last = np.append(True, changes), np.append(changes, True)
    trace(
        bars.start[indices],
        bars.end[indices],
        bars.low[indices],
        bars.high[indices],
        bars.color[indices],
        first,
        last,
        *(float(bound) for bound in window),
        OUTLINES,
        index,
    )
