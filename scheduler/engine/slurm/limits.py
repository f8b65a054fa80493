"""Limits on what runs at a time: counters that jobs share, each with the most it may reach.

A counter is of a QOS, of a user or account in a QOS, or of an association and all below it.  It counts processors and
jobs.  Limits are asked when a job is about to start; a job that breaks one is passed over and blocks nobody.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part

UNLIMITED = 1 << 60
KEEPS_NONE = -1


class Limits(NamedTuple):
    """Counters, and which of them a job has."""

    ptr: np.ndarray             # [n + 1] i8
    counter: np.ndarray         # [rows] i8, counters of job i are counter[ptr[i]:ptr[i + 1]]
    processors: np.ndarray      # [counters] i8, in use
    jobs: np.ndarray            # [counters] i8, running
    most_processors: np.ndarray # [counters] i8
    most_jobs: np.ndarray       # [counters] i8
    rule: np.ndarray            # [counters, 2] i8, of the log: by processors, by jobs


def no_limits(jobs: int) -> Limits:
    """Nothing is limited."""
    none = np.zeros(0, np.int64)
    return Limits(np.zeros(jobs + 1, np.int64), none, none, none, none, none, np.zeros((0, 2), np.int64))


@part
def broken(limits, job, size):
    """The rule of the log that tells which limit a job would break; KEEPS_NONE where it breaks none."""
    for i in range(limits.ptr[job], limits.ptr[job + 1]):
        one = limits.counter[i]
        if limits.processors[one] + size > limits.most_processors[one]:
            return limits.rule[one, 0]
        if limits.jobs[one] + 1 > limits.most_jobs[one]:
            return limits.rule[one, 1]
    return KEEPS_NONE


@part
def count_job(limits, job, size, times):
    """Count a job that starts (times 1) or ends (times -1)."""
    for i in range(limits.ptr[job], limits.ptr[job + 1]):
        limits.processors[limits.counter[i]] += times * size
        limits.jobs[limits.counter[i]] += times
