"""What the tasks of jobs need of the nodes that they share; those of a job may be of two kinds.

The first tasks of a job, so many as `first_tasks` says, may need another part of a node's CPU or memory than its other
tasks.  A job whose tasks all need the same has one kind.  In table `places` the rows of a segment list the nodes of the
first tasks, then those of the others, so that the kind of a row follows from how many tasks were listed before it.

Where a workload tells no needs, every task needs a whole node.

Source: Casanova, Stillwell and Vivien 2011, section 8, which leaves tasks that differ to future work.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.occupancy import listed_before
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table

FIRST = {"cpu_need": "first_cpu_need", "memory": "first_memory"}  # {need of the others: need of the first tasks}


class Kind(NamedTuple):
    """Tasks of a job that need the same."""

    tasks: int
    cpu_need: float  # of each, a fraction of a node in (0, 1]
    memory: float  # of each, a fraction of a node in (0, 1]


def kinds(jobs: Table, job: int) -> tuple[Kind, ...]:
    """The one or two kinds of tasks of a job (row of jobs), its first tasks before the others."""
    row = jobs.take(np.array([job]))
    count, tasks = int(first_tasks(row)[0]), int(row.processors[0])
    first = Kind(count, *(float(_of_first(row, name)[0]) for name in FIRST))
    others = Kind(tasks - count, *(float(_of_others(row, name)[0]) for name in FIRST))
    return tuple(kind for kind in (first, others) if kind.tasks)


def first_tasks(jobs: Table) -> np.ndarray:
    """[n] i8: how many tasks of each job are of the first kind; 0 where both kinds need the same."""
    count = jobs.columns.get("first_tasks")
    if count is None:
        return np.zeros(len(jobs), np.int64)
    differs = np.logical_or.reduce([_of_first(jobs, name) != _of_others(jobs, name) for name in FIRST])
    return np.where(differs, count, 0)


def total(jobs: Table, name: str) -> np.ndarray:
    """[n] f8, nodes: what all tasks of each job need together of `name`, "cpu_need" or "memory"."""
    first = first_tasks(jobs)
    if not first.any():
        return _of_others(jobs, name) * jobs.processors
    return _of_others(jobs, name) * (jobs.processors - first) + _of_first(jobs, name) * first


def mean(jobs: Table, name: str) -> np.ndarray:
    """[n] f8, a fraction of a node: what a task of each job needs on average of `name`."""
    others, first = _of_others(jobs, name), first_tasks(jobs)
    return np.where(first > 0, total(jobs, name) / jobs.processors, others) if first.any() else others


def of_places(schedule: Schedule, name: str, rows: np.ndarray | None = None) -> np.ndarray:
    """[places] f8, a fraction of a node: what one task of each row of `places` needs of `name`, on shared nodes.

    rows: those of some segments, all of each, in order; all rows where not given.
    """
    places, jobs = schedule.table("places"), schedule.workload.jobs
    places = places if rows is None else places.take(rows)
    job, first = schedule.table("segments").job[places.segment], first_tasks(jobs)
    others = _of_others(jobs, name)[job]
    if not first.any():
        return others
    is_first = listed_before(places.segment, places.count * places.tasks) < first[job]
    return np.where(is_first, _of_first(jobs, name)[job], others)


def _of_others(jobs: Table, name: str) -> np.ndarray:
    return jobs.columns.get(name, np.ones(len(jobs)))


def _of_first(jobs: Table, name: str) -> np.ndarray:
    return jobs.columns.get(FIRST[name], _of_others(jobs, name))
