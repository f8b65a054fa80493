"""Greedy placement: each task of a job goes to the node that is least loaded, of those with memory for it.

Load is what the tasks on a node need, not what they get; of equal loads the node with the lowest number is taken.
A job is placed as a whole or not at all, and no other job is touched.  Where the first tasks of a job differ from the
others they are placed first.

Source: Casanova, Stillwell and Vivien 2011, section 4.2.  Tasks that differ are from its outlook (section 8), which
says that this is easy and leaves open in which order tasks go.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.structures.heap import Heap, new_heap, pop, push
from scheduler.topics.fractional.engine.nodes import FULL, end_of, has_two, kinds, room, take


class Greedy(NamedTuple):
    """What is needed while a job is placed."""

    candidates: Heap  # nodes with memory for one more task, by load
    count: np.ndarray  # [nodes] i8, tasks of the job on each, all 0 between two calls


def new_greedy(nodes: int) -> Greedy:
    """For that many nodes."""
    return Greedy(new_heap(nodes), np.zeros(nodes, np.int64))


@kernel
def place(jobs, nodes, greedy, job):
    """Put a job, which is on no node, where Greedy puts it; False when memory is short, and nothing has changed."""
    if not has_two(jobs, job) and not room(jobs, nodes, job):
        return False
    for kind in kinds(jobs, job):
        placed = _place_kind(jobs, nodes, greedy, kind)
        _list(jobs, nodes, greedy, kind)
        if placed < jobs.count[kind]:
            _undo(jobs, nodes, job, kind, placed)
            return False
    return True


@kernel
def would_fit(jobs, nodes, greedy, job):
    """Whether place() would put a job, which is on no node, somewhere."""
    if not has_two(jobs, job):
        return room(jobs, nodes, job)
    fits = place(jobs, nodes, greedy, job)
    if fits:
        take(jobs, nodes, job)
    return fits


@inner
def _place_kind(jobs, nodes, greedy, kind):
    """Put the tasks of a kind on nodes until memory is short; returns how many there are."""
    heap, need, memory = greedy.candidates, jobs.need[kind], jobs.memory[kind]
    heap.count[0] = 0
    for node in range(len(nodes.used)):
        if nodes.used[node] + memory <= FULL:
            push(heap, float(nodes.load[node]), node)
    for placed in range(jobs.count[kind]):
        if heap.count[0] == 0:
            return placed
        node = pop(heap)
        greedy.count[node] += 1
        nodes.load[node] += need
        nodes.used[node] += memory
        if nodes.used[node] + memory <= FULL:
            push(heap, float(nodes.load[node]), node)
    return jobs.count[kind]


@inner
def _list(jobs, nodes, greedy, kind):
    """Write the nodes of the tasks of a kind in ascending order."""
    i = end_of(jobs, kind) - jobs.count[kind]
    for node in range(len(greedy.count)):
        for _ in range(greedy.count[node]):
            nodes.node[i] = node
            i += 1
        greedy.count[node] = 0


@inner
def _undo(jobs, nodes, job, last, placed):
    """Take a job off that was not placed as a whole: so many tasks of its kind `last`, and all of the kinds before."""
    for kind in kinds(jobs, job):
        first = end_of(jobs, kind) - jobs.count[kind]
        for i in range(first, first + (placed if kind == last else jobs.count[kind])):
            nodes.load[nodes.node[i]] -= jobs.need[kind]
            nodes.used[nodes.node[i]] -= jobs.memory[kind]
        if kind == last:
            return
