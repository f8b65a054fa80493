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
from scheduler.policies import ON_LINE, all_policies


def explain_allotment(schedule: Schedule, job: int) -> Iterator[str]:
    """What a task (row of jobs) may have, and what it got."""
    jobs, shapes = schedule.workload.jobs, schedule.workload.table("shapes")
    rows = slice(int(jobs.shape_ptr[job]), int(jobs.shape_ptr[job] + jobs.shapes[job]))
    many, time = shapes.processors[rows], shapes.runtime[rows]
    yield (f"Task {jobs.job_id[job]} (line {jobs.line[job]}){of_user(schedule.workload, int(jobs.user_id[job]))}, "
           f"weight {number(float(jobs.weight[job]))}, was submitted at {instant(schedule.placed.submit[job])}.")
    if len(many) == 1:
        yield f"It is rigid: it runs on {processors(int(many[0]))}, for {human(float(time[0]))}."
        return
    size, ran = int(schedule.placed.processors[job]), float(schedule.jobs.runtime[job])
    yield (f"It runs for {human(float(time[0]))} on {processors(int(many[0]))} and for {human(float(time[-1]))} on "
           f"{processors(int(many[-1]))}; it was given {processors(size)}, on which it is "
           f"{float(time[0]) / ran:.3g} times as fast as on {int(many[0])}.")


def explain_turn(schedule: Schedule, job: int) -> Iterator[str]:
    """Why a task (row of jobs) has so many processors, and its turn; nothing where a policy gives it the fewest."""
    policy = all_policies()[schedule.policy]
    if policy.kind != "moldable":
        yield "The policy takes tasks as rigid jobs, on the fewest processors they run on."
        return
    rows = _together(schedule, job)
    all_tasks = tasks_of(schedule.workload)
    tasks = Tasks(all_tasks.runtime[rows], all_tasks.weight[rows])
    if policy.batches == ON_LINE:
        others = "1 other task" if len(rows) == 2 else f"{len(rows) - 1} other tasks"
        yield f"When the machine was empty it was planned together with {others} that had been submitted by then."
    if policy.allotment is not None:
        yield from policy.allotment(tasks, int(np.flatnonzero(rows == job)[0]), schedule.params)


def _together(schedule: Schedule, job: int) -> np.ndarray:
    """Rows of the tasks planned with this one."""
    n, submit = len(schedule.placed), schedule.placed.submit
    if all_policies()[schedule.policy].batches != ON_LINE:
        return np.arange(n)
    marks, start = schedule.table("marks"), float(schedule.placed.start[job])
    outer = (marks.kind == offline_moldable.BATCH) & (np.char.find(marks.label, ",") < 0)
    batches = np.flatnonzero(outer & (marks.begin <= start))
    begin = float(marks.begin[batches[-1]])
    before = float(marks.begin[batches[-2]]) if len(batches) > 1 else -np.inf
    return np.flatnonzero((submit <= begin) & (submit > before))
