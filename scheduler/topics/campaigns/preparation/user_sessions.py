"""What users did, as a log records it: their jobs in a row, and where one campaign ends and the next begins.

A job belongs to its user's latest campaign if it is submitted at most `gap` seconds after the first submission of that
campaign.  Two ways to go on from there: by the gap alone, or merged, where it also belongs to it as long as the work
the user has submitted has not all ended.  A new campaign then always finds all earlier work of its user ended, so
whether a job may begin one at all does not depend on the gap: the jobs that may are known beforehand, and all that is
left is to follow each campaign to the first of them beyond the gap.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

USUAL_GAP = 1_800.0  # s, of the usual rule, by which campaigns are merged


class Submissions(NamedTuple):
    """Jobs by user, then as in the workload; recorded end = submit + wait + runtime, or without a wait the earliest."""

    row: np.ndarray  # [n] i8, row of jobs
    user: np.ndarray  # [n] i8, dense number
    submit: np.ndarray  # [n] f8, s, as recorded
    end: np.ndarray  # [n] f8, s
    has_wait: np.ndarray  # [n] bool, whether the wait is recorded
    instants: np.ndarray  # [instants] f8, s, all different submit times, rising
    key: np.ndarray  # [n] i8, rising: the user, then the place of the submit time among instants
    free: np.ndarray  # [n] bool, submitted when all earlier work of its user has ended


class Campaigns(NamedTuple):
    """Campaigns of these jobs, in their order."""

    first: np.ndarray  # [campaigns] i8, position of the first job
    jobs: np.ndarray  # [campaigns] i8, how many it has
    end: np.ndarray  # [campaigns] f8, s, last recorded end
    has_waits: np.ndarray  # [campaigns] bool, whether the waits of all its jobs are recorded
    follows: np.ndarray  # [campaigns] bool, whether its user had one before
    think: np.ndarray  # [campaigns] f8, s, from the previous one's end to the first submit; nan for the first


def submissions(
    user: np.ndarray, submit: np.ndarray, wait: np.ndarray, runtime: np.ndarray, factor: float = 1.0
) -> Submissions:
    """The jobs of a workload, sorted by submit, as its users submitted them.

    user: [n] dense; submit, wait, runtime: [n] s, a wait below 0 is unknown; factor: what the times between
    submissions were multiplied by after they were recorded.
    """
    row = np.argsort(user, kind="stable")
    user, submit, wait = user[row], _recorded(submit, factor)[row], wait[row]
    end = submit + np.maximum(wait, 0) + runtime[row]
    instants = np.unique(submit)
    key = user * (len(instants) + 1) + np.searchsorted(instants, submit)
    return Submissions(row, user, submit, end, wait >= 0, instants, key, _free(user, submit, end))


def _recorded(submit: np.ndarray, factor: float) -> np.ndarray:
    """[n] s, submit times before they were scaled; to the millisecond, as scaling leaves the last digits open."""
    return submit if factor == 1 else np.round(submit[0] + (submit - submit[0]) / factor, 3)


def _free(user: np.ndarray, submit: np.ndarray, end: np.ndarray) -> np.ndarray:
    """[n] bool: no earlier job of the user ends after this one is submitted.

    The running maximum is taken of (user, place of the end among all ends), in whole numbers: exact, and a new user's
    are above all before.
    """
    ends, place = np.unique(end, return_inverse=True)
    latest = np.maximum.accumulate(user * len(ends) + place) - user * len(ends)
    begins = np.append(True, user[1:] != user[:-1])
    return begins | np.append(True, submit[1:] >= ends[latest[:-1]])


def campaigns(done: Submissions, gap: float, merge: bool) -> Campaigns:
    """The campaigns by a gap of that many seconds; merge: see above."""
    first = first_jobs(done, gap, merge)
    end = np.maximum.reduceat(done.end, first)
    user = done.user[first]
    follows = np.append(False, user[1:] == user[:-1])
    think = np.where(follows, done.submit[first] - np.roll(end, 1), np.nan)
    return Campaigns(
        first,
        np.diff(np.append(first, len(done.user))),
        end,
        np.logical_and.reduceat(done.has_wait, first),
        follows,
        think,
    )


def first_jobs(done: Submissions, gap: float, merge: bool) -> np.ndarray:
    """[campaigns] positions where campaigns begin; the jump beyond a user's last campaign leads to the next user."""
    may = np.flatnonzero(done.free) if merge else np.arange(len(done.user))
    beyond = np.searchsorted(done.instants, done.submit[may] + gap, side="right")
    after = np.searchsorted(done.key[may], done.user[may] * (len(done.instants) + 1) + beyond).tolist()
    first, at = [], 0
    while at < len(after):
        first.append(at)
        at = after[at]
    return may[first]
