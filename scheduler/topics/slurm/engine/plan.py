"""The backfill map: which nodes are not reserved, from when until when, as a list of rows in order of time.

Reservations take whole nodes.  They begin and end at multiples of a resolution, rounded down, and last for one of these
at least.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.topics.slurm.engine.nodes import capacity
from scheduler.topics.slurm.engine.sets import WIDTH, copy_set, is_within, keep_inside, keep_outside, lies_in, words_of

LAST = -1  # no row follows
ALL = (1 << WIDTH) - 1


class Plan(NamedTuple):
    """Rows of the map, linked in order of time from row 0 on; each ends where the next begins, the last at `end`."""

    begin: np.ndarray  # [rows] f8, s
    end: np.ndarray  # [rows] f8, s
    next: np.ndarray  # [rows] i8
    open: np.ndarray  # [rows] sets (sets.py): nodes not reserved
    count: np.ndarray  # [1] i8, rows made so far
    last: np.ndarray  # [1] f8, s, where the map ends
    before: np.ndarray  # a set as it was before it was narrowed


def new_plan(rows: int, nodes: int) -> Plan:
    """A map with room for so many rows."""
    return Plan(
        np.zeros(rows),
        np.zeros(rows),
        np.zeros(rows, np.int64),
        np.zeros((rows, words_of(nodes)), np.int64),
        np.zeros(1, np.int64),
        np.zeros(1),
        np.zeros(words_of(nodes), np.int64),
    )


@part
def clear(plan, begin, end):
    """Nothing is reserved from `begin` to `end`."""
    plan.begin[0], plan.end[0], plan.next[0], plan.count[0] = begin, end, LAST, 1
    plan.last[0] = end
    for i in range(len(plan.before)):
        plan.open[0, i] = ALL


@inner
def narrow(plan, nodes, job, chosen, begin, until, size):
    """Leave of a set the nodes not reserved in [begin, until], both included; returns when to try next, inf never.

    That is the end of the first row behind `begin` after which the set has a node that it does not have now.  Where a
    job could get fewer processors than `size` of the nodes that are left the rest is not looked at, unless size is 0.
    """
    row, later = 0, np.inf
    copy_set(plan.before, chosen)
    while True:
        after = plan.next[row]
        if (
            plan.end[row] > begin
            and after != LAST
            and later == np.inf
            and not is_within(plan.before, plan.open[after], chosen, plan.open[row])
        ):
            later = plan.end[row]
        if plan.end[row] > begin:
            if plan.begin[row] > until:
                return later
            keep_inside(chosen, plan.open[row])
            if later != np.inf and size > 0 and capacity(nodes, job, chosen) < size:
                return later
        if after == LAST:
            return later
        row = after


@inner
def keep_open(plan, chosen, until):
    """Leave of a set the nodes that nobody has reserved from the beginning of the map to `until`, included."""
    row = 0
    while row != LAST and plan.begin[row] <= until:
        keep_inside(chosen, plan.open[row])
        row = plan.next[row]


@inner
def overlaps(plan, chosen, begin, end):
    """Whether a node of the set is reserved in [begin, end)."""
    row = 0
    while row != LAST:
        if plan.end[row] > begin and plan.begin[row] < end and not lies_in(chosen, plan.open[row]):
            return True
        row = plan.next[row]
    return False


@part
def _split(plan, row, time):
    """Cut a row at a time inside it."""
    new = plan.count[0]
    plan.count[0] = new + 1
    plan.begin[new], plan.end[new], plan.next[new] = time, plan.end[row], plan.next[row]
    copy_set(plan.open[new], plan.open[row])
    plan.end[row], plan.next[row] = time, new


@inner
def reserve(plan, chosen, begin, end):
    """Reserve the nodes of a set in [begin, end), as far as the map reaches."""
    begin = max(begin, plan.begin[0])
    row = 0
    while row != LAST:
        if plan.begin[row] < begin < plan.end[row]:
            _split(plan, row, begin)
        elif plan.begin[row] < end < plan.end[row]:
            _split(plan, row, end)
            _take(plan, row, chosen, begin, end)
        else:
            _take(plan, row, chosen, begin, end)
        row = plan.next[row]


@part
def _take(plan, row, chosen, begin, end):
    if plan.begin[row] >= begin and plan.end[row] <= end:
        keep_outside(plan.open[row], chosen)
