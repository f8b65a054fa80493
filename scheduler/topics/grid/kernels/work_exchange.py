"""Clusters with queues of their own that take work from each other.

At each instant, after ends and submissions, in rounds: every cluster lets jobs of its own queue start, by its own rule;
then the first cluster, in the order of their numbers, that can take a job from another queue takes one, and there is a
new round; when none can, time goes on.

A cluster looks through the other queues, that whose first job was submitted earliest first, and takes the first job
that could start now if it stood last in its own queue: where jobs wait there, nothing passes them (fcfs), or only what
does not delay the first of them (easy).

By consensus jobs move between queues instead, before they start: as long as some pair of clusters has a job whose move
makes the larger of their two loads smaller, the most loaded cluster gives, the least loaded one takes.

Clusters may differ in speed; a job then takes its runtime x speed of its own cluster / speed of the one it is in.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import AGREED, HEAD_FITS, TAKEN_OVER, log_arrival, log_backfill, log_end, log_start
from scheduler.engine.rigid.easy_rule import left_of_extra, may_pass, why_it_passes
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.engine.structures.heap import Heap, new_heap, pop, push
from scheduler.engine.structures.waiting import Rings, join, leave, new_linked_lists
from scheduler.topics.grid.engine.work_exchange_log import log_behind, log_head, log_move, log_refused

BETTER = 1e-9  # of a load: by so much a move has to make it smaller, for loads are rounded sums


class Tasks(NamedTuple):
    """The jobs, in the order of their submission."""

    submit: np.ndarray  # [n] f8, s
    runtime: np.ndarray  # [n] f8, s
    requested: np.ndarray  # [n] f8, s
    size: np.ndarray  # [n] i8
    cluster: np.ndarray  # [n] i8, in whose queue it is put
    grid: np.ndarray  # [n] i8, 1 for runs of grid jobs
    own: np.ndarray  # [n] f8, speed that its runtime is for


class Rules(NamedTuple):
    """How a cluster runs its queue, and what may be taken."""

    easy: bool  # jobs may pass the first one if they do not delay it
    runs_only: bool  # only grid runs may be taken
    depth: int  # jobs of a queue that are looked at behind its first one
    credit: float  # processor-s that a cluster may owe the others
    consensus: bool  # jobs move between queues until loads differ as little as they can


class Clusters(NamedTuple):
    """Where all clusters stand."""

    now: np.ndarray  # [1] f8, s
    came: np.ndarray  # [1] i8, jobs submitted
    free: np.ndarray  # [clusters] i8
    start: np.ndarray  # [n] f8, s; nan until started
    where: np.ndarray  # [n] i8, cluster it ran in
    passed: np.ndarray  # [n] i1, 1 where it passed the first job of a queue
    queue: Rings  # waiting jobs by cluster
    busy: Rings  # running jobs by cluster
    ends: Heap
    due: Heap  # to sort with
    shadow: np.ndarray  # [clusters] f8, s, when the first waiting job is due to start; inf: none waits
    extra: np.ndarray  # [clusters] i8, processors it will leave over then
    account: np.ndarray  # [clusters] f8, processor-s of local jobs of others it took, less those others took from it
    size: np.ndarray  # [clusters] i8, processors
    speed: np.ndarray  # [clusters] f8
    queued: np.ndarray  # [clusters] f8, processor-s that the jobs of its queue ask for there
    load: np.ndarray  # [clusters] f8, s, scratch
    moved: np.ndarray  # [n] i1, 1 where it has moved to another queue
    place: np.ndarray  # [n] i8, cluster in whose queue it is


def new_clusters(sizes: np.ndarray, jobs: int, speed: np.ndarray) -> Clusters:
    """Everything at rest; speed: [clusters]."""
    k = len(sizes)
    return Clusters(
        np.zeros(1),
        np.zeros(1, np.int64),
        sizes.astype(np.int64),
        np.full(jobs, np.nan),
        np.full(jobs, -1),
        np.zeros(jobs, np.int8),
        new_linked_lists(jobs, k),
        new_linked_lists(jobs, k),
        new_heap(min(jobs, int(sizes.sum()))),
        new_heap(min(jobs, int(sizes.max()))),
        np.full(k, np.inf),
        np.zeros(k, np.int64),
        np.zeros(k),
        sizes.astype(np.int64),
        speed,
        np.zeros(k),
        np.zeros(k),
        np.zeros(jobs, np.int8),
        np.full(jobs, -1),
    )


@kernel
def run(jobs, c, rules, control, log):
    """Fill c.start, c.where and c.passed."""
    n = len(jobs.submit)
    while control[STOP] == 0:
        now = jobs.submit[c.came[0]] if c.came[0] < n else np.inf
        if c.ends.count[0] > 0:
            now = min(now, c.ends.time[0])
        if now == np.inf:
            return
        c.now[0] = now
        _end(jobs, c, control, log)
        _submit(jobs, c, log)
        moved, again = True, False
        while moved:
            for cluster in range(len(c.free)):
                _own_queue(jobs, c, rules, cluster, again, log)
            again = True
            moved = rules.consensus and _agree(jobs, c, rules, log)
            for cluster in range(len(c.free)):
                if not rules.consensus and not moved and c.free[cluster] > 0:
                    moved = _take(jobs, c, rules, cluster, log)


@part
def _end(jobs, c, control, log):
    while c.ends.count[0] > 0 and c.ends.time[0] <= c.now[0]:
        job = pop(c.ends)
        c.free[c.where[job]] += jobs.size[job]
        leave(c.busy, job)
        control[FINISHED] += 1
        log_end(log, jobs, c, job, free=c.free[c.where[job]])


@part
def _submit(jobs, c, log):
    while c.came[0] < len(jobs.submit) and jobs.submit[c.came[0]] <= c.now[0]:
        job = c.came[0]
        c.came[0] += 1
        _queue(jobs, c, jobs.cluster[job], job)
        log_arrival(log, jobs, c, job, free=c.free[jobs.cluster[job]])


@part
def _queue(jobs, c, cluster, job):
    """A job is put last in the queue of a cluster."""
    join(c.queue, len(jobs.submit) + cluster, job)
    c.place[job] = cluster
    c.queued[cluster] += jobs.size[job] * _asks(jobs, c, cluster, job)


@part
def _leave_queue(jobs, c, job):
    leave(c.queue, job)
    c.queued[c.place[job]] -= jobs.size[job] * _asks(jobs, c, c.place[job], job)


@part
def _asks(jobs, c, cluster, job):
    """The time a job asks for in a cluster, s."""
    return jobs.requested[job] * jobs.own[job] / c.speed[cluster]


@part
def _own_queue(jobs, c, rules, cluster, again, log):
    """The first jobs start while they fit; behind one that does not, others that do not delay it.

    again: whether the queue has been looked at at this instant.
    """
    end = len(jobs.submit) + cluster
    head = c.queue.next[end]
    while head != end and jobs.size[head] <= c.free[cluster]:
        rule = AGREED if c.moved[head] != 0 else HEAD_FITS
        log_start(log, jobs, c, head, rule, free=c.free[cluster], value=cluster)
        _start(jobs, c, head, cluster)
        head = c.queue.next[end]
    c.shadow[cluster], c.extra[cluster] = np.inf, 0
    if head == end:
        return
    log_head(jobs, c, cluster, head, log)
    if not rules.easy or c.free[cluster] == 0:
        log_behind(jobs, c, rules, cluster, c.queue.next[head], again, log)
        return
    _reserve(jobs, c, cluster, head)
    job, seen = c.queue.next[head], 0
    while job != end and c.free[cluster] > 0 and seen < rules.depth:
        after = c.queue.next[job]
        if _passes(jobs, c, cluster, job):
            rule = why_it_passes(_asks(jobs, c, cluster, job), c.now[0], c.shadow[cluster])
            log_backfill(
                log,
                jobs,
                c,
                job,
                rule,
                blocker=head,
                shadow=c.shadow[cluster],
                extra=c.extra[cluster],
                free=c.free[cluster],
                value=cluster,
            )
            _pass(jobs, c, cluster, job)
        else:
            log_refused(jobs, c, rules, cluster, job, again, log)
        job, seen = after, seen + 1
    log_behind(jobs, c, rules, cluster, job, again, log)


@part
def _reserve(jobs, c, cluster, head):
    """When by requested times the first waiting job fits, and what it then leaves over."""
    end, free = len(jobs.submit) + cluster, c.free[cluster]
    job = c.busy.next[end]
    while job != end:
        push(c.due, c.start[job] + _asks(jobs, c, cluster, job), job)
        job = c.busy.next[job]
    shadow = np.inf
    while c.due.count[0] > 0 and (free < jobs.size[head] or c.due.time[0] == shadow):
        shadow = c.due.time[0]
        free += jobs.size[pop(c.due)]
    c.due.count[0] = 0
    c.shadow[cluster], c.extra[cluster] = shadow, free - jobs.size[head]


@part
def _passes(jobs, c, cluster, job):
    """Whether a job fits and does not delay the first waiting one, of which the reservation is known."""
    asks = _asks(jobs, c, cluster, job)
    return may_pass(jobs.size[job], asks, c.now[0], c.free[cluster], c.shadow[cluster], c.extra[cluster])


@part
def _pass(jobs, c, cluster, job):
    """Start a job ahead of the first waiting one."""
    asks = _asks(jobs, c, cluster, job)
    c.extra[cluster] = left_of_extra(jobs.size[job], asks, c.now[0], c.shadow[cluster], c.extra[cluster])
    c.passed[job] = 1
    _start(jobs, c, job, cluster)


@part
def _start(jobs, c, job, cluster):
    _leave_queue(jobs, c, job)
    c.start[job], c.where[job] = c.now[0], cluster
    c.free[cluster] -= jobs.size[job]
    push(c.ends, c.now[0] + jobs.runtime[job] * jobs.own[job] / c.speed[cluster], job)
    join(c.busy, len(jobs.submit) + cluster, job)


@part
def _take(jobs, c, rules, cluster, log):
    """Take one job out of another queue and start it; False where there is none that may start here."""
    waits = c.queue.next[len(jobs.submit) + cluster] != len(jobs.submit) + cluster
    if waits and not rules.easy:
        return False
    last = -1
    for _ in range(len(c.free) - 1):
        donor = _next_queue(jobs, c, cluster, last)
        if donor < 0:
            return False
        end = len(jobs.submit) + donor
        last = c.queue.next[end]
        job, seen = last, 0
        while job != end and seen <= rules.depth:
            if _may_be_taken(jobs, c, rules, donor, job) and (
                _passes(jobs, c, cluster, job) if waits else jobs.size[job] <= c.free[cluster]
            ):
                log_start(log, jobs, c, job, TAKEN_OVER, free=c.free[cluster], value=cluster)
                _book(jobs, c, donor, cluster, job)
                if waits:
                    _pass(jobs, c, cluster, job)
                else:
                    _start(jobs, c, job, cluster)
                return True
            job, seen = c.queue.next[job], seen + 1
    return False


# ---- consensus ------------------------------------------------------------------------------------------------------


@part
def _agree(jobs, c, rules, log):
    """Move jobs between queues until no pair of clusters is better off by a move; whether any was moved."""
    for cluster in range(len(c.free)):
        c.load[cluster] = _load(jobs, c, cluster)
    moved = False
    while _move(jobs, c, rules, log):
        moved = True
    return moved


@part
def _load(jobs, c, cluster):
    """What runs and waits in a cluster, by requested times, over its processors, s."""
    work, end = c.queued[cluster], len(jobs.submit) + cluster
    job = c.busy.next[end]
    while job != end:
        work += jobs.size[job] * (c.start[job] + _asks(jobs, c, cluster, job) - c.now[0])
        job = c.busy.next[job]
    return work / c.size[cluster]


@part
def _move(jobs, c, rules, log):
    """The most loaded cluster that has a job to give gives it to the least loaded one that is to take it."""
    giver = _next_load(c, -1, True)
    while giver >= 0:
        taker = _next_load(c, -1, False)
        while taker >= 0:
            job = _to_move(jobs, c, rules, giver, taker) if taker != giver else -1
            if job >= 0:
                log_move(jobs, c, log, job, taker)
                _hand_over(jobs, c, giver, taker, job)
                return True
            taker = _next_load(c, taker, False)
        giver = _next_load(c, giver, True)
    return False


@part
def _next_load(c, last, down):
    """The cluster after the cluster `last` (-1: the first one) by load, down or up, then by number; -1 none."""
    best = -1
    for cluster in range(len(c.load)):
        if last >= 0 and not _goes_before(c, last, cluster, down):
            continue
        if best < 0 or _goes_before(c, cluster, best, down):
            best = cluster
    return best


@part
def _goes_before(c, one, other, down):
    if c.load[one] == c.load[other]:
        return one < other
    return c.load[one] > c.load[other] if down else c.load[one] < c.load[other]


@part
def _to_move(jobs, c, rules, giver, taker):
    """The last job of a queue, of those looked at, whose move makes the larger of two loads smaller; -1 none."""
    end, chosen = len(jobs.submit) + giver, -1
    job, seen, larger = c.queue.next[end], 0, max(c.load[giver], c.load[taker])
    while job != end and seen <= rules.depth:
        lighter = c.load[giver] - jobs.size[job] * _asks(jobs, c, giver, job) / c.size[giver]
        taken = c.load[taker] + jobs.size[job] * _asks(jobs, c, taker, job) / c.size[taker]
        if (
            jobs.size[job] <= c.size[taker]
            and max(lighter, taken) < larger * (1 - BETTER)
            and _may_be_taken(jobs, c, rules, giver, job)
        ):
            chosen = job
        job, seen = c.queue.next[job], seen + 1
    return chosen


@part
def _hand_over(jobs, c, giver, taker, job):
    _leave_queue(jobs, c, job)
    _queue(jobs, c, taker, job)
    _book(jobs, c, giver, taker, job)
    c.load[giver] -= jobs.size[job] * _asks(jobs, c, giver, job) / c.size[giver]
    c.load[taker] += jobs.size[job] * _asks(jobs, c, taker, job) / c.size[taker]
    c.moved[job] = 1


# ---- accounts -------------------------------------------------------------------------------------------------------


@part
def _price(jobs, job):
    """What a local job costs its cluster where another runs it, processor-s by requested time; runs cost nothing."""
    return 0.0 if jobs.grid[job] == 1 else jobs.size[job] * jobs.requested[job]


@part
def _may_be_taken(jobs, c, rules, donor, job):
    """Whether its cluster lets it go."""
    if jobs.grid[job] == 1:
        return True
    return not rules.runs_only and c.account[donor] - _price(jobs, job) >= -rules.credit


@part
def _book(jobs, c, donor, cluster, job):
    """The cluster of a job that another takes owes it what that costs."""
    c.account[donor] -= _price(jobs, job)
    c.account[cluster] += _price(jobs, job)


@part
def _next_queue(jobs, c, cluster, last):
    """Of the other queues that whose first job comes first after the job `last`; -1 none."""
    queue, first = -1, len(jobs.submit)
    for other in range(len(c.free)):
        head = c.queue.next[len(jobs.submit) + other]
        if other != cluster and last < head < first:
            queue, first = other, head
    return queue
