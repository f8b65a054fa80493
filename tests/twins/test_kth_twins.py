"""easy_sjbf and conservative on the whole log of KTH, start for start against a second program in plain Python.

Thousands of small cases do not show what a queue of hundreds does, nor a year of early ends.  The program here shares
neither code nor data structures with the other twins: free processors are a list of steps that is kept up to date.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable
from heapq import heappop, heappush
from math import inf
from pathlib import Path
from typing import NamedTuple

import pytest

from scheduler.formats import swf
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases import plan_cases, strategies
from tests.naive.conservative import planned
from tests.naive.queues import by_rule, easy_sjbf

LOG = "KTH-SP2-1996-2.swf.gz"
JOBS = 28_481


class Columns(NamedTuple):
    """Jobs in order of submission, on `machine` processors."""

    machine: int
    submit: list[int]
    runtime: list[int]
    requested: list[int]
    processors: list[int]

    @classmethod
    def of(cls, load: Workload) -> Columns:
        jobs = load.jobs
        columns = (jobs.submit, jobs.runtime, jobs.requested_time, jobs.processors)
        return cls(load.platform.processors, *([int(value) for value in column] for column in columns))

    def ends_and_newcomers(self, ends: list[tuple[int, int]], come: int, now: int) -> tuple[list[int], range]:
        """Rows that end now, taken off the heap (end, row), and rows from `come` on that are submitted now."""
        ended = []
        while ends and ends[0][0] == now:
            ended.append(heappop(ends)[1])
        return ended, range(come, bisect_right(self.submit, now, lo=come))

    def next_submission(self, come: int) -> float:
        return self.submit[come] if come < len(self.submit) else inf


class Sjbf:
    """EASY whose queue is kept twice: in order of submission, and by (requested time, submission)."""

    def __init__(self, jobs: Columns):
        self.jobs, self.free, self.now = jobs, jobs.machine, 0
        self.started = [-1] * len(jobs.submit)
        self.queue: list[int] = []
        self.shortest: list[tuple[int, int]] = []
        self.due: list[tuple[int, int]] = []  # (start + requested time, row) of running jobs, sorted
        self.ends: list[tuple[int, int]] = []

    def run(self) -> list[int]:
        come = 0
        while come < len(self.jobs.submit) or self.ends:
            self.now = int(min(self.jobs.next_submission(come), self.ends[0][0] if self.ends else inf))
            ended, new = self.jobs.ends_and_newcomers(self.ends, come, self.now)
            for row in ended:
                self.free += self.jobs.processors[row]
                del self.due[bisect_left(self.due, (self.started[row] + self.jobs.requested[row], row))]
            for row in new:
                self.queue.append(row)
                insort(self.shortest, (self.jobs.requested[row], row))
            come = new.stop
            self.hand_out()
        return self.started

    def hand_out(self) -> None:
        while self.queue and self.jobs.processors[self.queue[0]] <= self.free:
            self.start(self.queue[0])
        if not self.queue or not self.free:
            return
        shadow, extra = self.shadow(self.jobs.processors[self.queue[0]])
        for requested, row in list(self.shortest):
            size = self.jobs.processors[row]
            if row == self.queue[0] or size > self.free:
                continue
            if self.now + requested > shadow:
                if size > extra:
                    continue
                extra -= size
            self.start(row)

    def shadow(self, need: int) -> tuple[int, int]:
        """When the head will fit, and what is left over then, everything counted that is due at that instant."""
        free, shadow = self.free, self.now
        for due, row in self.due:
            if free >= need and due > shadow:
                break
            free, shadow = free + self.jobs.processors[row], due
        return shadow, free - need

    def start(self, row: int) -> None:
        self.started[row] = self.now
        self.free -= self.jobs.processors[row]
        self.queue.remove(row)
        del self.shortest[bisect_left(self.shortest, (self.jobs.requested[row], row))]
        insort(self.due, (self.now + self.jobs.requested[row], row))
        heappush(self.ends, (self.now + self.jobs.runtime[row], row))


class Steps:
    """Free processors from each of `times` on until the next one, the last for ever."""

    def __init__(self, machine: int):
        self.times: list[float] = [-inf]
        self.free = [machine]

    def forget(self, now: int) -> None:
        """What was before now."""
        first = bisect_right(self.times, now) - 1
        del self.times[:first], self.free[:first]

    def add(self, begin: int, end: int, processors: int) -> None:
        """Negative where they are taken."""
        if begin < end:
            first, last = self._cut(begin), self._cut(end)
            self.free[first:last] = [free + processors for free in self.free[first:last]]
            self._join(last)
            self._join(first)

    def _cut(self, time: int) -> int:
        at = bisect_left(self.times, time)
        if at == len(self.times) or self.times[at] != time:
            self.times.insert(at, time)
            self.free.insert(at, self.free[at - 1])
        return at

    def _join(self, at: int) -> None:
        if at and self.free[at] == self.free[at - 1]:
            del self.times[at], self.free[at]

    def earliest(self, now: int, length: int, processors: int) -> int:
        """First time from now on with that many free for that long."""
        times, free, last = self.times, self.free, len(self.times)
        begin: float | None = None
        for at in range(bisect_right(times, now) - 1, last):
            if free[at] < processors:
                begin = None
                continue
            if begin is None:
                begin = max(times[at], now)
            if at + 1 == last or times[at + 1] >= begin + length:
                return int(begin)
        raise AssertionError("the job is wider than the machine")


class Reserving:
    """Conservative: the steps hold all that runs (until it is due) and all that is planned."""

    def __init__(self, jobs: Columns, compression: str):
        self.jobs, self.compression, self.now = jobs, compression, 0
        self.steps = Steps(jobs.machine)
        self.started = [-1] * len(jobs.submit)
        self.plan: dict[int, int] = {}  # by row; insertion is in order of submission, and stays so
        self.planned: list[tuple[int, int]] = []  # (start, row), a heap; those moved since are stale
        self.ends: list[tuple[int, int]] = []

    def run(self) -> list[int]:
        come = 0
        while come < len(self.jobs.submit) or self.ends or self.plan:
            coming = [self.jobs.next_submission(come), *(heap[0][0] for heap in (self.ends, self.planned) if heap)]
            self.now = int(min(coming))
            self.steps.forget(self.now)
            ended, new = self.jobs.ends_and_newcomers(self.ends, come, self.now)
            if self.release(ended):
                self.compress()
            for row in new:
                self.place(row)
            come = new.stop
            self.start_due()
        return self.started

    def release(self, ended: list[int]) -> bool:
        """Give back what was held beyond the end; whether there was any."""
        dues = [self.started[row] + self.jobs.requested[row] for row in ended]
        for row, due in zip(ended, dues, strict=True):
            self.steps.add(self.now, due, self.jobs.processors[row])
        return any(due > self.now for due in dues)

    def compress(self) -> None:
        order = (
            sorted(self.plan, key=lambda row: (self.plan[row], row)) if self.compression == "start" else list(self.plan)
        )
        if self.compression == "rebuild":
            for row in order:
                self.take_out(row)
        for row in order if self.compression != "none" else ():
            if self.compression != "rebuild":
                self.take_out(row)
            self.place(row)

    def take_out(self, row: int) -> None:
        self.steps.add(self.plan[row], self.plan[row] + self.jobs.requested[row], self.jobs.processors[row])

    def place(self, row: int) -> None:
        length, size = self.jobs.requested[row], self.jobs.processors[row]
        start = self.steps.earliest(self.now, length, size)
        self.steps.add(start, start + length, -size)
        if self.plan.get(row) != start:
            self.plan[row] = start
            heappush(self.planned, (start, row))

    def start_due(self) -> None:
        while self.planned and self.planned[0][0] <= self.now:
            start, row = heappop(self.planned)
            if self.plan.get(row) == start:
                del self.plan[row]
                self.started[row] = start
                heappush(self.ends, (start + self.jobs.runtime[row], row))


def sjbf(jobs: Columns) -> list[int]:
    return Sjbf(jobs).run()


def reserving(compression: str) -> Callable[[Columns], list[int]]:
    return lambda jobs: Reserving(jobs, compression).run()


# -- the second program is right on small cases -----------------------------------------------------------------------


@pytest.mark.parametrize("family", ["inexact", "short"])
def test_the_two_twins_of_easy_sjbf_agree(family: str) -> None:
    for case in plan_cases.of(family, 300):
        assert sjbf(Columns.of(case.workload)) == by_rule(lambda case: easy_sjbf)(case)


@pytest.mark.parametrize("compression", ["start", "arrival", "rebuild", "none"])
def test_the_two_twins_of_conservative_agree(compression: str) -> None:
    for case in plan_cases.of("short", 300):
        assert reserving(compression)(Columns.of(case.workload)) == planned(compression)(case)


# -- the log ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trace(real_log: Callable[[str], Path]) -> Trace:
    log = real_log(LOG)
    return swf.read(log.read_bytes(), log.name)


@pytest.mark.slow
@pytest.mark.skipif(not strategies.COMPILED, reason="28,481 jobs take minutes where kernels are interpreted")
@pytest.mark.parametrize(
    ("key", "params", "estimates", "solve"),
    [
        ("easy_sjbf", {}, "requested", sjbf),
        ("easy_sjbf", {}, "exact", sjbf),
        ("conservative", {}, "exact", reserving("start")),
        *(
            ("conservative", {"compression": how}, "requested", reserving(how))
            for how in ("start", "arrival", "rebuild", "none")
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_every_start_of_the_log_is_that_of_the_twin(
    trace: Trace, key: str, params: dict, estimates: str, solve: Callable[[Columns], list[int]]
) -> None:
    load = workload(trace, estimates=estimates, overrun="cut")
    found, wanted = simulate(load, key, params).placed.start.tolist(), solve(Columns.of(load))
    assert len(wanted) == JOBS and min(wanted) >= 0
    assert [row for row in range(JOBS) if found[row] != wanted[row]] == []
