"""A queue whose order changes as jobs wait: first is who has the largest (wait / requested time)^3 x processors.

The order of two jobs may turn between any two passes, so nothing is kept sorted.  The first job is searched in the tree
of ranked.py, its places in order of submission, passing by all nodes that cannot hold a better one than the best found
so far: no job below a node has waited longer than the first submitted, and none gains faster than the steepest.

Ties go by order of submission.  Source of the priority: Tang, Lan, Desai and Buettner 2009 (WFP3).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.rigid.ranked import ROOT, Ranked, may_start, next_node

SLACK = 1 + 1e-12  # a bound is computed in another way than the priority it bounds, and rounds in another way


class Aging(NamedTuple):
    """What a node of the tree knows besides; nodes below which nobody waits know anything."""

    submit: np.ndarray  # [2 leaves] f8, at or before the first submission below
    slope: np.ndarray  # [2 leaves] f8, largest processors / requested time^3 below


def new_aging(ranked: Ranked) -> Aging:
    """For an empty queue with its places in order of submission."""
    return Aging(np.full(len(ranked.size), np.inf), np.zeros(len(ranked.size)))


@part
def priority(jobs, s, job):
    """(wait / requested time)^3 x processors."""
    times = (s.now[0] - s.submit[job]) / jobs.requested[job]
    return times * times * times * jobs.size[job]


@kernel
def enter_aging(ranked, aging, jobs, s, job):
    """Tell the nodes above of a job that has just entered."""
    node = len(ranked.size) // 2 + ranked.place[job]
    submit, slope = s.submit[job], jobs.size[job] / jobs.requested[job] ** 3
    while node > 0 and (submit < aging.submit[node] or slope > aging.slope[node]):
        aging.submit[node] = min(submit, aging.submit[node])
        aging.slope[node] = max(slope, aging.slope[node])
        node //= 2


@kernel
def leave_aging(ranked, aging, job):
    """Tell the nodes above that a job has left."""
    node = len(ranked.size) // 2 + ranked.place[job]
    aging.submit[node], aging.slope[node] = np.inf, 0.0
    node //= 2
    while node > 0:
        submit = min(aging.submit[2 * node], aging.submit[2 * node + 1])
        slope = max(aging.slope[2 * node], aging.slope[2 * node + 1])
        if submit == aging.submit[node] and slope == aging.slope[node]:
            break
        aging.submit[node], aging.slope[node] = submit, slope
        node //= 2


@kernel
def foremost(ranked, aging, jobs, s, free, shadow, extra):
    """The job of highest priority that may start by EASY's rule (easy_rule.py); -1 none."""
    leaves, now = len(ranked.size) // 2, s.now[0]
    best, most, node = -1, -1.0, ROOT
    while node > 0:
        wait = now - aging.submit[node]
        if (
            not may_start(ranked, node, now, free, shadow, extra)
            or wait * wait * wait * aging.slope[node] * SLACK <= most
        ):
            node = next_node(node)
        elif node < leaves:
            node *= 2
        else:
            job = ranked.job[node - leaves]
            if priority(jobs, s, job) > most:
                best, most = job, priority(jobs, s, job)
            node = next_node(node)
    return best
