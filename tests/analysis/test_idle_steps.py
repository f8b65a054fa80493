"""Steps of idle processors: exact for every policy, at every reduction; stretches; and who is to blame at an instant."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.analysis.hold_causes import KINDS
from scheduler.analysis.idle import ALL, idle, idle_by_reason
from scheduler.analysis.idle_over_time import (
    PARTS,
    areas,
    edges,
    idle_steps,
    largest,
    level_at,
    prefixes,
    stretch_at,
    stretches,
    widest,
)
from scheduler.explain.idle_instant import Cause, cause, free, waiting
from scheduler.model.table import Table
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.analysis.test_reasons import FOUR, WIDE, runs
from tests.cases.small import schedule, workload

POLICIES = all_policies()
RESERVATION = KINDS.index("reservation")
EASY = simulate(FOUR, "easy")  # idle: [0, 1) 1 does not fit, [3, 4) 1 reservation, [7, 9) 1 and [9, 13) 3 no work


def level(made, name):
    return idle_steps(made).columns[name].tolist()


def test_steps_by_hand():
    assert level(EASY, "time") == [0, 1, 3, 4, 7, 9, 13]
    assert level(EASY, "busy") == [3, 4, 3, 4, 3, 1, 0]
    assert level(EASY, "no_work") == [0, 0, 0, 0, 1, 3, 0]
    assert level(EASY, "does_not_fit") == [1, 0, 0, 0, 0, 0, 0]
    assert level(EASY, "reservation") == [0, 0, 1, 0, 0, 0, 0]
    assert level(EASY, "order") == level(EASY, "rule") == [0] * 7


def test_areas_from_prefixes_are_the_areas():
    random = np.random.Generator(np.random.PCG64(7))
    for rows in (2, 3, 63, 64, 65, 129, 1_000):
        time = np.cumsum(random.integers(1, 9, rows)).astype(float)
        level = {name: np.append(random.integers(0, 99, rows - 1), 0) for name in ("busy", *PARTS)}
        table = Table.of("idle_steps", time=time, **level)
        at = np.sort(random.random(40) * (time[-1] + 20) - 10)
        second = np.arange(int(time[0]), int(time[-1]))  # of each whole second, which step it is in
        known = prefixes(table)
        for name, area in areas(table, np.append(second, time[-1]).astype(float), known).items():
            assert area.tolist() == level[name][np.searchsorted(time, second, "right") - 1].tolist()
        for name, area in areas(table, at, known).items():
            assert area == pytest.approx(areas(table, at)[name], abs=1e-6)


def test_no_jobs_no_steps():
    table = idle_steps(schedule(workload([], 4), []))
    assert len(table) == 0
    assert all(area.tolist() == [0, 0] for area in areas(table, np.array([0.0, 1, 2])).values())
    assert level_at(table, 3.0)["no_work"] == 0 and not len(stretches(table, "rule").begin)


@pytest.mark.parametrize("key", POLICIES)
def test_whole_sums_are_those_of_every_reason(key):
    for made in (run for pair in runs(key) for run in pair):
        table, placed = idle_steps(made), made.placed
        whole = areas(table, np.array([placed.submit.min(), placed.end.max()]))
        wanted = idle_by_reason(made)
        exact = (placed.start == np.floor(placed.start)).all() and (placed.end == np.floor(placed.end)).all()
        for part, reason in zip(PARTS, ALL, strict=True):
            area = wanted.get(reason, 0)
            assert whole[part][0] == (area if exact else pytest.approx(area, abs=1e-6))


@pytest.mark.parametrize("key", POLICIES)
def test_parts_and_busy_fill_the_machine_in_every_bucket(key):
    for made in (run for pair in runs(key) for run in pair):
        if made.policy == "recorded":
            continue
        table, placed = idle_steps(made), made.placed
        begin, end = float(placed.submit.min()), float(placed.end.max())
        for buckets in (1, 3, 17, 200):
            at = edges(begin, end, buckets)
            found = areas(table, at)
            filled = sum(found.values())
            assert filled == pytest.approx(made.workload.platform.processors * np.diff(at), abs=1e-6)
            assert min(area.min() for area in found.values()) >= -1e-9


def test_buckets_of_whole_seconds_are_exact_to_the_last_digit():
    made = runs("easy")[0][0]
    begin, end = float(made.placed.submit.min()), float(made.placed.end.max())
    at = edges(begin, end, int(end - begin) // 2)
    assert (at == np.floor(at)).all() and (np.diff(at) > 0).all()
    found = areas(idle_steps(made), at)
    assert (sum(found.values()) == made.workload.platform.processors * np.diff(at)).all()


@pytest.mark.parametrize(
    ("begin", "end", "buckets"), [(0.0, 100.0, 7), (0.5, 100.5, 100), (0.9, 10.0, 9), (3.0, 3.5, 4)]
)
def test_edges_ascend_and_end_where_they_should(begin, end, buckets):
    at = edges(begin, end, buckets)
    assert (at[0], at[-1], len(at)) == (begin, end, buckets + 1)
    assert (np.diff(at) > 0).all()


@pytest.mark.parametrize("key", POLICIES)
def test_stretches_are_the_joined_rows_of_a_reason(key):
    for made, _ in runs(key):
        rows, table = idle(made), idle_steps(made)
        for number, part in enumerate(PARTS):
            of, found = rows.take(rows.reason == number), stretches(table, part)
            joined = np.append(True, of.begin[1:] != of.end[:-1])[: len(of)]
            assert found.begin.tolist() == of.begin[joined].tolist()
            assert found.area.sum() == pytest.approx(of.area.sum(), abs=1e-6)
            assert (found.end[:-1] < found.begin[1:]).all() and (found.end > found.begin).all()


def test_stretches_by_hand():
    found = stretches(idle_steps(EASY), "no_work")
    assert [column.tolist() for column in found] == [[7], [13], [14]]
    two = stretches(idle_steps(simulate(WIDE, "fcfs")), "does_not_fit")
    assert [column.tolist() for column in two] == [[0, 4], [1, 7], [1, 3]]
    assert largest(two, 1).tolist() == [1] and largest(two, 9).tolist() == [1, 0]
    assert stretch_at(two, 0.5, 0.5) == 0 and stretch_at(two, 0.0, 6.0) == 1
    assert stretch_at(two, 1.0, 4.0) is None and stretch_at(two, 1.0, 1.0) is None


def test_the_widest_instant_and_levels():
    table = idle_steps(EASY)
    assert widest(table, "no_work", 7.0, 13.0) == (9.0, 3)
    assert widest(table, "no_work", 7.5, 8.0) == (7.5, 1)
    assert level_at(table, 3.5)["reservation"] == 1 and level_at(table, -1.0)["busy"] == 0


@pytest.mark.parametrize("log", ["all", None])
def test_who_is_to_blame_at_an_instant(log):
    made = simulate(FOUR, "easy", decisions=log)
    assert free(made, 3.0) == 1 and free(made, 100.0) == 4
    assert waiting(made, 3.0).tolist() == [1, 3, 4]
    assert cause(made, 3.0, 10.0) == Cause(3, RESERVATION, 1)  # job 3 fits, and would delay job 1
    assert cause(made, 0.5, 10.0) is None  # nothing that waits fits
    assert cause(made, 8.0, 10.0) is None  # nothing waits


def test_blame_is_not_worked_out_where_that_takes_too_long():
    made = simulate(FOUR, "easy", decisions=None)
    assert cause(made, 3.0, -1.0) == Cause(3, RESERVATION, -1)
