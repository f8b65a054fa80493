"""When jobs hold processors: from start to end where they run in one piece, by segments where they are paused."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.table import Table


class Holding(NamedTuple):
    """Half-open intervals; in the order of jobs where there are no segments, else of segments."""

    job: np.ndarray         # [intervals] i8, row of jobs
    begin: np.ndarray       # [intervals] f8, s
    end: np.ndarray         # [intervals] f8, s
    processors: np.ndarray  # [intervals] i8
    cluster: np.ndarray     # [intervals] i8, where; 0 on a platform of one


def holding(placed: Table, segments: Table | None) -> Holding:
    """The intervals of a run; segments: None where every job runs in one piece."""
    if segments is None:
        return Holding(placed.job, placed.start, placed.end, placed.processors, placed.cluster)
    cluster = segments.cluster if "cluster" in segments else placed.cluster[segments.job]
    return Holding(segments.job, segments.begin, segments.end, segments.processors, cluster)
