"""Rules for moldable tasks that are wrong on purpose, each by one part; the cases have to tell them from the right ones.

Where several plans are right, a wrong rule is told by a plan that is none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.topics.moldable.moldable_cases import drawn, shelves_of
from tests.topics.moldable.naive.lists import ORDERS, Order, first_shelf_first, list_schedule, listed, smallest_area
from tests.topics.moldable.naive.shelves import ALONE, FIRST, Plan, Split, Spot, Tasks, Time, TwoShelves

Plans = Callable[[int], set[Plan]]  # of a case, by its number


class Wrong(NamedTuple):
    """All plans by the right rule and by the wrong one."""

    right: Plans
    wrong: Plans


# -- two shelves ------------------------------------------------------------------------------------------------------


class _SmallBelowTheGuess(TwoShelves):
    """Tasks that end in time on one processor are small, not only in half of it."""

    def small(self, row: int, guess: Time) -> bool:
        return self.tasks.on(row, 1) <= guess


class _SmallStrictly(TwoShelves):
    """A task of exactly half the guess is not small."""

    def small(self, row: int, guess: Time) -> bool:
        return 2 * self.tasks.on(row, 1) < guess


class _AnyWork(TwoShelves):
    """A guess is never ruled out for the work."""

    def too_much(self, work: int, guess: Time) -> bool:
        return False


class _LessWork(TwoShelves):
    """A machine that works all the time is ruled out, too."""

    def too_much(self, work: int, guess: Time) -> bool:
        return work >= self.tasks.processors * guess


class _WithoutSmall(TwoShelves):
    """The work of small tasks is forgotten."""

    def too_much(self, work: int, guess: Time) -> bool:
        small = [self.tasks.on(row, 1) for row in self.rows if self.small(row, guess)]
        return super().too_much(work - sum(small), guess)


class _MostWork(TwoShelves):
    """Of all splits, that of the most work that is not too much."""

    def work(self, split: Split, guess: Time) -> int:
        return -super().work(split, guess)

    def too_much(self, work: int, guess: Time) -> bool:
        return super().too_much(-work, guess)


class _OneWidth(TwoShelves):
    """On the second shelf, too, a task has the processors it needs for the first."""

    def allotment(self, split: Split, guess: Time) -> list[int]:
        return super().allotment((split[0] | split[1], frozenset(), split[2]), guess)


class _AnyThinner(TwoShelves):
    """Long tasks get thinner, too."""

    def short(self, row: int, width: int) -> bool:
        return True


class _AllIdle(TwoShelves):
    """A task of the second shelf that comes down takes all idle processors."""

    def brought_down(self, spots: dict[int, Spot]) -> Iterator[tuple[int, Spot]]:
        idle = self.tasks.processors - self.width(spots, FIRST) - self.width(spots, ALONE)
        yield from ((row, (place, idle)) for row, (place, _) in super().brought_down(spots))


class _ShortestSmallFirst(TwoShelves):
    """What is left is filled with the shortest tasks first."""

    def next_small(self, left: Sequence[int]) -> int:
        return min(left, key=lambda row: (self.tasks.on(row, 1), row))


class _GuessOfLongest(TwoShelves):
    """Bisection begins with the longest task alone."""

    def bound(self) -> Time:
        return max(Fraction(self.tasks.on(row, self.tasks.processors)) for row in self.rows)


def _two(kind: type[TwoShelves]) -> Wrong:
    return Wrong(lambda seed: shelves_of(seed).plans, lambda seed: shelves_of(seed, kind).plans)


# -- lists ------------------------------------------------------------------------------------------------------------


def _in_order(tasks: Tasks, order: Sequence[int], widths: Sequence[int]) -> Plan:
    """Nobody passes the first that does not fit."""
    start: dict[int, Time] = {}
    for place, row in enumerate(order):
        rest = list_schedule(
            tasks.some(order[: place + 1]), range(place + 1), [widths[one] for one in order[: place + 1]]
        )
        start[row] = max([rest[-1][0], *start.values()])
    return tuple((start[row], widths[row]) for row in range(len(order)))


def _last_of_equal(tasks: Tasks, split: Split, widths: Sequence[int]) -> list[int]:
    return sorted(range(len(widths)), key=lambda row: (tasks.work(row, widths[row]), -row))


def _listed(key: str, order: Order | None = None, kind: type[TwoShelves] = TwoShelves) -> Wrong:
    return Wrong(
        lambda seed: listed(drawn(seed), shelves_of(seed), ORDERS[key]),
        lambda seed: listed(drawn(seed), shelves_of(seed, kind), order or ORDERS[key]),
    )


def _not_passing(seed: int) -> set[Plan]:
    shelves = shelves_of(seed)
    plans = set()
    for split in shelves.splits(shelves.guess):
        widths = shelves.allotment(split, shelves.guess)
        plans.add(_in_order(shelves.tasks, smallest_area(shelves.tasks, split, widths), widths))
    return plans


SHELVES = {
    "mrt: small below the guess": _two(_SmallBelowTheGuess),
    "mrt: small strictly": _two(_SmallStrictly),
    "mrt: any work": _two(_AnyWork),
    "mrt: less work than the machine does": _two(_LessWork),
    "mrt: work of small tasks forgotten": _two(_WithoutSmall),
    "mrt: most work": _two(_MostWork),
    "mrt: long tasks get thinner": _two(_AnyThinner),
    "mrt: all idle processors": _two(_AllIdle),
    "mrt: shortest small task first": _two(_ShortestSmallFirst),
    "mrt: bisection from the longest task": _two(_GuessOfLongest),
    "shelf_order: the second shelf first": _listed(
        "shelf_order", lambda tasks, split, widths: first_shelf_first(tasks, (split[1], split[0], split[2]), widths)
    ),
    "shelf_order: small tasks first": _listed(
        "shelf_order", lambda tasks, split, widths: first_shelf_first(tasks, (split[2], *split[:2]), widths)
    ),
    "shelf_order: in order of submission": _listed("shelf_order", lambda tasks, split, widths: range(len(widths))),
    "lptf: largest runtime first": _listed(
        "lptf", lambda tasks, split, widths: sorted(range(len(widths)), key=lambda row: -tasks.on(row, widths[row]))
    ),
    "lptf: runtime on one processor": _listed(
        "lptf", lambda tasks, split, widths: ORDERS["lptf"](tasks, split, [1] * len(widths))
    ),
    "lptf: lightest for its runtime first": _listed(
        "lptf", lambda tasks, split, widths: ORDERS["lptf"](tasks, split, widths)[::-1]
    ),
    "saf: largest area first": _listed(
        "saf_moldable", lambda tasks, split, widths: smallest_area(tasks, split, widths)[::-1]
    ),
    "saf: shortest first": _listed(
        "saf_moldable",
        lambda tasks, split, widths: sorted(range(len(widths)), key=lambda row: tasks.on(row, widths[row])),
    ),
    "saf: area by weight": _listed(
        "saf_moldable",
        lambda tasks, split, widths: sorted(
            range(len(widths)), key=lambda row: Fraction(tasks.work(row, widths[row]), tasks.weights[row])
        ),
    ),
    "saf: last of equal areas": _listed("saf_moldable", _last_of_equal),
    "saf: nobody passes": Wrong(lambda seed: listed(drawn(seed), shelves_of(seed), smallest_area), _not_passing),
    "saf: one width on both shelves": _listed("saf_moldable", kind=_OneWidth),
}
