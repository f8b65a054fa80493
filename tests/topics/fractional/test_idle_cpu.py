"""Idle CPU of shared nodes by hand, and that nothing of it is lost; questions that make no sense there are refused."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.analysis.demand import underutilization, work
from scheduler.analysis.idle import PARTS, idle, idle_areas, idle_by_reason, idle_cpu
from scheduler.analysis.idle_over_time import idle_steps
from scheduler.errors import Unsupported
from scheduler.explain.idle_instant import cause
from scheduler.simulate import simulate
from scheduler.topics.fractional.adapters.dfrs_scheme import published
from tests.topics.fractional.fractions import drawn, shared, simulated

SCHEMES = [str(scheme) for scheme in published()]


# One node: job 0 runs 50 s, is paused 20 s for job 1, and punished until 370 s; it ends at 420 s.
@pytest.fixture(scope="module")
def paused():
    return simulated([(0, 100, 1, 1, 0.6), (50, 20, 1, 1, 0.6)], 1, "GreedyP *")


def test_a_penalty_holds_what_is_of_no_use(paused) -> None:
    assert idle_areas(paused) == {"no work": 0, "without nodes": 0, "full nodes": 0, "of no use": 300}
    assert idle_by_reason(paused) == idle_areas(paused)


def test_a_job_without_memory_could_have_used_what_is_free() -> None:
    """One node.  From 40 s on job 1 (need 1/2) waits until 100 s; job 0 (need 1/4) leaves 3/4 free."""
    made = simulated([(0, 100, 1, 0.25, 0.6), (40, 20, 1, 0.5, 0.6)], 1, "Greedy *")
    found = idle_cpu(made)
    rows = [
        (time, useful, *row)
        for time, useful, row in zip(found.time.tolist(), found.useful.tolist(), found.parts.tolist(), strict=True)
    ]
    assert rows == [
        (0, 0.25, 0.75, 0, 0, 0),
        (40, 0.25, 0.25, 0.5, 0, 0),
        (100, 0.5, 0.5, 0, 0, 0),
        (120, 0, 0, 0, 0, 0),
    ]


def test_slowed_beside_a_free_node() -> None:
    """Two nodes.  Job 0 takes all memory of node 1 and a tenth of its CPU, for 100 s; 1 and 2 share node 2 for 120 s."""
    made = simulated([(0, 100, 1, 0.1, 1.0), (0, 60, 1, 1, 0.5), (0, 60, 1, 1, 0.5)], 2, "Greedy *")
    assert idle_areas(made) == pytest.approx(
        {"no work": 0, "without nodes": 0, "full nodes": 100 * 0.9 + 20, "of no use": 0}
    )


def test_whole_nodes_are_held_for_tasks_that_need_less() -> None:
    """Two nodes; one job of 2 tasks of need 1/4 for 10 s, then one of 1 task for 20 s."""
    made = simulate(shared([(0, 10, 2, 0.25, 0.1), (0, 20, 1, 0.25, 0.1)], 2), "fcfs")
    assert idle_areas(made) == {"no work": 20, "without nodes": 0, "full nodes": 0, "of no use": 10 * 1.5 + 20 * 0.75}
    assert sum(idle_by_reason(made).values()) == 20, "whole nodes are idle as ever"


@pytest.mark.parametrize("seed", range(25))
def test_useful_and_idle_are_all_there_is(seed: int) -> None:
    jobs, nodes = drawn(seed)
    made = simulated(jobs, nodes, SCHEMES[seed * 3 % len(SCHEMES)])
    found, areas = idle_cpu(made), idle_areas(made)
    assert found.useful[:-1] + found.parts[:-1].sum(axis=1) == pytest.approx(nodes)
    assert found.parts.min() > -1e-8
    span = float(made.placed.end.max() - made.placed.submit.min())
    assert sum(areas.values()) + work(made.workload) == pytest.approx(nodes * span)
    assert sum(areas.values()) - areas["no work"] == pytest.approx(underutilization(made), abs=1e-3)
    assert tuple(areas) == PARTS and np.isfinite(found.parts).all()


@pytest.mark.parametrize("asked", [idle, idle_steps, lambda made: cause(made, 60.0, 1.0)])
def test_whole_processors_are_not_asked_for_on_shared_nodes(paused, asked) -> None:
    with pytest.raises(Unsupported, match="Jobs share CPU in this run"):
        asked(paused)
