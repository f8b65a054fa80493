"""Why the algorithms for moldable tasks gave a task so many processors: each policy names its own.

The algorithms decide once, from numbers that all follow from the workload and the parameters; so what they decided is
found again by asking them again, which takes milliseconds, in place of being logged.

Every function is called with the tasks that were planned together, the row of one of them and the parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from scheduler.facts import Duration, Fact, Processors, Term
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.adapters.offline_moldable import Tasks
from scheduler.topics.moldable.kernels.mrt import FIRST, SHORT


def shelf(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
    """Which shelf of MRT, and how many processors that takes."""
    allotment = offline_moldable.allotted(tasks, params["epsilon"])
    size, guess, kind = Processors(allotment.processors[row]), Duration(allotment.guess), int(allotment.shelf[row])
    if kind == SHORT:
        yield Fact("task_fills_gap", guess=guess)
        return
    height = guess if kind == FIRST else Duration(guess / 2)
    yield Fact("task_on_shelf", guess=guess, first=kind == FIRST, height=height, size=size)


def of_mrt(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
    """Which shelf, and whether room had to be made for the second."""
    yield from shelf(tasks, row, params)
    plan = offline_moldable.mrt(tasks, params, np.random.default_rng(0))
    before, after = int(offline_moldable.allotted(tasks, params["epsilon"]).processors[row]), int(plan.processors[row])
    if before != after:
        yield Fact("task_made_room", size=Processors(after), before=before)


def of_list(order: str) -> Callable[[Tasks, int, Mapping[str, Any]], Iterator[Fact]]:
    """The story of a list; order: what goes first on it, a term."""

    def on_list(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
        yield from shelf(tasks, row, params)
        yield Fact("task_on_list", order=Term(order))

    return on_list


def of_smart(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
    """Which shelf of equal lengths."""
    yield from shelf(tasks, row, params)
    q = offline_moldable.allotted(tasks, params["epsilon"]).processors
    level = int(offline_moldable.classes(tasks.on(q))[row])
    yield Fact("task_in_class", least=Duration(2.0 ** (level - 1)), most=Duration(2.0**level))


def of_demt(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
    """Which batch took it, and why no earlier one."""
    batches, lengths = offline_moldable.in_batches(tasks, params)
    number, size = int(batches.batch[row]), Processors(batches.processors[row])
    piled = bool(tasks.runtime[row, 1] <= lengths[number] / 2)
    yield Fact("task_in_batch", batch=number + 1, length=Duration(lengths[number]), piled=piled, size=size)
    able = [k for k, length in enumerate(lengths[:number]) if tasks.runtime[row, -1] <= length]
    if able:
        lighter = int(np.sum(batches.batch == able[0]))
        yield Fact("task_outweighed", batch=able[0] + 1, length=Duration(lengths[able[0]]), lighter=lighter)
    if params["compaction"]:
        yield Fact("batches_closed_up")


def of_deadline(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
    """Of a batch that takes what weighs most by its deadline; tasks: those of the batch."""
    yield Fact("batch_by_deadline")
    yield from of_mrt(tasks, row, params)


def of_growing(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
    """Of a batch of DEMT on line; tasks: those of the batch."""
    yield Fact("batch_by_length")


def of_reservations(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
    """How it was planned beside the reservations."""
    if params["way"] == "aligned":
        yield Fact("batches_aligned")
        return
    yield from shelf(tasks, row, params)
    yield Fact("task_beside_reservations")


def of_malleable(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
    """How processors are dealt anew."""
    yield Fact("processors_dealt", by_weight=params["share"] == "weight")


def of_mixed(tasks: Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
    """How it was planned beside tasks of the other kind."""
    rigid = bool(tasks.runtime[row, -1] == tasks.runtime[row][np.isfinite(tasks.runtime[row])][0])
    if params["way"] == "allotted":
        yield from shelf(tasks, row, params)
        yield Fact("tasks_made_rigid")
    elif params["way"] == "apart":
        yield Fact("kinds_apart", rigid=rigid, before=rigid == (params["first"] == "rigid"))
    else:
        yield Fact("rigid_in_batch" if rigid else "moldable_in_batch")
