"""Aggressive backfilling without reservations: at each event, whatever fits starts, in the order of the queue."""

from __future__ import annotations

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import DOES_NOT_FIT, FITS_NOW, HEAD_FITS, log_backfill, log_start, log_wait
from scheduler.engine.rigid.space import advance, start
from scheduler.engine.structures.waiting import append, remove


@kernel
def run(jobs, s, sessions, queue, log):
    """Fill s.start and s.backfilled."""
    end = len(jobs.submit)
    while advance(jobs, s, sessions, log):
        for i in range(s.new[0], s.new[1]):
            append(queue, s.order[i])
        job = queue.next[end]
        while job != end and (s.free[0] > 0 or log is not None):
            after = queue.next[job]
            if jobs.size[job] <= s.free[0]:
                _start(jobs, s, queue, log, job)
            else:
                log_wait(log, jobs, s, job, DOES_NOT_FIT)
            job = after


@part
def _start(jobs, s, queue, log, job):
    if queue.next[len(jobs.submit)] == job:
        log_start(log, jobs, s, job, HEAD_FITS)
    else:
        log_backfill(log, jobs, s, job, FITS_NOW)
        s.backfilled[job] = 1
    remove(queue, job)
    start(jobs, s, job)
