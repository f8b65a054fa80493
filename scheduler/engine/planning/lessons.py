"""What a pass over a plan has learned: a job cannot start before one that asks for no more and was looked at before.

A pass looks at waiting jobs in the order of the plan and puts each at its earliest feasible start.  Whoever is looked
at later, is planned in the same cluster and no earlier, and wants at least as many processors for at least as long,
cannot start there before it: that start would have been feasible for the first one, and what has become free since lies
behind.  Queues are full of jobs
that are alike, so most of them need not be looked at again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part

KEPT = 8        # kinds of jobs that are remembered, the latest ones


class Lessons(NamedTuple):
    """Jobs of this size and length could not start before `time` in that cluster."""

    cluster: np.ndarray     # [KEPT] i8
    size: np.ndarray        # [KEPT] i8
    length: np.ndarray      # [KEPT] f8
    time: np.ndarray        # [KEPT] f8
    count: np.ndarray       # [2] i8: how many there are, the next to be replaced


def new_lessons() -> Lessons:
    """Nothing learned yet."""
    cluster, size = np.zeros((2, KEPT), np.int64)
    return Lessons(cluster, size, np.zeros(KEPT), np.zeros(KEPT), np.zeros(2, np.int64))


@part
def forget_lessons(lessons):
    """A new pass begins."""
    lessons.count[0] = lessons.count[1] = 0


@part
def not_before(lessons, cluster, size, length):
    """Before when a job planned in a cluster cannot start there; -inf if nothing is known."""
    least = -np.inf
    for k in range(lessons.count[0]):
        if lessons.cluster[k] == cluster and lessons.size[k] <= size and lessons.length[k] <= length:
            least = max(least, lessons.time[k])
    return least


@part
def learn_from(lessons, cluster, size, length, time):
    """A job planned in a cluster was looked at, and `time` is its earliest feasible start, there or elsewhere."""
    for k in range(lessons.count[0]):
        if lessons.cluster[k] == cluster and lessons.size[k] == size and lessons.length[k] == length:
            lessons.time[k] = time
            return
    k = lessons.count[1]
    lessons.cluster[k], lessons.size[k], lessons.length[k], lessons.time[k] = cluster, size, length, time
    lessons.count[0], lessons.count[1] = max(lessons.count[0], k + 1), (k + 1) % KEPT
