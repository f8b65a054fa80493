"""The bound on the greatest stretch: by hand, against linear programs between milestones, and below real schedules."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from scheduler.errors import Unsupported
from scheduler.topics.fractional.bounds.max_stretch import MaxStretch, max_stretch
from tests.cases.every_case import every_case
from tests.cases.strategies import count
from tests.topics.fractional.naive import measures
from tests.topics.fractional.naive.dfrs import Scheme, run
from tests.topics.fractional.naive.packing import Job

ROUNDING = 1e-9


class Drawn(NamedTuple):
    """Arrays of max_stretch()."""

    submit: np.ndarray
    runtime: np.ndarray
    tasks: np.ndarray
    need: np.ndarray

    def without(self, row: int) -> Drawn:
        return Drawn(*(np.delete(column, row) for column in self))


def jobs_of(*rows: tuple) -> Drawn:
    """(submit, runtime), tasks and need are 1 unless given."""
    whole = [(*row, 1, 1)[:4] if len(row) == 2 else row for row in rows]
    return Drawn(*(np.array(column, float) for column in zip(*whole, strict=True)))


def drawn(seed: int, most: int = 5) -> tuple[Drawn, int, float]:
    """Jobs, nodes and threshold: few distinct times, so that deadlines meet submissions and each other."""
    random = Random(seed)
    rows = [
        (
            random.choice((0, 0, 5, 10, 12, 30)),
            random.choice((1, 4, 10, 20, 40)),
            random.randint(1, 4),
            random.choice((0.25, 0.5, 1)),
        )
        for _ in range(random.randint(1, most))
    ]
    return jobs_of(*rows), random.randint(1, 3), random.choice((1.0, 10.0))


def exact(jobs: Drawn, nodes: int, threshold: float = 10.0) -> float:
    return max_stretch(*jobs, nodes, threshold, exact=True).bound


# ---- by hand --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("jobs", "nodes", "expected"),
    [
        (jobs_of((0, 10), (0, 20)), 1, 1.5),
        (jobs_of((0, 20), (0, 20), (15, 10)), 1, 2.5),
        (jobs_of((0, 10), (0, 20)), 2, 1),
        (jobs_of((0, 1), (0, 1)), 1, 1),
        (jobs_of((0, 6), (0, 6)), 1, 1.2),
        (jobs_of((7, 100, 4, 1)), 2, 2),
        (jobs_of((0, 100, 4, 0.25)), 1, 1),
        (jobs_of((0, 100, 4, 0.5), (0, 100, 1, 0.5)), 2, 1.25),
        (jobs_of((0, 20), (1000, 10), (1000, 20)), 1, 1.5),
        (jobs_of((0, 0), (0, 5)), 1, 1),
    ],
)
def test_by_hand(jobs, nodes, expected):
    assert exact(jobs, nodes) == pytest.approx(expected, rel=ROUNDING)
    bisected = max_stretch(*jobs, nodes).bound
    assert bisected <= expected * (1 + ROUNDING) and bisected * 1.01 >= expected * (1 - ROUNDING)


@pytest.mark.parametrize("n", [4, 7, 12])
def test_jobs_that_equal_shares_serve_badly(n):
    """Theorem 4: with equal shares job n has a stretch of n; the first job can wait for all others instead."""
    runtime = [n - 1.0] + [(n - 1) / (i - 1) for i in range(2, n + 1)]
    submit = np.concatenate(([0.0, 0.0], np.cumsum(runtime[1:-1])))
    bound = exact(Drawn(submit, np.array(runtime), np.ones(n), np.ones(n)), 1, threshold=1e-6)
    assert 1 < bound <= 1 + sum(1 / i for i in range(1, n))


# ---- against linear programs ----------------------------------------------------------------------------------------


def by_milestones(jobs: Drawn, nodes: int, threshold: float) -> float:
    """The least S by linear system (1), between consecutive S at which a deadline meets a submission or a deadline."""
    base, n = np.maximum(jobs.runtime, threshold), len(jobs.submit)
    met = [(jobs.submit[k] - jobs.submit[i]) / base[i] for i in range(n) for k in range(n)]
    met += [
        (jobs.submit[j] - jobs.submit[i]) / (base[i] - base[j])
        for i in range(n)
        for j in range(n)
        if base[i] != base[j]
    ]
    milestones = sorted({1.0, *(s for s in met if s > 1)})
    for low, high in pairwise([*milestones, milestones[-1] + 1000]):
        found = least_between(jobs, base, nodes, low, high)
        if found is not None:
            return found
    raise AssertionError("no stretch is enough")


def least_between(jobs: Drawn, base: np.ndarray, nodes: int, low: float, high: float) -> float | None:
    """One linear program: work in every interval, whose lengths are linear in S, and S itself."""
    middle, n = (low + high) / 2, len(jobs.submit)
    points = sorted(
        [(r, r, 0.0) for r in jobs.submit] + [(r + middle * b, r, b) for r, b in zip(jobs.submit, base, strict=True)]
    )
    pairs = list(pairwise(points))
    rate = jobs.tasks * jobs.need
    variables = [
        (j, t)
        for j in range(n)
        for t, (a, b) in enumerate(pairs)
        if jobs.submit[j] <= a[0] and b[0] <= jobs.submit[j] + middle * base[j]
    ]
    above, limit = [], []
    for t, (a, b) in enumerate(pairs):
        here = [v for v in variables if v[1] == t]
        for members, capacity in [*(([v], rate[v[0]]) for v in here), (here, nodes)]:
            above.append([float(v in members) for v in variables] + [-capacity * (b[2] - a[2])])
            limit.append(capacity * (b[1] - a[1]))
    equal = [[float(v[0] == j) for v in variables] + [0.0] for j in range(n)]
    solved = linprog(
        [0.0] * len(variables) + [1.0],
        above,
        limit,
        equal,
        rate * jobs.runtime,
        [(0, None)] * len(variables) + [(low, high)],
    )
    return solved.fun if solved.status == 0 else None


@every_case("seed", range(count(60)))
def test_as_linear_programs_say(seed):
    jobs, nodes, threshold = drawn(seed)
    expected = by_milestones(jobs, nodes, threshold)
    assert exact(jobs, nodes, threshold) == pytest.approx(expected, rel=1e-6)
    bisected = max_stretch(*jobs, nodes, threshold).bound
    assert bisected <= expected * (1 + 1e-6) and bisected * 1.01 >= expected * (1 - 1e-6)


# ---- against another maximum flow -----------------------------------------------------------------------------------

UNITS = 10_000  # of work in a node-second: that flow is of whole numbers


def share_that_flows(jobs: Drawn, nodes: int, stretch: float) -> float:
    """The part of all work that scipy's maximum flow gets done by the deadlines: source, jobs, slots, sink."""
    n, rate = len(jobs.submit), jobs.tasks * jobs.need
    deadline = jobs.submit + stretch * np.maximum(jobs.runtime, 10)
    points = np.unique(np.concatenate((jobs.submit, deadline)))
    length, slots = np.diff(points), len(points) - 1
    capacity = np.zeros((n + slots + 2, n + slots + 2))
    capacity[0, 1 : n + 1] = rate * jobs.runtime
    for t in range(slots):
        open_ = (jobs.submit <= points[t]) & (points[t + 1] <= deadline)
        capacity[1 : n + 1, 1 + n + t] = np.where(open_, rate * length[t], 0)
        capacity[1 + n + t, -1] = nodes * length[t]
    whole = np.rint(capacity * UNITS).astype(np.int32)
    return maximum_flow(csr_array(whole), 0, n + slots + 1).flow_value / whole[0].sum()


@every_case("seed", range(count(25)))
def test_another_flow_agrees_on_both_sides_of_the_bound(seed):
    random = Random(seed)
    rows = [
        (random.randint(0, 300), random.choice((1, 5, 20, 60, 150)), random.randint(1, 4), random.choice((0.25, 1)))
        for _ in range(40)
    ]
    jobs, nodes = jobs_of(*rows), random.randint(2, 6)
    bound = exact(jobs, nodes)
    assert bound > 1
    assert share_that_flows(jobs, nodes, bound * 1.0001) > 1 - 1e-6
    assert share_that_flows(jobs, nodes, bound * 0.999) < 1 - 1e-6


# ---- what must hold -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(count(100)))
def test_more_nodes_or_fewer_jobs_never_need_more(seed):
    jobs, nodes, threshold = drawn(seed, most=12)
    bound = exact(jobs, nodes, threshold)
    assert bound >= 1
    assert exact(jobs, nodes + 1, threshold) <= bound * (1 + ROUNDING)
    if len(jobs.submit) > 1:
        fewer = [exact(jobs.without(row), nodes, threshold) for row in range(len(jobs.submit))]
        assert max(fewer) <= bound * (1 + ROUNDING)


@every_case("seed", range(count(100)))
@every_case("exactly", [False, True])
def test_the_jobs_that_prove_it_suffice(seed, exactly):
    jobs, nodes, threshold = drawn(seed, most=12)
    found = max_stretch(*jobs, nodes, threshold, exactly)
    assert found.proof.any() == (found.bound > 1)
    if found.proof.any():
        alone = Drawn(*(column[found.proof] for column in jobs))
        assert exact(alone, nodes, threshold) >= found.bound * (1 - ROUNDING)


@every_case("seed", range(count(40)))
def test_later_or_slower_clocks_change_nothing(seed):
    jobs, nodes, threshold = drawn(seed, most=12)
    bound = exact(jobs, nodes, threshold)
    assert exact(jobs._replace(submit=jobs.submit + 1e9), nodes, threshold) == pytest.approx(bound, rel=1e-6)
    slower = jobs._replace(submit=7 * jobs.submit, runtime=7 * jobs.runtime)
    assert exact(slower, nodes, 7 * threshold) == pytest.approx(bound, rel=ROUNDING)


SCHEMES = [
    Scheme("Greedy", True),
    Scheme("GreedyP", True),
    Scheme("GreedyPM", True, "per", "min", "minvt", 40),
    Scheme("MCB8", True),
    Scheme("", False, "per", "avg"),
    Scheme("", False, "stretch-per", "max"),
]


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
def test_no_fractional_schedule_does_better(scheme):
    near = []
    for seed in range(15):
        random = Random(seed)
        nodes = random.randint(1, 3)
        jobs = sorted(
            Job(
                Fraction(random.choice((0, 0, 10, 30, 65))),
                Fraction(random.choice((5, 10, 20, 60))),
                random.randint(1, nodes),
                Fraction(random.choice((1, 2, 4)), 4),
                Fraction(1, 20),
            )
            for _ in range(6)
        )
        greatest = measures.greatest_stretch(run(jobs, nodes, scheme, period=30, penalty=0), jobs)
        bound = exact(jobs_of(*(tuple(map(float, job[:4])) for job in jobs)), nodes)
        assert bound <= float(greatest) * (1 + ROUNDING)
        near.append(bound / float(greatest))
    assert max(near) > 0.6, "a bound that is always far away would be no bound to speak of"


def test_a_thousand_jobs():
    """Large enough for paths through many jobs: the proof must hold by itself, and one percent more must suffice."""
    random = np.random.Generator(np.random.PCG64(3))
    n = count(1000)
    tasks = np.minimum(2 ** np.floor(8 * random.random(n)), 128)
    runtime = np.floor(np.exp(12 * random.random(n) ** 2)) + 1
    submit = np.floor(np.sort(random.random(n)) * (tasks * runtime).sum() / 128)
    jobs = Drawn(submit, runtime, tasks, np.where(tasks == 1, 0.25, 1.0))
    found, bisected = exactly_and_bisected(jobs, 128)
    assert bisected.bound <= found.bound <= bisected.bound * 1.01
    alone = Drawn(*(column[found.proof] for column in jobs))
    assert exact(alone, 128) == pytest.approx(found.bound, rel=ROUNDING)
    assert found.proof.sum() < n


def exactly_and_bisected(jobs: Drawn, nodes: int) -> tuple[MaxStretch, MaxStretch]:
    return max_stretch(*jobs, nodes, exact=True), max_stretch(*jobs, nodes)


@pytest.mark.parametrize(
    ("jobs", "nodes", "words"),
    [
        (Drawn(*(np.array([]),) * 4), 1, "there is no job"),
        (jobs_of((0, 1)), 0, "0 nodes"),
        (jobs_of((0, -1)), 1, "runtime"),
        (jobs_of((0, 1, 0, 1)), 1, "task"),
        (jobs_of((0, 1, 1, 1.5)), 1, "CPU need"),
    ],
)
def test_what_is_no_fractional_workload(jobs, nodes, words):
    with pytest.raises(Unsupported, match=words):
        max_stretch(*jobs, nodes)


def test_what_is_too_large(monkeypatch):
    monkeypatch.setattr("scheduler.topics.fractional.kernels.deadlines.MOST_PAIRS", 3)
    with pytest.raises(Unsupported, match="over 5 pairs"):
        max_stretch(*jobs_of((0, 20), (0, 20), (15, 10)), 1)
