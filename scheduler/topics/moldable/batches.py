"""Batches and shelves as a view to step through: each task from the instant at which it is planned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from scheduler.durations import number
from scheduler.explain.policy_view import view_of
from scheduler.model.marks import BATCH, SHELF
from scheduler.model.schedule import Schedule
from scheduler.topics.moldable.kinds.moldable import KIND
from scheduler.topics.moldable.planning import AT_ONCE, planning_of


def batches_and_shelves(schedule: Schedule) -> dict[str, Any] | None:
    """The view of a schedule; None where tasks are rigid, or it marks something else."""
    marked = KIND.has(schedule.workload) and schedule.has_marks
    if not marked or not np.isin(schedule.table("marks").kind, (BATCH, SHELF)).all():
        return None
    return view_of("Batches and shelves", ("task", "weight", "is in"), _rows(schedule))


def _rows(schedule: Schedule) -> Iterator[list[Any]]:
    """A task from the instant at which it is planned, with the batch or shelf it is put into."""
    marks, jobs, placed = schedule.table("marks"), schedule.workload.jobs, schedule.placed
    at_once = planning_of(schedule.policy).batches in ("", AT_ONCE)
    for job, mark in enumerate(batch_of(schedule).tolist()):
        if mark >= 0:
            planned = float(placed.submit[job] if at_once else max(placed.submit[job], marks.begin[mark]))
            cells = [str(jobs.job_id[job]), number(float(jobs.weight[job])), str(marks.label[mark])]
            yield [planned, float(placed.end[job]), mark, cells]


def batch_of(schedule: Schedule) -> np.ndarray:
    """[n] i8: row of the mark of each task's batch, where batches follow each other; -1 before the first."""
    marks, placed = schedule.table("marks"), schedule.placed
    row = np.searchsorted(marks.begin, placed.start, side="right") - 1
    for _ in range(len(marks) - 1):  # compaction moves batches into each other: the first that holds all of a task
        before = np.maximum(row - 1, 0)
        earlier = (row > 0) & (marks.begin[before] <= placed.start) & (marks.end[before] >= placed.end)
        if not earlier.any():
            break
        row = np.where(earlier, before, row)
    return row
