"""Two workloads beside each other, measure by measure, with how large each difference is.

Two logs of a hundred thousand jobs differ in everything, so a test of significance says nothing; how much they differ
does.  Cliff's delta is the probability that a job of the second is above one of the first less the probability that it
is below (Cliff 1993): 0 where neither tends to be larger, 1 where all of the second are above all of the first.  The
words for its size are those of Romano et al. (2006).  The gap is that of Kolmogorov and Smirnov: the largest distance
between the two distributions, at the value where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from scheduler.analysis.workloads.workload_profile import calendar, gaps, week_hours
from scheduler.durations import WEEK
from scheduler.kinds import chooses_sizes
from scheduler.model.user_names import users_known
from scheduler.model.workload import Workload
from scheduler.preparation.requested_times import of_log

SIZES = ((0.147, "negligible"), (0.33, "small"), (0.474, "medium"), (float("inf"), "large"))  # of |delta|, below


class Measure(NamedTuple):
    """A number of each job, user or pair of submissions.  unit: "s", "share" or ""."""

    key: str
    title: str
    unit: str
    values: Callable[[Workload], np.ndarray]


class Numbers(NamedTuple):
    """Of the values of one workload; nan without values."""

    values: int  # how many
    mean: float
    median: float
    most: float  # 90 % are at most this


class Difference(NamedTuple):
    """A measure of two workloads."""

    measure: Measure
    first: Numbers
    second: Numbers
    delta: float  # -1 to 1: above 0 where the second tends to be larger; nan where one has no values
    gap: float  # 0 to 1
    at: float  # the value up to which the shares differ by the gap

    @property
    def size(self) -> str:
        """The size of the difference in a word; empty where one has no values."""
        return "" if np.isnan(self.delta) else next(word for bound, word in SIZES if abs(self.delta) < bound)


def _gaps(workload: Workload) -> np.ndarray:
    return np.empty(0) if workload.is_closed else gaps(workload)


def _processors(workload: Workload) -> np.ndarray:
    return np.empty(0) if chooses_sizes(workload) else workload.jobs.processors


def _runtimes(workload: Workload) -> np.ndarray:
    return np.empty(0) if chooses_sizes(workload) else workload.jobs.runtime


def _work(workload: Workload) -> np.ndarray:
    return _processors(workload) * _runtimes(workload)


def _requested(workload: Workload) -> np.ndarray:
    return workload.jobs.requested_time[of_log(workload)]


def _used(workload: Workload) -> np.ndarray:
    rows = of_log(workload)
    return workload.jobs.runtime[rows] / workload.jobs.requested_time[rows]


def _waits(workload: Workload) -> np.ndarray:
    return workload.jobs.recorded_wait[workload.jobs.recorded_wait >= 0]


def _jobs_of_users(workload: Workload) -> np.ndarray:
    if not len(workload) or not users_known(workload):
        return np.empty(0)
    return np.unique(workload.jobs.user_id, return_counts=True)[1]


MEASURES = (
    Measure("gap", "time between submissions", "s", _gaps),
    Measure("processors", "processors of a job", "", _processors),
    Measure("runtime", "runtime", "s", _runtimes),
    Measure("work", "processors times runtime", "s", _work),
    Measure("requested", "requested time", "s", _requested),
    Measure("used", "used share of the request", "share", _used),
    Measure("wait", "recorded wait", "s", _waits),
    Measure("jobs_of_user", "jobs of a user", "", _jobs_of_users),
)


def numbers(values: np.ndarray) -> Numbers:
    """Count, mean, median and 90th percentile."""
    if not len(values):
        return Numbers(0, np.nan, np.nan, np.nan)
    median, most = np.quantile(values, (0.5, 0.9))
    return Numbers(len(values), float(values.mean()), float(median), float(most))


def cliffs_delta(first: np.ndarray, second: np.ndarray) -> float:
    """P(a value of the second is above one of the first) - P(it is below); nan where one has none. O(n log n)."""
    if not len(first) or not len(second):
        return float("nan")
    ordered = np.sort(first)
    below, upto = (np.searchsorted(ordered, second, side).sum(dtype=float) for side in ("left", "right"))
    return float((below + upto) / (len(first) * len(second)) - 1)


def largest_gap(first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
    """(distance, value): where the shares of values up to it differ most; nan where one has none."""
    if not len(first) or not len(second):
        return float("nan"), float("nan")
    places = np.unique(np.concatenate([first, second]))
    shares = [np.searchsorted(np.sort(values), places, "right") / len(values) for values in (first, second)]
    distance = np.abs(shares[0] - shares[1])
    at = int(distance.argmax())
    return float(distance[at]), float(places[at])


def differences(first: Workload, second: Workload) -> list[Difference]:
    """Every measure that one of them has values of, in the order of MEASURES."""
    pairs = []
    for measure in MEASURES:
        pair = [np.asarray(measure.values(workload), float) for workload in (first, second)]
        if len(pair[0]) or len(pair[1]):
            pairs.append(
                Difference(measure, numbers(pair[0]), numbers(pair[1]), cliffs_delta(*pair), *largest_gap(*pair))
            )
    return pairs


class Totals(NamedTuple):
    """A workload as a whole; nan where its times say nothing of it."""

    jobs: int
    users: int  # 0: unknown
    processors: int  # of the machine
    span: float  # s, from the first to the last submission
    jobs_per_week: float
    load: float  # work submitted / what the machine can do in the span; nan where a job outlasts it


def totals(workload: Workload) -> Totals:
    """Jobs, users, machine, span and load."""
    jobs = workload.jobs
    span = float(np.ptp(jobs.submit)) if len(workload) and not workload.is_closed else float("nan")
    longest, processors = float(jobs.runtime.max(initial=0.0)), workload.platform.processors
    return Totals(
        len(workload),
        workload.users if users_known(workload) else 0,
        processors,
        span,
        len(workload) / span * WEEK if span > 0 else float("nan"),
        workload.area / (processors * span) if span > longest else float("nan"),
    )


def week_profile(workload: Workload) -> np.ndarray | None:
    """[168] share of the jobs submitted in each hour of the week, Monday first; None without a clock or jobs."""
    if workload.is_closed or not len(workload) or calendar(workload) is None:
        return None
    return week_hours(workload).ravel() / len(workload)


def rows(first: Workload, second: Workload) -> list[dict[str, Any]]:
    """A row per measure, times in s, for a table or a file."""
    return [
        {
            "measure": one.measure.key,
            "unit": "s" if one.measure.unit == "s" else "",
            **{
                f"{side}_{name}": value
                for side, of in (("first", one.first), ("second", one.second))
                for name, value in zip(("values", "mean", "median", "p90"), of, strict=True)
            },
            "cliffs_delta": one.delta,
            "size": one.size,
            "largest_gap": one.gap,
            "largest_gap_at": one.at,
        }
        for one in differences(first, second)
    ]
