"""How sure a difference between two schedules of one log is: paired, and resampled by whole weeks.

Jobs of one week wait in the same queue, so a log of 28,000 jobs holds far fewer than 28,000 independent waits: treating
jobs as independent makes intervals much too narrow.  Queues seldom last longer than a week, and users' habits repeat
weekly, so weeks are drawn with replacement, each with all its jobs, and the difference per job is taken of the same
jobs under both schedules (moving no job from one week to another, which is what pairs them).

Source: Künsch 1989, The jackknife and the bootstrap for general stationary observations (blocks); Efron and Tibshirani
1993, An Introduction to the Bootstrap, chapters 8 and 13 (paired data, percentile interval).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from scheduler.durations import WEEK
from scheduler.errors import InputError
from scheduler.model.number_text import number
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.statistics.intervals import interval
from scheduler.wording import counted

FEWEST = 10  # weeks below which resampling them says too little for an interval
SAME = ("job_id", "submit", "runtime", "processors")  # what two workloads have to agree in to be compared job by job

Quantity = Callable[[Schedule], np.ndarray]


class Difference(NamedTuple):
    """Mean of first - second over jobs, in the unit of the quantity; low, high: its 95 %, None below FEWEST weeks."""

    mean: float
    low: float | None
    high: float | None
    weeks: int  # with at least one job
    jobs: int

    @property
    def clear(self) -> bool | None:
        """Whether the interval leaves out 0; None where there is no interval."""
        return None if self.low is None or self.high is None else not self.low <= 0 <= self.high


def wait(schedule: Schedule) -> np.ndarray:
    """[n] s: start - submit."""
    return schedule.wait


def difference(first: Schedule, second: Schedule, of: Quantity = wait) -> Difference:
    """How much more of a per-job quantity the first schedule has than the second, per job, with its interval.

    of(schedule): [n] of the quantity: wait, response, bounded stretch.  The workloads may differ in what policies are
    told (requested times).  Raises InputError where they are not the same jobs.
    """
    agree(first.workload, second.workload)
    gap = np.asarray(of(first), float) - np.asarray(of(second), float)
    return over_weeks(gap, first.workload.jobs.submit)


def over_weeks(gap: np.ndarray, submit: np.ndarray) -> Difference:
    """The mean of per-job differences [n] with its interval; submit [n] s says which week a job belongs to.

    Raises InputError without jobs.
    """
    if not len(gap):
        raise InputError("There are no jobs to compare; choose another slice or trace.")
    total, jobs = by_week(gap, submit)
    mean, weeks = float(total.sum() / jobs.sum()), len(jobs)
    low, high = (
        (None, None) if weeks < FEWEST else interval(lambda rows: float(total[rows].sum() / jobs[rows].sum()), weeks)
    )
    return Difference(mean, low, high, weeks, int(jobs.sum()))


def by_week(gap: np.ndarray, submit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(sum of the gaps [w] f8, number of jobs [w] i8) of each week with jobs, counted from the first submission."""
    week = np.floor((submit - submit.min()) / WEEK).astype(np.int64)
    _, index = np.unique(week, return_inverse=True)
    return np.bincount(index, weights=gap), np.bincount(index)


def agree(first: Workload, second: Workload) -> None:
    """Raise InputError, naming the first job that differs, unless both are the same jobs in the same order."""
    if len(first) != len(second):
        raise InputError(
            f"These schedules are of {len(first):,} and of {counted(len(second), 'job')}; a difference per job "
            "needs the same jobs in both."
        )
    for name in SAME:
        ours, theirs = first.jobs.columns[name], second.jobs.columns[name]
        apart = np.flatnonzero(ours != theirs)
        if len(apart):
            row = int(apart[0])
            raise InputError(
                f"These schedules are not of the same jobs: {name} of job {first.jobs.job_id[row]} is "
                f"{number(ours[row])} in one and {number(theirs[row])} in the other; a difference per job "
                "needs the same jobs in both."
            )


def sentence(gap: Difference, first: str, second: str, unit: str = "s") -> str:
    """ "EASY - EASY with exact estimates: +507 s a job, 95 % 212..848 over 49 weeks"."""
    opening = f"{first} - {second}: {f'{signed(gap.mean)} {unit}'.strip()} a job"
    weeks = counted(gap.weeks, "week")
    if gap.low is None or gap.high is None:
        return f"{opening}, without an interval: {weeks} of jobs, and resampling weeks needs {FEWEST}"
    return f"{opening}, 95 % {rounded(gap.low)}..{rounded(gap.high)} over {weeks}"


def signed(value: float) -> str:
    """+507, -0.0123."""
    return ("+" if value > 0 else "") + rounded(value)


def rounded(value: float) -> str:
    """Whole from 100 on, else three significant digits."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
