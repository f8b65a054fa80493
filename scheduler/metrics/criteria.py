"""The criteria by which schedules of moldable tasks are judged, beside those that every schedule has.

What the paper calls stretch is the time from submission to completion: the response of the family `wait`, mean and
maximum; its makespan is among those of the machine, and what it says of users who share one machine is the family
`fairness`.  Here are the others: sums of completion times, plain and weighted, throughput, and what is late.  Tasks
have no due dates, so one is made for each: its submission and some times the shortest it can run.

Two criteria are also given as multiples of what nobody can be below (bounds/makespan.py, weighted_completion.py).  The
second takes a linear program, so both are found for workloads of up to MOST_TASKS tasks, once for all their runs.

Source: Dutot, Eyraud, Mounié and Trystram 2005, sections 4 and 6.1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from scheduler.bounds import makespan, weighted_completion
from scheduler.errors import Unsupported
from scheduler.metrics import Metric
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.params import Param

MOST_TASKS = 500
POINTS = 4          # of the linear program, between t and 2 t
KEPT = 16           # workloads whose bounds are remembered
HOUR = 3_600.0
SOURCE = "Dutot, Eyraud, Mounié and Trystram 2005, section 4"
NEEDS = frozenset({"moldable"})
SLACK = Param("slack", 5.0, 1.0, 1e6, "", "a task is due this many times its shortest runtime after its submission")


@dataclass(frozen=True)
class _Asked:
    """A workload, equal to those with the same hash."""

    key: str
    workload: Workload = field(compare=False, repr=False)


def completion(schedule: Schedule) -> np.ndarray:
    """[n] s: end - first submit."""
    return schedule.placed.end - schedule.placed.submit.min(initial=np.inf)


def completion_sum(schedule: Schedule) -> float:
    """Sum of completion times, s; the paper's minsum without weights."""
    return float(completion(schedule).sum())


def weighted_completion_sum(schedule: Schedule) -> float:
    """Sum of weight x completion time, s; the paper's minsum."""
    return float(np.dot(schedule.jobs.weight, completion(schedule)))


def throughput(schedule: Schedule) -> float | None:
    """Tasks per hour of the makespan."""
    length = float(completion(schedule).max(initial=0.0))
    return HOUR * len(schedule.placed) / length if length else None


def lateness(schedule: Schedule, slack: float = SLACK.default) -> np.ndarray:
    """[n] s: end - due date; below 0 for tasks that are early."""
    return schedule.response - slack * schedule.shortest


def late(schedule: Schedule, slack: float = SLACK.default) -> int:
    """Tasks complete after their due date."""
    return int(np.count_nonzero(lateness(schedule, slack) > 0))


def tardiness_sum(schedule: Schedule, slack: float = SLACK.default) -> float:
    """Sum over late tasks of end - due date, s."""
    return float(np.maximum(lateness(schedule, slack), 0).sum())


def tardiness_max(schedule: Schedule, slack: float = SLACK.default) -> float:
    """Maximum of end - due date, s; 0 where nothing is late."""
    return float(lateness(schedule, slack).max(initial=0.0))


# ---- over the bounds ------------------------------------------------------------------------------------------------

@lru_cache(maxsize=KEPT)
def _bounds(asked: _Asked) -> tuple[float, float] | None:
    try:
        return makespan.least(asked.workload), weighted_completion.least(asked.workload, POINTS)
    except (Unsupported, ArithmeticError):    # the solver gives up where weights and times lie too far apart
        return None


def bounds(schedule: Schedule) -> tuple[float, float] | None:
    """Least makespan and least weighted sum of completion times, s; None where they are not known.

    So above MOST_TASKS, without tasks, where some do not run on every number of processors from 1 on, and where the
    linear program cannot be solved in float64.
    """
    workload = schedule.workload
    if not 0 < len(workload) <= MOST_TASKS or workload.is_closed:
        return None
    return _bounds(_Asked(workload.hash, workload))


def _over(which: int, value: Callable[[Schedule], float]) -> Callable[[Schedule], float | None]:

    def compute(schedule: Schedule) -> float | None:
        least = bounds(schedule)
        return None if least is None else value(schedule) / least[which]

    return compute


makespan_ratio = _over(0, lambda schedule: float(completion(schedule).max()))
weighted_completion_ratio = _over(1, weighted_completion_sum)

DUE = "submit + slack x shortest runtime"
METRICS = (
    Metric("completion_sum", "Sum of completion times", "criteria", "s", "lower", "sum of (end - first submit)", SOURCE,
           completion_sum, (), "Grows with the square of the number of tasks: compare runs of one workload.", NEEDS),
    Metric("weighted_completion", "Weighted sum of completion times", "criteria", "s", "lower",
           "sum of weight x (end - first submit)", SOURCE, weighted_completion_sum, (),
           "Few long tasks with large weights can carry it.", NEEDS, main={"moldable": 3}),
    Metric("makespan_ratio", "Makespan over its bound", "criteria", "", "lower",
           "makespan / longest of: what MRT refuses, work on the whole machine, submission + shortest runtime",
           "Dutot, Eyraud, Mounié and Trystram 2005, section 6.1", makespan_ratio, (),
           "Even the best schedule may be above 1, for the bound may not be reachable.", NEEDS,
           main={"moldable": 2}),
    Metric("weighted_completion_ratio", "Weighted sum of completion times over its bound", "criteria", "", "lower",
           f"weighted sum / relaxed linear program with {POINTS} points a doubling",
           "Dutot, Eyraud, Mounié and Trystram 2005, section 6.1", weighted_completion_ratio, (),
           "Depends on the points of the program: with fewer the bound is lower and the ratio higher.", NEEDS,
           main={"moldable": 4}),
    Metric("throughput", "Throughput", "criteria", "1/h", "higher", "tasks / (last end - first submit)", SOURCE,
           throughput, (), "With all tasks there at the beginning it says the same as the makespan.", NEEDS),
    Metric("late", "Late tasks", "criteria", "jobs", "lower", f"tasks that end after {DUE}", SOURCE, late, (SLACK,),
           "One task can be put off forever to keep this low: look at the largest tardiness too.", NEEDS),
    Metric("tardiness_sum", "Total tardiness", "criteria", "s", "lower", f"sum over late tasks of end - ({DUE})",
           SOURCE, tardiness_sum, (SLACK,), "Tasks have no due dates: these come from their runtimes.", NEEDS),
    Metric("tardiness_max", "Largest tardiness", "criteria", "s", "lower", f"maximum of end - ({DUE}), at least 0",
           SOURCE, tardiness_max, (SLACK,), "One task decides it.", NEEDS),
)
