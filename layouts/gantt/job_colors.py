"""Which hue a job has where color tells whose it is: that of its user, or its own where all tasks are one user's."""

from __future__ import annotations

import numpy as np

from layouts.theme import OTHERS, user_colors
from scheduler.model.workload import Workload


def of_one_user(workload: Workload) -> bool:
    """Whether jobs are moldable tasks of one user, so that the color of users would make all alike."""
    return workload.is_moldable and workload.users == 1


def in_turn(jobs: int) -> np.ndarray:
    """[jobs] u1: the eight hues in turn, in the order of submission, so that neighbors can be told apart."""
    return (np.arange(jobs) % OTHERS).astype(np.uint8)


def job_colors(workload: Workload) -> np.ndarray:
    """[jobs] u1: index of a hue."""
    if of_one_user(workload):
        return in_turn(len(workload.jobs))
    return user_colors(workload)[workload.jobs.user].astype(np.uint8)
