"""A light grid as a kind of workload: jobs are local ones, with the cluster of their user, or runs of grid jobs."""

from __future__ import annotations

import numpy as np

from scheduler.kinds import Kind
from scheduler.model.workload import Workload


def is_light_grid(workload: Workload) -> bool:
    """Whether jobs are either local ones or runs of grid jobs."""
    return "grid" in workload.jobs


def is_local(workload: Workload) -> np.ndarray:
    """[n] bool: whether each is a local job."""
    return np.asarray(workload.jobs.grid == 0)


def home(workload: Workload) -> np.ndarray:
    """[n] i8: the cluster of the user of each local job, -1 of runs."""
    return np.asarray(workload.jobs.home)


KIND = Kind(
    "grid",
    is_light_grid,
    missing="needs local jobs of several clusters and runs of grid jobs, and this workload does not tell them apart; "
    "generate a light grid, or use a file with the header '; Queuescope-Grid: queue 2'.",
    special=90,
    unlike="runs of a grid make way for local jobs",
    stops="On a light grid only local jobs make runs leave",
    may_stop=is_local,
    keeps_to=home,
    parts_alone=True,
)
