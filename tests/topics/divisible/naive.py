"""Divisible loads the slow way: exact numbers, all orders, all bases of a linear program, and a solver for larger ones.

A worker here is (c, w, L): seconds to send one unit, seconds to compute one, seconds of each message on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
from scipy.optimize import linprog

Slow = tuple[Fraction, Fraction, Fraction]


def slow(workers: Sequence[object]) -> list[Slow]:
    """The same workers in exact numbers."""
    return [(1 / Fraction(w.bandwidth), 1 / Fraction(w.speed), Fraction(w.latency)) for w in workers]


def solved(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """The solution of a square system, None where there is not exactly one."""
    n, rows = len(right), [[*map(Fraction, row), Fraction(b)] for row, b in zip(matrix, right, strict=True)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in (i for i in range(n) if i != k):
            rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[n] for row in rows]


def together(workers: Sequence[Slow], load: Fraction) -> tuple[Fraction, list[Fraction]] | None:
    """(when, shares) if these, served in this order, all end at the same instant; None where a share is not positive."""
    n = len(workers)
    rows = [
        [*(workers[j][0] if j < i else sum(workers[i][:2]) if j == i else 0 for j in range(n)), -1] for i in range(n)
    ]
    found = solved([*rows, [1] * n + [0]], [*(-sum(w[2] for w in workers[: i + 1]) for i in range(n)), load])
    return (found[n], found[:n]) if found is not None and min(found[:n]) > 0 else None


def best_single(workers: Sequence[Slow], load: Fraction) -> Fraction:
    """The shortest single round over all sets and orders of workers."""
    ends = [
        together([workers[i] for i in some], load)
        for count in range(1, len(workers) + 1)
        for some in permutations(range(len(workers)), count)
    ]
    return min(end[0] for end in ends if end)


def best_single_in(workers: Sequence[Slow], load: Fraction) -> Fraction:
    """The shortest single round in this order, over all sets of those who take part."""
    ends = [together(some, load) for count in range(1, len(workers) + 1) for some in combinations(workers, count)]
    return min(end[0] for end in ends if end)


def program_single(workers: Sequence[Slow], order: Sequence[int], load: float) -> float:
    """The shortest single round in an order, without latencies, by a solver: nothing is said of who ends when."""
    n = len(workers)
    rows = np.zeros((n, n + 1))
    for at, i in enumerate(order):
        for j in order[: at + 1]:
            rows[at, j] += float(workers[j][0])
        rows[at, i] += float(workers[i][1])
        rows[at, n] = -1
    return _least(rows, np.ones((1, n + 1)) - np.eye(n + 1)[n], [load])


def _least(rows: np.ndarray, equal: np.ndarray, right: Sequence[float]) -> float:
    """The least last variable with rows x <= 0, equal x = right, x >= 0."""
    found = linprog(np.eye(rows.shape[1])[-1], A_ub=rows, b_ub=np.zeros(len(rows)), A_eq=equal, b_eq=right)
    assert found.status == 0, found.message
    return float(found.fun)


def exact_returns(workers: Sequence[Slow], ratio: Fraction, sent: Sequence[int], returned: Sequence[int]) -> Fraction:
    """The most load in one second for two orders: every corner of the linear program, in exact numbers."""
    n = len(workers)
    rows = []
    for i in range(n):
        before, after = sent[: sent.index(i) + 1], returned[returned.index(i) :]
        rows.append(
            [
                (workers[j][0] if j in before else 0)
                + (ratio * workers[j][0] if j in after else 0)
                + (workers[j][1] if j == i else 0)
                for j in range(n)
            ]
        )
    rows.append([(1 + ratio) * worker[0] for worker in workers])
    corners = [*((row, 1) for row in rows), *(([int(j == i) for j in range(n)], 0) for i in range(n))]
    return max(
        sum(x)
        for some in combinations(corners, n)
        if (x := solved([row for row, _ in some], [right for _, right in some])) is not None
        and min(x) >= 0
        and all(sum(a * b for a, b in zip(row, x, strict=True)) <= 1 for row in rows)
    )


def best_returns(workers: Sequence[Slow], ratio: Fraction) -> Fraction:
    """The most load in one second over all pairs of orders."""
    orders = [list(order) for order in permutations(range(len(workers)))]
    return max(exact_returns(workers, ratio, sent, returned) for sent, returned in product(orders, orders))


def program_tree(degree: int, height: int, c: float, w: float) -> float:
    """The shortest single round of one unit on a tree, by a solver; children served in their order."""
    nodes = sum(degree**level for level in range(height + 1))
    kept, taken, since = ({v: k * nodes + v for v in range(nodes)} for k in range(3))
    width, rows, equal = 3 * nodes + 1, [], [_row(3 * nodes + 1, {since[0]: 1}), _row(3 * nodes + 1, {taken[0]: 1})]
    for v in range(nodes):
        below = [u for u in range(degree * v + 1, degree * v + degree + 1) if u < nodes]
        rows.append(_row(width, {since[v]: 1, kept[v]: w, width - 1: -1}))
        equal.append(_row(width, {taken[v]: 1, kept[v]: -1} | {taken[u]: -1 for u in below}))
        equal += [
            _row(width, {since[u]: 1, since[v]: -1} | {taken[earlier]: -c for earlier in below[: at + 1]})
            for at, u in enumerate(below)
        ]
    return _least(np.array(rows), np.array(equal), [0, 1] + [0] * (len(equal) - 2))


def program_tree_returns(degree: int, height: int, c: float, w: float, ratio: float, mirrored: bool) -> float:
    """The shortest single round of one unit on a tree whose subtrees return their results in one message, by a solver.

    Of each node: what it keeps and what its subtree takes, when that has come, when all results are there, and when
    they are with its parent.  Every event is late enough and nothing more is said: nobody has to end with anybody.
    """
    nodes = sum(degree**level for level in range(height + 1))
    kept, taken, since, ready, back = ({v: k * nodes + v for v in range(nodes)} for k in range(5))
    width = 5 * nodes + 1
    rows, equal = [_row(width, {ready[0]: 1, width - 1: -1})], [_row(width, {taken[0]: 1})]
    for v in range(nodes):
        below = [u for u in range(degree * v + 1, degree * v + degree + 1) if u < nodes]
        equal.append(_row(width, {taken[v]: 1, kept[v]: -1} | {taken[u]: -1 for u in below}))
        rows.append(_row(width, {since[v]: 1, kept[v]: w, ready[v]: -1}))
        before = since[v]
        for u in below:  # down, one after the other
            rows.append(_row(width, {before: 1, taken[u]: c, since[u]: -1}))
            before = since[u]
        for u in below[::-1] if mirrored else below:  # and up
            rows += [
                _row(width, {before: 1, taken[u]: ratio * c, back[u]: -1}),
                _row(width, {ready[u]: 1, taken[u]: ratio * c, back[u]: -1}),
            ]
            before = back[u]
        if below:
            rows.append(_row(width, {before: 1, ready[v]: -1}))
    return _least(np.array(rows), np.array(equal), [1] + [0] * (len(equal) - 1))


def _row(width: int, values: dict[int, float]) -> np.ndarray:
    made = np.zeros(width)
    made[list(values)] = list(values.values())
    return made


def program_steady(degree: int, height: int, speed: float, bandwidth: float) -> float:
    """The most per second on a tree, every port busy at most all of the time, by a solver."""
    nodes = sum(degree**level for level in range(height + 1))
    rows, equal = [], []
    for v in range(nodes):
        below = [u for u in range(degree * v + 1, degree * v + degree + 1) if u < nodes]
        ports = {nodes + u: 1 / bandwidth for u in ([v] if v else []) + below}
        rows.append(_row(2 * nodes, ports))
        equal.append(_row(2 * nodes, {nodes + v: 1, v: -1} | {nodes + u: -1 for u in below}))
    found = linprog(
        -np.repeat([1, 0], nodes),
        A_ub=np.array(rows),
        b_ub=np.ones(nodes),
        A_eq=np.array(equal),
        b_eq=np.zeros(nodes),
        bounds=[(0, speed)] * nodes + [(0, None)] * nodes,
    )
    return -float(found.fun)


def fork_ends(workers: Sequence[Slow], tasks: int) -> Iterator[Fraction]:
    """When all tasks are over, for every way of handing them out."""
    for chosen in product(range(len(workers)), repeat=tasks):
        port, free = Fraction(0), [Fraction(0)] * len(workers)
        for i in chosen:
            port += workers[i][2] + workers[i][0]
            free[i] = max(port, free[i]) + workers[i][1]
        yield max(free)
