"""Plain twins of batches by deadlines (section 5.4) and of DEMT for tasks that come over time.

Written from the paper and from rules in words, before the program and without sight of it: every choice of tasks and
shelves is counted out, times and units of work are Fractions, and the plan of a batch is any that the twin of MRT has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import floor
from typing import NamedTuple

from tests.topics.moldable.naive.growing import Growing
from tests.topics.moldable.naive.shelves import Plan, Tasks, Time, TwoShelves, ends

LEFT, SECOND, FIRST = 0, 1, 2  # a small task counts as one of the second shelf: it takes no room on the first
Done = dict[int, tuple[Time, int]]


class Way(NamedTuple):
    """Where each candidate goes, and what that comes to."""

    places: tuple[int, ...]
    weight: int
    units: int
    width: int


class ByDeadlines:
    """Batches with the deadlines d, alpha d, alpha^2 d, ..: each takes the most weight that can be done by its own."""

    def __init__(
        self,
        tasks: Tasks,
        submits: Sequence[int],
        epsilon: Time,
        rounding: Time,
        alpha: Time = 2,
        on_line: bool = False,
    ):
        self.tasks, self.epsilon, self.rounding, self.alpha = tasks, epsilon, Fraction(rounding), Fraction(alpha)
        self.on_line, self.origin = on_line, min(submits)
        self.come = [submit - self.origin for submit in submits]

    def plans(self) -> set[Plan]:
        everybody = range(len(self.come))
        return {
            tuple((self.origin + done[row][0], done[row][1]) for row in everybody)
            for done in self.after({}, self.first(), Fraction(0))
        }

    # -- deadlines ----------------------------------------------------------------------------------------------------

    def shortest(self, row: int) -> int:
        return self.tasks.on(row, self.tasks.processors)

    def first(self) -> Fraction:
        """The first deadline by which anything could be done; d, of those there at the beginning, is one of them."""
        there = [self.shortest(row) for row, come in enumerate(self.come) if come == 0]
        deadline = Fraction(min(there))
        while any(self.ready(row, deadline / self.alpha) for row in range(len(self.come))):
            deadline /= self.alpha
        return deadline

    def ready(self, row: int, deadline: Fraction) -> bool:
        """Whether a task has come by then, and could be done in that time."""
        return self.shortest(row) <= deadline and (not self.on_line or self.come[row] <= deadline)

    def after(self, done: Done, deadline: Fraction, empty: Fraction) -> Iterator[Done]:
        if len(done) == len(self.come):
            yield done
            return
        rows = [row for row in range(len(self.come)) if row not in done and self.ready(row, deadline)]
        batch = self.taken(rows, deadline) if rows else []
        if not batch:
            yield from self.after(done, deadline * self.alpha, empty)
            return
        begin = max(empty, deadline) if self.on_line else empty
        some = self.tasks.some(batch)
        for plan in TwoShelves(some, self.epsilon).plans:
            here = {row: (begin + start, width) for row, (start, width) in zip(batch, plan, strict=True)}
            yield from self.after(done | here, deadline * self.alpha, begin + max(ends(some, plan)))

    # -- what a batch takes -------------------------------------------------------------------------------------------

    def taken(self, rows: Sequence[int], deadline: Fraction) -> list[int]:
        """The most weight; of that the fewest units of work; with these the narrowest first shelf.

        Of what is left the way that leaves out the highest row, else has it on the second shelf, and so on downwards.
        """
        ways = [way for way in self.ways(rows, deadline) if self.fits(way, len(rows))]
        weight = max(way.weight for way in ways)
        ways = [way for way in ways if way.weight == weight]
        units = min(way.units for way in ways)
        ways = [way for way in ways if way.units <= units]
        width = min(way.width for way in ways)
        best = min((way for way in ways if way.width <= width), key=lambda way: way.places[::-1])
        return [row for row, place in zip(rows, best.places, strict=True) if place != LEFT]

    def fits(self, way: Way, many: int) -> bool:
        return way.width <= self.tasks.processors and way.units <= floor(many / self.rounding)

    def ways(self, rows: Sequence[int], deadline: Fraction) -> Iterator[Way]:
        unit = self.rounding * self.tasks.processors * deadline / len(rows)
        for chosen in product(*(self.places(row, deadline) for row in rows)):
            weights = (
                self.tasks.weights[row] for row, (place, _, _) in zip(rows, chosen, strict=True) if place != LEFT
            )
            yield Way(
                tuple(place for place, _, _ in chosen),
                sum(weights),
                sum(floor(work / unit) for _, _, work in chosen),
                sum(width for _, width, _ in chosen),
            )

    def places(self, row: int, deadline: Fraction) -> list[tuple[int, int, int]]:
        """(where, processors of the first shelf, work) that a task may have."""
        places = [(LEFT, 0, 0)]
        if 2 * self.tasks.on(row, 1) <= deadline:
            return [*places, (SECOND, 0, self.tasks.work(row, 1))]
        for place, length in ((SECOND, deadline / 2), (FIRST, deadline)):
            width = next((q for q in range(1, self.tasks.processors + 1) if self.tasks.on(row, q) <= length), None)
            if width is not None:
                places.append((place, width if place == FIRST else 0, self.tasks.work(row, width)))
        return places


class GrowingOnLine:
    """DEMT whose batches choose among all tasks that have come by their beginning.

    Lengths are those of DEMT for the tasks that are there when nothing is left over, and go on growing while some are.
    A batch for which every task that is there is too long takes no time.
    """

    def __init__(self, tasks: Tasks, submits: Sequence[int], epsilon: Time, alpha: Time = 2, closed: bool = True):
        self.tasks, self.submits, self.epsilon, self.alpha, self.closed = tasks, submits, epsilon, alpha, closed

    def plans(self) -> set[Plan]:
        return {tuple(done[row] for row in range(len(self.submits))) for done in self.rounds({}, Fraction(0))}

    def left(self, done: Done) -> list[int]:
        return [row for row in range(len(self.submits)) if row not in done]

    def rounds(self, done: Done, empty: Fraction) -> Iterator[Done]:
        """When all that had come has been done."""
        if not self.left(done):
            yield done
            return
        begin = max(empty, Fraction(min(self.submits[row] for row in self.left(done))))
        there = [row for row in self.left(done) if self.submits[row] <= begin]
        yield from self.batches(done, begin, self.growing(there).first())

    def growing(self, rows: Sequence[int]) -> Growing:
        """DEMT of these tasks, without its batches."""
        some = self.tasks.some(rows)
        growing = Growing.__new__(Growing)
        growing.tasks, growing.shelves, growing.alpha = some, TwoShelves(some, self.epsilon), Fraction(self.alpha)
        return growing

    def batches(self, done: Done, begin: Fraction, length: Fraction) -> Iterator[Done]:
        there = [row for row in self.left(done) if self.submits[row] <= begin]
        if not there:
            yield from self.rounds(done, begin)
            return
        growing = self.growing(there)
        for batch in growing.best(growing.items(range(len(there)), length)):
            here, over = dict[int, tuple[Time, int]](), begin
            for item in batch:
                now = begin
                for at in item.rows:
                    here[there[at]] = (now, item.width)
                    now += growing.tasks.on(at, item.width)
                over = max(over, now)
            after = begin if not batch else over if self.closed else begin + length
            yield from self.batches(done | here, after, length * Fraction(self.alpha))
