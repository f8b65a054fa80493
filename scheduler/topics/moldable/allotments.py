"""Runtimes of moldable tasks on every number of processors, and how much faster more of these make them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.table import Table
from scheduler.model.time_range import SHORTEST, outside, refuse
from scheduler.wording import counted

MOST_RUNTIMES = 5_000_000  # tasks x processors; a table of them and what is read from it take about 300 MB


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


def check_range(jobs: Table, shapes: Table) -> None:
    """Raise WorkloadError, naming job, line and processors, for a runtime outside the range."""
    place = outside(shapes.runtime, SHORTEST)
    if place is not None:
        refuse(
            jobs.columns.__getitem__,
            int(np.searchsorted(jobs.shape_ptr, place, side="right")) - 1,
            f"runs, on {counted(int(shapes.processors[place]), 'processor')}, for",
            float(shapes.runtime[place]),
            SHORTEST,
        )


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
