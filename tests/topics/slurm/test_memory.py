"""Memory of nodes under slurm, by hand: who has room, what defaults are for, and who is refused."""

from __future__ import annotations

import pytest

from scheduler.engine.decision_log import RULES
from scheduler.errors import ParamError, Unsupported
from scheduler.explain.job import explain
from scheduler.simulate import simulate
from tests.cases.small import workload
from tests.why.reader import Told, all_of
from tests.why.test_why_told import READERS

# Two nodes of four processors and 1,000 MB; jobs 101, 102, ... are submitted together, in this order.
NODES = {"nodes": "2x4", "node_memory": "2x1000"}


def starts(rows: list[tuple[float, float, int]], jobs: str = "", **params: object) -> list[float]:
    return simulate(workload(rows, 8), "slurm", NODES | {"jobs": jobs} | params, decisions="all").placed.start.tolist()


@pytest.mark.parametrize(
    ("jobs", "second"),
    [
        ("101 Memory=400; 102 Memory=400", 0),  # 101 has two processors of one node, 102 two of the other
        ("101 Memory=400; 102 Memory=600", 10),  # of the other node one processor; the first has 200 MB left
        ("101 Memory=100; 102 Memory=700", 0),  # one processor on each node: 800 and 1,000 MB are free
        ("101 Memory=500; 102 NodeMemory=1000", 0),
        ("101 NodeMemory=400; 102 NodeMemory=600", 0),  # both on the first node
        ("101 NodeMemory=400", 0),
    ],
)  # 102 says nothing: all memory of a node of which nobody has some
def test_two_small_jobs_find_room(jobs: str, second: float) -> None:
    assert starts([(0, 10, 2), (0, 10, 2)], jobs) == [0, second]


def test_without_memory_of_nodes_it_does_not_count() -> None:
    assert starts([(0, 10, 2), (0, 10, 2)], "101 Memory=900; 102 Memory=900", node_memory=None) == [0, 0]


def test_who_says_nothing_takes_the_default_or_whole_nodes() -> None:
    three = [(0, 10, 1), (0, 10, 1), (0, 10, 1)]
    assert starts(three) == [0, 0, 10]  # all memory of a node each
    assert starts(three, memory_per_processor=300) == [0, 0, 0]
    assert starts(three, memory_per_node=500) == [0, 0, 0]
    assert starts(three, memory_per_node=501) == [0, 0, 10]
    assert starts(three, memory_per_node=1, memory_per_processor=0) == [0, 0, 10]  # 0: all that a node has
    assert starts(three, "101 Memory=100; 102 Memory=100; 103 Memory=100", memory_per_node=1000) == [0, 0, 0]
    assert starts(three, "101 NodeMemory=0; 102 Memory=100; 103 Memory=100") == [0, 0, 0]


def test_a_job_that_waits_for_memory_is_planned_for_the_end_that_frees_it() -> None:
    """102 needs the memory that 101 has until 20; 103 is over before, 104 is not and would have it wait longer."""
    rows = [(0, 20, 1), (1, 10, 1), (2, 10, 1), (3, 30, 1)]
    jobs = "101 NodeMemory=900; 102 NodeMemory=1000; 103 NodeMemory=50; 104 NodeMemory=50"
    one = {"nodes": "1x4", "node_memory": "1x1000", "bf_interval": 1, "bf_resolution": 1, "release_window": 0}
    assert starts_of(rows, jobs, **one) == [0, 20, 2, 30]


def starts_of(rows: list[tuple[float, float, int]], jobs: str, **params: object) -> list[float]:
    return simulate(workload(rows, 4), "slurm", {"jobs": jobs} | params, decisions="all").placed.start.tolist()


def test_why_says_that_memory_was_short() -> None:
    assert READERS  # which know the sentences
    made = simulate(
        workload([(0, 10, 2), (0, 10, 2)], 8),
        "slurm",
        NODES | {"jobs": "101 Memory=400; 102 Memory=600"},
        decisions="all",
    )
    assert RULES.index("slurm_memory") in made.decisions.rule
    lines = explain(made, 1)
    assert any(
        "of the nodes with enough free processors too little memory was free (Slurm: Resources)" in line
        for line in lines
    ), lines
    assert all_of(Told(made), 1, lines)[1] == []


def test_who_could_never_start_is_refused() -> None:
    with pytest.raises(
        Unsupported, match=r"ask for more memory than the nodes of the machine have: 1, the first of them job 102\."
    ):
        starts([(0, 10, 1), (0, 10, 3)], "102 Memory=501")
    with pytest.raises(Unsupported, match="memory of 3 nodes, and the number of nodes is 2"):
        starts([(0, 10, 1)], node_memory="3x1000")
    with pytest.raises(ParamError, match="node_memory: '2'; wanted: how many nodes of how many MB"):
        starts([(0, 10, 1)], node_memory="2")
    with pytest.raises(ParamError, match="wanted: one of them"):
        starts([(0, 10, 1)], "101 Memory=1 NodeMemory=1")


def test_with_whole_nodes_memory_limits_how_many_processors_count() -> None:
    assert starts([(0, 10, 4), (0, 10, 2)], "101 Memory=500; 102 Memory=100", whole_nodes=True) == [0, 10]
    assert starts([(0, 10, 4), (0, 10, 2)], "101 Memory=250; 102 Memory=100", whole_nodes=True) == [0, 0]
