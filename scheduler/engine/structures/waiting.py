"""The waiting jobs in the order they came, of which any can leave at no cost.

They are one of several lists of items, doubly linked.  Cell n + list is both ends of a list: next[n + list] is its
first item, prev[n + list] its last one, and an item whose next is n + list is the last.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part


class Rings(NamedTuple):
    """Lists of the items 0..n-1, each of which is in one list at most."""

    next: np.ndarray  # [n + lists] i8
    prev: np.ndarray  # [n + lists] i8


def new_linked_lists(n: int, lists: int) -> Rings:
    """Empty lists."""
    cells = np.arange(n + lists)
    return Rings(cells, cells.copy())


@part
def join(rings, end, item):
    """Put an item last; end: the cell n + list."""
    last = rings.prev[end]
    rings.next[last] = item
    rings.prev[item] = last
    rings.next[item] = end
    rings.prev[end] = item


@part
def leave(rings, item):
    """Take an item out."""
    before, after = rings.prev[item], rings.next[item]
    rings.next[before] = after
    rings.prev[after] = before


Waiting = Rings  # cell n is both ends of the list: next[n] is the head, and a job whose next is n is the last


def new_waiting(n: int) -> Waiting:
    """An empty list for jobs 0..n-1."""
    return new_linked_lists(n, 1)


@part
def append(waiting, job):
    """Put a job at the end."""
    join(waiting, len(waiting.next) - 1, job)


@part
def remove(waiting, job):
    """Take a job out."""
    leave(waiting, job)
