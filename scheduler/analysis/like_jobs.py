"""How long jobs of a kind wait, and how long one more would: the median, what 90 % stay below, by time of day.

The prediction for a job that is submitted at a moment is an interval of waits of jobs like it that had started by then,
so it looks at nothing later: the binomial bounds of Brevik, Nurmi and Wolski, "Predicting bounds on queuing delay for
batch-scheduled parallel machines" (PPoPP 2006), on the quantiles LOW and HIGH, each with CONFIDENCE.  They hold for
waits that are independent and of one distribution; waits are not, so the coverage is measured: for each job like it
of the second half of the log, which is held back, the prediction at its submission is compared with its wait.  Jobs
still waiting at a moment are left out, which makes predictions too short while a queue grows.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from scheduler.analysis.workloads.workload_profile import calendar, local
from scheduler.durations import DAY, HOUR
from scheduler.model.workload import Workload

LOW, HIGH, CONFIDENCE = 0.05, 0.95, 0.95
PARTS = 4  # of the day
HISTORY = 500  # the last of the jobs like it that had started
MOST_TRIED = 2_000  # jobs whose predictions are compared with their waits, evenly taken
LEAST = 59  # jobs that a bound on a quantile of 0.95 takes: the least n with 0.95 ** n <= 0.05
FEW = 20  # jobs; below that, what is said rests on few


class Waits(NamedTuple):
    """Waits of some jobs, s; nan where there is none."""

    jobs: int
    median: float
    most: float  # 90 % wait no longer


class Prediction(NamedTuple):
    """An interval for the wait of a job, s, from jobs like it that had started; high is infinite where they are few."""

    low: float
    median: float
    high: float
    history: int  # jobs it rests on
    coverage: float  # part of the tried jobs whose wait was in its interval; nan where none was tried
    tried: int


class Started(NamedTuple):
    """Jobs in the order of their starts."""

    start: np.ndarray  # [n] s
    wait: np.ndarray  # [n] s


def waits(values: np.ndarray) -> Waits:
    """Of [n] waits, s; those that are nan are left out."""
    recorded = values[~np.isnan(values)]
    median, most = np.quantile(recorded, (0.5, 0.9)) if len(recorded) else (np.nan, np.nan)
    return Waits(len(recorded), float(median), float(most))


def by_time_of_day(workload: Workload, submit: np.ndarray, values: np.ndarray) -> tuple[Waits, ...]:
    """Waits of jobs submitted in each PARTS of the day, from midnight on; nothing where the log has no dates."""
    if calendar(workload) is None:
        return ()
    part = (local(workload, submit) % DAY // (DAY / PARTS)).astype(int)
    return tuple(waits(values[part == at]) for at in range(PARTS))


def parts_of_day() -> tuple[str, ...]:
    """00:00 to 06:00, ..."""
    hours = DAY / PARTS / HOUR
    return tuple(f"{at * hours:02.0f}:00 to {(at + 1) * hours:02.0f}:00" for at in range(PARTS))


def predict(submit: np.ndarray, wait: np.ndarray, moment: float) -> Prediction:
    """The wait of a job submitted at a moment (s), from [n] submissions and waits (nan unknown) of jobs like it."""
    recorded = ~np.isnan(wait)
    submit, wait = submit[recorded], wait[recorded]
    order = np.argsort(submit + wait, kind="stable")
    started = Started((submit + wait)[order], wait[order])
    low, median, high, history = _interval(started, moment)
    inside = _tried(submit, wait, started)
    return Prediction(low, median, high, history, float(inside.mean()) if len(inside) else np.nan, len(inside))


def _interval(started: Started, moment: float) -> tuple[float, float, float, int]:
    """(low, median, high, jobs) of the last HISTORY of the jobs that started at or before the moment."""
    begun = int(np.searchsorted(started.start, moment, "right"))
    values = np.sort(started.wait[max(begun - HISTORY, 0) : begun])
    if not len(values):
        return 0.0, np.nan, np.inf, 0
    under, over = _ranks(len(values))
    low = float(values[under - 1]) if under else 0.0
    return low, float(np.median(values)), float(values[over - 1]) if over <= len(values) else np.inf, len(values)


@cache
def _ranks(count: int) -> tuple[int, int]:
    """The ranks, from 1, of the values that bound the quantiles LOW from below and HIGH from above with CONFIDENCE.

    0 and count + 1 where there are too few values for that.
    """
    return count - _upper_rank(count, 1 - LOW) + 1, _upper_rank(count, HIGH)


def _upper_rank(count: int, quantile: float) -> int:
    """The least k with P(fewer than k values lie below the quantile) >= CONFIDENCE: Binomial(count, quantile)."""
    numbers = np.arange(count + 1)
    logs = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, count + 1)))))
    chance = np.exp(logs[-1] - logs - logs[::-1] + numbers * np.log(quantile) + (count - numbers) * np.log1p(-quantile))
    below = np.cumsum(chance)  # P(at most k values lie below)
    return int(np.searchsorted(below, CONFIDENCE, "left")) + 1 if below[-2] >= CONFIDENCE else count + 1


def _tried(submit: np.ndarray, wait: np.ndarray, started: Started) -> np.ndarray:
    """[tried] bool: of jobs of the second half of the time, whether their wait was in the interval predicted.

    Those are left out for which there was no upper bound: their interval holds whatever comes.
    """
    if not len(submit):
        return np.zeros(0, bool)
    held_back = np.flatnonzero(submit > (submit.min() + submit.max()) / 2)
    chosen = (
        held_back[np.linspace(0, len(held_back) - 1, min(len(held_back), MOST_TRIED)).astype(int)]
        if len(held_back)
        else held_back
    )
    inside = []
    for row in chosen.tolist():
        low, _, high, _ = _interval(started, float(submit[row]))
        if high < np.inf:
            inside.append(low <= wait[row] <= high)
    return np.array(inside, bool)
