"""The pass of a scheduler played again from the rows of its log: what was free, who waited and who ran at each of them.

Plain lists and dictionaries, and nothing of the kernels: jobs arrive, start and end in the order of the rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.why.reader import Row, Told, Wrong

STARTS = ("start", "backfill")
WAITS = ("skip", "reserve")


@dataclass
class Machine:
    """The machine right before a row of the log."""

    told: Told
    free: int
    now: float = 0.0
    waiting: list[int] = field(default_factory=list)  # in the order of submission
    due: dict[int, float] = field(default_factory=dict)  # of each job that runs: its end by the time it asks for
    begun: list[Row] = field(default_factory=list)  # starts of this pass: since the last arrival or end
    arrived: list[int] = field(default_factory=list)  # those who came since the last end
    early: bool = False  # whether a job has ended before its time was over since the pass before this one
    came: dict[int, int] = field(default_factory=dict)  # place of a job in the order of submission
    ended: list[int] = field(default_factory=list)
    reserved: dict[int, Row] = field(default_factory=dict)  # the last reservation of a job, by the first of each
    refused: dict[int, Row] = field(default_factory=dict)  # the last refusal of each job

    def take(self, row: Row) -> None:
        """What a row does."""
        self.now = row.time
        if row.kind == "arrive":
            self.waiting.append(row.job)
            self.came[row.job] = len(self.came)
            self.arrived, self.begun = [*(self.arrived if not self.begun else []), row.job], []
        elif row.kind == "end":
            self.free += self.told.needed[row.job]
            self.early |= self.due.pop(row.job) > row.time
            self.ended.append(row.job)
            self.arrived, self.begun = [], []
        elif row.kind in STARTS:
            self.free -= self.told.needed[row.job]
            self.waiting.remove(row.job)
            self.due[row.job] = row.time + self.told.requested[row.job]
            self.begun.append(row)
        elif row.kind in WAITS:
            (self.reserved if row.kind == "reserve" else self.refused)[row.job] = row

    def fits(self, job: int) -> bool:
        return self.told.needed[job] <= self.free

    def promise(self, job: int, lent: tuple[int, ...] = ()) -> tuple[float, int]:
        """(when there is room for a job by the times that those who run ask for, processors left over then).

        lent: who of them is not counted to end before that.
        """
        for time in sorted({self.now, *self.due.values()}):
            over = [other for other, end in self.due.items() if end <= time]
            free = self.free + sum(self.told.needed[other] for other in over)
            if time >= self.now and free >= self.told.needed[job]:
                kept = sum(self.told.needed[other] for other in over if other in lent)
                return time, free - kept - self.told.needed[job]
        raise Wrong(f"job {job} never fits")


def moments(told: Told) -> Iterator[tuple[Row, Machine]]:
    """Each row with the machine as it was before it."""
    machine = Machine(told, told.machine)
    for row in told.log:
        if row.time > machine.now:
            machine.early, machine.arrived, machine.begun = False, [], []
        machine.now = row.time
        yield row, machine
        machine.take(row)
