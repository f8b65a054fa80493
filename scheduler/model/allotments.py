"""Runtimes of moldable tasks by their allotments, the numbers of processors a task may be given before it starts.

Task i of the table `jobs` has the rows shape_ptr[i]:shape_ptr[i] + shapes[i] of the table `shapes`, its smallest
allotment first; build_allotments.py makes them of a file.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.table import Table

MOST_RUNTIMES = 5_000_000  # tasks x processors; a table of them and what is read from it take about 300 MB


def shortest(jobs: Table, shapes: Table) -> np.ndarray:
    """[n] s: runtime of each task on its largest allotment."""
    return shapes.runtime[jobs.shape_ptr + jobs.shapes - 1]


def runtime_on(jobs: Table, shapes: Table, processors: np.ndarray) -> np.ndarray:
    """[n] s: runtime of each task on so many processors [n]; nan where it has no such allotment."""
    row = _row(jobs, shapes, processors)
    return np.where(shapes.processors[row] == processors, shapes.runtime[row], np.nan)


def _row(jobs: Table, shapes: Table, processors: np.ndarray) -> np.ndarray:
    """[n] row of shapes: the largest allotment of each task that is no larger than that [n], else its smallest."""
    low, high = jobs.shape_ptr.copy(), jobs.shape_ptr + jobs.shapes - 1
    while np.any(low < high):
        middle = (low + high + 1) // 2
        fits = shapes.processors[middle] <= processors
        low, high = np.where(fits, middle, low), np.where(fits, high, middle - 1)
    return low


def dense(jobs: Table, shapes: Table, most: int) -> np.ndarray:
    """[n, most + 1] s: runtime of each task with at most 0, 1, .. processors; inf where that is too few."""
    runtime = np.full((len(jobs), most + 1), np.inf)
    task = np.repeat(np.arange(len(jobs)), jobs.shapes)
    row = np.repeat(jobs.shape_ptr - np.cumsum(jobs.shapes) + jobs.shapes, jobs.shapes) + np.arange(len(task))
    runtime[task, shapes.processors[row]] = shapes.runtime[row]
    return np.minimum.accumulate(runtime, axis=1)


def work_falls(work: np.ndarray) -> bool:
    """Whether a task does less work, [.., k] processor-s, on more processors; rounding does not count."""
    able = np.where(np.isfinite(work), work, 0.0)
    return bool(np.any(np.diff(able, axis=-1) < -1e-9 * able[..., :-1]))


class Curve(NamedTuple):
    """How much faster tasks get: speed-up over the runtime of their smallest allotment, on 1, 2, ... processors."""

    processors: np.ndarray  # [m] i8
    mean: np.ndarray  # [m] f8, over tasks
    low: np.ndarray  # [m] f8, 10th percentile
    median: np.ndarray  # [m] f8
    high: np.ndarray  # [m] f8, 90th percentile


def speedup_curve(jobs: Table, shapes: Table, most: int) -> Curve:
    """The curve up to `most` processors; a task that does not run on so few counts as standing still (0)."""
    speedup = (jobs.runtime[:, None] / dense(jobs, shapes, most))[:, 1:]
    low, median, high = np.percentile(speedup, (10, 50, 90), axis=0)
    return Curve(np.arange(1, most + 1), speedup.mean(axis=0), low, median, high)
