"""Times of a slice as people write them, and what a slice is called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layouts.words.instants import read, when
from layouts.words.slice_names import both, calendar_of_record, of_record, thin_spaces, title
from scheduler.errors import ParamError, WorkloadError
from scheduler.formats import swf
from scheduler.preparation.build import workload
from tests.cases import small


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("100", 100),
        (100, 100),
        ("-5", -5),
        ("1e3", 1_000),
        (0.5, 0.5),
        ("36 h", 129_600),
        ("30 d", 2_592_000),
        ("2 wk", 1_209_600),
        ("4 wk 2 d", 2_592_000),
        ("1.5d", 129_600),
        ("1 h 30min 5 s", 5_405),
        ("2 592 000", 2_592_000),
        ("1\u202f000 s", 1_000),
        ("1 y", 31_536_000),
        ("  ", None),
        (None, None),
    ],
)
def test_lengths_of_time_are_read(text, wanted):
    assert read("begin", text, None) == wanted


@pytest.mark.parametrize(
    "text", ["noon", "d", "4 weeks", "1,5 d", "5 h x", "x 5 h", "nan", "0x10", "1" * 99, "1 d " * 40]
)
def test_what_is_no_length_of_time_is_refused(text):
    with pytest.raises(ParamError, match=r"^end = .*wanted: a time such as 90, 30s"):
        read("end", text, None)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({}, "a.swf"),
        ({"processors": 4, "begin": None, "load": None}, "a.swf"),
        ({"begin": 2_592_000.0, "end": 5_184_000.0, "load": 1.2}, "a.swf, jobs from 4 wk 2 d to 8 wk 4 d, load 1.20"),
        ({"begin": 3_600.0}, "a.swf, jobs from 1 h"),
        ({"end": 1_209_600.0}, "a.swf, jobs before 2 wk"),
        ({"begin": -20.0, "first": 2_000}, "a.swf, jobs from -20 s, the first 2\u202f000 jobs"),
        ({"load": 0.001}, "a.swf, load 0.001"),
    ],
)
def test_a_slice_says_so_in_its_title(options, wanted):
    assert title("a.swf", options) == wanted


def test_a_slice_of_a_log_with_dates_is_told_by_them():
    record = {
        "name": "a.swf",
        "options": {"begin": 86_400.0, "end": 172_800.0},
        "platform": {"start_time": 1_338_508_800, "time_zone": "UTC"},
    }
    assert of_record(record) == "a.swf, jobs from Sat 2 Jun 2012 00:00 to Sun 3 Jun 2012 00:00"
    assert of_record(record | {"platform": {}}) == "a.swf, jobs from 1 d to 2 d"
    assert both(86_400, calendar_of_record(record)) == "86\u202f400 s (Sat 2 Jun 2012 00:00)"


def test_a_log_of_unix_times_has_dates_from_its_header():
    text = "; MaxProcs: 8\n; UnixStartTime: {0}\n; TimeZoneString: UTC\n{1} {2} 0 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n"
    epoch, other, early = (
        workload(swf.read(text.format(start, 1, submit).encode(), "made.swf"))
        for start, submit in ((0, 1_641_000_000), (5, 1_641_000_000), (0, 9_000))
    )
    assert when(epoch, 1_641_000_000.0) == "Sat 1 Jan 2022 01:20" and epoch.platform.second_0 == 0
    assert not other.platform.unix_times and early.platform.second_0 is None and when(early, 9_000.0) == "02:30:00"
    trace = swf.read(text.format(0, 1, 1_641_000_000).encode(), "made.swf")
    assert len(workload(trace, where="submit=2022-01-01")) == 1
    with pytest.raises(WorkloadError, match="meets the filter"):
        workload(trace, where="submit>2022-01")
    week = workload(trace, week=1)
    assert when(week, 0.0) == "Sat 1 Jan 2022 01:20" and week.platform.start_time == 1_641_000_000


def test_a_platform_without_unix_times_has_the_hash_it_always_had():
    work = small.workload([(0, 100, 1)], 4)
    other = replace(work, platform=replace(work.platform, unix_times=True))
    assert other.hash != work.hash == "d9831a5ea5789dcfb808a50e53902eafaa4cc5cb80b7f83a384ec13f38b1a876"


def test_numbers_have_narrow_spaces():
    assert (
        thin_spaces("1,234,567 jobs, 12,5 and a,123 of 28,490.")
        == "1\u202f234\u202f567 jobs, 12,5 and a,123 of 28\u202f490."
    )
    assert both(59) == "59 s" and both(129_600) == "129\u202f600 s (1 d 12 h)"
