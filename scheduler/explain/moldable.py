"""The story of a moldable task: on how many processors it could run, why it was given so many, and why then.

Why so many is told by the policy (`Policy.allotment`), or by the one it plans its batches by.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler.adapters import offline_moldable
from scheduler.adapters.moldable import tasks_of
from scheduler.adapters.offline_moldable import Tasks
from scheduler.durations import human, instant, number
from scheduler.model.number_text import processors
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import of_user
from scheduler.policies import ON_LINE, TAKE_SOME, Policy, policy_of


def explain_allotment(schedule: Schedule, job: int) -> Iterator[str]:
    """What a task (row of jobs) may have, and what it got."""
    jobs, shapes = schedule.workload.jobs, schedule.workload.table("shapes")
    rows = slice(int(jobs.shape_ptr[job]), int(jobs.shape_ptr[job] + jobs.shapes[job]))
    many, time = shapes.processors[rows], shapes.runtime[rows]
    yield (
        f"Task {jobs.job_id[job]} (line {jobs.line[job]}){of_user(schedule.workload, int(jobs.user_id[job]))}, "
        f"weight {number(float(jobs.weight[job]))}, was submitted at {instant(schedule.placed.submit[job])}."
    )
    if len(many) == 1:
        yield f"It is rigid: it runs on {processors(int(many[0]))}, for {human(float(time[0]))}."
        return
    if schedule.is_malleable:
        yield from _changing(schedule, job, rows)
        return
    size, ran = int(schedule.placed.processors[job]), float(schedule.jobs.runtime[job])
    yield (
        f"It runs for {human(float(time[0]))} on {processors(int(many[0]))} and for {human(float(time[-1]))} on "
        f"{processors(int(many[-1]))}; it was given {processors(size)}, on which it is "
        f"{float(time[0]) / ran:.3g} times as fast as on {int(many[0])}."
    )


def _changing(schedule: Schedule, job: int, rows: slice) -> Iterator[str]:
    """What a malleable task had over time; rows: of its allotments."""
    shapes, segments = schedule.workload.table("shapes"), schedule.table("segments")
    many, time = shapes.processors[rows].tolist(), shapes.runtime[rows].tolist()
    had = segments.processors[segments.job == job]
    least, most, changes = int(had.min()), int(had.max()), int(np.sum(np.diff(had) != 0))
    times = "did not change" if not changes else "changed once" if changes == 1 else f"changed {changes} times"
    span = processors(most) if least == most else f"{least} to {processors(most)}"
    yield (
        f"It would run for {human(time[0])} on {processors(many[0])} and for {human(time[-1])} on "
        f"{processors(many[-1])}; it had {span}, and their number {times} while it ran."
    )


def explain_turn(schedule: Schedule, job: int) -> Iterator[str]:
    """Why a task (row of jobs) has so many processors, and its turn; nothing where a policy gives it the fewest."""
    policy = policy_of(schedule.policy)
    if policy.kind != "moldable":
        yield "The policy takes tasks as rigid jobs, on the fewest processors they run on."
        return
    rows = _together(schedule, job)
    all_tasks = tasks_of(schedule.workload)
    tasks = Tasks(all_tasks.runtime[rows], all_tasks.weight[rows])
    others = "1 other task" if len(rows) == 2 else f"{len(rows) - 1} other tasks"
    if policy.batches == ON_LINE:
        yield f"When the machine was empty it was planned together with {others} that had been submitted by then."
    if policy.batches == TAKE_SOME:
        yield from _taken(schedule, job, policy, others)
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
    outer = (marks.kind == offline_moldable.BATCH) & (np.char.find(marks.label, ",") < 0)
    begun = np.flatnonzero(outer & (marks.begin <= start))
    begin = float(marks.begin[begun[-1]])
    before = float(marks.begin[begun[-2]]) if len(begun) > 1 else -np.inf
    return np.flatnonzero((submit <= begin) & (submit > before))


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


def _taken(schedule: Schedule, job: int, policy: Policy, others: str) -> Iterator[str]:
    """Which batch took a task, and why none before."""
    marks, number = schedule.table("marks"), int(batch_of(schedule)[job])
    task = "it alone" if others.startswith("0") else f"it and {others}"
    size = "with the deadline" if policy.deadlines_marked else "of at most"
    yield (
        f"Batch {number + 1}, {size} {human(float(marks.value[number]))}, took {task} at "
        f"{instant(float(marks.begin[number]))}."
    )
    submit, first = float(schedule.placed.submit[job]), float(schedule.placed.submit.min())
    there = marks.value[:number] >= submit - first if policy.deadlines_marked else marks.begin[:number] >= submit
    able = int(np.sum(there & (marks.value[:number] >= schedule.shortest[job])))
    if able:
        yield (
            f"{'One batch' if able == 1 else f'{able} batches'} before it could have taken it, and took others that "
            "weigh more for what they need."
        )
