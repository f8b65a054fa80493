"""The story of a moldable task: on how many processors it could run, why it was given so many, and why then.

Why so many is told by the policy (`Policy.allotment`), or by the one it plans its batches by.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from scheduler.adapters.moldable import tasks_of
from scheduler.adapters.offline_moldable import BATCH, Tasks
from scheduler.facts import Duration, Fact, Instant, Number, Processors
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import ON_LINE, TAKE_SOME, Policy, policy_of


def explain_allotment(schedule: Schedule, job: int) -> Iterator[Fact]:
    """What a task (row of jobs) may have, and what it got."""
    jobs, shapes = schedule.workload.jobs, schedule.workload.table("shapes")
    rows = slice(int(jobs.shape_ptr[job]), int(jobs.shape_ptr[job] + jobs.shapes[job]))
    (few, many), (long, short) = (column[rows][[0, -1]].tolist() for column in (shapes.processors, shapes.runtime))
    extremes = {"few": Processors(few), "many": Processors(many), "long": Duration(long), "short": Duration(short)}
    if few == many:
        yield Fact("task_rigid", **extremes)
    elif schedule.is_malleable:
        yield Fact("task_changing", **extremes, **_changes(schedule, job))
    else:
        size, speed = int(schedule.placed.processors[job]), long / float(schedule.jobs.runtime[job])
        faster = {"speed": Number(f"{speed:.3g}")} if size > few else {}
        yield Fact("task_allotted", **extremes, size=Processors(size), **faster, least=few)


def _changes(schedule: Schedule, job: int) -> dict[str, Any]:
    """How many processors a malleable task had over time."""
    segments = schedule.table("segments")
    had = segments.processors[segments.job == job]
    least, most = int(had.min()), Processors(had.max())
    return {"least": None if least == most else least, "most": most, "changes": int(np.sum(np.diff(had) != 0))}


def explain_turn(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Why a task (row of jobs) has so many processors, and its turn; nothing where a policy gives it the fewest."""
    policy = policy_of(schedule.policy)
    if policy.kind != "moldable":
        yield Fact("task_as_rigid")
        return
    rows = _together(schedule, job)
    all_tasks = tasks_of(schedule.workload)
    tasks = Tasks(all_tasks.runtime[rows], all_tasks.weight[rows])
    if policy.batches == ON_LINE:
        yield Fact("task_planned_on_line", others=len(rows) - 1)
    if policy.batches == TAKE_SOME:
        yield from _taken(schedule, job, policy, len(rows) - 1)
    if policy.allotment is not None:
        yield from policy.allotment(tasks, int(np.flatnonzero(rows == job)[0]), schedule.params)


def _together(schedule: Schedule, job: int) -> np.ndarray:
    """Rows of the tasks planned with this one."""
    n, submit = len(schedule.placed), schedule.placed.submit
    batches = policy_of(schedule.policy).batches
    if batches == TAKE_SOME:
        number = batch_of(schedule)
        return np.flatnonzero(number == number[job])
    if batches != ON_LINE:
        return np.arange(n)
    marks, start = schedule.table("marks"), float(schedule.placed.start[job])
    begun = np.flatnonzero(outer_batches(marks) & (marks.begin <= start))
    begin = float(marks.begin[begun[-1]])
    before = float(marks.begin[begun[-2]]) if len(begun) > 1 else -np.inf
    return np.flatnonzero((submit <= begin) & (submit > before))


def outer_batches(marks: Table) -> np.ndarray:
    """[marks] bool: batches that are no part of another one."""
    return (marks.kind == BATCH) & (np.char.find(marks.label, ",") < 0)


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


def _taken(schedule: Schedule, job: int, policy: Policy, others: int) -> Iterator[Fact]:
    """Which batch took a task, and why none before."""
    marks, number = schedule.table("marks"), int(batch_of(schedule)[job])
    yield Fact(
        "task_taken",
        batch=number + 1,
        by_deadline=policy.deadlines_marked,
        length=Duration(marks.value[number]),
        others=others,
        begin=Instant(marks.begin[number]),
    )
    submit, first = float(schedule.placed.submit[job]), float(schedule.placed.submit.min())
    there = marks.value[:number] >= submit - first if policy.deadlines_marked else marks.begin[:number] >= submit
    able = int(np.sum(there & (marks.value[:number] >= schedule.shortest[job])))
    if able:
        yield Fact("task_passed_over", able=able)
