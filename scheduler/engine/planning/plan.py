"""A plan: every waiting job holds a reservation, on several clusters in one of them.

Each cluster has a profile that knows what running jobs and reservations hold there; a machine is one cluster.  A job is
reserved where it can start earliest without delaying anybody, in the lowest cluster of several.  When a job ends early,
reservations may move up, one after the other, each into the cluster that lets it start earliest; one that cannot start
earlier stays where it is.
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
    last_blocker,
    log_backfill,
    log_reserve,
    log_start,
    log_wait,
)
from scheduler.engine.planning.profile import (
    LAST,
    Profile,
    change,
    clear,
    earlier,
    earliest_before,
    forget,
    room_for,
    shift,
    step_at,
)
from scheduler.engine.rigid.clusters import Clusters, first_with, most_free, start_inside
from scheduler.engine.rigid.space import Jobs, State, awaits_ends
from scheduler.engine.structures.waiting import Waiting, append, new_waiting, remove

COMPRESSIONS = ("start", "arrival", "rebuild", "none")  # what becomes of holes when a job ends early
BY_START, BY_ARRIVAL, REBUILD, NONE = range(len(COMPRESSIONS))


class Plan(NamedTuple):
    """The reservations of all waiting jobs, and what was promised; clusters.of says where each is planned."""

    time: np.ndarray  # [clusters, capacity] f8, a profile each
    free: np.ndarray  # [clusters, capacity] i8
    span: np.ndarray  # [clusters, 2] i8
    until: np.ndarray  # [clusters] f8, end of what has become free there since the reservations last moved up
    clusters: Clusters
    queue: Waiting  # waiting jobs in the order of their submission
    rank: np.ndarray  # [n] i8, place of a job in the order of submission
    start: np.ndarray  # [n] f8, planned start, nan where there is none
    promise: np.ndarray  # [n] f8, the first start promised
    promised: np.ndarray  # [n] i8, and where
    order: np.ndarray  # [n] i8, order[:count[0]] are the waiting jobs by (planned start, rank)
    count: np.ndarray  # [1] i8


def new_plan(jobs: Jobs, s: State, clusters: Clusters) -> Plan:
    """An empty plan of clusters at rest."""
    n, many = len(jobs.submit), len(clusters.size)
    capacity = room_for(n + len(s.ended))
    time, free = np.zeros((many, capacity)), np.zeros((many, capacity), np.int64)
    time[:, 0], free[:, 0] = -np.inf, clusters.size
    return Plan(
        time,
        free,
        np.zeros((many, 2), np.int64),
        np.zeros(many),
        clusters,
        new_waiting(n),
        np.zeros(n, np.int64),
        np.full(n, np.nan),
        np.full(n, np.nan),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(1, np.int64),
    )


@part
def profile_of(plan, cluster):
    """What is free in a cluster from now on."""
    return Profile(plan.time[cluster], plan.free[cluster], plan.span[cluster])


@part
def first_due(plan):
    """When the next reservation is due; inf if nobody waits."""
    return plan.start[plan.order[0]] if plan.count[0] > 0 else np.inf


@part
def sooner(plan, job, other):
    """Whether a job is planned before another one."""
    mine, theirs = plan.start[job], plan.start[other]
    return mine < theirs or (mine == theirs and plan.rank[job] < plan.rank[other])


@inner
def put(plan, job):
    """Put a job with a planned start into the order."""
    i = plan.count[0]
    plan.count[0] = i + 1
    while i > 0 and sooner(plan, job, plan.order[i - 1]):
        plan.order[i] = plan.order[i - 1]
        i -= 1
    plan.order[i] = job


@inner
def sort(plan):
    """Restore the order after planned starts have changed: few have, so each is moved to its place."""
    for i in range(1, plan.count[0]):
        job = plan.order[i]
        k = i
        while k > 0 and sooner(plan, job, plan.order[k - 1]):
            plan.order[k] = plan.order[k - 1]
            k -= 1
        plan.order[k] = job


@inner
def free_early(jobs, s, plan):
    """Give back what jobs that ended early still held; whether any did."""
    now, early = s.now[0], False
    for cluster in range(len(plan.clusters.size)):
        forget(profile_of(plan, cluster), now)
        plan.until[cluster] = now
    for i in range(s.gone[0]):
        job = s.ended[i]
        cluster, expected = plan.clusters.of[job], s.start[job] + jobs.requested[job]
        change(profile_of(plan, cluster), now, expected, jobs.size[job])
        plan.until[cluster] = max(plan.until[cluster], expected)
        early = early or expected > now
    return early


@part
def reserve(jobs, plan, now, since, job):
    """Plan a job at the earliest time >= now that delays nobody, in the lowest cluster of several.

    since: in the cluster where it was planned so far, if anywhere, only a start >= since needs to be looked for.
    """
    size, length, begin, where = jobs.size[job], jobs.requested[job], np.inf, -1
    for cluster in range(len(plan.clusters.size)):
        if size <= plan.clusters.size[cluster]:
            at = since if cluster == plan.clusters.of[job] else now
            earliest = earliest_before(profile_of(plan, cluster), at, begin, size, length)
            if earliest < begin:
                begin, where = earliest, cluster
    plan.start[job], plan.clusters.of[job] = begin, where
    change(profile_of(plan, where), begin, begin + length, -size)


@part
def move_up(jobs, plan, now, since, until, job):
    """Move a reservation to its earliest feasible start, if that is earlier; whether it was moved.

    since, until: in the cluster where it is planned only a start in [since, until) needs to be looked for.
    """
    size, length, begin, mine = jobs.size[job], jobs.requested[job], plan.start[job], plan.clusters.of[job]
    best, where = begin, mine
    for cluster in range(len(plan.clusters.size)):
        earliest = begin
        if cluster == mine and since < until:
            earliest = earlier(profile_of(plan, cluster), since, size, length, begin, min(best, until))
        elif cluster != mine and size <= plan.clusters.size[cluster]:
            earliest = earliest_before(profile_of(plan, cluster), now, best, size, length)
        if earliest < best:
            best, where = earliest, cluster
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
    """Move every reservation up once, in the order of the plan.

    When the pass before was over nobody could be moved inside its cluster, for a job was looked at after all that are
    planned before it.  So a start there is worth trying only where something was freed since: before plan.until, which
    grows with what moved jobs leave.
    """
    moved = False
    for i in range(plan.count[0]):  # the order is put right after the pass
        job = plan.order[i]
        cluster, end = plan.clusters.of[job], plan.start[job] + jobs.requested[job]
        if move_up(jobs, plan, s.now[0], s.now[0], plan.until[cluster], job):
            plan.until[cluster], moved = max(plan.until[cluster], end), True
            log_plan(log, jobs, s, plan, job, COMPRESSED)
        log_refused(log, jobs, s, plan, job, len(plan.rank))
    if moved:
        sort(plan)


@inner
def compress_by_arrival(jobs, s, plan, log):
    """Move every reservation up once, in the order of submission."""
    end = len(jobs.submit)
    job = plan.queue.next[end]
    while job != end:
        if move_up(jobs, plan, s.now[0], s.now[0], np.inf, job):
            log_plan(log, jobs, s, plan, job, COMPRESSED)
        log_refused(log, jobs, s, plan, job, len(plan.rank))
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
        reserve(jobs, plan, now, now, job)
        if plan.start[job] != before or clusters.of[job] != there:
            log_plan(log, jobs, s, plan, job, REBUILT)
        log_refused(log, jobs, s, plan, job, plan.rank[job])
        job = plan.queue.next[job]
    sort(plan)


@inner
def plan_new(jobs, s, plan, log):
    """Reserve for the jobs submitted at this event, in the order of their submission."""
    for i in range(s.new[0], s.new[1]):
        job = s.order[i]
        plan.rank[job] = i
        append(plan.queue, job)
        reserve(jobs, plan, s.now[0], s.now[0], job)
        plan.promise[job], plan.promised[job] = plan.start[job], plan.clusters.of[job]
        put(plan, job)
        if plan.start[job] > s.now[0]:
            log_plan(log, jobs, s, plan, job, EARLIEST_GAP)
        log_refused(log, jobs, s, plan, job, len(plan.rank))


@inner
def start_due(jobs, s, plan, log):
    """Start every job that is reserved for now; one whose processors are not free yet once jobs have ended now."""
    now, due, kept, end = s.now[0], 0, 0, len(jobs.submit)
    while due < plan.count[0] and plan.start[plan.order[due]] <= now:
        job = plan.order[due]
        cluster = plan.clusters.of[job]
        due += 1
        if plan.clusters.free[cluster] < jobs.size[job] and awaits_ends(s):
            plan.order[kept] = job
            kept += 1
            log_wait(log, jobs, s, job, DOES_NOT_FIT, free=most_free(plan.clusters, -1), shadow=plan.start[job])
            continue
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
        plan.order[kept + i - due] = plan.order[i]
    plan.count[0] -= due - kept


# ---- the log --------------------------------------------------------------------------------------------------------


@part
def log_plan(log, jobs, s, plan, job, rule):
    """A reservation was made or moved; where there are several clusters, the number of the row says to which."""
    if log is not None:
        where = np.float64(plan.clusters.of[job]) if len(plan.clusters.size) > 1 else np.nan
        log_reserve(log, jobs, s, job, rule, shadow=plan.start[job], free=most_free(plan.clusters, -1), value=where)


@part
def log_standing(log, jobs, s, plan, done):
    """All reservations that stand, once, for a log that begins in mid-run; whether that is done."""
    if log is None or done or s.now[0] < log.window[0]:
        return done
    for i in range(plan.count[0]):
        log_plan(log, jobs, s, plan, plan.order[i], EARLIEST_GAP)
    return True


@part
def log_waiting(log, jobs, s, plan, was_moved):
    """Why jobs do not start now, after all that are due: those not looked at before, or in whose way was one of these.

    was_moved: whether all that were planned before this event have been looked at, to move their reservations.
    """
    if log is not None and log.window[0] <= s.now[0] < log.window[1]:
        end = len(jobs.submit)
        job = plan.queue.next[end]
        while job != end:
            blocker = last_blocker(log, job)
            if (plan.rank[job] < s.new[0] and not was_moved) or (blocker >= 0 and s.start[blocker] == s.now[0]):
                log_refused(log, jobs, s, plan, job, len(plan.rank))
            job = plan.queue.next[job]


@part
def log_refused(log, jobs, s, plan, job, first):
    """Why a job is planned for later: does it fit somewhere now, and whose reservation would it take processors from?

    first: only reservations of jobs before this place in the order of submission are made.
    """
    if log is not None and plan.start[job] > s.now[0]:
        _log_refused(log, jobs, s, plan, job, first)


@inner
def _log_refused(log, jobs, s, plan, job, first):
    most = most_free(plan.clusters, -1)
    fits = jobs.size[job] <= most
    blocker = _in_the_way(jobs, plan, s.now[0], job, first) if fits else -1
    rule = DOES_NOT_FIT if not fits else BEHIND_RESERVATION if blocker >= 0 else LEFT_IN_PLAN
    planned = plan.start[blocker if blocker >= 0 else job]
    log_wait(log, jobs, s, job, rule, blocker=blocker, shadow=planned, free=most)


@part
def _in_the_way(jobs, plan, now, job, first):
    """Of the lowest cluster where `job` fits: who lacks processors first if it starts there now; -1 if nobody does."""
    cluster = first_with(plan.clusters, jobs.size[job])
    short = _first_short(jobs, plan, cluster, now, job)
    blocker = -1
    for i in range(plan.count[0]):
        other = plan.order[i]
        covers = plan.start[other] <= short < plan.start[other] + jobs.requested[other]
        is_made = other != job and plan.rank[other] < first
        if blocker < 0 and is_made and covers and plan.clusters.of[other] == cluster:
            blocker = other
    return blocker


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
