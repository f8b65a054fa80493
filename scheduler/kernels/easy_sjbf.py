"""EASY with the jobs behind the head in order of requested time: heads go by submission, what passes them by length.

The reservation of the blocked head is that of EASY.  The jobs that may pass it are tried shortest requested time
first, equal ones in order of submission.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import HEAD_FITS, log_start
from scheduler.engine.rigid.blocked_head import fill_behind, start_from, take_in
from scheduler.engine.rigid.space import advance
from scheduler.engine.structures.ranked import ROOT


@kernel
def run(jobs, s, sessions, queue, kept, log):
    """Fill s.start and s.backfilled; queue: by requested time; the head is the first in s.order not yet started."""
    head = 0
    while advance(jobs, s, sessions, log):
        take_in(jobs, s, queue, None, kept)
        if queue.size[ROOT] <= s.free[0] or log is not None:
            head = _start_heads(jobs, s, queue, head, log)
            if head < s.new[1]:
                fill_behind(jobs, s, queue, None, kept, s.order[head], log)


@part
def _start_heads(jobs, s, queue, head, log):
    """Start heads while they fit; returns where in s.order the blocked one is."""
    while head < s.new[1]:
        job = s.order[head]
        if np.isnan(s.start[job]):
            if jobs.size[job] > s.free[0]:
                break
            log_start(log, jobs, s, job, HEAD_FITS)
            start_from(jobs, s, queue, None, job)
        head += 1
    return head
