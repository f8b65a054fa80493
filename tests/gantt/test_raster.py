from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from layouts import theme
from layouts.gantt import coloring, patterns, raster
from layouts.gantt.rectangles import Rectangles

WHOLE = 3 * raster.COLORS  # what a fully used pixel adds to its color's index


def rectangles(*boxes: tuple[float, float, float, float], colors: list[int] | None = None) -> Rectangles:
    """Rectangles (start, end, low, high), row i being the i-th of them."""
    table = np.array(boxes, float).reshape(len(boxes), 4)
    order = np.argsort(table[:, 0], kind="stable")
    start, end, low, high = table[order].T.copy()
    color = np.zeros(len(boxes), np.uint8) if colors is None else np.array(colors, np.uint8)[order]
    return Rectangles(order, start, end, low, high, color, (0.0, 10.0, 0.0, 10.0))


def picture(shown: Rectangles, window=(0.0, 10.0, 0.0, 10.0), width=10, height=10) -> np.ndarray:
    return raster.draw(shown, window, width, height)[0]


def test_whole_pixels_of_a_rectangle_and_no_others():
    index = picture(rectangles((2, 5, 1, 3), colors=[4]))
    wanted = np.zeros((10, 10), np.uint8)
    wanted[7:9, 2:5] = 1 + 4 + WHOLE  # the top row is the last processor
    assert np.array_equal(index, wanted)


def test_touching_jobs_do_not_share_a_pixel():
    index = picture(rectangles((0, 3, 0, 10), (3, 10, 0, 10), colors=[0, 1]), height=1)
    assert (index[0] % raster.COLORS).tolist() == [1] * 3 + [2] * 7


@pytest.mark.parametrize(
    "window", [(5.0, 10.0, 0.0, 10.0), (0.0, 2.0, 0.0, 10.0), (0.0, 10.0, 3.0, 9.0), (0.0, 10.0, 0.0, 1.0)]
)
def test_a_window_that_only_touches_a_job_does_not_show_it(window):
    index, count = raster.draw(rectangles((2, 5, 1, 3)), window, 8, 8)
    assert count == 0
    assert not index.any()


def test_borders_that_rounding_moves_add_no_pixel():
    third = 10 / 3
    index = picture(rectangles((third, 2 * third, 0, 10)), width=3, height=1)
    assert index.tolist() == [[0, 1 + WHOLE, 0]]


def test_a_job_far_below_a_pixel_still_leaves_one():
    year = 365 * 86_400.0
    index, count = raster.draw(rectangles((1e6, 1e6 + 1, 500, 501)), (0.0, year, 0.0, 10_000.0), 800, 200)
    assert count == 1
    assert np.argwhere(index).tolist() == [[200 - 1 - 500 * 200 // 10_000, int(1e6 * 800 / year)]]


def test_a_short_job_at_the_very_end_of_the_window_is_in_the_last_pixel():
    index = picture(rectangles((10 - 1e-9, 10, 10 - 1e-9, 10)))
    assert np.argwhere(index).tolist() == [[0, 9]]


def test_the_stronger_the_color_the_more_is_in_use():
    index = picture(rectangles((0, 1, 0, 1), (1, 2, 0, 4), (2, 3, 0, 7), (3, 4, 0, 10)), height=1)
    strengths = (index[0, :4].astype(int) - 1) // raster.COLORS
    assert strengths.tolist() == [0, 1, 2, 3]


def test_a_pixel_has_the_color_of_the_job_that_fills_most_of_it():
    index = picture(rectangles((0, 10, 0, 6), (0, 10, 6, 10), colors=[2, 3]), width=1, height=1)
    assert index.tolist() == [[1 + 2 + WHOLE]]


def test_touching_jobs_that_are_large_enough_are_told_apart_by_a_seam():
    index = picture(rectangles((0, 5, 0, 10), (5, 10, 0, 10)))
    assert index[5, 4] == 1 + WHOLE
    assert index[5, 5] == 1
    assert index[5, 6] == 1 + WHOLE


@pytest.mark.parametrize(
    ("window", "width", "height"),
    [((5.0, 5.0, 0.0, 1.0), 9, 9), ((0.0, 1.0, 2.0, 1.0), 9, 9), ((0.0, 1.0, 0.0, 1.0), 0, 9)],
)
def test_an_empty_window_is_refused(window, width, height):
    with pytest.raises(ValueError, match="wanted"):
        raster.draw(rectangles((0, 1, 0, 1)), window, width, height)


def test_nothing_at_all_is_a_transparent_picture():
    none = Rectangles(*(np.zeros(0) for _ in range(5)), np.zeros(0, np.uint8), (0.0, 1.0, 0.0, 1.0))
    assert not picture(none).any()


boxes = st.tuples(st.integers(0, 30), st.integers(1, 12), st.integers(0, 30), st.integers(1, 12)).map(
    lambda b: (float(b[0]), float(b[0] + b[1]), float(b[2]), float(b[2] + b[3]))
)


@given(st.lists(boxes, min_size=1, max_size=12), st.integers(0, 30), st.integers(1, 20))
def test_at_one_pixel_per_unit_exactly_the_covered_cells_are_painted(drawn, first, span):
    index = picture(rectangles(*drawn), (float(first), float(first + span), 0.0, 45.0), span, 45)
    cells = {
        (int(t) - first, int(p))
        for t0, t1, p0, p1 in drawn
        for t in range(int(t0), int(t1))
        for p in range(int(p0), int(p1))
        if first <= t < first + span
    }
    painted = {(int(x), 44 - int(y)) for y, x in np.argwhere(index)}
    assert painted == cells


@given(st.lists(boxes, min_size=1, max_size=15), st.integers(0, 42), st.integers(0, 42))
def test_a_point_is_in_the_rectangle_that_is_found_there(drawn, t, p):
    shown = rectangles(*drawn)
    holding = {i for i, (t0, t1, p0, p1) in enumerate(drawn) if t0 <= t < t1 and p0 <= p < p1}
    at = shown.at(float(t), float(p))
    assert at == -1 if not holding else int(shown.row[at]) in holding


@given(st.lists(boxes, min_size=1, max_size=15), st.integers(-2, 42), st.integers(1, 10), st.integers(0, 40))
def test_what_is_inside_a_window_is_what_meets_it(drawn, t0, span, p0):
    shown = rectangles(*drawn)
    meets = [
        i
        for i in range(len(shown))
        if shown.end[i] > t0 and shown.start[i] < t0 + span and shown.high[i] > p0 and shown.low[i] < p0 + 3
    ]
    window = (float(t0), float(t0 + span), float(p0), p0 + 3.0)
    assert shown.inside(window).tolist() == meets
    assert shown.inside(window, 2).tolist() == meets[:2]


def long_and_short(count: int) -> Rectangles:
    """Rectangles of two seconds, one after the other, and a thousandth of them as long as everything."""
    start = np.arange(float(count))
    end = np.where(np.arange(count) % 10_000 == 0, float(count), start + 2)
    return rectangles(*zip(start, end, start * 0, start * 0 + 1, strict=True))


def test_a_zoom_touches_few_blocks_although_some_jobs_are_very_long():
    shown = long_and_short(200_000)
    blocks = shown.blocks(150_000.0, 150_010.0)
    assert len(blocks) <= 200_000 // 10_000 + 2
    inside = shown.inside((150_000.0, 150_010.0, 0.0, 1.0))
    assert set(range(150_000, 150_010)) <= set(inside.tolist())
    assert len(inside) == 15 + 11  # those long ones that had begun, and the short ones


def test_the_box_around_a_point_tells_how_many_are_there():
    shown = rectangles((0, 1, 0, 1), (1, 2, 0, 1), (2, 3, 0, 1), (2, 3, 1, 2), (5, 6, 0, 1))
    assert shown.here(1.5, 0.5, 1.2, 0.2, 100) == 3
    assert shown.here(1.5, 0.5, 1.2, 2.0, 100) == 4
    assert shown.here(1.5, 0.5, 9.0, 9.0, 2) == 3  # more than two: not told apart


def test_the_rectangles_of_a_row_wherever_they_are():
    found = rectangles((4, 5, 0, 1), (0, 1, 0, 1), (2, 3, 0, 1))
    found.row[:] = [7, 3, 7]  # sorted by start: 0, 2, 4
    assert found.of(7).tolist() == [0, 2]
    assert found.of(3).tolist() == [1]
    assert found.of(5).tolist() == []


def test_near_misses_are_found_within_a_pixel_only():
    shown = rectangles((5.0, 5.001, 3.0, 4.0))
    assert shown.at(5.2, 3.5) == -1
    assert shown.at(5.2, 3.5, 0.3, 0.5) == 0
    assert shown.at(5.2, 6.0, 0.3, 0.5) == -1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_png_decodes_to_its_colors(scheme):
    index = picture(rectangles((0, 5, 0, 10), (5, 7, 0, 10), colors=[0, theme.OTHERS]), width=100, height=7)
    image = Image.open(io.BytesIO(raster.png(index, scheme)))
    assert image.size == (100, 7)
    assert image.mode == "P"
    shown = np.array(image.convert("RGBA"))
    assert tuple(shown[3, 20]) == (*theme.rgb(theme.HUES[0]), 255)
    assert tuple(shown[3, 60]) == (*theme.rgb(theme.GREY[scheme]), 255)
    assert shown[3, 90, 3] == 0


def test_light_and_dark_differ_by_the_palette_only():
    index = picture(rectangles((0, 5, 0, 10)))
    light, dark = (np.array(Image.open(io.BytesIO(raster.png(index, scheme)))) for scheme in ("light", "dark"))
    assert np.array_equal(light, dark)
    assert np.array_equal(light, index)


def test_an_address_names_all_that_decides_the_picture():
    one = raster.url("k", "real", (0.0, 1.5, 0.0, 8.0), 100, 50)
    assert one.startswith("/picture/k/real/0.0_1.5_0.0_8.0_100x50_light.png?v=")
    assert (
        len(
            {
                one,
                raster.url("k", "real", (0.0, 1.5, 0.0, 8.0), 100, 50, "dark"),
                raster.url("k", "virtual", (0.0, 1.5, 0.0, 8.0), 100, 50),
                raster.url("j", "real", (0.0, 1.5, 0.0, 8.0), 100, 50),
                raster.url("k", "real", (0.0, 2.0, 0.0, 8.0), 100, 50),
            }
        )
        == 5
    )


# -- looks -----------------------------------------------------------------------------------------------------------


def test_codes_color_rows_and_pale_ones_keep_their_strength():
    shown = rectangles((0, 5, 0, 10), (5, 10, 0, 10))
    index, _ = raster.draw(shown, (0.0, 10.0, 0.0, 10.0), 10, 1, codes=np.array([3, 5 | coloring.PALE], np.uint8))
    assert index[0, [2, 7]].tolist() == [1 + 3 + WHOLE, 1 + 5 + WHOLE + 4 * raster.COLORS]
    opacity = raster.palette("light")[1].astype(int)
    assert opacity[1 + 5 + WHOLE + 4 * raster.COLORS] == round(255 * raster.FADED)
    assert opacity[1 + 3 + WHOLE] == 255


def test_patterns_are_lines_in_rectangles_large_enough():
    shown = rectangles((0, 10, 0, 10))
    hatched = np.array([2 | patterns.BACKFILLED << coloring.PATTERN], np.uint8)
    large, _ = raster.draw(shown, (0.0, 10.0, 0.0, 10.0), 40, 40, codes=hatched)
    small, _ = raster.draw(shown, (0.0, 100.0, 0.0, 100.0), 40, 40, codes=hatched)
    line = 1 + 2 + raster.LINED * raster.COLORS
    where = np.argwhere(large == line)
    assert len(where) == sum((x + y) % 7 == 0 for x in range(40) for y in range(40))
    assert ((where.sum(axis=1)) % 7 == 0).all()
    assert not (small == line).any()


def test_a_wait_is_pale_and_one_not_asked_for_paler():
    shown = rectangles((0, 5, 0, 10), (5, 10, 0, 10))
    object.__setattr__(shown, "state", np.full(2, patterns.WAITING, np.uint8))
    index, _ = raster.draw(shown, (0.0, 10.0, 0.0, 10.0), 10, 1, codes=np.array([0, coloring.PALE], np.uint8))
    opacity = raster.palette("light")[1].astype(int)[index[0, [2, 7]]]
    assert opacity.tolist() == [round(255 * 0.25), round(255 * 0.25 * 0.42)]


def test_a_palette_of_fewer_hues_is_filled_up_and_outlines_stay_those_of_users():
    colors, opacity = raster.palette("light", hues=("#102030", "#405060"))
    assert colors[1:3].tolist() == [[16, 32, 48], [64, 80, 96]]
    assert colors[raster.OUTLINES].tolist() == list(theme.rgb(theme.HUES[0]))
    assert len(colors) == len(opacity) <= 256


def many(count: int, height: int, seed: int) -> Rectangles:
    """Rectangles that do not overlap: a row each, one after the other in it with gaps."""
    random = np.random.default_rng(seed)
    rows = random.integers(0, height, count)
    start = np.sort(random.uniform(0, 1_000, count))
    boxes = np.stack((start, start + random.exponential(0.5, count), rows, rows + 1.0), axis=1)
    found = rectangles(*boxes, colors=random.integers(0, 9, count).tolist())
    return Rectangles(
        *(getattr(found, name) for name in ("row", "start", "end", "low", "high", "color")),
        (0.0, float(boxes[:, 1].max()), 0.0, float(height)),
    )


def test_the_coarse_picture_stands_for_the_exact_one(monkeypatch):
    shown = many(30_000, 64, seed=4)
    window, pixels = (100.0, 900.0, 0.0, 64.0), (300, 32)
    exact, count = raster.draw(shown, window, *pixels)
    monkeypatch.setattr(raster, "MANY", 1_000)
    rough, roughly = raster.draw(shown, window, *pixels)
    assert roughly >= count
    assert ((exact > 0) == (rough > 0)).mean() > 0.995
    strength = np.abs((exact.astype(int) - 1) // raster.COLORS - (rough.astype(int) - 1) // raster.COLORS)[exact > 0]
    assert (strength <= 1).mean() > 0.99
    near, nearly = raster.draw(shown, (500.0, 500.5, 0.0, 64.0), *pixels)  # cells would be larger than pixels
    assert nearly == len(shown.inside((500.0, 500.5, 0.0, 64.0)))
    assert near.any()


def test_nothing_is_lost_in_the_coarse_picture(monkeypatch):
    monkeypatch.setattr(raster, "MANY", 0)
    shown = rectangles((1e6, 1e6 + 1, 500, 501))
    shown = Rectangles(shown.row, shown.start, shown.end, shown.low, shown.high, shown.color, (0.0, 3e7, 0.0, 10_000.0))
    index, _ = raster.draw(shown, shown.extent, 800, 200)
    assert (index > 0).sum() == 1


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, ""),
        ({"color": "size"}, "&color=size"),
        (
            {"color": "change", "base": "abc", "only": "user 37 wait>1d&x"},
            "&color=change&base=abc&only=user%2037%20wait%3E1d%26x",
        ),
    ],
)
def test_what_follows_the_name_of_a_picture(given, wanted):
    assert raster.query(**given) == f"v={raster.version()}{wanted}"
