"""Campaign policies that are wrong on purpose, each by one part; cases are worth something if they tell them apart.

WRONG: {what is wrong: (right twin, wrong twin, family of cases)}, a twin taking (jobs, m, campaigns).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.topics.campaigns.naive import blocks as naive_blocks
from tests.topics.campaigns.naive import faircamp as naive_faircamp
from tests.topics.campaigns.naive.blocks import Batches, Blocks, Handed, MultiCamp, RoundRobin
from tests.topics.campaigns.naive.campaigns import runtime
from tests.topics.campaigns.naive.faircamp import Block, Commit, Deadlines, List


class _OneUserMore(Deadlines):
    def users(self) -> int:
        return super().users() + 1


class _BusyUsers(Deadlines):
    """k is the number of users who have become ready so far."""

    def add(self, i: int, ready: int) -> None:
        self.k = len({*self.last, self.campaigns[i].user})
        super().add(i, ready)


class _KnowsRuntimes(Deadlines):
    known = staticmethod(runtime)


class _BlockTiesByUser(Block):
    def rank(self, i: int) -> tuple:
        return self.due.of[i], self.campaigns[i].user


class _ReadyAtFirst(Block):
    """Runs a campaign when its first job is submitted."""

    def __init__(self, *args, **how) -> None:
        super().__init__(*args, **how)
        self.coming = {i: time - self.late[i] for i, time in self.coming.items()}
        self.late = [0] * len(self.late)


class _RealLengthsOrdered(Blocks):
    """Orders jobs by what only the end will tell."""

    def schedule(self, i: int, length: Callable) -> dict:
        jobs = [
            job if length is not runtime else type(job)(job.submit, job.runtime, job.runtime, job.processors)
            for job in self.jobs
        ]
        return naive_blocks.list_schedule(jobs, self.campaigns[i].rows, self.m, self.order, self.wide, length)


class _CommitByJobsRunning(Commit):
    """Sees what runs, not what is queued behind it."""

    def planned_free(self, q: int) -> int:
        queue, self.queues[q] = self.queues[q], []
        rest = super().planned_free(q)
        self.queues[q] = queue
        return rest


class _BatchFromNow(Batches):
    """The timeout begins when the machine is free."""

    def next(self, now: int) -> int:
        now += self.timeout
        self.until(now)
        for i in sorted(self.waiting(), key=lambda i: (self.planned(i), *self.arrival(i))):
            now = self.block(i, now)
        return now


class _BatchInOrder(Batches):
    def planned(self, i: int) -> int:
        return 0


class _WithoutThinkTimes(MultiCamp):
    def total(self, user: int) -> int:
        return sum(self.planned(i) for i, c in enumerate(self.campaigns) if c.user == user)


class _TiesByLast(MultiCamp):
    def total(self, user: int) -> int:
        return 100 * super().total(user) - user


class _PausedFirst(RoundRobin):
    """The user who is paused joins before those who become ready at that instant."""

    def until(self, now: int) -> None:
        held = {i: time for i, time in self.coming.items() if self.running and time == now}
        for i in held:
            del self.coming[i]
        super().until(now)
        self.coming |= held


class _NoTurnCutShort(RoundRobin):
    """What is left of a quantum when a campaign is complete stays with its user, who does nothing."""

    def turn(self, i: int, now: int) -> int:
        return max(now + self.quantum, super().turn(i, now))


class _HighestUserFirst(RoundRobin):
    def until(self, now: int) -> None:
        campaigns = self.campaigns
        self.campaigns = [type(c)(-c.user, c.rows, c.previous, c.think_time) for c in campaigns]
        super().until(now)
        self.campaigns = campaigns
        self.behind = {abs(user): rows for user, rows in self.behind.items()}


Twin = Callable[..., Handed]


def _block(wrong: type[Deadlines]) -> type[Block]:
    return type("Wrong", (Block,), {"deadlines": wrong})


def _ran(rules: type[Blocks], **how) -> Twin:
    return lambda *case: rules(*case, **how).run()


_fair, _first = _ran(Block), _ran(Blocks)
_listed, _committed = naive_faircamp.listed, naive_faircamp.committed
_batch, _robin = _ran(Batches, timeout=2), _ran(RoundRobin, quantum=3)

WRONG: dict[str, tuple[Twin, Twin, str]] = {
    "k + 1": (_fair, _ran(_block(_OneUserMore)), "sequential"),
    "k of those seen so far": (_fair, _ran(_block(_BusyUsers)), "sequential"),
    "planned by runtimes": (_fair, _ran(_block(_KnowsRuntimes)), "sequential"),
    "equal deadlines by user": (_fair, _ran(_BlockTiesByUser), "sequential"),
    "base the later of both always": (_fair, _ran(Block, base="latest"), "overdue"),
    "base the previous deadline always": (_fair, _ran(Block, base="previous"), "sequential"),
    "ready with its first job": (_fair, _ran(_ReadyAtFirst), "portioned"),
    "blocks that others get into": (_fair, _listed, "sequential"),
    "jobs ordered by runtimes": (_first, _ran(_RealLengthsOrdered), "sequential"),
    "first come, first served as fair": (_first, _fair, "sequential"),
    "commit without what is queued": (_committed, partial(_listed, rules=_CommitByJobsRunning), "sequential"),
    "queues taken for a list": (_committed, partial(_listed, rules=List), "sequential"),
    "timeout from when the machine is free": (_batch, _ran(_BatchFromNow, timeout=2), "sequential"),
    "batches in the order of submission": (_batch, _ran(_BatchInOrder, timeout=2), "sequential"),
    "users by length without think times": (_ran(MultiCamp), _ran(_WithoutThinkTimes), "sequential"),
    "equal users by the highest number": (_ran(MultiCamp), _ran(_TiesByLast), "sequential"),
    "the paused before the new": (_robin, _ran(_PausedFirst, quantum=3), "sequential"),
    "turns of a full quantum": (_robin, _ran(_NoTurnCutShort, quantum=3), "sequential"),
    "ready together by the highest user": (_robin, _ran(_HighestUserFirst, quantum=3), "sequential"),
}
