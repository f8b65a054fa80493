"""Plain twin of modified LPT (Lee 1991), as campaign-scheduling-2012 and ostrich-2013 name it: an order of jobs.

Times until processors are free count as jobs of that length.  LPT puts all of them on machines; each machine ends up
with one ready time, which is when the processor it stands for is free, and what else is on it runs there afterwards,
longest first.  The jobs are to start in the order of the starts this gives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction


class Machines:
    """What is on each: the length of a ready time, and rows of jobs."""

    def __init__(self, count: int, lengths: Mapping[int, int]):
        self.lengths = lengths
        self.ready: list[list[Fraction]] = [[] for _ in range(count)]
        self.rows: list[list[int]] = [[] for _ in range(count)]

    def load(self, q: int) -> Fraction:
        return sum(self.ready[q], Fraction(0)) + sum(self.lengths[row] for row in self.rows[q])

    def least(self) -> int:
        return min(range(len(self.ready)), key=lambda q: (self.load(q), q))

    def put(self, time: Fraction) -> None:
        """A ready time goes to the machine with the least load; one that has none takes it instead of a second."""
        home = self.least()
        if not self.ready[home]:
            self.ready[home].append(time)
            return
        without = [q for q in range(len(self.ready)) if not self.ready[q]]
        ways: list[tuple[int, int | None]] = [(q, None) for q in without]
        ways += [
            (q, row)
            for row in sorted((row for q in without for row in self.rows[q]), key=lambda row: (-self.lengths[row], row))
            for q in without
            if row in self.rows[q]
        ]
        q, row = min(ways, key=lambda way: self.longer(home, *way, time))  # of equals the first
        if row is not None:
            self.rows[q].remove(row)
            self.rows[home].append(row)
        self.ready[q].append(time)

    def longer(self, home: int, q: int, row: int | None, time: Fraction) -> Fraction:
        """The longer of both machines when the time goes to q, and the job from there (or none) to the other."""
        moved = 0 if row is None else self.lengths[row]
        return max(self.load(home) + moved, self.load(q) + time - moved)


def planned_starts(ready: Sequence[Fraction], lengths: Mapping[int, int]) -> dict[int, Fraction]:
    """From now on, by row; ready: of each processor, 0 where it is idle."""
    machines = Machines(len(ready), lengths)
    both: list[tuple[Fraction | int, int, int]] = [(-time, 0, 0) for time in ready if time > 0]
    for length, kind, row in sorted(both + [(-length, 1, row) for row, length in lengths.items()]):
        if kind == 0:
            machines.put(Fraction(-length))
        else:
            machines.rows[machines.least()].append(row)
    starts: dict[int, Fraction] = {}
    for times, rows in zip(machines.ready, machines.rows, strict=True):
        at = sum(times, Fraction(0))
        for row in sorted(rows, key=lambda row: (-lengths[row], row)):
            starts[row], at = at, at + lengths[row]
    return starts


def order(ready: Sequence[Fraction], lengths: Mapping[int, int]) -> list[int]:
    """Rows in the order in which they are to start; equal starts longest first."""
    starts = planned_starts(ready, lengths)
    return sorted(lengths, key=lambda row: (starts[row], -lengths[row], row))
