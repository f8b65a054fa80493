"""The part of the audit on moldable tasks: each on one of its allotments, and as long as it takes on that."""

from __future__ import annotations

import numpy as np

from scheduler.audit.messages import Violation, first_row, job_name
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.wording import counted


def on(workload: Workload, processors: np.ndarray) -> np.ndarray:
    """[n] s: runtime of each task on so many processors [n]; nan where there is no such allotment."""
    return on_each(workload, np.arange(len(workload)), processors)


def on_each(workload: Workload, task: np.ndarray, processors: np.ndarray) -> np.ndarray:
    """[rows] s: runtime of a task (a row) on so many processors, both [rows]; nan where it has no such allotment."""
    jobs, shapes = workload.jobs, workload.table("shapes")
    many = jobs.shapes[task]
    at = np.repeat(np.arange(len(task)), many)
    row = np.repeat(jobs.shape_ptr[task] - np.cumsum(many) + many, many) + np.arange(len(at))
    matches = shapes.processors[row] == processors[at]
    runtime = np.full(len(task), np.nan)
    runtime[at[matches]] = shapes.runtime[row[matches]]
    return runtime


def sizes(schedule: Schedule) -> Violation:
    """Every task is given one of its allotments."""
    size, workload = schedule.placed.processors, schedule.workload
    row = first_row(np.isnan(on(workload, size)))
    if row is None:
        return None
    first = workload.jobs.shape_ptr[row]
    many = workload.table("shapes").processors[first : first + workload.jobs.shapes[row]]
    return (
        f"{job_name(workload, row)} is given {counted(size[row], 'processor')}; wanted: one of its "
        f"{counted(len(many), 'allotment')}, "
        f"from {many[0]} to {many[-1]}."
    )
