"""What a policy goes by, beside its queue: batches, or its own, such as campaigns by their tags.

A view is plain data: `title`, `columns`, `ordered` (whether the first line is who is ahead), and `rows` [from, until,
order, cells], each there while from <= time < until; of those there at an instant the least order comes first.  A row
begins when the policy knows what it says.  A cell is a text, {"time": s} or {"number": x}.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from scheduler.adapters.offline_moldable import BATCH, SHELF
from scheduler.durations import number
from scheduler.explain import stories
from scheduler.explain.moldable import batch_of
from scheduler.model.schedule import Schedule
from scheduler.policies import AT_ONCE, policy_of

DIGITS = 3
LAST = 1e18  # order of those that have no place yet
Row = list[Any]  # [from, until, order, cells]


def policy_view(schedule: Schedule) -> dict[str, Any] | None:
    """The view of a schedule; None where its policy keeps nothing but its queue."""
    view = policy_of(schedule.policy).view
    if view is not None:
        return view(schedule)
    for story in stories().values():
        if story.view is not None and (rows := story.view(schedule)) is not None:
            return rows
    if schedule.has_marks and np.isin(schedule.table("marks").kind, (BATCH, SHELF)).all():
        weight = ("weight",) if schedule.workload.is_moldable else ()
        return view_of("Batches and shelves", ("task", *weight, "is in"), _batches(schedule))
    return None


def view_of(title: str, columns: tuple[str, ...], rows: Iterator[Row], is_ordered: bool = True) -> dict[str, Any]:
    """A view of these rows."""
    return {"title": title, "columns": list(columns), "ordered": is_ordered, "rows": list(rows)}


def _batches(schedule: Schedule) -> Iterator[Row]:
    """A task from the instant at which it is planned, with the batch or shelf it is put into."""
    marks, jobs, placed = schedule.table("marks"), schedule.workload.jobs, schedule.placed
    at_once = policy_of(schedule.policy).batches in ("", AT_ONCE)
    for job, mark in enumerate(batch_of(schedule).tolist()):
        if mark >= 0:
            weight = [number(float(jobs.weight[job]))] if schedule.workload.is_moldable else []
            planned = float(placed.submit[job] if at_once else max(placed.submit[job], marks.begin[mark]))
            yield [planned, float(placed.end[job]), mark, [str(jobs.job_id[job]), *weight, str(marks.label[mark])]]


def _rounded(value: float) -> str:
    return number(round(float(value), DIGITS))
