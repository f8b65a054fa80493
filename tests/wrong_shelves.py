"""Rules for moldable tasks that are wrong on purpose, each by one part; the cases have to tell them from the right ones.

Where several plans are right, a wrong rule is told by a plan that is none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
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
from tests.naive_shelves import ALONE, FIRST, Plan, Split, Spot, Tasks, Time, TwoShelves

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


def _tasks(seed: int) -> Tasks:
    return moldable_cases.drawn(seed)


def _shelves(seed: int, kind: type[TwoShelves] = TwoShelves) -> TwoShelves:
    return kind(moldable_cases.drawn(seed), EPSILON)


def _two(kind: type[TwoShelves]) -> Wrong:
    return Wrong(lambda seed: _shelves(seed).plans(), lambda seed: _shelves(seed, kind).plans())


# -- lists ------------------------------------------------------------------------------------------------------------


def _in_order(tasks: Tasks, order: Sequence[int], widths: Sequence[int]) -> Plan:
    """Nobody passes the first that does not fit."""
    start: dict[int, Time] = {}
    for place, row in enumerate(order):
        rest = list_schedule(tasks.some(order[:place + 1]), range(place + 1), [widths[one] for one in order[:place + 1]])
        start[row] = max([rest[-1][0], *start.values()])
    return tuple((start[row], widths[row]) for row in range(len(order)))


def _last_of_equal(tasks: Tasks, split: Split, widths: Sequence[int]) -> list[int]:
    return sorted(range(len(widths)), key=lambda row: (tasks.work(row, widths[row]), -row))


def _listed(key: str, order: Order | None = None, kind: type[TwoShelves] = TwoShelves) -> Wrong:
    return Wrong(lambda seed: listed(_tasks(seed), _shelves(seed), ORDERS[key]),
                 lambda seed: listed(_tasks(seed), _shelves(seed, kind), order or ORDERS[key]))


def _not_passing(seed: int) -> set[Plan]:
    shelves = _shelves(seed)
    plans = set()
    for split in shelves.splits(shelves.guess):
        widths = shelves.allotment(split, shelves.guess)
        plans.add(_in_order(shelves.tasks, smallest_area(shelves.tasks, split, widths), widths))
    return plans


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
    return Wrong(lambda seed: EqualLengths(_tasks(seed), _shelves(seed), **params).plans(),
                 lambda seed: kind(_tasks(seed), _shelves(seed), **{**params, **(instead or {})}).plans())


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

    def rank(self, chosen: Sequence[Item]) -> tuple:
        return -sum(len(item.rows) for item in chosen), *super().rank(chosen)


class _Widest(Growing):
    """Of equal weights, the most processors."""

    def rank(self, chosen: Sequence[Item]) -> tuple:
        weight, width, rows = super().rank(chosen)
        return weight, -width, rows


class _HighestRows(Growing):
    """Of equal weights and processors, the rows that came last."""

    def rank(self, chosen: Sequence[Item]) -> tuple:
        weight, width, rows = super().rank(chosen)
        return weight, width, [-row for row in rows]


class _OneEarlier(Growing):
    """There is a batch shorter than the shortest task."""

    def lengths(self) -> Iterator[Fraction]:
        lengths = super().lengths()
        first = next(lengths)
        yield from (first / self.alpha, first)
        yield from lengths


class _FromTheShortest(Growing):
    """The first batch is as long as the shortest task, and the guess is none of them."""

    def lengths(self) -> Iterator[Fraction]:
        length = Fraction(self.shortest())
        while True:
            yield length
            length *= self.alpha


class _ShortestAlone(Growing):
    """The shortest task is that on one processor."""

    def shortest(self) -> int:
        return min(row[0] for row in self.tasks.runtimes)


class _Jumping(Growing):
    """The next batch begins where the last task of this one ends."""

    def one_after_the_other(self) -> Plan:
        plan, begin = {}, Fraction(0)
        for _, batch in self.batches:
            last = begin
            for item in batch:
                now = begin
                for row in item.rows:
                    plan[row] = (now, item.width)
                    now += self.tasks.on(row, item.width)
                last = max(last, now)
            begin = last
        return tuple(plan[row] for row in self.shelves.rows)


class _AlwaysTheList(Growing):
    """The list even where it is worse than the batches as they are."""

    def least(self, plans: Sequence[Plan]) -> set[Plan]:
        return {plans[-1]}


def _apart(kind: type[Growing]) -> Wrong:
    return Wrong(lambda seed: {Growing(_tasks(seed), _shelves(seed)).one_after_the_other()},
                 lambda seed: {kind(_tasks(seed), _shelves(seed)).one_after_the_other()})


def _compacted(kind: type[Growing]) -> Wrong:
    return Wrong(lambda seed: Growing(_tasks(seed), _shelves(seed)).compacted(),
                 lambda seed: kind(_tasks(seed), _shelves(seed)).compacted())


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
        tasks = _tasks(seed)
        return kind(tasks, moldable_cases.submits(seed, tasks), _by_area).plans()
    return Wrong(plans, lambda seed: plans(seed, kind))


def _by_area(tasks: Tasks) -> set[Plan]:
    return listed(tasks, TwoShelves(tasks, EPSILON), smallest_area)


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
        "shelf_order", lambda tasks, split, widths: first_shelf_first(tasks, (split[1], split[0], split[2]), widths)),
    "shelf_order: small tasks first": _listed(
        "shelf_order", lambda tasks, split, widths: first_shelf_first(tasks, (split[2], *split[:2]), widths)),
    "shelf_order: in order of submission": _listed(
        "shelf_order", lambda tasks, split, widths: range(len(widths))),
    "lptf: largest runtime first": _listed(
        "lptf", lambda tasks, split, widths: sorted(range(len(widths)), key=lambda row: -tasks.on(row, widths[row]))),
    "lptf: runtime on one processor": _listed(
        "lptf", lambda tasks, split, widths: ORDERS["lptf"](tasks, split, [1] * len(widths))),
    "lptf: lightest for its runtime first": _listed(
        "lptf", lambda tasks, split, widths: ORDERS["lptf"](tasks, split, widths)[::-1]),
    "saf: largest area first": _listed(
        "saf_moldable", lambda tasks, split, widths: smallest_area(tasks, split, widths)[::-1]),
    "saf: shortest first": _listed(
        "saf_moldable", lambda tasks, split, widths: sorted(range(len(widths)), key=lambda row: tasks.on(row, widths[row]))),
    "saf: area by weight": _listed(
        "saf_moldable", lambda tasks, split, widths: sorted(
            range(len(widths)), key=lambda row: Fraction(tasks.work(row, widths[row]), tasks.weights[row]))),
    "saf: last of equal areas": _listed("saf_moldable", _last_of_equal),
    "saf: nobody passes": Wrong(lambda seed: listed(_tasks(seed), _shelves(seed), smallest_area), _not_passing),
    "saf: one width on both shelves": _listed("saf_moldable", kind=_OneWidth),
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
    "batch: not when the machine empties": _on_line(_NotAtTheEnd),
    "batch: while the last one runs": _on_line(_AsSoonAsNothingWaits),
    "batch: one task each": _on_line(_OneByOne),
    "batch: waits for everybody": _on_line(_WaitsForAll),
}
