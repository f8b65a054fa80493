"""The shelf of samples."""

from __future__ import annotations

from layouts.frame import samples
from scheduler.results.sources import Sample


def test_a_sample_of_a_policy_that_is_not_here_is_not_listed():
    offered = Sample("here.swf", "All wait.", policies="fcfs, easy")
    gone = Sample("gone.swf", "Nobody waits.", policies="easy, gone depth=1")
    listed = str(samples.shelf([offered, gone]))
    assert "here.swf" in listed and "gone.swf" not in listed
    assert samples.shelf([gone]) == []
