"""Yields that decay, from the definition alone: a job that has run long counts less when CPU is shared.

With k = the whole part of virtual time / decay, a job's weight is 1 / (1 + k), 1 / 100 at least.  At level L its yield
is min(1, weight x L).

    none    the greatest L at which no node gives more than it has, for all
    min     L rises; a job with a task on a node that would give too much beyond this level keeps its yield, the others
            go on
    avg     the sum of weight x yield is greatest, none below that of `none`

Source: Casanova, Stillwell and Vivien 2011, sections 4.6 and 8, which leaves open how.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from tests.topics.fractional.naive.packing import Job, Mapping, need_on
from tests.topics.fractional.naive.yields import Yields, greatest_sum

LEAST = Fraction(1, 100)


def weight(virtual: Fraction, decay: Fraction) -> Fraction:
    """What a job counts; s."""
    return max(LEAST, Fraction(1, 1 + virtual // decay))


def decayed(opt: str, mapping: Mapping, jobs: Sequence[Job], nodes: int, weights: Yields) -> Yields:
    """{row: yield} of the mapped jobs; weights: what each counts."""
    if not mapping:
        return {}
    if opt == "min":
        return to_the_end(mapping, jobs, nodes, weights)
    floor = at_level(first_level(mapping, jobs, nodes, weights, {}), weights, mapping)
    return floor if opt == "none" else greatest_sum(mapping, jobs, nodes, floor, weights)


def at_level(level: Fraction, weights: Yields, rows: Mapping) -> Yields:
    return {row: min(Fraction(1), weights[row] * level) for row in rows}


def to_the_end(mapping: Mapping, jobs: Sequence[Job], nodes: int, weights: Yields) -> Yields:
    """Level by level."""
    fixed: Yields = {}
    while len(fixed) < len(mapping):
        rest = {row: where for row, where in mapping.items() if row not in fixed}
        level = first_level(mapping, jobs, nodes, weights, fixed)
        now = at_level(level, weights, rest)
        full = {
            node
            for node in range(nodes)
            if given(node, level, mapping, jobs, weights, fixed) == 1
            and given(node, level + 1, mapping, jobs, weights, fixed) > 1
        }
        fixed |= {row: now[row] for row, where in rest.items() if now[row] == 1 or full.intersection(where)}
    return fixed


def given(
    node: int, level: Fraction, mapping: Mapping, jobs: Sequence[Job], weights: Yields, fixed: Yields
) -> Fraction:
    """What a node gives at a level."""
    yields = at_level(level, weights, mapping) | fixed
    return sum((yields[row] * need_on(node, jobs[row], where) for row, where in mapping.items()), Fraction(0))


def first_level(mapping: Mapping, jobs: Sequence[Job], nodes: int, weights: Yields, fixed: Yields) -> Fraction:
    """The greatest level at which no node gives too much; where any will do, that at which all have a yield of 1."""
    bends = sorted({1 / weights[row] for row in mapping})
    return min(
        crossing(lambda level, node=node: given(node, level, mapping, jobs, weights, fixed), bends)
        for node in range(nodes)
    )


def crossing(of_level: Callable[[Fraction], Fraction], bends: list[Fraction]) -> Fraction:
    """Where a function that never falls, and is straight between its bends, goes beyond 1; else the last bend."""
    low = Fraction(0)
    for high in bends:
        if of_level(high) > 1:
            begin, end = of_level(low), of_level(high)
            return low + (high - low) * (1 - begin) / (end - begin)
        low = high
    return low
