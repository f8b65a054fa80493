"""Which jobs belong together: those of a partition, a size class, an account or a user.

Size classes are 1 processor, 2 to 4, 5 to 16, 17 to 64 and so on: each is four times as wide as the one before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.user_names import label
from scheduler.model.workload import Workload

PARTS = ("partition", "size", "account", "user")  # by what jobs are grouped
COLUMN_OF = {"partition": "partition", "account": "group", "user": "user_id"}
WIDTH = 4  # a size class ends at a power of it


class Group(NamedTuple):
    """Jobs that belong together; part: one of PARTS, or "all"."""

    part: str
    name: str
    rows: np.ndarray  # [n] i8, ascending


def groups(workload: Workload, parts: tuple[str, ...] = PARTS) -> list[Group]:
    """All jobs, then the groups of each part, those with most jobs first; size classes from the narrowest on.

    A part in which the log tells nothing of any job, or the same of all, has no groups.
    """
    whole = Group("all", "all jobs", np.arange(len(workload)))
    return [whole, *(group for part in parts for group in _of_part(workload, part))]


def _of_part(workload: Workload, part: str) -> list[Group]:
    is_size = part == "size"
    number = size_class(workload.jobs.processors) if is_size else workload.jobs.columns[COLUMN_OF[part]]
    values, place, jobs = np.unique(number, return_inverse=True, return_counts=True)
    if len(values) < 2:
        return []
    order = np.argsort(place, kind="stable")
    rows = np.split(order, np.cumsum(jobs)[:-1])
    sequence = range(len(values)) if is_size else np.lexsort((values, -jobs)).tolist()
    return [Group(part, _name(workload, part, int(values[at])), rows[at]) for at in sequence]


def _name(workload: Workload, part: str, value: int) -> str:
    if part == "size":
        return size_name(value)
    return "unknown" if value < 0 else str(label(workload, value, COLUMN_OF[part]))


def size_class(processors: np.ndarray) -> np.ndarray:
    """[n] i8: 0 of jobs of 1 processor, 1 of those of 2 to 4, 2 of those of 5 to 16."""
    borders = WIDTH ** np.arange(20, dtype=np.int64)
    return np.searchsorted(borders, processors, "left")


def size_name(number: int) -> str:
    """ "5 to 16 processors" of class 2."""
    return "1 processor" if number == 0 else f"{WIDTH ** (number - 1) + 1:,} to {WIDTH**number:,} processors"
