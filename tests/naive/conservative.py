"""A plain twin of conservative backfilling: every waiting job has a planned start, and that is all there is.

Where a job fits is found by trying: at each instant at which something ends, as far as is known, we add up what the
running jobs and the planned ones hold at every instant of the job's time.  Nothing is kept but the planned starts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.cases.strategies import Case
from tests.naive import rigid as naive
from tests.naive.rigid import Campaign, Job, Outcome

Taken = list[tuple[int, int, int]]  # (from, until, processors)


def fits(job: Job, start: int, taken: Taken, machine: int) -> bool:
    """Whether the job's processors are free all the time from `start` on until its requested time is over."""
    over = start + job.requested_time
    instants = {start} | {begin for begin, _, _ in taken if start < begin < over}
    return all(_held(taken, instant) + job.processors <= machine for instant in instants)


def _held(taken: Taken, instant: int) -> int:
    return sum(processors for begin, end, processors in taken if begin <= instant < end)


def earliest(job: Job, now: int, taken: Taken, machine: int) -> int:
    """The first instant from now on at which the job fits; if it is not now, something ends then."""
    return next(
        start for start in sorted({now} | {end for _, end, _ in taken if end > now}) if fits(job, start, taken, machine)
    )


class Conservative:
    """plan: planned start of each waiting job; promises: (when, row, planned start), in the order they were made."""

    def __init__(
        self,
        jobs: Sequence[Job],
        machine: int,
        campaigns: Sequence[Campaign] = (),
        compression: str = "start",
        ends_first: bool = True,
    ):
        self.jobs, self.machine, self.campaigns, self.compression = jobs, machine, campaigns, compression
        self.ends_first = ends_first
        self.done = Outcome(naive._first_submissions(jobs, campaigns), {}, {})
        self.first = self.now = min(self.done.submit.values())
        self.queue: list[int] = []  # waiting, in order of submission
        self.arrived: set[int] = set()
        self.ended: set[int] = set()
        self.plan: dict[int, int] = {}
        self.promises: list[tuple[int, int, int]] = []

    def run(self) -> Outcome:
        while len(self.ended) < len(self.jobs):
            self.now = min(self.events())
            self.instant()
        return self.done

    def events(self) -> list[int]:
        """Instants to come at which something happens."""
        return self.outside() + list(self.plan.values())

    def outside(self) -> list[int]:
        """Submissions and ends to come."""
        submissions = [time for row, time in self.done.submit.items() if row not in self.arrived]
        ends = [time for row, time in self.done.end.items() if row not in self.ended]
        return submissions + ends

    def instant(self) -> None:
        if not self.ends_first and self.arrive():
            self.start()
        if self.end():
            self.compress()
        self.arrive()
        self.start()

    def end(self) -> bool:
        """Whether a job that ended now had been expected to go on."""
        before = set(self.ended)
        naive._end(self.done, self.ended, self.campaigns, self.now)
        return any(self.until(row) > self.now for row in self.ended - before)

    def arrive(self) -> bool:
        """Whether anybody did."""
        waiting = list(self.queue)
        naive._arrive(self.done, self.queue, self.arrived, self.now)
        for row in self.queue[len(waiting) :]:
            self.promise(row)
        return len(self.queue) > len(waiting)

    def start(self) -> None:
        for row in self.by_start(self.plan):
            if self.plan[row] == self.now:
                del self.plan[row]
                self.queue.remove(row)
                self.done.start[row] = self.now
                self.done.end[row] = self.now + self.jobs[row].runtime

    def compress(self) -> None:
        """Each waiting job once, or all at once."""
        if self.compression == "rebuild":
            old, self.plan = self.plan, {}
            for row in self.queue:
                self.promise(row, old[row])
        for row in self.turns():
            self.promise(row, self.plan.pop(row))

    def turns(self) -> list[int]:
        """The order of the pass."""
        if self.compression == "start":
            return self.by_start(self.plan)
        return list(self.queue) if self.compression == "arrival" else []

    def promise(self, row: int, before: int | None = None) -> None:
        """Plan a job; told where it is new or moved."""
        self.plan[row] = self.place(row, self.plan)
        if self.plan[row] != before:
            self.promises.append((self.now, row, self.plan[row]))

    def place(self, row: int, plan: dict[int, int]) -> int:
        return earliest(self.jobs[row], self.now, self.taken(plan), self.machine)

    def taken(self, plan: dict[int, int]) -> Taken:
        """By running jobs, until as far as is known they end, and by the planned ones."""
        running = [(start, self.until(row), row) for row, start in self.done.start.items() if row not in self.ended]
        planned = [(start, start + self.jobs[row].requested_time, row) for row, start in plan.items()]
        return [(begin, end, self.jobs[row].processors) for begin, end, row in running + planned]

    def until(self, row: int) -> int:
        """When a started job ends, as far as is known."""
        return self.done.start[row] + self.jobs[row].requested_time

    def by_start(self, plan: dict[int, int]) -> list[int]:
        """(planned start, order of submission)."""
        return sorted(plan, key=lambda row: (plan[row], self.queue.index(row)))


def planned(compression: str = "start", rules: type[Conservative] = Conservative) -> Callable[[Case], list[int]]:
    """Starts of a case by the rules, or by what differs from them by a part."""
    return lambda case: rules(case.jobs, case.processors, case.campaigns, compression).run().starts
