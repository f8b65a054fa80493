"""Which nodes a job gets under slurm: the kernel against the plain twin, node for node."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scheduler.topics.slurm.engine.memory import ALL, new_memory
from scheduler.topics.slurm.engine.nodes import NOWHERE, new_nodes
from scheduler.topics.slurm.engine.sets import WIDTH, pack
from tests.topics.slurm.naive.slurm import Cluster, Config, SlurmJob
from tests.topics.slurm.parts import place


def both(
    sizes: tuple[int, ...],
    used: list[int],
    inside: list[int],
    size: int,
    whole: bool,
    memory: tuple[int, ...] = (),
    asked: tuple[int | None, int | None] = (None, None),
) -> tuple[dict[int, int], dict[int, int]]:
    """{node: processors} that a job of a size gets of the nodes inside, here and by the twin; used: of each node already.

    memory: MB of each node, of which 1 goes with each used processor; asked: MB for each processor and on each node of the job.
    """
    each, on_node = asked
    counted = (
        new_memory(
            np.array(memory),
            np.array([1, each or 0]),
            np.array([0, ALL if asked == (None, None) else on_node or 0]),
            sum(sizes),
        )
        if memory
        else None
    )
    nodes = new_nodes(np.array(sizes), 2, whole, counted)
    chosen = pack(np.isin(np.arange(len(sizes)), inside))
    later = chosen.copy()
    place(nodes, np.array(used), chosen, later, size)
    counts, cell = {}, nodes.first[1]
    while cell != NOWHERE:
        counts[int(nodes.node[cell])] = int(nodes.count[cell])
        cell = nodes.next[cell]
    assert {node for node in range(len(sizes)) if later[node // WIDTH] >> node % WIDTH & 1} == set(counts)
    job = SlurmJob(0, 1, 1, size, per_processor=each, per_node=on_node)
    twin = Cluster([job], Config(sizes, {"whole_nodes": whole, "preempt": "none"}, {}, memory=memory))
    return counts, twin.take(
        0, inside, lambda node: sizes[node] - used[node], lambda node: memory[node] - used[node] if memory else 0
    )


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
    assert several > 300  # so often of more than one row


def room_for(each: int | None, on_node: int | None, free: int, memory: int, whole: int) -> int:
    """Processors that a job may get of a node with so many and so much memory free, of so much in all."""
    if each is not None:
        return min(free, memory // each)
    return free if (memory == whole if on_node is None else memory >= on_node) else 0


def test_where_memory_counts_it_is_the_same_as_with_the_twin_too() -> None:
    draw, short = Random("memory"), 0
    for _ in range(3000):
        many = draw.choice((3, 8, 20, 63, 130))
        sizes, whole = tuple(draw.choices((1, 4, 8), k=many)), not draw.randrange(4)
        memory = tuple(draw.choices((8, 12, 20), k=many))
        used = [0 if draw.random() < draw.choice((0.4, 0.8)) else draw.randint(0, one) for one in sizes]
        inside = sorted(draw.sample(range(many), draw.randint(1, many)))
        asked = draw.choice(((None, None), (draw.choice((1, 2, 3, 5)), None), (None, draw.choice((4, 9, 14)))))
        open_nodes = [node for node in inside if not whole or not used[node]]
        most = sum(
            room_for(*asked, sizes[node] - used[node], memory[node] - used[node], memory[node]) for node in open_nodes
        )
        if most == 0:
            continue
        mine, twins = both(sizes, used, inside, draw.randint(1, most), whole, memory, asked)
        assert mine == twins
        short += most < sum(sizes[node] - used[node] for node in open_nodes)
    assert short > 1500


@pytest.mark.parametrize(
    "free, size, wanted",
    [
        ("8..88888", 16, {3: 8, 4: 8}),  # the row of one is too small
        ("8.88.888", 16, {2: 8, 3: 8}),  # the tightest row
        ("8.88.888", 40, {5: 8, 6: 8, 7: 8, 2: 8, 3: 8}),  # none suffices: the largest, then the tightest for the rest
        ("88838828", 2, {6: 2}),  # the fullest single node
        ("88838888", 4, {0: 4}),  # of equals the first
        ("...8..28", 16, {6: 2, 7: 8, 3: 6}),  # what is taken last is what is used in part
    ],
)
def test_rows_of_neighbors(free: str, size: int, wanted: dict[int, int]) -> None:
    room_of = [0 if one == "." else int(one) for one in free]
    mine, _ = both((8,) * 8, [8 - one for one in room_of], list(range(8)), size, False)
    assert mine == wanted
