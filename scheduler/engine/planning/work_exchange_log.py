"""The decision log of work exchange: which jobs move to other queues, and why others go on waiting."""

from __future__ import annotations

import numpy as np

from scheduler.compiled import part
from scheduler.engine.decision_log import (
    AGREED,
    BEHIND_HEAD,
    BEYOND_DEPTH,
    DOES_NOT_FIT,
    HEAD_BLOCKED,
    MIGRATE,
    WOULD_DELAY_HEAD,
    log_wait,
    note,
)
from scheduler.engine.rigid.easy_rule import may_pass


@part
def log_move(jobs, c, log, job, taker):
    """A job moves to another queue; why it waits there is told anew."""
    if log is None:
        return
    note(log, c.now[0], MIGRATE, job, AGREED, free=c.free[taker], needed=jobs.size[job], value=taker)
    log.last[job] = -1


@part
def log_waiting(jobs, c, rules, log):
    """Why every job of every queue goes on waiting, where it is news."""
    if log is None:
        return
    for cluster in range(len(c.free)):
        end = len(jobs.submit) + cluster
        head, free = c.queue.next[end], c.free[cluster]
        if head == end:
            continue
        log_wait(log, jobs, c, head, HEAD_BLOCKED, free=free, value=cluster)
        job = c.queue.next[head]
        while job != end:
            rule = BEHIND_HEAD if not rules.easy else DOES_NOT_FIT if jobs.size[job] > free else WOULD_DELAY_HEAD
            asks = jobs.requested[job] * jobs.own[job] / c.speed[cluster]
            if rule == WOULD_DELAY_HEAD and may_pass(
                jobs.size[job], asks, c.now[0], free, c.shadow[cluster], c.extra[cluster]
            ):
                rule = BEYOND_DEPTH  # nothing else held it back
            shadow = c.shadow[cluster] if rule == WOULD_DELAY_HEAD else np.nan
            log_wait(
                log, jobs, c, job, rule, blocker=head, shadow=shadow, extra=c.extra[cluster], free=free, value=cluster
            )
            job = c.queue.next[job]
