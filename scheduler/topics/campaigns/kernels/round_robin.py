"""Round robin among users: each in turn has the whole machine for a quantum, then is paused.

The users with an unfinished, ready campaign stand in a circle, in the order in which they became ready.  In its turns
a campaign goes along the schedule it would have alone, so a turn is a slice of that schedule.  Who becomes ready joins
at the back, at the end of a turn before the user who is paused then.

Works on whole campaigns: their lengths when alone come in, slices go out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.engine.structures.heap import Heap, heap_of, pop, push
from scheduler.topics.campaigns.engine.virtual import NEAR


class Circle(NamedTuple):
    """The campaigns, who is ready, and the slices so far."""

    user: np.ndarray  # [campaigns] i8
    jobs: np.ndarray  # [campaigns] i8, how many it has
    left: np.ndarray  # [campaigns] f8, s of its own schedule still to go
    after_ptr: np.ndarray  # [campaigns + 1] i8, offsets into after
    after: np.ndarray  # [followers] i8, campaigns that wait for a campaign
    delay: np.ndarray  # [campaigns] f8, s from that completion until it is ready
    ready: Heap  # campaigns by the instant they become ready, then by user
    ring: np.ndarray  # [users] i8, users in turn
    stand: np.ndarray  # [3] i8: first of the ring, users in it, slices made
    first: np.ndarray  # [users] i8, the user's first ready campaign; -1 none
    last: np.ndarray  # [users] i8
    following: np.ndarray  # [campaigns] i8, the next ready campaign of its user; -1 none
    campaign: np.ndarray  # [slices] i8
    begin: np.ndarray  # [slices] f8, s, real time
    end: np.ndarray  # [slices] f8, s, real time


def new_circle(
    user: np.ndarray,
    jobs: np.ndarray,
    length: np.ndarray,
    previous: np.ndarray,
    delay: np.ndarray,
    ready: np.ndarray,
    slices: int,
) -> Circle:
    """Nobody ready yet.

    length: [campaigns] s alone; previous: [campaigns], -1 none; delay: [campaigns] s, think time and whatever else lies
    between that completion and the campaign's readiness; ready: [campaigns] s, used where there is no predecessor.
    """
    n, users = len(user), int(user.max()) + 1
    followers = np.flatnonzero(previous >= 0)
    followers = followers[np.argsort(previous[followers], kind="stable")]
    first = np.flatnonzero(previous < 0)
    return Circle(
        user,
        jobs,
        length.copy(),
        np.searchsorted(previous[followers], np.arange(n + 1)),
        followers,
        delay,
        heap_of(ready[first], user[first] * n + first, n),
        np.zeros(users, np.int64),
        np.zeros(3, np.int64),
        np.full(users, -1),
        np.full(users, -1),
        np.full(n, -1),
        np.zeros(slices, np.int64),
        np.zeros(slices),
        np.zeros(slices),
    )


@kernel
def run(c, quantum, control):
    """Fill the slices; False when they do not fit."""
    now = 0.0
    while control[STOP] == 0:
        if c.stand[1] == 0:
            if c.ready.count[0] == 0:
                return True
            now = max(now, c.ready.time[0])
            _admit(c, now)
        user = c.ring[c.stand[0]]
        campaign = c.first[user]
        c.stand[0], c.stand[1] = (c.stand[0] + 1) % len(c.ring), c.stand[1] - 1
        turn = _turn(c, campaign, now, quantum)
        if not _slice(c, campaign, now, now + turn):
            return False
        now += turn
        c.left[campaign] -= turn
        if c.left[campaign] > 0.0:
            _admit(c, now)
            _join(c, user)
            continue
        _complete(c, user, campaign, now, control)
        if c.first[user] >= 0:  # has been ready for longer than those who come now
            _join(c, user)
        _admit(c, now)
    return True


@part
def _turn(c, campaign, now, quantum):
    """Length of the turn that begins now; several in a row where nobody else is there to take over."""
    turns = 1.0
    if c.stand[1] == 0:
        alone = c.ready.time[0] - now if c.ready.count[0] > 0 else np.inf
        turns = max(1.0, np.ceil((min(alone, c.left[campaign]) - NEAR) / quantum))
    return min(c.left[campaign], turns * quantum)


@part
def _slice(c, campaign, begin, end):
    """Note that a campaign ran; a slice that goes on where its last one ended is one slice."""
    last = c.stand[2] - 1
    if last >= 0 and c.campaign[last] == campaign and c.end[last] == begin:
        c.end[last] = end
        return True
    if last + 1 == len(c.campaign):
        return False
    c.campaign[last + 1], c.begin[last + 1], c.end[last + 1] = campaign, begin, end
    c.stand[2] += 1
    return True


@part
def _complete(c, user, campaign, now, control):
    """A campaign is complete: those that waited for it learn when they are ready."""
    control[FINISHED] += c.jobs[campaign]
    c.first[user] = c.following[campaign]
    for i in range(c.after_ptr[campaign], c.after_ptr[campaign + 1]):
        follower = c.after[i]
        push(c.ready, now + c.delay[follower], c.user[follower] * len(c.user) + follower)


@part
def _admit(c, now):
    """All campaigns that are ready by now; a user who was not in the circle joins it."""
    while c.ready.count[0] > 0 and c.ready.time[0] <= now + NEAR:
        campaign = pop(c.ready) % len(c.user)
        user = c.user[campaign]
        if c.first[user] < 0:
            c.first[user] = campaign
            _join(c, user)
        else:
            c.following[c.last[user]] = campaign
        c.last[user] = campaign


@part
def _join(c, user):
    """Take the last place of the circle."""
    c.ring[(c.stand[0] + c.stand[1]) % len(c.ring)] = user
    c.stand[1] += 1


class Cut(NamedTuple):
    """The jobs, cut at the edges of their campaign's slices.  Slices are sorted by campaign, then by time."""

    job_ptr: np.ndarray  # [campaigns + 1] i8, offsets into jobs
    jobs: np.ndarray  # [n] i8, jobs by campaign
    own: np.ndarray  # [n] f8, s: start of each job when its campaign is alone, by row of jobs
    runtime: np.ndarray  # [n] f8, s, by row of jobs
    ptr: np.ndarray  # [campaigns + 1] i8, offsets into the slices
    begin: np.ndarray  # [slices] f8, s, real time
    since: np.ndarray  # [slices] f8, s, own time of the campaign at its begin
    until: np.ndarray  # [slices] f8, s, own time at its end
    count: np.ndarray  # [n + 1] i8: pieces of each job; then offsets into the pieces


@kernel
def count_pieces(c):
    """Fill c.count with the number of pieces of each job, one place on."""
    for campaign in range(len(c.job_ptr) - 1):
        for i in range(c.job_ptr[campaign], c.job_ptr[campaign + 1]):
            job = c.jobs[i]
            at, end = _first_slice(c, campaign, c.own[job]), c.own[job] + c.runtime[job]
            while at < c.ptr[campaign + 1] and (c.since[at] < end - NEAR or c.count[job + 1] == 0):
                c.count[job + 1] += 1
                at += 1


@kernel
def cut_pieces(c, begin, end):
    """Fill begin and end [pieces] s, real time, by job; c.count holds offsets now."""
    for campaign in range(len(c.job_ptr) - 1):
        for i in range(c.job_ptr[campaign], c.job_ptr[campaign + 1]):
            job = c.jobs[i]
            at, stop = _first_slice(c, campaign, c.own[job]), c.own[job] + c.runtime[job]
            for piece in range(c.count[job], c.count[job + 1]):
                begin[piece] = c.begin[at] + max(c.own[job] - c.since[at], 0.0)
                end[piece] = c.begin[at] + min(stop, c.until[at]) - c.since[at]
                at += 1


@part
def _first_slice(c, campaign, time):
    """The slice in which the campaign comes past this time of its own."""
    low, high = c.ptr[campaign], c.ptr[campaign + 1] - 1
    while low < high:
        middle = (low + high) // 2
        if c.until[middle] > time + NEAR:
            high = middle
        else:
            low = middle + 1
    return low
