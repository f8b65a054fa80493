"""The machine of space.py in several clusters, inside one of which every job runs: what is free in each of them.

The clock, the ends and the submissions are those of space.py, which counts the free processors of all clusters
together.  After each step a kernel calls give_back(), and starts jobs by start_inside().
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scheduler.compiled import part
from scheduler.engine.rigid.easy_rule import may_pass
from scheduler.engine.rigid.space import reservation, sort_expected, start


class Clusters(NamedTuple):
    """What stands where."""

    size: np.ndarray  # [clusters] i8, processors
    free: np.ndarray  # [clusters] i8, of these
    of: np.ndarray  # [n] i8, where a job runs; 0 until it starts
    due: np.ndarray  # [clusters] i8, to count releases with


def new_clusters(size: Sequence[int], jobs: int) -> Clusters:
    """Clusters of these sizes at rest."""
    sizes = np.array(size, np.int64)
    return Clusters(sizes, sizes.copy(), np.zeros(jobs, np.int64), np.zeros(len(sizes), np.int64))


@part
def give_back(jobs, s, clusters):
    """Free the processors of the jobs that ended at this event in their clusters, too."""
    if len(clusters.free) == 1:
        clusters.free[0] = s.free[0]
        return
    for i in range(s.gone[0]):
        clusters.free[clusters.of[s.ended[i]]] += jobs.size[s.ended[i]]


@part
def most_free(clusters, but):
    """The most processors free in one cluster, other than `but` (-1: any)."""
    most = 0
    for cluster in range(len(clusters.free)):
        if cluster != but:
            most = max(most, clusters.free[cluster])
    return most


@part
def first_with(clusters, size):
    """The lowest cluster in which so many processors are free; -1 none."""
    for cluster in range(len(clusters.free)):
        if size <= clusters.free[cluster]:
            return cluster
    return -1


@part
def first_beside(clusters, reserved, size, requested, now, shadow, extra):
    """The lowest cluster in which a job may start without delaying the head, reserved in a cluster; -1 none.

    shadow, extra: of that reservation; in every other cluster whoever fits may start.
    """
    for cluster in range(len(clusters.free)):
        left = extra if cluster == reserved else size
        if may_pass(size, requested, now, clusters.free[cluster], shadow, left):
            return cluster
    return -1


@part
def start_inside(jobs, s, clusters, cluster, job):
    """Start a job now in a cluster (it must fit)."""
    clusters.of[job] = cluster
    clusters.free[cluster] -= jobs.size[job]
    start(jobs, s, job)


@part
def reservation_inside(jobs, s, clusters, job):
    """(shadow, extra, blocker, cluster) of a job that fits in no cluster now.

    shadow: the earliest time at which, by the requested times of the running jobs, it will fit in a cluster, the lowest
    of several; extra: processors that will then be left over there, all releases of that instant counted; blocker: the
    running job whose end makes it fit there; cluster: where.
    """
    if len(clusters.free) == 1:
        shadow, extra, blocker = reservation(jobs, s, job)
        return shadow, extra, blocker, 0
    if s.expected.sorted[0] == 0:
        sort_expected(jobs, s)
    times, items, due, needed = s.expected.time, s.expected.job, clusters.due, jobs.size[job]
    for cluster in range(len(due)):  # at once would need memory, which kernels do not ask for
        due[cluster] = clusters.free[cluster]
    i, where, blocker = s.expected.count[0] - 1, -1, -1
    shadow = np.inf
    while i >= 0 and (where < 0 or times[i] == shadow):
        cluster = clusters.of[items[i]]
        fitted = due[cluster] >= needed
        due[cluster] += jobs.size[items[i]]
        if not fitted and due[cluster] >= needed and (where < 0 or cluster < where):
            shadow, where, blocker = times[i], cluster, items[i]
        i -= 1
    return shadow, due[where] - needed, blocker, where
