"""Loops over rectangles of time x rows: which of them meet a window, which is at a point, what covers each pixel.

All of them take columns sorted by start, and the blocks of BLOCK rectangles worth looking at: a few very long
rectangles then cost a few blocks each, not a pass over everything that started after them.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import builder, part

BLOCK = 1_024
SLACK = 1e-6  # pixels: less than this of a rectangle beyond a pixel's border is rounding


@builder
def overlapping(start, end, low, high, blocks, t0, t1, p0, p1, out):
    """Write the rectangles that meet [t0, t1) x [p0, p1) into out, in order; how many, at most len(out)."""
    count = 0
    for block in blocks:
        for i in range(block * BLOCK, min(block * BLOCK + BLOCK, len(start))):
            if end[i] > t0 and start[i] < t1 and low[i] < p1 and high[i] > p0:
                if count == len(out):
                    return count
                out[count] = i
                count += 1
    return count


@builder
def nearest(start, end, low, high, blocks, t, p, dt, dp):
    """The rectangle that holds a point; else the nearest within dt and dp, measured in these; else -1."""
    best, off = -1, np.inf
    for block in blocks:
        for i in range(block * BLOCK, min(block * BLOCK + BLOCK, len(start))):
            if end[i] <= t - dt or start[i] > t + dt or low[i] > p + dp or high[i] <= p - dp:
                continue
            if start[i] <= t < end[i] and low[i] <= p < high[i]:
                return i
            across = max(start[i] - t, t - end[i], 0.0) / (dt if dt > 0.0 else 1.0)
            up = max(low[i] - p, p - high[i], 0.0) / (dp if dp > 0.0 else 1.0)
            if across * across + up * up < off:
                best, off = i, across * across + up * up
    return best


@part
def add(owner, used, most, i, x, y, area):
    """A rectangle fills so much of a pixel; next to nothing where rounding says less than that."""
    area = np.float32(max(area, SLACK))
    used[x, y] += area
    if area > most[x, y]:
        most[x, y] = area
        owner[x, y] = i


@builder
def add_coverage(start, end, low, high, blocks, t0, t1, p0, p1, apart, owner, used, seam):
    """Find for each pixel [width, height] the rectangle that fills most of it, and how much of it is in use.

    owner: i4, -1 where nothing is; used: f4, zeros; seam: u1, zeros, 1 at the upper and left border of rectangles at
    least `apart` pixels wide and high.  The second index is 0 at the top, p1; columns lie together in memory, as
    rectangles that follow each other in time do.  Every rectangle that meets the window covers at least one pixel.
    Returns how many.
    """
    width, height = owner.shape
    most = np.zeros((width, height), np.float32)
    x_scale, y_scale = width / (t1 - t0), height / (p1 - p0)
    painted = 0
    for block in blocks:
        for i in range(block * BLOCK, min(block * BLOCK + BLOCK, len(start))):
            if end[i] <= t0 or start[i] >= t1 or high[i] <= p0 or low[i] >= p1:
                continue
            painted += 1
            left, right = max((start[i] - t0) * x_scale, 0.0), min((end[i] - t0) * x_scale, float(width))
            top, bottom = max((p1 - high[i]) * y_scale, 0.0), min((p1 - low[i]) * y_scale, float(height))
            x0, y0 = min(int(left + SLACK), width - 1), min(int(top + SLACK), height - 1)
            x1, y1 = max(int(right - SLACK), x0), max(int(bottom - SLACK), y0)  # the last ones
            first, last = (y0 + 1.0 if y1 > y0 else bottom) - top, bottom - y1
            for x in range(x0, x1 + 1):
                wide = (right if x == x1 else x + 1.0) - (left if x == x0 else float(x))
                add(owner, used, most, i, x, y0, wide * first)
                for y in range(y0 + 1, y1):
                    add(owner, used, most, i, x, y, wide)
                if y1 > y0:
                    add(owner, used, most, i, x, y1, wide * last)
            if x1 - x0 >= apart - 1 and y1 - y0 >= apart - 1:
                if start[i] >= t0:
                    seam[x0, y0 : y1 + 1] = 1
                if high[i] <= p1:
                    seam[x0 : x1 + 1, y0] = 1
    return painted


@builder
def gather(cells, filled, columns, rows, owner, used):
    """The same from a coarse picture kept of everything: cells fall whole into the pixel their middle is in.

    cells: [cell columns, cell rows] i4 owners; filled: u1, how much of each is in use, of 255; columns, rows: pixel of
    each cell column and row, -1 outside the window.
    """
    height = owner.shape[1]
    most, total = np.zeros(height, np.uint8), np.zeros(height, np.int64)
    down = np.zeros(height, np.int64)
    for y in rows:
        if y >= 0:
            down[y] += 1
    column = 0
    while column < len(columns):
        x, first = columns[column], column
        if x < 0:
            column += 1
            continue
        most[:] = 0
        total[:] = 0
        while column < len(columns) and columns[column] == x:
            for row in range(len(rows)):
                y, part = rows[row], filled[column, row]
                if y >= 0 and part > 0:
                    total[y] += part
                    if part > most[y]:
                        most[y] = part
                        owner[x, y] = cells[column, row]
            column += 1
        for y in range(height):
            if total[y] > 0:
                used[x, y] = total[y] / (255.0 * (column - first) * down[y])
