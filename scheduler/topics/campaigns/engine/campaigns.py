"""Campaigns in a kernel that starts them job by job: their jobs in order, where each stands, and which are ready.

Ready campaigns are a heap by (tag or deadline, rank of submission).  Where jobs may pass others, all of them are looked
at in every pass, so they are kept in full order instead; an array in order is a heap as well.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part
from scheduler.engine.structures.heap import Heap, before, new_heap, push
from scheduler.topics.campaigns.engine.modified_lpt import Plan, new_plan, order_by_start


class Campaigns(NamedTuple):
    """The campaigns (or portions of them) and where each stands."""

    user: np.ndarray  # [campaigns] i8
    work: np.ndarray  # [campaigns] f8, sum of processors x requested time
    ptr: np.ndarray  # [campaigns + 1] i8, offsets into jobs
    jobs: np.ndarray  # [n] i8, jobs by campaign, in the order they are to start; those started come first
    of: np.ndarray  # [n] i8, campaign of a job
    passes: np.ndarray  # [1] i8, 1 where others may pass a job that does not fit
    started: np.ndarray  # [campaigns] i8, jobs started so far
    missing: np.ndarray  # [campaigns] i8, jobs not yet submitted; counted with deadlines only
    rank: np.ndarray  # [campaigns] i8, 0.. in the order of submission (with deadlines, of the last job); or -1
    ranked: np.ndarray  # [campaigns] i8, campaign of a rank
    submitted: np.ndarray  # [1] i8, how many campaigns were
    ready: Heap  # eligible campaigns with unstarted jobs: (tag, rank); in full order where jobs may pass
    ended: np.ndarray  # [processors] i8, jobs that end at this instant
    plan: Plan  # by which the jobs of a campaign are put in order when the first of them starts
    freed: np.ndarray  # [users] i8, users whose campaign is complete in the virtual schedule at this instant


def new_campaigns(
    user: np.ndarray,
    work: np.ndarray,
    ptr: np.ndarray,
    jobs: np.ndarray,
    processors: int,
    passes: bool = False,
    plan: Plan | None = None,
) -> Campaigns:
    """Nothing submitted yet; passes: whoever fits may pass a job that does not; plan: None: jobs keep their order."""
    n, sizes = len(user), np.diff(ptr)
    of = np.empty(len(jobs), np.int64)
    of[jobs] = np.repeat(np.arange(n), sizes)
    return Campaigns(
        user,
        work,
        ptr,
        jobs,
        of,
        np.array([int(passes)]),
        np.zeros(n, np.int64),
        sizes,
        np.full(n, -1),
        np.zeros(n, np.int64),
        np.zeros(1, np.int64),
        new_heap(n),
        np.zeros(processors, np.int64),
        plan or new_plan(np.zeros(0), processors, False),
        np.zeros(int(user.max(initial=-1)) + 1, np.int64),
    )


@part
def join(c, key, rank):
    """A campaign joins those that are ready: where others may pass, all are kept in order."""
    if c.passes[0] == 0:
        push(c.ready, key, rank)
        return
    times, items, i = c.ready.time, c.ready.item, c.ready.count[0]
    c.ready.count[0] = i + 1
    while i > 0 and before(key, rank, times[i - 1], items[i - 1]):
        times[i], items[i] = times[i - 1], items[i - 1]
        i -= 1
    times[i], items[i] = key, rank


@part
def put_in_order(jobs, s, c, campaign):
    """The jobs of a campaign that is about to start are put in the order of modified LPT, where that is asked for."""
    if len(c.plan.length) > 0 and c.started[campaign] == 0:
        order_by_start(c.plan, jobs, s, c.jobs, c.ptr[campaign], c.ptr[campaign + 1])
