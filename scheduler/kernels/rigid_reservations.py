"""Start rigid jobs around reservations, of which all is known beforehand: processors, beginning and end.

At every submission, end and boundary of a reservation the waiting jobs are gone through in the order of submission.
What is taken is counted at this instant and where each reservation begins: jobs that run only end, so that between
these instants nothing is taken that is not at the one before.  A job that starts is added where it will still run by
its requested time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.rigid.space import FINISHED, STOP

NEVER = np.inf


class Space(NamedTuple):
    """The machine, its reservations and what is taken."""

    begins: np.ndarray  # [r] f8, s, of each reservation
    ends: np.ndarray  # [r] f8, s
    sizes: np.ndarray  # [r] i8, processors
    taken: np.ndarray  # [r + 1] i8, processors taken now, and where each reservation begins
    waiting: np.ndarray  # [n] i8, jobs in the order of submission, in the first cells
    running: np.ndarray  # [n] i8, jobs, in the first cells
    machine: np.ndarray  # [1] i8, its processors


def new_space(begins: np.ndarray, ends: np.ndarray, sizes: np.ndarray, machine: int, n: int) -> Space:
    """Nothing waits and nothing runs; begins, ends: [r] s; sizes: [r]; machine: processors; n: jobs."""
    return Space(
        begins,
        ends,
        sizes,
        np.zeros(len(begins) + 1, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.array([machine]),
    )


@kernel
def run(jobs, space, passing, start, passed, control):
    """Fill start [n] s and passed [n] (1 where a job passed another); leaves start as it is when asked to stop."""
    n, came, waiting, running, now = len(jobs.submit), 0, 0, 0, -NEVER
    while (came < n or waiting > 0) and control[STOP] == 0:
        now = _following(jobs, space, start, running, came, now)
        running = _still_running(jobs, space, start, running, now, control)
        while came < n and jobs.submit[came] <= now:
            space.waiting[waiting] = came
            waiting, came = waiting + 1, came + 1
        _count(jobs, space, start, running, now)
        left, blocked = 0, False
        for at in range(waiting):
            job = space.waiting[at]
            if (passing or left == 0) and not blocked and _fits(jobs, space, job, now):
                start[job], passed[job] = now, left > 0
                space.running[running] = job
                running += 1
                continue
            blocked = not passing
            space.waiting[left] = job
            left += 1
        waiting = left


@part
def _following(jobs, space, start, running, came, now):
    """The next instant at which anything happens."""
    following = jobs.submit[came] if came < len(jobs.submit) else NEVER
    for at in range(running):
        job = space.running[at]
        following = min(following, start[job] + jobs.runtime[job])
    for r in range(len(space.begins)):
        for boundary in (space.begins[r], space.ends[r]):
            if boundary > now:
                following = min(following, boundary)
    return following


@part
def _still_running(jobs, space, start, running, now, control):
    """Leave out the jobs that have ended; returns how many run."""
    left = 0
    for at in range(running):
        job = space.running[at]
        if start[job] + jobs.runtime[job] > now:
            space.running[left] = job
            left += 1
    control[FINISHED] += running - left
    return left


@part
def _count(jobs, space, start, running, now):
    """What is taken now, and will be where each reservation begins."""
    for at in range(len(space.taken)):
        instant, taken = now if at == 0 else space.begins[at - 1], 0
        for r in range(len(space.begins)):
            if space.begins[r] <= instant < space.ends[r]:
                taken += space.sizes[r]
        for k in range(running):
            job = space.running[k]
            if at == 0 or start[job] + jobs.requested[job] > instant:
                taken += jobs.size[job]
        space.taken[at] = taken


@part
def _fits(jobs, space, job, now):
    """Whether a job could run from now to its end by request; then its processors are taken."""
    room, end = space.machine[0] - jobs.size[job], now + jobs.requested[job]
    for at in range(len(space.taken)):
        if (at == 0 or now < space.begins[at - 1] < end) and space.taken[at] > room:
            return False
    for at in range(len(space.taken)):
        if at == 0 or now < space.begins[at - 1] < end:
            space.taken[at] += jobs.size[job]
    return True
