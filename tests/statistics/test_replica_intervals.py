"""Intervals over replicas against cases worked by hand with tables of Student's distribution."""

from __future__ import annotations

import math

import pytest

from scheduler.statistics.intervals import Difference, Mean, difference, mean


def test_the_mean_and_its_interval_by_hand():
    found = mean([1.0, 2.0, 3.0, 4.0, 5.0])  # deviation sqrt(2.5), t(4) = 2.776
    assert (found.mean, found.replicas) == (3.0, 5)
    assert found.half == pytest.approx(2.776445 * math.sqrt(2.5) / math.sqrt(5), rel=1e-6)


def test_ten_values_by_hand():
    found = mean([10.0] * 5 + [12.0] * 5)  # deviation sqrt(10 / 9), t(9) = 2.262
    assert found.mean == 11.0
    assert found.half == pytest.approx(2.262157 * math.sqrt(10 / 9) / math.sqrt(10), rel=1e-6)


def test_pairs_tell_what_means_do_not():
    first, second = [10.0, 50.0, 90.0, 130.0], [11.0, 52.0, 91.0, 132.0]
    found = difference(first, second)
    assert (found.mean, found.lower, found.higher, found.verdict) == (-1.5, 4, 0, "lower")
    assert found.half == pytest.approx(3.182446 * math.sqrt(1 / 3) / 2, rel=1e-6)  # t(3) = 3.182
    assert mean(first).half > 80


def test_a_difference_whose_interval_holds_zero_is_none():
    found = difference([1.0, 2.0, 3.0, 4.0], [2.0, 1.0, 4.0, 3.5])
    assert found.verdict == "same" and (found.lower, found.higher) == (2, 2)
    assert difference([5.0, 5.0, 5.0], [5.0, 5.0, 5.0]) == Difference(0.0, 0.0, 3, 0, 0)
    assert difference([5.0, 5.0, 5.0], [5.0, 5.0, 5.0]).verdict == "same"
    assert difference([6.0, 6.0, 6.0], [5.0, 5.0, 5.0]).verdict == "higher"


def test_too_few_replicas_have_no_interval():
    assert mean([1.0, 2.0]) == Mean(1.5, None, 2)
    assert difference([1.0, 2.0], [0.0, 0.0]).verdict == "unknown"


def test_replicas_without_the_number_are_left_out():
    assert mean([None, 2.0, None]) == Mean(2.0, None, 1)
    assert mean([None, None]) is None
    assert difference([1.0, None, 3.0], [0.0, 5.0, 1.0]) == Difference(1.5, None, 2, 0, 2)
    assert difference([None], [1.0]) is None


def test_values_that_differ_by_rounding_are_one_value():
    """As a recorded schedule's mean wait, which no shaking moves but the last bits."""
    wait = [6870.123456789012, 6870.123456789013, 6870.123456789011]
    assert mean(wait) == Mean(wait[0], 0.0, 3)
    assert difference(wait, wait[::-1]) == Difference(0.0, 0.0, 3, 0, 0)
    assert difference(wait, [value - 70 for value in wait]).half == 0.0
    assert mean([1.0, 1.0, 1.0 + 1e-6]).half > 0
