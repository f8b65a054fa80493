"""Start jobs in the order of a formula, and let others pass a blocked one or not, by the rules that are asked for.

At every event the priority of each waiting job is computed, from what is so before anybody starts; the largest goes
first, equal ones by submission.  Then the jobs are gone through in this order.  A job whose condition does not hold
when its turn comes is left out of that pass: it holds nobody back.  What a blocked job means to those behind it:

none            nobody starts
easy            the first one gets a reservation, and others start by EASY's rule (easy_rule.py)
reservations    the first K get reservations at the earliest time that delays none before, and others start if they
                delay none of these; made anew at every pass
conservative    the same, and everybody gets one
any             whoever fits starts

With none, easy and any those behind the first blocked job may have an order of their own.

On several clusters a job fits if it fits into one of them, and starts in the lowest; a reservation is in the cluster
where it can begin earliest, the lowest of several, and holds nobody up elsewhere.  A machine is one cluster.

While a job is left out by a condition that changes as time goes on, there is a pass at every full minute.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel, part
from scheduler.engine.decision_log import (
    AWAITS_CONDITION,
    BEHIND_HEAD,
    BEHIND_RESERVATION,
    DELAYS_NONE,
    DOES_NOT_FIT,
    HEAD_BLOCKED,
    HEAD_FITS,
    OTHER_CLUSTER,
    PASSES_WIDE,
    RESERVED,
    RESERVED_IN_TURN,
    WOULD_DELAY_HEAD,
    forget_reason,
    has_reason,
    log_backfill,
    log_reserve,
    log_start,
    log_wait,
)
from scheduler.engine.planning.profile import LAST, Profile, change, clear, earliest_before, room_for, step_at
from scheduler.engine.rigid.clusters import first_beside, first_with, give_back, most_free, reservation_inside
from scheduler.engine.rigid.easy_rule import left_of_extra, why_it_passes
from scheduler.engine.rigid.space import advance_to
from scheduler.engine.structures.unstarted import drop_started
from scheduler.topics.formula.engine.formulas import (
    may_start,
    next_minute,
    priority_of,
    start_by_formula,
    update_values,
)
from scheduler.topics.formula.engine.stack_program import evaluate
from scheduler.topics.formula.engine.value_queue import join, sort

PASSING = ("none", "easy", "reservations", "conservative", "any")
NONE_PASSES, EASY_PASSES, SOME_RESERVED, ALL_RESERVED, ANY_PASSES = range(len(PASSING))
MOST_VAIN = 31 * 24 * 60  # passes in a row while nothing runs and nothing is to come


class Rules(NamedTuple):
    """What the queue goes by."""

    passing: int  # of PASSING
    reservations: int  # how many get one
    is_dynamic: bool  # priorities change while jobs wait
    is_timed: bool  # conditions change as time goes on


class Plan(NamedTuple):
    """The reservations of a pass; no cells where none is planned."""

    time: np.ndarray  # [clusters, capacity] f8, a profile each
    free: np.ndarray  # [clusters, capacity] i8
    span: np.ndarray  # [clusters, 2] i8
    start: np.ndarray  # [n] f8, of a job that waits: its reservation in this pass, inf none
    cluster: np.ndarray  # [n] i8, and where
    promise: np.ndarray  # [n] f8, as last logged
    promised: np.ndarray  # [n] i8, and where


def new_plan(n: int, passing: int, clusters: int) -> Plan:
    """Nothing is planned."""
    cells = n if passing in (EASY_PASSES, SOME_RESERVED, ALL_RESERVED) else 0
    room = room_for(n) if passing in (SOME_RESERVED, ALL_RESERVED) else 0
    return Plan(
        np.zeros((clusters, room)),
        np.zeros((clusters, room), np.int64),
        np.zeros((clusters, 2), np.int64),
        np.full(cells, np.inf),
        np.zeros(cells, np.int64),
        np.full(cells, np.nan),
        np.zeros(cells, np.int64),
    )


@kernel
def evaluate_all(program, values, submit, value):
    """Fill value [n] with that of each job, which is submitted at submit [n] s; nan is no number."""
    for job in range(len(value)):
        value[job] = evaluate(program, values, submit[job], job)


@kernel
def run(jobs, s, sessions, formula, queue, others, plan, clusters, rules, log):
    """Fill s.start, s.backfilled and clusters.of; a job that never may start keeps nan.

    others: the same queue by the value of formula.behind.
    """
    due, vain, left_out = np.inf, 0, 0
    while vain <= MOST_VAIN and advance_to(jobs, s, sessions, log, due):
        vain = vain + 1 if s.ends.count[0] == 0 and s.new[0] == len(jobs.submit) else 0
        give_back(jobs, s, clusters)
        update_values(jobs, s, formula, queue.count[0])
        _take_in(s, formula, queue, rules)
        due = np.inf
        if queue.count[0] == 0 or (log is None and not _anybody_fits(jobs, queue, clusters)):
            continue
        if rules.is_dynamic:
            for i in range(queue.count[0]):
                queue.value[queue.order[i]] = priority_of(s, formula, queue.order[i])
        sort(queue, 0)
        if rules.passing == SOME_RESERVED or rules.passing == ALL_RESERVED:
            left_out = _planned_pass(jobs, s, formula, queue, plan, clusters, rules, log)
        else:
            left_out = _pass(jobs, s, formula, queue, others, plan, clusters, rules, log)
        drop_started(queue.order, queue.count, s.start)
        if rules.is_timed and left_out > 0:
            due = next_minute(formula, s.now[0])


@inner
def _take_in(s, formula, queue, rules):
    """Put the new jobs into the queue; where values stand they are computed once, now."""
    for i in range(s.new[0], s.new[1]):
        job = s.order[i]
        join(queue, job, i)
        if not rules.is_dynamic:
            queue.value[job] = priority_of(s, formula, job)


@part
def _anybody_fits(jobs, queue, clusters):
    least = np.iinfo(np.int64).max
    for i in range(queue.count[0]):
        least = min(least, jobs.size[queue.order[i]])
    return least <= most_free(clusters, -1)


# ---- none, easy, any -------------------------------------------------------------------------------------------------


@inner
def _pass(jobs, s, formula, queue, others, plan, clusters, rules, log):
    """Go through the queue once; returns how many were left out by their condition."""
    head, shadow, extra, left_out, passing, now, there = -1, 0.0, 0, 0, rules.passing, s.now[0], -1
    for i in range(queue.count[0]):
        job = queue.order[i]
        size, requested = jobs.size[job], jobs.requested[job]
        if head >= 0 and passing == NONE_PASSES:
            if log is None:
                break
            free = most_free(clusters, -1)
            log_wait(log, jobs, s, job, BEHIND_HEAD, blocker=head, free=free, value=queue.value[job])
            continue
        if not may_start(s, formula, job):
            left_out += 1
            log_wait(log, jobs, s, job, AWAITS_CONDITION, free=most_free(clusters, -1))
            continue
        if head >= 0 and passing == EASY_PASSES:
            cluster = first_beside(clusters, there, size, requested, now, shadow, extra)
        else:
            cluster = first_with(clusters, size)
        if cluster >= 0:
            free = clusters.free[cluster]
            if head < 0:
                log_start(log, jobs, s, job, HEAD_FITS, free=free)
            elif passing == ANY_PASSES:
                log_backfill(log, jobs, s, job, PASSES_WIDE, blocker=head, free=free)
            else:
                rule = why_it_passes(requested, now, shadow) if cluster == there else OTHER_CLUSTER
                log_backfill(log, jobs, s, job, rule, blocker=head, shadow=shadow, extra=extra, free=free)
                extra = left_of_extra(size, requested, now, shadow, extra) if cluster == there else extra
            start_by_formula(jobs, s, formula, clusters, cluster, job)
            s.backfilled[job] = head >= 0
        elif head < 0:
            head = job
            shadow, extra, there = _block(jobs, s, plan, clusters, passing, job, log)
            if len(formula.behind.code) > 0:
                _sort_behind(s, formula, others, i + 1)
        elif log is not None:
            most = most_free(clusters, -1)
            log_wait(
                log,
                jobs,
                s,
                job,
                WOULD_DELAY_HEAD if size <= most else DOES_NOT_FIT,
                blocker=head,
                free=most,
                shadow=shadow if passing == EASY_PASSES else np.nan,
                extra=extra if passing == EASY_PASSES else -1,
                value=queue.value[job],
            )
        elif s.free[0] == 0 and not rules.is_timed:
            break
    return left_out


@inner
def _sort_behind(s, formula, others, first):
    """Put those behind the first job that does not fit in their own order."""
    for i in range(first, others.count[0]):
        job = others.order[i]
        value = evaluate(formula.behind, formula.values, s.submit[job], job)
        others.value[job] = -np.inf if value != value else value
    sort(others, first)


@inner
def _block(jobs, s, plan, clusters, passing, head, log):
    """The first job that does not fit: what it means to the others; (shadow, extra, cluster), under EASY."""
    if passing != EASY_PASSES:
        log_wait(log, jobs, s, head, HEAD_BLOCKED, free=most_free(clusters, -1))
        return np.nan, -1, -1
    shadow, extra, blocker, cluster = reservation_inside(jobs, s, clusters, head)
    is_news = plan.promise[head] != shadow or plan.promised[head] != cluster or has_reason(log, head)
    if log is not None and is_news:
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
            value=_where(clusters, cluster),
        )
        forget_reason(log, head)
        plan.promise[head], plan.promised[head] = shadow, cluster
    return shadow, extra, cluster


@part
def _where(clusters, cluster):
    """The cluster of a reservation as its row of the log has it; nan where there is one."""
    return np.float64(cluster) if len(clusters.free) > 1 else np.nan


# ---- reservations, conservative --------------------------------------------------------------------------------------


@inner
def _planned_pass(jobs, s, formula, queue, plan, clusters, rules, log):
    """Plan jobs in the order of the queue, and start whose time is now; returns how many a condition left out."""
    left_out, reserved, now, head = 0, 0, s.now[0], -1
    _fill_profiles(jobs, s, plan, clusters)
    for i in range(queue.count[0]):
        job = queue.order[i]
        size, requested = jobs.size[job], jobs.requested[job]
        plan.start[job] = np.inf
        if log is None and s.free[0] == 0 and not rules.is_timed:
            break
        if not may_start(s, formula, job):
            left_out += 1
            log_wait(log, jobs, s, job, AWAITS_CONDITION, free=most_free(clusters, -1))
            continue
        time, cluster, is_now = _earliest(plan, clusters, now, size, requested)
        if is_now:
            if head < 0:
                log_start(log, jobs, s, job, HEAD_FITS, free=clusters.free[cluster])
            else:
                log_backfill(log, jobs, s, job, DELAYS_NONE, blocker=head, free=clusters.free[cluster])
                s.backfilled[job] = 1
            start_by_formula(jobs, s, formula, clusters, cluster, job)
            change(_profile_of(plan, cluster), now, now + requested, -size)
        else:
            head = job if head < 0 else head
            if reserved < rules.reservations:
                reserved += 1
                _reserve(jobs, s, plan, clusters, job, time, cluster, log)
            _log_refused(jobs, s, queue, plan, clusters, i, log)
    return left_out


@part
def _profile_of(plan, cluster):
    return Profile(plan.time[cluster], plan.free[cluster], plan.span[cluster])


@inner
def _fill_profiles(jobs, s, plan, clusters):
    """What is free by the requested times of those who run."""
    for cluster in range(len(clusters.size)):
        clear(_profile_of(plan, cluster), s.now[0], clusters.size[cluster])
    for i in range(s.ends.count[0]):
        job = s.ends.item[i]
        change(_profile_of(plan, clusters.of[job]), s.now[0], s.start[job] + jobs.requested[job], -jobs.size[job])


@inner
def _earliest(plan, clusters, now, size, requested):
    """(time, cluster, whether a job may start there now): the earliest time that delays no reservation."""
    earliest, where = np.inf, -1
    for cluster in range(len(clusters.size)):
        if size > clusters.size[cluster]:
            continue
        time = earliest_before(_profile_of(plan, cluster), now, np.inf, size, requested)
        if time <= now and size <= clusters.free[cluster]:
            return time, cluster, True
        if time < earliest:
            earliest, where = time, cluster
    return earliest, where, False


@inner
def _reserve(jobs, s, plan, clusters, job, time, cluster, log):
    """Keep processors of a cluster for a job from its time on."""
    plan.start[job], plan.cluster[job] = time, cluster
    change(_profile_of(plan, cluster), time, time + jobs.requested[job], -jobs.size[job])
    if log is not None and (plan.promise[job] != time or plan.promised[job] != cluster):
        log_reserve(
            log,
            jobs,
            s,
            job,
            RESERVED_IN_TURN,
            shadow=time,
            free=most_free(clusters, -1),
            value=_where(clusters, cluster),
        )
        plan.promise[job], plan.promised[job] = time, cluster


@inner
def _log_refused(jobs, s, queue, plan, clusters, place, log):
    """Why the job at a place of the queue waits: it does not fit, or others before it hold what it would take."""
    if log is None:
        return
    job, most, rule, blocker, shadow = queue.order[place], most_free(clusters, -1), DOES_NOT_FIT, -1, np.nan
    if jobs.size[job] <= most:
        rule, blocker = BEHIND_RESERVATION, _in_the_way(jobs, s, queue, plan, clusters, place)
        shadow = plan.start[blocker] if blocker >= 0 else np.nan
    log_wait(log, jobs, s, job, rule, blocker=blocker, shadow=shadow, free=most, value=queue.value[job])


@inner
def _in_the_way(jobs, s, queue, plan, clusters, place):
    """Whose reservation lacks processors first if a job starts now in the lowest cluster it fits; -1 nobody's."""
    job = queue.order[place]
    now, size, cluster = s.now[0], jobs.size[job], first_with(clusters, jobs.size[job])
    profile, mine, short = _profile_of(plan, cluster), plan.start[job], np.inf
    for i in range(step_at(profile, now), profile.span[LAST] + 1):
        is_own = plan.cluster[job] == cluster and mine <= profile.time[i] < mine + jobs.requested[job]
        if profile.time[i] < now + jobs.requested[job] and profile.free[i] + (size if is_own else 0) < size:
            short = min(short, max(profile.time[i], now))
    for i in range(place):
        other = queue.order[i]
        covers = plan.start[other] <= short < plan.start[other] + jobs.requested[other]
        if covers and plan.cluster[other] == cluster:
            return other
    return -1
