"""What the tasks of a job on shared nodes need, and what they get; those of a job may be of two kinds."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.facts import Fact, Number, Share
from scheduler.model.task_needs import Kind


def needs_of_kinds(kinds: Sequence[Kind]) -> Fact:
    """What each task needs; or the first tasks, then the others."""
    return _of_kinds("needs", kinds, 1.0)


def cpu_of_kinds(kinds: Sequence[Kind], yield_: float) -> Fact:
    """The CPU that each task gets, its need x the yield; or the first tasks, then the others."""
    return _of_kinds("cpu", kinds, yield_)


def _of_kinds(what: str, kinds: Sequence[Kind], yield_: float) -> Fact:
    first, *others = kinds
    return Fact(
        what,
        tasks=Number(first.tasks),
        several=first.tasks > 1,
        cpu=Share(first.cpu_need * yield_),
        memory=Share(first.memory),
        more=_of_kinds(f"{what}_other", others, yield_) if others else None,
    )
