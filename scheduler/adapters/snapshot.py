"""A simulation under way, seen from outside: what has started, the time reached, and how busy the machine was.

A kernel writes into arrays that others can read while it computes.  Whoever wants to look says so with
`watched_by(tell)` before the simulation, and is told the arrays when there are any; `snapshot` makes a small picture of
them.  Nothing is asked of kernels, and a simulation nobody watches pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

import numpy as np

BUCKETS = 160  # of the curve: as wide as a card has room for


class Watched(NamedTuple):
    """The arrays of a simulation under way; a job that starts ends after its runtime."""

    start: np.ndarray  # [n] f8 s, nan until started; written by the kernel
    now: np.ndarray | None  # [1] f8 s, the time reached; written by the kernel; None: that of the last start
    runtime: np.ndarray  # [n] f8 s
    size: np.ndarray  # [n] i8, processors of each job
    begin: float  # s, first submission
    until: float | None  # s, last submission; None where submissions follow completions
    processors: int  # of the machine


_tell: ContextVar[Callable[[Watched], None] | None] = ContextVar("tell", default=None)


@contextmanager
def watched_by(tell: Callable[[Watched], None]) -> Iterator[None]:
    """What this thread simulates inside is told to `tell` when it begins."""
    before = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(before)


def begins(watched: Watched) -> None:
    """A simulation with these arrays is about to begin."""
    tell = _tell.get()
    if tell is not None:
        tell(watched)


def snapshot(watched: Watched) -> dict[str, Any]:
    """{now, begin, until, jobs, started, processors, busy} as JSON.

    now, begin, until: s, as in Watched.  busy: the share of the machine in use in BUCKETS equal parts of [begin, now),
    empty before the first job; above 1 where more was used than there is.
    """
    begin = watched.begin
    reached = watched.start[watched.start >= begin] if watched.now is None else watched.now
    now = float(reached.max(initial=begin))  # first: all that starts before is in the arrays
    rows = np.flatnonzero(watched.start <= now)
    start = watched.start[rows]
    busy = _busy(start, start + watched.runtime[rows], watched.size[rows], begin, now) if len(rows) else np.zeros(0)
    return {
        "now": now,
        "begin": begin,
        "until": watched.until,
        "jobs": len(watched.start),
        "started": len(rows),
        "processors": watched.processors,
        "busy": (busy / watched.processors).round(4).tolist(),
    }


def _busy(start: np.ndarray, end: np.ndarray, size: np.ndarray, begin: float, now: float) -> np.ndarray:
    """[BUCKETS] mean processors in use; none where no time has passed.

    The area up to an edge is that of all changes before it, each times what is left to the edge: no order is needed.
    """
    if now <= begin:
        return np.zeros(0)
    width = (now - begin) / BUCKETS
    changes, areas = np.zeros(BUCKETS), np.zeros(BUCKETS)
    for time, change in ((start, size), (np.minimum(end, now), -size)):
        since = time - begin
        bucket = np.minimum((since / width).astype(np.int64), BUCKETS - 1)
        changes += np.bincount(bucket, change, BUCKETS)
        areas += np.bincount(bucket, change * since, BUCKETS)
    edges = width * np.arange(1, BUCKETS + 1)
    until = edges * np.cumsum(changes) - np.cumsum(areas)
    return np.diff(until, prepend=0.0).clip(0) / width
