"""The machine handed over campaign by campaign: whoever has it has all of it until its last job ends.

Works on whole campaigns.  A campaign is ready when its last job is submitted: think time and `late` seconds after the
completion of the one before it.  When the machine is free it goes to the ready campaign with the earliest deadline, or
to the one that became ready first, or to the shortest of a batch; or campaigns come in a sequence fixed beforehand.
Ties go by readiness, then by campaign.

How long a campaign takes is either known (`length`, for experiments on many instances, which need no jobs at all) or
comes from its jobs (`lists`, whose starts are filled in).  One of both is None.  For experiments:

    b = new_blocks(user, previous, think, late, ready, planned, jobs)   # campaigns of all instances, one by one
    run_each(b, ptr, deadlines, length)                                 # fills b.ready, b.start, b.complete
    run_each_in_sequence(b, ptr, sequence, length)                      # the same in a given order

where `deadlines` is new_deadlines(...), or None for first come, first served, and `previous` are rows as well.
Users of different instances need different numbers; instances with different k hand in k x length as the length of a
campaign and 1 as the number of users.

Source: campaign-scheduling-2012, sections III, V, VI.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.rigid.list_schedule import schedule
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.engine.structures.heap import Heap, new_heap, pop, push
from scheduler.topics.campaigns.engine.deadlines import set_deadline
from scheduler.topics.campaigns.engine.virtual import NEAR


class Blocks(NamedTuple):
    """The campaigns, who follows whom, and what has come of them."""

    user: np.ndarray  # [campaigns] i8
    previous: np.ndarray  # [campaigns] i8, -1 none
    think: np.ndarray  # [campaigns] f8, s: from that completion to the first submission
    late: np.ndarray  # [campaigns] f8, s: from the first to the last submission
    planned: np.ndarray  # [campaigns] f8, s: length alone on the machine, as far as is known
    jobs: np.ndarray  # [campaigns] i8: how many it has
    ready: np.ndarray  # [campaigns] f8, s: given where there is no predecessor, else nan until known
    start: np.ndarray  # [campaigns] f8, s: when it gets the machine
    complete: np.ndarray  # [campaigns] f8, s
    batch: np.ndarray  # [campaigns] i8: number of its batch, 0 where there are none
    after: np.ndarray  # [campaigns] i8: a campaign that follows this one; -1 none
    beside: np.ndarray  # [campaigns] i8: another one with the same predecessor; -1 none
    coming: Heap  # campaigns not yet admitted, by the instant they are ready
    waiting: Heap  # ready campaigns by (key, rank)
    ranked: np.ndarray  # [campaigns] i8: campaign of a rank, 0.. in the order of readiness
    stand: np.ndarray  # [1] i8: campaigns admitted


def new_blocks(
    user: np.ndarray,
    previous: np.ndarray,
    think: np.ndarray,
    late: np.ndarray,
    ready: np.ndarray,
    planned: np.ndarray,
    jobs: np.ndarray,
) -> Blocks:
    """Nothing has happened yet; ready: [campaigns] s, used where there is no predecessor."""
    n = len(user)
    none, unknown = (lambda: np.full(n, -1)), (lambda: np.full(n, np.nan))
    return Blocks(
        user,
        previous,
        think,
        late,
        planned,
        jobs,
        np.where(previous < 0, ready, np.nan),
        unknown(),
        unknown(),
        np.zeros(n, np.int64),
        none(),
        none(),
        new_heap(n),
        new_heap(n),
        np.zeros(n, np.int64),
        np.zeros(1, np.int64),
    )


@kernel
def run(b, deadlines, lists, control):
    """Fill b.ready, b.start and b.complete; the earliest deadline first (None: who is ready first)."""
    _run(b, 0, len(b.user), deadlines, None, lists, control)


@kernel
def run_each(b, ptr, deadlines, length):
    """Many instances, campaigns ptr[i]:ptr[i + 1] each, every one on a machine of its own."""
    for i in range(len(ptr) - 1):
        _run(b, ptr[i], ptr[i + 1], deadlines, length, None, None)


@kernel
def run_in_sequence(b, sequence, lists, control):
    """The campaigns one after another, each as soon as the one before it is complete and it is ready itself.

    sequence: [campaigns], no campaign before the one it follows.
    """
    _run_in_sequence(b, 0, len(b.user), sequence, None, lists, control)


@kernel
def run_each_in_sequence(b, ptr, sequence, length):
    """Many instances; sequence: [campaigns], those of an instance at ptr[i]:ptr[i + 1]."""
    for i in range(len(ptr) - 1):
        _run_in_sequence(b, ptr[i], ptr[i + 1], sequence, length, None, None)


@kernel
def run_batches(b, timeout, lists, control):
    """All that wait when a batch closes run next, shortest first.

    A batch closes when the machine is free and `timeout` (s) has passed since the first of it was ready.
    """
    _begin(b, 0, len(b.user))
    now, served, batch = 0.0, 0, 0
    while b.coming.count[0] > 0 and control[STOP] == 0:
        now = _admit(b, None, b.planned, max(now, b.coming.time[0]))
        now = _admit(b, None, b.planned, max(now, b.ready[b.ranked[served]] + timeout))
        served = b.stand[0]
        while b.waiting.count[0] > 0 and control[STOP] == 0:
            campaign = b.ranked[pop(b.waiting)]
            b.batch[campaign] = batch
            now = _hand_over(b, campaign, now, None, lists, control)
        batch += 1


@part
def _run(b, first, last, deadlines, length, lists, control):
    _begin(b, first, last)
    now = 0.0
    while b.coming.count[0] + b.waiting.count[0] > 0:
        if control is not None and control[STOP] != 0:
            return
        if b.waiting.count[0] == 0:
            now = max(now, b.coming.time[0])
        now = _admit(b, deadlines, None, now)
        now = _hand_over(b, b.ranked[pop(b.waiting)], now, length, lists, control)


@part
def _run_in_sequence(b, first, last, sequence, length, lists, control):
    _begin(b, first, last)
    now = 0.0
    for i in range(first, last):
        if control is not None and control[STOP] != 0:
            return
        now = _hand_over(b, sequence[i], max(now, b.ready[sequence[i]]), length, lists, control)


@part
def _begin(b, first, last):
    """Nobody admitted, campaigns without predecessor to come."""
    b.stand[0] = b.coming.count[0] = b.waiting.count[0] = 0
    for campaign in range(first, last):
        before = b.previous[campaign]
        if before < 0:
            push(b.coming, b.ready[campaign], campaign)
        else:
            b.beside[campaign] = b.after[before]
            b.after[before] = campaign


@part
def _admit(b, deadlines, key, now):
    """All campaigns that are ready by now, or so nearly that it is the same instant; returns that instant.

    key: [campaigns] what they are ordered by, where not by deadlines; None: by readiness.
    """
    while b.coming.count[0] > 0 and b.coming.time[0] <= now + NEAR:
        now = max(now, b.coming.time[0])
        campaign, rank = pop(b.coming), b.stand[0]
        b.ranked[rank] = campaign
        b.stand[0] = rank + 1
        order = 0.0
        if deadlines is not None:
            order = set_deadline(deadlines, campaign, b.user[campaign], b.ready[campaign])
        if key is not None:
            order = key[campaign]
        push(b.waiting, order, rank)
    return now


@part
def _hand_over(b, campaign, now, length, lists, control):
    """Run a campaign from now on; returns when it is complete."""
    b.start[campaign] = now
    if lists is not None:
        now = schedule(lists, campaign, now)
    if length is not None:
        now += length[campaign]
    b.complete[campaign] = now
    follower = b.after[campaign]
    while follower >= 0:
        b.ready[follower] = now + b.think[follower] + b.late[follower]
        push(b.coming, b.ready[follower], follower)
        follower = b.beside[follower]
    if control is not None:
        control[FINISHED] += b.jobs[campaign]
    return now
