"""Who stands on which node at an instant, and what keeps a job from running faster."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scheduler.explain.words import Names, words
from scheduler.model.schedule import Schedule
from scheduler.topics.fractional.adapters.dfrs_scheme import parse, published
from scheduler.topics.fractional.explain.node_occupancy import nodes_of, of_job, slowed_by, tenants
from tests.topics.fractional.fractions import Run, drawn, simulated

SCHEMES = [str(scheme) for scheme in published()]
FILLING = [scheme for scheme in SCHEMES if parse(scheme).opt == "min"]


# One node: job 0 runs 50 s, is paused 20 s for job 1, punished until 370 s, and shares with job 2 from 360 s on.
@pytest.fixture(scope="module")
def paused():
    return simulated([(0, 100, 1, 1, 0.6), (50, 20, 1, 1, 0.6), (360, 10, 1, 1, 0.3)], 1, "GreedyP *")


def test_a_full_node_is_named_with_who_is_on_it(paused) -> None:
    assert why(paused, 375.0) == "node 1 was full, which it shared with job 103; together they want 200 % of it"


def why(made: Schedule, time: float) -> str:
    return words(slowed_by(made, 0, time), Names(made.workload))


def test_a_job_in_its_own_way() -> None:
    made = simulated([(0, 10, 2, 1, 0.5)], 1, "Greedy *")
    assert why(made, 1.0) == "its own tasks on node 1 want 200 % of it"


def test_cpu_that_is_left_over() -> None:
    """Two nodes, opt=none: job 2 fills node 2 twice over, so jobs on node 1 are slowed to a half as well."""
    made = simulated([(0, 10, 1, 0.5, 0.9), (0, 10, 2, 1, 0.5)], 2, "Greedy */opt=none")
    assert made.segments.yield_[0] == 0.5
    assert why(made, 1.0) == "none of its nodes was full, but this algorithm leaves some CPU over"


def test_nodes_are_named_in_runs() -> None:
    made = simulated([(0, 10, 1, 1, 0.9), (0, 10, 4, 1, 0.9), (0, 10, 1, 1, 0.9)], 9, "Greedy *")
    assert [Names().of(nodes_of(made, of_job(made, job)[0])) for job in range(3)] == [
        "node 1",
        "nodes 2 to 5",
        "node 6",
    ]


@pytest.mark.parametrize("seed", range(20))
def test_rows_and_sums_of_every_node(seed: int) -> None:
    jobs, nodes = drawn(seed)
    made, random = simulated(jobs, nodes, SCHEMES[seed * 13 % len(SCHEMES)]), Random(seed)
    rows = Run(made.workload, {"segments": made.segments, "places": made.places}, ()).rows
    for _ in range(10):
        time = random.uniform(0, float(made.placed.end.max()))
        found = tenants(made, time)
        there = {(node, row.job): tasks for row in rows if row.begin <= time < row.end for node, tasks in row.nodes}
        assert (
            dict(zip(zip(found.node.tolist(), found.job.tolist(), strict=True), found.tasks.tolist(), strict=True))
            == there
        )
        assert np.bincount(found.node, found.allotted, nodes).max(initial=0) <= 1 + 1e-6
        assert list(zip(found.node, found.job, strict=True)) == sorted(there)


@pytest.mark.parametrize("seed", range(20))
def test_max_min_leaves_no_job_slow_without_a_full_node(seed: int) -> None:
    """With opt=min a yield below 1 means a full node, and nobody on it has a larger yield: that is what max-min is."""
    jobs, nodes = drawn(seed)
    made = simulated(jobs, nodes, FILLING[seed * 5 % len(FILLING)])
    s, slowed = made.segments, 0
    for row in np.flatnonzero((s.kind == 0) & (s.yield_ < 1 - 1e-6)).tolist():
        found = slowed_by(made, int(s.job[row]), float(s.begin[row]))
        assert found.what == "by_node" and found.wanted > 1
        slowed += 1
    assert slowed == np.count_nonzero((s.kind == 0) & (s.yield_ < 1 - 1e-6))
