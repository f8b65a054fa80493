"""Yields that decay: a job that has run long counts less when the CPU of a node is shared.

A job counts 1 / (1 + k), k being how many whole times `decay` goes into its virtual time, and LEAST at least.  Nobody
gets a yield above 1, so that a long job alone on its nodes runs at full speed.  All levels rise together, the yield of
a job being its weight times the level; a job stops at a yield of 1, or when one of its nodes is full, the others go on.
With all weights 1 that is max-min.

Source: Casanova, Stillwell and Vivien 2011, section 8, which asks for "a strategy for reducing the yield of long
running jobs", "inspired by thread scheduling in operating systems kernels", and says no more.  The steps are those of
multilevel feedback: a thread that has used up its time goes one level down (Corbató, Merwin-Daggett and Daley 1962).
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.topics.fractional.engine.nodes import UNIT, kind_of
from scheduler.topics.fractional.engine.yields import NEAR, list_open

LEAST = 0.01  # of a job that has not run
ROUNDING = 1e-9  # of a step: virtual times that are a whole number of steps on paper are one here


@inner
def weight_of(virtual, decay):
    """What a job with this virtual time counts; virtual, decay: s; decay 0: all count 1."""
    if decay <= 0.0:
        return 1.0
    return max(LEAST, 1.0 / (1.0 + np.floor(virtual / decay + ROUNDING)))


@kernel
def fill_by_weight(jobs, nodes, y, active, count, to_the_end):
    """Yields of the mapped jobs of active[:count] by y.weight; not to_the_end: all stop when the first node is full."""
    left = list_open(nodes, y, active, count)
    y.allotted[:] = 0.0
    while left > 0:
        _weigh_nodes(jobs, nodes, y, left)
        level = _level(y, left)
        open_ = _settle_fast(jobs, nodes, y, left, level)
        if open_ == left:
            _mark_full(y, level)
            open_ = _settle_bound(jobs, nodes, y, left, level, not to_the_end)
        left = open_


@inner
def _weigh_nodes(jobs, nodes, y, left):
    """y.need: what open jobs want of every node at level 1, parts of UNIT."""
    y.need[:] = 0.0
    for i in range(left):
        job = y.open[i]
        for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
            y.need[nodes.node[task]] += y.weight[job] * jobs.need[kind_of(jobs, job, task)]


@inner
def _level(y, left):
    """The level at which the next node is full, or the next job at a yield of 1."""
    level = np.inf
    for i in range(left):
        level = min(level, 1.0 / y.weight[y.open[i]])
    for node in range(len(y.need)):
        if y.need[node] > 0.0:
            level = min(level, max(0.0, UNIT - y.allotted[node]) / y.need[node])
    return level


@inner
def _mark_full(y, level):
    """Fill y.full: the nodes where open jobs take all that is left, at this level."""
    for node in range(len(y.need)):
        y.full[node] = y.need[node] > 0.0 and UNIT - y.allotted[node] <= y.need[node] * level * (1.0 + NEAR)


@inner
def _settle_fast(jobs, nodes, y, left, level):
    """Jobs that are at a yield of 1 get it; returns how many are still open."""
    kept = 0
    for i in range(left):
        job = y.open[i]
        if y.weight[job] * level < 1.0 - NEAR:
            y.open[kept] = job
            kept += 1
        else:
            _give(jobs, nodes, y, job, 1.0)
    return kept


@inner
def _settle_bound(jobs, nodes, y, left, level, all_):
    """Jobs with a task on a full node get their share of this level, or all do; returns how many are still open."""
    kept = 0
    for i in range(left):
        job = y.open[i]
        bound = all_
        for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
            bound = bound or y.full[nodes.node[task]] != 0
        if bound:
            _give(jobs, nodes, y, job, y.weight[job] * level)
        else:
            y.open[kept] = job
            kept += 1
    return kept


@inner
def _give(jobs, nodes, y, job, yield_):
    y.target[job] = yield_
    for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
        y.allotted[nodes.node[task]] += yield_ * jobs.need[kind_of(jobs, job, task)]
