"""Seconds for people."""

from __future__ import annotations

import math

import pytest

from scheduler.durations import human, instant, number


@pytest.mark.parametrize(("seconds", "words"), [
    (0, "0 s"), (45, "45 s"), (59, "59 s"), (60, "1 min 00 s"), (61, "1 min 01 s"), (750, "12 min 30 s"),
    (3599, "59 min 59 s"), (3600, "1 h 00 min"), (11_100, "3 h 05 min"), (86_399, "1 d 00 h"), (86_400, "1 d 00 h"),
    (187_200, "2 d 04 h"), (13 * 86_400, "13 d 00 h"), (14 * 86_400, "2 wk 0 d"), (37 * 86_400, "5 wk 2 d"),
    (0.5, "0.5 s"), (12.34, "12.3 s"), (59.97, "1 min 00 s"), (0.001, "0.001 s"), (1e-5, "under 0.001 s"),
    (90.4, "1 min 30 s"), (3599.7, "1 h 00 min"), (7_170, "2 h 00 min"), (14 * 86_400 - 1, "2 wk 0 d"),
    (None, "—"), (-1, "—"), (math.nan, "—"), (math.inf, "—"),
])
def test_two_units_the_smallest_useful_ones(seconds, words):
    assert human(seconds) == words


def test_longer_never_reads_shorter():
    units = {"s": 1, "min": 60, "h": 3600, "d": 86_400, "wk": 604_800, "y": 365 * 86_400}

    def read(words):
        parts = words.split()
        return sum(float(amount) * units[unit] for amount, unit in zip(parts[::2], parts[1::2], strict=True))

    lengths = [1.17 ** k for k in range(120)]
    told = [read(human(length)) for length in lengths]
    assert told == sorted(told)
    assert all(abs(t - length) <= 0.04 * length for t, length in zip(told, lengths, strict=True))


@pytest.mark.parametrize(("value", "text"), [(5.0, "5"), (-3.0, "-3"), (0.1, "0.1"), (1e9 + 0.25, "1000000000.25"),
                                             (math.nan, "nan"), (math.inf, "inf")])
def test_numbers_as_they_are(value, text):
    assert number(value) == text


def test_instants_are_seconds_first_and_a_clock_later():
    assert [instant(t) for t in (0, 7.5, 3_599, 3_600, 410_836, 384_864.8891)] == [
        "0 s", "7.5 s", "3599 s", "01:00:00", "4 d 18:07:16", "4 d 10:54:24.889"]


def test_years_are_told_from_two_on():
    assert human(729 * 86_400) == "104 wk 1 d"
    assert human(825 * 604_800) == "15 y 42 wk"
