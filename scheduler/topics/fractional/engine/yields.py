"""What share of its need every mapped job gets: its yield.  All tasks of a job get the same.

First every job gets 1 / max(1, largest load of a node), which makes the least yield as large as it can be.  What is
left is handed out by filling up (max-min): all yields rise together; a job stops when one of its nodes is full or its
yield is 1, the others go on.

Source: Casanova, Stillwell and Vivien 2011, section 4.6; for the stretch 4.7.  Quantum: allocations are whole multiples
of it and at least one percent of a node, as the authors' simulator has it in whole percents; 1 is exact.  With a
quantum the yield at which a node is full counts in whole percents, too: nodes that are full at 33.3 and at 33.9 % are
full together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.topics.fractional.engine.nodes import PERCENT, UNIT, kind_of

NEAR = 1e-12  # yields that differ by less are the same
STEP = 0.01  # by which the smallest predicted yield is raised


class Yields(NamedTuple):
    """The yields to be, and what is needed to find them."""

    target: np.ndarray  # [n] f8, 0..1, of mapped jobs
    floor: np.ndarray  # [n] f8, what the last period gave; with stretch-per only
    open: np.ndarray  # [n] i8, jobs whose yield is not settled
    need: np.ndarray  # [nodes] f8, sum of the needs of open jobs, fraction of a node
    allotted: np.ndarray  # [nodes] f8, sum of what settled jobs get
    full: np.ndarray  # [nodes] i1
    weight: np.ndarray  # [n] f8, 0..1, what jobs count where yields decay (decay.py)


def new_yields(n: int, nodes: int) -> Yields:
    """Nothing given yet."""
    return Yields(
        np.zeros(n),
        np.zeros(n),
        np.zeros(n, np.int64),
        np.zeros(nodes),
        np.zeros(nodes),
        np.zeros(nodes, np.int8),
        np.ones(n),
    )


@inner
def allotted(jobs, job, yield_, quantum):
    """A yield, cut so that the allocation is a whole multiple of the quantum and at least one percent.

    With a quantum the tasks of every job are alike.
    """
    if quantum <= 1:
        return yield_
    need = jobs.need[job]
    parts = np.int64(np.floor(yield_ * need / quantum + NEAR)) * quantum
    return min(need, max(PERCENT, parts)) / need


@inner
def cut(yield_, quantum):
    """A yield in whole percents where there is a quantum, cut off."""
    return yield_ if quantum <= 1 else np.floor(yield_ * 100 + NEAR) / 100


@kernel
def base(jobs, nodes, y, active, count, quantum):
    """Give every mapped job of active[:count] the same yield, the largest possible; returns the largest load."""
    most = 0
    for node in range(len(nodes.load)):
        most = max(most, nodes.load[node])
    same = cut(1.0 / max(1.0, most / UNIT), quantum)
    for i in range(count):
        if nodes.mapped[active[i]] != 0:
            y.target[active[i]] = allotted(jobs, active[i], same, quantum)
    return most / UNIT


@kernel
def fill_up(jobs, nodes, y, active, count, quantum):
    """Max-min yields of the mapped jobs of active[:count]."""
    left = list_open(nodes, y, active, count)
    for node in range(len(nodes.load)):
        y.need[node] = nodes.load[node]
        y.allotted[node] = 0.0
    while left > 0:
        level = cut(_level(y), quantum)
        for node in range(len(y.need)):
            y.full[node] = y.need[node] > 0.0 and cut(_rise(y, node), quantum) <= level + NEAR
        left = _settle(jobs, nodes, y, left, level, quantum)


@inner
def list_open(nodes, y, active, count):
    """The mapped jobs of active[:count] into y.open; returns how many."""
    left = 0
    for i in range(count):
        if nodes.mapped[active[i]] != 0:
            y.open[left] = active[i]
            left += 1
    return left


@inner
def _rise(y, node):
    """The yield at which a node is full, if its open jobs all get it."""
    return min(1.0, (UNIT - y.allotted[node]) / y.need[node])


@inner
def _level(y):
    """The yield at which the first node is full."""
    level = 1.0
    for node in range(len(y.need)):
        if y.need[node] > 0.0:
            level = min(level, _rise(y, node))
    return level


@inner
def _settle(jobs, nodes, y, left, level, quantum):
    """Jobs with a task on a full node get this level; returns how many are still open."""
    kept = 0
    for i in range(left):
        job = y.open[i]
        bound = False
        for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
            bound = bound or y.full[nodes.node[task]] != 0
        if not bound:
            y.open[kept] = job
            kept += 1
            continue
        y.target[job] = allotted(jobs, job, max(level, 0.0), quantum)
        for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
            need = jobs.need[kind_of(jobs, job, task)]
            y.need[nodes.node[task]] -= need
            y.allotted[nodes.node[task]] += y.target[job] * need
    return kept


# ---- stretch ---------------------------------------------------------------------------------------------------------


@inner
def raise_smallest(jobs, nodes, y, active, count, flow, virtual, ahead, rank, quantum):
    """From the floor up: the job with the smallest predicted yield gets one percent more, as often as that is possible.

    Predicted is (virtual + yield x ahead) / (flow + ahead), the inverse of its stretch after `ahead` seconds; of equal
    jobs the one of lowest rank is raised.  flow, virtual, rank: [n]; quantum > 1: one percent of a node, not of the
    need.
    """
    left = list_open(nodes, y, active, count)
    y.allotted[:] = 0.0
    for i in range(left):
        job = y.open[i]
        y.target[job] = y.floor[job]
        for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
            y.allotted[nodes.node[task]] += y.target[job] * jobs.need[kind_of(jobs, job, task)]
    while left > 0:
        at = _smallest(y, left, flow, virtual, ahead, rank)
        step = _step(jobs, nodes, y, y.open[at], quantum)
        if step <= NEAR:
            left -= 1
            y.open[at] = y.open[left]
            continue
        job = y.open[at]
        y.target[job] = min(1.0, y.target[job] + step)
        for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
            y.allotted[nodes.node[task]] += step * jobs.need[kind_of(jobs, job, task)]


@inner
def _smallest(y, left, flow, virtual, ahead, rank):
    """Which of the open jobs is predicted to have the smallest yield."""
    best, least = 0, np.inf
    for i in range(left):
        job = y.open[i]
        value = (virtual[job] + y.target[job] * ahead) / max(flow[job] + ahead, NEAR)
        if value < least - NEAR or (value <= least + NEAR and rank[job] < rank[y.open[best]]):
            best, least = i, value
    return best


@inner
def _step(jobs, nodes, y, job, quantum):
    """By how much the yield of a job can rise, at most one percent."""
    step = min(STEP if quantum <= 1 else PERCENT / jobs.need[job], 1.0 - y.target[job])
    first, last, most = jobs.ptr[job], jobs.ptr[job + 1], step
    for task in range(first, last):
        y.need[nodes.node[task]] = 0.0
    for task in range(first, last):
        y.need[nodes.node[task]] += jobs.need[kind_of(jobs, job, task)]
    for task in range(first, last):
        node = nodes.node[task]
        most = min(most, (UNIT - y.allotted[node]) / y.need[node])
    return most if quantum <= 1 or most >= step - NEAR else 0.0
