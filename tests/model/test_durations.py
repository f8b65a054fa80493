"""Seconds for people."""

from __future__ import annotations

import copy
import math
import pickle
import re

import pytest

from scheduler.durations import human, in_all_units, in_seconds, instant, number, slurm
from tests.cases.every_case import every_case


@every_case(
    "seconds, words",
    [
        (0, "0 s"),
        (45, "45 s"),
        (59, "59 s"),
        (60, "1 min 00 s"),
        (61, "1 min 01 s"),
        (750, "12 min 30 s"),
        (3599, "59 min 59 s"),
        (3600, "1 h 00 min"),
        (11_100, "3 h 05 min"),
        (86_399, "1 d 00 h"),
        (86_400, "1 d 00 h"),
        (187_200, "2 d 04 h"),
        (13 * 86_400, "13 d 00 h"),
        (14 * 86_400, "2 wk 0 d"),
        (37 * 86_400, "5 wk 2 d"),
        (0.5, "0.5 s"),
        (12.34, "12.3 s"),
        (59.97, "1 min 00 s"),
        (0.001, "0.001 s"),
        (1e-5, "under 0.001 s"),
        (90.4, "1 min 30 s"),
        (3599.7, "1 h 00 min"),
        (7_170, "2 h 00 min"),
        (14 * 86_400 - 1, "2 wk 0 d"),
        (None, "—"),
        (-1, "—"),
        (math.nan, "—"),
        (math.inf, "—"),
    ],
)
def test_two_units_the_smallest_useful_ones(seconds, words):
    assert human(seconds) == words


def test_longer_never_reads_shorter():
    units = {"s": 1, "min": 60, "h": 3600, "d": 86_400, "wk": 604_800, "y": 365 * 86_400}

    def read(words):
        parts = words.split()
        return sum(float(amount) * units[unit] for amount, unit in zip(parts[::2], parts[1::2], strict=True))

    lengths = [1.17**k for k in range(120)]
    told = [read(human(length)) for length in lengths]
    assert told == sorted(told)
    assert all(abs(t - length) <= 0.04 * length for t, length in zip(told, lengths, strict=True))


@pytest.mark.parametrize(
    ("value", "text"),
    [(5.0, "5"), (-3.0, "-3"), (0.1, "0.1"), (1e9 + 0.25, "1000000000.25"), (math.nan, "nan"), (math.inf, "inf")],
)
def test_numbers_as_they_are(value, text):
    assert number(value) == text


def test_instants_are_seconds_first_and_a_clock_later():
    assert [instant(t) for t in (0, 7.5, 3_599, 3_600, 410_836, 384_864.8891)] == [
        "0 s",
        "7.5 s",
        "3599 s",
        "01:00:00",
        "4 d 18:07:16",
        "4 d 10:54:24.889",
    ]


def test_years_are_told_from_two_on():
    assert human(729 * 86_400) == "104 wk 1 d"
    assert human(825 * 604_800) == "15 y 42 wk"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0-00:00:00"),
        (45, "0-00:00:45"),
        (60, "0-00:01:00"),
        (11_100, "0-03:05:00"),
        (86_399, "0-23:59:59"),
        (86_399.6, "1-00:00:00"),
        (86_400, "1-00:00:00"),
        (187_200, "2-04:00:00"),
        (825 * 604_800 + 1, "5775-00:00:01"),
        (0.5, "0-00:00:00.5"),
        (12.3456, "0-00:00:12.346"),
        (59.9996, "0-00:01:00"),
        (90.4, "0-00:01:30"),
        (1e-5, "0-00:00:00"),
        (None, "—"),
        (-1, "—"),
        (-11_100, "—"),
        (math.nan, "—"),
        (math.inf, "—"),
    ],
)
def test_as_slurm_writes_it(seconds, text):
    assert slurm(seconds) == text


def test_what_slurm_writes_can_be_read_back():
    for length in [round(1.37**k) for k in range(70)]:
        days, hours, minutes, left = map(int, re.fullmatch(r"(\d+)-(\d\d):(\d\d):(\d\d)", slurm(length)).groups())
        assert days * 86_400 + hours * 3_600 + minutes * 60 + left == length
        assert hours < 24 and minutes < 60 and left < 60


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (12.345, "12.3 s"),
        (999.4, "999 s"),
        (999.6, "1\u202f000 s"),
        (11_100, "11\u202f100 s"),
        (1_234_567.8, "1\u202f234\u202f568 s"),
        (1e-5, "under 0.001 s"),
        (None, "—"),
        (-1, "—"),
        (math.nan, "—"),
    ],
)
def test_in_seconds_alone(seconds, text):
    assert in_seconds(seconds) == text


def test_all_three_with_the_seconds_in_full():
    assert in_all_units(11_100) == "3 h 05 min · 0-03:05:00 · 11100 s"
    assert in_all_units(11_100.25) == "3 h 05 min · 0-03:05:00 · 11100.25 s"
    assert in_all_units(-1) == "—"


def test_words_know_their_seconds_and_keep_them_in_copies():
    said = human(11_123.5)
    assert said == "3 h 05 min" and said.seconds == 11_123.5
    assert [made.seconds for made in (copy.deepcopy(said), pickle.loads(pickle.dumps(said)))] == [11_123.5] * 2
    assert human(-1).seconds is None
