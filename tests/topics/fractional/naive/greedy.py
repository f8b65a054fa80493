"""Greedy, GreedyP and GreedyPM, one job at a time; a mapping is {row: nodes of its tasks}.

Source: Casanova, Stillwell and Vivien 2011, section 4.2.  Decided here where the text leaves it open: equal loads go to
the node of the lowest number; GreedyP looks for nodes for the new job as if all marked jobs were gone, and only then
lets marked jobs be that still fit where they are.  Of a job with tasks of two kinds (section 8) the first tasks are
placed first.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.topics.fractional.naive.packing import Job, Mapping, in_order, memories, needs


def memory_of(mapping: Mapping, jobs: Sequence[Job], nodes: int) -> list[Fraction]:
    """[nodes] memory used."""
    used = [Fraction(0)] * nodes
    for row, where in mapping.items():
        for node, memory in zip(where, memories(jobs[row]), strict=False):  # greedy() asks half-way
            used[node] += memory
    return used


def loads(mapping: Mapping, jobs: Sequence[Job], nodes: int) -> list[Fraction]:
    """[nodes] sum of the CPU needs of the tasks there, not of what they get."""
    load = [Fraction(0)] * nodes
    for row, where in mapping.items():
        for node, need in zip(where, needs(jobs[row]), strict=False):
            load[node] += need
    return load


def greedy(row: int, jobs: Sequence[Job], mapping: Mapping, nodes: int) -> tuple[int, ...] | None:
    """Task by task the least loaded node with memory left; None where not all tasks find one."""
    where: list[int] = []
    for one in memories(jobs[row]):
        tried = {**mapping, row: tuple(where)}
        memory, load = memory_of(tried, jobs, nodes), loads(tried, jobs, nodes)
        candidates = [node for node in range(nodes) if memory[node] + one <= 1]
        if not candidates:
            return None
        where.append(min(candidates, key=lambda node: (load[node], node)))
    return in_order(jobs[row], where)


def fits_where_it_was(row: int, where: tuple[int, ...], jobs: Sequence[Job], mapping: Mapping, nodes: int) -> bool:
    """Whether the job has memory enough on these very nodes."""
    return max(memory_of({**mapping, row: where}, jobs, nodes)) <= 1


def forced(
    row: int, jobs: Sequence[Job], mapping: Mapping, nodes: int, order: Sequence[int], moving: bool
) -> tuple[Mapping, set[int]]:
    """The mapping after the job was forced in, and who is paused for it.

    order: rows by decreasing priority; moving: paused jobs may go to other nodes instead (GreedyPM).
    """
    running = [other for other in order if other in mapping]
    kept, marked = dict(mapping), []
    where = greedy(row, jobs, kept, nodes)
    while where is None:
        lowest = running.pop()
        marked.append(lowest)
        del kept[lowest]
        where = greedy(row, jobs, kept, nodes)
    kept[row] = where
    left = []
    for other in reversed(marked):
        if fits_where_it_was(other, mapping[other], jobs, kept, nodes):
            kept[other] = mapping[other]
        else:
            left.append(other)
    if moving:
        for other in list(left):
            elsewhere = greedy(other, jobs, kept, nodes)
            if elsewhere is not None:
                kept[other] = elsewhere
                left.remove(other)
    return kept, set(left)
