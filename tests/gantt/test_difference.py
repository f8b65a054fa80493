"""Differences and overlays of two runs: exact areas against a second-by-second count, and what pictures and clicks say."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from layouts.gantt import difference as differences
from layouts.gantt import difference_raster as paint
from layouts.gantt.difference import Lanes
from scheduler.columns import tables
from scheduler.model.table import Table
from scheduler.simulate import simulate
from tests.cases import small

JOBS = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 8), st.integers(1, 4)), min_size=1, max_size=9)


def counted(work, starts, t: int, jobs=None) -> set[tuple[int, int]]:
    """(job, processor of the job) of those that run in the second from t on."""
    lengths = work.jobs.runtime
    return {
        (job, one)
        for job in range(len(work))
        if starts[job] <= t < starts[job] + lengths[job] and (jobs is None or job in jobs)
        for one in range(int(work.jobs.processors[job]))
    }


def by_hand(work, first, second, jobs=None) -> list[float]:
    """The areas of KINDS, one second after another."""
    last = int(max(np.max(first), np.max(second)) + work.jobs.runtime.max())
    total = np.zeros(4)
    for t in range(last):
        base, run = counted(work, first, t, jobs), counted(work, second, t, jobs)
        same, both = len(base & run), min(len(base), len(run))
        total += (same, both - same, len(base) - both, len(run) - both)
    return total.tolist()


def started(jobs, moved):
    """A workload, and two schedules of it that start its jobs at other seconds."""
    work = small.workload(jobs, 64)
    first = work.jobs.submit
    second = first + np.resize(np.array(moved), len(first))
    return work, small.schedule(work, first), small.schedule(work, second, policy="fcfs")


@given(JOBS, st.lists(st.integers(0, 7), min_size=1, max_size=9))
def test_areas_are_those_of_a_count_second_by_second(jobs, moved):
    work, base, run = started(jobs, moved)
    found = differences.difference(base, run)
    assert list(found.areas()) == pytest.approx(by_hand(work, base.placed.start, run.placed.start))


@given(JOBS, st.lists(st.integers(0, 7), min_size=1, max_size=9))
def test_both_runs_do_the_same_work_so_either_is_alone_as_long(jobs, moved):
    work, base, run = started(jobs, moved)
    areas = differences.difference(base, run).areas()
    assert areas.baseline == pytest.approx(areas.run)
    assert areas.baseline + areas.run == pytest.approx(2 * (work.area - areas.same - areas.others))


@given(JOBS, st.lists(st.integers(0, 7), min_size=1, max_size=9))
def test_lanes_are_counted_each_by_itself(jobs, moved):
    work, base, run = started(jobs, moved)
    lane = np.arange(len(work)) % 2
    lanes = Lanes(lane, np.array([0.0, 40.0]), np.array([40.0, 80.0]), np.ones(len(work)))
    found = differences.difference(base, run, lanes)
    wanted = np.sum(
        [
            by_hand(work, base.placed.start, run.placed.start, set(np.flatnonzero(lane == which).tolist()))
            for which in (0, 1)
        ],
        axis=0,
    )
    assert list(found.areas()) == pytest.approx(wanted.tolist())


def test_paused_jobs_count_while_they_hold_processors():
    work = small.workload([(0, 6, 2)], 4)
    pieces = [{"job": [0, 0], "begin": [0, 5], "end": [3, 8]}, {"job": [0], "begin": [2], "end": [8]}]
    base, run = (small.schedule(work, [one["begin"][0]], segments=_segments(one)) for one in pieces)
    assert differences.difference(base, run).areas() == (2 * (1 + 3), 0, 2 * 2, 2 * 2)


def _segments(piece: dict):
    count = len(piece["job"])
    columns = {name: np.zeros(count) for name in tables()["segments"]}
    return Table.of("segments", **(columns | piece | {"processors": [2] * count}))


@pytest.fixture
def apart():
    """A job of 2 x 10 s at 0 in both runs; one of 3 x 4 s at 0 in the baseline and at 5 in the run."""
    work = small.workload([(0, 10, 2), (0, 4, 3)], 6)
    return differences.difference(small.schedule(work, [0, 0]), small.schedule(work, [0, 5]))


def test_busy_processors_are_stacked_from_the_bottom(apart):
    assert [apart.at(0, t) for t in (0.0, 4.0, 5.0, 9.0, 10.0)] == [
        (2, 5, 2),
        (2, 2, 2),
        (2, 2, 5),
        (2, 2, 2),
        (0, 0, 0),
    ]
    assert apart.at(0, -1.0) == (0, 0, 0)
    assert apart.lane(5.9) == 0
    assert apart.lane(6.0) == -1
    assert apart.areas() == (20, 0, 12, 12)


def test_a_pixel_looks_for_the_largest_difference_in_it(apart):
    assert apart.widest(0, 4.5, 1.0) == 5.0
    assert apart.widest(0, 4.5, 0.1) == 4.5
    assert apart.widest(0, 2.0, 4.0) == 2.0


def test_the_picture_of_a_small_difference(apart):
    index, count = paint.draw(apart, (0.0, 10.0, 0.0, 6.0), 10, 6)
    whole = paint.LEVELS
    same, base, run = paint.entry(whole, 0, 0, 0), paint.entry(0, 0, whole, 0), paint.entry(0, 0, 0, whole)
    wanted = np.zeros((6, 10), np.uint8)
    wanted[4:, :] = same
    wanted[1:4, 0:4] = base
    wanted[1:4, 5:9] = run
    assert np.array_equal(index, wanted)
    assert count == 4


def test_a_part_of_a_pixel_is_a_part_of_its_color(apart):
    index, _ = paint.draw(apart, (0.0, 10.0, 0.0, 6.0), 1, 1)
    # of 60: 20 the same, 12 each alone, the rest nobody's; of six parts two, one and one
    assert index.tolist() == [[paint.entry(2, 0, 1, 1)]]


def test_a_second_in_a_year_leaves_a_trace():
    work = small.workload([(0, 1, 1)], 10_000)
    found = differences.difference(small.schedule(work, [1e6]), small.schedule(work, [2e6]))
    index, _ = paint.draw(found, (0.0, 3.15e7, 0.0, 1e4), 800, 100)
    assert np.argwhere(index).tolist() == [[99, int(1e6 / 3.15e7 * 800)], [99, int(2e6 / 3.15e7 * 800)]]
    assert index[index > 0].tolist() == [paint.entry(0, 0, 1, 0), paint.entry(0, 0, 0, 1)]


@given(JOBS, st.lists(st.integers(0, 7), min_size=1, max_size=9), st.integers(1, 5), st.integers(1, 5))
def test_shares_of_pixels_add_up_to_the_areas(jobs, moved, width, height):
    _, base, run = started(jobs, moved)
    found = differences.difference(base, run)
    t0, t1, p0, p1 = found.extent
    share = np.zeros((width, 4, height + 2))
    paint.paint(
        found.ptr, found.low, found.high, found.time, found.same, found.baseline, found.run, t0, t1, p0, p1, share
    )
    pixel = (t1 - t0) * (p1 - p0) / width / height
    assert (share[:, :, :height].sum(axis=(0, 2)) * pixel).tolist() == pytest.approx(list(found.areas()), abs=1e-6)
    assert share[:, :, height:] == pytest.approx(0, abs=1e-9)


def test_a_window_shows_what_the_whole_shows_there(apart):
    whole, _ = paint.draw(apart, (0.0, 10.0, 0.0, 6.0), 10, 6)
    part, _ = paint.draw(apart, (3.0, 7.0, 1.0, 5.0), 4, 4)
    assert np.array_equal(part, whole[1:5, 3:7])


@pytest.mark.parametrize("window", [(1.0, 1.0, 0.0, 2.0), (0.0, 1.0, 2.0, 2.0)])
def test_an_empty_window_is_refused(apart, window):
    with pytest.raises(ValueError, match="t0 < t1"):
        paint.draw(apart, window, 4, 4)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_file_holds_the_colors_of_the_kinds(apart, scheme):
    index, _ = paint.draw(apart, (0.0, 10.0, 0.0, 6.0), 10, 6)
    image = Image.open(io.BytesIO(paint.png(index, scheme))).convert("RGBA")
    hues = [(*bytes.fromhex(color[1:]), 255) for color in paint.colors(scheme)]
    assert image.getpixel((0, 0))[3] == 0
    assert [image.getpixel(at) for at in ((0, 5), (0, 2), (5, 2))] == [hues[0], hues[2], hues[3]]
    assert len(set(hues)) == 4


def test_policies_differ_where_one_backfills():
    """Jobs 1 and 2 fill the machine, 3 needs all of it: only EASY starts 4 beside 1 (starts computed by hand)."""
    work = small.workload([(0, 8, 3), (1, 4, 4), (2, 2, 1)], 4)
    fcfs, easy = simulate(work, "fcfs"), simulate(work, "easy")
    assert (fcfs.placed.start.tolist(), easy.placed.start.tolist()) == ([0, 8, 12], [0, 8, 2])
    assert differences.difference(fcfs, easy).areas() == (24 + 16, 0, 2, 2)
