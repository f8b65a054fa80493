"""Stacked areas hold exactly the processor-time of each color, and come where jobs are smaller than pixels."""

from __future__ import annotations

import numpy as np
import pytest

from layouts.gantt import coloring, raster
from layouts.gantt.rectangles import Rectangles

FULL, OTHERS = 3 * raster.COLORS, 7 * raster.COLORS  # what a whole pixel adds, of a job asked for and of another one


def rectangles(boxes, colors, machine=10.0, until=10.0) -> Rectangles:
    table = np.array(boxes, float).reshape(len(boxes), 4)
    order = np.argsort(table[:, 0], kind="stable")
    start, end, low, high = table[order].T.copy()
    return Rectangles(order, start, end, low, high, np.array(colors, np.uint8)[order], (0.0, until, 0.0, machine))


def random_jobs(seed, count=400, machine=16):
    random = np.random.default_rng(seed)
    start, low = random.integers(0, 50, count), random.integers(0, machine, count)
    boxes = np.column_stack((start, start + random.integers(1, 9, count), low, low + random.integers(1, 4, count)))
    return rectangles(boxes, random.integers(0, 5, count), machine, 60.0)


def naive(shown, window, width):
    """Each rectangle and each column, cut against each other."""
    t0, t1, p0, p1 = window
    edges = np.linspace(t0, t1, width + 1)
    held = np.zeros((raster.KINDS, width))
    for row in range(len(shown)):
        for column in range(width):
            across = min(shown.end[row], edges[column + 1]) - max(shown.start[row], edges[column])
            up = min(shown.high[row], p1) - max(shown.low[row], p0)
            held[shown.color[row], column] += max(across, 0) * max(up, 0) / (edges[column + 1] - edges[column])
    return held


@pytest.mark.parametrize(
    "window", [(0.0, 60.0, 0.0, 16.0), (7.0, 23.0, 0.0, 16.0), (3.5, 41.25, 2.0, 9.0), (-5.0, 5.0, 0.0, 16.0)]
)
@pytest.mark.parametrize("width", [1, 7, 32])
def test_each_column_holds_what_the_jobs_of_each_color_hold_there(window, width):
    shown = random_jobs(width)
    held, count = raster.amounts(shown, window, width)
    assert held == pytest.approx(naive(shown, window, width), abs=1e-9)
    t0, t1, p0, p1 = window
    assert count == ((shown.end > t0) & (shown.start < t1) & (shown.high > p0) & (shown.low < p1)).sum()


def drawn(shown, window, width, height, codes=None):
    """The picture of stacked areas; None where there is none."""
    found = raster.areas(shown, window, width, codes)
    return None if found is None else raster.draw_areas(found, window, width, height)


def test_colors_stand_on_each_other_from_the_bottom():
    boxes = [(t + part / 3, t + (part + 1) / 3, 4, 8 if part == 1 else 6) for t in range(10) for part in range(3)]
    shown = rectangles(boxes, [2, 0, 2] * 10)
    index = drawn(shown, (0.0, 10.0, 0.0, 10.0), 10, 30)
    # in each column color 0 has 4 processors for a third of the time, color 2 has 2 for two thirds: 4/3 rows of ten each
    column = [0] * 22 + [1 + 2 + FULL] * 4 + [1 + FULL] * 4
    assert raster.areas(shown, (0.0, 10.0, 0.0, 10.0), 10).total == 30
    assert index.T.tolist() == [column] * 10


def test_jobs_not_asked_for_are_above_and_pale():
    shown = rectangles([(t / 4, t / 4 + 0.25, 0, 5) for t in range(40)], [0] * 40)
    codes = np.array([1, 1 | coloring.PALE] * 20, np.uint8)
    index = drawn(shown, (0.0, 10.0, 0.0, 10.0), 10, 20, codes)
    assert index[:, 0].tolist() == [0] * 10 + [2 + OTHERS] * 5 + [2 + FULL] * 5


def test_where_jobs_are_as_wide_as_pixels_they_are_drawn_one_by_one():
    shown = random_jobs(3)
    assert drawn(shown, (0.0, 60.0, 0.0, 16.0), 399, 20) is not None
    assert drawn(shown, (0.0, 60.0, 0.0, 16.0), 400, 20) is None
    assert drawn(shown, (10.0, 10.5, 0.0, 16.0), 300, 20) is None


def test_an_area_of_a_picture_is_processor_time():
    shown = random_jobs(5)
    index = drawn(shown, (0.0, 60.0, 0.0, 200.0), 60, 2000)
    for color in range(5):
        mine = shown.color == color
        held = ((shown.end - shown.start) * (shown.high - shown.low))[mine].sum()
        assert (index == 1 + color + FULL).sum() / 10 == pytest.approx(held, abs=60 / 10)
