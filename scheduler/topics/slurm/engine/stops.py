"""Jobs leave their nodes: at their end, because another job preempts them, or as their reservation is over."""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner, part
from scheduler.engine.decision_log import (
    KILL,
    SLURM_BEGIN,
    SLURM_CANCELLED,
    SLURM_OVER_RUN,
    SLURM_REQUEUED,
    log_wait,
    note,
)
from scheduler.engine.rigid.space import FINISHED, sort_expected
from scheduler.engine.structures.heap import pop
from scheduler.topics.slurm.engine.ineligible_jobs import leave_system, stay_outside
from scheduler.topics.slurm.engine.limits import count_job, count_nodes
from scheduler.topics.slurm.engine.nodes import give_back
from scheduler.topics.slurm.engine.preemption import CANCEL, record_stop
from scheduler.topics.slurm.engine.reservations import NONE, first_stopped
from scheduler.topics.slurm.engine.shares import add_usage


@part
def use(jobs, s, c, settings, job):
    """Add what a running job has used since that was done last."""
    ran = s.now[0] - max(s.start[job], c.added[0])
    add_usage(c.shares, c.association[job], c.weights.usage[job], ran, settings.decay)


@inner
def leave_nodes(jobs, s, c, settings, job):
    """Take back what a job held, and count it as usage.

    Slurm does the latter where limits are enforced (acct_policy_job_fini), and else forgets it, as runs showed.
    """
    count_nodes(c.limits, c.nodes, job, -1)
    give_back(c.nodes, job)
    count_job(c.limits, job, jobs.size[job], -1)
    if c.weights.share > 0 and settings.counts_ends:
        use(jobs, s, c, settings, job)


@part
def _take_out(heap, item):
    """Take an item out of a heap that has it: up to the top, as if its time were the first, and off."""
    i = 0
    while heap.item[i] != item:
        i += 1
    time = heap.time[i]
    while i > 0:
        above = (i - 1) // 2
        heap.time[i], heap.item[i] = heap.time[above], heap.item[above]
        i = above
    heap.time[0], heap.item[0] = time, item
    pop(heap)


@inner
def _take_off(jobs, s, c, settings, job, killer):
    """Take a job off its nodes before its end.  killer: the job that needs them, NONE where none does."""
    record_stop(s, c.preemption, job, killer)
    leave_nodes(jobs, s, c, settings, job)
    _take_out(s.ends, job)
    s.free[0] += jobs.size[job]


@inner
def _cancel(jobs, s, c, job, killer, rule, log):
    """A job that was taken off its nodes is over."""
    p = c.preemption
    lost = s.now[0] - s.start[job]
    note(log, s.now[0], KILL, job, rule, free=s.free[0], needed=jobs.size[job], blocker=killer, value=lost)
    p.cancelled[job] = True
    p.gone[p.count[1]] = job
    p.count[1] += 1
    leave_system(c.outside, job)
    s.control[FINISHED] += 1


@inner
def stop_for(jobs, s, c, settings, job, killer, log):
    """Stop the run of a job now, for another one; it is cancelled, or waits outside the queue to start again."""
    p = c.preemption
    _take_off(jobs, s, c, settings, job, killer)
    if p.mode[job] == CANCEL:
        _cancel(jobs, s, c, job, killer, SLURM_CANCELLED, log)
        return
    lost = s.now[0] - s.start[job]
    note(log, s.now[0], KILL, job, SLURM_REQUEUED, free=s.free[0], needed=jobs.size[job], blocker=killer, value=lost)
    s.start[job] = np.nan
    s.backfilled[job] = 0
    c.kept_back[job] = False
    c.outside.begin[job] = s.now[0] + p.wait
    stay_outside(c.outside, job)
    if log is not None:
        log.last[job] = -1
    log_wait(log, jobs, s, job, SLURM_BEGIN)


@inner
def stop_all_for(jobs, s, c, settings, victims, killer, log):
    """Stop the first `victims` jobs of the list of candidates, for another job."""
    for i in range(victims):
        stop_for(jobs, s, c, settings, c.preemption.list[i], killer, log)
    if victims > 0:
        sort_expected(jobs, s)


@inner
def stop_bound(jobs, s, c, settings, log):
    """Stop the jobs for good, by row, that are bound to a reservation and may not run any longer; whether any was."""
    job = first_stopped(s, c.reserved)
    some = job != NONE
    while job != NONE:
        _take_off(jobs, s, c, settings, job, NONE)
        _cancel(jobs, s, c, job, NONE, SLURM_OVER_RUN, log)
        job = first_stopped(s, c.reserved)
    if some:
        sort_expected(jobs, s)
    return some
