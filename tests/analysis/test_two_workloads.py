"""Two workloads beside each other, against counting of pairs and by hand."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.analysis.workloads import two_workloads
from scheduler.analysis.workloads.two_workloads import cliffs_delta, differences, largest_gap, totals
from scheduler.durations import WEEK
from tests.cases import small

FEW = st.lists(st.integers(0, 6), min_size=1, max_size=12)
FIRST = small.workload([(0, 10, 1), (10, 20, 2), (20, 30, 4)], 4, users=[1, 1, 2], requested=[10, 40, 30])
SECOND = small.workload([(0, 100, 4), (50, 200, 8)], 16, users=[1, 2], requested=[100, 200])


@given(FEW, FEW)
def test_delta_counts_pairs(first, second):
    above = sum((two > one) - (two < one) for one, two in product(first, second))
    assert cliffs_delta(np.array(first), np.array(second)) == pytest.approx(above / (len(first) * len(second)))


@given(FEW, FEW)
def test_gap_is_the_largest_distance_of_shares(first, second):
    def apart(value):
        return abs(sum(one <= value for one in first) / len(first) - sum(two <= value for two in second) / len(second))

    gap, at = largest_gap(np.array(first), np.array(second))
    assert gap == pytest.approx(max(map(apart, range(7))))
    assert apart(at) == pytest.approx(gap)


def test_measures_by_hand():
    by_key = {one.measure.key: one for one in differences(FIRST, SECOND)}
    assert list(by_key) == ["gap", "processors", "runtime", "work", "requested", "used", "jobs_of_user"]  # no waits
    runtime = by_key["runtime"]
    assert (runtime.first.values, runtime.first.mean, runtime.first.median, runtime.first.most) == (3, 20, 20, 28)
    assert (runtime.delta, runtime.size, runtime.gap, runtime.at) == (1, "large", 1, 30)
    assert by_key["processors"].delta == pytest.approx(5 / 6)  # 4 and 4 are a tie
    assert by_key["used"].first.mean == pytest.approx((1 + 0.5 + 1) / 3)
    assert by_key["jobs_of_user"].delta == pytest.approx(-0.5)
    assert by_key["gap"].first == (2, 10, 10, 10)


def test_a_workload_beside_itself_does_not_differ():
    for one in differences(FIRST, FIRST):
        assert (one.delta, one.gap, one.size) == (0, 0, "negligible")


@pytest.mark.parametrize("delta, size", [(0.146, "negligible"), (0.147, "small"), (-0.33, "medium"), (0.474, "large")])
def test_words_for_sizes(delta, size):
    one = differences(FIRST, FIRST)[0]
    assert one._replace(delta=delta).size == size


def test_a_measure_that_one_lacks_is_told_without_a_difference():
    closed = small.campaigns([(1, -1, 0.0, [5, 5])], 2, [0])
    gap = next(one for one in differences(FIRST, closed) if one.measure.key == "gap")
    assert gap.second.values == 0
    assert math.isnan(gap.delta) and gap.size == ""


def test_totals_by_hand():
    whole = totals(SECOND)
    assert (whole.jobs, whole.users, whole.processors, whole.span) == (2, 2, 16, 50)
    assert whole.jobs_per_week == 2 / 50 * WEEK
    assert math.isnan(whole.load)  # a job outlasts the span
    busy = small.workload([(0, 10, 1), (100, 10, 2)], 2)
    assert totals(busy).load == pytest.approx(30 / 200)


def test_the_week_of_submissions_needs_a_clock():
    assert two_workloads.week_profile(FIRST) is None


def test_rows_tell_units_and_every_number():
    first = two_workloads.rows(FIRST, SECOND)[0]
    assert first == {
        "measure": "gap",
        "unit": "s",
        "first_values": 2,
        "first_mean": 10,
        "first_median": 10,
        "first_p90": 10,
        "second_values": 1,
        "second_mean": 50,
        "second_median": 50,
        "second_p90": 50,
        "cliffs_delta": 1,
        "size": "large",
        "largest_gap": 1,
        "largest_gap_at": 10,
    }
