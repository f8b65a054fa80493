"""Algorithms that plan moldable tasks which are all there from the beginning: how many processors each gets, and when.

Each takes tasks and parameters and returns a plan that begins at 0; runtimes never rise with the processors and work
never falls.  All begin with the allotment of MRT, that is with its guess of the makespan: the fewest processors that
meet the guess for tasks of the first shelf, half of it for those of the second, and one for short tasks.

    mrt             the shelves themselves: at most 3/2 (1 + epsilon) times the least makespan
    shelf_order     list scheduling, in the order of the shelves
    lptf            list scheduling, the largest ratio of weight and runtime first
    saf_moldable    list scheduling, the smallest area first
    smart           shelves of about equally long tasks, by the ratio of height and weight
    demt            batches of growing length, each with as much weight as fits side by side

Source: Dutot, Eyraud, Mounié and Trystram 2005, sections 5 and 6.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from scheduler.engine.rigid.list_schedule import new_lists, schedule_all
from scheduler.model.marks import BATCH, SHELF, Mark
from scheduler.params import Param
from scheduler.topics.moldable.kernels import demt as growing
from scheduler.topics.moldable.kernels import mrt as shelving
from scheduler.topics.moldable.kernels import smart as packing

LARGER = 1.01  # MRT: of two guesses, where the first leaves no room


class Tasks(NamedTuple):
    """Moldable tasks, all there at 0."""

    runtime: np.ndarray  # [n, m + 1] f8, s, with at most 0, 1, .. m processors; inf for 0
    weight: np.ndarray  # [n] f8

    @property
    def processors(self) -> int:
        """Of the machine, m."""
        return self.runtime.shape[1] - 1

    @property
    def superlinear(self) -> np.ndarray:
        """[n] bool: tasks that do less work on more processors."""
        work = self.runtime[:, 1:] * np.arange(1, self.processors + 1)
        able = np.where(np.isfinite(work), work, 0.0)
        return np.any(np.diff(able, axis=1) < -1e-9 * able[:, :-1], axis=1)

    def on(self, processors: np.ndarray) -> np.ndarray:
        """[n] s: runtimes on so many processors [n]."""
        return self.runtime[np.arange(len(self.runtime)), processors]


class Plan(NamedTuple):
    """When each task starts, from 0 on, and on how many processors."""

    start: np.ndarray  # [n] f8, s
    processors: np.ndarray  # [n] i8
    marks: tuple[Mark, ...] = ()


class Allotment(NamedTuple):
    """What MRT decides: a makespan it can meet by half as much again, and one that nobody can meet."""

    guess: float  # s
    refused: float  # s: no schedule is shorter
    shelf: np.ndarray  # [n] i8, of kernels.mrt, before room is made for the second shelf
    processors: np.ndarray  # [n] i8, the same


EPSILON = Param("epsilon", 0.01, 1e-9, 1, "", "MRT's guess is at most this much, relative, above one that is ruled out")
PACKING = Param(
    "packing",
    "ffia",
    choices=("ffia", "nfiw"),
    help="which tasks share a shelf: first fit, the smallest area first (proven for equal weights), or "
    "next fit, the smallest ratio of processors and weight first (proven for any)",
)
HEIGHTS = Param(
    "heights",
    "powers",
    choices=("powers", "longest"),
    help="height of a shelf: the power of two of its class, or its longest task",
)
ALPHA = Param("alpha", 2.0, 1.01, 100, "", "each batch is this many times as long as the one before it")
COMPACTION = Param(
    "compaction", True, help="no gaps between batches: tasks start as soon as they fit, in the order of batches"
)
SHUFFLES = Param(
    "shuffles",
    10,
    0,
    1_000,
    "orders",
    "compaction: random orders inside batches that are tried beside "
    "that by weight; the least weighted sum of completion times is kept, if it takes no longer in all",
)
OF_SMART, OF_DEMT = (EPSILON, PACKING, HEIGHTS), (EPSILON, ALPHA, COMPACTION, SHUFFLES)

Algorithm = Callable[[Tasks, Mapping[str, Any], np.random.Generator], Plan]


# ---- MRT ------------------------------------------------------------------------------------------------------------


def least_makespan(tasks: Tasks) -> float:
    """s: no schedule is shorter than its longest task on all processors, or than all work side by side."""
    work, m = tasks.runtime[:, 1].copy(), tasks.processors
    wide = np.isinf(work) | tasks.superlinear  # the work of all others is least on one processor
    work[wide] = (tasks.runtime[wide, 1:] * np.arange(1, m + 1)).min(axis=1, initial=np.inf)
    return max(float(tasks.runtime[:, -1].max()), float(work.sum()) / m)


def allotted(tasks: Tasks, epsilon: float) -> Allotment:
    """The guess of MRT and what it gives each task."""
    guess, refused, shelves = _guessed(tasks, epsilon)
    return Allotment(guess, refused, shelves.shelf, shelves.processors)


def _guessed(tasks: Tasks, epsilon: float) -> tuple[float, float, shelving.Shelves]:
    n, m, bounds = len(tasks.weight), tasks.processors, np.zeros(2)
    shelves = shelving.new_shelves(n, m)
    shelving.search(tasks.runtime, least_makespan(tasks), epsilon, shelves, shelving.new_knapsack(n, m), bounds)
    return float(bounds[0]), float(bounds[1]), shelves


def mrt(tasks: Tasks, params: Mapping[str, Any], random: np.random.Generator) -> Plan:
    """Two shelves, and what stands alone beside them."""
    guess, _, shelves = _guessed(tasks, params["epsilon"])
    fits = shelving.make_room(tasks.runtime, guess, shelves)
    assert fits or tasks.superlinear.any(), "a guess that is accepted leaves room for the second shelf"
    sack = shelving.new_knapsack(len(tasks.weight), tasks.processors)
    while not fits:  # only where work falls with the processors, for which nothing is proven
        guess *= LARGER
        fits = shelving.accepted(tasks.runtime, guess, shelves, sack) and shelving.make_room(
            tasks.runtime, guess, shelves
        )
    shelving.place(tasks.runtime, guess, shelves, np.argsort(-tasks.runtime[:, 1], kind="stable"))
    return Plan(
        shelves.start,
        shelves.processors,
        (Mark(0.0, guess, SHELF, "first shelf", guess), Mark(guess, 1.5 * guess, SHELF, "second shelf", guess / 2)),
    )


# ---- lists ----------------------------------------------------------------------------------------------------------


def listed(tasks: Tasks, processors: np.ndarray, order: np.ndarray, passes: bool = True) -> np.ndarray:
    """[n] s: starts by list scheduling (Garey and Graham 1975): at 0 and whenever a task ends, whatever fits starts.

    passes: False lets no task start before one that is before it on the list.
    """
    time = tasks.on(processors)
    lists = new_lists(np.array([0, len(order)]), order, time, processors, tasks.processors, passes=passes)
    schedule_all(lists, np.zeros(1))
    return lists.start


def shelf_order(tasks: Tasks, params: Mapping[str, Any], random: np.random.Generator) -> Plan:
    """First the tasks of the first shelf, then those of the second, then short ones."""
    allotment = allotted(tasks, params["epsilon"])
    place = np.array([2, 0, 1])[allotment.shelf]  # of SHORT, FIRST, SECOND
    return Plan(listed(tasks, allotment.processors, np.argsort(place, kind="stable")), allotment.processors)


def lptf(tasks: Tasks, params: Mapping[str, Any], random: np.random.Generator) -> Plan:
    """The largest ratio of weight and runtime first."""
    q = allotted(tasks, params["epsilon"]).processors
    return Plan(listed(tasks, q, np.argsort(-tasks.weight / tasks.on(q), kind="stable")), q)


def saf_moldable(tasks: Tasks, params: Mapping[str, Any], random: np.random.Generator) -> Plan:
    """The smallest area, processors x runtime, first."""
    q = allotted(tasks, params["epsilon"]).processors
    return Plan(listed(tasks, q, np.argsort(q * tasks.on(q), kind="stable")), q)


# ---- SMART ----------------------------------------------------------------------------------------------------------


def smart(tasks: Tasks, params: Mapping[str, Any], random: np.random.Generator) -> Plan:
    """Shelves one after the other, by height and weight."""
    q = allotted(tasks, params["epsilon"]).processors
    return shelved(tasks.on(q), q, tasks.weight, tasks.processors, params)


def shelved(time: np.ndarray, q: np.ndarray, weight: np.ndarray, m: int, params: Mapping[str, Any]) -> Plan:
    """SMART on m processors for rigid tasks of time [n] s on q [n] processors."""
    shelves, first_fit = packing.new_shelves(len(weight)), params["packing"] == "ffia"
    order = np.argsort(q * time if first_fit else q / weight, kind="stable")
    packing.fill(order, classes(time), q, time, weight, m, first_fit, shelves)
    many = int(shelves.count[0])
    height = 2.0 ** shelves.level[:many] if params["heights"] == "powers" else shelves.longest[:many]
    turn = np.argsort(height / shelves.weight[:many], kind="stable")
    begin = np.empty(many)
    begin[turn] = np.cumsum(height[turn]) - height[turn]
    marks = tuple(
        Mark(begin[k], begin[k] + height[k], SHELF, f"shelf {number}", shelves.weight[k])
        for number, k in enumerate(turn.tolist(), 1)
    )
    return Plan(begin[shelves.of], q, marks)


def classes(time: np.ndarray) -> np.ndarray:
    """[n] i8: k of each runtime in (2^(k-1), 2^k]."""
    fraction, exponent = np.frexp(time)
    return (exponent - (fraction == 0.5)).astype(np.int64)


# ---- DEMT -----------------------------------------------------------------------------------------------------------


def demt(tasks: Tasks, params: Mapping[str, Any], random: np.random.Generator) -> Plan:
    """Batches, and then, with compaction, the best of some lists of their tasks."""
    batches, lengths = in_batches(tasks, params)
    return plan_of_batches(tasks, batches, lengths, params, random)


def plan_of_batches(
    tasks: Tasks,
    batches: growing.Batches,
    lengths: Sequence[float],
    params: Mapping[str, Any],
    random: np.random.Generator,
) -> Plan:
    """Batches one after the other or, with compaction, closed up."""
    q, time, batch = batches.processors, tasks.on(batches.processors), batches.batch
    start = (np.cumsum(lengths) - lengths)[batch] + batches.offset
    if params["compaction"]:
        start = compacted(tasks, q, batch, start, [random.random(len(batch)) for _ in range(params["shuffles"])])
    marks = (
        Mark(
            float(start[batch == k].min()), float((start + time)[batch == k].max()), BATCH, f"batch {k + 1}", lengths[k]
        )
        for k in np.unique(batch).tolist()
    )
    return Plan(start, q, tuple(marks))


def compacted(
    tasks: Tasks, q: np.ndarray, batch: np.ndarray, start: np.ndarray, shuffles: Sequence[np.ndarray]
) -> np.ndarray:
    """[n] s: starts without the gaps between batches, at most as long and with no larger weighted sum.

    In the order of their starts, none passing another, no task starts later than before; lists in which tasks may pass
    are taken where they make the weighted sum smaller and the whole no longer.
    """
    time = tasks.on(q)
    kept = listed(tasks, q, np.lexsort((-tasks.weight, start)), passes=False)
    longest = float((kept + time).max())
    for within in (-tasks.weight, *shuffles):
        other = listed(tasks, q, np.lexsort((within, batch)))
        if (other + time).max() <= longest and np.dot(tasks.weight, other) < np.dot(tasks.weight, kept):
            kept = other
    return kept


def in_batches(tasks: Tasks, params: Mapping[str, Any]) -> tuple[growing.Batches, list[float]]:
    """Which batch takes each task, and how long batches are, s."""
    n, lengths, taken = len(tasks.weight), list[float](), 0
    batches, stacks = growing.new_batches(n, 0.0), growing.new_stacks(n, tasks.processors)
    heaviest, longer = np.argsort(-tasks.weight, kind="stable"), batch_lengths(tasks, params)
    while taken < n:
        lengths.append(next(longer))
        batches.length[0] = lengths[-1]
        taken += growing.fill(tasks.runtime, tasks.weight, heaviest, batches, stacks, len(lengths) - 1)
    return batches, lengths


def batch_lengths(tasks: Tasks, params: Mapping[str, Any]) -> Iterator[float]:
    """s, without end: the first as long as the shortest task at least, some exactly as long as the guess of MRT."""
    guess, alpha = allotted(tasks, params["epsilon"]).guess, params["alpha"]
    before = math.floor(math.log(guess / float(tasks.runtime[:, -1].min())) / math.log(alpha) + 1e-12)
    return (guess * alpha ** (number - before) for number in count())


def by_function_name(*algorithms: Algorithm) -> Mapping[str, Algorithm]:
    """{name: algorithm}: parameters name an algorithm as its function is named here."""
    return {algorithm.__name__: algorithm for algorithm in algorithms}


LISTS = by_function_name(lptf, saf_moldable, shelf_order)  # that take the tasks one by one, in an order
ALGORITHMS = by_function_name(mrt, shelf_order, lptf, saf_moldable, smart, demt)
EVERY_NUMBER = by_function_name(mrt)  # that need a runtime on every number of processors
