"""Searches that are wrong on purpose, each by one part: see queues.py.

Most are mistakes in what a move is, in what is tabu, and in what a plan is worth.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from tests.naive.conservative import Conservative
from tests.naive.tabu import Tabu, mean, searched, splitmix64
from tests.wrong.queues import Wrong


class _NeverForgets(Tabu):
    """When all are tabu, they stay so."""

    def forget(self) -> None:
        pass


class _KeepsTabus(Tabu):
    """The list outlives the tick."""

    def at_first(self) -> list[int]:
        return self.tabu


class _AcceptsEqual(Tabu):
    """No worse is good enough."""

    def accept(self, weight: Fraction) -> bool:
        return weight >= 0


class _WaitingUsersOnly(Tabu):
    """F over the users who have jobs in the plan."""

    def known_users(self, plan: dict[int, int]) -> set[int]:
        return {self.users[row] for row in plan}


class _RequestsOfTheEnded(Tabu):
    """A completed job counts with what it asked for."""

    def time(self, row: int) -> int:
        return self.jobs[row].requested_time


class _PlacedFirst(Tabu):
    """The job is put back before the others moved: it finds its own place again."""

    def moved(self, row: int) -> dict[int, int]:
        new = super().moved(row)
        del new[row]
        return {row: self.place(row, {other: start for other, start in self.plan.items() if other != row})} | new


class _OthersStay(Tabu):
    """The jobs behind keep their places."""

    def moved(self, row: int) -> dict[int, int]:
        new = {other: start for other, start in self.plan.items() if other != row}
        return new | {row: self.place(row, new)}


class _SameDrawsEachTick(Tabu):
    """The generator begins again at every tick."""

    def search(self) -> None:
        self.draw = splitmix64(1)
        super().search()


class _OneDrawTooMany(Tabu):
    """A draw is made even where all are tabu."""

    def forget(self) -> None:
        self.draw()
        super().forget()


class _DifferencesNotRelative(Tabu):
    """Seconds and numbers without unit are added up."""

    @staticmethod
    def relative(best: Fraction, new: Fraction) -> Fraction:
        return best - new


class _WaitsUntilNow(Tabu):
    """A user's waits in F are those so far."""

    def per_area(self, user: int, plan: dict[int, int]) -> Fraction:
        return super().per_area(user, {row: min(self.now, start) for row, start in plan.items()})


class _DeviationsOnly(Tabu):
    """F from distances that are not squared."""

    def unfairness(self, plan: dict[int, int]) -> Fraction:
        each = [self.per_area(user, plan) for user in sorted(self.known_users(plan))]
        return sum((abs(mean(each) - own) for own in each), Fraction(0))


class _SearchFirst(Tabu):
    """The search comes before the ends and submissions of the instant."""

    def instant(self) -> None:
        if self.ticks():
            self.search()
        Conservative.instant(self)


class _StartsAtTheNextInstant(Tabu):
    """What the search moves to now is started when something happens next."""

    def instant(self) -> None:
        Conservative.instant(self)
        if self.ticks():
            self.search()

    def events(self) -> list[int]:
        return [instant for instant in super().events() if instant > self.now or not self.arrived]

    def start(self) -> None:
        self.plan = {row: max(start, self.now) for row, start in self.plan.items()}
        super().start()


class _RoundsUp(Tabu):
    """Half an iteration is one."""

    def budget(self) -> int:
        return ceil(Fraction(self.iterations) * len(self.queue))


class _TicksFromZero(Tabu):
    """At multiples of the period, whenever the first job came."""

    def __init__(self, *how, **named) -> None:
        super().__init__(*how, **named)
        self.first = 0


RIGHT = searched()


def _search(rules: type[Tabu], **params) -> Wrong:
    return Wrong(searched(**params) if params else RIGHT, searched(rules, **params), "searched")


SEARCHES = {
    "tabu list never cleared": _search(_NeverForgets, iterations=3),
    "tabu list outlives the tick": _search(_KeepsTabus),
    "no worse is accepted": _search(_AcceptsEqual),
    "F over the users of the plan": _search(_WaitingUsersOnly),
    "completed jobs by requested time": _search(_RequestsOfTheEnded),
    "placed before the others": _search(_PlacedFirst),
    "the others stay": _search(_OthersStay),
    "the same draws each tick": _search(_SameDrawsEachTick),
    "a draw where all are tabu": _search(_OneDrawTooMany, iterations=3),
    "differences are not relative": _search(_DifferencesNotRelative),
    "waits until now in F": _search(_WaitsUntilNow),
    "distances not squared": _search(_DeviationsOnly),
    "search first": _search(_SearchFirst),
    "nothing starts after the search": _search(_StartsAtTheNextInstant),
    "iterations rounded up": _search(_RoundsUp, iterations=0.5),
    "no search": Wrong(RIGHT, searched(iterations=0), "searched"),
    "nothing is tabu": Wrong(RIGHT, searched(tabu_length=0), "searched"),
    "longer list": Wrong(searched(tabu_length=2), searched(tabu_length=3), "searched"),
    "ticks from zero": _search(_TicksFromZero),
    "F does not count": Wrong(RIGHT, searched(weights=(1, 1, 1, 0)), "searched"),
    "bounded stretch does not count": Wrong(RIGHT, searched(weights=(0, 1, 1, 1)), "searched"),
}
