"""Batches that each take some of the moldable tasks there are, while the others wait for a later one.

    by_deadlines    section 5.4: deadlines d, alpha d, alpha^2 d, ..; each batch takes the most weight that can be done
                    by its deadline, and is planned by MRT
    growing         DEMT for tasks that come over time: batches grow while something is left over

Tasks may come at any time: a batch chooses among those that have come by then, and knows nothing of others.

Source: Dutot, Eyraud, Mounié and Trystram 2005, sections 5.4 and 6, after Hall, Schulz, Shmoys and Wein 1997.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from scheduler.errors import Unsupported
from scheduler.model.marks import BATCH, Mark
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.statistics.random_draws import stream
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.adapters.moldable import check_every_number, check_together
from scheduler.topics.moldable.adapters.offline_moldable import Plan, Tasks
from scheduler.topics.moldable.kernels import demt as side_by_side
from scheduler.topics.moldable.kernels import most_weight
from scheduler.wording import counted

MOST_CELLS = 150_000_000  # of the table a batch is chosen by, one byte each
ROUNDING = Param(
    "rounding",
    0.1,
    0.001,
    1,
    "",
    "work is counted in units; what a batch takes may be this much more "
    "work, relative, than the machine does by the deadline",
)
BY_DEADLINES = (offline_moldable.EPSILON, ROUNDING, offline_moldable.ALPHA)
NO_TIME_BETWEEN = Param(
    "compaction", True, help="a batch begins when the last task of the one before it ends, not only after its length"
)
GROWING = (offline_moldable.EPSILON, offline_moldable.ALPHA, NO_TIME_BETWEEN)


class Batch(NamedTuple):
    """What a batch took."""

    rows: np.ndarray  # [k] i8, tasks
    plan: Plan  # of these, from 0 on
    begin: float  # s
    value: float  # s: its deadline or length


# ---- section 5.4 ----------------------------------------------------------------------------------------------------


def ratio(params: Mapping[str, Any], on_line: bool) -> float:
    """Proven: makespan and weighted sum of completion times are at most so many times the least there can be.

    With rho = 3/2 (1 + epsilon)(1 + rounding), how much longer than its deadline a batch may be: 4 rho for alpha = 2.
    """
    rho, alpha = 1.5 * (1 + params["epsilon"]) * (1 + params["rounding"]), params["alpha"]
    together = rho * alpha / (alpha - 1)  # all batches up to one, in times of its deadline
    return alpha * (max(together, 1 + rho) if on_line else together)


def check_size(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where tasks do not run on every number of processors, or are too many to choose among."""
    check_every_number(workload)
    n, m = len(workload), workload.platform.processors
    if _cells(n, m, params["rounding"]) > MOST_CELLS:
        raise Unsupported(
            f"A batch that takes the most weight of {counted(n, 'task')} on {counted(m, 'processor')} is chosen "
            "by a table "
            f"of more than {MOST_CELLS:,} cells; take fewer tasks, fewer processors or a larger "
            "rounding, or choose demt_on_line."
        )


def check_size_together(workload: Workload, params: Mapping[str, Any]) -> None:
    """As check_size(), and for tasks that are not all submitted at one time."""
    check_together(workload, params)
    check_size(workload, params)


def _cells(n: int, m: int, rounding: float) -> float:
    return n * (m + 1) * (n / rounding + 1)


def by_deadlines(tasks: Tasks, come: np.ndarray, params: Mapping[str, Any], on_line: bool) -> Plan:
    """Section 5.4.  come: [n] s, submissions after the first one; on_line: False knows that nobody else comes."""
    left, empty, batches = np.ones(len(come), bool), 0.0, list[Batch]()
    for deadline in deadlines(tasks, come, params["alpha"], on_line):
        there = np.flatnonzero(left & (tasks.runtime[:, -1] <= deadline) & ((come <= deadline) | (not on_line)))
        rows = heaviest_rows(tasks, there, deadline, params["rounding"])
        if len(rows):
            plan = offline_moldable.mrt(_some(tasks, rows), params, stream(0))
            batches.append(Batch(rows, plan, max(empty, deadline) if on_line else empty, deadline))
            left[rows], empty = False, _end(tasks, batches[-1])
        if not left.any():
            break
    return joined(tasks, batches)


def deadlines(tasks: Tasks, come: np.ndarray, alpha: float, on_line: bool) -> Iterator[float]:
    """s, without end, from the first by which any task could be done.

    One of them is the shortest runtime of the tasks that come first.  Whoever comes later and could be done earlier is
    no secret then: at the deadlines before, nobody is there.
    """
    least = tasks.runtime[:, -1]
    unit, ready = float(least[come == 0].min()), float((np.maximum(least, come) if on_line else least).min())
    first = 0
    while ready <= unit * alpha ** (first - 1):
        first -= 1
    return (unit * alpha**number for number in count(first))


def heaviest_rows(tasks: Tasks, rows: np.ndarray, deadline: float, rounding: float) -> np.ndarray:
    """Of these rows those that weigh most of what can be done by a deadline; sorted."""
    if not len(rows):
        return rows
    choice = most_weight.new_choice(len(rows), tasks.processors, int(len(rows) / rounding))
    chosen = np.zeros(len(rows), bool)
    most_weight.choose(tasks.runtime[rows], tasks.weight[rows], deadline, rounding, choice, chosen)
    return rows[chosen]


# ---- DEMT -----------------------------------------------------------------------------------------------------------


def growing_batches(tasks: Tasks, submit: np.ndarray, params: Mapping[str, Any]) -> Plan:
    """DEMT for tasks that come over time, submit [n] s: when nothing is left over lengths begin anew."""
    left, now, batches = np.ones(len(submit), bool), 0.0, list[Batch]()
    while left.any():
        now = max(now, float(submit[left].min()))
        there = np.flatnonzero(left & (submit <= now))
        for length in offline_moldable.batch_lengths(_some(tasks, there), params):
            batch = side_by_side_in(tasks, there, length, now)
            if len(batch.rows):
                batches.append(batch)
                left[batch.rows] = False
                now = _end(tasks, batch) if params["compaction"] else now + length
            there = np.flatnonzero(left & (submit <= now))
            if not len(there):
                break
    return joined(tasks, batches)


def side_by_side_in(tasks: Tasks, rows: np.ndarray, length: float, begin: float) -> Batch:
    """What a batch of DEMT takes of these rows."""
    some = _some(tasks, rows)
    batches = side_by_side.new_batches(len(rows), length)
    stacks = side_by_side.new_stacks(len(rows), tasks.processors)
    heaviest = np.argsort(-some.weight, kind="stable")
    side_by_side.fill(some.runtime, some.weight, heaviest, batches, stacks, 0)
    inside = batches.batch == 0
    return Batch(rows[inside], Plan(batches.offset[inside], batches.processors[inside]), begin, length)


# ---- both -----------------------------------------------------------------------------------------------------------


def _some(tasks: Tasks, rows: np.ndarray) -> Tasks:
    return Tasks(tasks.runtime[rows], tasks.weight[rows])


def _end(tasks: Tasks, batch: Batch) -> float:
    time = tasks.runtime[batch.rows, batch.plan.processors]
    return float((batch.begin + batch.plan.start + time).max())


def joined(tasks: Tasks, batches: list[Batch]) -> Plan:
    """The plan of all."""
    start, processors = np.zeros(len(tasks.weight)), np.ones(len(tasks.weight), np.int64)
    for batch in batches:
        start[batch.rows], processors[batch.rows] = batch.begin + batch.plan.start, batch.plan.processors
    marks = tuple(
        Mark(batch.begin, _end(tasks, batch), BATCH, f"batch {number}", batch.value)
        for number, batch in enumerate(batches, 1)
    )
    return Plan(start, processors, marks)
