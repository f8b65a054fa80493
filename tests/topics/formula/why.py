"""What a formula says at a moment, for the tests that look at every row of a decision log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.naive.rigid import Job, Known
from tests.topics.formula.naive.formula import ByFormula

if TYPE_CHECKING:
    from tests.why.reader import Told
    from tests.why.replay import Machine


class Formula:
    """What a formula says at a moment: as its twin does, with what has started in the pass."""

    def __init__(self, told: Told):
        users = told.made.workload.jobs.user.tolist()
        params = told.params
        self.told = told
        self.jobs = [Job(*row) for row in zip(told.submit, told.requested, told.requested, told.needed, strict=True)]
        self.twin = ByFormula(
            params["priority"],
            told.machine,
            users,
            may_start=params.get("may_start") or "1",
            behind=params.get("behind") or None,
            half_life=params.get("half_life"),
        )
        self.values: dict[tuple[Any, ...], float] = {}  # what was computed, by job and the stand of the machine

    def known(self, machine: Machine) -> tuple[Known, list[int]]:
        """(what is so when the pass begins, who has started in it since)."""
        begun = [row.job for row in machine.begun]
        start = {job: self.told.start[job] for job in machine.due if job not in begun}
        self.twin.submitted = {job: self.told.submit[job] for job in machine.came}
        self.twin.started = {job: self.told.start[job] for job in (*start, *machine.ended)}
        self.twin.ended = {job: self.told.end[job] for job in machine.ended}
        queue = sorted([*machine.waiting, *begun], key=machine.came.get)
        return Known(machine.now, queue, start, self.told.machine), begun

    def kept(self, what: str, machine: Machine, job: int, begun: int, value: Callable[[], float]) -> float:
        stand = (what, machine.now, len(machine.came), len(machine.ended), begun, job)
        if stand not in self.values:
            self.values[stand] = value()
        return self.values[stand]

    def key(self, machine: Machine, job: int) -> float:
        def value() -> float:
            return self.twin.key(self.known(machine)[0], self.jobs, job, self.twin.priority)

        return self.kept("key", machine, job, 0, value)

    def key_behind(self, machine: Machine, job: int) -> float:
        if self.twin.behind is self.twin.priority:
            return self.key(machine, job)
        heads = [row.job for row in machine.begun if row.kind == "start"]

        def value() -> float:
            return self.twin.key(self.known(machine)[0], self.jobs, job, self.twin.behind, heads)

        return self.kept("behind", machine, job, len(heads), value)

    def may_start(self, machine: Machine, job: int) -> bool:
        if not self.told.params.get("may_start"):
            return True
        known, begun = self.known(machine)
        return self.twin.allowed(known, self.jobs, job, begun)


RULES = {"formula": Formula}
