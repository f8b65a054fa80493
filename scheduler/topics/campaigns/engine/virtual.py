"""The virtual schedule of OStrich: a fluid machine divided evenly among the users who have a campaign executing in it.

Instead of re-computing every virtual completion at each change of the number k of active users (equation 4.1), a clock
V runs at the speed m / k.  A campaign of work W that starts when the clock shows V is complete when it shows V + W,
whatever happens in between: that sum is its tag, fixed at its virtual start.  Campaigns complete in the order of their
tags, so the order of tags is the order of virtual completion times that the paper asks for.

Each user has at most one campaign executing and keeps the others waiting (equation 4.2).  So the V at which a waiting
campaign will start is the tag of the user's campaign before it, and its own tag can be told at its submission: the
larger of V and the user's last tag, plus W.  A policy that lets campaigns start at once goes by that.

Where the jobs of a campaign are not all submitted at once, each portion submitted together takes the place of a
campaign in all of this.

Floating point: an instant, or V, within NEAR of a whole number is that number, and instants within NEAR of each other
are one instant; otherwise equal instants reached by different sums would fall apart and the policy would decide twice.
Tags are compared after rounding to 1e-6.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part
from scheduler.engine.structures.heap import Heap, new_heap, pop, push

NEAR = 1e-7  # s, and units of V
TAG_STEPS = 1e6  # tags are multiples of one over this


class Virtual(NamedTuple):
    """Where the virtual schedule stands."""

    clock: np.ndarray  # [2] f8: V, and the instant at which it was read
    active: np.ndarray  # [1] i8: k, users with a campaign executing
    holds: np.ndarray  # [1] i8, 1 where no job may start before the virtual start
    finish: Heap  # campaigns executing, by the V at which they are complete
    last_tag: np.ndarray  # [users] f8, V at which the user's campaigns so far are complete; unrounded
    running: np.ndarray  # [users] i8, campaign executing; -1 none
    first: np.ndarray  # [users] i8, first waiting campaign; -1 none
    last: np.ndarray  # [users] i8, last waiting campaign
    following: np.ndarray  # [campaigns] i8, next waiting campaign of the user; -1 none
    start: np.ndarray  # [campaigns] f8, virtual start; nan until known
    end: np.ndarray  # [campaigns] f8, virtual completion; nan until known
    target: np.ndarray  # [campaigns] f8, V at completion; nan until known
    tag: np.ndarray  # [campaigns] f8, the same, rounded


def new_virtual(campaigns: int, users: int, holds: bool = True) -> Virtual:
    """An empty virtual schedule; holds: no job may start before the virtual start of its campaign."""
    none, unknown = (lambda n: np.full(n, -1)), (lambda: np.full(campaigns, np.nan))
    return Virtual(
        np.zeros(2),
        np.zeros(1, np.int64),
        np.array([int(holds)]),
        new_heap(users),
        np.zeros(users),
        none(users),
        none(users),
        none(users),
        none(campaigns),
        unknown(),
        unknown(),
        unknown(),
        unknown(),
    )


@part
def whole(x):
    """x, or the whole number it is within NEAR of."""
    nearest = np.floor(x + 0.5)
    return nearest if abs(x - nearest) <= NEAR else x


@part
def next_completion(v, processors):
    """The instant of the next virtual completion; inf when nothing executes."""
    if v.active[0] == 0:
        return np.inf
    return whole(v.clock[1] + (v.finish.time[0] - v.clock[0]) * v.active[0] / processors)


@part
def read_clock(v, now, processors):
    """Bring V to this instant."""
    if v.active[0] > 0:
        v.clock[0] = whole(v.clock[0] + (now - v.clock[1]) * processors / v.active[0])
    v.clock[1] = now


@part
def complete_one(v, user_of, now):
    """Complete the campaign with the least tag now; returns it."""
    v.clock[0] = max(v.clock[0], v.finish.time[0])
    campaign = pop(v.finish)
    v.end[campaign] = now
    v.active[0] -= 1
    v.running[user_of[campaign]] = -1
    return campaign


@part
def is_complete(v):
    """Whether the executing campaign with the least tag has reached it."""
    return v.active[0] > 0 and v.finish.time[0] <= v.clock[0] + NEAR


@part
def _rounded(target):
    return np.floor(target * TAG_STEPS + 0.5) / TAG_STEPS


@part
def promise(v, campaign, user, work):
    """Fix the tag of a campaign at its submission, whenever its turn in the virtual schedule will come."""
    v.target[campaign] = whole(max(v.clock[0], v.last_tag[user]) + work)
    v.last_tag[user] = v.target[campaign]
    v.tag[campaign] = _rounded(v.target[campaign])


@part
def begin(v, campaign, user, work, now):
    """Start a campaign in the virtual schedule: its tag is known now, if not before."""
    if np.isnan(v.target[campaign]):
        v.target[campaign] = whole(v.clock[0] + work)
        v.tag[campaign] = _rounded(v.target[campaign])
    push(v.finish, v.target[campaign], campaign)
    v.start[campaign] = now
    v.active[0] += 1
    v.running[user] = campaign


@part
def wait_behind(v, campaign, user):
    """Keep a campaign until the user's earlier ones are complete in the virtual schedule."""
    if v.first[user] < 0:
        v.first[user] = campaign
    else:
        v.following[v.last[user]] = campaign
    v.last[user] = campaign


@part
def next_waiting(v, user):
    """Take the user's first waiting campaign; -1 when there is none."""
    campaign = v.first[user]
    if campaign >= 0:
        v.first[user] = v.following[campaign]
    return campaign
