"""A picture of rectangles: each pixel has the color of the rectangle that fills most of it, and the more of it is in
use, the stronger the color.  So a million jobs show where the machine is busy and where it is not, and a job of one
second in a year still leaves a trace.  Drawing touches only the rectangles of the window and the pixels they cover.

The picture is indices into a palette with opacities, index 0 being transparent: light and dark differ by the palette.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from functools import cache
from pathlib import Path

import numpy as np

from layouts.rectangles import Rectangles, Window
from layouts.theme import COLORS, hue, rgb
from scheduler.compiled import builder

OPACITIES = (0.42, 0.6, 0.8, 1.0)   # of a pixel used up to a quarter, a half, three quarters, whole
SLACK = 1e-6                        # pixels: less than this of a rectangle beyond a pixel's border is rounding
OUTLINES = 1 + COLORS * len(OPACITIES)     # first entry of the palette for the edges of outlines, a color each
DRAWN_BY = ("raster.py", "outlines.py", "lags.py", "rectangles.py", "theme.py", "../scheduler/placement.py")
APART = 4                           # pixels: rectangles this wide and high are drawn with a seam


@builder
def paint(start, end, low, high, color, t0, t1, p0, p1, index):
    """Paint rectangles into index [height, width] u1: 0 where nothing is, else 1 + color + COLORS x strength.

    Row 0 is the top, processor p1.  Every rectangle that meets the window covers at least one pixel.  Returns how many.
    """
    height, width = index.shape
    used = np.zeros((height, width), np.float32)
    most = np.zeros((height, width), np.float32)
    seam = np.zeros((height, width), np.uint8)
    x_scale, y_scale = width / (t1 - t0), height / (p1 - p0)
    painted = 0
    for i in range(len(start)):
        if end[i] <= t0 or start[i] >= t1 or high[i] <= p0 or low[i] >= p1:
            continue
        painted += 1
        left, right = max((start[i] - t0) * x_scale, 0.0), min((end[i] - t0) * x_scale, float(width))
        top, bottom = max((p1 - high[i]) * y_scale, 0.0), min((p1 - low[i]) * y_scale, float(height))
        x0, y0 = min(int(left + SLACK), width - 1), min(int(top + SLACK), height - 1)
        x1, y1 = max(int(np.ceil(right - SLACK)), x0 + 1), max(int(np.ceil(bottom - SLACK)), y0 + 1)
        for y in range(y0, y1):
            tall = min(bottom, y + 1.0) - max(top, float(y))
            for x in range(x0, x1):
                area = tall * (min(right, x + 1.0) - max(left, float(x)))
                area = max(area, SLACK)
                used[y, x] += area
                if area > most[y, x]:
                    most[y, x] = area
                    index[y, x] = color[i]
        if x1 - x0 >= APART and y1 - y0 >= APART:
            if start[i] >= t0:
                seam[y0:y1, x0] = 1
            if high[i] <= p1:
                seam[y0, x0:x1] = 1
    for y in range(height):
        for x in range(width):
            if used[y, x] > 0:
                strength = 0 if seam[y, x] else min(int(used[y, x] * 4 - SLACK), 3)
                index[y, x] = 1 + index[y, x] + COLORS * strength
    return painted


def draw(shown: Rectangles, window: Window, width: int, height: int,
         longest_first: bool = False) -> tuple[np.ndarray, int]:
    """(index [height, width] u1, how many rectangles are in it); row 0 is the top of the picture.

    longest_first: of rectangles that fill as much of a pixel, the longest gives it its color.

    Raises ValueError for an empty window or picture.
    """
    t0, t1, p0, p1 = window
    if not (t0 < t1 and p0 < p1 and width > 0 and height > 0):
        raise ValueError(f"wanted: t0 < t1, p0 < p1 and at least one pixel; found {window}, {width} x {height}")
    index = np.zeros((height, width), np.uint8)
    near = shown.between(t0, t1)
    columns = [column[near] for column in (shown.start, shown.end, shown.low, shown.high, shown.color)]
    if longest_first:
        order = np.argsort(columns[0] - columns[1], kind="stable")
        columns = [column[order] for column in columns]
    count = paint(*columns, float(t0), float(t1), float(p0), float(p1), index)
    return index, int(count)


def palette(scheme: str, pale: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """([entries, 3] u1 red, green, blue; [entries] u1 opacity) of a scheme; pale: of the jobs behind outlines."""
    hues = [rgb(hue(color, scheme)) for color in range(COLORS)]
    colors = np.array([(0, 0, 0)] + hues * (len(OPACITIES) + 1), np.uint8)
    opacity = np.concatenate(([0.0], pale * np.repeat(OPACITIES, COLORS), np.ones(COLORS)))
    return colors, np.round(255 * opacity).astype(np.uint8)


def png(index: np.ndarray, scheme: str = "light", pale: float = 1.0) -> bytes:
    """An index picture as PNG with a palette (PNG specification, third edition, sections 5 and 11)."""
    height, width = index.shape
    colors, opacity = palette(scheme, pale)
    rows = np.zeros((height, width + 1), np.uint8)      # each row begins with its filter: 0, none
    rows[:, 1:] = index
    return b"".join((b"\x89PNG\r\n\x1a\n", _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
                     _chunk(b"PLTE", colors.tobytes()), _chunk(b"tRNS", opacity.tobytes()),
                     _chunk(b"IDAT", zlib.compress(rows.tobytes(), 1)), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


@cache
def version() -> str:
    """Eight hex digits naming the code that draws."""
    here = Path(__file__).parent
    return hashlib.sha256(b"".join((here / name).read_bytes() for name in DRAWN_BY)).hexdigest()[:8]


def address(key: str, source: str) -> str:
    """Where pictures of a run are: /picture/<key>/<source>/ - the name of a window follows."""
    return f"/picture/{key}/{source}/"


def url(key: str, source: str, window: Window, width: int, height: int, scheme: str = "light") -> str:
    """The address of the picture of a window."""
    bounds = "_".join(repr(float(bound)) for bound in window)
    return f"{address(key, source)}{bounds}_{width}x{height}_{scheme}.png?v={version()}"
