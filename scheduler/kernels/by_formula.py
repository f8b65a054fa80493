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
    PASSES_WIDE,
    RESERVED,
    RESERVED_IN_TURN,
    WOULD_DELAY_HEAD,
    log_backfill,
    log_reserve,
    log_start,
    log_wait,
)
from scheduler.engine.planning.profile import LAST, Profile, change, clear, earliest_before, room_for, step_at
from scheduler.engine.rigid.easy_rule import left_of_extra, may_pass, why_it_passes
from scheduler.engine.rigid.space import advance_to, reservation, start
from scheduler.engine.rigid.stack_program import (
    FREE,
    HOUR,
    LOAD,
    MACHINE,
    NOW,
    QUEUE_LENGTH,
    StackProgram,
    Values,
    evaluate,
    use,
)
from scheduler.engine.rigid.valued import join, sort
from scheduler.engine.structures.unstarted import drop_started

PASSING = ("none", "easy", "reservations", "conservative", "any")
NONE_PASSES, EASY_PASSES, SOME_RESERVED, ALL_RESERVED, ANY_PASSES = range(len(PASSING))
MINUTE, HOUR_LENGTH, DAY = 60.0, 3600.0, 86400.0
MOST_VAIN = 31 * 24 * 60    # passes in a row while nothing runs and nothing is to come


class Formula(NamedTuple):
    """What is computed, of what."""

    priority: StackProgram
    condition: StackProgram     # no instruction: every job may start
    behind: StackProgram        # the order behind a job that does not fit; no instruction: that of the priority
    values: Values
    begins: np.ndarray          # [pieces] f8, s: since when the clock of the log is ...
    shifts: np.ndarray          # [pieces] f8, s: ... so far ahead
    wrong: np.ndarray           # [3] i8: jobs whose priority was no number once, the first of them, the time of that
    is_wrong: np.ndarray        # [n] i1, whose was


class Rules(NamedTuple):
    """What the queue goes by."""

    passing: int            # of PASSING
    reservations: int       # how many get one
    is_dynamic: bool        # priorities change while jobs wait
    is_timed: bool          # conditions change as time goes on


class Plan(NamedTuple):
    """The reservations of a pass; no cells where none is planned."""

    profile: Profile
    start: np.ndarray       # [n] f8, of a job that waits: its reservation in this pass, inf none
    promise: np.ndarray     # [n] f8, as last logged


def new_plan(n: int, passing: int) -> Plan:
    """Nothing is planned."""
    cells = n if passing in (EASY_PASSES, SOME_RESERVED, ALL_RESERVED) else 0
    room = room_for(n) if passing in (SOME_RESERVED, ALL_RESERVED) else 0
    return Plan(Profile(np.zeros(room), np.zeros(room, np.int64), np.zeros(2, np.int64)), np.full(cells, np.inf),
                np.full(cells, np.nan))


@kernel
def evaluate_all(program, values, submit, value):
    """Fill value [n] with that of each job, which is submitted at submit [n] s; nan is no number."""
    for job in range(len(value)):
        value[job] = evaluate(program, values, submit[job], job)


@kernel
def run(jobs, s, sessions, formula, queue, others, plan, rules, log):
    """Fill s.start and s.backfilled; a job that never may start keeps nan.

    others: the same queue by the value of formula.behind.
    """
    due, vain, left_out = np.inf, 0, 0
    while vain <= MOST_VAIN and advance_to(jobs, s, sessions, log, due):
        vain = vain + 1 if s.ends.count[0] == 0 and s.new[0] == len(jobs.submit) else 0
        _look_around(jobs, s, formula, queue)
        _take_in(jobs, s, formula, queue, rules)
        due = np.inf
        if queue.count[0] == 0 or (log is None and not _anybody_fits(jobs, s, queue)):
            continue
        if rules.is_dynamic:
            for i in range(queue.count[0]):
                _value(s, formula, queue, queue.order[i])
        sort(queue, 0)
        if rules.passing == SOME_RESERVED or rules.passing == ALL_RESERVED:
            left_out = _planned_pass(jobs, s, formula, queue, plan, rules, log)
        else:
            left_out = _pass(jobs, s, formula, queue, others, plan, rules, log)
        drop_started(queue.order, queue.count, s.start)
        if rules.is_timed and left_out > 0:
            due = _next_minute(formula, s.now[0])


# ---- what formulas look at -------------------------------------------------------------------------------------------

@inner
def _look_around(jobs, s, formula, queue):
    """The state of the machine and of the users at this event, before its submissions."""
    values, now = formula.values, s.now[0]
    for i in range(s.gone[0]):
        use(values, values.user[s.ended[i]], -jobs.size[s.ended[i]], now)
    values.state[NOW] = now
    values.state[HOUR] = (now + _shift(formula, now)) % DAY / HOUR_LENGTH
    values.state[QUEUE_LENGTH] = queue.count[0] + s.new[1] - s.new[0]
    _count_free(s, values)


@part
def _count_free(s, values):
    values.state[FREE] = s.free[0]
    values.state[LOAD] = 1.0 - s.free[0] / values.state[MACHINE]


@part
def _shift(formula, now):
    """How far the clock is ahead, s."""
    at = 0
    while at + 1 < len(formula.begins) and formula.begins[at + 1] <= now:
        at += 1
    return formula.shifts[at]


@part
def _next_minute(formula, now):
    """The next full minute of the clock."""
    shift = _shift(formula, now)
    return (np.floor((now + shift) / MINUTE) + 1.0) * MINUTE - shift


@inner
def _take_in(jobs, s, formula, queue, rules):
    """Put the new jobs into the queue; where values stand they are computed once, now."""
    values = formula.values
    for i in range(s.new[0], s.new[1]):
        job = s.order[i]
        values.waiting[values.user[job]] += 1
        join(queue, job, i)
        if not rules.is_dynamic:
            _value(s, formula, queue, job)


@part
def _anybody_fits(jobs, s, queue):
    least = np.iinfo(np.int64).max
    for i in range(queue.count[0]):
        least = min(least, jobs.size[queue.order[i]])
    return least <= s.free[0]


@inner
def _value(s, formula, queue, job):
    """Compute the priority of a job; what is no number is last."""
    value = evaluate(formula.priority, formula.values, s.submit[job], job)
    if value != value:
        value = -np.inf
        if formula.is_wrong[job] == 0:
            formula.is_wrong[job] = 1
            formula.wrong[0] += 1
            if formula.wrong[0] == 1:
                formula.wrong[1], formula.wrong[2] = job, np.int64(s.now[0])
    queue.value[job] = value


@inner
def _may_start(s, formula, job):
    """Whether the condition of a job holds as things stand."""
    if len(formula.condition.code) == 0:
        return True
    value = evaluate(formula.condition, formula.values, s.submit[job], job)
    return value != 0.0 and value == value


@inner
def _start(jobs, s, formula, job):
    """Start a job, and let formulas know."""
    values = formula.values
    start(jobs, s, job)
    use(values, values.user[job], jobs.size[job], s.now[0])
    values.waiting[values.user[job]] -= 1
    values.state[QUEUE_LENGTH] -= 1
    _count_free(s, values)


# ---- none, easy, any -------------------------------------------------------------------------------------------------

@inner
def _pass(jobs, s, formula, queue, others, plan, rules, log):
    """Go through the queue once; returns how many were left out by their condition."""
    head, shadow, extra, left_out, passing, now = -1, 0.0, 0, 0, rules.passing, s.now[0]
    for i in range(queue.count[0]):
        job = queue.order[i]
        size, requested = jobs.size[job], jobs.requested[job]
        if head >= 0 and passing == NONE_PASSES:
            if log is None:
                break
            log_wait(log, jobs, s, job, BEHIND_HEAD, blocker=head)
        elif not _may_start(s, formula, job):
            left_out += 1
            log_wait(log, jobs, s, job, AWAITS_CONDITION)
        elif head < 0 and size <= s.free[0]:
            log_start(log, jobs, s, job, HEAD_FITS)
            _start(jobs, s, formula, job)
        elif head < 0:
            head = job
            shadow, extra = _block(jobs, s, plan, passing, job, log)
            if len(formula.behind.code) > 0:
                _sort_behind(s, formula, others, i + 1)
        elif passing == ANY_PASSES and size <= s.free[0]:
            log_backfill(log, jobs, s, job, PASSES_WIDE, blocker=head)
            _start(jobs, s, formula, job)
            s.backfilled[job] = 1
        elif passing == EASY_PASSES and may_pass(size, requested, now, s.free[0], shadow, extra):
            rule = why_it_passes(requested, now, shadow)
            log_backfill(log, jobs, s, job, rule, blocker=head, shadow=shadow, extra=extra)
            extra = left_of_extra(size, requested, now, shadow, extra)
            _start(jobs, s, formula, job)
            s.backfilled[job] = 1
        elif log is not None:
            fits = size <= s.free[0]
            log_wait(log, jobs, s, job, WOULD_DELAY_HEAD if fits else DOES_NOT_FIT, blocker=head,
                     shadow=shadow if passing == EASY_PASSES else np.nan, extra=extra if passing == EASY_PASSES else -1)
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
def _block(jobs, s, plan, passing, head, log):
    """The first job that does not fit: what it means to the others; (shadow, extra), under EASY."""
    if passing != EASY_PASSES:
        log_wait(log, jobs, s, head, HEAD_BLOCKED)
        return np.nan, -1
    shadow, extra, blocker = reservation(jobs, s, head)
    if log is not None and plan.promise[head] != shadow:
        log_reserve(log, jobs, s, head, RESERVED, shadow=shadow, blocker=blocker, extra=extra)
        plan.promise[head] = shadow
    return shadow, extra


# ---- reservations, conservative --------------------------------------------------------------------------------------

@inner
def _planned_pass(jobs, s, formula, queue, plan, rules, log):
    """Plan jobs in the order of the queue, and start whose time is now; returns how many a condition left out."""
    left_out, reserved, now, head = 0, 0, s.now[0], -1
    _profile(jobs, s, formula, plan)
    for i in range(queue.count[0]):
        job = queue.order[i]
        size, requested = jobs.size[job], jobs.requested[job]
        plan.start[job] = np.inf
        if log is None and s.free[0] == 0 and not rules.is_timed:
            break
        if not _may_start(s, formula, job):
            left_out += 1
            log_wait(log, jobs, s, job, AWAITS_CONDITION)
            continue
        time = earliest_before(plan.profile, now, np.inf, size, requested)
        if time <= now and size <= s.free[0]:
            if head < 0:
                log_start(log, jobs, s, job, HEAD_FITS)
            else:
                log_backfill(log, jobs, s, job, DELAYS_NONE, blocker=head)
                s.backfilled[job] = 1
            _start(jobs, s, formula, job)
            change(plan.profile, now, now + requested, -size)
        elif reserved < rules.reservations:
            head = job if head < 0 else head
            reserved += 1
            _reserve(jobs, s, plan, job, time, log)
    _log_waiting(jobs, s, queue, plan, log)
    return left_out


@inner
def _profile(jobs, s, formula, plan):
    """What is free by the requested times of those who run."""
    clear(plan.profile, s.now[0], np.int64(formula.values.state[MACHINE]))
    for i in range(s.ends.count[0]):
        job = s.ends.item[i]
        change(plan.profile, s.now[0], s.start[job] + jobs.requested[job], -jobs.size[job])


@inner
def _reserve(jobs, s, plan, job, time, log):
    """Keep processors for a job from its time on."""
    plan.start[job] = time
    change(plan.profile, time, time + jobs.requested[job], -jobs.size[job])
    if log is not None and plan.promise[job] != time:
        log_reserve(log, jobs, s, job, RESERVED_IN_TURN, shadow=time)
        plan.promise[job] = time


@inner
def _log_waiting(jobs, s, queue, plan, log):
    """Why each goes on waiting: it does not fit, or others hold what it would take."""
    if log is None:
        return
    for i in range(queue.count[0]):
        job = queue.order[i]
        if not np.isnan(s.start[job]):
            continue
        if jobs.size[job] > s.free[0]:
            log_wait(log, jobs, s, job, DOES_NOT_FIT)
            continue
        blocker = _in_the_way(jobs, s, queue, plan, job)
        if blocker >= 0:
            log_wait(log, jobs, s, job, BEHIND_RESERVATION, blocker=blocker, shadow=plan.start[blocker])


@inner
def _in_the_way(jobs, s, queue, plan, job):
    """Whose reservation lacks processors first if a job starts now that fits; -1 where nobody's does."""
    profile, now, size = plan.profile, s.now[0], jobs.size[job]
    mine, short = plan.start[job], np.inf
    for i in range(step_at(profile, now), profile.span[LAST] + 1):
        own = size if mine <= profile.time[i] < mine + jobs.requested[job] else 0
        if profile.time[i] < now + jobs.requested[job] and profile.free[i] + own < size:
            short = min(short, max(profile.time[i], now))
    for i in range(queue.count[0]):
        other = queue.order[i]
        if other != job and plan.start[other] <= short < plan.start[other] + jobs.requested[other]:
            return other
    return -1
