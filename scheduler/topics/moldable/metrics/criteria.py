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

from scheduler.analysis.worked_numbers import begin, figure, job_name, length
from scheduler.errors import Unsupported
from scheduler.metrics import Each, Example, Metric
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.topics.moldable.bounds import makespan, weighted_completion

MOST_TASKS = 500
POINTS = 4  # of the linear program, between t and 2 t
KEPT = 16  # workloads whose bounds are remembered
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
    except (Unsupported, ArithmeticError):  # the solver gives up where weights and times lie too far apart
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


def each_late(schedule: Schedule, _threshold: float) -> Each:
    """How long after its due date every task ends that is late, s; of all tasks where none is."""
    after = lateness(schedule)
    rows = np.flatnonzero(after > 0) if (after > 0).any() else np.arange(len(after))
    return Each(rows, after[rows])


def _ends(schedule: Schedule, row: int) -> tuple[float, float]:
    """(end of a task, first submission), s."""
    return float(schedule.placed.end[row]), float(schedule.placed.submit.min())


def completion_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """What one task adds to the sum."""
    end, first = _ends(schedule, row)
    return (
        f"{begin(job_name(schedule, row))} adds end - first submit = {figure(end, 's')} - {figure(first, 's')} = "
        f"{length(end - first)}."
    )


def weighted_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """What one task adds to the weighted sum."""
    (end, first), weight = _ends(schedule, row), float(schedule.jobs.weight[row])
    return (
        f"{begin(job_name(schedule, row))} adds weight x (end - first submit) = {figure(weight)} x "
        f"({figure(end, 's')} - {figure(first, 's')}) = {length(weight * (end - first))} to the weighted sum."
    )


def least_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """A time before which no schedule can be over, by one task."""
    submit, alone = float(schedule.placed.submit[row]), float(schedule.shortest[row])
    return (
        f"{begin(job_name(schedule, row))} cannot end before submission + shortest runtime = {figure(submit, 's')} "
        f"+ {figure(alone, 's')} = {length(submit + alone)}; the bound is the longest of such times."
    )


def throughput_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """How many tasks there were in an hour, one of them named."""
    hours = float(completion(schedule).max()) / HOUR
    return (
        f"{begin(job_name(schedule, row))} is one of the tasks; tasks / (last end - first submit) = "
        f"{figure(len(schedule.placed))} / {figure(hours, 'h')} = {figure(len(schedule.placed) / hours)}."
    )


def _due(schedule: Schedule, row: int) -> str:
    """submit + slack x shortest runtime, in numbers."""
    submit, alone = float(schedule.placed.submit[row]), float(schedule.shortest[row])
    return f"{figure(submit, 's')} + {figure(SLACK.default)} x {figure(alone, 's')}"


def late_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """Whether one task is late."""
    after = float(lateness(schedule)[row])
    outcome = "so it is late" if after > 0 else "so it is not late"
    return (
        f"{begin(job_name(schedule, row))}: end - ({DUE}) = {figure(float(schedule.placed.end[row]), 's')} - "
        f"({_due(schedule, row)}) = {length(after)}, {outcome}."
    )


def tardiness_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """How long after its due date one task ends."""
    return (
        f"{begin(job_name(schedule, row))}: max(0, end - ({DUE})) = max(0, "
        f"{figure(float(schedule.placed.end[row]), 's')} - ({_due(schedule, row)})) = "
        f"{length(max(0.0, float(lateness(schedule)[row])))}."
    )


METRICS = (
    Metric(
        "completion_sum",
        "Sum of completion times",
        "criteria",
        "s",
        "lower",
        "sum of (end - first submit)",
        SOURCE,
        completion_sum,
        (),
        "Grows with the square of the number of tasks: compare runs of one workload.",
        NEEDS,
        example=Example(completion_example),
    ),
    Metric(
        "weighted_completion",
        "Weighted sum of completion times",
        "criteria",
        "s",
        "lower",
        "sum of weight x (end - first submit)",
        SOURCE,
        weighted_completion_sum,
        (),
        "Few long tasks with large weights can carry it.",
        NEEDS,
        main={"moldable": 3},
        example=Example(weighted_example),
    ),
    Metric(
        "makespan_ratio",
        "Makespan over its bound",
        "criteria",
        "",
        "lower",
        "makespan / longest of: what MRT refuses, work on the whole machine, submission + shortest runtime",
        "Dutot, Eyraud, Mounié and Trystram 2005, section 6.1",
        makespan_ratio,
        (),
        "Even the best schedule may be above 1, for the bound may not be reachable.",
        NEEDS,
        main={"moldable": 2},
        example=Example(least_example),
    ),
    Metric(
        "weighted_completion_ratio",
        "Weighted sum of completion times over its bound",
        "criteria",
        "",
        "lower",
        f"weighted sum / relaxed linear program with {POINTS} points a doubling",
        "Dutot, Eyraud, Mounié and Trystram 2005, section 6.1",
        weighted_completion_ratio,
        (),
        "Depends on the points of the program: with fewer the bound is lower and the ratio higher.",
        NEEDS,
        main={"moldable": 4},
        example=Example(weighted_example),
    ),
    Metric(
        "throughput",
        "Throughput",
        "criteria",
        "1/h",
        "higher",
        "tasks / (last end - first submit)",
        SOURCE,
        throughput,
        (),
        "With all tasks there at the beginning it says the same as the makespan.",
        NEEDS,
        example=Example(throughput_example),
    ),
    Metric(
        "late",
        "Late tasks",
        "criteria",
        "jobs",
        "lower",
        f"tasks that end after {DUE}",
        SOURCE,
        late,
        (SLACK,),
        "One task can be put off forever to keep this low: look at the largest tardiness too.",
        NEEDS,
        example=Example(late_example, each_late),
    ),
    Metric(
        "tardiness_sum",
        "Total tardiness",
        "criteria",
        "s",
        "lower",
        f"sum over late tasks of end - ({DUE})",
        SOURCE,
        tardiness_sum,
        (SLACK,),
        "Tasks have no due dates: these come from their runtimes.",
        NEEDS,
        example=Example(tardiness_example, each_late),
    ),
    Metric(
        "tardiness_max",
        "Largest tardiness",
        "criteria",
        "s",
        "lower",
        f"maximum of end - ({DUE}), at least 0",
        SOURCE,
        tardiness_max,
        (SLACK,),
        "One task decides it.",
        NEEDS,
        example=Example(tardiness_example, each_late, "max"),
    ),
)
