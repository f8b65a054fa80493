"""Reservations of users: nodes that from a time until another are for jobs that ask for them, known from the beginning.

A job that uses one is bound to it: it starts while that lasts, on its nodes, however long its requested time is, and
is stopped for good when the reservation has been over for some time (ResvOverRun).  Not so where the reservation is
flexible, which only keeps others away.  When a reservation is over, the jobs that asked for it and still wait are as
all others.  Of nodes in two reservations no job uses any while both last.

Source: the manual of Slurm, "Advanced Resource Reservation Guide", slurm.conf (ResvOverRun) and scontrol (FLEX,
NO_HOLD_JOBS_AFTER_END); a recorded run with one (docs/slurm-policy.md).  FLEX, accounts and ResvOverRun are from
documentation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.topics.slurm.engine.sets import keep_inside, keep_outside

NONE = -1


class Reserved(NamedTuple):
    """The reservations, and who uses which."""

    begin: np.ndarray  # [reservations] f8, s
    end: np.ndarray  # [reservations] f8, s
    stop: np.ndarray  # [reservations] f8, s, when jobs that are bound to it are stopped; inf never
    nodes: np.ndarray  # [reservations] sets (sets.py)
    flexible: np.ndarray  # [reservations] bool
    used: np.ndarray  # [n] i8, the one that a job asks for and may use; NONE
    closed: np.ndarray  # [reservations] i8, the job that had no room in it in this main pass; NONE


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
def is_within(r, own, begin):
    """Whether who uses a reservation (or NONE) may start at a time, as far as that one goes."""
    return not is_bound(r, own) or r.begin[own] <= begin < r.end[own]


@inner
def keep_usable(r, chosen, own, begin, until):
    """Leave of a set the nodes that who uses a reservation (or NONE) may be on in [begin, until).

    Returns whether others take nodes away.
    """
    some = False
    if is_bound(r, own):
        keep_inside(chosen, r.nodes[own])
        if not is_within(r, own, begin):
            keep_outside(chosen, r.nodes[own])
    for i in range(len(r.begin)):
        if i != own and r.begin[i] < until and r.end[i] > begin:
            keep_outside(chosen, r.nodes[i])
            some = True
    return some


@part
def next_stop(r, now):
    """When jobs that are bound to a reservation that has begun are stopped next, s, later than now; inf never."""
    due = np.inf
    for i in range(len(r.stop)):
        if r.begin[i] <= now < r.stop[i]:
            due = min(due, r.stop[i])
    return due


@part
def stops_now(r, job, start, now):
    """Whether a job that has run since `start` is stopped now, as it started bound to a reservation."""
    own = r.used[job]
    return own != NONE and r.stop[own] == now and start < r.end[own]


@inner
def first_stopped(s, r):
    """The first row among the running jobs that stop now as their reservation is over; NONE where there is none."""
    now, first, some = s.now[0], NONE, False
    for i in range(len(r.stop)):
        some = some or r.stop[i] == now
    if some:
        for i in range(s.ends.count[0]):
            job = s.ends.item[i]
            if stops_now(r, job, s.start[job], now) and (first == NONE or job < first):
                first = job
    return first
