"""One campaign alone on the machine: its jobs in a given order, each started as soon as it fits.

This is list scheduling (Graham 1969); with the longest job first it is LPT, whose length is at most 4/3 - 1/(3m) times
the least possible for sequential jobs.  With requested times it gives the length a policy plans with, with runtimes
the starts as they come true: the order is the same both times.

A job wider than what is free makes all behind it wait, or those that fit pass it.

Source: campaign-scheduling-2012, section V (the schedule of a campaign on all processors).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.structures.heap import Heap, new_heap, pop, push


class Lists(NamedTuple):
    """Campaigns with their jobs in order, and the starts found so far."""

    ptr: np.ndarray  # [campaigns + 1] i8, offsets into jobs
    jobs: np.ndarray  # [n] i8, jobs by campaign, in the order they are to start
    time: np.ndarray  # [n] f8, s: how long a job takes, by job
    size: np.ndarray  # [n] i8, processors, by job
    machine: np.ndarray  # [2] i8: processors; 1 where others may pass a job that does not fit
    start: np.ndarray  # [n] f8, s, by job
    passed: np.ndarray  # [n] i1, 1 where the job passed another of its campaign
    ends: Heap  # running jobs; empty between two campaigns
    following: np.ndarray  # [n] i8, next unstarted job, where jobs may pass


def new_lists(
    ptr: np.ndarray, jobs: np.ndarray, time: np.ndarray, size: np.ndarray, processors: int, passes: bool = False
) -> Lists:
    """Nothing started yet.

    ptr: [campaigns + 1]; jobs: [n] rows by campaign, in order; time: [n] s, by row; size: [n] processors, by row, none
    above `processors`; passes: whoever fits may pass a job that does not.
    """
    n = len(jobs)
    most = min(processors, int(np.diff(ptr).max(initial=0)))
    passes = passes and bool((size > 1).any())  # else nobody has to be passed
    return Lists(
        ptr,
        jobs,
        time,
        size,
        np.array([processors, int(passes)]),
        np.full(n, np.nan),
        np.zeros(n, np.int8),
        new_heap(most),
        np.zeros(n if passes else 0, np.int64),
    )


@kernel
def schedule_all(lists, length):
    """Every campaign alone from 0 on: fills lists.start with starts after its first instant, and length [campaigns]."""
    for campaign in range(len(lists.ptr) - 1):
        length[campaign] = schedule(lists, campaign, 0.0)


@part
def schedule(lists, campaign, now):
    """Start the jobs of a campaign that has the whole machine from now on; returns when the last one ends."""
    first, last = lists.ptr[campaign], lists.ptr[campaign + 1]
    if lists.machine[1] != 0:
        return _whatever_fits(lists, first, last, now)
    return _in_order(lists, first, last, now)


@part
def _in_order(lists, first, last, now):
    free, ends, complete = lists.machine[0], lists.ends, now
    for i in range(first, last):
        job = lists.jobs[i]
        size = lists.size[job]
        while size > free:
            now = ends.time[0]
            free += lists.size[pop(ends)]
        lists.start[job] = now
        complete = max(complete, now + lists.time[job])
        push(ends, now + lists.time[job], job)
        free -= size
    ends.count[0] = 0
    return complete


@part
def _whatever_fits(lists, first, last, now):
    free, ends, complete, head = lists.machine[0], lists.ends, now, first
    for i in range(first, last):
        lists.following[i] = i + 1
    while head < last:
        i, before = head, -1  # before: the last job that does not fit
        while i < last and free > 0:
            job, after = lists.jobs[i], lists.following[i]
            if lists.size[job] > free:
                before = i
            else:
                lists.start[job], lists.passed[job] = now, before >= 0
                complete = max(complete, now + lists.time[job])
                push(ends, now + lists.time[job], job)
                free -= lists.size[job]
                if before < 0:
                    head = after
                else:
                    lists.following[before] = after
            i = after
        now = ends.time[0]
        while ends.count[0] > 0 and ends.time[0] <= now:
            free += lists.size[pop(ends)]
    ends.count[0] = 0
    return complete
