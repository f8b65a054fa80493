"""What the tasks of a job on shared nodes need, and what they get, in words; those of a job may be of two kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scheduler.model.task_needs import Kind


def needs_of_kinds(kinds: Sequence[Kind], percent: Callable[[float], str]) -> str:
    """each task needs 50 % of a node's CPU and 10 % of its memory; or that of the first tasks, then of the others."""
    first, *others = kinds
    more = "".join(f", {_whose(kind, 'other')} {percent(kind.cpu_need)} and {percent(kind.memory)}" for kind in others)
    who = _whose(first, "first") if others else "each task"
    return f"{who} needs {percent(first.cpu_need)} of a node's CPU and {percent(first.memory)} of its memory{more}"


def cpu_of_kinds(kinds: Sequence[Kind], yield_: float, percent: Callable[[float], str]) -> str:
    """50 % of a node's CPU for each task: its need x the yield; or for the first tasks, then for the others."""
    first, *others = kinds
    more = "".join(f", {percent(kind.cpu_need * yield_)} for {_whose(kind, 'other')}" for kind in others)
    who = _whose(first, "first") if others else "each task"
    return f"{percent(first.cpu_need * yield_)} of a node's CPU for {who}{more}"


def _whose(kind: Kind, which: str) -> str:
    """the first task; each of the other 3 tasks."""
    return f"the {which} task" if kind.tasks == 1 else f"each of the {which} {kind.tasks:,} tasks"
