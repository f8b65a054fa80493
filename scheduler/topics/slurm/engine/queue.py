"""The waiting jobs in the order in which Slurm looks at them, and their priorities.

Jobs that may preempt others go before those, then jobs that use a reservation before all others.  Then they go by the
tier of their partition, by priority, both highest first, and by number.  A priority is the whole number below the sum
of its parts, at least 1 (0 is that of jobs on hold).  Basic priority is the order of submission.

Source: Slurm 22.05, `sort_job_queue2`.  Of jobs of which none may preempt the other Slurm goes on to the next question,
so its order is not the same for every way to sort where QOS form several chains.  Here the longer chain goes first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part

HIGHEST = 4294967295.0  # of a number of 32 bits


class Weights(NamedTuple):
    """What priorities are made of; the factors are from 0 to 1 each."""

    multifactor: bool
    age: float
    share: float
    max_age: float  # s
    usage: np.ndarray  # [n] f8, processors of a job, as often as they count (UsageFactor of its QOS)
    # [n] f8, what does not change of a job: of size, partition and QOS, weighted, less its nice value; under basic all
    fixed: np.ndarray
    at_first: np.ndarray  # [n] f8, the same until priorities are made anew: by the processors asked for


class Queue(NamedTuple):
    """Waiting jobs, in order."""

    job: np.ndarray  # [n] i8; the first count[0] cells
    count: np.ndarray  # [1] i8
    level: np.ndarray  # [n] i8, of a job: how many classes of jobs are below its own, each preempted by the next
    rank: np.ndarray  # [n] i8, of a job in the queue: by level and reservation, the highest goes first
    tier: np.ndarray  # [n] i8, of a job
    priority: np.ndarray  # [n] f8, of a job, a whole number


def new_queue(level: np.ndarray, tier: np.ndarray) -> Queue:
    """An empty queue; level: [n], of preemption; tier: [n], of the partition of each job."""
    n = len(tier)
    return Queue(np.zeros(n, np.int64), np.zeros(1, np.int64), level, np.zeros(n, np.int64), tier, np.zeros(n))


@part
def set_rank(queue, job, has_reservation):
    """Say where in the queue a job belongs before tiers and priorities are looked at."""
    queue.rank[job] = 2 * queue.level[job] + has_reservation


@part
def age_part(weights, waited):
    """The part of a priority that is for the time a job has waited, s."""
    return weights.age * min(max(waited, 0.0) / weights.max_age, 1.0)


@part
def priority_of(weights, job, fixed, waited, share):
    """The priority of a job that has waited so long; fixed: what does not change; share: its fair-share factor."""
    if not weights.multifactor:
        return fixed[job]
    total = age_part(weights, waited) + weights.share * share + fixed[job]
    return np.floor(min(max(total, 1.0), HIGHEST))


@part
def goes_before(queue, job, other):
    """Whether a job is looked at before another."""
    if queue.rank[job] != queue.rank[other]:
        return queue.rank[job] > queue.rank[other]
    if queue.tier[job] != queue.tier[other]:
        return queue.tier[job] > queue.tier[other]
    if queue.priority[job] != queue.priority[other]:
        return queue.priority[job] > queue.priority[other]
    return job < other


@inner
def join_queue(queue, job):
    """Put a job into its place."""
    low, high = 0, queue.count[0]
    while low < high:
        middle = (low + high) // 2
        if goes_before(queue, queue.job[middle], job):
            low = middle + 1
        else:
            high = middle
    for i in range(queue.count[0], low, -1):
        queue.job[i] = queue.job[i - 1]
    queue.job[low] = job
    queue.count[0] += 1


@inner
def sort_queue(queue):
    """Put the queue in order after priorities have changed; whether anybody changed places."""
    moved = False
    for i in range(1, queue.count[0]):
        job, j = queue.job[i], i
        while j > 0 and goes_before(queue, job, queue.job[j - 1]):
            queue.job[j] = queue.job[j - 1]
            j -= 1
            moved = True
        queue.job[j] = job
    return moved
