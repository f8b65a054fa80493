"""EASY's rule for a queue in any order: the blocked head holds a reservation, who fits beside it may start.

Others are tried in the order of the queue.  On several clusters the head is to start in one of them, where its shadow
time is earliest, the lowest of several.  A job behind it starts in the lowest cluster where it fits and does not delay
the head: in any other cluster, or in that of the head by EASY's rule (easy_rule.py).  A machine is one cluster.

Shadow and extra are computed anew when a job has ended or another job is the head.  Otherwise they stand: who starts
in time gives its processors back by the shadow, and who does not takes them from the extra ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part
from scheduler.engine.decision_log import OTHER_CLUSTER, RESERVED, forget_reason, log_backfill, log_reserve, log_wait
from scheduler.engine.rigid.aging import enter_aging, foremost, leave_aging, priority
from scheduler.engine.rigid.clusters import first_beside, most_free, reservation_inside, start_inside
from scheduler.engine.rigid.easy_rule import left_of_extra, why_it_passes, why_it_waits
from scheduler.engine.rigid.ranked import anybody, enter, first, leave


class Rules(NamedTuple):
    """What a queue goes by."""

    passing: int  # of PASSING
    restricted: bool  # in the cluster of the head only extra processors are for others, whenever they would end
    by_submission: bool  # heads go by submission, and the queue is that of those behind them
    key: np.ndarray  # [n] f8, by which the queue is ordered, smallest first; nan: by submission, or it ages


class Reserved(NamedTuple):
    """The reservation of the blocked head as the last pass left it."""

    head: np.ndarray  # [1] i8, -1 none
    free: np.ndarray  # [1] i8, processors free after that pass; -1: to be made anew
    shadow: np.ndarray  # [1] f8
    extra: np.ndarray  # [1] i8
    cluster: np.ndarray  # [1] i8, where the head is to start
    first: np.ndarray  # [1] i8, nobody before that place in the order of submission waits, where heads go by it


def new_reserved() -> Reserved:
    """Nobody has waited yet."""
    extra, cluster, first = np.zeros((3, 1), np.int64)
    return Reserved(np.full(1, -1), np.full(1, -1), np.full(1, np.nan), extra, cluster, first)


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
def start_from(jobs, s, queue, aging, clusters, cluster, job):
    """Start a job of the queue in a cluster."""
    leave(queue, job)
    if aging is not None:
        leave_aging(queue, aging, job)
    start_inside(jobs, s, clusters, cluster, job)


@part
def next_to_start(jobs, s, queue, aging, free, shadow, extra):
    """The first job in the queue's order that takes no more than `free` and does not delay the head; -1 none."""
    if aging is None:
        return first(queue, s.now[0], free, shadow, extra, 0)
    return foremost(queue, aging, jobs, s, free, shadow, extra)


@part
def fill_behind(jobs, s, queue, aging, clusters, rules, kept, head, log):
    """Reserve for the blocked head, and start who may pass it."""
    if kept.head[0] != head or kept.free[0] != s.free[0] or rules.restricted:
        _reserve(jobs, s, clusters, kept, head, log)
    shadow, last = -np.inf if rules.restricted else kept.shadow[0], -1
    job = _next_to_pass(jobs, s, queue, aging, clusters, kept, shadow)
    while job >= 0:
        _log_refused(jobs, s, queue, aging, clusters, rules, kept, last, job, log)
        _pass(jobs, s, queue, aging, clusters, kept, job, shadow, log)
        last = job
        job = _next_to_pass(jobs, s, queue, aging, clusters, kept, shadow)
    kept.free[0] = s.free[0]
    _log_refused(jobs, s, queue, aging, clusters, rules, kept, last, -1, log)


@part
def _reserve(jobs, s, clusters, kept, head, log):
    shadow, extra, blocker, cluster = reservation_inside(jobs, s, clusters, head)
    if log is not None and (kept.head[0] != head or kept.shadow[0] != shadow):
        where = np.float64(cluster) if len(clusters.free) > 1 else np.nan
        log_reserve(
            log,
            jobs,
            s,
            head,
            RESERVED,
            shadow=shadow,
            blocker=blocker,
            extra=extra,
            free=most_free(clusters, -1),
            value=where,
        )
        forget_reason(log, head)
    kept.head[0], kept.shadow[0], kept.extra[0], kept.cluster[0] = head, shadow, extra, cluster


@part
def _next_to_pass(jobs, s, queue, aging, clusters, kept, shadow):
    """The first job in the queue's order that may start somewhere; -1 none.

    That is what next_to_start() is asked with other numbers: of the processors free in one cluster the most, and as
    extra those of the other clusters or, where these are more, what is extra and free in that of the head.
    """
    here, elsewhere = clusters.free[kept.cluster[0]], most_free(clusters, kept.cluster[0])
    extra = max(elsewhere, min(here, kept.extra[0]))
    return next_to_start(jobs, s, queue, aging, max(here, elsewhere), shadow, extra)


@part
def _pass(jobs, s, queue, aging, clusters, kept, job, shadow, log):
    """Start a job that may pass the head."""
    size, requested, now = jobs.size[job], jobs.requested[job], s.now[0]
    cluster = first_beside(clusters, kept.cluster[0], size, requested, now, shadow, kept.extra[0])
    here = cluster == kept.cluster[0]
    rule = why_it_passes(requested, now, shadow) if here else OTHER_CLUSTER
    log_backfill(
        log,
        jobs,
        s,
        job,
        rule,
        blocker=kept.head[0],
        shadow=kept.shadow[0],
        extra=kept.extra[0],
        free=clusters.free[cluster],
    )
    if here:
        kept.extra[0] = left_of_extra(size, requested, now, shadow, kept.extra[0])
    start_from(jobs, s, queue, aging, clusters, cluster, job)
    s.backfilled[job] = 1


# ---- the log: who is looked at, and when -----------------------------------------------------------------------------


@part
def is_looked_at(jobs, s, queue, aging, job, last, following):
    """Whether the search for who may start looks at a job after `last` and before `following`; -1: no bound."""
    return (last < 0 or _goes_before(jobs, s, queue, aging, last, job)) and (
        following < 0 or _goes_before(jobs, s, queue, aging, job, following)
    )


@part
def _goes_before(jobs, s, queue, aging, job, other):
    if aging is not None and priority(jobs, s, job) != priority(jobs, s, other):
        return priority(jobs, s, job) > priority(jobs, s, other)
    return queue.place[job] < queue.place[other]


@part
def value_of(jobs, s, aging, rules, job):
    """The number by which a job stands where it does in the queue."""
    return rules.key[job] if aging is None else priority(jobs, s, job)


@part
def _log_refused(jobs, s, queue, aging, clusters, rules, kept, last, following, log):
    """Those looked at after `last` and before `following`; who fits fits in the cluster of the head alone."""
    if log is None:
        return
    head, most, job = kept.head[0], most_free(clusters, -1), anybody(queue, 0)
    while job >= 0:
        if job != head and is_looked_at(jobs, s, queue, aging, job, last, following):
            log_wait(
                log,
                jobs,
                s,
                job,
                why_it_waits(jobs.size[job], most, rules.restricted),
                blocker=head,
                shadow=kept.shadow[0],
                extra=kept.extra[0],
                free=most,
                value=value_of(jobs, s, aging, rules, job),
            )
        job = anybody(queue, queue.place[job] + 1)
