"""Jobs that are paused: the audit passes what is right, and every rule has a planted fault."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.analysis.machine_over_time import steps
from scheduler.analysis.placement import place
from scheduler.audit.schedule import audit
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from tests.cases.small import changed, schedule, workload

# Three jobs on two processors.  Job 101 runs in [0, 2) and [3, 5), job 102 whole in [2, 3), job 103 in [0, 2), [5, 6).
THREE = workload([(0, 4, 1), (1, 1, 2), (0, 3, 1)], 2)


def paused(**columns) -> Schedule:
    right = schedule(THREE, [0, 2, 0])
    placed = changed(right.placed, end=[5, 3, 6], preemptions=[1, 0, 1])
    table = {
        "job": [0, 0, 1, 2, 2],
        "begin": [0, 3, 2, 0, 5],
        "end": [2, 5, 3, 2, 6],
        "yield_": [1] * 5,
        "processors": [1, 1, 2, 1, 1],
        "kind": [0] * 5,
    } | columns
    return replace(right, placed=placed, segments=Table.of("segments", **table))


def test_paused_jobs_pass():
    found = audit(paused())
    assert found.passed, found.first_violation
    assert [text for text in found.checks if "segment" in text] == [
        "segments in order, none overlapping the one before",
        "every job starts with its first segment and ends with its last",
        "the segments of every job add up to its runtime",
    ]
    assert "every job runs for its runtime" not in found.checks


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"end": [2, 5, 3, 2, 5]}, "has a segment from 5 s to 5 s, which has no length."),
        ({"begin": [0, 1.5, 2, 0, 5]}, "has a segment that begins at 1.5 s, before the one before it ends at 2 s."),
        ({"job": [0, 0, 0, 2, 2]}, "The segments do not go through all jobs in their order."),
        ({"begin": [0.5, 3, 2, 0, 5]}, "starts at 0 s, but its segments say 0.5 s."),
        ({"end": [2, 5, 3, 2, 7]}, "ends at 6 s, but its segments say 7 s."),
        ({"end": [1, 5, 3, 2, 6]}, "runs for 3 s in its segments; wanted: 4 s."),
        ({"yield_": [1, 0.5, 1, 1, 1]}, "runs for 3 s in its segments; wanted: 4 s."),
        ({"kind": [1, 0, 0, 0, 0]}, "runs for 2 s in its segments; wanted: 4 s."),
        ({"processors": [1, 1, 1, 1, 1]}, "holds 1 processor in a segment; wanted: 2."),
    ],
)
def test_a_wrong_segment_is_named(columns, words):
    found = audit(paused(**columns)).first_violation
    assert found is not None and found.endswith(words)


def test_pauses_are_counted():
    right = paused()
    found = audit(replace(right, placed=changed(right.placed, preemptions=[0, 0, 1]))).first_violation
    assert found is not None and found.endswith("was paused 1 time by its segments, not 0 times.")


def test_space_is_that_of_the_segments():
    """From start to end the three jobs overlap by more than the machine has; their segments do not."""
    made = paused()
    assert audit(made).passed
    late = paused(begin=[0, 3, 2, 0, 2], end=[2, 5, 3, 2, 3])
    late = replace(late, placed=changed(late.placed, end=[5, 3, 3], preemptions=[1, 0, 0]))
    found = audit(late)
    assert found.first_violation is not None and "processors busy at 2 s" in found.first_violation


def test_places_and_steps_follow_the_segments():
    made = paused()
    places = place(made)
    assert np.array_equal(np.unique(places.segment), np.arange(5)) and places.count.sum() == 6
    table = steps(made.workload, made.placed, made.segments)
    assert dict(zip(table.time.tolist(), table.busy.tolist(), strict=True)) == {0: 2, 1: 2, 2: 2, 3: 1, 5: 1, 6: 0}
    assert table.waiting.tolist() == [0, 1, 0, 0, 0, 0]
