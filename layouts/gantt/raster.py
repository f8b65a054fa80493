"""A picture of rectangles: each pixel has the color of the rectangle that fills most of it, and the more of it is in
use, the stronger the color.  So a million jobs show where the machine is busy and where it is not, and a job of one
second in a year still leaves a trace.  Drawing touches only the rectangles of the window and the pixels they cover;
where these are too many, it reads a coarse picture kept of all of them, whose cells are smaller than pixels.

The picture is indices into a palette with opacities, index 0 being transparent: light and dark differ by the palette.
An index is 1 + color + COLORS x level; levels are strengths, paler ones for jobs that were not asked for, and lines
of patterns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

import numpy as np

from layouts.gantt.png import indexed
from layouts.gantt.rectangle_queries import BLOCK, SLACK, add_coverage, gather
from layouts.gantt.rectangles import Rectangles, Window
from layouts.memory.cache import cached
from layouts.theme import COLORS, hue, outline, rgb
from scheduler.compiled import builder
from scheduler.fingerprint import fingerprint

OPACITIES = (0.42, 0.6, 0.8, 1.0)  # of a pixel used up to a quarter, a half, three quarters, whole
FADED = 0.25  # of these: jobs that were not asked for, and waits
LINED = 2 * len(OPACITIES)  # level of the lines of patterns; the next one is their paler one
OUTLINES = 1 + COLORS * (LINED + 2)  # first entry of the palette for the edges of outlines, a color each
LEVELS = LINED + 2  # before those of outlines
DRAWING = "layouts.gantt.picture_routes"  # the module whose sources, with all they import, decide a picture
APART = 4  # pixels: rectangles this wide and high are drawn with a seam
HATCHED = 9.0  # pixels: rectangles this wide and high show their pattern
NEVER = 1 << 30
MANY = 200_000  # rectangles in a window, roughly: beyond it the coarse picture is read
CELLS = (8_192, 512)  # its columns and, at most, rows
KINDS = 2 * COLORS  # of stacked areas: a color each of the jobs asked for, then of the others
ACROSS = 5  # pixels of a column of stacked areas: narrower ones would flicker
WHOLE = len(OPACITIES) - 1  # level of a pixel that is used up


class Coarse(NamedTuple):
    """A picture of everything in fine cells."""

    owner: np.ndarray  # [columns, rows] i4: the rectangle that fills most of a cell, -1 where nothing is
    filled: np.ndarray  # [columns, rows] u1: how much of it is in use, of 255


@builder
def on_line(pattern, x, y):
    """Whether a pixel is on a line of a pattern: / \\ x - and dots, as patterns.PATTERNS has them."""
    if pattern <= 3:
        return (pattern != 2 and (x + y) % 7 == 0) or (pattern != 1 and (x - y) % 7 == 0)
    return y % 4 == 0 and (pattern == 4 or x % 4 == 0)


@builder
def color_pixels(owner, used, seam, start, end, low, high, codes, by, state, x_scale, y_scale, index):
    """Turn owners and use of pixels [width, height] into index [height, width] u1.

    codes: u1 (coloring.codes) of the rectangle's row, by[rectangle]; of the rectangle itself where `by` is empty.
    """
    for x in range(owner.shape[0]):
        for y in range(owner.shape[1]):
            i = owner[x, y]
            if i < 0:
                continue
            code = codes[by[i]] if len(by) else codes[i]
            pale, pattern = (code >> 4) & 1, code >> 5
            strength = 0 if seam[x, y] else min(int(used[x, y] * 4 - SLACK), 3)
            if len(state):
                pattern = state[i] & 7 if state[i] & 7 else pattern
                if state[i] & 8:
                    pattern, strength, pale = 0, (0 if pale else strength), 1
            level = strength + 4 * pale
            if (
                pattern
                and on_line(pattern, x, y)
                and (end[i] - start[i]) * x_scale >= HATCHED
                and (high[i] - low[i]) * y_scale >= HATCHED
            ):
                level = 8 + pale
            index[y, x] = 1 + (code & 15) + COLORS * level


def draw(
    bars: Rectangles,
    window: Window,
    width: int,
    height: int,
    longest_first: bool = False,
    codes: np.ndarray | None = None,
) -> tuple[np.ndarray, int]:
    """(index [height, width] u1, how many rectangles are in it); row 0 is the top of the picture.

    longest_first: of rectangles that fill as much of a pixel, the longest gives it its color.  codes: of the rows of
    `bars` (coloring.codes); its own colors where not given.  Of very many rectangles the number is a rough one.

    Raises ValueError for an empty window or picture.
    """
    t0, t1, p0, p1 = (float(bound) for bound in window)
    if not (t0 < t1 and p0 < p1 and width > 0 and height > 0):
        raise ValueError(f"wanted: t0 < t1, p0 < p1 and at least one pixel; found {window}, {width} x {height}")
    bars = _longest_first(bars) if longest_first else bars
    owner, used = np.full((width, height), -1, np.int32), np.zeros((width, height), np.float32)
    seam = np.zeros((width, height), np.uint8)
    blocks = bars.blocks(t0, t1)
    columns = (bars.start, bars.end, bars.low, bars.high)
    count = _from_coarse(bars, window, owner, used) if len(blocks) * BLOCK > MANY and not longest_first else None
    if count is None:
        count = add_coverage(*columns, blocks, t0, t1, p0, p1, APART, owner, used, seam)
    index = np.zeros((height, width), np.uint8)
    colors = (bars.color, np.zeros(0, np.int32)) if codes is None else (codes, bars.row)
    color_pixels(owner, used, seam, *columns, *colors, bars.state, width / (t1 - t0), height / (p1 - p0), index)
    return index, int(count)


def _longest_first(bars: Rectangles) -> Rectangles:
    """The same rectangles in another order; their starts do not help to find them any more."""
    order = np.argsort(bars.start - bars.end, kind="stable")
    return _Unordered(
        bars.row[order],
        bars.start[order],
        bars.end[order],
        bars.low[order],
        bars.high[order],
        bars.color[order],
        bars.extent,
    )


class _Unordered(Rectangles):
    """Rectangles in any order."""

    def blocks(self, t0: float, t1: float) -> np.ndarray:
        """All of them."""
        return np.arange(-(-len(self) // BLOCK))


# ---- a coarse picture of everything ---------------------------------------------------------------------------------


def coarse(bars: Rectangles) -> Coarse:
    """The coarse picture of rectangles, made once."""
    return cached("coarse picture", lambda: _coarse(bars), bars)


def _coarse(bars: Rectangles) -> Coarse:
    t0, t1, p0, p1 = (float(bound) for bound in bars.extent)
    shape = (CELLS[0], min(CELLS[1], max(int(np.ceil(p1 - p0)), 1)))
    owner, used = np.full(shape, -1, np.int32), np.zeros(shape, np.float32)
    add_coverage(
        bars.start,
        bars.end,
        bars.low,
        bars.high,
        np.arange(-(-len(bars) // BLOCK)),
        t0,
        t1,
        p0,
        p1,
        NEVER,
        owner,
        used,
        np.zeros((1, 1), np.uint8),
    )
    return Coarse(owner, np.ceil(np.minimum(used, 1.0) * np.float32(255.0)).astype(np.uint8))


def _from_coarse(bars: Rectangles, window: Window, owner: np.ndarray, used: np.ndarray) -> int | None:
    """Fill owner and used from the coarse picture; None where its cells are larger than pixels."""
    width, height = owner.shape
    extent, rows = bars.extent, min(CELLS[1], max(int(np.ceil(bars.extent[3] - bars.extent[2])), 1))
    across, down = (extent[1] - extent[0]) / CELLS[0], (extent[3] - extent[2]) / rows
    if across > (window[1] - window[0]) / width or down > (window[3] - window[2]) / height:
        return None
    cells = coarse(bars)
    columns = _pixels(extent[0], across, CELLS[0], window[0], window[1], width)
    lines = _pixels(-extent[3], down, rows, -window[3], -window[2], height)
    gather(cells.owner, cells.filled, columns, lines, owner, used)
    inside = len(bars.blocks(*window[:2])) * BLOCK
    return min(inside, len(bars))


def _pixels(first: float, size: float, count: int, low: float, high: float, pixels: int) -> np.ndarray:
    """[cells] i4: the pixel the middle of each cell is in; -1 outside."""
    at = np.floor((first + (np.arange(count) + 0.5) * size - low) * (pixels / (high - low)))
    return np.where((at >= 0) & (at < pixels), at, -1).astype(np.int32)


# ---- stacked areas, where single jobs cannot be told apart --------------------------------------------------------
# With more than one job on a pixel of time, a picture of the jobs shows chance: which of many has a pixel.  The sums
# are what can be read.  In each column of some pixels the colors stand on each other from the bottom in their order,
# those of jobs that were not asked for above them; each is as high as the processors its jobs hold there on average,
# so that areas are processor-time.


@builder
def spread(start, end, low, high, codes, by, blocks, t0, t1, p0, p1, area, steps):
    """Add what each rectangle holds in every column to area [KINDS, columns]; how many rectangles there are.

    area: mean height in rows; steps [KINDS, columns + 1]: heights that begin (or, below 0, end) with a column, to be
    summed up.  codes: u1 (coloring.codes) of the rectangle's row, by[rectangle]; of itself where `by` is empty.
    """
    columns, count = area.shape[1], 0
    scale = columns / (t1 - t0)
    for block in blocks:
        for i in range(block * BLOCK, min(block * BLOCK + BLOCK, len(start))):
            height = min(high[i], p1) - max(low[i], p0)
            if end[i] <= t0 or start[i] >= t1 or height <= 0:
                continue
            count += 1
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
    return count


def amounts(bars: Rectangles, window: Window, width: int, codes: np.ndarray | None = None) -> tuple[np.ndarray, int]:
    """([KINDS, width] rows held on average in each column of pixels, how many rectangles are in the window).

    codes: of the rows of `bars` (coloring.codes); its own colors where not given.
    """
    t0, t1, p0, p1 = (float(bound) for bound in window)
    area, steps = np.zeros((KINDS, width)), np.zeros((KINDS, width + 1))
    colors = (bars.color, np.zeros(0, np.int32)) if codes is None else (codes, bars.row)
    count = spread(bars.start, bars.end, bars.low, bars.high, *colors, bars.blocks(t0, t1), t0, t1, p0, p1, area, steps)
    return area + np.cumsum(steps, axis=1)[:, :width], int(count)


def crowded(bars: Rectangles, window: Window, width: int) -> bool:
    """Whether there may be more than one job on each pixel of time: a rough number, found without looking at them."""
    return len(bars.blocks(*window[:2])) * BLOCK > width and len(bars) > width


class Areas(NamedTuple):
    """What a picture of stacked areas is drawn from."""

    rows: np.ndarray  # [KINDS, columns] rows held on average
    total: int  # rectangles


def areas(bars: Rectangles, window: Window, width: int, codes: np.ndarray | None = None) -> Areas | None:
    """The areas of a picture of so many pixels; None where there is at most one rectangle on each: jobs are drawn."""
    if not crowded(bars, window, width):
        return None
    rows, count = amounts(bars, window, -(-width // ACROSS), codes)
    return Areas(rows, count) if count > width else None


def draw_areas(stacked: Areas, window: Window, width: int, height: int) -> np.ndarray:
    """Index [height, width] u1 for raster.png."""
    kind = kinds(stacked, window, (width, height), np.arange(width), np.arange(height)[:, None])
    level = np.where(kind < COLORS, WHOLE, WHOLE + len(OPACITIES))
    return np.where(kind < KINDS, 1 + kind % COLORS + COLORS * level, 0).astype(np.uint8)


def kinds(stacked: Areas, window: Window, size: tuple[int, int], x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """[lines, pixels]: which area is at pixels of a picture, KINDS where none is.

    x: [pixels], from the left; y: [lines, 1], from the top.
    """
    columns, (width, height) = stacked.rows.shape[1], size
    tops = np.cumsum(stacked.rows, axis=0)[:, x * columns // width] * (height / (window[3] - window[2]))
    middles = height - 0.5 - y  # of rows of pixels above the bottom
    return (middles[:, None, :] >= tops).sum(axis=1)


def column(stacked: Areas, window: Window, width: int, x: int) -> tuple[float, float]:
    """The span of time, s, that a pixel's column of stacked areas stands for."""
    columns = stacked.rows.shape[1]
    step = (window[1] - window[0]) / columns
    at = x * columns // width
    return window[0] + at * step, window[0] + (at + 1) * step


# ---- as a file ------------------------------------------------------------------------------------------------------


def user_hues(scheme: str) -> tuple[str, ...]:
    """The colors of rectangles that bring their own."""
    return tuple(hue(color, scheme) for color in range(COLORS))


def palette(scheme: str, pale: float = 1.0, hues: Sequence[str] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """([entries, 3] u1 red, green, blue; [entries] u1 opacity) of a scheme.

    pale: of the jobs behind outlines.  hues: at most COLORS, where jobs are not colored by user.
    """
    own = user_hues(scheme)
    fills = [rgb(color) for color in (own if hues is None else hues)]
    fills += [(0, 0, 0)] * (COLORS - len(fills))
    lines = [rgb(outline(color, scheme)) for color in (own if hues is None else hues)]
    lines += [(0, 0, 0)] * (COLORS - len(lines))
    colors = [(0, 0, 0), *fills * LINED, *lines * 2, *(rgb(color) for color in own)]
    strengths = np.repeat((*OPACITIES, *(FADED * part for part in OPACITIES), 1.0, FADED), COLORS)
    opacity = np.concatenate(([0.0], pale * strengths, np.ones(COLORS)))
    return np.array(colors, np.uint8), np.round(255 * opacity).astype(np.uint8)


def png(index: np.ndarray, scheme: str = "light", pale: float = 1.0, hues: Sequence[str] | None = None) -> bytes:
    """An index picture as PNG with its palette."""
    return indexed(index, *palette(scheme, pale, hues))


# ---- where it is ----------------------------------------------------------------------------------------------------


def version() -> str:
    """Names the code that draws."""
    return fingerprint(DRAWING)


def lane(source: str, beside: Sequence[str] = ()) -> str:
    """A source with the keys of the runs its rows are aligned with, as one part of an address: users~key~key."""
    return "~".join((source, *beside))


def address(key: str, source: str, beside: Sequence[str] = ()) -> str:
    """Where pictures of a run are: /picture/<key>/<source>/ - the name of a window and query() follow."""
    return f"/picture/{key}/{lane(source, beside)}/"


def query(color: str = "user", base: str = "", only: str = "") -> str:
    """What follows the name of a picture after "?": the version, and what is not the default.

    base: key of the run compared with; only: the query whose jobs are lit, as evaluated in that run.
    """
    parts = {"color": "" if color == "user" else color, "base": base, "only": only}
    return f"v={version()}" + "".join(f"&{name}={quote(value, safe='')}" for name, value in parts.items() if value)


def url(
    key: str,
    source: str,
    window: Window,
    width: int,
    height: int,
    scheme: str = "light",
    asked: str | None = None,
    beside: Sequence[str] = (),
) -> str:
    """The address of the picture of a window; asked: query(), where it is not the default."""
    bounds = "_".join(repr(float(bound)) for bound in window)
    return f"{address(key, source, beside)}{bounds}_{width}x{height}_{scheme}.png?{asked or query()}"
