"""Moldable tasks as a kind of workload: each has allotments, of which the policy chooses one."""

from __future__ import annotations

import numpy as np

from scheduler.kinds import Kind
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.topics.moldable import allotments


def is_moldable(workload: Workload) -> bool:
    """Whether the policy chooses how many processors a task gets: the table `shapes`, weights of tasks."""
    return "shapes" in workload.tables


def is_malleable(schedule: Schedule) -> bool:
    """Whether the number of a task's processors may change while it runs: the table `segments`."""
    return schedule.has_segments and is_moldable(schedule.workload)


def runtimes(workload: Workload, processors: np.ndarray) -> np.ndarray:
    """[n] s: runtime of each task on so many processors [n]; nan where there is no such allotment."""
    return runtimes_of(workload, np.arange(len(workload)), processors)


def runtimes_of(workload: Workload, task: np.ndarray, processors: np.ndarray) -> np.ndarray:
    """[rows] s: runtime of a task (a row) on so many processors, both [rows]; nan where it has no such allotment."""
    jobs, shapes = workload.jobs, workload.table("shapes")
    many = jobs.shapes[task]
    at = np.repeat(np.arange(len(task)), many)
    row = np.repeat(jobs.shape_ptr[task] - np.cumsum(many) + many, many) + np.arange(len(at))
    matches = shapes.processors[row] == processors[at]
    runtime = np.full(len(task), np.nan)
    runtime[at[matches]] = shapes.runtime[row[matches]]
    return runtime


def check_range(workload: Workload) -> None:
    """Raise WorkloadError for a runtime outside the range."""
    allotments.check_range(workload.jobs, workload.table("shapes"))


def is_superlinear(workload: Workload) -> bool:
    """Whether a task does less work on more processors, so that what is proven of plans does not hold."""
    shapes = workload.table("shapes")
    first = np.zeros(len(shapes), bool)
    first[workload.jobs.shape_ptr] = True
    work = shapes.runtime * shapes.processors
    return bool(np.any((np.diff(work) < -1e-9 * work[:-1]) & ~first[1:]))


KIND = Kind(
    "moldable",
    is_moldable,
    missing="decides on how many processors moldable tasks run, and this workload has rigid jobs; generate moldable "
    "tasks, or use a file with the header '; Queuescope-Moldable: 1'.",
    special=30,
    unlike="tasks are moldable",
    as_logged=False,
    runtimes=runtimes,
    check=check_range,
)
