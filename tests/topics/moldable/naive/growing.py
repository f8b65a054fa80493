"""A plain twin of DEMT: batches of growing length, each with the most weight that fits side by side.

Subsets are counted out; lengths are Fractions, so that a task as long as a batch fits it exactly.  Of equal weights a
batch takes what needs fewer processors, then what has lower numbers.  Where the text does not say which of two choices
has lower numbers, both are right: 2 and 3, or 1 and 4; 1 and 3, or 2 alone; 3, or a stack of 4 with 2 on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from tests.topics.moldable.naive.lists import list_schedule
from tests.topics.moldable.naive.shelves import Plan, Tasks, Time, TwoShelves, ends, subsets


class Item(NamedTuple):
    """What a batch takes or leaves: one task, or a stack of short ones on one processor, in their order."""

    rows: tuple[int, ...]
    width: int


NUMBERS: list[Callable[[Item], int]] = [lambda item: min(item.rows), lambda item: item.rows[0]]  # a stack may have both
Batches = list[tuple[Fraction, list[Item]]]  # the length of each batch and what it takes, which may be nothing


def weighted(tasks: Tasks, plan: Plan) -> Time:
    return sum(weight * end for weight, end in zip(tasks.weights, ends(tasks, plan), strict=True))


class Growing:
    """DEMT of some tasks, with the guess of `shelves` and batches `alpha` times as long as the one before."""

    def __init__(self, tasks: Tasks, shelves: TwoShelves, alpha: Time = 2):
        self.tasks, self.shelves, self.alpha = tasks, shelves, Fraction(alpha)
        self.batches = list(self.taken(list(shelves.rows), self.first()))

    # -- batches ------------------------------------------------------------------------------------------------------

    def first(self) -> Fraction:
        """The length of the first batch: no shorter than the shortest task; the guess is among those that follow."""
        length = Fraction(self.shelves.guess)
        while length / self.alpha >= self.shortest():
            length /= self.alpha
        return length

    def shortest(self) -> int:
        return min(self.tasks.on(row, self.tasks.processors) for row in self.shelves.rows)

    def taken(self, left: Sequence[int], length: Fraction) -> Iterator[Batches]:
        if not left:
            yield []
            return
        for batch in self.best(self.items(left, length)):
            done = {row for item in batch for row in item.rows}
            for rest in self.taken([row for row in left if row not in done], length * self.alpha):
                yield [(length, batch), *rest]

    def items(self, left: Sequence[int], length: Fraction) -> list[Item]:
        short = [row for row in left if self.short(row, length)]
        wide = [(row, self.shelves.fewest(row, length)) for row in left if row not in short]
        return self.stacks(short, length) + [Item((row,), width) for row, width in wide if width is not None]

    def short(self, row: int, length: Fraction) -> bool:
        return 2 * self.tasks.on(row, 1) <= length

    def heaviest_first(self, rows: Sequence[int]) -> list[int]:
        return sorted(rows, key=lambda row: (-self.tasks.weights[row], row))

    def stacks(self, short: Sequence[int], length: Fraction) -> list[Item]:
        """The heaviest first, each on the first stack on which it ends in time."""
        stacks: list[list[int]] = []
        for row in self.heaviest_first(short):
            fitting = [one for one in stacks if sum(self.tasks.on(other, 1) for other in [*one, row]) <= length]
            if fitting:
                fitting[0].append(row)
            else:
                stacks.append([row])
        return [Item(tuple(stack), 1) for stack in stacks]

    def best(self, items: Sequence[Item], room: int | None = None) -> list[list[Item]]:
        """All choices of the most weight, of those the fewest processors, of those none with lower numbers.

        room: processors there are, where they are not all.
        """
        room = self.tasks.processors if room is None else room
        choices = [list(chosen) for chosen in subsets(items) if sum(item.width for item in chosen) <= room]
        least = min(map(self.rank, choices))
        choices = [chosen for chosen in choices if self.rank(chosen) == least]
        return [one for one in choices if not any(self.lower(other, one) for other in choices if other is not one)]

    def rank(self, chosen: Sequence[Item]) -> tuple[int, int]:
        return -sum(self.tasks.weights[row] for item in chosen for row in item.rows), sum(item.width for item in chosen)

    def lower(self, one: Sequence[Item], other: Sequence[Item]) -> bool:
        """As many items, each with a number that is no higher, by whichever of its tasks a stack is numbered."""
        pairs = [
            zip(sorted(map(number, one)), sorted(map(number, other)), strict=True)
            for number in NUMBERS
            if len(one) == len(other)
        ]
        return bool(pairs) and all(a <= b for both in pairs for a, b in both)

    # -- plans --------------------------------------------------------------------------------------------------------

    def one_after_the_other(self) -> set[Plan]:
        return {self.apart(batches) for batches in self.batches}

    def apart(self, batches: Batches) -> Plan:
        """Every batch begins when those before it are over, whether or not anything still runs."""
        plan, begin = {}, Fraction(0)
        for length, batch in batches:
            for item in batch:
                now = begin
                for row in item.rows:
                    plan[row] = (now, item.width)
                    now += self.tasks.on(row, item.width)
            begin += length
        return tuple(plan[row] for row in self.shelves.rows)

    def orders(self, batches: Batches) -> list[list[int]]:
        """The tasks of each batch, the heaviest first."""
        return [self.heaviest_first([row for item in batch for row in item.rows]) for _, batch in batches]

    def listed(self, batches: Batches, orders: Sequence[Sequence[int]]) -> Plan:
        widths = [width for _, width in self.apart(batches)]
        return list_schedule(self.tasks, [row for order in orders for row in order], widths)

    def in_line(self, batches: Batches) -> Plan:
        """In the order in which tasks start one batch after the other, none before one that comes before it."""
        apart, plan, now = self.apart(batches), dict[int, tuple[Fraction, int]](), Fraction(0)
        for row in sorted(self.shelves.rows, key=lambda row: (apart[row][0], -self.tasks.weights[row], row)):
            width = apart[row][1]
            ends = sorted(begin + self.tasks.on(other, wide) for other, (begin, wide) in plan.items())
            now = next(
                time
                for time in [now, *(end for end in ends if end > now)]
                if width + self.busy(plan, time) <= self.tasks.processors
            )
            plan[row] = (now, width)
        return tuple(plan[row] for row in self.shelves.rows)

    def busy(self, plan: Mapping[int, tuple[Fraction, int]], time: Fraction) -> int:
        return sum(wide for row, (begin, wide) in plan.items() if begin <= time < begin + self.tasks.on(row, wide))

    def no_longer(self, plans: Iterable[Plan], than: Plan) -> list[Plan]:
        return [plan for plan in plans if max(ends(self.tasks, plan)) <= max(ends(self.tasks, than))]

    def compacted(self) -> set[Plan]:
        """Batches closed up in line, or the list in their order if it is better and no longer; both where equal."""
        return {plan for batches in self.batches for plan in self.closed(batches)}

    def closed(self, batches: Batches) -> set[Plan]:
        line = self.in_line(batches)
        return self.least([line, *self.no_longer([self.listed(batches, self.orders(batches))], line)])

    def least(self, plans: Sequence[Plan]) -> set[Plan]:
        least = min(weighted(self.tasks, plan) for plan in plans)
        return {plan for plan in plans if weighted(self.tasks, plan) == least}

    def shuffled(self) -> set[Plan]:
        """Whatever compaction may come to, with orders of all kinds inside batches: better and no longer, or no change."""
        plans = self.compacted()
        for batches in self.batches:
            most = min(weighted(self.tasks, plan) for plan in self.closed(batches))
            lists = {self.listed(batches, orders) for orders in product(*map(permutations, self.orders(batches)))}
            plans |= {
                plan for plan in self.no_longer(lists, self.in_line(batches)) if weighted(self.tasks, plan) < most
            }
        return plans
