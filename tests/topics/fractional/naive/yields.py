"""What every job gets of the CPU once the mapping is fixed: the yield is the share that each task gets of its need.

    none    1 / max(1, greatest load of a node), for all
    min     the smallest yield is raised until it cannot be, then the next smallest, ...: max-min fairness
    avg     the sum of the yields is greatest, none below that of `none`

Source: Casanova, Stillwell and Vivien 2011, section 4.6 and linear program (2).  Where several sums of yields are
equally great, `avg` takes the one that scipy's simplex stops at, made exact; the sum is determined, single yields may
not be.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog

from tests.topics.fractional.naive.greedy import loads
from tests.topics.fractional.naive.packing import LEAST, Job, Mapping, need_on, needs

Yields = dict[int, Fraction]


def base(mapping: Mapping, jobs: Sequence[Job], nodes: int) -> Yields:
    """The greatest yield all can have."""
    one = 1 / max(Fraction(1), *loads(mapping, jobs, nodes))
    return dict.fromkeys(mapping, one)


def progressive(mapping: Mapping, jobs: Sequence[Job], nodes: int, quantised: bool = False) -> Yields:
    """Raise all together; who meets a full node stays, the others go on, with what cutting to percents has left.

    quantised: the yield at which a node is full is cut to hundredths, too, so that nodes of one hundredth go together.
    """
    fixed: Yields = {}
    while len(fixed) < len(mapping):
        rest = {row: where for row, where in mapping.items() if row not in fixed}
        used, need = used_by(fixed, mapping, jobs, nodes), loads(rest, jobs, nodes)
        room = {node: min(Fraction(1), (1 - used[node]) / need[node]) for node in range(nodes) if need[node] > 0}
        if quantised:
            room = {node: Fraction(one * 100 // 1, 100) for node, one in room.items()}
        least = min(room.values())
        tight = {node for node in room if room[node] == least}
        fixed |= {
            row: in_percents(least, jobs[row].need) if quantised else least
            for row, where in rest.items()
            if tight.intersection(where)
        }
    return fixed


def used_by(yields: Yields, mapping: Mapping, jobs: Sequence[Job], nodes: int) -> list[Fraction]:
    """[nodes] CPU given to the jobs that have a yield."""
    used = [Fraction(0)] * nodes
    for row, one in yields.items():
        for node, need in zip(mapping[row], needs(jobs[row]), strict=True):
            used[node] += one * need
    return used


def average(mapping: Mapping, jobs: Sequence[Job], nodes: int) -> Yields:
    """Linear program (2)."""
    return greatest_sum(mapping, jobs, nodes, base(mapping, jobs, nodes), dict.fromkeys(mapping, Fraction(1)))


def greatest_sum(mapping: Mapping, jobs: Sequence[Job], nodes: int, floor: Yields, weight: Yields) -> Yields:
    """Yields between their floor and 1 with the greatest weighted sum; a vertex, so it can be made exact."""
    rows = sorted(mapping)
    need = [[need_on(node, jobs[row], mapping[row]) for row in rows] for node in range(nodes)]
    found = linprog(
        [-float(weight[row]) for row in rows],
        A_ub=np.array(need, float),
        b_ub=np.ones(nodes),
        bounds=[(min(float(floor[row]), 1.0), 1.0) for row in rows],
        method="highs-ds",
    )
    assert found.status == 0, found.message
    return dict(zip(rows, exact(found.x.tolist(), [floor[row] for row in rows], need), strict=True))


def exact(near: list[float], floor: list[Fraction], need: list[list[Fraction]]) -> list[Fraction]:
    """The vertex whose floats are `near`: at their floor, at 1, or determined by the nodes that are full."""
    value: list[Fraction | None] = [
        low if abs(y - low) < 1e-9 else Fraction(1) if abs(y - 1) < 1e-9 else None
        for y, low in zip(near, floor, strict=True)
    ]
    free = [i for i, known in enumerate(value) if known is None]
    equations = []
    for of_node in need:
        if abs(sum(float(c) * y for c, y in zip(of_node, near, strict=True)) - 1) < 1e-9:
            left = 1 - sum(c * known for c, known in zip(of_node, value, strict=True) if known is not None)
            equations.append([of_node[i] for i in free] + [left])
    for i, solved in zip(free, solve(equations, len(free)), strict=True):
        value[i] = solved
    result = [v for v in value if v is not None]
    assert all(low <= v <= 1 for low, v in zip(floor, result, strict=True))
    assert all(sum(c * v for c, v in zip(of_node, result, strict=True)) <= 1 for of_node in need)
    return result


def solve(equations: list[list[Fraction]], unknowns: int) -> list[Fraction]:
    """Gauss and Jordan; each equation is [coefficients..., right side].  There must be one solution."""
    rows = [list(equation) for equation in equations]
    for column in range(unknowns):
        pivot = next((i for i in range(column, len(rows)) if rows[i][column] != 0), None)
        assert pivot is not None, "not a vertex"
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [a / rows[column][column] for a in rows[column]]
        for i, row in enumerate(rows):
            if i != column and row[column] != 0:
                rows[i] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    return [row[-1] for row in rows[:unknowns]]


RULES = {"none": base, "avg": average}


def yields_of(opt: str, mapping: Mapping, jobs: Sequence[Job], nodes: int, quantised: bool = False) -> Yields:
    """{row: yield} of the mapped jobs; quantised: yields cut to hundredths, shares of nodes to whole percents."""
    if not mapping:
        return {}
    if opt == "min":
        return progressive(mapping, jobs, nodes, quantised)
    exactly = RULES[opt](mapping, jobs, nodes)
    return {row: in_percents(one, jobs[row].need) for row, one in exactly.items()} if quantised else exactly


def in_percents(one: Fraction, need: Fraction) -> Fraction:
    """The yield, cut to hundredths, then its share of a node cut to whole percents, at least one, whatever is left."""
    cut = Fraction(one * 100 // 1, 100)
    return max(LEAST, Fraction(cut * need * 100 // 1, 100)) / need
