"""What follows from when jobs were submitted and by whom: hour and day of the week, gaps, bursts, times since an end.

Jobs of one user, each at most BURST s after the one before, are a burst: what Iosup and others call a batch submission
(The characteristics and performance of groups of jobs in grids, Euro-Par 2007).
"""

from __future__ import annotations

import numpy as np

from scheduler.durations import DAY, HOUR
from scheduler.query.instants import Clock

BURST = 120.0  # s
MONDAY = 4 * DAY  # local seconds of the first Monday: 5 January 1970


def hour(submit: np.ndarray, clock: Clock) -> np.ndarray:
    """[n] hour of the day, 0 to 23, on the clock of the log."""
    return np.floor(clock.local(submit) % DAY / HOUR)


def weekday(submit: np.ndarray, clock: Clock) -> np.ndarray:
    """[n] day of the week, 1 Monday to 7 Sunday, on the clock of the log."""
    return np.floor((clock.local(submit) - MONDAY) % (7 * DAY) / DAY) + 1


def gap(submit: np.ndarray) -> np.ndarray:
    """[n] s from the submission before to this one; nan for the first.  Of one instant the order is that of the log."""
    order = np.argsort(submit, kind="stable")
    after = np.full(len(submit), np.nan)
    after[order[1:]] = np.diff(submit[order])
    return after


def by_user(user: np.ndarray, submit: np.ndarray) -> np.ndarray:
    """[known] rows of jobs whose user is known (not below 0, not nan): by user, then as submitted."""
    order = np.lexsort((np.arange(len(user)), submit, user))
    return order[user[order] >= 0]


def burst_of(user: np.ndarray, submit: np.ndarray) -> np.ndarray:
    """[n] i8: which burst a job belongs to, from 0 by user and time; -1 where its user is not known."""
    order, of_job = by_user(user, submit), np.full(len(user), -1, np.int64)
    if len(order):
        begins = (np.diff(user[order]) != 0) | (np.diff(submit[order]) > BURST)
        of_job[order] = np.concatenate(([0], np.cumsum(begins)))
    return of_job


def burst(user: np.ndarray, submit: np.ndarray) -> np.ndarray:
    """[n] how many jobs the burst of a job has; nan where its user is not known."""
    of_job = burst_of(user, submit)
    sizes = np.bincount(of_job[of_job >= 0], minlength=1)
    return np.where(of_job < 0, np.nan, sizes[np.maximum(of_job, 0)])


def since_end(user: np.ndarray, submit: np.ndarray, end: np.ndarray) -> np.ndarray:
    """[n] s from the end of its user's job before to a submission, below 0 where the user did not wait for that end.

    nan for the first job of a user, where that end is not known, or the user.
    """
    order, after = by_user(user, submit), np.full(len(user), np.nan)
    before, this = order[:-1], order[1:]
    same = user[before] == user[this]
    after[this[same]] = submit[this[same]] - end[before[same]]
    return after
