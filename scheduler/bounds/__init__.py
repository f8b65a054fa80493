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
from typing import NamedTuple

import numpy as np

from scheduler import registry
from scheduler.model.schedule import Schedule
from scheduler.policies import Policy, Proven, all_policies, policy_of

MOST_TASKS = 500  # moldable ones, whose least makespan and weighted sum are bounded
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


# ---- of moldable tasks ----------------------------------------------------------------------------------------------


class OverTheLeast(NamedTuple):
    """A criterion of moldable tasks over what no schedule is below: what a Guarantee of it needs.

    It speaks of runs of few enough tasks, whose policy has a proven ratio for its parameters.
    """

    ratio: Callable[[Policy], Proven | None]  # which of a policy's theorems it is
    value: Callable[[Schedule], float]  # the criterion
    least: Callable[[Schedule, Policy], float]  # what no schedule is below, by all that is known of a run

    def applies(self, schedule: Schedule) -> bool:
        """Whether the policy has a proven ratio, for few enough tasks."""
        workload, policy = schedule.workload, all_policies().get(schedule.policy)
        if policy is None or not workload.is_moldable or not 0 < len(workload) <= MOST_TASKS or workload.is_closed:
            return False
        proven = self.ratio(policy)
        return proven is not None and proven.ratio(schedule.params) is not None

    def why_not(self, schedule: Schedule) -> str:
        """What the proof needs and is not so here; "" where it holds."""
        _, proven = self._of(schedule)
        if schedule.workload.is_superlinear and not proven.same_processors:
            return "it is proven for tasks that do no less work on more processors, and some here do"
        return proven.unproven(schedule.workload, schedule.params)

    def measure(self, schedule: Schedule) -> Measured:
        """One row: the criterion over what no schedule is below, and the proven ratio."""
        policy, proven = self._of(schedule)
        over = self.value(schedule) / self.least(schedule, policy)
        return Measured(
            "schedule", np.zeros(1, np.int64), np.array([over]), np.array([proven.ratio(schedule.params)], float)
        )

    def _of(self, schedule: Schedule) -> tuple[Policy, Proven]:
        policy = policy_of(schedule.policy)
        proven = self.ratio(policy)
        assert proven is not None, f"nothing is proven of {policy.title}"
        return policy, proven


def deadlines_before(schedule: Schedule) -> tuple[np.ndarray, np.ndarray]:
    """[batches] weight that each took, and the deadline before its own, s, where they are marked (`Policy`).

    Nothing that a batch or a later one took can be done by that deadline in place of what earlier ones took.
    """
    marks, jobs = schedule.table("marks"), schedule.workload.jobs
    batch = np.searchsorted(marks.begin, schedule.placed.start, side="right") - 1
    return np.bincount(batch, jobs.weight, len(marks)), marks.value / schedule.params["alpha"]
