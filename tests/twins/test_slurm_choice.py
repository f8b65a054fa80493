"""Which nodes a job gets under slurm: the kernel against the plain twin, node for node."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scheduler.engine.slurm.nodes import NOWHERE, new_nodes
from scheduler.engine.slurm.sets import WIDTH, pack
from tests.cases.parts import place
from tests.naive.slurm import Cluster, Config, SlurmJob


def both(sizes: tuple[int, ...], used: list[int], inside: list[int], size: int, whole: bool) -> tuple[dict[int, int], dict[int, int]]:
    """{node: processors} that a job of a size gets of the nodes inside, here and by the twin; used: of each node already."""
    nodes = new_nodes(np.array(sizes), 2, whole)
    chosen = pack(np.isin(np.arange(len(sizes)), inside))
    later = chosen.copy()
    place(nodes, np.array(used), chosen, later, size)
    counts, cell = {}, nodes.first[1]
    while cell != NOWHERE:
        counts[int(nodes.node[cell])] = int(nodes.count[cell])
        cell = nodes.next[cell]
    assert {node for node in range(len(sizes)) if later[node // WIDTH] >> node % WIDTH & 1} == set(counts)
    twin = Cluster([SlurmJob(0, 1, 1, size)], Config(sizes, {"whole_nodes": whole, "preempt": "none"}, {}))
    return counts, twin.take(0, inside, lambda node: sizes[node] - used[node])


@pytest.mark.parametrize("kind", ["processors", "whole nodes", "nodes of one"])
def test_a_job_gets_the_same_processors_of_the_same_nodes_as_with_the_twin(kind: str) -> None:
    """Machines of up to 150 nodes, so rows that go from one word of a set to the next."""
    draw, several = Random(kind), 0
    for _ in range(2000):
        many = draw.choice((3, 8, 20, 62, 63, 150))
        sizes = tuple([1] * many if kind == "nodes of one" else draw.choices((2, 4, 8), k=many))
        idle = draw.choice((0.3, 0.6, 0.9))
        used = [0 if draw.random() < idle else draw.randint(0, one) for one in sizes]
        inside = sorted(node for node in range(many) if draw.random() < draw.choice((0.5, 0.95)))
        whole = kind == "whole nodes"
        most = sum(sizes[node] - used[node] for node in inside if not whole or not used[node])
        if most == 0:
            continue
        mine, twins = both(sizes, used, inside, draw.randint(1, most), whole)
        assert mine == twins
        several += max(np.diff(sorted(mine)), default=1) > 1
    assert several > 300        # so often of more than one row


@pytest.mark.parametrize("free, size, wanted", [
    ("8..88888", 16, {3: 8, 4: 8}),         # the row of one is too small
    ("8.88.888", 16, {2: 8, 3: 8}),         # the tightest row
    ("8.88.888", 40, {5: 8, 6: 8, 7: 8, 2: 8, 3: 8}),   # none suffices: the largest, then the tightest for the rest
    ("88838828", 2, {6: 2}),                # the fullest single node
    ("88838888", 4, {0: 4}),                # of equals the first
    ("...8..28", 16, {6: 2, 7: 8, 3: 6}),   # what is taken last is what is used in part
])
def test_rows_of_neighbors(free: str, size: int, wanted: dict[int, int]) -> None:
    room_of = [0 if one == "." else int(one) for one in free]
    mine, _ = both((8,) * 8, [8 - one for one in room_of], list(range(8)), size, False)
    assert mine == wanted
