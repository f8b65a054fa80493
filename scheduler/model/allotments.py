"""Runtimes of moldable tasks by their allotments, the numbers of processors a task may be given before it starts.

Task i of the table `jobs` has the rows shape_ptr[i]:shape_ptr[i] + shapes[i] of the table `shapes`, its smallest
allotment first; a topic makes them of a file.
"""

from __future__ import annotations

import numpy as np

from scheduler.model.table import Table


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
