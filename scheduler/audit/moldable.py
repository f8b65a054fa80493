"""The part of the audit on moldable tasks: each on one of its allotments, and as long as it takes on that."""

from __future__ import annotations

import numpy as np

from scheduler.audit.messages import Violation, first_row, job_name
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload


def on(workload: Workload, processors: np.ndarray) -> np.ndarray:
    """[n] s: runtime of each task on so many processors [n]; nan where it has no such allotment."""
    jobs, shapes = workload.jobs, workload.table("shapes")
    task = np.repeat(np.arange(len(jobs)), jobs.shapes)
    row = np.concatenate([np.arange(first, first + count) for first, count in
                          zip(jobs.shape_ptr.tolist(), jobs.shapes.tolist(), strict=True)])
    matches = shapes.processors[row] == processors[task]
    runtime = np.full(len(jobs), np.nan)
    runtime[task[matches]] = shapes.runtime[row[matches]]
    return runtime


def sizes(schedule: Schedule) -> Violation:
    """Every task is given one of its allotments."""
    size, workload = schedule.placed.processors, schedule.workload
    row = first_row(np.isnan(on(workload, size)))
    if row is None:
        return None
    first = workload.jobs.shape_ptr[row]
    many = workload.table("shapes").processors[first:first + workload.jobs.shapes[row]]
    return (f"{job_name(workload, row)} is given {size[row]} processors; wanted: one of its {len(many)} allotments, "
            f"from {many[0]} to {many[-1]}.")
