"""Why the algorithms for moldable tasks gave a task so many processors, in sentences: each policy names its own.

The algorithms decide once, from numbers that all follow from the workload and the parameters; so what they decided is
found again by asking them again, which takes milliseconds, in place of being logged.

Every function is called with the tasks that were planned together, the row of one of them and the parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from scheduler.adapters import offline_moldable
from scheduler.adapters.offline_moldable import Tasks
from scheduler.durations import human
from scheduler.kernels.mrt import FIRST, SHORT
from scheduler.model.number_text import processors


def shelf(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    """Which shelf of MRT, and how many processors that takes."""
    allotment = offline_moldable.allotted(tasks, params["epsilon"])
    q, shelf = int(allotment.processors[row]), int(allotment.shelf[row])
    if shelf == SHORT:
        yield (
            f"MRT's guess of the makespan is {human(allotment.guess)}; on one processor it needs no more than half "
            "of that, so it is one of the short tasks that fill the gaps, on one."
        )
        return
    which, height = ("first", allotment.guess) if shelf == FIRST else ("second", allotment.guess / 2)
    yield (
        f"MRT's guess of the makespan is {human(allotment.guess)}, and it is on the {which} shelf, {human(height)} "
        f"high: it takes {processors(q)} to be done in that time. The knapsack chose shelves so that all tasks "
        "together are as little work as possible."
    )


def of_mrt(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    """Which shelf, and whether room had to be made for the second."""
    yield from shelf(tasks, row, params)
    plan = offline_moldable.mrt(tasks, params, np.random.default_rng(0))
    before, after = int(offline_moldable.allotted(tasks, params["epsilon"]).processors[row]), int(plan.processors[row])
    if before != after:
        yield (f"To make room for the second shelf it was given {processors(after)} in place of {before}.")


def of_list(order: str) -> Callable[[Tasks, int, Mapping[str, Any]], Iterator[str]]:
    """The story of a list; order: what goes first on it, in words."""

    def on_list(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
        yield from shelf(tasks, row, params)
        yield f"It started when it was the first on the list, {order}, of those that fitted."

    return on_list


def of_smart(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    """Which shelf of equal lengths."""
    yield from shelf(tasks, row, params)
    q = offline_moldable.allotted(tasks, params["epsilon"]).processors
    level = int(offline_moldable.classes(tasks.on(q))[row])
    yield (
        f"Its runtime is between {human(2.0 ** (level - 1))} and {human(2.0**level)}, like that of all tasks of "
        "its shelf; shelves come in the order of their height over the weight of their tasks."
    )


def of_demt(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    """Which batch took it, and why no earlier one."""
    batches, lengths = offline_moldable.in_batches(tasks, params)
    number, q = int(batches.batch[row]), int(batches.processors[row])
    stacked = tasks.runtime[row, 1] <= lengths[number] / 2
    size = (
        "it needs no more than half of that on one processor, so it was piled up with others of its kind"
        if stacked
        else f"it takes {processors(q)} to be done in that time"
    )
    yield f"Batch {number + 1}, {human(lengths[number])} long, took it: {size}."
    able = [k for k, length in enumerate(lengths[:number]) if tasks.runtime[row, -1] <= length]
    if able:
        lighter = int(np.sum(batches.batch == able[0]))
        yield (
            f"It would have fitted from batch {able[0] + 1} on, {human(lengths[able[0]])} long, which took "
            f"{lighter} tasks that weigh more together for the processors they take."
        )
    if params["compaction"]:
        yield "Batches are then closed up: its tasks start as soon as they fit, in the order of their batches."


def of_deadline(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    """Of a batch that takes what weighs most by its deadline; tasks: those of the batch."""
    yield (
        "Of what can be done by a deadline a batch takes what weighs most (a knapsack over processors and work), "
        "and MRT plans that on two shelves:"
    )
    yield from of_mrt(tasks, row, params)


def of_growing(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    """Of a batch of DEMT on line; tasks: those of the batch."""
    yield (
        "A batch takes what weighs most of what fits side by side within its length, every task on as few "
        "processors as that takes; tasks that need no more than half of it on one are piled up."
    )


def of_reservations(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    """How it was planned beside the reservations."""
    if params["way"] == "aligned":
        yield (
            "Batches end where reservations begin and end; it was taken by the first batch in which it weighed more "
            "than others for the processors it takes, of those left beside the reservations."
        )
        return
    yield from shelf(tasks, row, params)
    yield ("It started when it was the first on the list of those that could run to their end beside the reservations.")


def of_malleable(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    """How processors are dealt anew."""
    fair = "for its weight " * (params["share"] == "weight")
    yield (
        "Whenever a task came or ended the processors were dealt anew: in the order of submission each task got the "
        "fewest it runs on, and what was left went one step at a time to the task with the fewest processors "
        f"{fair}that more could make faster."
    )


def of_mixed(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[str]:
    """How it was planned beside tasks of the other kind."""
    rigid = tasks.runtime[row, -1] == tasks.runtime[row][np.isfinite(tasks.runtime[row])][0]
    if params["way"] == "allotted":
        yield from shelf(tasks, row, params)
        yield "With these processors all tasks are rigid jobs, and planned as a list."
    elif params["way"] == "apart":
        yield f"{'Rigid jobs' if rigid else 'Moldable tasks'} were planned {_when(rigid, params)} the others."
    elif rigid:
        yield "As a rigid job it is in the first batch that is as long as it and had processors left."
    else:
        yield "A batch took it for the processors that rigid jobs left there, as DEMT chooses."


def _when(rigid: bool, params: Mapping[str, Any]) -> str:
    return "before" if rigid == (params["first"] == "rigid") else "after"
