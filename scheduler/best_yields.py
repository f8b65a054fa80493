"""Yields that are best on average, by linear programming: the part of fractional scheduling that is not compiled.

Average yield: maximize the sum of the yields.  Average stretch: minimize the sum of (flow + T) / (virtual + yield T),
which is convex and separable; every term is replaced by its tangents, and tangents are added at the solution until
they are exact there to GAP.

Source: Casanova, Stillwell and Vivien 2011, section 4.6, linear program (2), and 4.7.  Several yields may be best; what
the solver (HiGHS, by its dual simplex method) finds first is taken, which is the same on every run.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, diags_array, hstack, vstack

GAP = 1e-7          # relative error of the average stretch
ROUNDS = 100


def node_loads(need: np.ndarray, job: np.ndarray, node: np.ndarray, nodes: int) -> csr_array:
    """[nodes, jobs]: what each job loads each node with at yield 1.

    need: [jobs] fraction of a node, of a task; job, node: [tasks], the job and the node of each task.
    """
    return coo_array((need[job], (node, job)), (nodes, len(need))).tocsr()


def highest_average(loads: csr_array, floor: np.ndarray, value: np.ndarray | None = None) -> np.ndarray:
    """[jobs] yields, floor <= yield <= 1, with the largest sum of value x yield that fits on the nodes.

    value: [jobs], all 1 where not given.
    """
    cost = -np.ones(len(floor)) if value is None else -value
    return _within(linprog(cost, loads, _capacity(loads, floor), bounds=_bounds(floor), method="highs-ds").x, floor)


def least_average_stretch(loads: csr_array, floor: np.ndarray, flow: np.ndarray, virtual: np.ndarray,
                          ahead: float) -> np.ndarray:
    """[jobs] yields, floor <= yield <= 1, with the least sum of stretches `ahead` seconds from now.

    flow, virtual: [jobs] s, flow and virtual time now; ahead > 0.
    """
    jobs = len(floor)

    def stretch(y: np.ndarray) -> np.ndarray:
        return (flow + ahead) / (virtual + y * ahead)

    points = [floor, np.ones(jobs), (floor + 1) / 2]
    best, least = floor, float(stretch(floor).sum())
    for _ in range(ROUNDS):
        y, bound = _by_tangents(loads, floor, [(at, stretch(at), -ahead * stretch(at) / (virtual + at * ahead))
                                               for at in points])
        value = float(stretch(y).sum())
        if value < least:
            best, least = y, value
        if least - bound <= GAP * least:
            break
        points.append(y)
    return best


def _by_tangents(loads: csr_array, floor: np.ndarray, tangents: list) -> tuple[np.ndarray, float]:
    """(yields, least sum) where each term is the largest of its tangents (at, value, slope), [jobs] each."""
    jobs = len(floor)
    own = coo_array((-np.ones(jobs), (np.arange(jobs), np.arange(jobs)))).tocsr()
    rows = [hstack([loads, csr_array((loads.shape[0], jobs))])]
    rows += [hstack([diags_array(slope), own]) for _, _, slope in tangents]
    limits = [_capacity(loads, floor)] + [slope * at - value for at, value, slope in tangents]
    cost = np.concatenate((np.zeros(jobs), np.ones(jobs)))
    found = linprog(cost, vstack(rows).tocsr(), np.concatenate(limits),
                    bounds=[*_bounds(floor), *[(0.0, None)] * jobs], method="highs-ds")
    return _within(found.x[:jobs], floor), float(found.fun)


def _capacity(loads: csr_array, floor: np.ndarray) -> np.ndarray:
    """[nodes] 1; where rounding has the floor alone above it, that."""
    return np.maximum(1.0, loads @ floor)


def _bounds(floor: np.ndarray) -> list[tuple[float, float]]:
    return [(low, 1.0) for low in floor]


def _within(y: np.ndarray, floor: np.ndarray) -> np.ndarray:
    return np.clip(y, floor, 1.0)
