"""The story of a moldable task: on how many processors it could run, why it was given so many, and why then.

Why so many is told by the policy (`allotment` of its `Planning`), or by the one it plans its batches by.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from scheduler.explain import Story
from scheduler.explain.job import outcome, submission
from scheduler.facts import Duration, Fact, Instant, Number, Processors
from scheduler.model.marks import BATCH, outer_batches
from scheduler.model.schedule import Schedule
from scheduler.policies import policy_of
from scheduler.topics.moldable.adapters.moldable import tasks_of
from scheduler.topics.moldable.adapters.offline_moldable import Tasks
from scheduler.topics.moldable.batches import batch_of, batches_and_shelves
from scheduler.topics.moldable.kinds.moldable import KIND, is_malleable
from scheduler.topics.moldable.planning import ON_LINE, TAKE_SOME, Planning, planning_of


def whole(schedule: Schedule, job: int) -> list[Fact] | None:
    """All that is told of a task (row of jobs); None where jobs are rigid."""
    if not KIND.has(schedule.workload):
        return None
    jobs = schedule.workload.jobs
    number, weight = int(jobs.job_id[job]), Number(jobs.weight[job])
    parts = explain_allotment(schedule, job), outcome(schedule, job), explain_turn(schedule, job)
    return [Fact("task_submitted", **submission(schedule, job), number=number, weight=weight), *chain(*parts)]


def explain_allotment(schedule: Schedule, job: int) -> Iterator[Fact]:
    """What a task (row of jobs) may have, and what it got."""
    jobs, shapes = schedule.workload.jobs, schedule.workload.table("shapes")
    rows = slice(int(jobs.shape_ptr[job]), int(jobs.shape_ptr[job] + jobs.shapes[job]))
    (few, many), (long, short) = (column[rows][[0, -1]].tolist() for column in (shapes.processors, shapes.runtime))
    extremes = {"few": Processors(few), "many": Processors(many), "long": Duration(long), "short": Duration(short)}
    if few == many:
        yield Fact("task_rigid", **extremes)
    elif is_malleable(schedule):
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
    planning = planning_of(schedule.policy)
    if policy_of(schedule.policy).kind != KIND.key:
        yield Fact("task_as_rigid")
        return
    rows = _together(schedule, job)
    all_tasks = tasks_of(schedule.workload)
    tasks = Tasks(all_tasks.runtime[rows], all_tasks.weight[rows])
    if planning.batches == ON_LINE:
        yield Fact("task_planned_on_line", others=len(rows) - 1)
    if planning.batches == TAKE_SOME:
        yield from _taken(schedule, job, planning, len(rows) - 1)
    if planning.allotment is not None:
        yield from planning.allotment(tasks, int(np.flatnonzero(rows == job)[0]), schedule.params)


def _together(schedule: Schedule, job: int) -> np.ndarray:
    """Rows of the tasks planned with this one."""
    n, submit = len(schedule.placed), schedule.placed.submit
    batches = planning_of(schedule.policy).batches
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


def _taken(schedule: Schedule, job: int, planning: Planning, others: int) -> Iterator[Fact]:
    """Which batch took a task, and why none before."""
    marks, number = schedule.table("marks"), int(batch_of(schedule)[job])
    yield Fact(
        "task_taken",
        batch=number + 1,
        by_deadline=planning.deadlines_marked,
        length=Duration(marks.value[number]),
        others=others,
        begin=Instant(marks.begin[number]),
    )
    submit, first = float(schedule.placed.submit[job]), float(schedule.placed.submit.min())
    there = marks.value[:number] >= submit - first if planning.deadlines_marked else marks.begin[:number] >= submit
    able = int(np.sum(there & (marks.value[:number] >= schedule.shortest[job])))
    if able:
        yield Fact("task_passed_over", able=able)


def held_until(schedule: Schedule, job: int) -> Fact | None:
    """The batch whose begin held a task of batches, the last up to its start; None where that is not what held it.

    Batches that are closed up overlap, so their begins hold nobody; of batches planned one by one only the outer ones
    hold a task then.
    """
    batches, placed = planning_of(schedule.policy).batches, schedule.placed
    submit, start = placed.submit[job], placed.start[job]
    if not schedule.has_marks or not batches:
        return None
    marks = schedule.table("marks")
    waited = marks.kind == BATCH
    if schedule.params.get("compaction") and batches != TAKE_SOME:
        waited &= (batches == ON_LINE) & outer_batches(marks)
    begin = marks.begin[waited & (marks.begin <= start)].max(initial=-np.inf)
    return Fact("until_batch", begin=Instant(begin), later=bool(begin < start)) if begin > submit else None


PHRASES: dict[str, str] = {
    "task_submitted": "task {number} (line {line})[ of {user}], weight {weight}, was submitted at {submit}. "
    "|| task {number}, weight {weight}",
    "task_rigid": "It is rigid: it runs on {few}, for {long}. || rigid, {few}",
    "task_allotted": "It runs for {long} on {few} and for {short} on {many}; it was given {size}[, on which it is "
    "{speed} times as fast as on {least}]. || {size}[, {speed} times as fast]",
    "task_changing": "It would run for {long} on {few} and for {short} on {many}; it had [{least} to ]{most}, and "
    "their number [!changes:did not change][changes:changed [changes>1:{changes} times][!changes>1:once]] while it "
    "ran. || [{least} to ]{most}",
    "task_as_rigid": "The policy takes tasks as rigid jobs, on the fewest processors they run on.",
    "task_planned_on_line": "When the machine was empty it was planned together with {others} other "
    "{others:task|tasks} that had been submitted by then.",
    "task_taken": "Batch {batch}, [by_deadline:with the deadline][!by_deadline:of at most] {length}, took [others:it "
    "and {others} other {others:task|tasks}][!others:it alone] at {begin}. || in batch {batch}",
    "task_passed_over": "[able>1:{able}][!able>1:one] {able:batch|batches} before it could have taken it, and took "
    "others that weigh more for what they need. || passed over by {able} {able:batch|batches}",
    # why so many processors
    "task_fills_gap": "MRT's guess of the makespan is {guess}; on one processor it needs no more than half of that, so "
    "it is one of the short tasks that fill the gaps, on one. || short: on 1 processor",
    "task_on_shelf": "MRT's guess of the makespan is {guess}, and it is on the [first:first][!first:second] shelf, "
    "{height} high: it takes {size} to be done in that time. The knapsack chose shelves so that all tasks together are "
    "as little work as possible. || [first:first][!first:second] shelf: {size} for {height}",
    "task_made_room": "To make room for the second shelf it was given {size} in place of {before}. "
    "|| {size} in place of {before}",
    "task_on_list": "It started when it was the first on the list, {order}, of those that fitted.",
    "task_in_class": "Its runtime is between {least} and {most}, like that of all tasks of its shelf; shelves come in "
    "the order of their height over the weight of their tasks.",
    "task_in_batch": "Batch {batch}, {length} long, took it: [piled:it needs no more than half of that on one "
    "processor, so it was piled up with others of its kind][!piled:it takes {size} to be done in that time]. "
    "|| in batch {batch}",
    "task_outweighed": "It would have fitted from batch {batch} on, {length} long, which took {lighter} tasks that "
    "weigh more together for the processors they take.",
    "batches_closed_up": "Batches are then closed up: its tasks start as soon as they fit, in the order of their "
    "batches.",
    "batch_by_deadline": "Of what can be done by a deadline a batch takes what weighs most (a knapsack over processors "
    "and work), and MRT plans that on two shelves:",
    "batch_by_length": "A batch takes what weighs most of what fits side by side within its length, every task on as "
    "few processors as that takes; tasks that need no more than half of it on one are piled up.",
    "batches_aligned": "Batches end where reservations begin and end; it was taken by the first batch in which it "
    "weighed more than others for the processors it takes, of those left beside the reservations.",
    "task_beside_reservations": "It started when it was the first on the list of those that could run to their end "
    "beside the reservations.",
    "processors_dealt": "Whenever a task came or ended the processors were dealt anew: in the order of submission each "
    "task got the fewest it runs on, and what was left went one step at a time to the task with the fewest processors "
    "[by_weight:for its weight ]that more could make faster.",
    "tasks_made_rigid": "With these processors all tasks are rigid jobs, and planned as a list.",
    "kinds_apart": "[rigid:Rigid jobs][!rigid:Moldable tasks] were planned [before:before][!before:after] the others.",
    "rigid_in_batch": "As a rigid job it is in the first batch that is as long as it and had processors left.",
    "moldable_in_batch": "A batch took it for the processors that rigid jobs left there, as DEMT chooses.",
}

TERMS: dict[str, str] = {
    "order_of_shelves": "the order of the shelves",
    "largest_ratio": "the largest ratio of weight and runtime first",
    "smallest_area": "the smallest area first",
}

STORY = Story("moldable", phrases=PHRASES, whole=whole, view=batches_and_shelves, held_until=held_until, terms=TERMS)
