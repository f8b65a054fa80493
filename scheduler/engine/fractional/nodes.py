"""Nodes that are shared in fractions: each holds tasks, which take some of its memory and want some of its CPU.

Memory may not be exceeded; CPU may be wanted by more tasks than there is room for, then all run slower.  A job's tasks
are alike; several of them may stand on one node.  Fractions are counted in parts of UNIT, so that sums do not depend
on the order in which tasks come and go, and decimal fractions are exact; SLACK forgives what 1/3 is rounded by.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel

UNIT = 10**12       # a whole node
SLACK = 1_000       # of UNIT: three thirds fit
FULL = UNIT + SLACK
PERCENT = UNIT // 100


class Fractional(NamedTuple):
    """The jobs; a policy may not look at `runtime`."""

    submit: np.ndarray      # [n] f8, s
    runtime: np.ndarray     # [n] f8, s, on nodes of its own
    tasks: np.ndarray       # [n] i8
    need: np.ndarray        # [n] i8, CPU a task can use, parts of UNIT, 1..UNIT
    memory: np.ndarray      # [n] i8, of a task, parts of UNIT, 1..UNIT
    ptr: np.ndarray         # [n + 1] i8, offsets into a list of all tasks
    weight: np.ndarray      # [n] f8, how many times the job's priority counts


class Nodes(NamedTuple):
    """Who stands where."""

    load: np.ndarray        # [nodes] i8, sum of the needs of the tasks on it
    used: np.ndarray        # [nodes] i8, sum of their memory
    node: np.ndarray        # [tasks] i4, nodes of each job's tasks, ascending; means something for mapped jobs only
    mapped: np.ndarray      # [n] i1, 1 where the job's tasks have nodes


def fractional(submit: np.ndarray, runtime: np.ndarray, tasks: np.ndarray, need: np.ndarray,
               memory: np.ndarray, weight: np.ndarray | None = None) -> Fractional:
    """Jobs with need and memory as fractions of a node, 0 < fraction <= 1; weight: [n], all 1 where not given."""
    parts = [np.clip(np.rint(np.asarray(column, float) * UNIT), 1, UNIT).astype(np.int64) for column in (need, memory)]
    count = np.asarray(tasks, np.int64)
    return Fractional(np.asarray(submit, float), np.asarray(runtime, float), count, *parts,
                      np.concatenate(([0], np.cumsum(count))), np.ones(len(count)) if weight is None else weight)


def new_nodes(jobs: Fractional, nodes: int) -> Nodes:
    """Empty nodes."""
    return Nodes(np.zeros(nodes, np.int64), np.zeros(nodes, np.int64), np.zeros(jobs.ptr[-1], np.int32),
                 np.zeros(len(jobs.submit), np.int8))


@kernel
def put(jobs, nodes, job):
    """Let the tasks of a job stand on the nodes in its list."""
    for i in range(jobs.ptr[job], jobs.ptr[job + 1]):
        nodes.load[nodes.node[i]] += jobs.need[job]
        nodes.used[nodes.node[i]] += jobs.memory[job]


@inner
def take(jobs, nodes, job):
    """Take the tasks of a job off the nodes; the list stays, so that they can be put back."""
    for i in range(jobs.ptr[job], jobs.ptr[job + 1]):
        nodes.load[nodes.node[i]] -= jobs.need[job]
        nodes.used[nodes.node[i]] -= jobs.memory[job]


@inner
def fits_back(jobs, nodes, job):
    """Whether there is memory for all tasks of a job on the nodes in its list."""
    first, last = jobs.ptr[job], jobs.ptr[job + 1]
    i = first
    while i < last:
        node, count = nodes.node[i], 0
        while i < last and nodes.node[i] == node:
            count += 1
            i += 1
        if nodes.used[node] + count * jobs.memory[job] > FULL:
            return False
    return True


@inner
def room(jobs, nodes, job):
    """Whether there is memory for all tasks of a job, anywhere."""
    left, memory = jobs.tasks[job], jobs.memory[job]
    for node in range(len(nodes.used)):
        free = FULL - nodes.used[node]
        if free >= memory:
            left -= free // memory
            if left <= 0:
                return True
    return False
