"""Backfilling in which a job holds a reservation only once it has waited for long.

At an event: (1) a waiting job whose wait, or expected slowdown, has come up to the limit holds a reservation from now
on; (2) these jobs, in the order in which they came to it, each get the earliest start that leaves alone what runs, by
requested times, and the reservations before; who gets now starts; (3) the others, in order of submission, start if they
fit now and delay no reservation; (4) the reservations are made anew at the next event.  Who could start on processors
of jobs that end at this very instant and have not been seen to waits for that, and is looked at again then.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import (
    BEHIND_RESERVATION,
    DELAYS_NONE,
    DOES_NOT_FIT,
    DUE,
    WAITED_LONG,
    log_backfill,
    log_reserve,
    log_start,
    log_wait,
)
from scheduler.engine.planning.profile import LAST, Profile, change, copy, earliest_before, forget, room_for, step_at
from scheduler.engine.rigid.space import Jobs, State, advance, awaits_ends, start
from scheduler.engine.structures.waiting import Waiting, append, new_waiting, remove

NEAR = 1e-9  # relative: a measure that is below the limit by less has come up to it
SLOWDOWNS, ENDED, WAITS, STARTED = range(4)  # cells of Holders.usual


class Rules(NamedTuple):
    """From when on a job holds a reservation."""

    by_wait: bool  # its wait counts, not its expected slowdown
    limit: float  # s or without unit; nan: `factor` times what was usual so far
    factor: float
    shortest: float  # s: runtimes below count as this in slowdowns of jobs that are complete


class Holders(NamedTuple):
    """Who waits, who of them holds a reservation, and what is free."""

    queue: Waiting  # in the order of submission
    order: np.ndarray  # [n] i8, order[:count[0]] hold reservations, in the order in which they came to them
    count: np.ndarray  # [1] i8
    holds: np.ndarray  # [n] i1
    planned: np.ndarray  # [n] f8, s: the start reserved for a job
    usual: np.ndarray  # [4] f8: sum and number of slowdowns of ended jobs, of waits of started ones
    running: Profile  # what running jobs leave free
    free: Profile  # what reservations leave of that


def new_holders(jobs: Jobs, s: State) -> Holders:
    """Nobody waits on a machine at rest."""
    n = len(jobs.submit)
    return Holders(
        new_waiting(n),
        np.zeros(n, np.int64),
        np.zeros(1, np.int64),
        np.zeros(n, np.int8),
        np.full(n, np.nan),
        np.zeros(4),
        _all_free(n, s),
        _all_free(n, s),
    )


def _all_free(n: int, s: State) -> Profile:
    time, free = np.zeros(room_for(n)), np.zeros(room_for(n), np.int64)
    time[0], free[0] = -np.inf, s.free[0]
    return Profile(time, free, np.zeros(2, np.int64))


@kernel
def run(jobs, s, sessions, h, rules, log):
    """Fill s.start and s.backfilled."""
    while advance(jobs, s, sessions, log):
        forget(h.running, s.now[0])
        _learn(jobs, s, h, rules.shortest)
        for i in range(s.new[0], s.new[1]):
            append(h.queue, s.order[i])
        _entitle(jobs, s, h, rules)
        copy(h.running, h.free)
        _hold(jobs, s, h, log)
        _fill(jobs, s, h, log)


@part
def _learn(jobs, s, h, shortest):
    """Jobs that have ended give back what they asked for beyond now, and tell their slowdown."""
    now = s.now[0]
    for i in range(s.gone[0]):
        job = s.ended[i]
        change(h.running, now, s.start[job] + jobs.requested[job], jobs.size[job])
        h.usual[SLOWDOWNS] += max(1.0, (now - s.submit[job]) / max(jobs.runtime[job], shortest))
        h.usual[ENDED] += 1


@part
def _limit(h, rules):
    """What a measure has to come up to."""
    if not np.isnan(rules.limit):
        return rules.limit
    if rules.by_wait:
        return rules.factor * h.usual[WAITS] / max(h.usual[STARTED], 1.0)
    return rules.factor * (h.usual[SLOWDOWNS] / h.usual[ENDED] if h.usual[ENDED] > 0 else 1.0)


@part
def _entitle(jobs, s, h, rules):
    """Who has waited for long by now holds a reservation from now on."""
    end, limit = len(jobs.submit), _limit(h, rules) * (1 - NEAR)
    job = h.queue.next[end]
    while job != end:
        wait, requested = s.now[0] - s.submit[job], jobs.requested[job]
        if h.holds[job] == 0 and (wait if rules.by_wait else (wait + requested) / requested) >= limit:
            h.holds[job] = 1
            h.order[h.count[0]] = job
            h.count[0] += 1
        job = h.queue.next[job]


@part
def _hold(jobs, s, h, log):
    """Reserve for those who hold reservations, each where it can start earliest; who can start now does."""
    now, kept = s.now[0], 0
    for i in range(h.count[0]):
        job = h.order[i]
        size, length = jobs.size[job], jobs.requested[job]
        begin = earliest_before(h.free, now, np.inf, size, length)
        change(h.free, begin, begin + length, -size)
        if h.planned[job] != begin and s.submit[job] < max(now, begin):
            h.planned[job] = begin
            log_reserve(log, jobs, s, job, WAITED_LONG, shadow=begin, value=now - s.submit[job])
        if begin == now and not (size > s.free[0] and awaits_ends(s)):
            _start(jobs, s, h, job, DUE if s.submit[job] < now else DELAYS_NONE, log)
        else:
            h.order[kept] = job
            kept += 1
            _log_refused(jobs, s, h, kept, job, log)
    h.count[0] = kept


@part
def _fill(jobs, s, h, log):
    """Start who fits now and delays no reservation, in order of submission."""
    end, now = len(jobs.submit), s.now[0]
    job = h.queue.next[end]
    while job != end and (h.free.free[h.free.span[0]] > 0 or log is not None):
        after, size, length = h.queue.next[job], jobs.size[job], jobs.requested[job]
        if h.holds[job] == 0:
            fits = _short(h.free, now, size, length, np.nan) == np.inf
            if fits:
                change(h.free, now, now + length, -size)
            if fits and not (size > s.free[0] and awaits_ends(s)):
                _start(jobs, s, h, job, DELAYS_NONE, log)
            else:
                _log_refused(jobs, s, h, h.count[0], job, log)
        job = after


@part
def _short(profile, now, size, length, planned):
    """When processors are first short if a job starts now; inf where they never are.

    planned: when it is reserved so far, which it gives up; nan where it is not.
    """
    i, last = step_at(profile, now), profile.span[LAST]
    while i <= last and profile.time[i] < now + length:
        own = size if planned <= profile.time[i] < planned + length else 0
        if profile.free[i] + own < size:
            return max(profile.time[i], now)
        i += 1
    return np.inf


@part
def _start(jobs, s, h, job, rule, log):
    """A job starts, and its wait is one more that is known."""
    now, passes = s.now[0], h.queue.next[len(jobs.submit)] != job
    s.backfilled[job] = passes
    if passes:
        log_backfill(log, jobs, s, job, rule)
    else:
        log_start(log, jobs, s, job, rule)
    remove(h.queue, job)
    start(jobs, s, job)
    change(h.running, now, now + jobs.requested[job], -jobs.size[job])
    h.usual[WAITS] += now - s.submit[job]
    h.usual[STARTED] += 1


# ---- the log --------------------------------------------------------------------------------------------------------


@part
def _log_refused(jobs, s, h, reserved, job, log):
    """Does it fit now, and whose reservation would it delay?  reserved: how many are made by now."""
    if log is None:
        return
    if jobs.size[job] > s.free[0]:
        log_wait(log, jobs, s, job, DOES_NOT_FIT, shadow=h.planned[job])
        return
    blocker = _in_the_way(jobs, s, h, reserved, job)
    shadow = h.planned[blocker] if blocker >= 0 else np.nan
    log_wait(log, jobs, s, job, BEHIND_RESERVATION, blocker=blocker, shadow=shadow)


@part
def _in_the_way(jobs, s, h, reserved, job):
    """Who holds the reservation that is short of processors first if a job that fits starts now; -1: nobody's is."""
    planned = h.planned[job] if h.holds[job] != 0 else np.nan
    short = _short(h.free, s.now[0], jobs.size[job], jobs.requested[job], planned)
    for i in range(reserved):
        other = h.order[i]
        if other != job and h.planned[other] <= short < h.planned[other] + jobs.requested[other]:
            return other
    return -1
