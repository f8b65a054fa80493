"""Closed-loop arrivals: a group of jobs is submitted when the group before it is complete and its think time is over.

A group is a campaign, or a single job that names a preceding job.  Its jobs may be submitted one after another: each
then has an offset from the first.  With recorded arrivals kernels
are handed None instead and compiled without all this.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.structures.heap import Heap, heap_of, pop, push


class Sessions(NamedTuple):
    """Groups of jobs and who follows whom."""

    of: np.ndarray  # [n] i8, group of a job
    ptr: np.ndarray  # [groups + 1] i8, offsets into members
    members: np.ndarray  # [n] i8, jobs by group
    left: np.ndarray  # [groups] i8, jobs not yet ended
    after_ptr: np.ndarray  # [groups + 1] i8, offsets into after
    after: np.ndarray  # [followers] i8, groups submitted after a group
    think: np.ndarray  # [groups] f8, s
    offset: np.ndarray  # [n] f8, s: submission of a job after the first of its group
    ready: Heap  # jobs by the instant of their submission, then by row


def new_sessions(
    ptr: np.ndarray,
    members: np.ndarray,
    previous: np.ndarray,
    think: np.ndarray,
    submit: np.ndarray,
    offset: np.ndarray | None = None,
) -> Sessions:
    """Sessions of groups ptr/members.

    previous: [groups] i8, -1 none; submit: [n] s, used for groups without predecessor; offset: [n] s, used for the
    others (None: all their jobs are submitted at once).
    """
    groups = len(previous)
    of = np.empty(len(members), np.int64)
    of[members] = np.repeat(np.arange(groups), np.diff(ptr))
    followers = np.flatnonzero(previous >= 0)
    followers = followers[np.argsort(previous[followers], kind="stable")]
    after_ptr = np.searchsorted(previous[followers], np.arange(groups + 1))
    first = members[np.repeat(previous < 0, np.diff(ptr))]
    ready = heap_of(submit[first], first, len(members))
    offsets = np.zeros(len(members)) if offset is None else offset.astype(float)
    return Sessions(
        of, ptr.copy(), members.copy(), np.diff(ptr), after_ptr, followers, think.astype(float), offsets, ready
    )


@part
def next_submission(sessions):
    """The instant of the next submission; inf when none is known."""
    return sessions.ready.time[0] if sessions.ready.count[0] > 0 else np.inf


@kernel
def job_ended(sessions, ended, now):
    """A job has ended: if it was the last of its group, the jobs of the groups after it get their instants."""
    group = sessions.of[ended]
    sessions.left[group] -= 1
    if sessions.left[group] == 0:
        for i in range(sessions.after_ptr[group], sessions.after_ptr[group + 1]):
            follower = sessions.after[i]
            for j in range(sessions.ptr[follower], sessions.ptr[follower + 1]):
                job = sessions.members[j]
                push(sessions.ready, now + sessions.think[follower] + sessions.offset[job], job)


@kernel
def submit_ready(sessions, now, order, count, submit):
    """Submit the jobs whose instant has come: they follow in order[count:], by row; returns the new count."""
    ready = sessions.ready
    while ready.count[0] > 0 and ready.time[0] <= now:
        job = pop(ready)
        order[count] = job
        submit[job] = now
        count += 1
    return count
