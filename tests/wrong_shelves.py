"""Rules for moldable tasks that are wrong on purpose, each by one part; the cases have to tell them from the right ones.

Where several plans are right, a wrong rule is told by a plan that is none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import NamedTuple

from tests import moldable_cases
from tests.naive_growing import Growing, Item
from tests.naive_lists import (
    ORDERS,
    EqualLengths,
    InBatches,
    Order,
    first_shelf_first,
    list_schedule,
    listed,
    smallest_area,
)
from tests.naive_shelves import ALONE, SECOND, Plan, Split, Spot, Tasks, Time, TwoShelves

EPSILON = Fraction(1, 100)

Plans = Callable[[int], set[Plan]]      # of a case, by its number


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


class _Greedy(TwoShelves):
    """The first shelf takes as many tasks as it has room for, whatever the work."""

    def splits(self, guess: Time) -> list[Split]:
        right = super().splits(guess)
        return sorted(right, key=lambda split: -len(split[0]))[:1] if right else []


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


class _NoRoomMade(TwoShelves):
    """The second shelf fits if it is no wider than the machine, whatever is longer than the first."""

    def fits(self, spots: dict[int, Spot]) -> bool:
        return self.width(spots, SECOND) <= self.tasks.processors


class _AnyThinner(TwoShelves):
    """Long tasks get thinner, too."""

    def short(self, row: int, width: int) -> bool:
        return True


class _AllIdle(TwoShelves):
    """A task of the second shelf that comes down takes all idle processors."""

    def brought_down(self, spots: dict[int, Spot]) -> Iterator[tuple[int, Spot]]:
        idle = self.tasks.processors - self.width(spots, "first shelf") - self.width(spots, ALONE)
        yield from ((row, (place, idle)) for row, (place, _) in super().brought_down(spots))


class _ShortestSmallFirst(TwoShelves):
    def next_small(self, left: Sequence[int]) -> int:
        return min(left, key=lambda row: (self.tasks.on(row, 1), row))


class _GuessOfLongest(TwoShelves):
    """Bisection begins with the longest task alone."""

    def bound(self) -> Time:
        return max(Fraction(self.tasks.on(row, self.tasks.processors)) for row in self.rows)


def _shelves(seed: int, kind: type[TwoShelves] = TwoShelves) -> TwoShelves:
    return kind(moldable_cases.drawn(seed), EPSILON)


def _two(kind: type[TwoShelves]) -> Wrong:
    return Wrong(lambda seed: _shelves(seed).plans(), lambda seed: _shelves(seed, kind).plans())
