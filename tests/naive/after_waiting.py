"""Plain twin of backfilling in which a job holds a reservation only once it has waited for long: passes for rigid.py.

At an event, in this order:
  1. who is entitled: a waiting job whose wait (slack-based) or expected slowdown (wait + requested) / requested
     (selective) has come up to a limit, in the order in which this was seen, of one event in order of submission; who
     is entitled remains so;
  2. the entitled, in that order, each get the earliest start that leaves alone what runs, by requested times, and who
     was entitled before; who gets now starts;
  3. all others, in order of submission, start if they can now, leaving all of that alone.
Who could start on processors of jobs that end now, but have not yet, does not: there will be another event now.
Nothing but the entitlement is kept until the next event.

The limit is a number, or so many times what was usual so far: the mean wait of the jobs that have started, 0 where
none has; the mean slowdown of those that have ended, runtimes below `shortest` counting as that, 1 where none has.
Source: fairness-2012, section 3: "the number of jobs with a reservation is related to their current wait time and
slowdown respectively".
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.naive.conservative import earliest, fits
from tests.naive.rigid import Job, Known


class AfterWaiting:
    """limit: None for the usual one, times `factor`; by_wait: of the wait, not of the slowdown."""

    def __init__(
        self, by_wait: bool, limit: Fraction | int | None = None, factor: Fraction | int = 1, shortest: int = 10
    ):
        self.by_wait, self.limit, self.factor, self.shortest = by_wait, limit, factor, shortest
        self.submitted: dict[int, int] = {}
        self.started: dict[int, int] = {}
        self.ended: dict[int, int] = {}
        self.entitled: list[int] = []

    def __call__(self, known: Known, jobs: Sequence[Job]) -> list[int]:
        self.learn(known)
        limit = self.usual(jobs) * self.factor if self.limit is None else self.limit
        self.entitled += [
            row for row in known.queue if row not in self.entitled and self.measure(jobs[row], row, known.now) >= limit
        ]
        chosen = self.choose(known, jobs)
        self.started.update(dict.fromkeys(chosen, known.now))
        return chosen

    def learn(self, known: Known) -> None:
        for row in known.queue:
            self.submitted.setdefault(row, known.now)
        for row in self.started:
            if row not in known.running:
                self.ended.setdefault(row, known.now)

    def measure(self, job: Job, row: int, now: int) -> Fraction:
        wait = Fraction(now - self.submitted[row])
        return wait if self.by_wait else (wait + job.requested_time) / job.requested_time

    def usual(self, jobs: Sequence[Job]) -> Fraction:
        if self.by_wait:
            waits = [Fraction(start - self.submitted[row]) for row, start in self.started.items()]
            return sum(waits) / len(waits) if waits else Fraction(0)
        slow = [
            max(Fraction(1), Fraction(end - self.submitted[row], max(jobs[row].runtime, self.shortest)))
            for row, end in self.ended.items()
        ]
        return sum(slow) / len(slow) if slow else Fraction(1)

    def choose(self, known: Known, jobs: Sequence[Job]) -> list[int]:
        self.left = known.free
        machine = known.free + sum(jobs[row].processors for row in known.running)
        taken = [
            (known.now, start + jobs[row].requested_time, jobs[row].processors) for row, start in known.running.items()
        ]
        chosen = []
        for row in [row for row in self.entitled if row in known.queue]:
            start = earliest(jobs[row], known.now, taken, machine)
            taken.append((start, start + jobs[row].requested_time, jobs[row].processors))
            chosen += [row] * (start == known.now and self.there(jobs[row]))
        for row in known.queue:
            if row not in self.entitled and fits(jobs[row], known.now, taken, machine):
                taken.append((known.now, known.now + jobs[row].requested_time, jobs[row].processors))
                chosen += [row] * self.there(jobs[row])
        return chosen

    def there(self, job: Job) -> bool:
        """Whether its processors are free, and not only by requested times; it takes them."""
        free = job.processors <= self.left
        self.left -= job.processors * free
        return free
