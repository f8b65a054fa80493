"""The backfill map: which nodes are not reserved, from when until when, as a list of rows in order of time.

Reservations take whole nodes.  They begin and end at multiples of a resolution, rounded down, and last for one of these
at least.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.engine.slurm.nodes import copy_set, keep_inside, keep_outside

LAST = -1       # no row follows


class Plan(NamedTuple):
    """Rows of the map, linked in order of time from row 0 on; each ends where the next begins, the last at `end`."""

    begin: np.ndarray   # [rows] f8, s
    end: np.ndarray     # [rows] f8, s
    next: np.ndarray    # [rows] i8
    open: np.ndarray    # [rows, nodes] bool, not reserved
    count: np.ndarray   # [1] i8, rows made so far
    last: np.ndarray    # [1] f8, s, where the map ends
    before: np.ndarray  # [nodes] bool, a set as it was before it was narrowed


def new_plan(rows: int, nodes: int) -> Plan:
    """A map with room for so many rows."""
    return Plan(np.zeros(rows), np.zeros(rows), np.zeros(rows, np.int64), np.zeros((rows, nodes), np.bool_),
                np.zeros(1, np.int64), np.zeros(1), np.zeros(nodes, np.bool_))


@part
def clear(plan, begin, end):
    """Nothing is reserved from `begin` to `end`."""
    plan.begin[0], plan.end[0], plan.next[0], plan.count[0] = begin, end, LAST, 1
    plan.last[0] = end
    for node in range(len(plan.before)):
        plan.open[0, node] = True


@part
def within(some, others, also, all_):
    """Whether every node of `some` and `others` is one of `also` and `all_`: [nodes] bool."""
    beyond = 0
    for node in range(len(some)):
        beyond += some[node] and others[node] and not (also[node] and all_[node])
    return beyond == 0


@inner
def narrow(plan, chosen, begin, until):
    """Leave of a set the nodes not reserved in [begin, until], both included; returns when to try next, inf never.

    That is the end of the first row behind `begin` after which the set has a node that it does not have now.
    """
    row, later = 0, np.inf
    copy_set(plan.before, chosen)
    while True:
        after = plan.next[row]
        if (plan.end[row] > begin and after != LAST and later == np.inf
                and not within(plan.before, plan.open[after], chosen, plan.open[row])):
            later = plan.end[row]
        if plan.end[row] > begin:
            if plan.begin[row] > until:
                return later
            keep_inside(chosen, plan.open[row])
        if after == LAST:
            return later
        row = after


@inner
def overlaps(plan, chosen, begin, end):
    """Whether a node of the set is reserved in [begin, end)."""
    row = 0
    while row != LAST:
        if plan.end[row] > begin and plan.begin[row] < end:
            for node in range(len(chosen)):
                if chosen[node] and not plan.open[row, node]:
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
