"""Steps: exact levels after every change, and reductions that keep areas."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.analysis.machine_over_time import reduce_steps, steps
from tests.cases.every_case import every_case
from tests.cases.small import schedule, workload

FOUR = workload([(0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2)], 4)  # five jobs on which the policies differ
EASY = schedule(FOUR, (0, 4, 1, 7, 7))


def columns(table):
    return {name: table.columns[name].tolist() for name in ("time", "busy", "demand", "waiting", "held")}


def random_schedule(seed):
    random = np.random.default_rng(seed)
    submit = np.sort(random.integers(0, 30, 25))
    made = workload(np.stack([submit, random.integers(1, 9, 25), random.integers(1, 5, 25)], 1), 8)
    return made, schedule(made, submit + random.integers(0, 10, 25)).placed


def test_a_schedule_worked_by_hand():
    assert columns(steps(FOUR, EASY.placed)) == {
        "time": [0, 1, 3, 4, 7, 9, 13],
        "busy": [3, 4, 3, 4, 3, 1, 0],
        "demand": [7, 11, 10, 7, 3, 1, 0],
        "waiting": [1, 3, 3, 2, 0, 0, 0],
        "held": [0] * 7,
    }


def test_instants_without_change_are_left_out():
    same = schedule(workload([(0, 5, 2), (5, 5, 2)], 4), [0, 5])
    assert columns(steps(same.workload, same.placed))["time"] == [0, 10]


def test_no_jobs_no_steps():
    empty = schedule(workload([], 4), [])
    assert len(steps(empty.workload, empty.placed)) == 0
    assert reduce_steps(steps(empty.workload, empty.placed), 0, 1, 2)["busy"].tolist() == [0, 0]


@every_case("seed", range(20))
def test_levels_agree_with_counting_second_by_second(seed):
    made, placed = random_schedule(seed)
    table, size = steps(made, placed), made.jobs.processors
    for second in range(60):
        row = np.searchsorted(table.time, second, side="right") - 1
        submitted, started, unfinished = placed.submit <= second, placed.start <= second, placed.end > second
        wanted = (size[started & unfinished].sum(), size[submitted & unfinished].sum(), (submitted & ~started).sum())
        assert (wanted if row >= 0 else (0, 0, 0)) == wanted
        if row >= 0:
            assert (table.busy[row], table.demand[row], table.waiting[row]) == wanted


def test_the_area_of_busy_is_the_work():
    made, placed = random_schedule(1)
    table = steps(made, placed)
    assert np.dot(table.busy[:-1], np.diff(table.time)) == made.area


def test_reduction_worked_by_hand():
    reduced = reduce_steps(steps(FOUR, EASY.placed), -2, 8, 5)
    assert reduced["time"].tolist() == [-2, 0, 2, 4, 6, 8]
    assert reduced["busy"].tolist() == [0, 3.5, 3.5, 4, 3.5]
    assert reduced["demand"].tolist() == [0, 9, 10.5, 7, 5]
    assert reduced["waiting"].tolist() == [0, 2, 3, 2, 1]


@every_case("seed", range(20))
def test_reduction_keeps_areas_at_every_zoom(seed):
    made, placed = random_schedule(seed)
    table = steps(made, placed)
    for begin, end, buckets in ((0, 60, 1), (0, 60, 7), (-5, 100, 1000), (3.3, 17.7, 11)):
        reduced = reduce_steps(table, begin, end, buckets)
        inside = np.minimum(placed.end, end) - np.maximum(placed.start, begin)
        area = float(np.dot(made.jobs.processors, np.maximum(inside, 0)))
        assert np.dot(reduced["busy"], np.diff(reduced["time"])) == pytest.approx(area)


@pytest.mark.parametrize("window", [(0, 0, 5), (5, 0, 5), (0, 5, 0), (np.nan, 5, 2)])
def test_windows_that_are_none_are_refused(window):
    with pytest.raises(ValueError, match="wanted"):
        reduce_steps(steps(FOUR, EASY.placed), *window)
