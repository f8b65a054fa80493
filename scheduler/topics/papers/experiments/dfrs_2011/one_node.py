"""Jobs on a single node, as in section 3.2: each can use all of it, memory does not matter, and times are exact.

What a scheduler does that does not know runtimes can only depend on what it has seen.  So it can be asked what it does
while no job ends, and runtimes be chosen afterwards: it will do the same again.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.generators.traces.generated import trace_of
from scheduler.model.schedule import Schedule
from scheduler.model.trace import NEEDS
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.topics.fractional.engine.segments import RUN

PARTS = 1_000  # a node is divided into
SMALL = 1  # of them, memory of a job


def jobs(submit: Sequence[float], runtime: Sequence[float]) -> Workload:
    """Jobs of one task that need the whole CPU and hardly any memory; times are whole seconds."""
    n = len(submit)
    columns = {
        "submit": np.asarray(submit),
        "runtime": np.asarray(runtime),
        "requested_time": np.asarray(runtime),
        "requested_processors": np.ones(n),
        "average_cpu_time": np.full(n, PARTS),
        "requested_memory": np.full(n, SMALL),
    }
    return workload(trace_of("none", 0, {}, 1, columns, (), ((NEEDS, str(PARTS)),), hashed=False), estimates="exact")


def received(schedule: Schedule, until: float) -> np.ndarray:
    """[n] s of work done on each job by an instant."""
    placed = schedule.placed
    if not schedule.has_segments:
        return np.clip(until - placed.start, 0.0, schedule.workload.jobs.runtime)
    s = schedule.table("segments")
    work = np.maximum(np.minimum(s.end, until) - s.begin, 0.0) * np.where(s.kind == RUN, s.yield_, 0.0)
    return np.bincount(s.job, work, len(placed))


def worst(schedule: Schedule) -> float:
    """Maximum stretch, not bounded."""
    return float(schedule.stretch.max())
