"""No schedule of moldable tasks has a smaller weighted sum of completion times: a linear program over intervals.

Time is cut at points; a task ends in one of the intervals, or partly in several.  Ending in an interval costs at least
the work of its cheapest allotment that is done by the end of it, and the machine has only so much time until then; what
counts of the completion time is the beginning of the interval, or the task's shortest runtime where that is more.  The
last interval has no end, so every schedule is one of the program's solutions, whatever the points.

Points are the shortest task's runtime times powers of 2^(1/per_doubling): a multiple of per_doubling refines them,
and never lowers the bound.

The guarantee compares a run with that; with batches by deadline also with the weight that each batch took times the
deadline before it, by which nobody can have it done beside that of earlier batches (section 5.4); and with SMART, of
whose rigid tasks the theorem speaks, with schedules that give every task the processors it has in the run (section
5.3).

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 6.1 ("a relaxed linear program"), which does not state it; what
is here is the usual one, with the release dates in it.  Published ratios depend on the points, so say which.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from scheduler.bounds import Guarantee
from scheduler.errors import Unsupported
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.topics.moldable.allotments import dense
from scheduler.topics.moldable.kinds.moldable import is_moldable, is_superlinear
from scheduler.topics.moldable.over_the_least import OverTheLeast, deadlines_before
from scheduler.topics.moldable.planning import Planning

PER_DOUBLING = 4  # points between t and 2 t
HORIZON = 4  # the last point is not before so many times the time the machine needs for all the work


class Program(NamedTuple):
    """One variable for each task and each interval it may end in."""

    task: np.ndarray  # [variables] i8
    interval: np.ndarray  # [variables] i8
    time: np.ndarray  # [variables] f8, s: what counts of the completion time
    work: np.ndarray  # [variables] f8, processor-s
    room: np.ndarray  # [intervals] f8, processor-s until the end of each; inf for the last


def least(workload: Workload, per_doubling: int = PER_DOUBLING) -> float:
    """The bound: sum of weight x (completion - first submission), s.

    per_doubling: points between t and 2 t.  Raises Unsupported where jobs are not moldable.
    """
    if not is_moldable(workload):
        raise Unsupported(
            "The bound on the weighted sum of completion times is one for moldable tasks, and this "
            "workload has rigid jobs."
        )
    runtime = dense(workload.jobs, workload.table("shapes"), workload.platform.processors)[:, 1:]
    since = workload.jobs.submit - workload.jobs.submit.min()
    return solved(program(runtime, since, points(runtime, since, per_doubling)), workload.jobs.weight)


def points(runtime: np.ndarray, since: np.ndarray, per_doubling: int) -> np.ndarray:
    """[k] s, rising, the first 0, the last inf."""
    m = runtime.shape[1]
    work = (runtime * np.arange(1, m + 1)).min(axis=1)
    shortest = float(runtime[:, -1].min())
    last = float((since + runtime[:, -1]).max()) + HORIZON * float(work.sum()) / m
    steps = int(np.ceil(np.log2(last / shortest))) * per_doubling
    return np.concatenate(([0.0], shortest * 2.0 ** (np.arange(steps + 1) / per_doubling), [np.inf]))


def program(runtime: np.ndarray, since: np.ndarray, point: np.ndarray) -> Program:
    """runtime: [n, m] s on 1..m processors; since: [n] s, submission after the first one; point: [k] s."""
    m = runtime.shape[1]
    work, earliest = runtime * np.arange(1, m + 1), since + runtime.min(axis=1)
    cheapest = np.array([np.where(runtime <= (end - since)[:, None], work, np.inf).min(axis=1) for end in point[1:]])
    interval, task = np.nonzero(np.isfinite(cheapest))
    return Program(task, interval, np.maximum(point[interval], earliest[task]), cheapest[interval, task], m * point[1:])


def solved(p: Program, weight: np.ndarray) -> float:
    """The least weighted sum.  Work until the end of each interval is a variable of its own, which keeps rows short."""
    n, intervals, variables = len(weight), len(p.room) - 1, len(p.task)
    inside = np.flatnonzero(p.interval < intervals)
    sums, each = variables + np.arange(intervals), np.arange(intervals)
    # rows 0..n-1: a task ends once; rows n..: work until here = work until before + work ending here
    row = np.concatenate((p.task, n + p.interval[inside], n + each, n + each[1:]))
    column = np.concatenate((np.arange(variables), inside, sums, sums[:-1]))
    value = np.concatenate((np.ones(variables), p.work[inside], -np.ones(intervals), np.ones(max(intervals - 1, 0))))
    equal = coo_array((value, (row, column)), shape=(n + intervals, variables + intervals)).tocsr()
    most = np.concatenate((np.full(variables, np.inf), p.room[:-1]))
    cost = np.concatenate((weight[p.task] * p.time, np.zeros(intervals)))
    optimum = linprog(
        cost,
        A_eq=equal,
        b_eq=np.concatenate((np.ones(n), np.zeros(intervals))),
        bounds=np.column_stack((np.zeros(len(most)), most)),
        method="highs",
    )
    if optimum.status != 0:
        raise ArithmeticError(f"the linear program has no solution: {optimum.message}")
    return float(optimum.fun)


# ---- the guarantee --------------------------------------------------------------------------------------------------


def weighted_sum(schedule: Schedule) -> float:
    """Sum of weight x (completion - first submission), s."""
    return float(schedule.workload.jobs.weight @ (schedule.placed.end - schedule.placed.submit.min()))


def least_beside(schedule: Schedule, planning: Planning) -> float:
    """s: no schedule that the theorem compares with has a smaller weighted sum, by all that is known of a run."""
    m, proven = schedule.workload.platform.processors, planning.weighted_proven
    if proven is not None and proven.same_processors:
        enough = np.arange(1, m + 1) >= schedule.placed.processors[:, None]
        return _least_or_alone(schedule, np.where(enough, schedule.jobs.runtime[:, None], np.inf))
    bound = _least_or_alone(schedule, dense(schedule.workload.jobs, schedule.workload.table("shapes"), m)[:, 1:])
    if planning.deadlines_marked and not is_superlinear(schedule.workload):
        weight, before = deadlines_before(schedule)
        bound = max(bound, float(weight @ before))
    return bound


def _least_or_alone(schedule: Schedule, runtime: np.ndarray) -> float:
    """The program for runtimes [n, m]; where the solver gives up, every task as if it were alone."""
    submit, weight = schedule.placed.submit, schedule.workload.jobs.weight
    since = submit - submit.min()
    try:
        return solved(program(runtime, since, points(runtime, since, PER_DOUBLING)), weight)
    except ArithmeticError:
        return float(weight @ (since + runtime.min(axis=1)))


OVER = OverTheLeast(lambda planning: planning.weighted_proven, weighted_sum, least_beside)
GUARANTEE = Guarantee(
    "weighted_completion",
    "Weighted sum of completion times over the least",
    "The weighted sum of completion times is, by theorems, at most 8 times the least on shelves of equal lengths for "
    "equal weights and 8.53 times for others, each task on the processors it has; 4 rho times for "
    "batches by deadline. What it is over is a bound that is not larger than the least.",
    "",
    "Dutot, Eyraud, Mounié and Trystram 2005, sections 5.3 and 5.4",
    OVER.applies,
    OVER.why_not,
    OVER.measure,
)
