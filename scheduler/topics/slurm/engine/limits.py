"""Limits on what runs at a time: counters that jobs share, each with the most it may reach.

A counter is of a QOS, of a user or account in a QOS, of an association and all below it, or of an array of jobs.  It
counts processors, jobs, and where that is limited the nodes that one of its jobs at least is on.  Limits are asked when
a job is about to start; a job that breaks one is passed over and blocks nobody.  What is allowed is said job by job, as
the QOS of a job may stand in for the limit of its account.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.topics.slurm.engine.nodes import NOWHERE, Nodes
from scheduler.topics.slurm.engine.sets import has

UNLIMITED = 1 << 60
KEEPS_NONE = -1
PROCESSORS, JOBS, NODES = range(3)  # what is counted


class Limits(NamedTuple):
    """Counters, and which of them a job has."""

    ptr: np.ndarray  # [n + 1] i8
    counter: np.ndarray  # [rows] i8, counters of job i are counter[ptr[i]:ptr[i + 1]]
    most: np.ndarray  # [rows, 3] i8
    rule: np.ndarray  # [rows, 3] i8, of the log
    used: np.ndarray  # [counters, 3] i8
    place: np.ndarray  # [counters] i8, row of `there`; -1 where nodes are not counted
    there: np.ndarray  # [counters with nodes, nodes] i4, jobs of the counter on each node


def no_limits(jobs: int) -> Limits:
    """Nothing is limited."""
    none, three = np.zeros(0, np.int64), np.zeros((0, 3), np.int64)
    return Limits(np.zeros(jobs + 1, np.int64), none, three, three, three, none, np.zeros((0, 0), np.int32))


@part
def broken(limits, job, size):
    """The rule of the log that tells which limit a job would break; KEEPS_NONE where it breaks none.

    Nodes are not looked at: they are known when the job has been placed.
    """
    for i in range(limits.ptr[job], limits.ptr[job + 1]):
        one = limits.counter[i]
        if limits.used[one, PROCESSORS] + size > limits.most[i, PROCESSORS]:
            return limits.rule[i, PROCESSORS]
        if limits.used[one, JOBS] + 1 > limits.most[i, JOBS]:
            return limits.rule[i, JOBS]
    return KEEPS_NONE


@inner
def broken_by_nodes(limits, job, chosen):
    """The rule of the limit that a job would break on a set of nodes, or KEEPS_NONE."""
    for i in range(limits.ptr[job], limits.ptr[job + 1]):
        if limits.most[i, NODES] == UNLIMITED:
            continue
        one = limits.counter[i]
        count, row = limits.used[one, NODES], limits.place[one]
        for node in range(limits.there.shape[1]):
            if limits.there[row, node] == 0 and has(chosen, node):
                count += 1
        if count > limits.most[i, NODES]:
            return limits.rule[i, NODES]
    return KEEPS_NONE


@part
def count_job(limits, job, size, times):
    """Count a job that starts (times 1) or ends (times -1)."""
    for i in range(limits.ptr[job], limits.ptr[job + 1]):
        limits.used[limits.counter[i], PROCESSORS] += times * size
        limits.used[limits.counter[i], JOBS] += times


@inner
def count_nodes(limits, nodes: Nodes, job, times):
    """Count the nodes that a job is on: after it got them (times 1), or before they are taken from it (times -1)."""
    for i in range(limits.ptr[job], limits.ptr[job + 1]):
        one = limits.counter[i]
        row = limits.place[one]
        cell = nodes.first[job] if row >= 0 else NOWHERE
        while cell != NOWHERE:
            node = nodes.node[cell]
            before = limits.there[row, node]
            limits.there[row, node] = before + times
            limits.used[one, NODES] += (before + times > 0) - (before > 0)
            cell = nodes.next[cell]
