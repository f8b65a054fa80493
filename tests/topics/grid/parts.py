"""A part of the kernel of best effort, callable from Python."""

from __future__ import annotations

from scheduler.compiled import kernel
from scheduler.topics.grid.engine import fork as in_fork


@kernel
def first_cluster(fork, idle, window, transfer, work, runs):
    return in_fork.first_cluster(fork, idle, window, transfer, work, runs)
