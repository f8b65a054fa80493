"""Plain twins of lists on MRT's allotment, of shelves of equal lengths, and of batches of whatever has come.

Allotments are those of shelves.py, for all splits of the least work; of shelves with equal ratios, all orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, permutations, product

from tests.topics.moldable.naive.shelves import Plan, Split, Tasks, Time, TwoShelves, ends


def list_schedule(tasks: Tasks, order: Sequence[int], widths: Sequence[int]) -> Plan:
    """At 0 and whenever a task ends, whatever fits starts, in the order of the list."""
    start: dict[int, Time] = {}
    now: Time = Fraction(0)
    while len(start) < len(order):
        for row in order:
            running = sum(widths[other] for other in start if start[other] + tasks.on(other, widths[other]) > now)
            if row not in start and running + widths[row] <= tasks.processors:
                start[row] = now
        later = [begin + tasks.on(row, widths[row]) for row, begin in start.items()]
        now = min((end for end in later if end > now), default=now)
    return tuple((start[row], widths[row]) for row in range(len(order)))


# -- lists on MRT's allotment -----------------------------------------------------------------------------------------

Order = Callable[[Tasks, Split, Sequence[int]], Sequence[int]]


def first_shelf_first(tasks: Tasks, split: Split, widths: Sequence[int]) -> list[int]:
    return [row for part in split for row in sorted(part)]


def heavy_for_its_runtime(tasks: Tasks, split: Split, widths: Sequence[int]) -> list[int]:
    return sorted(range(len(widths)), key=lambda row: -Fraction(tasks.weights[row], tasks.on(row, widths[row])))


def smallest_area(tasks: Tasks, split: Split, widths: Sequence[int]) -> list[int]:
    return sorted(range(len(widths)), key=lambda row: tasks.work(row, widths[row]))


ORDERS: dict[str, Order] = {
    "shelf_order": first_shelf_first,
    "lptf": heavy_for_its_runtime,
    "saf_moldable": smallest_area,
}


def listed(tasks: Tasks, shelves: TwoShelves, order: Order) -> set[Plan]:
    """All list schedules: one for each split of the least work."""
    plans = set()
    for split in shelves.splits(shelves.guess):
        widths = shelves.allotment(split, shelves.guess)
        plans.add(list_schedule(tasks, order(tasks, split, widths), widths))
    return plans


# -- shelves of equal lengths -----------------------------------------------------------------------------------------


class EqualLengths:
    """SMART: classes of tasks by the power of two that is not below their runtime, each class on shelves of its own."""

    def __init__(self, tasks: Tasks, shelves: TwoShelves, packing: str = "ffia", heights: str = "powers"):
        self.tasks, self.shelves, self.packing, self.heights = tasks, shelves, packing, heights

    def plans(self) -> set[Plan]:
        shelves = self.shelves
        allotments = {tuple(shelves.allotment(split, shelves.guess)) for split in shelves.splits(shelves.guess)}
        return {plan for widths in allotments for plan in self.stacked(widths)}

    def power(self, length: int) -> Fraction:
        """The least power of two that is not below; classes are open below and closed above."""
        power = Fraction(1)
        while power < length:
            power *= 2
        while power / 2 >= length:
            power /= 2
        return power

    def in_turn(self, row: int, widths: Sequence[int]) -> Time:
        """By what the tasks of a class are put on shelves, the smallest first, of equal ones the lower row."""
        if self.packing == "nfiw":
            return Fraction(widths[row], self.tasks.weights[row])
        return self.tasks.work(row, widths[row])

    def packed(self, widths: Sequence[int]) -> list[tuple[Fraction, list[int]]]:
        """All shelves: the power of two of the class and the tasks."""
        made: list[tuple[Fraction, list[int]]] = []
        rows = sorted(range(len(widths)), key=lambda row: self.in_turn(row, widths))
        for row in rows:
            power = self.power(self.tasks.on(row, widths[row]))
            shelf = next(
                (
                    shelf
                    for shelf in self.open(made, power)
                    if sum(widths[other] for other in [*shelf, row]) <= self.tasks.processors
                ),
                None,
            )
            if shelf is None:
                made.append((power, [row]))
            else:
                shelf.append(row)
        return made

    def open(self, made: Sequence[tuple[Fraction, list[int]]], power: Fraction) -> list[list[int]]:
        """Shelves that may take one more: the last of the class with next fit, all of them in turn with first fit."""
        shelves = [shelf for other, shelf in made if other == power]
        return shelves[-1:] if self.packing == "nfiw" else shelves

    def height(self, power: Fraction, shelf: Sequence[int], widths: Sequence[int]) -> Time:
        return power if self.heights == "powers" else max(self.tasks.on(row, widths[row]) for row in shelf)

    def ratio(self, height: Time, shelf: Sequence[int]) -> Fraction:
        return Fraction(height, sum(self.tasks.weights[row] for row in shelf))

    def stacked(self, widths: Sequence[int]) -> Iterator[Plan]:
        """The least height for its weight first; shelves of equal ratios in all orders."""
        shelves = [(self.height(power, shelf, widths), shelf) for power, shelf in self.packed(widths)]
        shelves.sort(key=lambda one: self.ratio(*one))
        groups = [list(group) for _, group in groupby(shelves, key=lambda one: self.ratio(*one))]
        for orders in product(*map(permutations, groups)):
            start, now = {}, Fraction(0)
            for height, shelf in (one for order in orders for one in order):
                start.update(dict.fromkeys(shelf, now))
                now += height
            yield tuple((start[row], widths[row]) for row in range(len(widths)))


# -- batches of whatever has come -------------------------------------------------------------------------------------

Inside = Callable[[Tasks], set[Plan]]


class InBatches:
    """Whenever the machine is empty, all tasks submitted so far are planned together."""

    def __init__(self, tasks: Tasks, submits: Sequence[int], inside: Inside):
        self.tasks, self.submits, self.inside = tasks, submits, inside

    def plans(self) -> set[Plan]:
        return {tuple(done[row] for row in range(len(self.submits))) for done in self.after({}, Fraction(0))}

    def after(self, done: dict[int, tuple[Time, int]], empty: Time) -> Iterator[dict[int, tuple[Time, int]]]:
        left = [row for row in range(len(self.submits)) if row not in done]
        if not left:
            yield done
            return
        begin = self.begin(left, empty)
        batch = [row for row in left if self.comes_in_time(row, begin)]
        for plan in self.inside(self.tasks.some(batch)):
            here = {row: (begin + start, width) for row, (start, width) in zip(batch, plan, strict=True)}
            yield from self.after(done | here, self.end(begin, batch, plan))

    def begin(self, left: Sequence[int], empty: Time) -> Time:
        return max(empty, min(self.submits[row] for row in left))

    def comes_in_time(self, row: int, begin: Time) -> bool:
        return self.submits[row] <= begin

    def end(self, begin: Time, batch: Sequence[int], plan: Plan) -> Time:
        return begin + max(ends(self.tasks.some(batch), plan))
