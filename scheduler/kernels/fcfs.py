"""Start jobs strictly in the order of their submission: nothing passes the head of the queue."""

from __future__ import annotations

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import BEHIND_HEAD, HEAD_BLOCKED, HEAD_FITS, log_start, log_wait
from scheduler.engine.rigid.space import advance, start


@kernel
def run(jobs, s, sessions, log):
    """Fill s.start; the queue is s.order[head:s.new[1]]."""
    head = 0
    while advance(jobs, s, sessions, log):
        while head < s.new[1] and jobs.size[s.order[head]] <= s.free[0]:
            log_start(log, jobs, s, s.order[head], HEAD_FITS)
            start(jobs, s, s.order[head])
            head += 1
        _log_waiting(jobs, s, log, head)


@part
def _log_waiting(jobs, s, log, head):
    if log is None or head == s.new[1]:
        return
    log_wait(log, jobs, s, s.order[head], HEAD_BLOCKED)
    for i in range(head + 1, s.new[1]):
        log_wait(log, jobs, s, s.order[i], BEHIND_HEAD, blocker=s.order[head])
