"""Campaigns committed to processors: as soon as one is free, all jobs of the campaign with the earliest deadline are.

Each processor has a queue, and what is in it stays there: a campaign that comes later does not overtake.  Jobs are
assigned in order, each to the processor that, by requested times, is free first: what runs there and what is queued
both count, and jobs that end early make themselves felt only then.  Of equals the lowest processor is taken.

Or they are assigned by modified LPT (`engine/campaigns/modified_lpt.py`).

Jobs take one processor each.  Source: campaign-scheduling-2012, sections III.B and VI-C.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import (
    CAMPAIGN_INCOMPLETE,
    EARLIEST_DEADLINE,
    LATER_DEADLINE,
    NO_FREE_PROCESSOR,
    QUEUED,
    log_arrival,
    log_end,
    log_start,
    log_wait,
)
from scheduler.engine.rigid.sessions import job_ended, next_submission, submit_ready
from scheduler.engine.rigid.space import FINISHED, STOP, start
from scheduler.engine.structures.heap import Heap, new_heap, pop, push
from scheduler.topics.campaigns.engine.campaigns import join
from scheduler.topics.campaigns.engine.deadlines import set_deadline
from scheduler.topics.campaigns.engine.modified_lpt import assign
from scheduler.topics.campaigns.engine.virtual import NEAR


class Queues(NamedTuple):
    """What each processor runs and will run, and room for working out a commitment."""

    running: np.ndarray  # [processors] i8, -1 idle
    first: np.ndarray  # [processors] i8, first queued job; -1 none
    last: np.ndarray  # [processors] i8, last queued job
    behind: np.ndarray  # [n] i8, next job in a queue; -1 none
    of: np.ndarray  # [n] i8, processor of a committed job; -1 not committed
    queued: np.ndarray  # [processors] f8, s: requested times in the queue
    ready: np.ndarray  # [processors] f8, s from now: when the processor is free as far as is known
    load: np.ndarray  # [processors] f8, s: of the machines of modified LPT
    owner: np.ndarray  # [processors] i8: processor whose ready time is on a machine; -1 none
    by_load: Heap  # processors, or machines and what they were
    by_ready: Heap  # processors, the last to be free first
    stand: np.ndarray  # [2] i8: idle processors; 1 for modified LPT


def new_queues(jobs: int, processors: int, modified: bool) -> Queues:
    """All idle; modified: LPT as modified by Lee, else jobs in order.

    Of more processors than jobs, those beyond would never be taken.
    """
    m = min(processors, jobs)
    none, zero = (lambda n: np.full(n, -1)), (lambda: np.zeros(m))
    return Queues(
        none(m),
        none(m),
        none(m),
        none(jobs),
        none(jobs),
        zero(),
        zero(),
        zero(),
        none(m),
        new_heap(4 * m),
        new_heap(m),
        np.array([m, int(modified)]),
    )


@kernel
def run(jobs, s, sessions, c, deadlines, q, log):
    """Fill s.start and the deadlines."""
    while _advance(jobs, s, sessions, c, deadlines, q, log):
        while q.stand[0] > 0 and c.ready.count[0] > 0:
            campaign = c.ranked[pop(c.ready)]
            _commit(jobs, s, c, q, campaign)
            for processor in range(len(q.running)):
                _go_on(jobs, s, c, deadlines, q, processor, log)
        _log_waiting(jobs, s, c, q, log)


@part
def _advance(jobs, s, sessions, c, deadlines, q, log):
    """Go to the next instant: ends, submissions, and what is queued on processors that became free."""
    now = next_submission(sessions)
    if s.ends.count[0] > 0:
        now = min(now, s.ends.time[0])
    if now == np.inf or s.control[STOP] != 0:
        return False
    ended = 0
    while s.ends.count[0] > 0 and s.ends.time[0] <= now + NEAR:
        now = max(now, s.ends.time[0])
        c.ended[ended] = pop(s.ends)
        ended += 1
    s.now[0] = now
    for i in range(ended):
        _end_job(jobs, s, sessions, q, c.ended[i], log)
    s.new[0], s.new[1] = s.new[1], submit_ready(sessions, now, s.order, s.new[1], s.submit)
    for i in range(s.new[0], s.new[1]):
        job = s.order[i]
        c.missing[c.of[job]] -= 1
        log_arrival(log, jobs, s, job)
    _set_deadlines(s, c, deadlines)
    for i in range(ended):
        _go_on(jobs, s, c, deadlines, q, q.of[c.ended[i]], log)
    return True


@part
def _end_job(jobs, s, sessions, q, job, log):
    s.free[0] += 1
    s.control[FINISHED] += 1
    q.running[q.of[job]] = -1
    q.stand[0] += 1
    job_ended(sessions, job, s.now[0])
    log_end(log, jobs, s, job)


@part
def _set_deadlines(s, c, deadlines):
    """The campaigns that are complete with the jobs of this instant get their deadlines, in the order of campaigns."""
    first = c.submitted[0]
    for i in range(s.new[0], s.new[1]):
        campaign = c.of[s.order[i]]
        if c.missing[campaign] == 0 and c.rank[campaign] < 0:
            at = c.submitted[0]
            c.submitted[0] = at + 1
            while at > first and c.ranked[at - 1] > campaign:
                c.ranked[at] = c.ranked[at - 1]
                at -= 1
            c.ranked[at], c.rank[campaign] = campaign, at
    for rank in range(first, c.submitted[0]):
        campaign = c.ranked[rank]
        c.rank[campaign] = rank
        join(c, set_deadline(deadlines, campaign, c.user[campaign], s.now[0]), rank)


@part
def _go_on(jobs, s, c, deadlines, q, processor, log):
    """Start the first job queued on a processor, if that is idle."""
    job = q.first[processor]
    if q.running[processor] >= 0 or job < 0:
        return
    q.first[processor] = q.behind[job]
    q.queued[processor] -= jobs.requested[job]
    q.running[processor] = job
    q.stand[0] -= 1
    following = -1 if c.ready.count[0] == 0 else c.jobs[c.ptr[c.ranked[c.ready.item[0]]]]
    log_start(log, jobs, s, job, EARLIEST_DEADLINE, blocker=following, value=deadlines.due[c.of[job]])
    start(jobs, s, job)


# ---- where the jobs of a campaign go --------------------------------------------------------------------------------


@part
def _commit(jobs, s, c, q, campaign):
    """Put all jobs of a campaign into queues."""
    first, last = c.ptr[campaign], c.ptr[campaign + 1]
    for processor in range(len(q.running)):
        job, left = q.running[processor], q.queued[processor]
        if q.first[processor] < 0:
            left = q.queued[processor] = 0.0  # no rounding is carried on
        q.ready[processor] = left if job < 0 else left + s.start[job] + jobs.requested[job] - s.now[0]
    if q.stand[1] != 0:
        assign(jobs.requested, c.jobs, q, first, last, len(q.ready))
        for i in range(first, last):
            q.of[c.jobs[i]] = q.owner[q.of[c.jobs[i]]]
    else:
        _assign_in_order(jobs, c, q, first, last)
    for i in range(first, last):
        job, processor = c.jobs[i], q.of[c.jobs[i]]
        if q.first[processor] < 0:
            q.first[processor] = job
        else:
            q.behind[q.last[processor]] = job
        q.last[processor] = job
        q.queued[processor] += jobs.requested[job]
    c.started[campaign] = last - first


@part
def _assign_in_order(jobs, c, q, first, last):
    for processor in range(len(q.ready)):
        push(q.by_load, q.ready[processor], processor)
    for i in range(first, last):
        job, free = c.jobs[i], q.by_load.time[0]
        processor = pop(q.by_load)
        q.of[job] = processor
        push(q.by_load, free + jobs.requested[job], processor)
    q.by_load.count[0] = 0


# ---- the log --------------------------------------------------------------------------------------------------------


@part
def _log_waiting(jobs, s, c, q, log):
    """The reason of every unstarted job that is submitted, where it is news."""
    if log is None:
        return
    leader = -1 if c.ready.count[0] == 0 else c.ranked[c.ready.item[0]]
    for i in range(s.new[1]):
        job = s.order[i]
        campaign = c.of[job]
        if not np.isnan(s.start[job]):
            continue
        rule, blocker = NO_FREE_PROCESSOR, -1
        if c.missing[campaign] > 0:
            rule = CAMPAIGN_INCOMPLETE
        elif q.of[job] >= 0:
            rule, blocker = QUEUED, q.running[q.of[job]]
        elif campaign != leader:
            rule, blocker = LATER_DEADLINE, c.jobs[c.ptr[leader]]
        log_wait(log, jobs, s, job, rule, blocker=blocker)
