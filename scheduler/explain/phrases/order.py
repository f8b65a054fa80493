"""Why one job goes before another in a queue that is not in order of submission: the numbers by which it does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scheduler.analysis.formula_values import priorities
from scheduler.durations import human
from scheduler.explain.phrases.decision import Decision, job_name, rounded
from scheduler.model.number_text import processors
from scheduler.model.schedule import Schedule
from scheduler.policies import policy_of

Number = Callable[[Schedule, int, float], float]  # of a job (row of jobs) at an instant, s


def requested(schedule: Schedule, job: int, time: float) -> float:
    """s."""
    return float(schedule.workload.jobs.requested_time[job])


def size(schedule: Schedule, job: int, time: float) -> float:
    """Processors."""
    return float(schedule.workload.jobs.processors[job])


def area(schedule: Schedule, job: int, time: float) -> float:
    """Processor-s, with what it counts for its age."""
    age = float(schedule.params.get("aging", 0.0)) * float(schedule.placed.submit[job])
    return requested(schedule, job, time) * size(schedule, job, time) + age


def aged(schedule: Schedule, job: int, time: float) -> float:
    """(wait / requested time)^3 x processors."""
    wait = time - float(schedule.placed.submit[job])
    return (wait / requested(schedule, job, time)) ** 3 * size(schedule, job, time)


def by_formula(schedule: Schedule, job: int, time: float) -> float:
    """The value of the formula in the pass of an instant."""
    return float(priorities(schedule, np.array([job]), time)[0])


ORDERS: dict[str, tuple[str, Number, Callable[[float], str]]] = {  # Policy.ordered_by: verb, number, it in words
    "requested time": ("ask", requested, lambda value: f"for {human(value)}"),
    "size": ("ask", size, lambda value: f"for {processors(int(value))}"),
    "area": ("count", area, lambda value: f"as {rounded(value)} processor-seconds"),
    "age": ("have", aged, lambda value: f"priority {rounded(value)}"),
    "own value": ("have", by_formula, lambda value: f"priority {rounded(value)}"),
}
SINGULAR = {"ask": "asks", "count": "counts", "have": "has"}


def why_before(schedule: Schedule, job: int, d: Decision) -> str:
    """ " (job 4 asks for 5 s, job 2 for 8 s)"; empty where jobs go in order of submission, or numbers are too close."""
    order = ORDERS.get(policy_of(schedule.policy).ordered_by)
    if order is None or d.value != d.value or schedule.params.get("ties") == "submissions":
        return ""
    verb, number, words = order
    mine, other = number(schedule, job, d.time), number(schedule, d.blocker, d.time)
    name = job_name(schedule, d.blocker)
    if mine == other:
        return f" (both {verb} {words(other)}, and {name} was submitted first)"
    if words(mine) == words(other):
        return ""
    return f" ({name} {SINGULAR[verb]} {words(other)}, {job_name(schedule, job)} {words(mine)})"
