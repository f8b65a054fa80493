"""List scheduling of campaigns: whenever a processor is free, the next job of the campaign that goes first starts.

With a virtual schedule (OStrich) the campaign with the smallest tag goes first, and a campaign is eligible from its
virtual start on, or at once where the virtual schedule does not hold it back.  With deadlines the earliest goes first,
and a campaign is ready when all of it is submitted.  With neither, the campaign submitted first goes first (first come,
first served).  Equal tags and deadlines go by submission, then by line.  Jobs never stop, so a campaign may be cut into
pieces by a later one that goes before it.

What is scheduled are portions, the jobs of one campaign that are submitted together; mostly that is all of them, and
here both are called campaigns.  With deadlines the rows really are whole campaigns.

The jobs of a campaign are in an order given, or by modified LPT in one that is made when the first of them starts.

A job wider than what is free makes everybody wait, or whoever fits may pass it.  Then nothing is held back for it, and
it may wait as long as others keep coming.

Inside an instant: virtual completions, then the virtual starts they allow, then ends of jobs, then submissions, then
one pass.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import (
    BEFORE_VIRTUAL_START,
    BEHIND_WIDE,
    CAMPAIGN_INCOMPLETE,
    DOES_NOT_FIT,
    EARLIER_CAMPAIGN,
    EARLIEST_DEADLINE,
    FIRST_CAMPAIGN,
    HOLD,
    LARGER_TAG,
    LATER_DEADLINE,
    NO_FREE_PROCESSOR,
    PASSES_WIDE,
    SMALLEST_TAG,
    VIRTUAL_START,
    log_arrival,
    log_backfill,
    log_end,
    log_start,
    log_wait,
    note,
)
from scheduler.engine.rigid.sessions import job_ended, next_submission, submit_ready
from scheduler.engine.rigid.space import FINISHED, STOP, start
from scheduler.engine.structures.heap import before, pop
from scheduler.topics.campaigns.engine.campaigns import join, put_in_order
from scheduler.topics.campaigns.engine.deadlines import set_deadline
from scheduler.topics.campaigns.engine.virtual import (
    NEAR,
    begin,
    complete_one,
    is_complete,
    next_completion,
    next_waiting,
    promise,
    read_clock,
    wait_behind,
)


@kernel
def run(jobs, s, sessions, c, v, deadlines, processors, log):
    """Fill s.start and s.backfilled, the virtual schedule v (None: there is none) and the deadlines (or None)."""
    while _advance(jobs, s, sessions, c, v, deadlines, processors, log):
        if c.passes[0] != 0:
            _start_whatever_fits(jobs, s, c, v, deadlines, log)
        else:
            _start_in_order(jobs, s, c, v, deadlines, log)
        _log_waiting(jobs, s, c, v, deadlines, log)


@part
def _advance(jobs, s, sessions, c, v, deadlines, processors, log):
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
        _advance_virtual(jobs, s, c, v, processors, virtual <= now + NEAR, log)
    for i in range(ended):
        _end_job(jobs, s, sessions, c.ended[i], log)
    s.new[0], s.new[1] = s.new[1], submit_ready(sessions, now, s.order, s.new[1], s.submit)
    for i in range(s.new[0], s.new[1]):
        _submit_job(jobs, s, c, v, deadlines, s.order[i], log)
    if deadlines is not None:
        _set_deadlines(jobs, s, c, deadlines, log)
    return True


@part
def _advance_virtual(jobs, s, c, v, processors, completes, log):
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
            _begin(jobs, s, c, v, campaign, log)


@part
def _begin(jobs, s, c, v, campaign, log):
    """The virtual start of a campaign: from now on its jobs may start, if they might not before."""
    begin(v, campaign, c.user[campaign], c.work[campaign], s.now[0])
    if v.holds[0] != 0:
        join(c, v.tag[campaign], c.rank[campaign])
    first = c.jobs[c.ptr[campaign]]
    note(log, s.now[0], HOLD, first, VIRTUAL_START, free=s.free[0], needed=jobs.size[first], value=v.tag[campaign])


@part
def _end_job(jobs, s, sessions, job, log):
    s.free[0] += jobs.size[job]
    s.control[FINISHED] += 1
    job_ended(sessions, job, s.now[0])
    log_end(log, jobs, s, job)


@part
def _submit_job(jobs, s, c, v, deadlines, job, log):
    """A job is submitted; the first of its campaign brings the campaign, unless all of it has to be there."""
    log_arrival(log, jobs, s, job)
    campaign = c.of[job]
    if deadlines is not None:
        c.missing[campaign] -= 1
    elif c.rank[campaign] < 0:
        rank = c.submitted[0]
        c.rank[campaign], c.ranked[rank] = rank, campaign
        c.submitted[0] = rank + 1
        if v is None:
            join(c, 0.0, rank)
        else:
            _submit_virtually(jobs, s, c, v, campaign, log)


@part
def _set_deadlines(jobs, s, c, deadlines, log):
    """The campaigns that are complete with the jobs of this instant get their deadlines, in the order of campaigns."""
    first = c.submitted[0]
    for i in range(s.new[0], s.new[1]):
        job = s.order[i]
        campaign = c.of[job]
        if c.missing[campaign] == 0 and c.rank[campaign] < 0:
            at = c.submitted[0]
            c.submitted[0] = at + 1
            while at > first and c.ranked[at - 1] > campaign:
                c.ranked[at] = c.ranked[at - 1]
                at -= 1
            c.ranked[at], c.rank[campaign] = campaign, at
        elif c.missing[campaign] > 0:
            log_wait(log, jobs, s, job, CAMPAIGN_INCOMPLETE)
    for rank in range(first, c.submitted[0]):
        campaign = c.ranked[rank]
        c.rank[campaign] = rank
        join(c, set_deadline(deadlines, campaign, c.user[campaign], s.now[0]), rank)


@part
def _submit_virtually(jobs, s, c, v, campaign, log):
    user = c.user[campaign]
    if v.holds[0] == 0:
        promise(v, campaign, user, c.work[campaign])
        join(c, v.tag[campaign], c.rank[campaign])
    if v.running[user] >= 0:
        wait_behind(v, campaign, user)
    else:
        _begin(jobs, s, c, v, campaign, log)


@part
def _start_in_order(jobs, s, c, v, deadlines, log):
    """Start the next job of the campaign that goes first, as long as it fits."""
    while s.free[0] > 0 and c.ready.count[0] > 0:
        campaign = c.ranked[c.ready.item[0]]
        put_in_order(jobs, s, c, campaign)
        job = c.jobs[c.ptr[campaign] + c.started[campaign]]
        if jobs.size[job] > s.free[0]:
            return
        _log_first(jobs, s, c, v, deadlines, job, log)
        start(jobs, s, job)
        c.started[campaign] += 1
        if c.ptr[campaign] + c.started[campaign] == c.ptr[campaign + 1]:
            pop(c.ready)


@part
def _start_whatever_fits(jobs, s, c, v, deadlines, log):
    """Go through all ready campaigns in order, and the jobs of each, and start each job that fits."""
    ready, kept, passed = c.ready, 0, -1
    for i in range(ready.count[0]):
        campaign = c.ranked[ready.item[i]]
        if s.free[0] > 0:
            put_in_order(jobs, s, c, campaign)
        first, last = c.ptr[campaign] + c.started[campaign], c.ptr[campaign + 1]
        for j in range(first, last):
            job = c.jobs[j]
            if s.free[0] == 0 and log is None:
                break
            if jobs.size[job] > s.free[0]:
                passed = job if passed < 0 else passed
                leader = c.ranked[ready.item[0]] if kept > 0 else campaign
                _log_refused(jobs, s, c, v, deadlines, campaign, job, leader, log)
                continue
            _log_start(jobs, s, c, v, deadlines, job, passed, ready.time[i], i + 1, log)
            s.backfilled[job] = passed >= 0
            start(jobs, s, job)
            for k in range(j, first, -1):  # those passed keep their order
                c.jobs[k] = c.jobs[k - 1]
            c.jobs[first] = job
            first += 1
        c.started[campaign] = first - c.ptr[campaign]
        if first < last:
            ready.time[kept], ready.item[kept] = ready.time[i], ready.item[i]
            kept += 1
    ready.count[0] = kept


# ---- the log --------------------------------------------------------------------------------------------------------


@part
def _log_first(jobs, s, c, v, deadlines, job, log):
    """The start of a job of the campaign that goes first."""
    if log is None:
        return
    second = (
        2 if c.ready.count[0] > 2 and before(c.ready.time[2], c.ready.item[2], c.ready.time[1], c.ready.item[1]) else 1
    )
    _log_start(jobs, s, c, v, deadlines, job, -1, c.ready.time[0], second, log)


@part
def _log_start(jobs, s, c, v, deadlines, job, passed, key, following, log):
    """A start; passed: the job that goes first and does not fit; following: place of the next ready campaign."""
    if log is None:
        return
    value = np.nan if v is None and deadlines is None else key
    rule, blocker = FIRST_CAMPAIGN if deadlines is None else EARLIEST_DEADLINE, -1
    if v is not None:
        rule = SMALLEST_TAG
    if following < c.ready.count[0]:
        blocker = c.jobs[c.ptr[c.ranked[c.ready.item[following]]]]
    if passed >= 0:
        log_backfill(log, jobs, s, job, PASSES_WIDE, blocker=passed, value=value)
    else:
        log_start(log, jobs, s, job, rule, blocker=blocker, value=value)


@part
def _log_waiting(jobs, s, c, v, deadlines, log):
    """The reason of every unstarted job of the submitted campaigns that has not been looked at, where it is news."""
    if log is None:
        return
    leader = -1 if c.ready.count[0] == 0 else c.ranked[c.ready.item[0]]
    for rank in range(c.submitted[0]):
        campaign = c.ranked[rank]
        if c.passes[0] != 0 and (v is None or not _is_held(v, campaign)):
            continue
        for i in range(c.ptr[campaign] + c.started[campaign], c.ptr[campaign + 1]):
            _log_refused(jobs, s, c, v, deadlines, campaign, c.jobs[i], leader, log)


@part
def _log_refused(jobs, s, c, v, deadlines, campaign, job, leader, log):
    """Why a job waits, as things stand; leader: the campaign that goes first of those with jobs left."""
    if log is not None:
        rule, blocker = _reason(s, c, v, deadlines, campaign, job, leader)
        log_wait(log, jobs, s, job, rule, blocker=blocker)


@part
def _is_held(v, campaign):
    """Whether the virtual schedule does not let a campaign start yet."""
    return v.holds[0] != 0 and np.isnan(v.start[campaign])


@part
def _reason(s, c, v, deadlines, campaign, job, leader):
    """(rule, blocker) of a job that waits; leader: the campaign that goes first."""
    if v is not None and _is_held(v, campaign):
        return BEFORE_VIRTUAL_START, c.jobs[c.ptr[v.running[c.user[campaign]]]]
    first = c.jobs[c.ptr[leader] + c.started[leader]]
    if s.free[0] > 0 and (c.passes[0] != 0 or job == first):
        return DOES_NOT_FIT, -1
    if s.free[0] > 0:
        return BEHIND_WIDE, first
    if campaign == leader:
        return NO_FREE_PROCESSOR, -1
    if v is not None:
        return LARGER_TAG, c.jobs[c.ptr[leader]]
    return EARLIER_CAMPAIGN if deadlines is None else LATER_DEADLINE, c.jobs[c.ptr[leader]]
