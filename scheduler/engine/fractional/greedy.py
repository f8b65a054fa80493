"""Greedy placement: each task of a job goes to the node that is least loaded, of those with memory for it.

Load is what the tasks on a node need, not what they get; of equal loads the node with the lowest number is taken.
A job is placed as a whole or not at all, and no other job is touched.

Source: Casanova, Stillwell and Vivien 2011, section 4.2.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.fractional.nodes import FULL, room
from scheduler.engine.structures.heap import Heap, new_heap, pop, push


class Greedy(NamedTuple):
    """What is needed while a job is placed."""

    candidates: Heap        # nodes with memory for one more task, by load
    count: np.ndarray       # [nodes] i8, tasks of the job on each, all 0 between two calls


def new_greedy(nodes: int) -> Greedy:
    """For that many nodes."""
    return Greedy(new_heap(nodes), np.zeros(nodes, np.int64))


@kernel
def place(jobs, nodes, greedy, job):
    """Put a job, which is on no node, where Greedy puts it; False when memory is short, and nothing has changed."""
    if not room(jobs, nodes, job):
        return False
    heap, need, memory = greedy.candidates, jobs.need[job], jobs.memory[job]
    heap.count[0] = 0
    for node in range(len(nodes.used)):
        if nodes.used[node] + memory <= FULL:
            push(heap, float(nodes.load[node]), node)
    for _ in range(jobs.tasks[job]):
        node = pop(heap)
        greedy.count[node] += 1
        nodes.load[node] += need
        nodes.used[node] += memory
        if nodes.used[node] + memory <= FULL:
            push(heap, float(nodes.load[node]), node)
    _list(jobs, nodes, greedy, job)
    return True


@inner
def _list(jobs, nodes, greedy, job):
    """Write the nodes of a job's tasks in ascending order."""
    i = jobs.ptr[job]
    for node in range(len(greedy.count)):
        for _ in range(greedy.count[node]):
            nodes.node[i] = node
            i += 1
        greedy.count[node] = 0
