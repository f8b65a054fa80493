"""No schedule has a smaller greatest stretch: a bound on what any scheduler could do, knowing everything beforehand.

A greatest stretch S gives every job a deadline, submit + S max(runtime, threshold).  Memory is left out, and tasks may
move at any time and at no cost; then a maximum flow tells whether all deadlines can be met.  Where they cannot, it
also tells which jobs are to blame: they have more work between them than the nodes can do for them in time.

There are two ways to the bound.  Bisection, as the paper has it: the lower end, at most 1 % below the least S for
which all deadlines can be met.  Or exactly: the jobs to blame for S need a certain S' > S to be done in time, which is
found from them alone; S' is a bound too, and is tried next, until all deadlines can be met.  Each S' is proven by
its set of jobs, so rounding cannot make the bound too great; the sets are finitely many, in practice about ten.

Source: Casanova, Stillwell and Vivien 2011, theorem 1.  For the exact value they point to a search over milestones, the
S at which deadlines and submissions meet (Legrand, Su and Vivien); sets of jobs give the same value without it.
Runtimes below the threshold count as the threshold, as in the bounded stretch that the paper measures.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.errors import Unsupported
from scheduler.topics.fractional.kernels.deadlines import MOST_PAIRS, Load, TooLarge, in_the_way, possible_work

ACCURACY = 0.01  # of the bisection, relative


class MaxStretch(NamedTuple):
    """The bound, and the jobs that prove it: even they alone have one of a stretch as great as that among them."""

    bound: float
    proof: np.ndarray  # [n] bool; none where the bound is 1


class _Case(NamedTuple):
    """Jobs with a deadline for every S."""

    load: Load
    base: np.ndarray  # [n] f8, s: max(runtime, threshold)

    def deadline(self, stretch: float) -> np.ndarray:
        """[n] f8, s."""
        return self.load.submit + stretch * self.base

    def to_blame(self, stretch: float) -> np.ndarray:
        """[n] bool: jobs that cannot all have this stretch; none where all can."""
        return in_the_way(self.load, self.deadline(stretch))


def max_stretch(
    submit: np.ndarray,
    runtime: np.ndarray,
    tasks: np.ndarray,
    need: np.ndarray,
    nodes: int,
    threshold: float = 10.0,
    exact: bool = False,
) -> MaxStretch:
    """The bound for these jobs; arrays are [n]: s, s, number, CPU need of a task in nodes.

    exact: not the lower end of a bisection to 1 %, but the least possible greatest stretch up to rounding.
    Raises Unsupported, one sentence, where the numbers are none of a fractional workload, or where too many jobs
    compete.
    """
    case = _case(submit, runtime, tasks, need, nodes, threshold)
    try:
        blamed = case.to_blame(1.0)
        if not blamed.any():
            return MaxStretch(1.0, blamed)
        return _by_sets(case, blamed) if exact else _by_bisection(case, blamed)
    except TooLarge as error:
        raise Unsupported(
            f"The bound on the greatest stretch cannot be computed: jobs compete over {error.args[0]:,} pairs of a "
            f"job and a span of time, {MOST_PAIRS:,} at most; take a shorter part of the workload or a lower load."
        ) from None


def _case(
    submit: np.ndarray, runtime: np.ndarray, tasks: np.ndarray, need: np.ndarray, nodes: int, threshold: float
) -> _Case:
    submit, runtime, tasks, need = (np.asarray(column, float) for column in (submit, runtime, tasks, need))
    for wrong, what in (
        (not len(submit), "there is no job"),
        (nodes < 1, f"there are {nodes} nodes"),
        (threshold <= 0, f"the threshold is {threshold:g} s"),
        (np.any(runtime < 0), "a runtime is below 0 s"),
        (np.any(tasks < 1), "a job has no task"),
        (np.any((need <= 0) | (need > 1)), "a CPU need is not above 0 and at most 1"),
    ):
        if wrong:
            raise Unsupported(
                f"The bound on the greatest stretch cannot be computed: {what}; it needs at least one job and one "
                "node, runtimes, tasks, and CPU needs as fractions of a node."
            )
    rate = tasks * need
    return _Case(Load(submit, rate * runtime, rate, float(nodes)), np.maximum(runtime, threshold))


def _by_bisection(case: _Case, blamed: np.ndarray) -> MaxStretch:
    """Double until all deadlines can be met, then halve."""
    low, high = 1.0, 2.0
    while (now := case.to_blame(high)).any():
        low, high, blamed = high, 2 * high, now
    while high - low > ACCURACY * low:
        middle = (low + high) / 2
        now = case.to_blame(middle)
        if now.any():
            low, blamed = middle, now
        else:
            high = middle
    return MaxStretch(low, blamed)


def _by_sets(case: _Case, blamed: np.ndarray) -> MaxStretch:
    """From set to set of jobs, each needing a greater stretch than the last."""
    bound, proof = 1.0, np.zeros_like(blamed)
    while blamed.any():
        needed = _needed(case, np.flatnonzero(blamed), bound)
        if needed <= bound * (1 + 1e-12):
            break
        bound, proof = needed, blamed
        blamed = case.to_blame(bound)
    return MaxStretch(bound, proof)


def _needed(case: _Case, rows: np.ndarray, low: float) -> float:
    """The least stretch with which these jobs have time for their work between them, from below."""
    work = float(case.load.work[rows].sum())
    high = 2 * low
    while possible_work(case.load, rows, case.deadline(high)) < work:
        low, high = high, 2 * high
    while high - low > 1e-14 * high:
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if possible_work(case.load, rows, case.deadline(middle)) < work:
            low = middle
        else:
            high = middle
    return low
