"""Plans that are wrong on purpose, each by one part: see queues.py.

Most are mistakes in what happens at an instant, and in which order.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.naive.conservative import Conservative, Taken, planned
from tests.naive.rigid import Job
from tests.wrong.queues import Wrong


class _Strict(Conservative):
    """A job may not end in the instant another one begins."""

    def taken(self, plan: dict[int, int]) -> Taken:
        return [(begin - 1, end, processors) for begin, end, processors in super().taken(plan)]


class _NewcomersFirst(Conservative):
    """Newcomers are placed before the holes are offered to those who wait."""

    def instant(self) -> None:
        early = self.end()
        self.arrive()
        if early:
            self.compress()
        self.start()


class _AlwaysCompress(Conservative):
    """A pass at every instant; in order of planned starts it would change nothing."""

    def instant(self) -> None:
        self.end()
        self.compress()
        self.arrive()
        self.start()


class _NoEventsOfItsOwn(Conservative):
    """A reservation is looked at when something else happens."""

    def events(self) -> list[int]:
        return self.outside() or super().events()

    def start(self) -> None:
        self.plan = {row: max(start, self.now) for row, start in self.plan.items()}
        super().start()


class _TrueEnds(Conservative):
    """Running jobs are known to end when they really do."""

    def until(self, row: int) -> int:
        return self.done.end[row]


class _LatestPlanFirst(Conservative):
    """The pass goes from the last planned to the first."""

    def turns(self) -> list[int]:
        return super().turns()[::-1]


class _FirstOnly(Conservative):
    """Only the job planned first may move."""

    def turns(self) -> list[int]:
        return super().turns()[:1]


class _StopsAtTheFirstUnmoved(Conservative):
    """The pass is over with the first job that cannot move."""

    def compress(self) -> None:
        for row in self.turns():
            before = self.plan.pop(row)
            self.promise(row, before)
            if self.plan[row] == before:
                break


class _TiesByRow(Conservative):
    """Order of rows where it has to be that of submission."""

    def turns(self) -> list[int]:
        return sorted(super().turns())


class _ReservesTheRuntime(Conservative):
    """Reservations are as long as the jobs will really run."""

    def __init__(self, jobs: Sequence[Job], *how) -> None:
        super().__init__([Job(job.submit, job.runtime, job.runtime, job.processors) for job in jobs], *how)


def _plan(rules: type[Conservative], compression: str = "start", family: str = "inexact") -> Wrong:
    return Wrong(planned(compression), planned(compression, rules), family)


PLANS = {
    "no job ends where another begins": _plan(_Strict),
    "newcomers before the pass": _plan(_NewcomersFirst),
    "newcomers before the pass in order of arrival": _plan(_NewcomersFirst, "arrival"),
    "a pass when nobody ended early": _plan(_AlwaysCompress, "arrival"),
    "reservations are no events": _plan(_NoEventsOfItsOwn, "none"),
    "reservations are no events, in order of arrival": _plan(_NoEventsOfItsOwn, "arrival"),
    "ends are known": _plan(_TrueEnds),
    "pass from last to first": _plan(_LatestPlanFirst),
    "only the first may move": _plan(_FirstOnly),
    "pass over with the first that stays": _plan(_StopsAtTheFirstUnmoved),
    "rows for arrivals": _plan(_TiesByRow, "arrival", "closed"),
    "runtimes are known": _plan(_ReservesTheRuntime),
    **{
        f"{one} is {other}": Wrong(planned(one), planned(other))
        for one, other in (("start", "arrival"), ("start", "none"), ("arrival", "rebuild"), ("start", "rebuild"))
    },
}
