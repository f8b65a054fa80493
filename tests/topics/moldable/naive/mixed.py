"""Plain twins of rigid jobs among moldable tasks and of moldable tasks around reservations, of few small tasks.

A rigid job has an infinite runtime on fewer processors than it needs, and on more the same as on those.  Where the text
leaves a choice, all plans that are right are given.  A batch between reservations that takes nothing takes no time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import isfinite
from typing import NamedTuple

from tests.topics.moldable.naive.growing import Batches, Growing, Item
from tests.topics.moldable.naive.lists import ORDERS, EqualLengths, listed
from tests.topics.moldable.naive.shelves import Plan, Tasks, Time, TwoShelves

Planner = Callable[[Tasks, TwoShelves], set[Plan]]


def needed(tasks: Tasks, row: int) -> int:
    """The fewest processors a task runs on."""
    return next(width for width in range(1, tasks.processors + 1) if isfinite(tasks.on(row, width)))


def is_rigid(tasks: Tasks, row: int) -> bool:
    """Whether more processors than it needs make it no faster."""
    return tasks.on(row, tasks.processors) == tasks.on(row, needed(tasks, row))


# -- rigid jobs among moldable tasks ----------------------------------------------------------------------------------

PLANNERS: dict[str, Planner] = {
    **{key: lambda tasks, shelves, order=order: listed(tasks, shelves, order) for key, order in ORDERS.items()},
    "smart": lambda tasks, shelves: EqualLengths(tasks, shelves).plans(),
    "demt": lambda tasks, shelves: Growing(tasks, shelves).one_after_the_other(),
}


def apart(tasks: Tasks, epsilon: Time, first: str, inside: str, order: str) -> set[Plan]:
    """One kind after the other, each by an algorithm of its own."""
    rigid = [row for row in range(len(tasks.runtimes)) if is_rigid(tasks, row)]
    moldable = [row for row in range(len(tasks.runtimes)) if row not in rigid]
    kinds = [(moldable, inside), (rigid, order)] if first == "moldable" else [(rigid, order), (moldable, inside)]
    plans: list[dict[int, tuple[Time, int]]] = [{}]
    for rows, algorithm in kinds:
        if rows:
            some = tasks.some(rows)
            parts = PLANNERS[algorithm](some, TwoShelves(some, epsilon))
            plans = [plan | behind(tasks, plan, rows, part) for plan in plans for part in parts]
    return {tuple(plan[row] for row in sorted(plan)) for plan in plans}


def behind(tasks: Tasks, plan: dict[int, tuple[Time, int]], rows: Sequence[int], part: Plan) -> dict:
    """The plan of some tasks, begun when all that is planned has ended."""
    now = max((start + tasks.on(row, width) for row, (start, width) in plan.items()), default=Fraction(0))
    return {row: (now + start, width) for row, (start, width) in zip(rows, part, strict=True)}


class FirstBatch(Growing):
    """Every rigid job in the first batch in which it fits, the heaviest first; moldable tasks on what is left."""

    def taken(self, left: Sequence[int], length: Fraction) -> Iterator[Batches]:
        if not left:
            yield []
            return
        rigid = self.rigid_ones(left, length)
        moldable = [row for row in left if not is_rigid(self.tasks, row)]
        room = self.tasks.processors - sum(item.width for item in rigid)
        for chosen in self.best(self.items(moldable, length), room):
            done = {row for item in (*rigid, *chosen) for row in item.rows}
            for rest in self.taken([row for row in left if row not in done], length * self.alpha):
                yield [(length, [*rigid, *chosen]), *rest]

    def rigid_ones(self, left: Sequence[int], length: Fraction) -> list[Item]:
        chosen: list[Item] = []
        for row in self.heaviest_first([row for row in left if is_rigid(self.tasks, row)]):
            size = needed(self.tasks, row)
            busy = sum(item.width for item in chosen)
            if self.tasks.on(row, size) <= length and busy + size <= self.tasks.processors:
                chosen.append(Item((row,), size))
        return chosen


# -- around reservations ----------------------------------------------------------------------------------------------


class Reserved(NamedTuple):
    """Processors that are not there from one instant to another."""

    processors: int
    begin: Time
    end: Time


def kept(of: Sequence[Reserved], time: Time) -> int:
    return sum(one.processors for one in of if one.begin <= time < one.end)


def around(tasks: Tasks, shelves: TwoShelves, order: str, of: Sequence[Reserved], **how) -> set[Plan]:
    """All lists around the reservations: one for each split of the least work."""
    plans = set()
    for split in shelves.splits(shelves.guess):
        widths = shelves.allotment(split, shelves.guess)
        plans.add(list_around(tasks, ORDERS[order](tasks, split, widths), widths, of, **how))
    return plans


def all_of(of: Sequence[Reserved], now: Time) -> Sequence[Reserved]:
    return of


def list_around(tasks: Tasks, order: Sequence[int], widths: Sequence[int], of: Sequence[Reserved], seen=all_of) -> Plan:
    """At 0, whenever a task ends and whenever a reservation begins or ends, what fits until its end starts."""
    start: dict[int, Time] = {}
    now: Time = Fraction(0)

    def room(time: Time) -> int:
        running = sum(widths[row] for row, begin in start.items() if begin <= time < begin + tasks.on(row, widths[row]))
        return tasks.processors - running - kept(of, time)

    while len(start) < len(order):
        for row in order:
            end = now + tasks.on(row, widths[row])
            instants = [now, *(one.begin for one in seen(of, now) if now < one.begin < end)]
            if row not in start and all(widths[row] <= room(time) for time in instants):
                start[row] = now
        over = [begin + tasks.on(row, widths[row]) for row, begin in start.items()]
        edges = [edge for one in of for edge in (one.begin, one.end)]
        now = min((time for time in (*over, *edges) if time > now), default=now)
    return tuple((start[row], widths[row]) for row in range(len(order)))


class Aligned(Growing):
    """Batches of growing length that end where reservations begin and end; one that is cut is tried again behind."""

    def __init__(self, tasks: Tasks, shelves: TwoShelves, of: Sequence[Reserved]):
        self.of = of
        super().__init__(tasks, shelves)

    def taken(self, left: Sequence[int], length: Fraction, now: Time = 0) -> Iterator[Batches]:
        if not left:
            yield []
            return
        edges = [edge for one in self.of for edge in (one.begin, one.end) if edge > now]
        cut = min([length, *(edge - now for edge in edges)])
        for batch in self.best(self.items(left, cut), self.tasks.processors - kept(self.of, now)):
            done = {row for item in batch for row in item.rows}
            then = now + cut if batch or cut < length else now
            longer = self.next_length(length, cut)
            for rest in self.taken([row for row in left if row not in done], longer, then):
                yield [(now, batch), *rest]

    def next_length(self, length: Fraction, cut: Time) -> Fraction:
        return length * self.alpha if cut == length else length

    def plans(self) -> set[Plan]:
        """The tasks of a stack one after the other, everything else from the beginning of its batch."""
        made = set()
        for batches in self.batches:
            plan = {}
            for begin, batch in batches:
                for item in batch:
                    now = Fraction(begin)
                    for row in item.rows:
                        plan[row] = (now, item.width)
                        now += self.tasks.on(row, item.width)
            made.add(tuple(plan[row] for row in self.shelves.rows))
        return made


class OnLine:
    """Whenever no task runs, all that have come are planned together around what is reserved from then on."""

    def __init__(self, tasks: Tasks, submits: Sequence[int], epsilon: Time, of: Sequence[Reserved], way: str):
        self.tasks, self.submits, self.epsilon, self.of, self.way = tasks, submits, epsilon, of, way

    def plans(self) -> set[Plan]:
        return {tuple(done[row] for row in range(len(self.submits))) for done in self.after({}, Fraction(0))}

    def after(self, done: dict[int, tuple[Time, int]], empty: Time) -> Iterator[dict[int, tuple[Time, int]]]:
        """All ways to go on from when the machine is empty."""
        left = [row for row in range(len(self.submits)) if row not in done]
        if not left:
            yield done
            return
        now = max(empty, Fraction(min(self.submits[row] for row in left)))
        rows = [row for row in left if self.submits[row] <= now]
        for plan in self.batch(self.tasks.some(rows), self.seen_from(now)):
            here = {row: (now + start, width) for row, (start, width) in zip(rows, plan, strict=True)}
            over = max(start + self.tasks.on(row, width) for row, (start, width) in here.items())
            yield from self.after(done | here, over)

    def seen_from(self, now: Time) -> list[Reserved]:
        """Reservations that are not over, with their times from then on."""
        return [Reserved(one.processors, one.begin - now, one.end - now) for one in self.of if one.end > now]

    def batch(self, some: Tasks, of: Sequence[Reserved]) -> set[Plan]:
        shelves = TwoShelves(some, self.epsilon)
        return Aligned(some, shelves, of).plans() if self.way == "aligned" else around(some, shelves, self.way, of)
