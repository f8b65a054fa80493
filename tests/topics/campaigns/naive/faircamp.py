"""Plain twins of FairCamp (campaign-scheduling-2012, section VI-C) in its three placements, in whole numbers.

A campaign that becomes ready gets the deadline  d = k x planned length + base,  k the number of users with campaigns.
The base is the deadline of the user's previous campaign (0 without one), or its becoming ready if that is later; the
paper knows no think times and has the former.  Ready campaigns are served by earliest deadline; ties by (ready, first
row).

- block: the whole machine, campaign by campaign;
- list: job by job, whenever a processor is free;
- commit: whenever a processor is free, all jobs of one campaign are put into the queues of the processors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.naive.rigid import Job
from tests.topics.campaigns.naive.blocks import Blocks, Handed, last_end, list_schedule
from tests.topics.campaigns.naive.campaigns import ORDERS, Loop, requested_time, whole


class Deadlines:
    """Deadlines of campaigns as they become ready."""

    known: Callable[[Job], int] = staticmethod(requested_time)

    def __init__(self, jobs: Sequence[Job], m: int, campaigns, order: str, wide: str, base: str):
        self.jobs, self.m, self.campaigns, self.order, self.wide, self.base = jobs, m, campaigns, order, wide, base
        self.late = [p.offset for p in whole(jobs, campaigns)]
        self.k = self.users()
        self.last: dict[int, int] = {}  # user -> deadline of the latest campaign
        self.of: dict[int, int] = {}

    def users(self) -> int:
        return len({c.user for c in self.campaigns})

    def add(self, i: int, ready: int) -> None:
        user = self.campaigns[i].user
        before = self.last.get(user, 0)
        base = max(before, ready) if self.counts_from_ready(i, ready) else before
        self.of[i] = self.last[user] = self.k * self.planned(i) + base

    def planned(self, i: int) -> int:
        rows = self.campaigns[i].rows
        return last_end(list_schedule(self.jobs, rows, self.m, self.order, self.wide, self.known))

    def counts_from_ready(self, i: int, ready: int) -> bool:
        if self.base != "auto":
            return self.base == "latest"
        first_and_late = self.campaigns[i].previous < 0 and ready > 0
        return self.campaigns[i].think_time > 0 or self.late[i] > 0 or first_and_late


class Block(Blocks):
    """Earliest deadline first, campaign by campaign."""

    deadlines: type[Deadlines] = Deadlines

    def __init__(self, jobs, m, campaigns, order: str = "LPT", wide: str = "wait", base: str = "auto"):
        super().__init__(jobs, m, campaigns, order, wide)
        self.due = self.deadlines(jobs, m, campaigns, order, wide, base)
        self.done.deadline = self.due.of

    def became_ready(self, i: int) -> None:
        self.due.add(i, self.done.ready[i])

    def rank(self, i: int) -> tuple:
        return (self.due.of[i], *self.arrival(i))


class List(Loop):
    """Earliest deadline first, job by job."""

    split = staticmethod(whole)
    deadlines: type[Deadlines] = Deadlines

    def __init__(self, jobs, m, campaigns, order: str = "LPT", wide: str = "wait", base: str = "auto"):
        super().__init__(jobs, m, campaigns, order, requested_time, wide)
        self.due = self.deadlines(jobs, m, campaigns, order, wide, base)

    def submitted(self, i: int) -> None:
        self.due.add(i, int(self.now))

    def eligible(self) -> Sequence[int]:
        return list(self.due.of)

    def rank(self, i: int) -> tuple:
        return (self.due.of[i], *self.arrival(i))


class Commit(List):
    """Earliest deadline first; each processor has a queue, and what is in one stays there."""

    def __init__(self, *args, **how):
        super().__init__(*args, **how)
        self.queues: list[list[int]] = [[] for _ in range(self.m)]
        self.runs: list[int | None] = [None] * self.m
        self.committed: set[int] = set()
        self.order = self.due.order
        self.plans: list[
            tuple[list[int], list[list[int]], dict[int, int]]
        ] = []  # ready times, rows, and time to go of each

    def dispatch(self) -> None:
        self.runs = [row if row in self.on else None for row in self.runs]
        self.go_on()
        while None in self.runs and (ready := [i for i in self.due.of if i not in self.committed]):
            i = min(ready, key=self.rank)
            self.committed.add(i)
            self.commit(i)
            self.go_on()

    def go_on(self) -> None:
        for q, queue in enumerate(self.queues):
            if self.runs[q] is None and queue:
                row = self.runs[q] = queue.pop(0)
                self.start(self.owner(row), row)

    def owner(self, row: int) -> int:
        return next(i for i, p in enumerate(self.portions) if row in p.rows)

    def planned_free(self, q: int) -> int:
        """From now on until the processor has done what it runs and has queued, as far as is known."""
        row = self.runs[q]
        rest = 0 if row is None else int(self.real.start[row] + self.jobs[row].requested_time - self.now)
        return rest + sum(self.jobs[other].requested_time for other in self.queues[q])

    def commit(self, i: int) -> None:
        rows = sorted(self.portions[i].rows, key=lambda row: ORDERS[self.order](self.jobs[row].requested_time, row))
        ready = [self.planned_free(q) for q in range(self.m)]
        lengths = {row: self.jobs[row].requested_time for row in rows}
        placed = self.place(ready, rows, lengths)
        for q, own in enumerate(placed):
            self.queues[q] += own
        self.plans.append((ready, placed, lengths))

    def place(self, ready: list[int], rows: list[int], lengths: dict[int, int]) -> list[list[int]]:
        return mlpt(ready, rows, lengths) if self.order == "MLPT" else lpt(ready, rows, lengths)


def lpt(ready: list[int], rows: list[int], lengths: dict[int, int]) -> list[list[int]]:
    """Rows of each processor: one after the other to the one that is free first, of equals the lowest."""
    free, placed = list(ready), [[] for _ in ready]
    for row in rows:
        q = free.index(min(free))
        free[q] += lengths[row]
        placed[q].append(row)
    return placed


def mlpt(ready: list[int], rows: list[int], lengths: dict[int, int]) -> list[list[int]]:
    """Lee 1991: the ready times are jobs too, which come first on their processors in the end.

    Ready times of 0 take no room and go where there is no other one.
    """
    machines = merged(ready, rows, lengths)
    busy = [[q for kind, q in machine if kind == "ready" and ready[q] > 0] for machine in machines]
    if max(map(len, busy)) > 1:
        raise Exchanged
    free = [q for q, time in enumerate(ready) if time == 0]
    placed = {}
    for machine, own in zip(machines, busy, strict=True):
        placed[own[0] if own else free.pop(0)] = [row for kind, row in machine if kind == "row"]
    return [placed[q] for q in range(len(ready))]


def merged(ready: list[int], rows: list[int], lengths: dict[int, int]) -> list[list[tuple[str, int]]]:
    """What is on each of as many machines after LPT of ready times and rows together."""
    both = [(time, "ready", q) for q, time in enumerate(ready)] + [(lengths[row], "row", row) for row in rows]
    loads, machines = [0] * len(ready), [[] for _ in ready]
    for length, kind, number in sorted(both, key=lambda job: -job[0]):
        q = loads.index(min(loads))
        loads[q] += length
        machines[q].append((kind, number))
    return machines


class Exchanged(Exception):
    """Two ready times are on one machine; which exchange follows is not a matter of the rule."""


def block(*args, **how) -> Handed:
    """FairCamp with the whole machine for one campaign after the other."""
    return Block(*args, **how).run()


def listed(*args, rules: type[List] = List, **how) -> Handed:
    """FairCamp job by job (Commit: queue by queue)."""
    loop = rules(*args, **how)
    loop.run()
    times = (
        {key: int(value) for key, value in found.items()}
        for found in (loop.real.submit, loop.real.complete, loop.real.start, loop.real.end)
    )
    ready, complete, start, end = times
    begin = {i: min(start[row] for row in p.rows) for i, p in enumerate(loop.portions)}
    return Handed(ready, begin, complete, start, end, loop.due.of)


def committed(*args, **how) -> Handed:
    """FairCamp queue by queue."""
    return listed(*args, rules=Commit, **how)
