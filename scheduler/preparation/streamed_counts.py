"""The counts of a log that is too long to be held: made piece by piece, equal to those of the workload it would make.

Counted are the jobs that build.workload() would take with its usual options: runtime, processors and submit time known,
and not cancelled without ever having processors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scheduler.health.archive.log_facts import CANCELLED
from scheduler.model.trace import Trace
from scheduler.preparation.repairs import MOST_REMOVED


@dataclass
class Sums:
    """What a number of jobs adds up to."""

    jobs: int = 0
    work: float = 0.0  # processor-seconds
    over: float = 0.0  # of it beyond the requested times
    first: float = np.inf  # s, submission
    last: float = -np.inf
    longest: float = 0.0  # s
    widest: float = 0.0  # processors
    users: set[float] = field(default_factory=set)

    def add(self, part: Trace, rows: np.ndarray, size: np.ndarray) -> None:
        """The jobs of these rows; size: [n] processors."""
        if not rows.any():
            return
        submit, runtime, asked = (part.columns[name][rows] for name in ("submit", "runtime", "requested_time"))
        size = np.ceil(size[rows])
        beyond = np.where((asked > 0) & (runtime > asked), runtime - asked, 0.0)
        self.jobs += len(submit)
        self.work += float(np.dot(size, runtime))
        self.over += float(np.dot(size, beyond))
        self.first, self.last = min(self.first, float(submit.min())), max(self.last, float(submit.max()))
        self.longest = max(self.longest, float((runtime - beyond).max()))
        self.widest = max(self.widest, float(size.max()))
        self.users.update(np.unique(part.columns["user_id"][rows]).tolist())

    def joined(self, other: Sums) -> Sums:
        """Of the jobs of both."""
        return Sums(
            self.jobs + other.jobs,
            self.work + other.work,
            self.over + other.over,
            min(self.first, other.first),
            max(self.last, other.last),
            max(self.longest, other.longest),
            max(self.widest, other.widest),
            self.users | other.users,
        )


def counts(parts: Iterable[Trace], processors: int | None) -> dict[str, Any]:
    """Counts of a log in pieces, under the names that `inspect` gives them; None for what is not known."""
    usual, never, lines, any_allocated = Sums(), Sums(), 0, False
    for part in parts:
        columns = part.columns
        allocated, requested = columns["allocated_processors"], columns["requested_processors"]
        size = np.where(requested > 0, requested, allocated)
        usable = (columns["runtime"] > 0) & (size > 0) & (columns["submit"] >= 0)
        unallocated = (allocated <= 0) & (columns["status"] == CANCELLED)
        usual.add(part, usable & ~unallocated, size)
        never.add(part, usable & unallocated, size)
        any_allocated |= bool((allocated > 0).any())
        lines += len(part)
    sums = usual if any_allocated else usual.joined(never)
    span = max(sums.last - sums.first, 0.0) if sums.jobs else 0.0
    share = sums.over / sums.work if sums.work else 0.0
    work = sums.work - sums.over if share <= MOST_REMOVED else sums.work
    return {
        "lines": lines,
        "jobs": sums.jobs,
        "left_out": lines - sums.jobs,
        "users": len(sums.users),
        "processors": processors,
        "first_submit": sums.first if sums.jobs else None,
        "last_submit": sums.last if sums.jobs else None,
        "span": span,
        "work": work,
        "load": work / (processors * span) if processors and span else None,
        "longest": sums.longest,
        "widest": sums.widest,
    }
