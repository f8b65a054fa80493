"""CPU wanted, given and used: by hand, and against sums over instants that know nothing of step functions."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.analysis.demand import cpu, demand, underutilization, work
from scheduler.model.step_functions import integral
from scheduler.simulate import simulate
from scheduler.topics.fractional.adapters.dfrs_scheme import published
from tests.cases.small import schedule, workload
from tests.topics.fractional.fractions import drawn, naive_jobs, naive_result, shared, simulated
from tests.topics.fractional.naive.measures import unused

SCHEMES = [str(scheme) for scheme in published()]


def rows(schedule) -> list[tuple[float, float, float, float]]:
    """(time, wanted, allocated, useful)."""
    found = demand(schedule)
    return list(zip(*(column.tolist() for column in found[:4]), strict=True))


def test_a_job_that_is_slowed_for_ten_seconds() -> None:
    """One node; a second job of 5 s of work beside the first: both at 1/2 until 10 s, then the first one alone."""
    made = simulated([(0, 10, 1, 1, 0.5), (0, 5, 1, 1, 0.5)], 1, "Greedy *")
    assert rows(made) == [(0, 2, 1, 1), (10, 1, 1, 1), (15, 0, 0, 0)]
    assert underutilization(made) == 0


def test_a_penalty_is_given_cpu_and_of_no_use() -> None:
    made = simulated([(0, 100, 1, 1, 0.6), (50, 20, 1, 1, 0.6)], 1, "GreedyP *")
    assert rows(made) == [(0, 1, 1, 1), (50, 2, 1, 1), (70, 1, 1, 0), (370, 1, 1, 1), (420, 0, 0, 0)]
    assert underutilization(made) == 300
    assert work(made.workload) == 120


def test_half_speed_for_ten_seconds_loses_five() -> None:
    """A job of 10 s on one node: at yield 1/2 for 10 s, then at 1."""
    made = simulated([(0, 10, 1, 1, 0.5)], 1, "Greedy *")
    slow = made.segments.take(np.zeros(2, int))
    slow.columns |= {"begin": np.array([0.0, 10.0]), "end": np.array([10.0, 15.0]), "yield_": np.array([0.5, 1.0])}
    made.placed.columns["end"] = np.array([15.0])
    made = made.__class__(made.workload, "dfrs", made.placed, segments=slow, places=made.places)
    assert rows(made) == [(0, 1, 0.5, 0.5), (10, 1, 1, 1), (15, 0, 0, 0)]
    assert underutilization(made) == 5
    assert underutilization(made) / work(made.workload) == 0.5


def test_whole_nodes_for_tasks_that_need_a_part_of_one() -> None:
    """Two nodes; jobs of 2 and 1 tasks of need 1/4: the second waits, though there is CPU for both."""
    made = simulate(shared([(0, 10, 2, 0.25, 0.1), (0, 20, 1, 0.25, 0.1)], 2), "fcfs")
    assert rows(made) == [(0, 0.75, 2, 0.5), (10, 0.25, 1, 0.25), (30, 0, 0, 0)]
    assert underutilization(made) == 0.25 * 10


def test_a_pool_without_nodes() -> None:
    """EquiPartition on two nodes: a job of two tasks alone, then each of two jobs has one node's worth."""
    made = simulate(shared([(0, 30, 2, 1, 0.5), (10, 20, 1, 1, 0.5)], 2), "equipartition")
    assert rows(made) == [(0, 2, 2, 2), (10, 3, 2, 2), (30, 2, 2, 2), (40, 0, 0, 0)]
    assert underutilization(made) == 0


def test_without_needs_a_task_wants_a_processor() -> None:
    made = schedule(workload([(0, 5, 3), (1, 4, 2)], 4), [0, 5])
    assert cpu(made.workload).tolist() == [3, 2]
    assert rows(made) == [(0, 3, 3, 3), (1, 5, 3, 3), (5, 2, 2, 2), (9, 0, 0, 0)]
    assert underutilization(made) == 4


@pytest.mark.parametrize("policy", ["fcfs", "easy"])
@pytest.mark.parametrize("seed", range(6))
def test_rigid_policies_on_shared_workloads(policy: str, seed: int) -> None:
    jobs, nodes = drawn(seed)
    made = simulate(shared([job for job in jobs if job[2] <= nodes], nodes), policy)
    exact = unused(naive_result(made), naive_jobs(made), nodes)
    assert underutilization(made) == pytest.approx(float(exact.area), abs=1e-3)
    found = demand(made)
    assert np.all(found.useful <= found.allocated)
    assert integral(found.time, found.useful)[-1] == pytest.approx(work(made.workload))


@pytest.mark.parametrize("seed", range(30))
def test_underutilization_against_exact_sums(seed: int) -> None:
    jobs, nodes = drawn(seed)
    made = simulated(jobs, nodes, SCHEMES[seed * 11 % len(SCHEMES)])
    exact = unused(naive_result(made), naive_jobs(made), nodes)
    found = demand(made)
    assert underutilization(made) == pytest.approx(float(exact.area), abs=1e-3)
    assert underutilization(made) / work(made.workload) == pytest.approx(float(exact.normalized), abs=1e-6)
    assert np.all(found.unused >= -1e-8) and np.all(found.useful <= found.allocated)
    assert np.all(found.allocated <= nodes + 1e-8)
    assert [curve[-1] for curve in found[1:4]] == [0, 0, 0]


def test_millions_of_tasks_do_not_overflow() -> None:
    rows_, n = [(0, 10, 10_000_000)] * 2_000, 2_000
    made = schedule(workload(rows_, 10_000_000), [10.0 * i for i in range(n)])
    assert demand(made).wanted[0] == 2e10
    assert underutilization(made) == pytest.approx(0, abs=1)
