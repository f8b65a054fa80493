"""Backfilling by fairness: at each pass every job that fits starts, users who waited most for their work first.

Priority of a user: sum of waits / sum of runtime x processors over his jobs that have ended; a number given for users
without any.  It changes only when a job of his ends: the halvings that came due since are made up for then, since they
change both sums alike and not their quotient.

The queue has a group of places per user.  A user whose waiting jobs are all wider than what is free is passed over at
once: `least` is never above the size of his smallest waiting job.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import (
    DOES_NOT_FIT,
    HEAD_FITS,
    HIGHEST_PRIORITY,
    PASSES_WIDE,
    log_backfill,
    log_start,
    log_wait,
)
from scheduler.engine.rigid.clusters import first_with, give_back, most_free, start_inside
from scheduler.engine.rigid.ranked import NOBODY, ROOT, anybody, enter, first, leave
from scheduler.engine.rigid.space import advance, start


class Users(NamedTuple):
    """Who has a right to what, and who waits."""

    of: np.ndarray  # [n] i8, user of a job
    priority: np.ndarray  # [users] f8
    wait: np.ndarray  # [users] f8, s, of the jobs that have ended
    work: np.ndarray  # [users] f8, processor-seconds of these; 0: none has ended
    halved: np.ndarray  # [users] f8, halvings these sums have had
    waiting: np.ndarray  # [users] i8, waiting jobs
    least: np.ndarray  # [users] i8, no waiting job is smaller
    begin: np.ndarray  # [users] i8, no waiting job is at a place before
    end: np.ndarray  # [users] i8, nor at this place or behind
    active: np.ndarray  # [users] i8, the first busy[0] are those with waiting jobs
    at: np.ndarray  # [users] i8, where in `active`
    busy: np.ndarray  # [1] i8, how many these are


def new_users(of: np.ndarray, new_user: float) -> Users:
    """Nobody has waited yet.  of: [n] i8, user of each job; new_user: priority of those without ended jobs."""
    end = np.cumsum(np.bincount(of))
    n = len(end)
    return Users(
        of,
        np.full(n, new_user),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n, np.int64),
        np.full(n, NOBODY),
        np.concatenate((np.zeros(1, np.int64), end[:-1])),
        end,
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(1, np.int64),
    )


@kernel
def run(jobs, s, sessions, queue, users, halving, clusters, log):
    """Fill s.start, s.backfilled and clusters.of; queue: a group of places per user; halving: s, inf for never.

    clusters: None where all processors are one pool; else a job goes to the lowest cluster it fits into.
    """
    began = np.nan
    while advance(jobs, s, sessions, log):
        if clusters is not None:
            give_back(jobs, s, clusters)
        if np.isnan(began):
            began = s.now[0]
        for i in range(s.gone[0]):
            _learn(jobs, s, users, s.ended[i], np.floor((s.now[0] - began) / halving))
        for i in range(s.new[0], s.new[1]):
            _join(jobs, queue, users, s.order[i])
        last = -1
        while queue.size[ROOT] <= _free(s, clusters):
            last = _start_next(jobs, s, queue, users, clusters, last, log)
        _log_refused(jobs, s, queue, users, clusters, last, -1, log)


@part
def _free(s, clusters):
    """The largest job that fits now."""
    return s.free[0] if clusters is None else most_free(clusters, -1)


@part
def _learn(jobs, s, users, job, halvings):
    """A job has ended."""
    user = users.of[job]
    kept = 0.5 ** (halvings - users.halved[user])
    users.halved[user] = halvings
    users.wait[user] = users.wait[user] * kept + (s.start[job] - s.submit[job])
    users.work[user] = users.work[user] * kept + jobs.runtime[job] * jobs.size[job]
    users.priority[user] = users.wait[user] / users.work[user]


@part
def _join(jobs, queue, users, job):
    user = users.of[job]
    enter(queue, jobs, job)
    if users.waiting[user] == 0:
        users.active[users.busy[0]], users.at[user] = user, users.busy[0]
        users.busy[0] += 1
        users.least[user], users.begin[user] = NOBODY, queue.place[job]
    users.waiting[user] += 1
    users.least[user] = min(users.least[user], jobs.size[job])


@part
def _leave(queue, users, job):
    user = users.of[job]
    leave(queue, job)
    users.waiting[user] -= 1
    if users.waiting[user] == 0:
        last = users.active[users.busy[0] - 1]
        users.active[users.at[user]], users.at[last] = last, users.at[user]
        users.busy[0] -= 1


@part
def _earlier(s, job, other):
    """Whether a job was submitted before another one."""
    return s.submit[job] < s.submit[other] or (s.submit[job] == s.submit[other] and job < other)


@part
def _goes_first(s, users, job, other):
    """Whether a job goes before another one; other: -1 none."""
    if other < 0:
        return True
    mine, its = users.priority[users.of[job]], users.priority[users.of[other]]
    return mine > its or (mine == its and _earlier(s, job, other))


@part
def _first_waiting(queue, users, user):
    job = anybody(queue, users.begin[user])
    users.begin[user] = queue.place[job]
    return job


@part
def _first_fitting(queue, users, user, free):
    """The user's first waiting job that fits; -1 none, which is remembered."""
    job = first(queue, 0.0, free, np.inf, 0, users.begin[user])
    if job < 0 or queue.place[job] >= users.end[user]:
        users.least[user] = free + 1
        return -1
    return job


@part
def _start_next(jobs, s, queue, users, clusters, last, log):
    """Start the first of those that fit (there is one), and return it; last: the one before, -1 none."""
    free, job, foremost = _free(s, clusters), -1, -1
    for i in range(users.busy[0]):
        user = users.active[i]
        if foremost < 0 or users.priority[user] >= users.priority[users.of[foremost]]:
            candidate = _first_waiting(queue, users, user)
            if _goes_first(s, users, candidate, foremost):
                foremost = candidate
        if users.least[user] <= free and (job < 0 or users.priority[user] >= users.priority[users.of[job]]):
            candidate = _first_fitting(queue, users, user, free)
            if candidate >= 0 and _goes_first(s, users, candidate, job):
                job = candidate
    if job != foremost:
        s.backfilled[job] = 1
    _log_refused(jobs, s, queue, users, clusters, last, job, log)
    _log_start(jobs, s, users, clusters, log, job, foremost)
    _leave(queue, users, job)
    if clusters is None:
        start(jobs, s, job)
    else:
        start_inside(jobs, s, clusters, first_with(clusters, jobs.size[job]), job)
    return job


# ---- the log --------------------------------------------------------------------------------------------------------


@part
def _log_start(jobs, s, users, clusters, log, job, foremost):
    """foremost: who goes first of all that wait, and does not fit if it is another one."""
    if log is None:
        return
    value = _value(users, job)
    rule = HIGHEST_PRIORITY if not np.isnan(value) else HEAD_FITS if job == foremost else PASSES_WIDE
    free = s.free[0] if clusters is None else clusters.free[first_with(clusters, jobs.size[job])]
    if job == foremost:
        log_start(log, jobs, s, job, rule, free=free, value=value)
    else:
        log_backfill(log, jobs, s, job, rule, blocker=foremost, free=free, value=value)


@part
def _value(users, job):
    """The priority of the user of a job; nan where he has no wait nor work to speak of."""
    user = users.of[job]
    return users.priority[user] if users.work[user] > 0 else np.nan


@part
def _log_refused(jobs, s, queue, users, clusters, last, following, log):
    """Those who are looked at after `last` and before `following` do not fit; -1: no bound."""
    if log is None:
        return
    job, free = anybody(queue, 0), _free(s, clusters)
    while job >= 0:
        if (last < 0 or _goes_first(s, users, last, job)) and _goes_first(s, users, job, following):
            log_wait(log, jobs, s, job, DOES_NOT_FIT, free=free, value=_value(users, job))
        job = anybody(queue, queue.place[job] + 1)
