"""Lower bounds, optima and proven guarantees that schedules are compared with.

A guarantee is one file: what a theorem promises, and how a schedule is measured against it.  `measure(schedule)` gives
measured and bound of every campaign or user it speaks of; `why_not(schedule)` says why the promise does not hold for
this run (jobs wider than one processor, runtimes the policy did not know, ...), and is empty where it does.  Measured
beyond the bound is then no fault of the schedule; where it holds it would be one.

May import `policies`, `adapters` and below.  Others use `all_guarantees` and the functions of each bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from scheduler import registry
from scheduler.model.schedule import Schedule

SLACK = 1e-6  # relative: measured beyond the bound by less is rounding


@dataclass(frozen=True)
class Measured:
    """A schedule against a guarantee, one row per campaign, user or instant it speaks of."""

    of: str  # "campaign" | "user" | "job" | "instant" | "schedule": what a row is
    row: np.ndarray  # [rows] i8: row of campaigns or jobs, dense user, or number of the instant
    value: np.ndarray  # [rows] f8, in the unit of the guarantee
    bound: np.ndarray  # [rows] f8

    @property
    def tightest(self) -> int:
        """The row that comes closest to its bound, or is furthest beyond it."""
        return int(np.argmax((self.value - self.bound) / np.maximum(np.abs(self.bound), 1e-300)))

    @property
    def holds(self) -> bool:
        """Whether no row is beyond its bound."""
        return bool(np.all(self.value <= self.bound + SLACK * np.maximum(np.abs(self.bound), 1.0)))


@dataclass(frozen=True)
class Guarantee:
    """A named promise."""

    key: str
    title: str
    promise: str  # in words, one sentence
    unit: str  # s, processor-s, ""
    source: str
    applies: Callable[[Schedule], bool]  # whether the schedule has what it speaks of
    why_not: Callable[[Schedule], str]  # "" where it is guaranteed, else why not, a clause
    measure: Callable[[Schedule], Measured]
    # where it follows from the promise: a schedule -> how late a campaign is at most after its virtual completion, s;
    # None where that is not proven of its policy
    latest: Callable[[Schedule], float | None] | None = None


def all_guarantees() -> Mapping[str, Guarantee]:
    """{key: Guarantee}, in alphabetical order of their files."""
    return registry.load(__name__, "GUARANTEE")
