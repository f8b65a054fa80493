"""Whether promises hold: when jobs started against the start first promised to them.

A policy that reserves processors tells a job when it will start.  Reservations may move earlier when jobs end before
their requested time, and in some policies later; people plan with the first one (fairness-2012, section 3, on
predictability).  A job whose start was never promised is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
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

    job: np.ndarray  # [promised] i8, row of jobs
    promised: np.ndarray  # [promised] f8, s, the start first promised
    late: np.ndarray  # [promised] f8, s, start - promised; below 0 where it started earlier


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
    delays = late(schedule)
    return delays[delays > 0]


def promised(schedule: Schedule) -> float | None:
    """Jobs to which a start was promised."""
    return len(late(schedule)) if schedule.has_promises else None


def promises_slipped(schedule: Schedule) -> float | None:
    """Jobs that started later than first promised."""
    return len(slips(schedule)) if promised(schedule) else None


def slip_mean(schedule: Schedule) -> float | None:
    """Mean over slipped promises, s; 0 where none slipped."""
    delays = slips(schedule)
    return (float(delays.mean()) if len(delays) else 0.0) if promised(schedule) else None


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


def _example(working: Callable[[float, float], str]) -> Callable[[Schedule, int, float], str]:
    """What is said of one job: `working` of (start, first promised start), s; or that nothing was promised to it."""

    def sentence(schedule: Schedule, row: int, _threshold: float) -> str:
        promises, name = kept(schedule), begin(job_name(schedule, row))
        at = np.flatnonzero(promises.job == row)
        if not len(at):
            return f"{name} was promised no start, so it is not counted."
        return f"{name}: {working(float(schedule.placed.start[row]), float(promises.promised[at[0]]))}."

    return sentence


def _late(start: float, due: float) -> str:
    outcome = "the promise slipped" if start > due else "the promise was kept"
    return f"{FIRST} = {figure(start, 's')} - {figure(due, 's')} = {length(start - due)}, so {outcome}"


def _early(start: float, due: float) -> str:
    return (
        f"max(0, first promised start - start) = max(0, {figure(due, 's')} - {figure(start, 's')}) = "
        f"{length(max(0.0, due - start))}"
    )


def _error(start: float, due: float) -> str:
    return f"|{FIRST}| = |{figure(start, 's')} - {figure(due, 's')}| = {length(abs(start - due))}"


LATE, EARLY, ERROR = _example(_late), _example(_early), _example(_error)

METRICS = (
    Metric(
        "promised",
        "Promised starts",
        "predictability",
        "jobs",
        "",
        "jobs with a promised start",
        SOURCE,
        promised,
        needs=NEEDS,
        example=Example(LATE, each_promised),
    ),
    Metric(
        "promises_kept",
        "Promises kept",
        "predictability",
        "",
        "higher",
        "share of promised jobs that start no later than first promised",
        SOURCE,
        over(late, lambda values: float(np.mean(values <= 0))),
        needs=NEEDS,
        pitfall="Easily 1 where promises are far too late: see how much earlier jobs start.",
        example=Example(LATE, each_promised),
    ),
    Metric(
        "promises_slipped",
        "Promises slipped",
        "predictability",
        "jobs",
        "lower",
        "jobs that start later than first promised",
        SOURCE,
        promises_slipped,
        needs=NEEDS,
        pitfall="Counts a slip of a second like one of a day.",
        example=Example(LATE, each_slipped),
    ),
    Metric(
        "slip_mean",
        "Mean slip",
        "predictability",
        "s",
        "lower",
        f"mean over slipped promises of {FIRST}; 0 where none slipped",
        SOURCE,
        slip_mean,
        needs=NEEDS,
        pitfall="Over slipped promises only: fewer small slips make it larger.",
        example=Example(LATE, each_slipped),
    ),
    Metric(
        "slip_max",
        "Maximum slip",
        "predictability",
        "s",
        "lower",
        f"maximum over slipped promises of {FIRST}; 0 where none slipped",
        SOURCE,
        slip_max,
        needs=NEEDS,
        pitfall="One job decides it: see which one before comparing policies by it.",
        example=Example(LATE, each_slipped, "max"),
    ),
    Metric(
        "early_mean",
        "Mean time before the promise",
        "predictability",
        "s",
        "",
        "mean over promised jobs of max(0, first promised start - start)",
        SOURCE,
        over(late, lambda values: float(np.mean(np.maximum(0.0, -values)))),
        needs=NEEDS,
        pitfall="Good news for a job, but a plan made with the promise was wrong by as much.",
        example=Example(EARLY, each_promised),
    ),
    Metric(
        "promise_error_mean",
        "Mean error of promises",
        "predictability",
        "s",
        "lower",
        f"mean over promised jobs of |{FIRST}|",
        SOURCE,
        over(late, lambda values: float(np.mean(np.abs(values)))),
        needs=NEEDS,
        pitfall="Early and late count alike, though being late hurts more.",
        example=Example(ERROR, each_promised),
    ),
)
