"""A plain twin of rigid jobs around reservations: second by second, written from the rule in words.

At every second, after those that end and those that come: the waiting jobs are gone through in the order of submission.
A job starts if at every second until it would end by its request there are processors for it, beside the jobs that run
(each until its own request) and the reservations.  If nobody may pass, the first that cannot start ends the pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.naive.rigid import Job

Reserved = Sequence[tuple[int, int, int]]  # processors, from, to


class AroundReservations:
    """Starts of jobs on so many processors."""

    def __init__(self, jobs: Sequence[Job], processors: int, reserved: Reserved, passing: bool):
        self.jobs, self.processors, self.reserved, self.passing = jobs, processors, reserved, passing
        self.start: dict[int, int] = {}

    def starts(self) -> list[int]:
        now = 0
        while len(self.start) < len(self.jobs):
            self.go_through(now)
            now += 1
        return [self.start[row] for row in range(len(self.jobs))]

    def go_through(self, now: int) -> None:
        for row, job in enumerate(self.jobs):
            if row in self.start or job.submit > now:
                continue
            if self.fits(row, now):
                self.start[row] = now
            elif not self.passing:
                return

    def fits(self, row: int, now: int) -> bool:
        job = self.jobs[row]
        return all(
            job.processors + self.taken(second, now) <= self.processors
            for second in range(now, now + job.requested_time)
        )

    def taken(self, second: int, now: int) -> int:
        """Processors that are not to be had at a second to come, by what is known now."""
        running = sum(
            self.jobs[row].processors
            for row, start in self.start.items()
            if start + self.jobs[row].runtime > now and start + self.jobs[row].requested_time > second
        )
        return running + sum(size for size, begin, end in self.reserved if begin <= second < end)
