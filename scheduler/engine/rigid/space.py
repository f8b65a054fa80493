"""The space-shared machine every rigid kernel plays on: the clock, the free processors, the running jobs.

A kernel owns its loop and reads

    while advance(jobs, s, sessions, log):  # the clock is at the next event; processors of ended jobs are free
        ...                                 # look at s, call start(jobs, s, job)

At equal times all jobs end, then all are submitted (by row), then the kernel makes one pass.  With submissions first
all are submitted and the kernel makes a pass, then all end and it makes another one, at the same time; so it sees what
happens where another program takes simultaneous events in another order.  Times are seconds (float64), sizes processors
(int64); a job is a row, rows are sorted by (submit, line).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part
from scheduler.engine.decision_log import log_arrival, log_end
from scheduler.engine.rigid.sessions import Sessions, job_ended, next_submission, submit_ready
from scheduler.engine.structures.heap import Heap, new_heap, pop, push

FINISHED, STOP = 0, 1  # cells of State.control


class Jobs(NamedTuple):
    """What the machine knows of jobs; a policy may look at `requested`, not at `runtime`."""

    submit: np.ndarray  # [n] f8, recorded
    runtime: np.ndarray  # [n] f8
    requested: np.ndarray  # [n] f8
    size: np.ndarray  # [n] i8


class Expected(NamedTuple):
    """Running jobs by expected end, latest first, so that the next to end is cheap to take out.

    The order is made when a reservation first asks for it and kept up from then on: a machine on which nobody waits
    pays nothing for it.
    """

    time: np.ndarray  # [capacity] f8; empty where the kernel does not plan
    job: np.ndarray  # [capacity] i8
    count: np.ndarray  # [1] i8
    sorted: np.ndarray  # [1] i8, 1 while the order is kept up
    heap: Heap  # to sort with


class State(NamedTuple):
    """Where a simulation stands."""

    now: np.ndarray  # [1] f8
    free: np.ndarray  # [1] i8
    order: np.ndarray  # [n] i8, jobs in the order of their submission
    new: np.ndarray  # [2] i8, order[new[0]:new[1]] were submitted at this event
    submit: np.ndarray  # [n] f8, realized
    start: np.ndarray  # [n] f8, nan until started
    backfilled: np.ndarray  # [n] i1, 1 where the job passed another
    ends: Heap  # running jobs by actual end
    ended: np.ndarray  # [capacity] i8, ended[:gone[0]] ended at this event
    gone: np.ndarray  # [1] i8
    expected: Expected
    control: np.ndarray  # [2] i8, FINISHED is written for, STOP read from, the outside
    submissions_first: bool  # at equal times


def new_state(
    jobs: Jobs,
    processors: int,
    sessions: Sessions | None,
    control: np.ndarray,
    plans: bool,
    submissions_first: bool = False,
) -> State:
    """A machine at rest; `plans` keeps the running jobs by expected end.

    There is room for all jobs to run at once, though no more than processors should: a plan that trusts a requested
    time below the runtime starts jobs on processors that are not free yet, and must not write past the end for it.
    """
    n = len(jobs.submit)
    closed = sessions is not None
    planned = n if plans else 0
    return State(
        np.zeros(1),
        np.full(1, processors, np.int64),
        np.zeros(n, np.int64) if closed else np.arange(n),
        np.zeros(2, np.int64),
        np.full(n, np.nan) if closed else jobs.submit.copy(),
        np.full(n, np.nan),
        np.zeros(n, np.int8),
        new_heap(n),
        np.zeros(n, np.int64),
        np.zeros(1, np.int64),
        Expected(
            np.zeros(planned),
            np.zeros(planned, np.int64),
            np.zeros(1, np.int64),
            np.zeros(1, np.int64),
            new_heap(planned),
        ),
        control,
        submissions_first,
    )


@part
def start(jobs, s, job):
    """Start a job now (it must fit)."""
    now = s.now[0]
    s.start[job] = now
    s.free[0] -= jobs.size[job]
    push(s.ends, now + jobs.runtime[job], job)
    if s.expected.sorted[0] != 0:
        _expect(s.expected, now + jobs.requested[job], job)


@part
def _place(times, count, time):
    """Where a time belongs among the first `count` times, latest first: behind all that are later."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if times[middle] > time:
            low = middle + 1
        else:
            high = middle
    return low


@part
def _expect(expected, time, job):
    times, items, count = expected.time, expected.job, expected.count[0]
    place = _place(times, count, time)
    for i in range(count, place, -1):
        times[i], items[i] = times[i - 1], items[i - 1]
    times[place], items[place] = time, job
    expected.count[0] = count + 1


@part
def _forget(expected, time, job):
    times, items, count = expected.time, expected.job, expected.count[0]
    place = _place(times, count, time)
    while items[place] != job:
        place += 1
    for i in range(place, count - 1):
        times[i], items[i] = times[i + 1], items[i + 1]
    expected.count[0] = count - 1


@part
def sort_expected(jobs, s):
    """Put the running jobs in order of expected end."""
    heap, running = s.expected.heap, s.ends.count[0]
    for i in range(running):
        job = s.ends.item[i]
        push(heap, s.start[job] + jobs.requested[job], job)
    for i in range(running - 1, -1, -1):
        s.expected.time[i] = heap.time[0]
        s.expected.job[i] = pop(heap)
    s.expected.count[0] = running
    s.expected.sorted[0] = 1


@part
def _end_jobs(jobs, s, sessions, log):
    """Free the processors of all jobs that end now."""
    now, gone = s.now[0], 0
    while s.ends.count[0] > 0 and s.ends.time[0] <= now:
        job = pop(s.ends)
        s.ended[gone] = job
        gone += 1
        s.free[0] += jobs.size[job]
        s.control[FINISHED] += 1
        if s.expected.sorted[0] != 0:
            _forget(s.expected, s.start[job] + jobs.requested[job], job)
        if sessions is not None:
            job_ended(sessions, job, now)
        log_end(log, jobs, s, job)
    s.gone[0] = gone


@part
def _submit_jobs(jobs, s, sessions, log):
    """Let all jobs whose time has come join: order[new[0]:new[1]]."""
    now, first = s.now[0], s.new[1]
    last = first
    if sessions is not None:
        last = submit_ready(sessions, now, s.order, first, s.submit)
    else:
        while last < len(jobs.submit) and jobs.submit[last] <= now:
            last += 1
    s.new[0], s.new[1] = first, last
    for i in range(first, last):
        log_arrival(log, jobs, s, s.order[i])


@part
def advance(jobs, s, sessions, log):
    """Go to the next event; False when nothing is left to happen, or when asked to stop."""
    return advance_to(jobs, s, sessions, log, np.inf)


@part
def advance_to(jobs, s, sessions, log, due):
    """Go to the next event, which is not after `due`: a time at which the kernel wants to do something itself."""
    submission = _next_submission(jobs, s, sessions)
    time = submission
    if s.ends.count[0] > 0:
        time = min(time, s.ends.time[0])
    time = min(time, due)
    if time == np.inf or s.control[STOP] != 0:
        return False
    s.now[0] = time
    if s.submissions_first and submission <= time:
        s.gone[0] = 0
    else:
        _end_jobs(jobs, s, sessions, log)
    _submit_jobs(jobs, s, sessions, log)
    return True


@part
def submit_more(jobs, s, sessions, log):
    """Let jobs join the others of this event that were made ready by what a kernel itself has ended."""
    first = s.new[0]
    _submit_jobs(jobs, s, sessions, log)
    s.new[0] = first


@part
def awaits_ends(s):
    """Whether jobs end at this very instant that still hold their processors: with submissions first."""
    return s.ends.count[0] > 0 and s.ends.time[0] <= s.now[0]


@part
def _next_submission(jobs, s, sessions):
    """When a job is submitted next; inf where none is known of."""
    if sessions is not None:
        return next_submission(sessions)
    return jobs.submit[s.new[1]] if s.new[1] < len(jobs.submit) else np.inf


@part
def reservation(jobs, s, job):
    """(shadow, extra, blocker) of a job that does not fit now.

    shadow: when, by the requested times of the running jobs, it will fit; extra: processors it will then leave over,
    all releases of that instant counted; blocker: the running job whose end makes it fit.
    """
    if s.expected.sorted[0] == 0:
        sort_expected(jobs, s)
    times, items, size = s.expected.time, s.expected.job, jobs.size
    free, needed = s.free[0], size[job]
    i = s.expected.count[0] - 1
    while free < needed:
        free += size[items[i]]
        i -= 1
    shadow, blocker = times[i + 1], items[i + 1]
    while i >= 0 and times[i] == shadow:
        free += size[items[i]]
        i -= 1
    return shadow, free - needed, blocker
