"""A plain twin of MRT: every split of the tasks on two shelves that the text allows, every way to make room, exactly.

The text settles the guess, the work of the split and where a task may lie, but neither which of several splits of equal
work is taken nor in what order room is made.  So the twin gives all plans that are right, and the program has to
give one of them.  Slow on purpose: subsets are counted out, and times are Fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple, TypeVar

FIRST, SECOND, ALONE, ON = "first shelf", "second shelf", "longer than the first shelf", "on another task"

Thing = TypeVar("Thing")
Time = Fraction | int
Plan = tuple[tuple[Time, int], ...]  # of each task, its start and its processors
Split = tuple[frozenset[int], ...]  # tasks of the first shelf, of the second shelf, and those that are small
Spot = tuple[str, int]  # where a task lies; its processors, or the task it lies on
Spots = tuple[tuple[int, Spot], ...]  # of each task that is not small
Column = tuple[Time, Time]  # of a processor, how long it works from 0 on, and how long up to the end


class Tasks(NamedTuple):
    """Tasks with their runtimes on 1, 2, ... processors: never longer on more of them, never less work."""

    runtimes: tuple[tuple[int, ...], ...]
    processors: int
    weights: tuple[int, ...]

    def some(self, rows: Sequence[int]) -> Tasks:
        return Tasks(
            tuple(self.runtimes[row] for row in rows), self.processors, tuple(self.weights[row] for row in rows)
        )

    def on(self, row: int, processors: int) -> int:
        return self.runtimes[row][processors - 1]

    def work(self, row: int, processors: int) -> int:
        return processors * self.on(row, processors)


def ends(tasks: Tasks, plan: Plan) -> list[Time]:
    return [start + tasks.on(row, processors) for row, (start, processors) in enumerate(plan)]


def subsets(things: Sequence[Thing]) -> Iterator[frozenset[Thing]]:
    for size in range(len(things) + 1):
        yield from map(frozenset, combinations(things, size))


def orders(lengths: Sequence[Time]) -> Iterator[tuple[Time, ...]]:
    """All that look different."""
    if not lengths:
        yield ()
    for length in set(lengths):
        rest = list(lengths)
        rest.remove(length)
        yield from ((length, *order) for order in orders(rest))


class TwoShelves:
    """MRT of some tasks: the guess that is accepted, and what follows from it."""

    def __init__(self, tasks: Tasks, epsilon: Time):
        self.tasks, self.epsilon = tasks, epsilon
        self.rows = range(len(tasks.runtimes))

    # -- the guess ----------------------------------------------------------------------------------------------------

    @cached_property
    def guess(self) -> Time:
        """The bound if it is accepted; else by bisection from there to the first double of it, and so on, that is."""
        low = high = self.bound()
        while not self.splits(high):
            high *= 2
        return self.between(low, high)

    def between(self, low: Time, high: Time) -> Time:
        """The least guess that is seen to be accepted, at most so much above one that is ruled out."""
        while low < high and high > (1 + self.epsilon) * low:
            middle = Fraction(low + high, 2)
            if self.splits(middle):
                high = middle
            else:
                low = middle
        return high

    def bound(self) -> Time:
        """No schedule is shorter: neither the longest task nor the least work of all."""
        tasks, widths = self.tasks, range(1, self.tasks.processors + 1)
        least = sum(min(tasks.work(row, width) for width in widths) for row in self.rows)
        return max(Fraction(least, tasks.processors), *(tasks.on(row, tasks.processors) for row in self.rows))

    def fewest(self, row: int, length: Time) -> int | None:
        """The fewest processors on which a task takes no longer; None where it always does."""
        widths = [width for width in range(1, self.tasks.processors + 1) if self.tasks.on(row, width) <= length]
        return min(widths, default=None)

    def small(self, row: int, guess: Time) -> bool:
        return 2 * self.tasks.on(row, 1) <= guess

    def splits(self, guess: Time) -> list[Split]:
        """All splits of the least work; none where the guess is rejected."""
        if any(self.fewest(row, guess) is None for row in self.rows):
            return []
        small = frozenset(row for row in self.rows if self.small(row, guess))
        large = [row for row in self.rows if row not in small]
        split = [(first, frozenset(large) - first, small) for first in subsets(large)]
        works = {one: self.work(one, guess) for one in split if self.meets(one, guess)}
        least = min(works.values(), default=None)
        if least is None or self.too_much(least, guess):
            return []
        return [one for one, work in works.items() if work == least]

    def meets(self, split: Split, guess: Time) -> bool:
        """The first shelf is no wider than the machine; no task is too long for the second, which may be too wide."""
        first, second, _ = split
        short = all(self.fewest(row, Fraction(guess, 2)) is not None for row in second)
        return short and sum(self.fewest(row, guess) or 0 for row in first) <= self.tasks.processors

    def allotment(self, split: Split, guess: Time) -> list[int]:
        """Processors of each task."""
        first, second, _ = split
        return [
            (self.fewest(row, guess) or 0)
            if row in first
            else (self.fewest(row, Fraction(guess, 2)) or 0)
            if row in second
            else 1
            for row in self.rows
        ]

    def work(self, split: Split, guess: Time) -> int:
        return sum(self.tasks.work(row, width) for row, width in enumerate(self.allotment(split, guess)))

    def too_much(self, work: int, guess: Time) -> bool:
        return work > self.tasks.processors * guess

    # -- room for the second shelf ------------------------------------------------------------------------------------

    def settled(self, split: Split) -> set[Spots]:
        """All ways in which the second shelf may come to fit, from a split."""
        first, _, small = split
        width = self.allotment(split, self.guess)
        begin = tuple((row, (FIRST if row in first else SECOND, width[row])) for row in self.rows if row not in small)
        seen, waiting, settled = {begin}, [begin], set()
        while waiting:
            spots = waiting.pop()
            if self.fits(dict(spots)):
                settled.add(spots)
                continue
            for row, spot in self.changes(dict(spots)):
                after = tuple((other, spot if other == row else where) for other, where in spots)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return settled

    def fits(self, spots: dict[int, Spot]) -> bool:
        """Nothing is above a task that is longer than the first shelf, or above one that lies on another."""
        above = self.width(spots, SECOND) + self.width(spots, ALONE) + sum(place == ON for place, _ in spots.values())
        return above <= self.tasks.processors

    def width(self, spots: dict[int, Spot], place: str) -> int:
        return sum(number for where, number in spots.values() if where == place)

    def changes(self, spots: dict[int, Spot]) -> Iterator[tuple[int, Spot]]:
        yield from self.thinner(spots)
        yield from self.piled(spots)
        yield from self.brought_down(spots)

    def free(self, spots: dict[int, Spot]) -> list[int]:
        """Tasks of the first shelf with no other one above or below them."""
        below = {number for place, number in spots.values() if place == ON}
        return [row for row, (place, _) in spots.items() if place == FIRST and row not in below]

    def short(self, row: int, width: int) -> bool:
        """At most three quarters of the first shelf."""
        return 4 * self.tasks.on(row, width) <= 3 * self.guess

    def thinner(self, spots: dict[int, Spot]) -> Iterator[tuple[int, Spot]]:
        for row in self.free(spots):
            width = spots[row][1]
            if width > 1 and self.short(row, width):
                yield row, (ALONE, width - 1)

    def piled(self, spots: dict[int, Spot]) -> Iterator[tuple[int, Spot]]:
        """Two short ones; one that is left, on any other with which it is not too long (the program's addition)."""
        free = self.free(spots)
        short = [row for row in free if spots[row][1] == 1 and self.short(row, 1)]
        for row in short:
            for below in short if len(short) > 1 else free:
                both = self.tasks.on(row, 1) + self.tasks.on(below, spots[below][1])
                if below != row and 2 * both <= 3 * self.guess:
                    yield row, (ON, below)

    def brought_down(self, spots: dict[int, Spot]) -> Iterator[tuple[int, Spot]]:
        """Tasks of the second shelf that end in time on the processors idle in the first."""
        idle = self.tasks.processors - self.width(spots, FIRST) - self.width(spots, ALONE)
        for row, (place, _) in spots.items():
            width = self.fewest(row, Fraction(3 * self.guess, 2))
            if place == SECOND and width is not None and width <= idle:
                yield row, (ALONE if self.tasks.on(row, width) > self.guess else FIRST, width)

    # -- plans --------------------------------------------------------------------------------------------------------

    @cached_property
    def plans(self) -> set[Plan]:
        settled = {spots for split in self.splits(self.guess) for spots in self.settled(split)}
        return {
            plan
            for spots in settled
            for columns in self.columns(dict(spots))
            for plan in self.filled(self.large(dict(spots)), columns)
        }

    def large(self, spots: dict[int, Spot]) -> dict[int, tuple[Time, int]]:
        """Start and processors of the tasks that are not small."""
        start: dict[str, Time] = {FIRST: Fraction(0), ALONE: Fraction(0)}
        plan = {}
        for row, (place, number) in spots.items():
            if place == SECOND:
                plan[row] = (Fraction(3 * self.guess, 2) - self.tasks.on(row, number), number)
            elif place == ON:
                plan[row] = (Fraction(self.tasks.on(number, spots[number][1])), 1)
            else:
                plan[row] = (start[place], number)
        return plan

    def columns(self, spots: dict[int, Spot]) -> set[tuple[Column, ...]]:
        """All ways to lay the second shelf above the first, as what is at both ends of each processor."""
        below: list[Time] = []  # of processors that may have something above
        full: list[Time] = []
        above = {number: row for row, (place, number) in spots.items() if place == ON}
        for row, (place, number) in spots.items():
            if place in (FIRST, ALONE):
                length = self.tasks.on(row, number)
                (below if place == FIRST else full).extend([length] * (number - (row in above)))
                full.extend([length + self.tasks.on(above[row], 1)] if row in above else [])
        below += [0] * (self.tasks.processors - len(below) - len(full))
        tops: list[Time] = [
            self.tasks.on(row, width) for row, (place, width) in spots.items() if place == SECOND for _ in range(width)
        ]
        tops += [0] * (len(below) - len(tops))
        return {
            tuple(sorted([*zip(below, order, strict=True), *((length, 0) for length in full)]))
            for order in orders(tops)
        }

    def filled(self, plan: dict[int, tuple[Time, int]], columns: Iterable[Column]) -> Iterator[Plan]:
        """The longest small task first, on a processor that works least; all of these where there are several."""
        left = [row for row in self.rows if row not in plan]
        if not left:
            yield tuple(plan[row] for row in self.rows)
            return
        row = self.next_small(left)
        columns = list(columns)
        least = min(map(sum, columns))
        for below, above in {column for column in columns if sum(column) == least}:
            others = list(columns)
            others.remove((below, above))
            yield from self.filled(
                plan | {row: (Fraction(below), 1)}, [*others, (below + self.tasks.on(row, 1), above)]
            )

    def next_small(self, left: Sequence[int]) -> int:
        return min(left, key=lambda row: (-self.tasks.on(row, 1), row))
