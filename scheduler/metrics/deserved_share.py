"""How far each job was from an equal share of the machine: at every instant a job deserves 1/n of it, n jobs present.

Present is a job from its submission to its end.  What it deserves adds up over that time, in processor-seconds; what
it got is runtime x processors.  A job that had to wait, or to let others go first, lacks the rest.

Source: Klusáček and Rudová 2012, section 2.3, after Sabin and Sadayappan 2005, who compare the same two sums.
"""

from __future__ import annotations

import numpy as np

from scheduler.analysis.worked_numbers import begin, figure, job_name
from scheduler.metrics import Each, Example, Metric
from scheduler.model.schedule import Schedule

SOURCE = "Klusáček and Rudová 2012, section 2.3; Sabin and Sadayappan 2005"
NEAR = 1e-9  # relative: a share that is missed by less is met


def deserved(schedule: Schedule) -> np.ndarray:
    """[n] processor-s: integral of processors / (number of jobs present), from a job's submission to its end."""
    submit, end = schedule.placed.submit, schedule.placed.end
    times = np.unique(np.concatenate((submit, end)))
    came, went = (np.bincount(np.searchsorted(times, column), minlength=len(times)) for column in (submit, end))
    present = np.cumsum(came - went)[:-1]
    share = np.divide(schedule.workload.platform.processors, present, out=np.zeros(len(present)), where=present > 0)
    until = np.concatenate(([0.0], np.cumsum(share * np.diff(times))))
    return until[np.searchsorted(times, end)] - until[np.searchsorted(times, submit)]


def lacking(schedule: Schedule) -> np.ndarray:
    """[n] processor-s: what a job deserved beyond what it got, 0 where it got more."""
    owed = deserved(schedule)
    lack = owed - schedule.jobs.runtime * schedule.jobs.processors
    return np.where(lack > NEAR * owed, lack, 0.0)


def deserved_missing(schedule: Schedule) -> float | None:
    """0..1: what all jobs lack, of all they deserved; None without jobs."""
    owed = deserved(schedule).sum() if len(schedule.placed) else 0.0
    return float(lacking(schedule).sum() / owed) if owed > 0 else None


def deserved_short(schedule: Schedule) -> float | None:
    """0..1: share of the jobs that got less than they deserved; None without jobs."""
    return float(np.mean(lacking(schedule) > 0)) if len(schedule.placed) else None


def each_lacking(schedule: Schedule, _threshold: float) -> Each:
    """What every job lacks that got less than it deserved, processor-s."""
    lack = lacking(schedule)
    rows = np.flatnonzero(lack > 0)
    return Each(rows, lack[rows])


def lacking_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """What one job lacks of its deserved share."""
    runtime, size = float(schedule.jobs.runtime[row]), int(schedule.jobs.processors[row])
    return (
        f"{begin(job_name(schedule, row))}: max(0, deserved share - runtime x processors) = "
        f"max(0, {figure(float(deserved(schedule)[row]), 'processor-s')} - {figure(runtime, 's')} x "
        f"{figure(size)}) = {figure(float(lacking(schedule)[row]), 'processor-s')}."
    )


METRICS = (
    Metric(
        "deserved_missing",
        "Deserved share not taken",
        "shares",
        "",
        "lower",
        "sum of max(0, deserved share - runtime x processors) / sum of deserved shares",
        SOURCE,
        deserved_missing,
        percent=True,
        pitfall="A job that cannot use its share of an empty machine misses it all the same.",
        example=Example(lacking_example, each_lacking, "max"),
    ),
    Metric(
        "deserved_short",
        "Jobs short of their deserved share",
        "shares",
        "",
        "lower",
        "jobs with runtime x processors smaller than their deserved share / jobs",
        SOURCE,
        deserved_short,
        percent=True,
        pitfall="Narrow jobs are short by nature: nobody gives them more processors than they ask for.",
        example=Example(lacking_example, each_lacking),
    ),
)
