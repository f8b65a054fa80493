"""Shelves of equal lengths and batches that are wrong on purpose, each by one part: see shelves.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tests.topics.moldable.moldable_cases import drawn, shelves_of, submits
from tests.topics.moldable.naive.growing import Batches, Growing, Item
from tests.topics.moldable.naive.lists import EqualLengths, InBatches, listed, smallest_area
from tests.topics.moldable.naive.shelves import Plan, Tasks, Time, TwoShelves
from tests.topics.moldable.wrong.shelves import Wrong

# -- shelves of equal lengths -----------------------------------------------------------------------------------------


class _ClosedBelow(EqualLengths):
    """A runtime that is a power of two is in the class above."""

    def power(self, length: int) -> Fraction:
        return 2 * super().power(length) if super().power(length) == length else super().power(length)


class _OneClass(EqualLengths):
    """Tasks of all lengths share shelves."""

    def power(self, length: int) -> Fraction:
        return super().power(max(map(max, self.tasks.runtimes)))


class _FirstFitOnly(EqualLengths):
    def open(self, made: Sequence[tuple[Fraction, list[int]]], power: Fraction) -> list[list[int]]:
        """First fit, however tasks are ordered."""
        return [shelf for other, shelf in made if other == power]


class _NextFitOnly(EqualLengths):
    def open(self, made: Sequence[tuple[Fraction, list[int]]], power: Fraction) -> list[list[int]]:
        """Next fit, however tasks are ordered."""
        return [shelf for other, shelf in made if other == power][-1:]


class _LargestFirst(EqualLengths):
    """The largest tasks are put on shelves first."""

    def in_turn(self, row: int, widths: Sequence[int]) -> Time:
        return -super().in_turn(row, widths)


class _LowestFirst(EqualLengths):
    """The lowest shelf first, whatever stands on it."""

    def ratio(self, height: Time, shelf: Sequence[int]) -> Fraction:
        return Fraction(height)


class _HeaviestTask(EqualLengths):
    """A shelf weighs as much as the heaviest task on it."""

    def ratio(self, height: Time, shelf: Sequence[int]) -> Fraction:
        return Fraction(height, max(self.tasks.weights[row] for row in shelf))


def _smart(kind: type[EqualLengths] = EqualLengths, instead: dict | None = None, **params: str) -> Wrong:
    return Wrong(
        lambda seed: EqualLengths(drawn(seed), shelves_of(seed), **params).plans(),
        lambda seed: kind(drawn(seed), shelves_of(seed), **{**params, **(instead or {})}).plans(),
    )


# -- batches of growing length ----------------------------------------------------------------------------------------


class _AsLongAsTheBatch(Growing):
    """Whatever ends in the batch on one processor is piled up."""

    def short(self, row: int, length: Fraction) -> bool:
        return self.tasks.on(row, 1) <= length


class _NothingPiled(Growing):
    """No task is above another one."""

    def short(self, row: int, length: Fraction) -> bool:
        return False


class _LightestFirst(Growing):
    """Stacks and the list begin with what weighs least."""

    def heaviest_first(self, rows: Sequence[int]) -> list[int]:
        return sorted(rows, key=lambda row: (self.tasks.weights[row], row))


class _NextStack(Growing):
    """Only the last stack is looked at."""

    def stacks(self, short: Sequence[int], length: Fraction) -> list[Item]:
        stacks: list[list[int]] = []
        for row in self.heaviest_first(short):
            if stacks and sum(self.tasks.on(other, 1) for other in [*stacks[-1], row]) <= length:
                stacks[-1].append(row)
            else:
                stacks.append([row])
        return [Item(tuple(stack), 1) for stack in stacks]


class _MostTasks(Growing):
    """A batch takes as many tasks as it can, whatever their weights."""

    def rank(self, chosen: Sequence[Item]) -> tuple[int, int]:
        return -sum(len(item.rows) for item in chosen), super().rank(chosen)[1]


class _Widest(Growing):
    """Of equal weights, the most processors."""

    def rank(self, chosen: Sequence[Item]) -> tuple[int, int]:
        weight, width = super().rank(chosen)
        return weight, -width


class _HighestRows(Growing):
    """Of equal weights and processors, the rows that came last."""

    def lower(self, one: Sequence[Item], other: Sequence[Item]) -> bool:
        return super().lower(other, one)


class _OneEarlier(Growing):
    """There is a batch shorter than the shortest task."""

    def first(self) -> Fraction:
        return super().first() / self.alpha


class _FromTheShortest(Growing):
    """The first batch is as long as the shortest task, and the guess is none of them."""

    def first(self) -> Fraction:
        return Fraction(self.shortest())


class _ShortestAlone(Growing):
    """The shortest task is that on one processor."""

    def shortest(self) -> int:
        return min(row[0] for row in self.tasks.runtimes)


class _Jumping(Growing):
    """The next batch begins where the last task of this one ends."""

    def apart(self, batches: Batches) -> Plan:
        ended = []
        for _, batch in batches:
            lasts = [sum(self.tasks.on(row, item.width) for row in item.rows) for item in batch]
            ended.append((Fraction(max(lasts, default=0)), batch))
        return super().apart(ended)


class _AlwaysTheList(Growing):
    """The list even where it is worse than the batches as they are."""

    def least(self, plans: Sequence[Plan]) -> set[Plan]:
        return {plans[-1]}


class _Longer(Growing):
    """The list where it is better, however long it takes."""

    def no_longer(self, plans: Iterable[Plan], than: Plan) -> list[Plan]:
        return list(plans)


def _apart(kind: type[Growing]) -> Wrong:
    return Wrong(
        lambda seed: Growing(drawn(seed), shelves_of(seed)).one_after_the_other(),
        lambda seed: kind(drawn(seed), shelves_of(seed)).one_after_the_other(),
    )


def _compacted(kind: type[Growing]) -> Wrong:
    return Wrong(
        lambda seed: Growing(drawn(seed), shelves_of(seed)).compacted(),
        lambda seed: kind(drawn(seed), shelves_of(seed)).compacted(),
    )


# -- batches of whatever has come -------------------------------------------------------------------------------------


class _NotAtTheEnd(InBatches):
    """What is submitted when the machine empties waits for the next batch."""

    def comes_in_time(self, row: int, begin: Time) -> bool:
        return self.submits[row] < begin or begin == min(self.submits)


class _AsSoonAsNothingWaits(InBatches):
    """The next batch begins with the last task of this one."""

    def end(self, begin: Time, batch: Sequence[int], plan: Plan) -> Time:
        return begin + max(start for start, _ in plan)


class _OneByOne(InBatches):
    """A batch is the task that came first."""

    def comes_in_time(self, row: int, begin: Time) -> bool:
        return row == self.first

    def begin(self, left: Sequence[int], empty: Time) -> Time:
        self.first = left[0]
        return super().begin(left, empty)


class _WaitsForAll(InBatches):
    """A batch begins when everybody is there."""

    def begin(self, left: Sequence[int], empty: Time) -> Time:
        return max(empty, *self.submits)


def _on_line(kind: type[InBatches]) -> Wrong:
    def plans(seed: int, kind: type[InBatches] = InBatches) -> set[Plan]:
        tasks = drawn(seed)
        return kind(tasks, submits(seed, tasks), _by_area).plans()

    return Wrong(plans, lambda seed: plans(seed, kind))


def _by_area(tasks: Tasks) -> set[Plan]:
    return listed(tasks, TwoShelves(tasks, Fraction(1, 100)), smallest_area)


BATCHES = {
    "smart: classes closed below": _smart(_ClosedBelow),
    "smart: one class": _smart(_OneClass, heights="longest"),
    "smart: next fit by area": _smart(_NextFitOnly),
    "smart: first fit by weight": _smart(_FirstFitOnly, packing="nfiw"),
    "smart: largest first": _smart(_LargestFirst),
    "smart: by area where by weight is asked for": _smart(instead={"packing": "ffia"}, packing="nfiw"),
    "smart: lowest shelf first": _smart(_LowestFirst),
    "smart: heaviest task of a shelf": _smart(_HeaviestTask),
    "smart: height of the longest task": _smart(instead={"heights": "longest"}),
    "demt: stacks of anything": _apart(_AsLongAsTheBatch),
    "demt: no stacks": _apart(_NothingPiled),
    "demt: lightest first on stacks": _apart(_LightestFirst),
    "demt: next fit on stacks": _apart(_NextStack),
    "demt: most tasks": _apart(_MostTasks),
    "demt: most processors of equal weights": _apart(_Widest),
    "demt: highest rows of equal ones": _apart(_HighestRows),
    "demt: one batch more at the beginning": _apart(_OneEarlier),
    "demt: lengths from the shortest task": _apart(_FromTheShortest),
    "demt: shortest task on one processor": _apart(_ShortestAlone),
    "demt: next batch where the last task ends": _apart(_Jumping),
    "demt: list lightest first": _compacted(_LightestFirst),
    "demt: list though it is worse": _compacted(_AlwaysTheList),
    "demt: list though it is longer": _compacted(_Longer),
    "batch: not when the machine empties": _on_line(_NotAtTheEnd),
    "batch: while the last one runs": _on_line(_AsSoonAsNothingWaits),
    "batch: one task each": _on_line(_OneByOne),
    "batch: waits for everybody": _on_line(_WaitsForAll),
}
