"""What is said of jobs whose tasks are of two kinds, and what numbers and pictures make of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from layouts.drawing import fractions
from layouts.gantt import piece_facts
from layouts.topics.fractional.kinds.needs import asked
from layouts.topics.fractional.workload_plots import needs
from scheduler.analysis.demand import demand, work
from scheduler.explain.job import explain
from scheduler.explain.policy_view import policy_view
from scheduler.explain.words import Names, words
from scheduler.kinds import memory_of_pieces
from scheduler.metrics.machine import utilization_example
from scheduler.model.table import Table
from scheduler.topics.fractional.explain.node_occupancy import nodes_of, slowed_by, tenants
from scheduler.topics.fractional.explain.shared_nodes import events
from scheduler.topics.fractional.metrics.degradation import bound
from scheduler.topics.fractional.metrics.moves import memory_example, migration_bandwidth
from tests.cases.small import schedule
from tests.topics.fractional.fractions import shared
from tests.topics.fractional.two_kinds import FIRST, by_hand, two_kinds


@pytest.fixture(scope="module")
def made():
    return by_hand()


# ---- in words -------------------------------------------------------------------------------------------------------


def test_a_job_with_both_kinds_on_a_node_is_there_once(made) -> None:
    there = tenants(made, 5.0)
    assert list(zip(there.node.tolist(), there.job.tolist(), there.tasks.tolist(), strict=True)) == [
        (0, 0, 1),
        (0, 1, 1),
        (1, 0, 2),
    ]
    assert there.allotted.tolist() == pytest.approx([0.2, 0.5, 1]) and there.wanted.tolist() == [0.25, 0.5, 1.25]
    assert words(slowed_by(made, 0, 5.0), Names()) == "its own tasks on node 2 want 125 % of it"


def test_nodes_of_both_kinds_are_named_once_in_order(made) -> None:
    assert [Names().of(nodes_of(made, segment)) for segment in range(3)] == ["nodes 1 and 2", "nodes 1 and 2", "node 1"]
    apart = by_hand(places={"first": [1, 0, 0, 0, 0]})
    assert Names().of(nodes_of(apart, 1)) == "nodes 1 and 2"


def test_tasks_of_two_kinds_that_change_places_are_moved(made) -> None:
    work = two_kinds([(0, 8, 2, 0.25, 0.25)], [(1, 1, 0.5)])
    segments = Table.of("segments", job=[0, 0], begin=[0, 4], end=[4, 8], yield_=[1, 1], processors=[2, 2], kind=[0, 0])
    places = Table.of("places", segment=[0, 0, 1, 1], first=[0, 1, 1, 0], count=[1] * 4, tasks=[1] * 4)
    moved = replace(schedule(work, [0], policy="dfrs"), segments=segments, places=places)
    assert [event.time for event in events(moved, 0)] == [4.0] == [event.time for event in events(made, 0)]


def test_needs_of_both_kinds_are_told(made) -> None:
    assert (
        "with 3 tasks: the first task needs 100 % of a node's CPU and 50 % of its memory, each of the other 2 tasks "
        "25 % and 25 %; there are 2 nodes."
    ) in explain(made, 0)[0]
    assert "with 1 task, which needs 50 % of a node's CPU and 25 % of its memory;" in explain(made, 1)[0]


def test_what_a_policy_goes_by_tells_both_kinds(made) -> None:
    view = policy_view(made)
    assert view is not None
    cells = [row[-1] for row in view["rows"]]
    assert cells[0] == ["101", "100% for the first, 25% for others", "50% for the first, 25% for others", "1"]
    assert cells[-1] == ["102", "50%", "25%", "1"]


def test_facts_of_jobs_and_their_pieces(made) -> None:
    assert asked(made.workload, 0) == [
        "the first task needs 100.0 % of a node's CPU and 50.0 % of its memory, each of the other 2 tasks 25.0 % and 25.0 %"
    ]
    assert asked(made.workload, 1) == ["each task needs 50.0 % of a node's CPU and 25.0 % of its memory"]
    assert piece_facts.lines(made, 1)[0] == (
        "yield 0.8: 80.0 % of a node's CPU for the first task, 20.0 % for each of the other 2 tasks"
    )
    assert piece_facts.lines(made, 2)[0] == "yield 1: 50.0 % of a node's CPU for each task"


def test_several_first_tasks_and_one_other() -> None:
    assert asked(two_kinds([(0, 1, 3, 0.25, 0.1)], [(2, 0.5, 0.2)]), 0) == [
        "each of the first 2 tasks needs 50.0 % of a node's CPU and 20.0 % of its memory, the other task 25.0 % and 10.0 %"
    ]


# ---- in numbers -----------------------------------------------------------------------------------------------------


def test_demand_sums_both_kinds(made) -> None:
    curves = demand(made)
    assert list(zip(*(column.tolist() for column in curves[:4]), strict=True)) == [
        (0, 1.5, 1.5, 1.5),
        (4, 2, 1.7, 1.7),
        (7, 1.5, 1.2, 1.2),
        (9, 0, 0, 0),
    ]
    assert work(made.workload) == 1.5 * 8 + 0.5 * 3


def test_memory_of_both_kinds_is_moved_and_blamed(made) -> None:
    assert memory_of_pieces(made.workload).tolist() == [1 / 3, 0.25]
    assert migration_bandwidth(made, node_memory=9.0) == 2 * 9.0 / 9  # 9 GB out and back in 9 s
    assert "2 x times x tasks x mean memory x memory of a node = 2 x 1 x 3 x 0.333333 x 8" in memory_example(
        "migrations"
    )(made, 0, 10)


def test_an_example_counts_the_mean_need(made) -> None:
    assert "adds processors x mean CPU need x runtime / (machine x makespan) = 3 x 0.5 x 8 s" in utilization_example(
        made, 0, 10
    )


def test_the_bound_is_that_of_jobs_that_need_as_much_together() -> None:
    """Four jobs at once on one node: what counts is what the tasks of each need together."""
    jobs, first = [(0, 20, 3, 0.25, 0.1)] * 4, [(1, 1, 0.1)] * 4
    even = shared([(0, 20, 3, 0.5, 0.1)] * 4, 1)
    assert bound(schedule(two_kinds(jobs, first, 1), [0] * 4)) == pytest.approx(bound(schedule(even, [0] * 4)))


# ---- in pictures ----------------------------------------------------------------------------------------------------


def test_both_kinds_on_a_node_are_one_piece_of_its_row(made) -> None:
    parts = fractions.pieces(made, made.table("places"))
    assert parts is not None
    edges = sorted(
        zip(
            parts.segment.tolist(),
            parts.begin.tolist(),
            parts.end.tolist(),
            np.round(parts.low, 6).tolist(),
            np.round(parts.high, 6).tolist(),
            strict=True,
        )
    )
    assert edges == [(0, 0, 4, 0, 1), (0, 0, 4, 1, 1.5), (1, 4, 9, 0, 0.2), (1, 4, 9, 1, 2), (2, 4, 7, 0.2, 0.7)]


def test_the_picture_of_needs_says_whose_they_are(made) -> None:
    assert needs.needs(made.workload).cpu.tolist() == [0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    assert " ".join(needs.caption(made.workload)).endswith(
        " 1 job has a first task with needs of its own, which is left out."
    )
    assert "first task" not in " ".join(needs.caption(two_kinds([(0, 1, 1, 0.5, 0.5)] * 2, [FIRST[1]] * 2)))
