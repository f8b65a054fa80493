"""The independent check of a schedule against its workload and machine, in plain numpy.

A topic adds a group of checks as a file in its folder `audit` that declares CHECKS.

May import `model`, `kinds`, `durations`, `wording` and `registry` only: it shares nothing with what it checks.  Others
use `schedule.audit`, `Check` and `Checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scheduler import registry
from scheduler.audit.messages import Violation
from scheduler.model.schedule import Schedule


@dataclass(frozen=True)
class Check:
    """One rule: what it says, to which schedules it applies, and how it looks for the first violation."""

    text: str
    applies: Callable[[Schedule], bool]
    find: Callable[[Schedule], Violation]
    judged: bool = True  # False: a run that is not expected to be feasible only gets a report


@dataclass(frozen=True)
class Checks:
    """Rules of one subject, in the order in which they are checked."""

    key: str  # the name of the module
    checks: tuple[Check, ...]
    after_machine: bool = False  # they follow those of the machine, at instants; else those of segments


def checks_of_topics() -> Mapping[str, Checks]:
    """{key: Checks}, in alphabetical order."""
    return registry.load(__name__, "CHECKS")
