"""The two passes of Slurm's scheduler, and what they look at.

The main pass starts jobs in their order until one of a partition has no room.  The backfill pass looks at all of the
queue, reserves nodes for who cannot start now and starts who can.  The kernel `slurm` says when they are made.

Source: slurmctld and its plugin backfill, Slurm 22.05.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.engine.decision_log import (
    SLURM_BACKFILL,
    SLURM_MAIN,
    SLURM_MAINTENANCE,
    SLURM_MEMORY,
    SLURM_OWN_RESERVATION,
    SLURM_PRIORITY,
    SLURM_RESERVATION,
    SLURM_RESERVATION_RESOURCES,
    SLURM_RESERVED,
    SLURM_RESOURCES,
    log_backfill,
    log_start,
    log_wait,
)
from scheduler.engine.rigid.space import start
from scheduler.engine.structures.unstarted import drop_started
from scheduler.topics.slurm.engine.choice import choose, take
from scheduler.topics.slurm.engine.ineligible_jobs import Outside
from scheduler.topics.slurm.engine.limits import KEEPS_NONE, Limits, broken, broken_by_nodes, count_job, count_nodes
from scheduler.topics.slurm.engine.maintenance import Maintenance, keep_clear, next_end
from scheduler.topics.slurm.engine.nodes import Nodes, capacity, earliest, free_processors, room
from scheduler.topics.slurm.engine.plan import Plan, clear, keep_open, narrow, overlaps, reserve
from scheduler.topics.slurm.engine.preemption import Preemption, find_victims
from scheduler.topics.slurm.engine.queue import Queue, Weights
from scheduler.topics.slurm.engine.reservations import NONE, Reserved, is_bound, is_within, keep_usable, used_by
from scheduler.topics.slurm.engine.sets import add_all, copy_set, is_empty, keep_outside
from scheduler.topics.slurm.engine.shares import Shares
from scheduler.topics.slurm.engine.stops import stop_all_for

TESTED, STARTED, FULL = 1, 2, 4  # bits of what came of a job in the backfill pass


class Settings(NamedTuple):
    """The parameters of slurm.conf that the passes go by; 0 where a number limits nothing, times in s."""

    backfill: bool  # SchedulerType=sched/backfill
    resolution: float  # bf_resolution
    reach: float  # bf_window
    most_tests: int  # bf_max_job_test
    most_starts: int  # bf_max_job_start
    most_of_partition: int  # bf_max_job_part
    most_of_user: int  # bf_max_job_user
    most_of_account: int  # bf_max_job_assoc
    least_priority: float  # bf_min_prio_reserve
    least_age: float  # bf_min_age_reserve
    window: float  # in which ends of running jobs count as one, at first
    depth: int  # default_queue_depth
    delay: float  # batch_sched_delay
    ticks: np.ndarray  # [3] f8, of the clocks: PriorityCalcPeriod, sched_interval, bf_interval
    decay: float  # what is left of usage after 1 s
    counts_ends: bool  # what a job has used since the last tick counts when it ends
    fair_tree: bool
    damping: float  # FairShareDampeningFactor
    origins: np.ndarray  # [3] f8, when each clock ticks for the first time, s
    epoch: float  # the time that multiples of the resolution are counted from, s
    resets: np.ndarray  # [resets] f8, s, ticks of the first clock at which all usage becomes 0 (resets.py)


class Cluster(NamedTuple):
    """What the passes look at and write to."""

    nodes: Nodes
    queue: Queue
    plan: Plan
    weights: Weights
    shares: Shares
    limits: Limits
    outside: Outside
    maintenance: Maintenance
    reserved: Reserved
    preemption: Preemption
    partition: np.ndarray  # [n] i8, of a job
    member: np.ndarray  # [partitions] sets (sets.py) of nodes
    association: np.ndarray  # [n] i8, of a job, in the tree of shares
    user: np.ndarray  # [n] i8, of a job, 0..
    closed: np.ndarray  # [partitions] i8, the job that closed it in this pass; -1 none
    shut: np.ndarray  # a set: nodes of closed partitions
    chosen: np.ndarray  # a set: for the job that is looked at
    tried: np.ndarray  # a set: for one that might start
    tested: np.ndarray  # [3, most of partitions, users and associations] i8, how often each was in this pass
    since: np.ndarray  # [n] f8, s, from when on a job grows old
    kept_back: np.ndarray  # [n] bool, whether a reservation is what the log says of a job
    heard: np.ndarray  # [3] f8, s, when the clocks were heard last: priorities, whole queue, backfill
    added: np.ndarray  # [1] f8, s, until when usage has been added


# ---- the main pass --------------------------------------------------------------------------------------------------


@part
def start_on_chosen(jobs, s, c, job):
    """Start a job now on the chosen nodes, which have room for it."""
    take(c.nodes, job, c.chosen, jobs.size[job])
    count_job(c.limits, job, jobs.size[job], 1)
    count_nodes(c.limits, c.nodes, job, 1)
    start(jobs, s, job)
    _settle(s.expected, job)


@part
def _settle(expected, job):
    """Put the job that started last in the order of rows among running jobs with the same expected end.

    Slurm sorts them by their ends alone, from a list in the order of submission.
    """
    times, items = expected.time, expected.job
    place = 0
    while items[place] != job:
        place += 1
    while place + 1 < expected.count[0] and times[place + 1] == times[place] and items[place + 1] > job:
        items[place], items[place + 1] = items[place + 1], job
        place += 1


@inner
def _broken_there(jobs, c, job, victims):
    """The rule of the limit of nodes that a job would break on those of the chosen ones that it would get.

    victims: how many jobs would be stopped for it; where there are any it gets all of the chosen ones.
    """
    if len(c.limits.there) == 0:
        return KEEPS_NONE
    copy_set(c.tried, c.chosen)
    if victims == 0:
        choose(c.nodes, job, False, c.tried, jobs.size[job])
    return broken_by_nodes(c.limits, job, c.tried)


@part
def _may_hold_up(s, c, settings, job):
    """Whether others have to wait for a job that has no room: not where it is too young or of too low a priority."""
    return s.now[0] - c.since[job] >= settings.least_age and c.queue.priority[job] >= settings.least_priority


@part
def _is_full(s, c):
    """Whether no job could start now."""
    return s.free[0] == 0 and not c.preemption.on


@part
def _closed_by(c, group, own):
    """The job that closed a partition in this pass, or the reservation (or NONE) that is used; -1 none."""
    return c.closed[group] if own == NONE else c.reserved.closed[own]


@inner
def _leave_usable(jobs, s, c, job, own):
    """Leave of the chosen nodes those that a job may be on now, by reservations; the rule by which it waits without
    room."""
    now, until, size = s.now[0], s.now[0] + jobs.requested[job], jobs.size[job]
    if len(c.maintenance.begin) + len(c.reserved.begin) == 0:
        return _scarce(c, size)
    before = room(c.nodes, job, c.chosen)
    keep_clear(c.maintenance, c.chosen, now, until)
    clear_of_maintenance = room(c.nodes, job, c.chosen)
    keep_usable(c.reserved, c.chosen, own, now, until)
    if before >= size > clear_of_maintenance:
        return SLURM_MAINTENANCE
    if clear_of_maintenance >= size > room(c.nodes, job, c.chosen):
        return SLURM_RESERVATION_RESOURCES if is_bound(c.reserved, own) else SLURM_RESERVATION
    return _scarce(c, size)


@part
def _scarce(c, size):
    """The rule by which a job waits whose chosen nodes have no room: memory, where free processors are enough."""
    memory = c.nodes.memory.counts and free_processors(c.nodes, c.chosen) >= size
    return SLURM_MEMORY if memory else SLURM_RESOURCES


@part
def _close(c, group, own, job):
    """Nobody behind a job without room starts in this pass: of its reservation, or else of its partition, which is
    closed with all of its nodes; how many partitions that closes."""
    if own != NONE:
        c.reserved.closed[own] = job
        return 0
    c.closed[group] = job
    add_all(c.shut, c.member[group])
    return 1


@inner
def main_pass(jobs, s, c, settings, whole, log):
    """Start jobs in their order; whether any was started.  whole: look at all of the queue.

    A job that would not fit if nothing ran, as other partitions are closed with nodes that it needs, closes nothing.
    """
    c.closed[:] = -1
    c.reserved.closed[:] = NONE
    c.shut[:] = False
    started, left_open = 0, len(c.closed)
    for i in range(c.queue.count[0]):
        if (not whole and i > settings.depth) or (log is None and (left_open == 0 or _is_full(s, c))):
            break
        job = c.queue.job[i]
        group, size, own = c.partition[job], jobs.size[job], used_by(c.reserved, job, s.now[0])
        closer = _closed_by(c, group, own)
        if closer >= 0:
            if log is not None and not c.kept_back[job]:
                log_wait(log, jobs, s, job, SLURM_PRIORITY, blocker=closer)
            continue
        limit = broken(c.limits, job, size)
        if limit == KEEPS_NONE and not is_within(c.reserved, own, s.now[0]):
            limit = SLURM_OWN_RESERVATION
        if limit != KEEPS_NONE:
            log_wait(log, jobs, s, job, limit)
            continue
        copy_set(c.chosen, c.member[group])
        keep_outside(c.chosen, c.shut)
        could_fit = capacity(c.nodes, job, c.chosen) >= size
        rule = _leave_usable(jobs, s, c, job, own)
        fits = s.free[0] >= size and room(c.nodes, job, c.chosen) >= size
        victims = 0 if fits else find_victims(jobs, s, c, job)
        if fits or victims > 0:
            limit = _broken_there(jobs, c, job, victims)
            if limit != KEEPS_NONE:
                log_wait(log, jobs, s, job, limit)
                continue
            stop_all_for(jobs, s, c, settings, victims, job, log)
            log_start(log, jobs, s, job, SLURM_MAIN, value=c.queue.priority[job])
            start_on_chosen(jobs, s, c, job)
            started += 1
            continue
        log_wait(log, jobs, s, job, rule)
        c.kept_back[job] = False
        if could_fit and _may_hold_up(s, c, settings, job):
            left_open -= _close(c, group, own, job)
    if started:
        drop_started(c.queue.job, c.queue.count, s.start)
    return started > 0


# ---- the backfill pass ----------------------------------------------------------------------------------------------


@inner
def backfill_pass(jobs, s, c, settings, log):
    """Start jobs that hold up no reservation of a job before them; whether any was started.

    What is reserved and started only takes nodes from those behind, so a job that could not start now will not in this
    pass; where nobody is left who could, the pass is over.  Not so where jobs may be preempted.
    """
    now, hurries = s.now[0], log is None and not c.preemption.on
    clear(c.plan, now, _round(settings, now + settings.reach))
    c.tested[:] = 0
    tests, starts, fits, reserver = 0, 0, 0, -1
    for i in range(c.queue.count[0]):
        job = c.queue.job[i]
        fits = max(fits, i)
        while hurries and fits < c.queue.count[0] and not _could_start(jobs, s, c, c.queue.job[fits]):
            fits += 1
        if tests >= settings.most_tests or (hurries and fits == c.queue.count[0]):
            break
        if broken(c.limits, job, jobs.size[job]) != KEEPS_NONE or _tested_enough(c, settings, job):
            continue
        outcome = _plan_job(jobs, s, c, settings, job, reserver, log)
        tests += outcome & TESTED
        if outcome & STARTED:
            starts += 1
        elif reserver < 0:
            reserver = job
        if outcome & FULL or (outcome & STARTED and starts == settings.most_starts):
            break
    if starts:
        drop_started(c.queue.job, c.queue.count, s.start)
    return starts > 0


@inner
def _could_start(jobs, s, c, job):
    """Whether a job would have room now on nodes that are not reserved so far."""
    if jobs.size[job] > s.free[0]:
        return False
    now, until = s.now[0], s.now[0] + jobs.requested[job]
    copy_set(c.tried, c.member[c.partition[job]])
    keep_open(c.plan, c.tried, until)
    keep_clear(c.maintenance, c.tried, now, until)
    keep_usable(c.reserved, c.tried, used_by(c.reserved, job, now), now, until)
    return room(c.nodes, job, c.tried) >= jobs.size[job]


@part
def _round(settings, time):
    """The multiple of the resolution before a time."""
    return settings.epoch + np.floor((time - settings.epoch) / settings.resolution) * settings.resolution


@part
def _after_reservation(c, settings, begin):
    """When to look at nodes again that reservations take away, s: 1 s after the multiple of the resolution behind the
    next end of any of them; inf beyond the map."""
    end = min(next_end(c.maintenance, begin), next_end(c.reserved, begin))
    again = settings.epoch + np.ceil((end - settings.epoch) / settings.resolution) * settings.resolution + 1
    return again if again < c.plan.last[0] else np.inf


@inner
def _tested_enough(c, settings, job):
    """Whether as many jobs of its partition, user or account were tested as may be; counts the job if not."""
    group, user, account = c.partition[job], c.user[job], c.association[job]
    if settings.most_of_partition > 0 and c.tested[0, group] >= settings.most_of_partition:
        return True
    if settings.most_of_account > 0 and c.tested[2, account] >= settings.most_of_account:
        return True
    if settings.most_of_user > 0 and c.tested[1, user] >= settings.most_of_user:
        return True
    c.tested[0, group] += 1
    c.tested[1, user] += 1
    c.tested[2, account] += 1
    return False


@inner
def _plan_job(jobs, s, c, settings, job, reserver, log):
    """Start a job or reserve nodes for it; returns TESTED, STARTED, FULL.  reserver: the first with a reservation."""
    now, size, length, later, tested = s.now[0], jobs.size[job], jobs.requested[job], s.now[0], 0
    reserves, own = _may_hold_up(s, c, settings, job), used_by(c.reserved, job, now)
    while True:
        begin = later
        if begin > c.plan.last[0]:
            return tested
        copy_set(c.chosen, c.member[c.partition[job]])
        fewer = keep_clear(c.maintenance, c.chosen, begin, begin + length)
        fewer |= keep_usable(c.reserved, c.chosen, own, begin, begin + length)
        later = narrow(c.plan, c.nodes, job, c.chosen, begin, begin + length, size if tested else 0)
        if fewer:
            later = min(later, _after_reservation(c, settings, begin))
        begins = np.inf
        if not is_empty(c.chosen):
            tested = TESTED
        victims = find_victims(jobs, s, c, job) if begin == now and room(c.nodes, job, c.chosen) < size else 0
        if victims > 0:
            if _broken_there(jobs, c, job, victims) != KEEPS_NONE:
                return tested
            stop_all_for(jobs, s, c, settings, victims, job, log)
            _backfill(jobs, s, c, job, reserver, log)
            return tested | STARTED
        if capacity(c.nodes, job, c.chosen) >= size:
            begins = earliest(c.nodes, s, job, c.chosen, size, settings.window, settings.epoch, reserves)
        if begins == np.inf:
            if later == np.inf or not reserves:
                return tested
            continue
        begins = max(begins, begin)
        if begins <= now:
            if _broken_there(jobs, c, job, 0) != KEEPS_NONE:
                return tested
            _backfill(jobs, s, c, job, reserver, log)
            return tested | STARTED
        if not reserves:
            return tested
        if begins > later:
            continue
        if begins > now + settings.reach:
            return tested
        first, last = _round(settings, begins), _round(settings, begins + length)
        last = max(last, first + settings.resolution)
        choose(c.nodes, job, True, c.chosen, size)
        if overlaps(c.plan, c.chosen, first, last):
            later = begins
            continue
        if log is not None and reserver >= 0 and s.free[0] >= size:
            log_wait(log, jobs, s, job, SLURM_RESERVED, blocker=reserver, shadow=begins)
            c.kept_back[job] = True
        if c.plan.count[0] + 2 > len(c.plan.begin):
            return tested | FULL
        reserve(c.plan, c.chosen, first, last)
        return tested


@part
def _backfill(jobs, s, c, job, reserver, log):
    if reserver >= 0:
        log_backfill(log, jobs, s, job, SLURM_BACKFILL, blocker=reserver, value=c.queue.priority[job])
        s.backfilled[job] = 1
    else:
        log_start(log, jobs, s, job, SLURM_BACKFILL, value=c.queue.priority[job])
    start_on_chosen(jobs, s, c, job)
