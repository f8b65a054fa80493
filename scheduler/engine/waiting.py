"""The waiting jobs in the order they came: a doubly linked list, so that any of them can leave at no cost."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part


class Waiting(NamedTuple):
    """Cell n is both ends of the list: next[n] is the head, and a job whose next is n is the last."""

    next: np.ndarray    # [n+1] i8
    prev: np.ndarray    # [n+1] i8


def new_waiting(n: int) -> Waiting:
    """An empty list for jobs 0..n-1."""
    return Waiting(np.full(n + 1, n), np.full(n + 1, n))


@part
def append(waiting, job):
    """Put a job at the end."""
    end = len(waiting.next) - 1
    last = waiting.prev[end]
    waiting.next[last] = job
    waiting.prev[job] = last
    waiting.next[job] = end
    waiting.prev[end] = job


@part
def remove(waiting, job):
    """Take a job out."""
    before, after = waiting.prev[job], waiting.next[job]
    waiting.next[before] = after
    waiting.prev[after] = before
