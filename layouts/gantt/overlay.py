"""A baseline's jobs as outlines over those of another run: where and when the same jobs ran in both.

A rectangle of the baseline is outlined in the color of its job, dashed; what is smaller than a few pixels is not.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from layouts.gantt import outlines, patterns
from layouts.gantt.rectangles import NO_ROWS, Rectangles, Window
from layouts.theme import OTHERS


def behind(base: Rectangles, run: Rectangles, rows: str, color: str) -> Rectangles:
    """The rectangles of a baseline as they are outlined: no waits, in the rows of the run, grey unless color is "user".

    rows: a source of rectangles; in "queue" a job has the row it has in the run.
    """
    hues = base.color if color == "user" else np.full_like(base.color, OTHERS)
    low = base.low
    if rows == "queue" and len(run):
        row_of = np.zeros(int(max(run.row.max(), base.row.max(initial=0))) + 1, base.low.dtype)
        row_of[run.row] = run.low
        low = row_of[base.row]
    return replace(base, color=hues, low=low, high=low + (base.high - base.low), segment=NO_ROWS, bands=None)


def visible(bars: Rectangles, window: Window, width: float, height: float) -> NDArray[np.int64]:
    """Indices of the rectangles that are large enough to be outlined in a window of so many pixels, by start."""
    inside = bars.inside(window)
    inside = inside if not len(bars.state) else inside[bars.state[inside] < patterns.WAITING]
    t0, t1, p0, p1 = window
    wide = (np.minimum(bars.end[inside], t1) - np.maximum(bars.start[inside], t0)) / (t1 - t0) * width
    high = (np.minimum(bars.high[inside], p1) - np.maximum(bars.low[inside], p0)) / (p1 - p0) * height
    return inside[(wide >= outlines.LEAST[0]) & (high >= outlines.LEAST[1])]


def draw_over(index: NDArray[np.uint8], bars: Rectangles, window: Window) -> int:
    """Paint the outlines of a baseline's rectangles over a picture [height, width] u1, in place; how many there are."""
    height, width = index.shape
    indices = visible(bars, window, width, height)
    sides = np.ones(len(indices), bool)
    if len(indices):
        outlines.trace(
            bars.start[indices],
            bars.end[indices],
            bars.low[indices],
            bars.high[indices],
            bars.color[indices],
            sides,
            sides,
            *(float(bound) for bound in window),
            outlines.OUTLINES,
            index,
        )
    return len(indices)


def lines(
    bars: Rectangles, indices: NDArray[np.int64], inset: tuple[float, float] = (0.0, 0.0)
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(x, y) of the closed lines around these rectangles, a gap after each: [6 x rectangles] s and rows.

    inset: s and rows by which lines are drawn in, so that neighbors have one each; at most a third of a rectangle.
    """
    start, end, low, high = (
        column[indices].astype(np.float64) for column in (bars.start, bars.end, bars.low, bars.high)
    )
    across, up = np.minimum(inset[0], (end - start) / 3), np.minimum(inset[1], (high - low) / 3)
    start, end, low, high = start + across, end - across, low + up, high - up
    gap = np.full(len(indices), np.nan)
    return (
        np.stack((start, start, end, end, start, gap), axis=1).ravel(),
        np.stack((low, high, high, low, low, gap), axis=1).ravel(),
    )
