"""EASY's rule on several clusters: the blocked head is to start in one of them, and who may pass it there or elsewhere.

The shadow time of the head is the earliest at which it will fit in a cluster, the lowest of several.  A job behind it
starts now in the lowest cluster where it fits and does not delay the head: in any other cluster, or in that of the head
if it ends, by its requested time, at or before the shadow time, or takes no more than the extra processors there.

That is the question blocked_head.py asks of its queue, with other numbers: of the processors free in one cluster the
most, and as extra those of the other clusters or, where these are more, what is extra and free in that of the head.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import part
from scheduler.engine.decision_log import (
    BEHIND_RESERVATION,
    DOES_NOT_FIT,
    ENDS_BY_SHADOW,
    OTHER_CLUSTER,
    RESERVED,
    WITHIN_EXTRA,
    WOULD_DELAY_HEAD,
    log_backfill,
    log_reserve,
    log_wait,
)
from scheduler.engine.rigid.aging import foremost, leave_aging
from scheduler.engine.rigid.clusters import most_free, reservation_inside, start_inside
from scheduler.engine.structures.ranked import anybody, first, leave

# Cells of the rules a queue goes by: who may pass its head (blocked_head.PASSING); 1 where, in the cluster of the head,
# only extra processors are for others, whenever they would end; 1 where heads go by submission; 1 where it ages.
RULES = ("passing", "restricted", "by_submission", "ages")
PASSING, RESTRICTED, BY_SUBMISSION, AGES = range(len(RULES))


@part
def next_there(jobs, s, queue, aging, rules, free, shadow, extra):
    """The first job in the queue's order that takes no more than `free` and does not delay the head; -1 none."""
    if rules[AGES] != 0:
        return foremost(queue, aging, jobs, s, free, shadow, extra)
    return first(queue, s.now[0], free, shadow, extra, 0)


@part
def start_there(jobs, s, queue, aging, clusters, cluster, job):
    """Start a job of the queue in a cluster."""
    leave(queue, job)
    leave_aging(queue, aging, job)
    start_inside(jobs, s, clusters, cluster, job)


@part
def fill_clusters(jobs, s, queue, aging, clusters, rules, kept, head, log):
    """Reserve for the blocked head, start who may pass it, and tell why the others wait."""
    restricted = rules[RESTRICTED] != 0
    if kept.head[0] != head or kept.free[0] != s.free[0] or restricted:
        _reserve(jobs, s, clusters, kept, head, log)
    in_time_by = -np.inf if restricted else kept.shadow[0]
    job = _next(jobs, s, queue, aging, clusters, rules, kept, in_time_by)
    while job >= 0:
        in_time = s.now[0] + jobs.requested[job] <= in_time_by
        cluster = _where(jobs, clusters, kept, job, in_time)
        here = cluster == clusters.reserved[0]
        rule = OTHER_CLUSTER if not here else ENDS_BY_SHADOW if in_time else WITHIN_EXTRA
        log_backfill(log, jobs, s, job, rule, blocker=head, shadow=kept.shadow[0], extra=kept.extra[0],
                     free=clusters.free[cluster])
        if here and not in_time:
            kept.extra[0] -= jobs.size[job]
        start_there(jobs, s, queue, aging, clusters, cluster, job)
        s.backfilled[job] = 1
        job = _next(jobs, s, queue, aging, clusters, rules, kept, in_time_by)
    kept.free[0] = s.free[0]
    if log is not None:
        _tell_why_they_wait(jobs, s, queue, clusters, kept, restricted, log)


@part
def _next(jobs, s, queue, aging, clusters, rules, kept, in_time_by):
    """The first job in the queue's order that may start somewhere; -1 none."""
    here, elsewhere = clusters.free[clusters.reserved[0]], most_free(clusters, clusters.reserved[0])
    extra = max(elsewhere, min(here, kept.extra[0]))
    return next_there(jobs, s, queue, aging, rules, max(here, elsewhere), in_time_by, extra)


@part
def _where(jobs, clusters, kept, job, in_time):
    """The lowest cluster in which a job that may start fits without delaying the head."""
    size = jobs.size[job]
    for cluster in range(len(clusters.free)):
        beside = in_time or size <= kept.extra[0] or cluster != clusters.reserved[0]
        if size <= clusters.free[cluster] and beside:
            return cluster
    return -1


@part
def _reserve(jobs, s, clusters, kept, head, log):
    """The number of the row says in which cluster."""
    shadow, extra, blocker = reservation_inside(jobs, s, clusters, head)
    if log is not None and (kept.head[0] != head or kept.shadow[0] != shadow):
        log_reserve(log, jobs, s, head, RESERVED, shadow=shadow, blocker=blocker, extra=extra,
                    free=most_free(clusters, -1), value=clusters.reserved[0])
    kept.head[0], kept.shadow[0], kept.extra[0] = head, shadow, extra


@part
def _tell_why_they_wait(jobs, s, queue, clusters, kept, restricted, log):
    """As things stand after the pass; who fits fits in the cluster of the head alone."""
    head, most, job = kept.head[0], most_free(clusters, -1), anybody(queue, 0)
    while job >= 0:
        if job != head:
            rule = BEHIND_RESERVATION if restricted else WOULD_DELAY_HEAD
            rule = rule if jobs.size[job] <= most else DOES_NOT_FIT
            log_wait(log, jobs, s, job, rule, blocker=head, shadow=kept.shadow[0], extra=kept.extra[0], free=most)
        job = anybody(queue, queue.place[job] + 1)
