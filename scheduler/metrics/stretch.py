"""How much longer a job takes than alone on the machine: stretch, and stretch with short jobs tamed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.metrics import THRESHOLD, family_of
from scheduler.model.schedule import Schedule

BOUNDED = "max(1, response / max(runtime, threshold))"


class Worst(NamedTuple):
    """The job that decides a maximum."""

    row: int            # of jobs
    job_id: int
    line: int
    user_id: int
    value: float


def stretch(schedule: Schedule) -> np.ndarray:
    """[n]: response / runtime."""
    return schedule.stretch


def bounded_stretch(schedule: Schedule, threshold: float = 10.0) -> np.ndarray:
    """[n]: max(1, response / max(runtime, threshold))."""
    return np.maximum(1.0, schedule.response / np.maximum(schedule.shortest, threshold))


def worst(schedule: Schedule, threshold: float = 10.0) -> dict[str, Worst]:
    """{key of a maximum: the job that decides it}; the first in (submit, line) order of equal ones, {} without jobs."""
    if not len(schedule.placed):
        return {}
    values = {"wait_max": schedule.wait, "stretch_max": stretch(schedule),
              "bounded_stretch_max": bounded_stretch(schedule, threshold)}
    return {key: _worst(schedule, column) for key, column in values.items()}


def _worst(schedule: Schedule, values: np.ndarray) -> Worst:
    row, jobs = int(np.argmax(values)), schedule.workload.jobs
    return Worst(row, int(jobs.job_id[row]), int(jobs.line[row]), int(jobs.user_id[row]), float(values[row]))


METRICS = (
    *family_of("stretch", "stretch", stretch, "", "response / runtime",
               "Bender, Chakrabarti and Muthukrishnan 1998, Flow and stretch metrics",
               ("mean", "median", "max"), "stretch"),
    *family_of("bounded_stretch", "bounded stretch", bounded_stretch, "", BOUNDED,
               "Feitelson 2001, Metrics for parallel job scheduling and their convergence",
               ("mean", "median", "p90", "p95", "max", "std"), "stretch", (THRESHOLD,), f" ({THRESHOLD.default:g} s)"),
)
