"""Start jobs in the order of a queue on several clusters: a job goes to the lowest one that can start it now.

The head of the queue starts as soon as it fits into one of the clusters.  Behind a head that fits into none nobody
starts, or those that do not delay it (clustered_head.py), or whoever fits.  The order of the queue is that of its
places, or one that ages; heads may go by submission while the queue is that of those behind them.
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
from scheduler.engine.rigid.blocked_head import ANY_PASSES, EASY_PASSES, NONE_PASSES, take_in
from scheduler.engine.rigid.clustered_head import BY_SUBMISSION, PASSING, fill_clusters, next_there, start_there
from scheduler.engine.rigid.clusters import first_with, give_back, most_free
from scheduler.engine.rigid.space import advance
from scheduler.engine.structures.ranked import NOBODY, ROOT, anybody

ANY_SIZE = NOBODY - 1


@kernel
def run(jobs, s, sessions, queue, aging, clusters, rules, kept, log):
    """Fill s.start, s.backfilled and clusters.of.

    aging: as in aging.py; looked at where rules say so.  rules: [RULES] i8, see there.
    """
    passing = rules[PASSING]
    while advance(jobs, s, sessions, log):
        give_back(jobs, s, clusters)
        take_in(jobs, s, queue, aging, kept)        # the same machine code for queues that age and that do not
        if queue.size[ROOT] > most_free(clusters, -1) and log is None:      # nobody fits
            continue
        head = _start_heads(jobs, s, queue, aging, clusters, rules, log)
        if head >= 0 and passing == EASY_PASSES:
            fill_clusters(jobs, s, queue, aging, clusters, rules, kept, head, log)
        elif head >= 0:
            if passing == ANY_PASSES:
                _start_who_fits(jobs, s, queue, aging, clusters, rules, head, log)
            if log is not None:
                _tell_why_they_wait(jobs, s, queue, clusters, head if passing == NONE_PASSES else -1, log)


@part
def _head(jobs, s, queue, aging, clusters, rules):
    """Who is first; -1 nobody."""
    if rules[BY_SUBMISSION] == 0:
        return next_there(jobs, s, queue, aging, rules, ANY_SIZE, np.inf, 0)
    while clusters.head[0] < s.new[1] and not np.isnan(s.start[s.order[clusters.head[0]]]):
        clusters.head[0] += 1
    return s.order[clusters.head[0]] if clusters.head[0] < s.new[1] else -1


@part
def _start_heads(jobs, s, queue, aging, clusters, rules, log):
    """Start heads while they fit somewhere; returns the blocked one, -1 none."""
    head = _head(jobs, s, queue, aging, clusters, rules)
    while head >= 0:
        cluster = first_with(clusters, jobs.size[head])
        if cluster < 0:
            break
        log_start(log, jobs, s, head, HEAD_FITS, free=clusters.free[cluster])
        start_there(jobs, s, queue, aging, clusters, cluster, head)
        head = _head(jobs, s, queue, aging, clusters, rules)
    return head


@part
def _start_who_fits(jobs, s, queue, aging, clusters, rules, head, log):
    job = next_there(jobs, s, queue, aging, rules, most_free(clusters, -1), np.inf, 0)
    while job >= 0:
        cluster = first_with(clusters, jobs.size[job])
        log_backfill(log, jobs, s, job, PASSES_WIDE, blocker=head, free=clusters.free[cluster])
        start_there(jobs, s, queue, aging, clusters, cluster, job)
        s.backfilled[job] = 1
        job = next_there(jobs, s, queue, aging, rules, most_free(clusters, -1), np.inf, 0)


@part
def _tell_why_they_wait(jobs, s, queue, clusters, head, log):
    """head: the job nothing may pass; -1 where whatever fits starts."""
    most, job = most_free(clusters, -1), anybody(queue, 0)
    while job >= 0:
        rule, blocker = DOES_NOT_FIT, -1
        if head >= 0:
            rule, blocker = (HEAD_BLOCKED, -1) if job == head else (BEHIND_HEAD, head)
        log_wait(log, jobs, s, job, rule, blocker=blocker, free=most)
        job = anybody(queue, queue.place[job] + 1)
