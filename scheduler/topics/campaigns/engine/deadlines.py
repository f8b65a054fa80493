"""Deadlines of FairCamp: each user's campaigns get, one after another, k times the time they would take alone.

The deadline of a campaign is k times its length on the idle machine after the deadline of the user's campaign before
it (campaign-scheduling-2012, section VI-C).  Where users think between campaigns, a deadline that has long been passed
would let a user who was away go ahead of everybody; so the base can be the submission, if that is later.

Deadlines are rounded to 1e-6, so that equal sums reached in different ways are equal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part

STEPS = 1e6  # deadlines are multiples of one over this


class Deadlines(NamedTuple):
    """The deadlines so far."""

    length: np.ndarray  # [campaigns] f8, s: alone on the machine, by requested times
    users: np.ndarray  # [1] i8: k
    latest: np.ndarray  # [campaigns] i8: 1 where the base is the submission, if that is later
    last: np.ndarray  # [users] f8: deadline of the user's campaign before
    due: np.ndarray  # [campaigns] f8: deadline; nan until all of it is submitted


def new_deadlines(length: np.ndarray, k: int, latest: np.ndarray, users: int | None = None) -> Deadlines:
    """Nothing submitted yet.

    length: [campaigns] s; k: what lengths are multiplied by; latest: [campaigns] bool; users: how many numbers of users
    there are, where that is not k.
    """
    return Deadlines(
        length,
        np.array([k]),
        latest.astype(np.int64),
        np.zeros(k if users is None else users),
        np.full(len(length), np.nan),
    )


@part
def set_deadline(deadlines, campaign, user, now):
    """Fix the deadline of a campaign whose last job is submitted now; returns it."""
    base = deadlines.last[user]
    if deadlines.latest[campaign] != 0:
        base = max(base, now)
    due = np.floor((base + deadlines.users[0] * deadlines.length[campaign]) * STEPS + 0.5) / STEPS
    deadlines.last[user] = due
    deadlines.due[campaign] = due
    return due
