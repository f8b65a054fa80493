"""A plan on several clusters: every waiting job holds a reservation in one of them, and each has its own profile.

A job is reserved where it can start earliest without delaying anybody, in the lowest cluster of several.  When a job
ends early a reservation may move up, into whichever cluster lets it start earliest; one that cannot start earlier stays
where it is.  The order of the plan and the profile are those of plan.py and profile.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.engine.decision_log import (
    BEHIND_RESERVATION,
    COMPRESSED,
    DELAYS_NONE,
    DOES_NOT_FIT,
    DUE,
    EARLIEST_GAP,
    LEFT_IN_PLAN,
    REBUILT,
    log_backfill,
    log_reserve,
    log_start,
    log_wait,
)
from scheduler.engine.planning.plan import put, sort
from scheduler.engine.planning.profile import (
    LAST,
    Profile,
    change,
    clear,
    earlier,
    earliest_before,
    forget,
    shift,
    step_at,
)
from scheduler.engine.rigid.clusters import Clusters, first_with, most_free, start_inside
from scheduler.engine.rigid.space import Jobs, State
from scheduler.engine.structures.waiting import Waiting, append, new_waiting, remove


class ClusteredPlan(NamedTuple):
    """The reservations of all waiting jobs, and what was promised; clusters.of says where each is planned."""

    time: np.ndarray        # [clusters, capacity] f8, a profile each
    free: np.ndarray        # [clusters, capacity] i8
    span: np.ndarray        # [clusters, 2] i8
    clusters: Clusters
    queue: Waiting          # waiting jobs in the order of their submission
    rank: np.ndarray        # [n] i8, place of a job in the order of submission
    start: np.ndarray       # [n] f8, planned start, nan where there is none
    promise: np.ndarray     # [n] f8, the first start promised
    promised: np.ndarray    # [n] i8, and where
    order: np.ndarray       # [n] i8, order[:count[0]] are the waiting jobs by (planned start, rank)
    count: np.ndarray       # [1] i8


def new_clustered_plan(jobs: Jobs, s: State, clusters: Clusters) -> ClusteredPlan:
    """An empty plan of clusters at rest."""
    n, many = len(jobs.submit), len(clusters.size)
    capacity = 4 * (n + len(s.ended)) + 8
    time, free = np.zeros((many, capacity)), np.zeros((many, capacity), np.int64)
    time[:, 0], free[:, 0] = -np.inf, clusters.size
    return ClusteredPlan(time, free, np.zeros((many, 2), np.int64), clusters, new_waiting(n), np.zeros(n, np.int64),
                         np.full(n, np.nan), np.full(n, np.nan), np.zeros(n, np.int64), np.zeros(n, np.int64),
                         np.zeros(1, np.int64))


@part
def profile_of(plan, cluster):
    """What is free in a cluster from now on."""
    return Profile(plan.time[cluster], plan.free[cluster], plan.span[cluster])


@inner
def free_early(jobs, s, plan):
    """Give back what jobs that ended early still held; whether any did."""
    now, early = s.now[0], False
    for cluster in range(len(plan.clusters.size)):
        forget(profile_of(plan, cluster), now)
    for i in range(s.gone[0]):
        job = s.ended[i]
        expected = s.start[job] + jobs.requested[job]
        change(profile_of(plan, plan.clusters.of[job]), now, expected, jobs.size[job])
        early = early or expected > now
    return early


@inner
def reserve(jobs, plan, now, job):
    """Plan a job at the earliest time >= now that delays nobody, in the lowest cluster of several."""
    size, length, begin, where = jobs.size[job], jobs.requested[job], np.inf, -1
    for cluster in range(len(plan.clusters.size)):
        if size <= plan.clusters.size[cluster]:
            found = earliest_before(profile_of(plan, cluster), now, begin, size, length)
            if found < begin:
                begin, where = found, cluster
    plan.start[job], plan.clusters.of[job] = begin, where
    change(profile_of(plan, where), begin, begin + length, -size)


@inner
def move_up(jobs, plan, now, job):
    """Move a reservation to its earliest feasible start, if that is earlier; whether it was moved."""
    size, length, begin, mine = jobs.size[job], jobs.requested[job], plan.start[job], plan.clusters.of[job]
    best, where = begin, mine
    for cluster in range(len(plan.clusters.size)):
        found = begin
        if cluster == mine:
            found = earlier(profile_of(plan, cluster), now, size, length, begin, best)
        elif size <= plan.clusters.size[cluster]:
            found = earliest_before(profile_of(plan, cluster), now, best, size, length)
        if found < best:
            best, where = found, cluster
    if best == begin:
        return False
    if where == mine:
        shift(profile_of(plan, mine), begin, best, size, length)
    else:
        change(profile_of(plan, mine), begin, begin + length, size)
        change(profile_of(plan, where), best, best + length, -size)
    plan.start[job], plan.clusters.of[job] = best, where
    return True


@inner
def compress(jobs, s, plan, log):
    """Move every reservation up once, in the order of the plan."""
    moved = False
    for i in range(plan.count[0]):      # the order is put right after the pass
        job = plan.order[i]
        if move_up(jobs, plan, s.now[0], job):
            moved = True
            if log is not None:
                tell_reserved(jobs, s, plan, log, job, COMPRESSED)
    if moved:
        sort(plan)


@inner
def compress_by_arrival(jobs, s, plan, log):
    """Move every reservation up once, in the order of submission."""
    end = len(jobs.submit)
    job = plan.queue.next[end]
    while job != end:
        if move_up(jobs, plan, s.now[0], job) and log is not None:
            tell_reserved(jobs, s, plan, log, job, COMPRESSED)
        job = plan.queue.next[job]
    sort(plan)


@inner
def rebuild(jobs, s, plan, log):
    """Drop all reservations and make them anew, in the order of submission."""
    end, now, clusters = len(jobs.submit), s.now[0], plan.clusters
    for cluster in range(len(clusters.size)):
        clear(profile_of(plan, cluster), now, clusters.size[cluster])
    for i in range(s.ends.count[0]):
        runs = s.ends.item[i]
        change(profile_of(plan, clusters.of[runs]), now, s.start[runs] + jobs.requested[runs], -jobs.size[runs])
    job = plan.queue.next[end]
    while job != end:
        before, there = plan.start[job], clusters.of[job]
        reserve(jobs, plan, now, job)
        if log is not None and (plan.start[job] != before or clusters.of[job] != there):
            tell_reserved(jobs, s, plan, log, job, REBUILT)
        job = plan.queue.next[job]
    sort(plan)


@inner
def plan_new(jobs, s, plan, log):
    """Reserve for the jobs submitted at this event, in the order of their submission."""
    for i in range(s.new[0], s.new[1]):
        job = s.order[i]
        plan.rank[job] = i
        append(plan.queue, job)
        reserve(jobs, plan, s.now[0], job)
        plan.promise[job], plan.promised[job] = plan.start[job], plan.clusters.of[job]
        put(plan, job)
        if log is not None and plan.start[job] > s.now[0]:
            tell_reserved(jobs, s, plan, log, job, EARLIEST_GAP)


@inner
def start_due(jobs, s, plan, log):
    """Start every job that is reserved for now."""
    now, due, end = s.now[0], 0, len(jobs.submit)
    while due < plan.count[0] and plan.start[plan.order[due]] <= now:
        job = plan.order[due]
        cluster = plan.clusters.of[job]
        due += 1
        passes = plan.queue.next[end] != job
        s.backfilled[job] = passes
        rule = DUE if s.submit[job] < now else DELAYS_NONE
        if passes:
            log_backfill(log, jobs, s, job, rule, free=plan.clusters.free[cluster])
        else:
            log_start(log, jobs, s, job, rule, free=plan.clusters.free[cluster])
        remove(plan.queue, job)
        start_inside(jobs, s, plan.clusters, cluster, job)
    for i in range(due, plan.count[0]):
        plan.order[i - due] = plan.order[i]
    plan.count[0] -= due


# ---- what the log is told -------------------------------------------------------------------------------------------

@part
def tell_reserved(jobs, s, plan, log, job, rule):
    """A reservation was made or moved; the number of the row says to which cluster."""
    log_reserve(log, jobs, s, job, rule, shadow=plan.start[job], free=most_free(plan.clusters, -1),
                value=plan.clusters.of[job])


@inner
def tell_plan(jobs, s, plan, log):
    """All reservations that stand, for a log that begins in mid-run."""
    for i in range(plan.count[0]):
        tell_reserved(jobs, s, plan, log, plan.order[i], EARLIEST_GAP)


@inner
def tell_why_they_wait(jobs, s, plan, log):
    """For every waiting job: does it fit somewhere now, and whose reservation would it take processors from there?"""
    end, now, most = len(jobs.submit), s.now[0], most_free(plan.clusters, -1)
    if not log.window[0] <= now < log.window[1]:
        return
    job = plan.queue.next[end]
    while job != end:
        size = jobs.size[job]
        blocker = _in_the_way(jobs, plan, now, job) if size <= most else -1
        rule = DOES_NOT_FIT if size > most else BEHIND_RESERVATION if blocker >= 0 else LEFT_IN_PLAN
        planned = plan.start[blocker if blocker >= 0 else job]
        log_wait(log, jobs, s, job, rule, blocker=blocker, shadow=planned, free=most)
        job = plan.queue.next[job]


@part
def _in_the_way(jobs, plan, now, job):
    """Of the lowest cluster where `job` fits: who lacks processors first if it starts there now; -1 if nobody does."""
    cluster = first_with(plan.clusters, jobs.size[job])
    short = _first_short(jobs, plan, cluster, now, job)
    found = -1
    for i in range(plan.count[0]):
        other = plan.order[i]
        covers = plan.start[other] <= short < plan.start[other] + jobs.requested[other]
        if found < 0 and other != job and covers and plan.clusters.of[other] == cluster:
            found = other
    return found


@part
def _first_short(jobs, plan, cluster, now, job):
    """When processors of a cluster are first short if a job starts there now and gives up its reservation; else inf."""
    profile, size, begin = profile_of(plan, cluster), jobs.size[job], plan.start[job]
    end, own = now + jobs.requested[job], begin + jobs.requested[job]
    i, last, short = step_at(profile, now), profile.span[LAST], np.inf
    while i <= last and profile.time[i] < end and short == np.inf:
        mine = plan.clusters.of[job] == cluster and begin <= profile.time[i] < own
        if profile.free[i] + (size if mine else 0) < size:
            short = max(profile.time[i], now)
        i += 1
    return short
