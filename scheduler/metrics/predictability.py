"""Whether promises hold: when jobs started against the start first promised to them.

A policy that reserves processors tells a job when it will start.  Reservations may move earlier when jobs end before
their requested time, and in some policies later; people plan with the first one (fairness-2012, section 3, on
predictability).  A job whose start was never promised is not counted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.analysis.worked_numbers import begin, figure, job_name, length
from scheduler.metrics import Each, Example, Metric, over
from scheduler.model.schedule import Schedule

SOURCE = "Klusáček and Rudová 2012, section 3; Mu'alem and Feitelson 2001"
NEEDS = frozenset({"promises"})
FIRST = "start - first promised start"


class Kept(NamedTuple):
    """One row per job with a promise, in the order of jobs."""

    job: np.ndarray         # [promised] i8, row of jobs
    promised: np.ndarray    # [promised] f8, s, the start first promised
    late: np.ndarray        # [promised] f8, s, start - promised; below 0 where it started earlier


def kept(schedule: Schedule) -> Kept:
    """Every job with a promise and how it was kept; empty where nothing was promised."""
    if not schedule.has_promises:
        return Kept(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))
    promises = schedule.table("promises")
    job, first = np.unique(promises.job, return_index=True)
    promised = promises.start[first]
    return Kept(job, promised, schedule.placed.start[job] - promised)


def late(schedule: Schedule) -> np.ndarray:
    """[promised] s: start - first promised start; below 0 where the job started earlier."""
    return kept(schedule).late


def slips(schedule: Schedule) -> np.ndarray:
    """[slipped] s, above 0: how much later than promised; only of jobs that were."""
    found = late(schedule)
    return found[found > 0]


def promised(schedule: Schedule) -> float | None:
    """Jobs to which a start was promised."""
    return len(late(schedule)) if schedule.has_promises else None


def promises_slipped(schedule: Schedule) -> float | None:
    """Jobs that started later than first promised."""
    return len(slips(schedule)) if promised(schedule) else None


def slip_mean(schedule: Schedule) -> float | None:
    """Mean over slipped promises, s; 0 where none slipped."""
    found = slips(schedule)
    return (float(found.mean()) if len(found) else 0.0) if promised(schedule) else None


def slip_max(schedule: Schedule) -> float | None:
    """Maximum over slipped promises, s; 0 where none slipped."""
    return float(slips(schedule).max(initial=0.0)) if promised(schedule) else None


def each_promised(schedule: Schedule, _threshold: float) -> Each:
    """How late every job with a promise is, s."""
    promises = kept(schedule)
    return Each(promises.job, promises.late)


def each_slipped(schedule: Schedule, _threshold: float) -> Each:
    """The same of the jobs that started later than promised."""
    promises = kept(schedule)
    slipped = promises.late > 0
    return Each(promises.job[slipped], promises.late[slipped])


def _promise_of(schedule: Schedule, row: int) -> tuple[float, float] | None:
    """(start, first promised start) of a job, s; None where none was promised."""
    promises = kept(schedule)
    at = np.flatnonzero(promises.job == row)
    return (float(schedule.placed.start[row]), float(promises.promised[at[0]])) if len(at) else None


def _not_promised(schedule: Schedule, row: int) -> str:
    return f"{begin(job_name(schedule, row))} was promised no start, so it is not counted."


def late_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """How much later than promised one job started."""
    promise = _promise_of(schedule, row)
    if promise is None:
        return _not_promised(schedule, row)
    start, due = promise
    outcome = "the promise slipped" if start > due else "the promise was kept"
    return (f"{begin(job_name(schedule, row))}: {FIRST} = {figure(start, 's')} - {figure(due, 's')} = "
            f"{length(start - due)}, so {outcome}.")


def early_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """How much earlier than promised one job started."""
    promise = _promise_of(schedule, row)
    if promise is None:
        return _not_promised(schedule, row)
    start, due = promise
    return (f"{begin(job_name(schedule, row))}: max(0, first promised start - start) = max(0, {figure(due, 's')} - "
            f"{figure(start, 's')}) = {length(max(0.0, due - start))}.")


def error_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """How wrong the promise to one job was."""
    promise = _promise_of(schedule, row)
    if promise is None:
        return _not_promised(schedule, row)
    start, due = promise
    return (f"{begin(job_name(schedule, row))}: |{FIRST}| = |{figure(start, 's')} - {figure(due, 's')}| = "
            f"{length(abs(start - due))}.")


METRICS = (
    Metric("promised", "Promised starts", "predictability", "jobs", "", "jobs with a promised start", SOURCE, promised,
           needs=NEEDS, example=Example(late_example, each_promised)),
    Metric("promises_kept", "Promises kept", "predictability", "", "higher",
           "share of promised jobs that start no later than first promised", SOURCE,
           over(late, lambda values: float(np.mean(values <= 0))), needs=NEEDS,
           pitfall="Easily 1 where promises are far too late: see how much earlier jobs start.",
           example=Example(late_example, each_promised)),
    Metric("promises_slipped", "Promises slipped", "predictability", "jobs", "lower",
           "jobs that start later than first promised", SOURCE, promises_slipped, needs=NEEDS,
           pitfall="Counts a slip of a second like one of a day.", example=Example(late_example, each_slipped)),
    Metric("slip_mean", "Mean slip", "predictability", "s", "lower",
           f"mean over slipped promises of {FIRST}; 0 where none slipped", SOURCE, slip_mean, needs=NEEDS,
           pitfall="Over slipped promises only: fewer small slips make it larger.",
           example=Example(late_example, each_slipped)),
    Metric("slip_max", "Maximum slip", "predictability", "s", "lower",
           f"maximum over slipped promises of {FIRST}; 0 where none slipped", SOURCE, slip_max, needs=NEEDS,
           pitfall="One job decides it: see which one before comparing policies by it.",
           example=Example(late_example, each_slipped, "max")),
    Metric("early_mean", "Mean time before the promise", "predictability", "s", "",
           "mean over promised jobs of max(0, first promised start - start)", SOURCE,
           over(late, lambda values: float(np.mean(np.maximum(0.0, -values)))), needs=NEEDS,
           pitfall="Good news for a job, but a plan made with the promise was wrong by as much.",
           example=Example(early_example, each_promised)),
    Metric("promise_error_mean", "Mean error of promises", "predictability", "s", "lower",
           f"mean over promised jobs of |{FIRST}|", SOURCE, over(late, lambda values: float(np.mean(np.abs(values)))),
           needs=NEEDS, pitfall="Early and late count alike, though being late hurts more.",
           example=Example(error_example, each_promised)),
)
