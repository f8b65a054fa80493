"""The story of a moldable task: on how many processors it could run, why it was given so many, and why then.

The algorithms decide once, from numbers that all follow from the workload and the parameters; so what they decided is
found again by asking them again, which takes milliseconds, in place of being logged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from scheduler.adapters import offline_moldable
from scheduler.adapters.moldable import tasks_of
from scheduler.adapters.offline_moldable import Tasks
from scheduler.durations import human, instant, number
from scheduler.explain.decision import processors
from scheduler.kernels.mrt import FIRST, SHORT
from scheduler.model.schedule import Schedule
from scheduler.policies import all_policies

ON_LINE = "batch"       # the policy that plans some of the tasks at a time
LISTS = {"shelf_order": "the order of the shelves", "lptf": "the largest ratio of weight and runtime first",
         "saf_moldable": "the smallest area first"}


def explain_allotment(schedule: Schedule, job: int) -> Iterator[str]:
    """What a task (row of jobs) may have, and what it got."""
    jobs, shapes = schedule.workload.jobs, schedule.workload.table("shapes")
    rows = slice(int(jobs.shape_ptr[job]), int(jobs.shape_ptr[job] + jobs.shapes[job]))
    many, time = shapes.processors[rows], shapes.runtime[rows]
    yield (f"Task {jobs.job_id[job]} (line {jobs.line[job]}) of user {jobs.user_id[job]}, weight "
           f"{number(float(jobs.weight[job]))}, was submitted at {instant(schedule.placed.submit[job])}.")
    if len(many) == 1:
        yield f"It is rigid: it runs on {processors(int(many[0]))}, for {human(float(time[0]))}."
        return
    given, ran = int(schedule.placed.processors[job]), float(schedule.jobs.runtime[job])
    yield (f"It runs for {human(float(time[0]))} on {processors(int(many[0]))} and for {human(float(time[-1]))} on "
           f"{processors(int(many[-1]))}; it was given {processors(given)}, on which it is "
           f"{float(time[0]) / ran:.3g} times as fast as on {int(many[0])}.")


def explain_turn(schedule: Schedule, job: int) -> Iterator[str]:
    """Why a task (row of jobs) has so many processors, and its turn; nothing where a policy gives it the fewest."""
    policy, params = schedule.policy, schedule.params
    if all_policies()[policy].kind != "moldable":
        yield "The policy takes tasks as rigid jobs, on the fewest processors they run on."
        return
    rows, inside = _together(schedule, job)
    all_tasks = tasks_of(schedule.workload)
    tasks = Tasks(all_tasks.runtime[rows], all_tasks.weight[rows])
    if policy == ON_LINE:
        others = "1 other task" if len(rows) == 2 else f"{len(rows) - 1} other tasks"
        yield f"When the machine was empty it was planned together with {others} that had been submitted by then."
    told = TOLD.get(inside)
    if told is not None:
        yield from told(tasks, int(np.flatnonzero(rows == job)[0]), params)


def _together(schedule: Schedule, job: int) -> tuple[np.ndarray, str]:
    """(rows of the tasks planned with this one, the algorithm)."""
    n, submit = len(schedule.placed), schedule.placed.submit
    if schedule.policy != ON_LINE:
        return np.arange(n), schedule.policy
    marks, start = schedule.table("marks"), float(schedule.placed.start[job])
    outer = (marks.kind == offline_moldable.BATCH) & (np.char.find(marks.label, ",") < 0)
    batches = np.flatnonzero(outer & (marks.begin <= start))
    begin = float(marks.begin[batches[-1]])
    before = float(marks.begin[batches[-2]]) if len(batches) > 1 else -np.inf
    return np.flatnonzero((submit <= begin) & (submit > before)), schedule.params["inside"]


# ---- by algorithm ---------------------------------------------------------------------------------------------------

def _shelf(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    """Which shelf of MRT, and how many processors that takes."""
    found = offline_moldable.allotted(tasks, params["epsilon"])
    q, shelf = int(found.processors[row]), int(found.shelf[row])
    if shelf == SHORT:
        yield (f"MRT's guess of the makespan is {human(found.guess)}; on one processor it needs no more than half of "
               "that, so it is one of the short tasks that fill the gaps, on one.")
        return
    which, height = ("first", found.guess) if shelf == FIRST else ("second", found.guess / 2)
    yield (f"MRT's guess of the makespan is {human(found.guess)}, and it is on the {which} shelf, {human(height)} "
           f"high: it takes {processors(q)} to be done in that time. The knapsack chose shelves so that all tasks "
           "together are as little work as possible.")


def _of_mrt(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    yield from _shelf(tasks, row, params)
    plan = offline_moldable.mrt(tasks, params, np.random.default_rng(0))
    before, after = int(offline_moldable.allotted(tasks, params["epsilon"]).processors[row]), int(plan.processors[row])
    if before != after:
        yield (f"To make room for the second shelf it was given {processors(after)} in place of {before}.")


def _of_list(order: str) -> Callable[[Tasks, int, Mapping[str, Any]], Iterator[str]]:

    def told(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
        yield from _shelf(tasks, row, params)
        yield f"It started when it was the first on the list, {LISTS[order]}, of those that fitted."

    return told


def _of_smart(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    yield from _shelf(tasks, row, params)
    q = offline_moldable.allotted(tasks, params["epsilon"]).processors
    level = int(offline_moldable.classes(tasks.on(q))[row])
    yield (f"Its runtime is between {human(2.0 ** (level - 1))} and {human(2.0 ** level)}, like that of all tasks of "
           "its shelf; shelves come in the order of their height over the weight of their tasks.")


def _of_demt(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    batches, lengths = offline_moldable.in_batches(tasks, params)
    number, q = int(batches.batch[row]), int(batches.processors[row])
    stacked = tasks.runtime[row, 1] <= lengths[number] / 2
    size = ("it needs no more than half of that on one processor, so it was piled up with others of its kind" if stacked
            else f"it takes {processors(q)} to be done in that time")
    yield f"Batch {number + 1}, {human(lengths[number])} long, took it: {size}."
    able = [k for k, length in enumerate(lengths[:number]) if tasks.runtime[row, -1] <= length]
    if able:
        lighter = int(np.sum(batches.batch == able[0]))
        yield (f"It would have fitted from batch {able[0] + 1} on, {human(lengths[able[0]])} long, which took "
               f"{lighter} tasks that weigh more together for the processors they take.")
    if params["compaction"]:
        yield "Batches are then closed up: its tasks start as soon as they fit, in the order of their batches."


def _of_reservations(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    if params["way"] == "aligned":
        yield ("Batches end where reservations begin and end; it was taken by the first batch in which it weighed more "
               "than others for the processors it takes, of those left beside the reservations.")
        return
    yield from _shelf(tasks, row, params)
    yield ("It started when it was the first on the list of those that could run to their end beside the "
           "reservations.")


def _of_mixed(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    rigid = tasks.runtime[row, -1] == tasks.runtime[row][np.isfinite(tasks.runtime[row])][0]
    if params["way"] == "allotted":
        yield from _shelf(tasks, row, params)
        yield "With these processors all tasks are rigid jobs, and planned as a list."
    elif params["way"] == "apart":
        yield f"{'Rigid jobs' if rigid else 'Moldable tasks'} were planned {_when(rigid, params)} the others."
    elif rigid:
        yield "As a rigid job it is in the first batch that is as long as it and had processors left."
    else:
        yield "A batch took it for the processors that rigid jobs left there, as DEMT chooses."


def _when(rigid: bool, params: Mapping[str, Any]) -> str:
    return "before" if rigid == (params["first"] == "rigid") else "after"


TOLD: Mapping[str, Callable[[Tasks, int, Mapping[str, Any]], Iterator[str]]] = {
    "mrt": _of_mrt, "smart": _of_smart, "demt": _of_demt, "around_reservations": _of_reservations,
    "mixed_tasks": _of_mixed, **{key: _of_list(key) for key in LISTS}}
