"""MCB8-stretch: every period the greatest stretch at the end of the period is made as small as can be, by estimate.

Known of a job are its flow time f and its virtual time v.  With yield y during the period T its stretch is then
estimated as (f + T) / (v + y T).  The bisection is on the inverse s of the greatest of these; every job needs the
yield (s (f + T) - v) / T for it, at least what 1 % of a node gives.  After the packing yields are raised:

    none    not at all
    max     1 % of its need at a time for the job of the greatest estimate, until nobody can be raised
    avg     the sum of the estimated stretches is least

Source: Casanova, Stillwell and Vivien 2011, section 4.7.  Decided here where the text leaves it open: the last raise
may be smaller, up to the need or to what a node has left; ties go to the higher priority.  Quantised, a raise is 1 % of
a node for each task, and one that does not fit whole ends the raising of that job.  `avg` is the paper's sum of
stretches; `inverse` takes the sum of inverse stretches instead.

Where a job has tasks of two kinds (section 8) each kind requires the yield times its own need, at least 1 %; the job is
granted the greatest yield with which no kind has more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from tests.topics.fractional.naive.packing import LEAST, Job, Mapping, Requirement, best, need_on, required_by
from tests.topics.fractional.naive.yields import Yields, greatest_sum, used_by

ACCURACY = Fraction(1, 10_000)


class Past(NamedTuple):
    """Flow time and virtual time of a job so far, s."""

    flow: Fraction
    virtual: Fraction


def wanted(past: Past, target: Fraction, period: Fraction) -> Fraction:
    """The yield that gives this inverse stretch at the end of the period; may be negative, or above 1."""
    return (target * (past.flow + period) - past.virtual) / period


def mcb8_stretch(
    order: Sequence[int],
    jobs: Sequence[Job],
    nodes: int,
    pinned: Mapping,
    past: dict[int, Past],
    period: Fraction,
    quantised: bool = False,
    by_sum: bool = False,
) -> tuple[Mapping, Yields]:
    """The mapping for the smallest estimate that works, and the yields needed for it; order: decreasing priority."""

    def required(rows: Sequence[int], target: Fraction) -> dict[int, Requirement] | None:
        need = {row: wanted(past[row], target, period) for row in rows}
        if max(need.values()) > 1:
            return None
        return {row: required_by(jobs[row], one, quantised) for row, one in need.items()}

    target, mapping = best(order, jobs, nodes, pinned, required, ACCURACY, by_sum)
    share = required(list(mapping), target) if mapping else {}
    assert share is not None
    return mapping, {row: granted(jobs[row], share[row]) for row in mapping}


def granted(job: Job, share: Requirement) -> Fraction:
    """The yield for these shares of nodes."""
    if isinstance(share, tuple):
        return min(Fraction(1), share[0] / job.first_need, share[1] / job.need)
    return min(Fraction(1), share / job.need)


def raised(
    opt: str,
    mapping: Mapping,
    floor: Yields,
    jobs: Sequence[Job],
    nodes: int,
    past: dict[int, Past],
    period: Fraction,
    order: Sequence[int],
    inverse: bool = False,
    quantised: bool = False,
) -> Yields:
    """Yields raised above those needed, as `opt` says; period: how long they are to last."""
    if opt == "none" or not mapping:
        return dict(floor)
    if opt == "max":
        return raise_worst(mapping, floor, jobs, nodes, past, period, order, quantised)
    assert opt == "avg"
    if inverse:
        weight = {row: period / (past[row].flow + period) for row in mapping}
        return greatest_sum(mapping, jobs, nodes, floor, weight)
    return least_stretches(mapping, floor, jobs, nodes, past, period)


def average_yield(past: Past, one: Fraction, period: Fraction) -> Fraction:
    """Predicted mean yield from the submission to the end of the period: the inverse of the estimated stretch."""
    return (past.virtual + one * period) / (past.flow + period)


def raise_worst(
    mapping: Mapping,
    floor: Yields,
    jobs: Sequence[Job],
    nodes: int,
    past: dict[int, Past],
    period: Fraction,
    order: Sequence[int],
    quantised: bool,
) -> Yields:
    """1 % at a time."""
    yields, open_ = dict(floor), [row for row in order if row in mapping]
    while open_:
        worst = min(open_, key=lambda row: (average_yield(past[row], yields[row], period), order.index(row)))
        whole = min(LEAST / jobs[worst].need if quantised else LEAST, 1 - yields[worst])
        used = used_by(yields, mapping, jobs, nodes)
        room = min((1 - used[node]) / need_on(node, jobs[worst], mapping[worst]) for node in mapping[worst])
        step = min(whole, room)
        if step == 0 or (quantised and step < whole):
            open_.remove(worst)
        else:
            yields[worst] += step
    return yields


def least_stretches(
    mapping: Mapping, floor: Yields, jobs: Sequence[Job], nodes: int, past: dict[int, Past], period: Fraction
) -> Yields:
    """The least sum of (f + T) / (v + y T), a convex function, to seven digits; never above what the nodes have."""
    rows = sorted(mapping)
    flow = np.array([float(past[row].flow + period) for row in rows])
    virtual, length = np.array([float(past[row].virtual) for row in rows]), float(period)
    need = np.array([[float(need_on(node, jobs[row], mapping[row])) for row in rows] for node in range(nodes)])
    low = np.array([float(floor[row]) for row in rows])
    found = minimize(
        lambda y: float(np.sum(flow / (virtual + y * length))),
        low,
        jac=lambda y: -flow * length / (virtual + y * length) ** 2,
        method="SLSQP",
        bounds=[(min(one, 1.0), 1.0) for one in low],
        constraints={"type": "ineq", "fun": lambda y: 1 - need @ y, "jac": lambda y: -need},
        options={"ftol": 1e-12, "maxiter": 1000},
    )
    near = {
        row: max(floor[row], min(Fraction(1), Fraction(y).limit_denominator(10**7)))
        for row, y in zip(rows, found.x.tolist(), strict=True)
    }
    return within_nodes(near, floor, mapping, jobs, nodes)


def within_nodes(near: Yields, floor: Yields, mapping: Mapping, jobs: Sequence[Job], nodes: int) -> Yields:
    """Towards the floor by so little that no node gives more than it has."""
    above, below = used_by(near, mapping, jobs, nodes), used_by(floor, mapping, jobs, nodes)
    part = min([Fraction(1)] + [(1 - b) / (a - b) for a, b in zip(above, below, strict=True) if a > 1])
    return {row: floor[row] + part * (near[row] - floor[row]) for row in near}
