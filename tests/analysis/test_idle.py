"""Every idle processor-second has one reason, the same as a plain look at the schedule and its log finds."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
import pytest

from scheduler.analysis.idle import ALL, REASONS, idle, idle_by_reason
from scheduler.metrics.machine import underutilization
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.analysis.test_reasons import FOUR, WIDE, runs
from tests.cases.small import schedule, workload
from tests.naive import reasons as naive_reasons

NO_WORK, DOES_NOT_FIT, RESERVATION, ORDER, RULE, UNKNOWN = range(6)
POLICIES = all_policies()


def rows(table):
    return list(zip(*(table.columns[name].tolist() for name in ("begin", "end", "area", "reason")), strict=True))


@pytest.mark.parametrize(
    ("work", "policy", "log", "expected"),
    [
        (FOUR, "fcfs", "all", [(0, 1, 1, DOES_NOT_FIT), (1, 4, 3, ORDER), (9, 13, 12, NO_WORK)]),
        (
            FOUR,
            "easy",
            "all",
            [(0, 1, 1, DOES_NOT_FIT), (3, 4, 1, RESERVATION), (7, 9, 2, NO_WORK), (9, 13, 12, NO_WORK)],
        ),
        (
            FOUR,
            "easy",
            None,
            [(0, 1, 1, DOES_NOT_FIT), (3, 4, 1, RESERVATION), (7, 9, 2, NO_WORK), (9, 13, 12, NO_WORK)],
        ),
        (FOUR, "backfill", None, [(0, 1, 1, DOES_NOT_FIT), (4, 6, 2, DOES_NOT_FIT), (6, 9, 9, DOES_NOT_FIT)]),
        (
            WIDE,
            "fcfs",
            "all",
            [(0, 1, 1, DOES_NOT_FIT), (1, 7, 6, ORDER), (4, 7, 3, DOES_NOT_FIT), (12, 20, 24, NO_WORK)],
        ),
        (WIDE, "easy", "all", [(0, 1, 1, DOES_NOT_FIT), (4, 7, 3, DOES_NOT_FIT), (7, 9, 6, DOES_NOT_FIT)]),
    ],
)
def test_by_hand(work, policy, log, expected):
    assert rows(idle(simulate(work, policy, decisions=log))) == expected


def test_more_idle_than_anybody_wants_has_no_work():
    made = schedule(workload([(0, 5, 1), (1, 2, 2)], 8), [0, 5], policy="recorded")
    # 7 idle of which 2 are wanted, and would be enough
    assert rows(idle(made)) == [(0, 1, 7, NO_WORK), (1, 5, 20, NO_WORK), (1, 5, 8, UNKNOWN), (5, 7, 12, NO_WORK)]


def test_the_first_that_fits_in_order_of_submission_tells_why():
    work = workload([(0, 9, 3), (1, 4, 4), (2, 20, 1), (3, 2, 1)], 4)
    made = simulate(work, "easy")  # job 2 would delay job 1, job 3 is short enough
    assert made.placed.start.tolist() == [0, 9, 13, 3]
    assert rows(idle(made)) == [
        (0, 1, 1, NO_WORK),
        (1, 2, 1, DOES_NOT_FIT),
        (2, 3, 1, RESERVATION),
        (5, 9, 4, RESERVATION),
        (13, 33, 60, NO_WORK),
    ]


def test_the_machine_is_idle_before_the_first_start_and_between():
    made = schedule(workload([(2, 3, 2), (9, 1, 2)], 2), [4, 9], policy="recorded")
    assert rows(idle(made)) == [(2, 4, 4, UNKNOWN), (7, 9, 4, NO_WORK)]
    assert idle_by_reason(made) == {"no work": 4, "does not fit": 0, "unknown": 4}  # a log holds nothing by any rule


def test_a_log_that_holds_more_than_the_machine_has_is_never_less_than_fully_busy():
    made = schedule(workload([(0, 9, 2), (1, 4, 2), (20, 1, 1)], 2), [0, 3, 20], policy="recorded")
    assert rows(idle(made)) == [(9, 20, 22, NO_WORK), (20, 21, 1, NO_WORK)]


def test_no_jobs_nothing_idle():
    made = schedule(workload([], 4), [])
    assert len(idle(made)) == 0
    assert idle_by_reason(made) == dict.fromkeys(REASONS, 0.0)


# ---- every policy ---------------------------------------------------------------------------------------------------


def spread_out(table, time):
    """{(instant, reason): idle processors} of the gaps that begin at each instant."""
    return {
        (now, reason): area / (end - begin)
        for begin, end, area, reason in rows(table)
        for now in time[bisect_left(time, begin) : bisect_left(time, end)]
    }


@pytest.mark.parametrize("key", POLICIES)
def test_areas_sum_to_all_that_is_idle(key):
    for made in (run for pair in runs(key) for run in pair):
        placed, parts = made.placed, idle_by_reason(made)
        table = idle(made)
        assert tuple(parts) == (REASONS if POLICIES[key].decides else ("no work", "does not fit", "unknown"))
        areas = np.bincount(table.reason, table.area, len(ALL))
        assert areas == pytest.approx([parts.get(reason, 0) for reason in ALL], abs=1e-6)
        whole = made.workload.platform.processors * (placed.end.max() - placed.submit.min()) - made.workload.area
        if made.policy == "recorded":
            assert sum(parts.values()) >= whole
            continue
        assert sum(parts.values()) == pytest.approx(whole, abs=1e-6)
        assert sum(parts.values()) - parts["no work"] == pytest.approx(underutilization(made), abs=1e-6)
        if (placed.start == np.floor(placed.start)).all():
            assert sum(parts.values()) == whole


@pytest.mark.parametrize("key", POLICIES)
def test_what_nobody_could_use_does_not_depend_on_the_log(key):
    for told, untold in runs(key):
        one, other = idle_by_reason(told), idle_by_reason(untold)
        assert one["no work"] == pytest.approx(other["no work"], abs=1e-9)
        assert one["does not fit"] == pytest.approx(other["does not fit"], abs=1e-9)


@pytest.mark.parametrize("key", POLICIES)
def test_a_plain_look_finds_the_same(key):
    for number, made in enumerate(run for pair in runs(key) for run in pair):
        if number % 2:
            continue
        naive, table = naive_reasons.idle(made), idle(made)
        wanted = {(begin, reason): count for begin, _, split in naive for reason, count in enumerate(split) if count}
        assert spread_out(table, [begin for begin, *_ in naive]) == pytest.approx(wanted)


@pytest.mark.parametrize("key", POLICIES)
def test_rows_are_in_order_and_do_not_overlap(key):
    for made, _ in runs(key):
        table = idle(made)
        assert (table.end > table.begin).all() and (table.area > 0).all()
        assert (np.lexsort((table.reason, table.begin)) == np.arange(len(table))).all()
        for reason in range(len(REASONS)):
            of = table.take(table.reason == reason)
            assert (of.begin[1:] >= of.end[:-1]).all()


def test_a_policy_that_starts_whatever_fits_holds_nothing_back():
    for pair in runs("backfill"):
        for made in pair:
            parts = idle_by_reason(made)
            assert [parts[reason] for reason in REASONS[2:]] == [0, 0, 0]
