"""Start jobs in the order of a queue that is not the order of submission, and let others pass a blocked head or not.

A job that comes may go in front of all that wait, and in a queue that ages (aging.py) they change places as time goes
on.  So the head is looked up at every pass, and its reservation is made anew when it is another job.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import (
    BEHIND_HEAD,
    DOES_NOT_FIT,
    HEAD_BLOCKED,
    HEAD_FITS,
    PASSES_WIDE,
    log_backfill,
    log_start,
    log_wait,
)
from scheduler.engine.rigid.blocked_head import (
    ANY_PASSES,
    EASY_PASSES,
    NONE_PASSES,
    fill_behind,
    next_to_start,
    start_from,
    take_in,
)
from scheduler.engine.rigid.space import advance
from scheduler.engine.structures.ranked import NOBODY, ROOT, anybody

ANY_SIZE = NOBODY - 1


@kernel
def run(jobs, s, sessions, queue, aging, passing, kept, log):
    """Fill s.start and s.backfilled; aging: None where the order is that of the places of the queue."""
    while advance(jobs, s, sessions, log):
        take_in(jobs, s, queue, aging, kept)
        if queue.size[ROOT] > s.free[0] and log is None:    # nobody fits
            continue
        head = _start_heads(jobs, s, queue, aging, log)
        if head >= 0 and passing == EASY_PASSES:
            fill_behind(jobs, s, queue, aging, kept, head, log)
        elif head >= 0:
            if passing == ANY_PASSES:
                _start_who_fits(jobs, s, queue, aging, head, log)
            if log is not None:
                _tell_why_they_wait(jobs, s, queue, head if passing == NONE_PASSES else -1, log)


@part
def _start_heads(jobs, s, queue, aging, log):
    """Start heads while they fit; returns the blocked one, -1 none."""
    head = next_to_start(jobs, s, queue, aging, ANY_SIZE, np.inf, 0)
    while head >= 0 and jobs.size[head] <= s.free[0]:
        log_start(log, jobs, s, head, HEAD_FITS)
        start_from(jobs, s, queue, aging, head)
        head = next_to_start(jobs, s, queue, aging, ANY_SIZE, np.inf, 0)
    return head


@part
def _start_who_fits(jobs, s, queue, aging, head, log):
    job = next_to_start(jobs, s, queue, aging, s.free[0], np.inf, 0)
    while job >= 0:
        log_backfill(log, jobs, s, job, PASSES_WIDE, blocker=head)
        start_from(jobs, s, queue, aging, job)
        s.backfilled[job] = 1
        job = next_to_start(jobs, s, queue, aging, s.free[0], np.inf, 0)


@part
def _tell_why_they_wait(jobs, s, queue, head, log):
    """head: the job nothing may pass; -1 where whatever fits starts."""
    job = anybody(queue, 0)
    while job >= 0:
        rule, blocker = DOES_NOT_FIT, -1
        if head >= 0:
            rule, blocker = (HEAD_BLOCKED, -1) if job == head else (BEHIND_HEAD, head)
        log_wait(log, jobs, s, job, rule, blocker=blocker)
        job = anybody(queue, queue.place[job] + 1)
