"""Plans of moldable tasks around reservations: a list that leaves room for them, or batches that end where they do.

Times of tasks and reservations begin at 0, when all tasks of the plan are there.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 7.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scheduler.adapters.reservations import RESERVATIONS, Reservation, check_room, reserved
from scheduler.engine.rigid.space import STOP
from scheduler.errors import Cancelled, Unsupported
from scheduler.model.marks import BATCH, Mark
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.adapters.offline_moldable import Plan, Tasks
from scheduler.topics.moldable.kernels import demt as growing
from scheduler.wording import counted

MOST_TASKS = 20_000  # around: each is looked at whenever one begins or ends


def check_size(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where more is reserved than there is, or tasks are too many for a list."""
    if params["way"] == "around" and len(workload) > MOST_TASKS:
        raise Unsupported(
            f"A list around reservations takes at most {counted(MOST_TASKS, 'task')}, and here are "
            f"{len(workload):,}; choose fewer tasks, or the way aligned."
        )
    check_room(workload, params)


def planned(
    tasks: Tasks, of: Sequence[Reservation], now: float, params: Mapping[str, Any], control: np.ndarray
) -> Plan:
    """The plan of tasks that are all there at now, s; of: reservations by the clock; raises Cancelled when asked."""
    later = tuple(one._replace(begin=one.begin - now, end=one.end - now) for one in of if one.end > now)
    return (aligned if params["way"] == "aligned" else plan_around)(tasks, later, params, control)


# ---- around ---------------------------------------------------------------------------------------------------------


def plan_around(tasks: Tasks, of: Sequence[Reservation], params: Mapping[str, Any], control: np.ndarray) -> Plan:
    """A list; raises Cancelled as soon as control asks to stop."""
    q = offline_moldable.allotted(tasks, params["epsilon"]).processors
    time = tasks.on(q)
    order = np.argsort(-tasks.weight / time if params["order"] == "lptf" else q * time, kind="stable")
    return Plan(listed(time, q, order, of, tasks.processors, control), q)


def listed(
    time: np.ndarray, q: np.ndarray, order: np.ndarray, of: Sequence[Reservation], m: int, control: np.ndarray
) -> np.ndarray:
    """[n] s: starts of tasks of time [n] s on q [n] processors, in the order of a list, around reservations."""
    start, left, now = np.full(len(q), np.inf), order, 0.0
    instants = np.array(sorted({time for one in of for time in (one.begin, one.end)}), float)
    while len(left):
        _stop_if_asked(control)
        ends = start + time
        busy = int(q[(start <= now) & (ends > now)].sum())
        while len(fits := left[fitting(time[left], q[left], of, now, m, ends, q, busy)]):
            start[fits[0]], left = now, left[left != fits[0]]
            ends[fits[0]] = now + time[fits[0]]
            busy += int(q[fits[0]])
        later = np.concatenate((ends[np.isfinite(ends) & (ends > now)], instants[instants > now]))
        now = float(later.min(initial=np.inf))
    return start


def fitting(
    time: np.ndarray,
    q: np.ndarray,
    of: Sequence[Reservation],
    now: float,
    m: int,
    ends: np.ndarray,
    sizes: np.ndarray,
    busy: int,
) -> np.ndarray:
    """[tasks] bool: those that could run from now to their end.

    Tasks that run only end, so that room is least now or where a reservation begins.  ends, sizes: of all tasks, inf
    where they do not run; busy: processors that run tasks now.
    """
    able = q <= m - busy - reserved(of, now)
    for begin in {one.begin for one in of if one.begin > now}:
        running = int(sizes[np.isfinite(ends) & (ends > begin)].sum())
        able &= (now + time <= begin) | (q <= m - running - reserved(of, begin))
    return able


# ---- aligned --------------------------------------------------------------------------------------------------------


def aligned(tasks: Tasks, of: Sequence[Reservation], params: Mapping[str, Any], control: np.ndarray) -> Plan:
    """Batches; raises Cancelled as soon as control asks to stop."""
    n, now, number, marks = len(tasks.weight), 0.0, 0, list[Mark]()
    batch, q, start = np.full(n, growing.NONE), np.ones(n, np.int64), np.zeros(n)
    longer = offline_moldable.batch_lengths(tasks, params)
    wanted = next(longer)
    while len(left := np.flatnonzero(batch == growing.NONE)):
        _stop_if_asked(control)
        boundary = min((time for one in of for time in (one.begin, one.end) if time > now), default=np.inf)
        length, room = min(wanted, boundary - now), tasks.processors - reserved(of, now)
        taken, own = chosen(tasks, left, length, room)
        if len(taken):
            number += 1
            batch[taken], q[taken], start[taken] = number, own.processors, now + own.offset
            marks.append(Mark(now, now + length, BATCH, f"batch {number}", length))
        if len(taken) or length < wanted:
            now = boundary if length < wanted else now + length
        if length == wanted:
            wanted = next(longer)
    return Plan(start, q, tuple(marks))


def _stop_if_asked(control: np.ndarray) -> None:
    if control[STOP]:
        raise Cancelled("stopped while tasks were placed around reservations")


class Taken(NamedTuple):
    """How the tasks of a batch stand in it."""

    processors: np.ndarray  # [taken] i8
    offset: np.ndarray  # [taken] f8, s


def chosen(tasks: Tasks, left: np.ndarray, length: float, room: int) -> tuple[np.ndarray, Taken]:
    """Which of the tasks left ([k] rows) a batch of this length takes on so many processors, as DEMT chooses."""
    if not room:
        return left[:0], Taken(left[:0], np.zeros(0))
    some, weight = np.ascontiguousarray(tasks.runtime[left, : room + 1]), tasks.weight[left]
    batches, stacks = growing.new_batches(len(left), length), growing.new_stacks(len(left), room)
    growing.fill(some, weight, np.argsort(-weight, kind="stable"), batches, stacks, 0)
    mine = batches.batch != growing.NONE
    return left[mine], Taken(batches.processors[mine], batches.offset[mine])


PARAMS = (
    RESERVATIONS,
    Param(
        "way",
        "around",
        choices=("around", "aligned"),
        help="a list around them, or batches that end where they begin and end",
    ),
    Param(
        "order",
        "lptf",
        choices=("lptf", "saf"),
        help="around: the largest ratio of weight and runtime first, or the smallest area",
    ),
    offline_moldable.EPSILON,
    offline_moldable.ALPHA,
)
