"""Shaking: the same jobs, every one submitted a little earlier or later, to see which differences are accidents.

One log is one draw of what could have happened.  A schedule can hang on a single second - a job that just fits, or just
does not - so a small difference between two policies on one log may say nothing.  Runs on many slightly shaken copies
tell what remains: the means over them, and whether the policies differ on every copy alike.

Source: Tsafrir, Ouaknine and Feitelson 2007, Reducing performance evaluation sensitivity and variability by input
shaking: repeated simulations under small perturbations of the input, and the average of their results.  What is moved
here is the submit time, by whole seconds drawn uniformly from -seconds..seconds; how far is ours to choose.

- A job keeps everything but its submit time; none is moved to before 0, unless it is there already.
- Jobs of one campaign are one action of a user: they move together.  Campaigns of a user keep their order, as the
  next one is never moved to before the one ahead of it.
- Where arrivals are closed only campaigns without a predecessor move; the others follow from completions.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.statistics.random_draws import stream, whole

SECONDS = Param(
    "seconds", 60, low=0, high=86_400, unit="s", help="each submit time moves by up to this much, either way"
)


def shaken(workload: Workload, seed: int, seconds: int) -> Workload:
    """The workload with submit times moved by at most `seconds`; the same for the same seed.

    Jobs are sorted by (submit, line) again, so a job may be in another row.
    """
    moved = _single if (workload.jobs.campaign < 0).all() else _together
    submit = moved(workload, seed, seconds)
    order = np.lexsort((workload.jobs.line, submit))
    jobs = Table("jobs", workload.jobs.columns | {"submit": submit}).take(order)
    row = np.empty(len(order), np.int64)
    row[order] = np.arange(len(order))
    return replace(workload, jobs=jobs, members=row[workload.members])


def _moved(submit: np.ndarray, seed: int, seconds: int) -> np.ndarray:
    """Each time moved by a draw of its own, not to before 0."""
    moved = submit + whole(stream(seed), -seconds, seconds, len(submit))
    return np.maximum(moved, np.minimum(submit, 0.0))


def _single(workload: Workload, seed: int, seconds: int) -> np.ndarray:
    return _moved(workload.jobs.submit, seed, seconds)


def _together(workload: Workload, seed: int, seconds: int) -> np.ndarray:
    """[n] s: jobs of a campaign moved as one; jobs of none by draws of their own."""
    campaigns, jobs = workload.table("campaigns"), workload.jobs
    count, alone = len(campaigns), np.flatnonzero(jobs.campaign < 0)
    first = np.full(count, np.inf)
    inside = np.flatnonzero(jobs.campaign >= 0)
    np.minimum.at(first, jobs.campaign[inside], jobs.submit[inside])
    moved = _moved(np.concatenate((first, jobs.submit[alone])), seed, seconds)
    if workload.is_closed:
        moved[:count] = np.where(campaigns.previous >= 0, first, moved[:count])
    by = _in_order(campaigns, first, moved[:count]) - first
    submit = jobs.submit.copy()
    submit[inside] += by[jobs.campaign[inside]]
    submit[alone] = moved[count:]
    return submit


def _in_order(campaigns: Table, first: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """[campaigns] s: no later than moved by more than it has to be for each user's campaigns to come in order.

    The running maximum within a user is taken of places among all times: exact, and no user meets another one's.
    """
    order = np.lexsort((campaigns.index, first, campaigns.user))
    times, place = np.unique(moved[order], return_inverse=True)
    user = campaigns.user[order]
    latest = np.maximum.accumulate(user * len(times) + place) - user * len(times)
    kept = np.empty(len(moved))
    kept[order] = times[latest]
    return kept
