"""List scheduling of campaigns: whenever a processor is free, the next job of the campaign that goes first starts.

With a virtual schedule (OStrich) the campaign with the smallest tag goes first, and a campaign is eligible from its
virtual start on; with None instead, the campaign submitted first goes first (first come, first served).  Equal tags go
by submission, then by line.  Jobs take one processor and never stop, so a campaign may be cut into pieces by a later
one with a smaller tag.

Inside an instant: virtual completions, then the virtual starts they allow, then ends of jobs, then submissions, then
one pass.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.heap import Heap, new_heap, pop, push
from scheduler.engine.log import (
    ARRIVE,
    BEFORE_VIRTUAL_START,
    EARLIER_CAMPAIGN,
    END,
    FIRST_CAMPAIGN,
    HOLD,
    LARGER_TAG,
    NO_FREE_PROCESSOR,
    NONE,
    SMALLEST_TAG,
    START,
    VIRTUAL_START,
    note,
    skip,
)
from scheduler.engine.sessions import job_ended, next_submission, submit_ready
from scheduler.engine.space import FINISHED, STOP, start
from scheduler.engine.virtual import (
    NEAR,
    begin,
    complete_one,
    is_complete,
    next_completion,
    next_waiting,
    read_clock,
    wait_behind,
)


class Campaigns(NamedTuple):
    """The campaigns and where each stands."""

    user: np.ndarray        # [campaigns] i8
    work: np.ndarray        # [campaigns] f8, sum of requested times
    ptr: np.ndarray         # [campaigns + 1] i8, offsets into jobs
    jobs: np.ndarray        # [n] i8, jobs by campaign, in the order they are to start
    started: np.ndarray     # [campaigns] i8, jobs started so far
    rank: np.ndarray        # [campaigns] i8, 0.. in the order of submission; -1 not yet submitted
    ranked: np.ndarray      # [campaigns] i8, campaign of a rank
    submitted: np.ndarray   # [1] i8, how many campaigns were
    ready: Heap             # eligible campaigns with unstarted jobs: (tag, rank)
    ended: np.ndarray       # [processors] i8, jobs that end at this instant
    freed: np.ndarray       # [users] i8, users whose campaign is complete in the virtual schedule at this instant


def new_campaigns(user: np.ndarray, work: np.ndarray, ptr: np.ndarray, jobs: np.ndarray, processors: int) -> Campaigns:
    """Nothing submitted yet."""
    n = len(user)
    return Campaigns(user, work, ptr, jobs, np.zeros(n, np.int64), np.full(n, -1), np.zeros(n, np.int64),
                     np.zeros(1, np.int64), new_heap(n), np.zeros(processors, np.int64),
                     np.zeros(int(user.max()) + 1, np.int64))


@kernel
def run(jobs, s, sessions, c, v, processors, log):
    """Fill s.start, and start, end and tag of the virtual schedule v (or None)."""
    while _advance(jobs, s, sessions, c, v, processors, log):
        while s.free[0] > 0 and c.ready.count[0] > 0:
            _start_next(jobs, s, c, v, log)
        if log is not None:
            _tell_why_they_wait(s, c, v, log)


@part
def _advance(jobs, s, sessions, c, v, processors, log):
    """Go to the next instant and apply all that happens then; False when nothing is left, or when asked to stop."""
    now = next_submission(sessions)
    if s.ends.count[0] > 0:
        now = min(now, s.ends.time[0])
    if v is not None:
        virtual = next_completion(v, processors)
        if virtual < now - NEAR:
            now = virtual
    if now == np.inf or s.control[STOP] != 0:
        return False
    ended = 0
    while s.ends.count[0] > 0 and s.ends.time[0] <= now + NEAR:
        now = max(now, s.ends.time[0])
        c.ended[ended] = pop(s.ends)
        ended += 1
    s.now[0] = now
    if v is not None:
        _advance_virtual(s, c, v, processors, virtual <= now + NEAR, log)
    for i in range(ended):
        _end_job(s, sessions, c.ended[i], log)
    s.new[0], s.new[1] = s.new[1], submit_ready(sessions, now, s.order, s.new[1], s.submit)
    for i in range(s.new[0], s.new[1]):
        _submit_job(s, sessions, c, v, s.order[i], log)
    return True


@part
def _advance_virtual(s, c, v, processors, completes, log):
    """All virtual completions of this instant, then the virtual starts they allow; completes: there is at least one."""
    now = s.now[0]
    read_clock(v, now, processors)
    freed = 0
    while completes or is_complete(v):
        completes = False
        c.freed[freed] = c.user[complete_one(v, c.user, now)]
        freed += 1
    for i in range(freed):
        campaign = next_waiting(v, c.freed[i])
        if campaign >= 0:
            _begin(s, c, v, campaign, log)


@part
def _begin(s, c, v, campaign, log):
    """The virtual start of a campaign: from now on its jobs may start."""
    begin(v, campaign, c.user[campaign], c.work[campaign], s.now[0])
    push(c.ready, v.tag[campaign], c.rank[campaign])
    if log is not None:
        note(log, s.now[0], HOLD, c.jobs[c.ptr[campaign]], VIRTUAL_START, -1, np.nan, -1, s.free[0], 1, v.tag[campaign])


@part
def _end_job(s, sessions, job, log):
    s.free[0] += 1
    s.control[FINISHED] += 1
    job_ended(sessions, job, s.now[0])
    if log is not None:
        note(log, s.now[0], END, job, NONE, -1, np.nan, -1, s.free[0], 1, np.nan)


@part
def _submit_job(s, sessions, c, v, job, log):
    """A job is submitted; the first of its campaign brings the campaign."""
    if log is not None:
        note(log, s.now[0], ARRIVE, job, NONE, -1, np.nan, -1, s.free[0], 1, np.nan)
    campaign = sessions.of[job]
    if c.rank[campaign] >= 0:
        return
    rank = c.submitted[0]
    c.rank[campaign], c.ranked[rank] = rank, campaign
    c.submitted[0] = rank + 1
    if v is None:
        push(c.ready, 0.0, rank)
    elif v.busy[c.user[campaign]] != 0:
        wait_behind(v, campaign, c.user[campaign])
    else:
        _begin(s, c, v, campaign, log)


@part
def _start_next(jobs, s, c, v, log):
    """Start the next job of the campaign that goes first."""
    campaign = c.ranked[c.ready.item[0]]
    job = c.jobs[c.ptr[campaign] + c.started[campaign]]
    if log is not None:
        rule, tag = (FIRST_CAMPAIGN, np.nan) if v is None else (SMALLEST_TAG, v.tag[campaign])
        note(log, s.now[0], START, job, rule, -1, np.nan, -1, s.free[0], 1, tag)
    start(jobs, s, job)
    c.started[campaign] += 1
    if c.ptr[campaign] + c.started[campaign] == c.ptr[campaign + 1]:
        pop(c.ready)


@part
def _tell_why_they_wait(s, c, v, log):
    """Note the reason of every unstarted job of the submitted campaigns, where it is news."""
    leader = -1 if c.ready.count[0] == 0 else c.ranked[c.ready.item[0]]
    for rank in range(c.submitted[0]):
        campaign = c.ranked[rank]
        for i in range(c.ptr[campaign] + c.started[campaign], c.ptr[campaign + 1]):
            if v is not None and np.isnan(v.start[campaign]):
                rule, blocker = BEFORE_VIRTUAL_START, -1
            elif campaign == leader:
                rule, blocker = NO_FREE_PROCESSOR, -1
            else:
                rule, blocker = EARLIER_CAMPAIGN if v is None else LARGER_TAG, c.jobs[c.ptr[leader]]
            skip(log, s.now[0], c.jobs[i], rule, blocker, np.nan, -1, s.free[0], 1, np.nan)
