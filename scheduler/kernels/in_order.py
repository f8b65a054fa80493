"""Start jobs strictly in the order of their submission: nothing passes the head of the queue."""

from __future__ import annotations

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import BEHIND_HEAD, HEAD_BLOCKED, HEAD_FITS, START, note, skip
from scheduler.engine.rigid.space import advance, start


@kernel
def run(jobs, s, sessions, log):
    """Fill s.start; the queue is s.order[head:s.new[1]]."""
    head = 0
    while advance(jobs, s, sessions, log):
        while head < s.new[1] and jobs.size[s.order[head]] <= s.free[0]:
            job = s.order[head]
            if log is not None:
                note(log, s.now[0], START, job, HEAD_FITS, -1, np.nan, -1, s.free[0], jobs.size[job], np.nan)
            start(jobs, s, job)
            head += 1
        if log is not None:
            _tell_why_they_wait(jobs, s, log, head)


@part
def _tell_why_they_wait(jobs, s, log, head):
    for i in range(head, s.new[1]):
        job = s.order[i]
        rule, blocker = (HEAD_BLOCKED, -1) if i == head else (BEHIND_HEAD, s.order[head])
        skip(log, s.now[0], job, rule, blocker, np.nan, -1, s.free[0], jobs.size[job], np.nan)
