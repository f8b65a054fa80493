"""Times of a slice as people write them, and what a slice is called."""

from __future__ import annotations

import pytest

from layouts.words.slice_names import both, seconds, thin, title
from scheduler.errors import ParamError


@pytest.mark.parametrize(("text", "wanted"), [
    ("100", 100), (100, 100), ("-5", -5), ("1e3", 1_000), (0.5, 0.5), ("36 h", 129_600), ("30 d", 2_592_000), ("2 wk", 1_209_600),
    ("4 wk 2 d", 2_592_000), ("1.5d", 129_600), ("1 h 30min 5 s", 5_405), ("2 592 000", 2_592_000), ("1\u202f000 s", 1_000),
    ("1 y", 31_536_000), ("  ", None), (None, None)])
def test_lengths_of_time_are_read(text, wanted):
    assert seconds("begin", text) == wanted


@pytest.mark.parametrize("text", ["noon", "d", "4 weeks", "1,5 d", "5 h x", "x 5 h", "-3 d", "nan", "0x10", "1" * 99, "1 d " * 40])
def test_what_is_no_length_of_time_is_refused(text):
    with pytest.raises(ParamError, match=r"^end = .*wanted: seconds, or a length of time like 36 h"):
        seconds("end", text)


@pytest.mark.parametrize(("options", "wanted"), [
    ({}, "a.swf"), ({"processors": 4, "begin": None, "load": None}, "a.swf"),
    ({"begin": 2_592_000.0, "end": 5_184_000.0, "load": 1.2}, "a.swf, jobs from 4 wk 2 d to 8 wk 4 d, load 1.20"),
    ({"begin": 3_600.0}, "a.swf, jobs from 1 h"), ({"end": 1_209_600.0}, "a.swf, jobs before 2 wk"),
    ({"begin": -20.0, "first": 2_000}, "a.swf, jobs from -20 s, the first 2\u202f000 jobs"), ({"load": 0.001}, "a.swf, load 0.001")])
def test_a_slice_says_so_in_its_title(options, wanted):
    assert title("a.swf", options) == wanted


def test_numbers_have_narrow_spaces():
    assert thin("1,234,567 jobs, 12,5 and a,123 of 28,490.") == "1\u202f234\u202f567 jobs, 12,5 and a,123 of 28\u202f490."
    assert both(59) == "59 s" and both(129_600) == "129\u202f600 s (1 d 12 h)"
