"""Rows that are not processors: a band per user, size of jobs or queue of the log, as high as its jobs need at once.

Bands are named and ordered by the workload alone, so that they are the same in every run; within its band a job takes
the lowest free rows when it starts, exactly as on processors.  Runs shown beside each other get bands as high as the
run that needs most, so that a band is at the same place in all of them.  Users who are pinned come first.  Bands may be
folded: all but those pinned are then low, all equally, with their jobs in miniature.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from layouts.theme import number, user_ids
from scheduler.analysis.placement import fitted
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import named, user_name
from scheduler.model.workload import Workload

MOST_USERS = 40  # bands of their own; the rest share one
MOST_QUEUES = 40  # the same
KINDS = ("users", "sizes", "queues")
UNKNOWN = -1  # number of a queue in a file that does not tell


@dataclass(frozen=True)
class Bands:
    """Bands from the top down."""

    kind: str  # one of KINDS
    names: tuple[str, ...]
    of: np.ndarray  # [jobs] u1: the band of each job
    height: np.ndarray  # [bands] i8: rows, the most processors its jobs hold at once
    pinned: int = 0  # how many users before the others were chosen by hand
    folded: bool = False  # whether the others are low strips

    @property
    def low(self) -> np.ndarray:
        """[bands] i8: the lowest row of each."""
        return np.cumsum(self.height[::-1])[::-1] - self.height

    @property
    def top(self) -> int:
        """Rows of all bands together."""
        return int(self.height.sum())


def bands(schedule: Schedule, kind: str, pinned: Sequence[int] = ()) -> Bands:
    """The bands of a run, not placed yet: all heights are 0.

    users: those pinned (numbers of the log) in that order, then those with the most processor-seconds, beyond
    MOST_USERS one for the others; sizes: 1, 2, 3-4, 5-8, ... processors, the smallest first; queues: by their numbers
    in the log, of those with the most processor-seconds where there are more than MOST_QUEUES.
    """
    others = {"sizes": _sizes, "queues": _queues}
    of, names, first = _users(schedule, pinned) if kind == "users" else (*others[kind](schedule), 0)
    return Bands(kind, tuple(names), of.astype(np.uint8), np.zeros(len(names), np.int64), first)


def _users(schedule: Schedule, pinned: Sequence[int]) -> tuple[np.ndarray, list[str], int]:
    workload = schedule.workload
    jobs, ids = workload.jobs, user_ids(workload)
    area = np.bincount(jobs.user, weights=jobs.runtime * jobs.processors, minlength=workload.users)
    first = [int(user) for number in dict.fromkeys(pinned) for user in np.flatnonzero(ids == number)]
    ranked = np.argsort(-area, kind="stable")
    rest = ranked[~np.isin(ranked, first)]
    rest = rest if len(rest) <= MOST_USERS + 1 else rest[:MOST_USERS]
    few = np.concatenate((np.array(first, np.int64), rest))
    band = np.full(len(ranked), len(few), np.int64)
    band[few] = np.arange(len(few))
    names = [user_name(workload, int(ids[user])) for user in few.tolist()]
    return band[jobs.user], names + (["others"] if len(few) < len(ranked) else []), len(first)


def _sizes(schedule: Schedule) -> tuple[np.ndarray, list[str]]:
    classes = size_class(schedule.placed.processors)
    there, band = np.unique(classes, return_inverse=True)
    return band, [size_words(power) for power in there.tolist()]


def _queues(schedule: Schedule) -> tuple[np.ndarray, list[str]]:
    jobs = schedule.workload.jobs
    numbers, queue = np.unique(jobs.queue, return_inverse=True)
    area = np.bincount(queue, weights=jobs.runtime * jobs.processors)
    own = np.sort(np.argsort(-area, kind="stable")[:MOST_QUEUES])
    band = np.full(len(numbers), len(own), np.int64)
    band[own] = np.arange(len(own))
    names = [queue_name(schedule.workload, int(numbers[at])) for at in own]
    return band[queue], names + (["others"] if len(own) < len(numbers) else [])


def queue_name(workload: Workload, number: int) -> str:
    """queue short; queue 3; no queue told."""
    return "no queue told" if number == UNKNOWN else named(workload, number, "queue", "queue")


def several_queues(schedule: Schedule) -> bool:
    """Whether the log tells of more than one queue, so that rows can be queues."""
    queue = schedule.workload.jobs.queue
    return bool(len(queue)) and bool((queue != queue[0]).any())


def size_class(processors: np.ndarray) -> np.ndarray:
    """[n] i8: 0 for one processor, 1 for 2, 2 for 3-4, 3 for 5-8, ..."""
    return np.ceil(np.log2(np.maximum(processors, 1))).astype(np.int64)


def size_words(power: int) -> str:
    """1, 2, 3-4, 5-8, ... processors, of a size class."""
    high = 2**power
    return number(high) if power <= 1 else f"{number(high // 2 + 1)}\u2013{number(high)}"


def placed(schedule: Schedule, bare: Bands) -> tuple[Bands, np.ndarray, np.ndarray, np.ndarray]:
    """The bands with their heights, and (interval, low, count): the rows each interval of holding has in them."""
    intervals = holding(schedule.placed, schedule.segments)
    band = bare.of[intervals.job].astype(np.int64)
    interval, first, count = fitted(intervals.begin, intervals.end, intervals.processors, band)
    height = np.zeros(len(bare.names), np.int64)
    np.maximum.at(height, band[interval], first + count)
    fitted_bands = replace(bare, height=np.maximum(height, 1))
    return fitted_bands, interval, first + fitted_bands.low[band[interval]], count


def folded(own: Bands) -> Bands:
    """The bands with all but those pinned folded: as high as each other, together as high as those pinned."""
    open_rows, count = int(own.height[: own.pinned].sum()), len(own.height) - own.pinned
    strip = max(1, -(-open_rows // max(1, count)))
    height = own.height.copy()
    height[own.pinned :] = np.minimum(height[own.pinned :], strip)
    return replace(own, height=height, folded=True)


def together(all_bands: Sequence[Bands]) -> np.ndarray:
    """[bands] i8: heights that hold the bands of every run; those of sizes by name, for a run may lack some."""
    first = all_bands[0]
    if any(one.names != first.names for one in all_bands):
        return first.height
    return np.max([one.height for one in all_bands], axis=0)
