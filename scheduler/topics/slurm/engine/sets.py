"""Sets of nodes as bits of whole numbers, 62 to each, so that no number is ever negative."""

from __future__ import annotations

import numpy as np

from scheduler.compiled import part

WIDTH = 62


def words_of(nodes: int) -> int:
    """How many numbers a set of so many nodes takes."""
    return -(-nodes // WIDTH)


def pack(inside: np.ndarray) -> np.ndarray:
    """[..., words] i8, the sets of [..., nodes] bool."""
    nodes = inside.shape[-1]
    padded = np.zeros((*inside.shape[:-1], words_of(nodes) * WIDTH), np.int64)
    padded[..., :nodes] = inside
    return (padded.reshape(*inside.shape[:-1], -1, WIDTH) << np.arange(WIDTH)).sum(axis=-1)


@part
def has(some, node):
    """Whether a node is in a set."""
    return (some[node // WIDTH] >> (node % WIDTH)) & 1


@part
def put_in(some, node):
    """Add a node."""
    some[node // WIDTH] |= 1 << (node % WIDTH)


@part
def put_in_all(some, first, last):
    """Add the nodes from one to another, both included."""
    for i in range(first // WIDTH, last // WIDTH + 1):
        low, high = max(first - i * WIDTH, 0), min(last - i * WIDTH, WIDTH - 1)
        some[i] |= (1 << (high + 1)) - (1 << low)


@part
def remove(some, node):
    """Take a node out."""
    some[node // WIDTH] &= ~(1 << (node % WIDTH))


@part
def copy_set(target, source):
    """Make target the same set."""
    for i in range(len(target)):
        target[i] = source[i]


@part
def keep_inside(target, other):
    """Leave the nodes that are in another set."""
    for i in range(len(target)):
        target[i] &= other[i]


@part
def keep_outside(target, other):
    """Leave the nodes that are not in another set."""
    for i in range(len(target)):
        target[i] &= ~other[i]


@part
def add_all(target, other):
    """Add the nodes of another set."""
    for i in range(len(target)):
        target[i] |= other[i]


@part
def is_empty(some):
    """Whether there is no node in a set."""
    bits = 0
    for i in range(len(some)):
        bits |= some[i]
    return bits == 0


@part
def is_within(some, others, also, all_):
    """Whether every node of `some` and `others` is one of `also` and `all_`."""
    beyond = 0
    for i in range(len(some)):
        beyond |= some[i] & others[i] & ~(also[i] & all_[i])
    return beyond == 0


@part
def lies_in(some, others):
    """Whether every node of a set is in another."""
    beyond = 0
    for i in range(len(some)):
        beyond |= some[i] & ~others[i]
    return beyond == 0
