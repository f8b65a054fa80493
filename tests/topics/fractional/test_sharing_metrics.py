"""What is measured of shared nodes: by hand, against the exact twin's sums, and where it is not known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.metrics import all_metrics, applies, measure
from scheduler.simulate import simulate
from scheduler.topics.fractional.adapters.dfrs_scheme import published
from scheduler.topics.fractional.metrics import degradation
from scheduler.topics.fractional.metrics.moves import (
    hourly_example,
    memory_example,
    migration_bandwidth,
    preemption_bandwidth,
    times_example,
)
from tests.cases.small import workload
from tests.topics.fractional.fractions import drawn, naive_jobs, naive_result, shared, simulated
from tests.topics.fractional.naive.measures import greatest_stretch, unused

SCHEMES = [str(scheme) for scheme in published()]
SHARING = {key for key, metric in all_metrics().items() if metric.family == "sharing"}


# Job 0 runs 50 s, is paused 20 s for job 1, and punished 300 s; all is over at 420 s.
@pytest.fixture(scope="module")
def paused():
    return simulated([(0, 100, 1, 1, 0.6), (50, 20, 1, 1, 0.6)], 1, "GreedyP *")


@pytest.mark.parametrize("example", [times_example, hourly_example, memory_example])
def test_one_pause_is_counted_as_one(paused, example) -> None:
    sentence = example("preemptions")(paused, 0, 10)
    assert "paused 1 time;" in sentence or "paused 1 time:" in sentence


def test_a_pause_by_hand(paused) -> None:
    measured = measure(paused)
    assert {key: measured[key] for key in SHARING} == pytest.approx(
        {
            "yield_mean": (100 / 420 + 1) / 2,
            "yield_min": 100 / 420,
            "paused_mean": 10,
            "slowed_mean": 0,
            "penalty_mean": 150,
            "preemptions_per_job": 0.5,
            "migrations_per_job": 0,
            "preemptions_per_hour": 3600 / 420,
            "migrations_per_hour": 0,
            "preemption_bandwidth": 2 * 0.6 * 8 / 420,
            "migration_bandwidth": 0,
            "stretch_bound": 1.2,
            "degradation": 4.2 / 1.2,
        }
    )
    assert (measured["underutilization"], measured["underutilization_normalized"]) == (300, 2.5)
    assert measured["utilization"] == pytest.approx(120 / 420)


def test_a_move_takes_the_memory_of_all_tasks_there_and_back() -> None:
    """Two nodes.  Job 0 (2 tasks, one on each) is moved at 600 s beside itself, when the packing wants node 1 for 1."""
    made = simulated([(0, 2000, 2, 0.3, 0.3), (10, 50, 1, 1, 0.8)], 2, "GreedyPM *")
    moved = int(made.placed.migrations.sum())
    assert moved == 1 and made.placed.migrations[0] == 1
    assert migration_bandwidth(made) == pytest.approx(2 * 2 * 0.3 * 8 / (made.placed.end.max() - 0))
    assert preemption_bandwidth(made) == 0


def test_memory_of_a_node_as_asked_for_or_as_the_workload_knows_it(paused) -> None:
    assert preemption_bandwidth(paused, node_memory=2.0) == pytest.approx(2 * 0.6 * 2 / 420)
    known = replace(paused, workload=replace(paused.workload, options={"node_memory": 4.0}))
    assert preemption_bandwidth(known) == pytest.approx(2 * 0.6 * 4 / 420)
    assert preemption_bandwidth(known, node_memory=2.0) == pytest.approx(2 * 0.6 * 2 / 420)


def test_whole_nodes_are_compared_with_shared_ones() -> None:
    """One task of need 1/4 after the other on whole nodes: only the wait is lost, and nobody is paused."""
    made = simulate(shared([(0, 10, 1, 0.25, 0.1), (0, 20, 1, 0.25, 0.1)], 1), "easy")
    measured = measure(made)
    assert (measured["yield_mean"], measured["yield_min"]) == pytest.approx(((1 + 2 / 3) / 2, 2 / 3))
    assert not any(measured[key] for key in SHARING - {"yield_mean", "yield_min", "stretch_bound", "degradation"})
    assert (measured["stretch_bound"], measured["degradation"]) == (1, 1.5)
    assert measured["utilization"] == 0.25 and measured["underutilization"] == 2.5


def test_they_are_of_workloads_with_needs_only(paused) -> None:
    rigid = simulate(workload([(0, 5, 1)], 2), "fcfs")
    assert not SHARING & set(measure(rigid))
    assert all(applies(all_metrics()[key], paused) for key in SHARING)


def test_the_bound_is_found_once_for_a_workload_and_not_for_many_jobs(paused, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    known = degradation.max_stretch
    monkeypatch.setattr(degradation, "max_stretch", lambda *args, **more: asked.append(args[5]) or known(*args, **more))
    degradation._bound.cache_clear()
    other = simulate(paused.workload, "fcfs")
    assert degradation.degradation(other) == pytest.approx((120 - 50) / 20 / 1.2)
    assert degradation.degradation(paused) == pytest.approx(3.5) and asked == [10]
    assert degradation.bound(paused, 400) == 1.0 and asked == [10, 400], "runtimes below it count as 400 s"
    monkeypatch.setattr(degradation, "MOST_JOBS", 1)
    assert degradation.degradation(paused) is None and degradation.bound(paused) is None


@pytest.mark.parametrize("seed", range(20))
def test_against_exact_sums(seed: int) -> None:
    jobs, nodes = drawn(seed)
    made = simulated(jobs, nodes, SCHEMES[seed * 5 % len(SCHEMES)])
    exact, measured = naive_result(made), measure(made)
    assert measured["underutilization_normalized"] == pytest.approx(
        float(unused(exact, naive_jobs(made), nodes).normalized)
    )
    assert measured["bounded_stretch_max"] == pytest.approx(float(greatest_stretch(exact, naive_jobs(made))))
    assert measured["degradation"] >= 1 - 1e-6
    assert 0 < measured["yield_min"] <= measured["yield_mean"] <= 1 + 1e-9
    assert 0 < measured["utilization"] <= 1 + 1e-9
    parts = [measured[key] for key in ("paused_mean", "slowed_mean", "penalty_mean", "wait_mean")]
    assert sum(parts) + np.mean(made.workload.jobs.runtime) == pytest.approx(measured["response_mean"])
