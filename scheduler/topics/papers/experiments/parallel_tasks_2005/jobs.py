"""Small workloads of rigid jobs, for what the paper says of criteria in passing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from scheduler.generators.traces.generated import trace_of
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload

Jobs = Sequence[tuple[float, float]]  # (submission s, runtime s), in the order of submission


def sequential(jobs: Jobs, processors: int) -> Workload:
    """Jobs of one processor, whose runtimes are known."""
    submit, runtime = (np.array(column, float) for column in zip(*jobs, strict=True))
    return rigid(submit, runtime, np.ones(len(jobs)), processors)


def rigid(submit: np.ndarray, runtime: np.ndarray, size: np.ndarray, processors: int) -> Workload:
    """Jobs (each [n], in the order of submission) whose runtimes are known."""
    columns: dict[str, Any] = {
        "submit": submit,
        "runtime": runtime,
        "requested_time": runtime,
        "requested_processors": size,
        "user_id": np.ones(len(submit)),
    }
    return workload(trace_of("none", 0, {}, processors, columns, (), hashed=False))


def makespan(schedule: Schedule) -> float:
    """C_max, s."""
    return float(schedule.placed.end.max())


def minsum(schedule: Schedule) -> float:
    """Sum of completion times, s."""
    return float(schedule.placed.end.sum())


def response_sum(schedule: Schedule) -> float:
    """What the paper calls stretch, sum of completion - submission, s."""
    return float(schedule.response.sum())


def late(schedule: Schedule, slack: float) -> np.ndarray:
    """[n] bool: jobs that are not complete so many times their runtime after their submission."""
    return schedule.response > slack * schedule.workload.jobs.runtime * (1 + 1e-9)


def late_by(schedule: Schedule, allowed: float) -> np.ndarray:
    """[n] bool: jobs that are not complete so many seconds after their submission."""
    return schedule.response > allowed * (1 + 1e-9)
