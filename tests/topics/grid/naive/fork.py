"""A plain twin of the packing of a heterogeneous fork: all numbers of runs per cluster are tried, in exact fractions.

A plan is how many runs each cluster gets.  They go to its idle processors in turn; seen from the end of the window, the
last one of a processor has to have arrived its work before it, the one before that another transfer and work earlier.
A plan is possible if the messages, sent in the order of these deadlines, are all in time.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import inf

from tests.topics.grid.naive.grid import Grid, MayStart

AHEAD, HALVINGS = 64, 30


def deadlines(count: int, idle: int, window: Fraction, transfer: Fraction, work: Fraction) -> list[Fraction]:
    """When the data of so many runs of a cluster has to be there, latest first."""
    return [window - work - place // idle * (transfer + work) for place in range(count)]


def messages(
    plan: Sequence[int], idle: Sequence[int], windows: Sequence, transfers: Sequence, works: Sequence
) -> list | None:
    """(deadline, rank of the cluster, cluster) in the order they are sent; None where one is late."""
    rank = order(transfers, works)
    sent = sorted(
        (deadline, rank.index(c), c)
        for c, count in enumerate(plan)
        for deadline in deadlines(count, idle[c], windows[c], transfers[c], works[c])
    )
    now = Fraction(0)
    for deadline, _, cluster in sent:
        now += transfers[cluster]
        if now > deadline:
            return None
    return sent


def order(transfers: Sequence, works: Sequence) -> list[int]:
    return sorted(range(len(works)), key=lambda c: (transfers[c], works[c], c))


def possible(
    idle: Sequence[int], windows: Sequence, transfers: Sequence, works: Sequence, most: int
) -> list[tuple[int, ...]]:
    """All plans of at most so many runs."""
    ranges = [range(most + 1 if idle[c] > 0 else 1) for c in range(len(idle))]
    return [
        plan
        for plan in product(*ranges)
        if sum(plan) <= most and messages(plan, idle, windows, transfers, works) is not None
    ]


def best(idle: Sequence[int], windows: Sequence, transfers: Sequence, works: Sequence, most: int) -> tuple[int, ...]:
    """The plan of most runs; of several that with most on short messages."""
    rank = order(transfers, works)
    return max(possible(idle, windows, transfers, works, most), key=lambda plan: (sum(plan), [plan[c] for c in rank]))


def first(idle: Sequence[int], windows: Sequence, transfers: Sequence, works: Sequence, runs: int) -> int:
    """The cluster of the run that is sent first; -1 none."""
    most, here = min(runs, AHEAD), [c for c in range(len(idle)) if idle[c] > 0]
    if not here:
        return -1
    open_ = [most * (transfers[c] + works[c]) for c in here if windows[c] == inf]
    high = Fraction(min(open_) if open_ else max(windows[c] for c in here))

    def plan(longest: Fraction) -> tuple[tuple[int, ...], list[Fraction]]:
        cut = [min(window, longest) for window in windows]
        return best(idle, cut, transfers, works, most), cut

    if sum(plan(high)[0]) == most:
        low = Fraction(0)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if sum(plan(middle)[0]) == most else (middle, high)
    chosen, cut = plan(high)
    sent = messages(chosen, idle, cut, transfers, works)
    return sent[0][2] if sent else -1


def in_fork(grid: Grid, run: int, now: int, may_start: MayStart) -> int:
    """The cluster to send the first waiting run to."""
    clusters = range(len(grid.sizes))
    windows = []
    for cluster in clusters:
        waits = any(grid.jobs[row].submit <= now < grid.start[row] for row in grid.local(cluster))
        ends = [grid.start[row] + grid.jobs[row].requested_time for row in grid.busy(cluster, now)]
        windows.append(min(ends, default=inf) - now if waits else inf)
    transfers = [grid.transfers[c] if grid.transfers else Fraction(0) for c in clusters]
    works = [grid.takes(grid.jobs[run].requested_time, c) - transfers[c] for c in clusters]
    return first([max(grid.idle(c, now), 0) for c in clusters], windows, transfers, works, len(grid.queue))
