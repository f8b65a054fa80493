"""Aggressive backfilling without reservations: at each event, whatever fits starts, in the order of the queue."""

from __future__ import annotations

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import BACKFILL, DOES_NOT_FIT, FITS_NOW, HEAD_FITS, START, note, skip
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
            elif log is not None:
                skip(log, s.now[0], job, DOES_NOT_FIT, -1, np.nan, -1, s.free[0], jobs.size[job], np.nan)
            job = after


@part
def _start(jobs, s, queue, log, job):
    passes = queue.next[len(jobs.submit)] != job
    if passes:
        s.backfilled[job] = 1
    if log is not None:
        kind, rule = (BACKFILL, FITS_NOW) if passes else (START, HEAD_FITS)
        note(log, s.now[0], kind, job, rule, -1, np.nan, -1, s.free[0], jobs.size[job], np.nan)
    remove(queue, job)
    start(jobs, s, job)
