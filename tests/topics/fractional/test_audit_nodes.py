"""Jobs that share nodes: the audit passes what is right, and every rule has a planted fault."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.audit.schedule import audit
from scheduler.model import schedule as read
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.topics.fractional.engine import segments as written
from tests.cases.small import changed, schedule, workload


def sharing(segments: dict | None = None, places: dict | None = None) -> Schedule:
    """Job 101 (one task) runs on node 0, is slowed from 4 on and moved to node 1 at 6; job 102 has a task on each."""
    work = workload([(0, 7, 1), (4, 2, 2)], 2)
    work.jobs.columns["cpu_need"], work.jobs.columns["memory"] = np.array([1.0, 1.0]), np.array([0.5, 0.5])
    right = schedule(work, [0, 4])
    placed = changed(right.placed, end=[12, 8], migrations=[1, 0])
    table = {
        "job": [0, 0, 0, 0, 1],
        "begin": [0, 4, 6, 10, 4],
        "end": [4, 6, 10, 12, 8],
        "yield_": [1, 0.5, 0.5, 1, 0.5],
        "processors": [1, 1, 1, 1, 2],
        "kind": [0, 0, 1, 0, 0],
    } | (segments or {})
    where = {"segment": [0, 1, 2, 3, 4], "first": [0, 0, 1, 1, 0], "count": [1, 1, 1, 1, 2], "tasks": [1] * 5} | (
        places or {}
    )
    return replace(right, placed=placed, segments=Table.of("segments", **table), places=Table.of("places", **where))


def test_kinds_are_read_as_they_are_written() -> None:
    assert (read.RUN, read.PENALTY, read.KILLED) == (written.RUN, written.PENALTY, written.KILLED)


def test_shared_nodes_pass() -> None:
    found = audit(sharing())
    assert found.passed, found.first_violation
    shared = (
        "all tasks on nodes that there are",
        "no node with tasks of more memory than it has",
        "no node that gives more CPU than it has",
        "jobs moved as often as said",
    )
    first = found.checks.index(shared[0])
    assert found.checks[first : first + len(shared)] == shared
    assert "no instant with more processors busy than there are" not in found.checks


@pytest.mark.parametrize(
    ("segments", "places", "words"),
    [
        ({}, {"first": [0, 0, 1, 1, 1]}, "Job 102 (line 12) has tasks on nodes 2 to 3; there are 2, from 1 on."),
        ({}, {"tasks": [1, 1, 1, 1, 2]}, "Job 102 (line 12) has 4 tasks on nodes from 4 s on; wanted: 2."),
        ({}, {"first": [0, 0, 0, 1, 0]}, "Job 101 (line 11) was moved 1 time by"),
        (
            {"yield_": [1, 0.6, 0.5, 1, 0.5], "end": [4, 6, 10, 11.8, 8]},
            {},
            "Node 1 holds tasks with 1.1 of its CPU at 4 s",
        ),
        (
            {"yield_": [1.25, 0.5, 0.5, 1, 0.5], "end": [4, 6, 10, 11, 8]},
            {},
            "has the yield 1.25 from 0 s on; wanted: above",
        ),
    ],
)
def test_a_planted_fault_is_found(segments: dict, places: dict, words: str) -> None:
    made = sharing(segments, places)
    end = made.placed.end.copy()
    end[0] = made.segments.end[3]  # type: ignore[union-attr]
    if words.startswith("Job 101"):  # moved at 10 instead of 6 is right, twice is not
        made = replace(made, placed=changed(made.placed, migrations=[2, 0]))
    found = audit(replace(made, placed=changed(made.placed, end=end)))
    assert found.first_violation is not None
    assert words in found.first_violation


def test_too_much_memory_is_found() -> None:
    made = sharing()
    made.workload.jobs.columns["memory"] = np.array([0.5, 0.6])
    assert audit(made).first_violation == (
        "Node 1 holds tasks with 1.1 of its memory at 4 s, when job 102 (line 12) gets a place on it; wanted: at most 1."
    )
