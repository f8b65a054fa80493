"""Which hue a job has where color tells whose it is: that of its user, or its own where all are one user's."""

from __future__ import annotations

import numpy as np

from layouts.kinds import look_of
from layouts.theme import OTHERS, user_colors
from scheduler.model.workload import Workload


def of_one_user(workload: Workload) -> bool:
    """Whether jobs of one user are told apart by their hues, as the color of users would make all alike."""
    return workload.users == 1 and look_of(workload, lambda look: look.alone_in_turn or None) is not None


def in_turn(jobs: int) -> np.ndarray:
    """[jobs] u1: the eight hues in turn, in the order of submission, so that neighbors can be told apart."""
    return (np.arange(jobs) % OTHERS).astype(np.uint8)


def job_colors(workload: Workload) -> np.ndarray:
    """[jobs] u1: index of a hue."""
    if of_one_user(workload):
        return in_turn(len(workload.jobs))
    return user_colors(workload)[workload.jobs.user].astype(np.uint8)
