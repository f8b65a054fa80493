"""Memory of nodes: how many processors of a node a job may have beside what others hold of its memory.

A job asks for so much for each of its processors, or for so much on each node that it is on.  A job that asks for
neither takes all memory of every node that it is on, and so is on none of which somebody holds some.

Source: Slurm 22.05, select/cons_tres with CR_CPU_Memory; two recorded runs with it (docs/slurm-policy.md).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part

ALL = -1  # of what a job asks for on each node: all that the node has


class Memory(NamedTuple):
    """What nodes have and jobs ask for, MB; where memory does not count all arrays are empty."""

    counts: bool  # whether memory is looked at
    size: np.ndarray  # [nodes] i8, of each
    free: np.ndarray  # [nodes] i8
    future: np.ndarray  # [nodes] i8, free at the time that is looked at
    per_processor: np.ndarray  # [n] i8, for each processor of a job; 0 none
    per_node: np.ndarray  # [n] i8, on each of its nodes; 0 none, ALL
    amount: np.ndarray  # [cells] i8, that a running job has on one of its nodes
    offer: np.ndarray  # [nodes] i8, processors of each that the job that is looked at may get


def no_memory() -> Memory:
    """Memory does not count."""
    return Memory(False, *(np.zeros(0, np.int64) for _ in range(7)))


def new_memory(size: np.ndarray, per_processor: np.ndarray, per_node: np.ndarray, cells: int) -> Memory:
    """Nobody holds any; size: [nodes]; per_processor, per_node: [n]; cells: of running jobs (nodes.py)."""
    return Memory(
        True,
        size,
        size.copy(),
        size.copy(),
        per_processor,
        per_node,
        np.zeros(cells, np.int64),
        np.zeros(len(size), np.int64),
    )


@part
def within(memory, job, processors, free, node):
    """How many of so many free processors of a node a job may have, with so much memory free."""
    if memory.per_node[job] == ALL:
        return processors if free == memory.size[node] else 0
    if free < memory.per_node[job]:
        return 0
    each = memory.per_processor[job]
    return min(processors, free // each) if each > 0 else processors


@part
def hold_memory(memory, job, cell, node, processors):
    """Give a job the memory that goes with so many processors of a node."""
    amount = memory.per_node[job] + processors * memory.per_processor[job]
    if memory.per_node[job] == ALL or amount > memory.free[node]:
        amount = memory.free[node]  # whole nodes: all processors, of which memory may be for a part
    memory.amount[cell] = amount
    memory.free[node] -= amount


@part
def free_memory(memory, cell, node):
    """Take back what a job holds on a node."""
    memory.free[node] += memory.amount[cell]
