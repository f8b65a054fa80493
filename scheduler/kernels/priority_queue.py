"""Start jobs in the order of a queue that is not the order of submission, and let others pass a blocked head or not.

The head of the queue starts as soon as it fits, on several clusters in the lowest one it fits into; a machine is one
cluster.  Behind a head that fits nowhere nobody starts, or those that do not delay it (blocked_head.py), or whoever
fits.

A job that comes may go in front of all that wait, and in a queue that ages (aging.py) they change places as time goes
on.  So the head is looked up at every pass, and its reservation is made anew when it is another job.  Heads may also go
by submission, while the queue is that of those behind them.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.backfill_rule import ANY_PASSES, EASY_PASSES
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
from scheduler.engine.rigid.blocked_head import fill_behind, is_looked_at, next_to_start, start_from, take_in, value_of
from scheduler.engine.rigid.clusters import first_with, give_back, most_free
from scheduler.engine.rigid.ranked import NOBODY, ROOT, anybody
from scheduler.engine.rigid.space import advance

ANY_SIZE = NOBODY - 1


@kernel
def run(jobs, s, sessions, queue, aging, clusters, rules, kept, log):
    """Fill s.start, s.backfilled and clusters.of; aging: None where the order is that of the places of the queue."""
    while advance(jobs, s, sessions, log):
        give_back(jobs, s, clusters)
        take_in(jobs, s, queue, aging, kept)
        if queue.size[ROOT] > most_free(clusters, -1) and log is None:  # nobody fits
            continue
        head = _start_heads(jobs, s, queue, aging, clusters, rules, kept, log)
        if head < 0:
            continue
        if rules.passing == EASY_PASSES:
            fill_behind(jobs, s, queue, aging, clusters, rules, kept, head, log)
            continue
        if rules.passing == ANY_PASSES:
            _start_who_fits(jobs, s, queue, aging, clusters, rules, head, log)
        else:
            _log_waiting(jobs, s, queue, aging, clusters, rules, head, log)


@part
def _start_heads(jobs, s, queue, aging, clusters, rules, kept, log):
    """Start heads while they fit somewhere; returns the blocked one, -1 none."""
    head = _head(jobs, s, queue, aging, rules, kept)
    while head >= 0:
        cluster = first_with(clusters, jobs.size[head])
        if cluster < 0:
            break
        log_start(log, jobs, s, head, HEAD_FITS, free=clusters.free[cluster])
        start_from(jobs, s, queue, aging, clusters, cluster, head)
        head = _head(jobs, s, queue, aging, rules, kept)
    return head


@part
def _head(jobs, s, queue, aging, rules, kept):
    """Who is first; -1 nobody."""
    if not rules.by_submission:
        return next_to_start(jobs, s, queue, aging, ANY_SIZE, np.inf, 0)
    while kept.first[0] < s.new[1] and not np.isnan(s.start[s.order[kept.first[0]]]):
        kept.first[0] += 1
    return s.order[kept.first[0]] if kept.first[0] < s.new[1] else -1


@part
def _start_who_fits(jobs, s, queue, aging, clusters, rules, head, log):
    job, last = next_to_start(jobs, s, queue, aging, most_free(clusters, -1), np.inf, 0), -1
    while job >= 0:
        _log_refused(jobs, s, queue, aging, clusters, rules, last, job, log)
        cluster = first_with(clusters, jobs.size[job])
        log_backfill(log, jobs, s, job, PASSES_WIDE, blocker=head, free=clusters.free[cluster])
        start_from(jobs, s, queue, aging, clusters, cluster, job)
        s.backfilled[job] = 1
        last = job
        job = next_to_start(jobs, s, queue, aging, most_free(clusters, -1), np.inf, 0)
    _log_refused(jobs, s, queue, aging, clusters, rules, last, -1, log)


@part
def _log_refused(jobs, s, queue, aging, clusters, rules, last, following, log):
    """Those that are looked at after `last` and before `following` do not fit."""
    if log is None:
        return
    most, job = most_free(clusters, -1), anybody(queue, 0)
    while job >= 0:
        if is_looked_at(jobs, s, queue, aging, job, last, following):
            log_wait(log, jobs, s, job, DOES_NOT_FIT, free=most, value=value_of(jobs, s, aging, rules, job))
        job = anybody(queue, queue.place[job] + 1)


@part
def _log_waiting(jobs, s, queue, aging, clusters, rules, head, log):
    """The head does not fit, and nobody behind it is looked at."""
    if log is None:
        return
    most, job = most_free(clusters, -1), anybody(queue, 0)
    while job >= 0:
        rule, blocker = (HEAD_BLOCKED, -1) if job == head else (BEHIND_HEAD, head)
        value = value_of(jobs, s, aging, rules, job)
        log_wait(log, jobs, s, job, rule, blocker=blocker, free=most, value=value)
        job = anybody(queue, queue.place[job] + 1)
