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
    last_blocker,
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
def log_head(jobs, c, cluster, head, log):
    """The first of a queue does not fit."""
    log_wait(log, jobs, c, head, HEAD_BLOCKED, free=c.free[cluster], value=cluster)


@part
def log_behind(jobs, c, rules, cluster, job, again, log):
    """Why those from a job of a queue on wait, to whom the search for others to start does not come."""
    if log is None:
        return
    while job != len(jobs.submit) + cluster:
        log_refused(jobs, c, rules, cluster, job, again, log)
        job = c.queue.next[job]


@part
def log_refused(jobs, c, rules, cluster, job, again, log):
    """Why a job behind the first of its queue waits, where it is news.

    again: it was looked at before at this instant; then what was said of it behind the same first job holds.
    """
    if log is None:
        return
    head, free = c.queue.next[len(jobs.submit) + cluster], c.free[cluster]
    if again and last_blocker(log, job) == head:
        return
    asks = jobs.requested[job] * jobs.own[job] / c.speed[cluster]
    rule = BEHIND_HEAD if not rules.easy else DOES_NOT_FIT if jobs.size[job] > free else WOULD_DELAY_HEAD
    if rule == WOULD_DELAY_HEAD and may_pass(jobs.size[job], asks, c.now[0], free, c.shadow[cluster], c.extra[cluster]):
        rule = BEYOND_DEPTH  # nothing else held it back
    shadow = c.shadow[cluster] if rule == WOULD_DELAY_HEAD else np.nan
    log_wait(log, jobs, c, job, rule, blocker=head, shadow=shadow, extra=c.extra[cluster], free=free, value=cluster)
