"""A plan: every waiting job holds a reservation.

The profile knows what running jobs and reservations hold.  A job is reserved at the earliest time that delays nobody;
when a job ends early, reservations may be moved earlier, one after the other.
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
from scheduler.engine.planning.profile import (
    LAST,
    Profile,
    change,
    clear,
    earlier,
    earliest,
    forget,
    new_profile,
    shift,
    step_at,
)
from scheduler.engine.rigid.space import Jobs, State, start
from scheduler.engine.structures.waiting import Waiting, append, new_waiting, remove

COMPRESSIONS = ("start", "arrival", "rebuild", "none")      # what becomes of holes when a job ends early
BY_START, BY_ARRIVAL, REBUILD, NONE = range(len(COMPRESSIONS))


class Plan(NamedTuple):
    """The reservations of all waiting jobs, and what was promised."""

    profile: Profile
    queue: Waiting          # waiting jobs in the order of their submission
    rank: np.ndarray        # [n] i8, place of a job in the order of submission
    start: np.ndarray       # [n] f8, planned start, nan where there is none
    promise: np.ndarray     # [n] f8, the first start promised
    order: np.ndarray       # [n] i8, order[:count[0]] are the waiting jobs by (planned start, rank)
    count: np.ndarray       # [1] i8


def new_plan(jobs: Jobs, s: State) -> Plan:
    """An empty plan of a machine at rest."""
    n = len(jobs.submit)
    return Plan(new_profile(n + len(s.ended), int(s.free[0])), new_waiting(n), np.zeros(n, np.int64),
                np.full(n, np.nan), np.full(n, np.nan), np.zeros(n, np.int64), np.zeros(1, np.int64))


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
    """Give back what jobs that ended early still held; until when they did (now if none of them did)."""
    now, latest = s.now[0], s.now[0]
    forget(plan.profile, now)
    for i in range(s.gone[0]):
        job = s.ended[i]
        expected = s.start[job] + jobs.requested[job]
        change(plan.profile, now, expected, jobs.size[job])
        latest = max(latest, expected)
    return latest


@inner
def reserve(jobs, plan, now, job):
    """Plan a job at the earliest time >= now that delays nobody."""
    size, length = jobs.size[job], jobs.requested[job]
    begin = earliest(plan.profile, now, size, length)
    plan.start[job] = begin
    change(plan.profile, begin, begin + length, -size)


@inner
def move_up(jobs, plan, now, before, job):
    """Move a reservation to its earliest feasible start in [now, before); whether it was moved."""
    size, length, begin = jobs.size[job], jobs.requested[job], plan.start[job]
    found = earlier(plan.profile, now, size, length, begin, before)
    if found == begin:
        return False
    shift(plan.profile, begin, found, size, length)
    plan.start[job] = found
    return True


@inner
def compress(jobs, s, plan, until, log):
    """Move every reservation up once, in the order of the plan.

    until: the end of what was freed.  When the pass before was over nobody could be moved, for it looked at a job after
    all that are planned before it.  So a start is worth trying only where something was freed since: before `until`,
    which grows with what moved jobs leave.
    """
    now, moved = s.now[0], False
    for i in range(plan.count[0]):      # the order is put right after the pass
        job = plan.order[i]
        end = plan.start[job] + jobs.requested[job]
        if move_up(jobs, plan, now, until, job):
            until, moved = max(until, end), True
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
        if move_up(jobs, plan, s.now[0], np.inf, job) and log is not None:
            tell_reserved(jobs, s, plan, log, job, COMPRESSED)
        job = plan.queue.next[job]
    sort(plan)


@inner
def rebuild(jobs, s, plan, machine, log):
    """Drop all reservations and make them anew, in the order of submission."""
    end, now = len(jobs.submit), s.now[0]
    clear(plan.profile, now, machine)
    for i in range(s.ends.count[0]):
        runs = s.ends.item[i]
        change(plan.profile, now, s.start[runs] + jobs.requested[runs], -jobs.size[runs])
    job = plan.queue.next[end]
    while job != end:
        before = plan.start[job]
        reserve(jobs, plan, now, job)
        if log is not None and plan.start[job] != before:
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
        plan.promise[job] = plan.start[job]
        put(plan, job)
        if log is not None and plan.start[job] > s.now[0]:
            tell_reserved(jobs, s, plan, log, job, EARLIEST_GAP)


@inner
def start_due(jobs, s, plan, log):
    """Start every job that is reserved for now; returns how many."""
    now, due, end = s.now[0], 0, len(jobs.submit)
    while due < plan.count[0] and plan.start[plan.order[due]] <= now:
        job = plan.order[due]
        due += 1
        passes = plan.queue.next[end] != job
        s.backfilled[job] = passes
        rule = DUE if s.submit[job] < now else DELAYS_NONE
        if passes:
            log_backfill(log, jobs, s, job, rule)
        else:
            log_start(log, jobs, s, job, rule)
        remove(plan.queue, job)
        start(jobs, s, job)
    for i in range(due, plan.count[0]):
        plan.order[i - due] = plan.order[i]
    plan.count[0] -= due
    return due


# ---- what the log is told -------------------------------------------------------------------------------------------

@part
def tell_reserved(jobs, s, plan, log, job, rule):
    """A reservation was made or moved."""
    log_reserve(log, jobs, s, job, rule, shadow=plan.start[job])


@inner
def tell_plan(jobs, s, plan, log):
    """All reservations that stand, for a log that begins in mid-run."""
    for i in range(plan.count[0]):
        tell_reserved(jobs, s, plan, log, plan.order[i], EARLIEST_GAP)


@inner
def tell_why_they_wait(jobs, s, plan, log):
    """For every waiting job: does it fit now, and if so, whose reservation would it take processors from?"""
    end, now = len(jobs.submit), s.now[0]
    if not log.window[0] <= now < log.window[1]:
        return
    job = plan.queue.next[end]
    while job != end:
        fits = jobs.size[job] <= s.free[0]
        blocker = _in_the_way(jobs, plan, now, job) if fits else -1
        rule = DOES_NOT_FIT if not fits else BEHIND_RESERVATION if blocker >= 0 else LEFT_IN_PLAN
        planned = plan.start[blocker if blocker >= 0 else job]
        log_wait(log, jobs, s, job, rule, blocker=blocker, shadow=planned)
        job = plan.queue.next[job]


@part
def _in_the_way(jobs, plan, now, job):
    """The first planned of the jobs that lack processors as soon as any do, if `job` starts now; -1 if none do."""
    short = _first_short(jobs, plan, now, job)
    found = -1
    for i in range(plan.count[0]):
        other = plan.order[i]
        covers = plan.start[other] <= short < plan.start[other] + jobs.requested[other]
        if found < 0 and other != job and covers:
            found = other
    return found


@part
def _first_short(jobs, plan, now, job):
    """When processors are first short if a job starts now and gives up its reservation; inf if they never are."""
    profile, size, begin = plan.profile, jobs.size[job], plan.start[job]
    end, own = now + jobs.requested[job], begin + jobs.requested[job]
    i, last = step_at(profile, now), profile.span[LAST]
    short = np.inf
    while i <= last and profile.time[i] < end and short == np.inf:
        # what it has reserved itself counts as free; the step of its begin and end is its own
        reserved = size if begin <= profile.time[i] < own else 0
        if profile.free[i] + reserved < size:
            short = max(profile.time[i], now)
        i += 1
    return short
