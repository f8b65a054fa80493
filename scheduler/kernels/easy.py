"""EASY backfilling: only the head of the queue holds a reservation.

At each event heads start while they fit; the blocked one is given its shadow time and the extra processors; the others
are tried in order of submission, by EASY's rule (easy_rule.py).

All is computed anew whenever a job has ended.  While only submissions happen nothing that was refused can become
possible (the same processors are free, the shadow time stands, time has gone on), so only the new jobs are tried; for
the log all are, to tell who has lost its room since.

Restricted, ending by the shadow time does not count, and all is computed anew at every event: what a job was given of
the extra processors is extra again at the next event if the job is to end by the shadow time.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import HEAD_FITS, RESERVED, log_backfill, log_reserve, log_start, log_wait
from scheduler.engine.rigid.easy_rule import left_of_extra, may_pass, why_it_passes, why_it_waits
from scheduler.engine.rigid.space import advance, reservation, start
from scheduler.engine.structures.waiting import append, remove


@kernel
def run(jobs, s, sessions, queue, restricted, log):
    """Fill s.start and s.backfilled; restricted: only the extra processors are for jobs behind the head."""
    end = len(jobs.submit)
    promised, promise = -1, -1.0  # the head and its shadow time as last logged
    free, shadow, extra = -1, 0.0, 0  # as the last pass left them; free -1: nobody waited
    while advance(jobs, s, sessions, log):
        for i in range(s.new[0], s.new[1]):
            append(queue, s.order[i])
        if s.free[0] == free and not restricted:  # no job has ended, the head is still blocked
            head = queue.next[end]
            job = s.order[s.new[0]] if log is None else queue.next[head]
        else:
            _start_heads(jobs, s, queue, log)
            head = queue.next[end]
            if head == end:
                free = -1
                continue
            if s.free[0] > 0 or log is not None:
                shadow, extra, blocker = reservation(jobs, s, head)
                if promised != head or promise != shadow:
                    log_reserve(log, jobs, s, head, RESERVED, shadow=shadow, blocker=blocker, extra=extra)
                    promised, promise = head, shadow
            job = queue.next[head]
        extra = _backfill(jobs, s, queue, log, head, job, shadow, extra, restricted)
        free = s.free[0]


@part
def _start_heads(jobs, s, queue, log):
    end = len(jobs.submit)
    head = queue.next[end]
    while head != end and jobs.size[head] <= s.free[0]:
        log_start(log, jobs, s, head, HEAD_FITS)
        remove(queue, head)
        start(jobs, s, head)
        head = queue.next[end]


@part
def _backfill(jobs, s, queue, log, head, job, shadow, extra, restricted):
    """Try the waiting jobs from `job` on; returns the extra processors left."""
    end, now, by = len(jobs.submit), s.now[0], -np.inf if restricted else shadow
    while job != end and (s.free[0] > 0 or log is not None):
        after = queue.next[job]
        size, requested = jobs.size[job], jobs.requested[job]
        if may_pass(size, requested, now, s.free[0], by, extra):
            rule = why_it_passes(requested, now, by)
            log_backfill(log, jobs, s, job, rule, blocker=head, shadow=shadow, extra=extra)
            extra = left_of_extra(size, requested, now, by, extra)
            remove(queue, job)
            start(jobs, s, job)
            s.backfilled[job] = 1
        else:
            rule = why_it_waits(size, s.free[0], restricted)
            log_wait(log, jobs, s, job, rule, blocker=head, shadow=shadow, extra=extra)
        job = after
    return extra
