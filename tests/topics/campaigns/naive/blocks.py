"""Plain twins of the policies that hand the machine over campaign by campaign, in whole numbers, hence exact.

A campaign is planned with requested times and run with runtimes, its jobs in the same order both times; it is ready
when its last job is submitted.  Campaign-scheduling-2012: FCFS of section VI-B, MULTICAMP of V, MULTICMAX of III, camp
of IV, and the preemptive round robin that VI-C compares with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.naive.rigid import Campaign, Job
from tests.topics.campaigns.naive.campaigns import ORDERS, requested_time, runtime, whole

Span = tuple[int, int]


def list_schedule(
    jobs: Sequence[Job],
    rows: Sequence[int],
    m: int,
    order: str = "LPT",
    wide: str = "wait",
    length: Callable[[Job], int] = runtime,
) -> dict[int, Span]:
    """{row: (start, end)} of jobs alone on m processors from 0 on, ordered by requested time, as long as `length`."""
    left = sorted(rows, key=lambda row: ORDERS[order](jobs[row].requested_time, row))
    done: dict[int, Span] = {}
    now = 0
    while left:
        for row in list(left):
            free = m - sum(jobs[other].processors for other, (_, end) in done.items() if end > now)
            if jobs[row].processors <= free:
                left.remove(row)
                done[row] = now, now + length(jobs[row])
            elif wide == "wait":
                break
        now = min((end for _, end in done.values() if end > now), default=now)
    return done


def last_end(spans: dict[int, Span]) -> int:
    return max(end for _, end in spans.values())


@dataclass
class Handed:
    """What came of it.  ready, begin, complete: by campaign; start, end: by row; parts: [(begin, end)] by row."""

    ready: dict[int, int] = field(default_factory=dict)
    begin: dict[int, int] = field(default_factory=dict)
    complete: dict[int, int] = field(default_factory=dict)
    start: dict[int, int] = field(default_factory=dict)
    end: dict[int, int] = field(default_factory=dict)
    deadline: dict[int, int] = field(default_factory=dict)
    parts: dict[int, list[Span]] = field(default_factory=dict)
    chosen: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)  # (when, whom, of whom)

    @property
    def starts(self) -> list[int]:
        return [self.start[row] for row in sorted(self.start)]


class Blocks:
    """Whenever the machine is free: the first ready campaign by rank() gets all of it until it is complete."""

    def __init__(
        self, jobs: Sequence[Job], m: int, campaigns: Sequence[Campaign], order: str = "LPT", wide: str = "wait"
    ):
        self.jobs, self.m, self.campaigns, self.order, self.wide = jobs, m, campaigns, order, wide
        self.late = [p.offset for p in whole(jobs, campaigns)]  # from the first to the last submission
        self.done = Handed()
        self.coming: dict[int, int] = {}
        for i, campaign in enumerate(campaigns):
            if campaign.previous < 0:
                self.coming[i] = min(jobs[row].submit for row in campaign.rows) + self.late[i]

    def schedule(self, i: int, length: Callable[[Job], int]) -> dict[int, Span]:
        return list_schedule(self.jobs, self.campaigns[i].rows, self.m, self.order, self.wide, length)

    def planned(self, i: int) -> int:
        """Length as far as is known."""
        return last_end(self.schedule(i, requested_time))

    def arrival(self, i: int) -> Span:
        return self.done.ready[i], min(self.campaigns[i].rows)

    def rank(self, i: int) -> tuple:
        return self.arrival(i)

    def became_ready(self, i: int) -> None: ...

    def until(self, now: int) -> None:
        """Campaigns ready by now, in the order in which they became so."""
        for time, _, i in sorted(
            (time, min(self.campaigns[i].rows), i) for i, time in self.coming.items() if time <= now
        ):
            del self.coming[i]
            self.done.ready[i] = time
            self.became_ready(i)

    def finish(self, i: int, now: int) -> None:
        self.done.complete[i] = now
        self.coming.update(
            {j: now + c.think_time + self.late[j] for j, c in enumerate(self.campaigns) if c.previous == i}
        )

    def block(self, i: int, now: int) -> int:
        """Run the campaign from now on; its end."""
        spans = self.schedule(i, runtime)
        self.done.begin[i] = now
        self.done.start.update({row: now + start for row, (start, _) in spans.items()})
        self.done.end.update({row: now + end for row, (_, end) in spans.items()})
        self.finish(i, now + last_end(spans))
        return now + last_end(spans)

    def waiting(self) -> list[int]:
        return [i for i in self.done.ready if i not in self.done.begin]

    def run(self) -> Handed:
        now = 0
        while self.coming or self.waiting():
            if not self.waiting():
                now = max(now, min(self.coming.values()))
            self.until(now)
            if self.waiting():
                now = self.next(now)
                self.until(now)
        return self.done

    def next(self, now: int) -> int:
        """Hand the machine over; when it is free again."""
        i = min(self.waiting(), key=self.rank)
        self.done.chosen.append((now, i, tuple(self.waiting())))
        return self.block(i, now)


class Batches(Blocks):
    """MULTICMAX on line: a batch of what has come within `timeout` of the first, shortest campaign first."""

    def __init__(self, *args, timeout: int = 0, **how):
        super().__init__(*args, **how)
        self.timeout = timeout

    def next(self, now: int) -> int:
        now = max(now, min(self.done.ready[i] for i in self.waiting()) + self.timeout)
        self.until(now)
        for i in sorted(self.waiting(), key=lambda i: (self.planned(i), *self.arrival(i))):
            now = self.block(i, now)
        return now


class MultiCamp(Blocks):
    """Users one after the other, those with least to do first; all is known beforehand."""

    def total(self, user: int) -> int:
        """Planned lengths and think times."""
        own = [i for i, c in enumerate(self.campaigns) if c.user == user]
        return sum(self.planned(i) + self.campaigns[i].think_time for i in own)

    def run(self) -> Handed:
        now = 0
        for user in sorted({c.user for c in self.campaigns}, key=lambda user: (self.total(user), user)):
            now = self.all_of(user, now)
        return self.done

    def all_of(self, user: int, now: int) -> int:
        for i, campaign in enumerate(self.campaigns):
            if campaign.user == user:
                self.done.ready[i] = self.coming.pop(i)
                now = self.block(i, max(now, self.done.ready[i]))
        return now


class RoundRobin(Blocks):
    """Users in turn, the whole machine for a quantum each; a campaign goes on where it was paused."""

    def __init__(self, *args, quantum: int = 1, **how):
        super().__init__(*args, **how)
        self.quantum = quantum
        self.queue: list[int] = []  # campaigns whose user is waiting for a turn
        self.behind: dict[int, list[int]] = {}  # user -> further campaigns, ready while he has one in the queue
        self.progress: dict[int, int] = {}  # campaign -> seconds of its own schedule that are over

    def until(self, now: int) -> None:
        """Users who become ready at the same instant join in the order of their numbers."""
        due = sorted(
            (time, self.campaigns[i].user, min(self.campaigns[i].rows), i)
            for i, time in self.coming.items()
            if time <= now
        )
        for time, user, _, i in due:
            del self.coming[i]
            self.done.ready[i] = time
            taken = any(self.campaigns[j].user == user for j in [*self.queue, *self.running])
            (self.behind.setdefault(user, []) if taken else self.queue).append(i)

    running: tuple[int, ...] = ()

    def run(self) -> Handed:
        now = 0
        while self.coming or self.queue:
            if not self.queue:
                now = max(now, min(self.coming.values()))
            self.until(now)
            now = self.turn(self.queue.pop(0), now)
        return self.done

    def turn(self, i: int, now: int) -> int:
        spans = self.schedule(i, runtime)
        before = self.progress.get(i, 0)
        after = self.progress[i] = min(before + self.quantum, last_end(spans))
        self.running = (i,)
        self.write(spans, before, after, now)
        now += after - before
        behind = self.behind.get(self.campaigns[i].user, [])
        if after < last_end(spans):
            self.until(now)
            self.queue.append(i)
        else:  # the next of his campaigns joins in the order of readiness
            self.finish(i, now)
            self.running = ()
            if behind:  # ready when the turn began, so before all who become ready by its end
                self.queue.append(behind.pop(0))
            self.until(now)
        self.running = ()
        return now

    def write(self, spans: dict[int, Span], before: int, after: int, now: int) -> None:
        """What of each job lies in [before, after) of the campaign's own schedule, seen from now on."""
        for row, (start, end) in spans.items():
            a, b = max(start, before), min(end, after)
            if a < b:
                parts = self.done.parts.setdefault(row, [])
                begin, stop = now + a - before, now + b - before
                if parts and parts[-1][1] == begin:
                    begin = parts.pop()[0]
                parts.append((begin, stop))
                self.done.start[row], self.done.end[row] = parts[0][0], stop
