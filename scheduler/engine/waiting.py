"""The waiting jobs in the order they came: one of the lists of rings.py, of which any job can leave at no cost."""

from __future__ import annotations

from scheduler.compiled import part
from scheduler.engine.rings import Rings, join, leave, new_rings

Waiting = Rings     # cell n is both ends of the list: next[n] is the head, and a job whose next is n is the last


def new_waiting(n: int) -> Waiting:
    """An empty list for jobs 0..n-1."""
    return new_rings(n, 1)


@part
def append(waiting, job):
    """Put a job at the end."""
    join(waiting, len(waiting.next) - 1, job)


@part
def remove(waiting, job):
    """Take a job out."""
    leave(waiting, job)
