"""Who holds processors when, and how many are free in each cluster.

Jobs hold processors from start to end where they run in one piece, by segments where they are paused.  A platform of
one pool counts as one cluster.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.step_functions import levels
from scheduler.model.table import Table
from scheduler.model.trace import Platform


class Holding(NamedTuple):
    """Half-open intervals; in the order of jobs where there are no segments, else of segments."""

    job: np.ndarray  # [intervals] i8, row of jobs
    begin: np.ndarray  # [intervals] f8, s
    end: np.ndarray  # [intervals] f8, s
    processors: np.ndarray  # [intervals] i8
    cluster: np.ndarray  # [intervals] i8, where; 0 on a platform of one


def holding(placed: Table, segments: Table | None) -> Holding:
    """The intervals of a run; segments: None where every job runs in one piece."""
    if segments is None:
        return Holding(placed.job, placed.start, placed.end, placed.processors, placed.cluster)
    cluster = segments.cluster if "cluster" in segments else placed.cluster[segments.job]
    return Holding(segments.job, segments.begin, segments.end, segments.processors, cluster)


def free_inside(platform: Platform, stays: Holding) -> tuple[np.ndarray, np.ndarray]:
    """(time [steps] s, free [clusters, steps]), from each instant on; the first one is -inf.

    stays: who holds processors.  Below 0 where a log holds more than the machine has.
    """
    sizes = platform.clusters or (platform.processors,)
    change = np.concatenate((stays.processors, -stays.processors))
    where = np.tile(stays.cluster, 2) if platform.clusters else np.zeros(len(change), np.int64)
    time, *used = levels(
        np.concatenate((stays.begin, stays.end)),
        *(np.where(where == cluster, change, 0) for cluster in range(len(sizes))),
    )
    free = np.array(sizes)[:, None] - np.array(used).reshape(len(sizes), -1)
    return np.append(-np.inf, time), np.column_stack((np.array(sizes), free))


def largest_hole(platform: Platform, stays: Holding, when: np.ndarray) -> np.ndarray:
    """[when] i8: the most processors free in one cluster from each instant (s) on, at least 0."""
    time, free = free_inside(platform, stays)
    return np.maximum(free.max(axis=0), 0)[np.searchsorted(time, when, "right") - 1]


def listed_before(segment: np.ndarray, tasks: np.ndarray) -> np.ndarray:
    """[rows] i8: tasks that a table `places` lists before each row in the same segment; segment: [rows], in order."""
    before = np.cumsum(tasks) - tasks
    return before - before[np.searchsorted(segment, segment)]
