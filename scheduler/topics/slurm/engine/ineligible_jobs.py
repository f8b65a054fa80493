"""Jobs that are not in the queue yet: not accepted, or not eligible.

A submission beyond MaxSubmitJobs is refused by Slurm; here it is repeated until there is room, in the order of
submission, and of two jobs of which one depends on the other that other one goes first.  An accepted job becomes
eligible when its time has come, the jobs it depends on have ended, and the reservation that it is bound to has begun;
from then on it grows old.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.engine.decision_log import SLURM_BEGIN, SLURM_DEPENDENCY, SLURM_OWN_RESERVATION, log_wait
from scheduler.topics.slurm.engine.limits import KEEPS_NONE, Limits, broken, count_job


class Outside(NamedTuple):
    """The list, and what each job waits for."""

    limits: Limits  # of jobs in the system
    begin: np.ndarray  # [n] f8, s, not before
    opens: np.ndarray  # [n] f8, s, when the reservation begins that it uses; -inf none
    ptr: np.ndarray  # [n + 1] i8
    before: np.ndarray  # jobs that have to end first: before[ptr[i]:ptr[i + 1]]
    job: np.ndarray  # [n] i8, the first count[0] cells in order of submission
    count: np.ndarray  # [1] i8
    accepted: np.ndarray  # [n] bool
    over: np.ndarray  # [n] bool, has ended
    any: bool  # whether there are such limits, times or dependencies


@part
def _first(o, done, job):
    """The first of the jobs that one depends on that is not `done` ([n] bool); -1 none."""
    for i in range(o.ptr[job], o.ptr[job + 1]):
        if not done[o.before[i]]:
            return o.before[i]
    return -1


@inner
def is_eligible(jobs, s, o, job, log):
    """Whether a job may join the queue now; accepts it where there is room for it."""
    if not o.any:
        return True
    if not o.accepted[job]:
        blocker = _first(o, o.accepted, job)
        if blocker >= 0:
            log_wait(log, jobs, s, job, SLURM_DEPENDENCY, blocker=blocker)
            return False
        limit = broken(o.limits, job, 0)
        if limit != KEEPS_NONE:
            log_wait(log, jobs, s, job, limit)
            return False
        count_job(o.limits, job, 0, 1)
        o.accepted[job] = True
    if o.begin[job] > s.now[0]:
        log_wait(log, jobs, s, job, SLURM_BEGIN)
        return False
    blocker = _first(o, o.over, job)
    if blocker >= 0:
        log_wait(log, jobs, s, job, SLURM_DEPENDENCY, blocker=blocker)
        return False
    if o.opens[job] > s.now[0]:
        log_wait(log, jobs, s, job, SLURM_OWN_RESERVATION)
        return False
    return True


@part
def stay_outside(o, job):
    """Put a job at the end of the list."""
    o.job[o.count[0]] = job
    o.count[0] += 1


@part
def leave_system(o, job):
    """A job has ended."""
    o.over[job] = True
    if o.any:
        count_job(o.limits, job, 0, -1)


@inner
def next_begin(s, o):
    """When the next time comes, s, that a job of the list waits for, its own or that of its reservation; inf none."""
    due = np.inf
    for i in range(o.count[0]):
        begin, opens = o.begin[o.job[i]], o.opens[o.job[i]]
        if begin > s.now[0]:
            due = min(due, begin)
        if opens > s.now[0]:
            due = min(due, opens)
    return due
