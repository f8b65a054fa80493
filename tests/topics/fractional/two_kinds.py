"""Jobs with tasks of two kinds for tests, and a schedule of them that is written down by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from tests.cases.small import changed, schedule
from tests.topics.fractional.fractions import Job, shared

First = tuple[int, float, float]  # first tasks, CPU need and memory of each

# 3 tasks, of which the first needs a whole node's CPU and half of its memory, the others a quarter of both; 1 task
JOBS: tuple[Job, ...] = ((0, 8, 3, 0.25, 0.25), (4, 3, 1, 0.5, 0.25))
FIRST: tuple[First, ...] = ((1, 1, 0.5), (0, 1, 1))


def two_kinds(jobs: Sequence[Job] = JOBS, first: Sequence[First] = FIRST, nodes: int = 2) -> Workload:
    """The workload of these jobs, in order of submission, with the needs of their first tasks."""
    made = shared(jobs, nodes)
    count, cpu_need, memory = zip(*first, strict=True)
    columns = made.jobs.columns | {"first_tasks": count, "first_cpu_need": cpu_need, "first_memory": memory}
    return replace(made, jobs=Table.of("jobs", **columns))


def by_hand(work: Workload | None = None, segments: dict | None = None, places: dict | None = None) -> Schedule:
    """Job 101 runs with its first task on node 1 and the others on node 2; at 4 s its first task moves to node 2 and one
    of the others to node 1, beside job 102, so that both its kinds are on node 2, which slows it to 4/5.
    """
    columns = {
        "job": [0, 0, 1],
        "begin": [0, 4, 4],
        "end": [4, 9, 7],
        "yield_": [1, 0.8, 1],
        "processors": [3, 3, 1],
        "kind": [0, 0, 0],
    } | (segments or {})
    where = {
        "segment": [0, 0, 1, 1, 2],
        "first": [0, 1, 1, 0, 0],
        "count": [1, 1, 1, 2, 1],
        "tasks": [1, 2, 1, 1, 1],
    } | (places or {})
    made = schedule(work or two_kinds(), [0, 4], policy="dfrs")
    end = [max(np.array(columns["end"])[np.array(columns["job"]) == job]) for job in (0, 1)]
    return replace(
        made,
        placed=changed(made.placed, end=end, migrations=[1, 0]),
        segments=Table.of("segments", **columns),
        places=Table.of("places", **where),
    )
