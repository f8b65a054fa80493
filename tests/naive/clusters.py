"""Plain twins of the rigid policies on several clusters: a job goes to the lowest cluster that can start it earliest.

The loop and the rules are written down once more, for a pass now says who starts where.  Nothing is kept from one pass
to the next but the queue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from scheduler.model.schedule import Schedule
from tests.naive import conservative as naive_conservative
from tests.naive import queues as naive_queues
from tests.naive import reasons as naive_reasons
from tests.naive import rigid as naive
from tests.naive.rigid import Campaign, Job, Outcome

Starts = list[tuple[int, int]]  # (row, cluster)


@dataclass(frozen=True)
class Known:
    """What a pass may look at.  queue: rows in order of arrival; running: (start, cluster) of each; free: by cluster."""

    now: int
    queue: list[int]
    running: dict[int, tuple[int, int]]
    free: list[int]


Rule = Callable[[Known, Sequence[Job]], Starts]


def run(
    rule: Rule, jobs: Sequence[Job], sizes: Sequence[int], campaigns: Sequence[Campaign] = ()
) -> tuple[Outcome, dict[int, int]]:
    """(what happened, cluster of every row)."""
    done, where = Outcome(naive._first_submissions(jobs, campaigns), {}, {}), {}
    queue: list[int] = []
    arrived: set[int] = set()
    ended: set[int] = set()
    while len(ended) < len(jobs):
        now = naive._next_instant(done, arrived, ended)
        naive._end(done, ended, campaigns, now)
        naive._arrive(done, queue, arrived, now)
        running = {row: (start, where[row]) for row, start in done.start.items() if row not in ended}
        free = [
            size - sum(jobs[row].processors for row, (_, there) in running.items() if there == cluster)
            for cluster, size in enumerate(sizes)
        ]
        for row, cluster in rule(Known(now, list(queue), running, free), jobs):
            queue.remove(row)
            where[row], done.start[row], done.end[row] = cluster, now, now + jobs[row].runtime
    return done, where


def lowest(free: list[int], size: int) -> int | None:
    """The lowest cluster in which so many processors are free."""
    return next((cluster for cluster, processors in enumerate(free) if processors >= size), None)


def heads(known: Known, jobs: Sequence[Job]) -> Starts:
    """FCFS: in order; the first that fits nowhere stops everybody behind it."""
    free, started = list(known.free), []
    for row in known.queue:
        cluster = lowest(free, jobs[row].processors)
        if cluster is None:
            break
        free[cluster] -= jobs[row].processors
        started.append((row, cluster))
    return started


def backfill(known: Known, jobs: Sequence[Job]) -> Starts:
    """Whoever fits somewhere, in order."""
    free, started = list(known.free), []
    for row in known.queue:
        cluster = lowest(free, jobs[row].processors)
        if cluster is not None:
            free[cluster] -= jobs[row].processors
            started.append((row, cluster))
    return started


def reservation(known: Known, jobs: Sequence[Job], head: int, started: Starts) -> tuple[int, int, int]:
    """(shadow, cluster, extra): the earliest time, by requested times, at which the head fits, in the lowest cluster."""
    running = known.running | {row: (known.now, cluster) for row, cluster in started}
    ends = {row: start + jobs[row].requested_time for row, (start, _) in running.items()}
    free = list(known.free)
    for row, cluster in started:
        free[cluster] -= jobs[row].processors
    for time in sorted(set(ends.values())):
        for cluster in range(len(free)):
            there = free[cluster] + sum(
                jobs[row].processors for row, end in ends.items() if end <= time and running[row][1] == cluster
            )
            if there >= jobs[head].processors:
                return time, cluster, there - jobs[head].processors
    raise AssertionError("a job is wider than every cluster")


def easy(known: Known, jobs: Sequence[Job], restricted: bool = False, shortest_first: bool = False) -> Starts:
    """The blocked head is to start in one cluster; others start where they do not delay it there."""
    started = heads(known, jobs)
    blocked = known.queue[len(started) :]
    if not blocked:
        return started
    head, others = blocked[0], blocked[1:]
    if shortest_first:
        others = sorted(others, key=lambda row: jobs[row].requested_time)
    shadow, reserved, extra = reservation(known, jobs, head, started)
    free = list(known.free)
    for row, cluster in started:
        free[cluster] -= jobs[row].processors
    for row in others:
        job = jobs[row]
        in_time = known.now + job.requested_time <= shadow and not restricted
        may = [
            cluster
            for cluster in range(len(free))
            if job.processors <= free[cluster] and (cluster != reserved or in_time or job.processors <= extra)
        ]
        if may:
            free[may[0]] -= job.processors
            if may[0] == reserved and not in_time:
                extra -= job.processors
            started.append((row, may[0]))
    return started


PASSING: dict[str, Rule] = {"none": heads, "easy": easy, "any": backfill}


class Fair(naive_queues.BackfillFair):
    """Backfilling in the order of the priorities of users."""

    def __call__(self, known, jobs):
        for row in known.queue:
            self.submitted.setdefault(row, known.now)
        for row in self.started:
            if row not in known.running:
                self.ended.setdefault(row, known.now)
        priority = {user: self.priority(jobs, user, known.now) for user in {self.users[row] for row in known.queue}}
        queue = sorted(known.queue, key=lambda row: self.turn(priority[self.users[row]]))
        chosen = backfill(replace(known, queue=queue), jobs)
        self.started.update({row: known.now for row, _ in chosen})
        return chosen


class Conservative(naive_conservative.Conservative):
    """Planned starts in clusters: a job is planned where it can start earliest, and moves only to start earlier.

    where: cluster of each job, from its first promise on.  promises: (when, row, planned start, cluster).
    """

    def __init__(
        self, jobs: Sequence[Job], sizes: Sequence[int], campaigns: Sequence[Campaign] = (), compression: str = "start"
    ):
        super().__init__(jobs, sum(sizes), campaigns, compression)
        self.sizes, self.where = sizes, dict[int, int]()
        self.promises: list[tuple[int, int, int, int]] = []

    def promise(self, row: int, before: int | None = None) -> None:
        found = [
            (naive_conservative.earliest(self.jobs[row], self.now, self.taken_in(cluster), size), cluster)
            for cluster, size in enumerate(self.sizes)
            if self.jobs[row].processors <= size
        ]
        begin, cluster = min(found)
        if before is not None and self.compression != "rebuild" and begin >= before:
            begin, cluster = before, self.where[row]
        if (begin, cluster) != (before, self.where.get(row)):
            self.promises.append((self.now, row, begin, cluster))
        self.plan[row], self.where[row] = begin, cluster

    def taken_in(self, cluster: int) -> naive_conservative.Taken:
        """By running jobs of a cluster, and by those planned there."""
        running = [(start, self.until(row), row) for row, start in self.done.start.items() if row not in self.ended]
        planned = [(start, start + self.jobs[row].requested_time, row) for row, start in self.plan.items()]
        return [
            (begin, end, self.jobs[row].processors)
            for begin, end, row in running + planned
            if self.where[row] == cluster
        ]


class Looked(naive_reasons.Looked):
    """A run on clusters; free: of the cluster with most of them, together: of all."""

    def __init__(self, made: Schedule):
        super().__init__(made)
        self.cluster, sizes = made.placed.cluster.tolist(), made.workload.platform.clusters
        self.together = self.free
        self.inside = {
            now: [
                size - sum(self.size[job] for job in jobs if self.cluster[job] == cluster)
                for cluster, size in enumerate(sizes)
            ]
            for now, jobs in self.running.items()
        }
        self.free = {now: max(free) for now, free in self.inside.items()}

    def idle(self) -> list[float]:
        """processor-s: no work, does not fit, held, and what does not fit for the clusters' sake."""
        found = [0.0, 0.0, 0.0, 0.0]
        for begin, end in self.gaps:
            waiting = [job for job in range(len(self.size)) if self.submit[job] <= begin < self.start[job]]
            free = self.together[begin]
            wanted = min(free, sum(self.size[job] for job in waiting))
            held, fits = (
                min(wanted, sum(self.size[job] for job in waiting if self.size[job] <= most))
                for most in (self.free[begin], free)
            )
            for part, count in enumerate((free - wanted, wanted - held, held, fits - held)):
                found[part] += count * (end - begin)
        return found
