"""A plain twin of DEMT: batches of growing length, each with the most weight that fits side by side.

Subsets are counted out; lengths are Fractions, so that a task as long as a batch fits it exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from tests.naive_lists import list_schedule
from tests.naive_shelves import Plan, Tasks, Time, TwoShelves, ends, subsets


class Item(NamedTuple):
    """What a batch takes or leaves: one task, or a stack of short ones on one processor, in their order."""

    rows: tuple[int, ...]
    width: int


def weighted(tasks: Tasks, plan: Plan) -> Time:
    return sum(weight * end for weight, end in zip(tasks.weights, ends(tasks, plan), strict=True))


class Growing:
    """DEMT of some tasks, with the guess of `shelves` and batches `alpha` times as long as the one before."""

    def __init__(self, tasks: Tasks, shelves: TwoShelves, alpha: Time = 2):
        self.tasks, self.shelves, self.alpha = tasks, shelves, Fraction(alpha)
        self.batches = self.taken()

    # -- batches ------------------------------------------------------------------------------------------------------

    def lengths(self) -> Iterator[Fraction]:
        """From the first that is as long as the shortest task on; the guess is one of them."""
        length = Fraction(self.shelves.guess)
        while length / self.alpha >= self.shortest():
            length /= self.alpha
        while True:
            yield length
            length *= self.alpha

    def shortest(self) -> int:
        return min(self.tasks.on(row, self.tasks.processors) for row in self.shelves.rows)

    def taken(self) -> list[tuple[Fraction, list[Item]]]:
        """The length of each batch and what it takes, which may be nothing."""
        left, made = set(self.shelves.rows), []
        for length in self.lengths():
            if not left:
                break
            batch = self.best(self.items(sorted(left), length))
            made.append((length, batch))
            left -= {row for item in batch for row in item.rows}
        return made

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
            stack = next((one for one in stacks if sum(self.tasks.on(other, 1) for other in [*one, row]) <= length), None)
            if stack is None:
                stacks.append([row])
            else:
                stack.append(row)
        return [Item(tuple(stack), 1) for stack in stacks]

    def best(self, items: Sequence[Item]) -> list[Item]:
        """The most weight; of that the fewest processors, then the lower rows."""
        items = sorted(items, key=lambda item: min(item.rows))
        choices = [sorted(chosen) for chosen in subsets(range(len(items)))
                   if sum(items[i].width for i in chosen) <= self.tasks.processors]
        return [items[i] for i in min(choices, key=lambda chosen: self.rank([items[i] for i in chosen]))]

    def rank(self, chosen: Sequence[Item]) -> tuple:
        weight = sum(self.tasks.weights[row] for item in chosen for row in item.rows)
        return -weight, sum(item.width for item in chosen), [min(item.rows) for item in chosen]

    # -- plans --------------------------------------------------------------------------------------------------------

    def one_after_the_other(self) -> Plan:
        """Every batch begins when those before it are over, whether or not anything still runs."""
        plan, begin = {}, Fraction(0)
        for length, batch in self.batches:
            for item in batch:
                now = begin
                for row in item.rows:
                    plan[row] = (now, item.width)
                    now += self.tasks.on(row, item.width)
            begin += length
        return tuple(plan[row] for row in self.shelves.rows)

    def widths(self) -> list[int]:
        return [width for _, width in self.one_after_the_other()]

    def in_batches(self) -> list[list[int]]:
        """The tasks of each batch, the heaviest first."""
        return [self.heaviest_first([row for item in batch for row in item.rows]) for _, batch in self.batches]

    def compacted(self) -> set[Plan]:
        """The list in the order of batches, or the batches as they are where that is better; both where equal."""
        order = [row for batch in self.in_batches() for row in batch]
        return self.least([self.one_after_the_other(), list_schedule(self.tasks, order, self.widths())])

    def least(self, plans: Sequence[Plan]) -> set[Plan]:
        least = min(weighted(self.tasks, plan) for plan in plans)
        return {plan for plan in plans if weighted(self.tasks, plan) == least}

    def shuffled(self) -> set[Plan]:
        """Whatever compaction may come to, with orders of all kinds inside batches."""
        orders = product(*map(permutations, self.in_batches()))
        lists = [list_schedule(self.tasks, [row for batch in order for row in batch], self.widths()) for order in orders]
        most = weighted(self.tasks, next(iter(self.compacted())))
        return self.compacted() | {plan for plan in lists if weighted(self.tasks, plan) < most}
