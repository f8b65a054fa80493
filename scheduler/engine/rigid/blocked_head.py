"""EASY's rule for a queue in any order: the blocked head holds a reservation, who fits beside it may start.

Others are tried in the order of the queue.  One starts if it fits now and either ends, by its requested time, at or
before the head's shadow time, or takes no more than the extra processors (which it then uses up).

Shadow and extra are computed anew when a job has ended or another job is the head.  Otherwise they stand: who starts
in time gives its processors back by the shadow, and who does not takes them from the extra ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part
from scheduler.engine.decision_log import (
    DOES_NOT_FIT,
    ENDS_BY_SHADOW,
    RESERVED,
    WITHIN_EXTRA,
    WOULD_DELAY_HEAD,
    log_backfill,
    log_reserve,
    log_wait,
)
from scheduler.engine.rigid.aging import enter_aging, foremost, leave_aging
from scheduler.engine.rigid.space import reservation, start
from scheduler.engine.structures.ranked import anybody, enter, first, leave

PASSING = ("none", "easy", "any")       # who may pass a head that does not fit
NONE_PASSES, EASY_PASSES, ANY_PASSES = range(len(PASSING))


class Reserved(NamedTuple):
    """The reservation of the blocked head as the last pass left it."""

    head: np.ndarray    # [1] i8, -1 none
    free: np.ndarray    # [1] i8, processors free after that pass; -1: to be made anew
    shadow: np.ndarray  # [1] f8
    extra: np.ndarray   # [1] i8


def new_reserved() -> Reserved:
    """Nobody has waited yet."""
    return Reserved(np.full(1, -1), np.full(1, -1), np.full(1, np.nan), np.zeros(1, np.int64))


@part
def take_in(jobs, s, queue, aging, kept):
    """Put the jobs submitted at this event into the queue; where jobs have ended the reservation is to be made anew."""
    if s.gone[0] > 0:
        kept.free[0] = -1
    for i in range(s.new[0], s.new[1]):
        enter(queue, jobs, s.order[i])
        if aging is not None:
            enter_aging(queue, aging, jobs, s, s.order[i])


@part
def start_from(jobs, s, queue, aging, job):
    """Start a job of the queue."""
    leave(queue, job)
    if aging is not None:
        leave_aging(queue, aging, job)
    start(jobs, s, job)


@part
def next_to_start(jobs, s, queue, aging, free, shadow, extra):
    """The first job in the queue's order that takes no more than `free` and does not delay the head; -1 none."""
    if aging is None:
        return first(queue, s.now[0], free, shadow, extra, 0)
    return foremost(queue, aging, jobs, s, free, shadow, extra)


@part
def fill_behind(jobs, s, queue, aging, kept, head, log):
    """Reserve for the blocked head, start who may pass it, and tell why the others wait."""
    if kept.head[0] != head or kept.free[0] != s.free[0]:
        _reserve(jobs, s, kept, head, log)
    shadow = kept.shadow[0]
    job = next_to_start(jobs, s, queue, aging, s.free[0], shadow, kept.extra[0])
    while job >= 0:
        in_time = s.now[0] + jobs.requested[job] <= shadow
        rule = ENDS_BY_SHADOW if in_time else WITHIN_EXTRA
        log_backfill(log, jobs, s, job, rule, blocker=head, shadow=shadow, extra=kept.extra[0])
        if not in_time:
            kept.extra[0] -= jobs.size[job]
        start_from(jobs, s, queue, aging, job)
        s.backfilled[job] = 1
        job = next_to_start(jobs, s, queue, aging, s.free[0], shadow, kept.extra[0])
    kept.free[0] = s.free[0]
    if log is not None:
        _tell_why_they_wait(jobs, s, queue, kept, log)


@part
def _reserve(jobs, s, kept, head, log):
    shadow, extra, blocker = reservation(jobs, s, head)
    if kept.head[0] != head or kept.shadow[0] != shadow:
        log_reserve(log, jobs, s, head, RESERVED, shadow=shadow, blocker=blocker, extra=extra)
    kept.head[0], kept.shadow[0], kept.extra[0] = head, shadow, extra


@part
def _tell_why_they_wait(jobs, s, queue, kept, log):
    """As things stand after the pass: a job that would have fitted when it was tried may not fit any more."""
    head, job = kept.head[0], anybody(queue, 0)
    while job >= 0:
        if job != head:
            rule = WOULD_DELAY_HEAD if jobs.size[job] <= s.free[0] else DOES_NOT_FIT
            log_wait(log, jobs, s, job, rule, blocker=head, shadow=kept.shadow[0], extra=kept.extra[0])
        job = anybody(queue, queue.place[job] + 1)
