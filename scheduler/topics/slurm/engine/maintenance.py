"""Reservations for maintenance: nodes that no job may be on from a time until another, known from the beginning."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.topics.slurm.engine.sets import keep_outside


class Maintenance(NamedTuple):
    """The reservations, none overlapping another on a node."""

    begin: np.ndarray  # [reservations] f8, s
    end: np.ndarray  # [reservations] f8, s
    nodes: np.ndarray  # [reservations] sets (sets.py)


@inner
def keep_clear(m, chosen, begin, until):
    """Leave of a set the nodes that are not reserved at some time in [begin, until); whether any are."""
    some = False
    for i in range(len(m.begin)):
        if m.begin[i] < until and m.end[i] > begin:
            keep_outside(chosen, m.nodes[i])
            some = True
    return some


@part
def next_end(m, now):
    """When the next reservation ends, s, later than now; inf none.  m: of any kind, with `end`."""
    due = np.inf
    for i in range(len(m.end)):
        if m.end[i] > now:
            due = min(due, m.end[i])
    return due


@part
def ends_now(m, now):
    """Whether a reservation ends now.  m: of any kind, with `end`."""
    ends = False
    for i in range(len(m.end)):
        ends = ends or m.end[i] == now
    return ends
