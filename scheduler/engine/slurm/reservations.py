"""Reservations of users: nodes that from a time until another are for jobs that ask for them, known from the beginning.

A job that uses one is bound to it: it starts when that has begun, on its nodes, where its requested time ends with the
reservation at the latest.  Not so where the reservation is flexible, which only keeps others away.  When a reservation
is over, the jobs that asked for it and still wait are as all others.  Of nodes in two reservations no job uses any
while both last.

Source: the manual of Slurm, "Advanced Resource Reservation Guide", and scontrol (FLEX, NO_HOLD_JOBS_AFTER_END); a
recorded run with one (docs/slurm-policy.md).  FLEX and accounts are from documentation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.engine.slurm.sets import keep_inside, keep_outside

NONE = -1


class Reserved(NamedTuple):
    """The reservations, and who uses which."""

    begin: np.ndarray       # [reservations] f8, s
    end: np.ndarray         # [reservations] f8, s
    nodes: np.ndarray       # [reservations] sets (sets.py)
    flexible: np.ndarray    # [reservations] bool
    used: np.ndarray        # [n] i8, the one that a job asks for and may use; NONE
    closed: np.ndarray      # [reservations] i8, the job that had no room in it in this main pass; NONE


@part
def used_by(r, job, now):
    """The reservation that a job uses; NONE where there is none, or it is over."""
    one = r.used[job]
    return one if one != NONE and now < r.end[one] else NONE


@part
def is_bound(r, own):
    """Whether jobs that use a reservation (or NONE) run only within it."""
    return own != NONE and not r.flexible[own]


@part
def is_within(r, own, begin, until):
    """Whether who uses a reservation (or NONE) may run from one time until another, as far as that one goes."""
    return not is_bound(r, own) or (r.begin[own] <= begin and until <= r.end[own])


@inner
def keep_usable(r, chosen, own, begin, until):
    """Leave of a set the nodes that who uses a reservation (or NONE) may be on in [begin, until).

    Returns whether others take nodes away.
    """
    some = False
    if is_bound(r, own):
        keep_inside(chosen, r.nodes[own])
        if not is_within(r, own, begin, until):
            keep_outside(chosen, r.nodes[own])
    for i in range(len(r.begin)):
        if i != own and r.begin[i] < until and r.end[i] > begin:
            keep_outside(chosen, r.nodes[i])
            some = True
    return some
