"""Criteria of moldable tasks over what no schedule is below, as guarantees of policies with a proven ratio."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from scheduler.bounds import Measured
from scheduler.model.schedule import Schedule
from scheduler.topics.moldable.kinds.moldable import is_moldable, is_superlinear
from scheduler.topics.moldable.planning import Planning, Proven, planning_of

MOST_TASKS = 500  # whose least makespan and weighted sum are bounded


class OverTheLeast(NamedTuple):
    """A criterion of moldable tasks over what no schedule is below: what a Guarantee of it needs.

    It speaks of runs of few enough tasks, whose policy has a proven ratio for its parameters.
    """

    ratio: Callable[[Planning], Proven | None]  # which of a policy's theorems it is
    value: Callable[[Schedule], float]  # the criterion
    least: Callable[[Schedule, Planning], float]  # what no schedule is below, by all that is known of a run

    def applies(self, schedule: Schedule) -> bool:
        """Whether the policy has a proven ratio, for few enough tasks."""
        workload = schedule.workload
        if not is_moldable(workload) or not 0 < len(workload) <= MOST_TASKS or workload.is_closed:
            return False
        proven = self.ratio(planning_of(schedule.policy))
        return proven is not None and proven.ratio(schedule.params) is not None

    def why_not(self, schedule: Schedule) -> str:
        """What the proof needs and is not so here; "" where it holds."""
        _, proven = self._of(schedule)
        if is_superlinear(schedule.workload) and not proven.same_processors:
            return "it is proven for tasks that do no less work on more processors, and some here do"
        return proven.unproven(schedule.workload, schedule.params)

    def measure(self, schedule: Schedule) -> Measured:
        """One row: the criterion over what no schedule is below, and the proven ratio."""
        planning, proven = self._of(schedule)
        over = self.value(schedule) / self.least(schedule, planning)
        return Measured(
            "schedule", np.zeros(1, np.int64), np.array([over]), np.array([proven.ratio(schedule.params)], float)
        )

    def _of(self, schedule: Schedule) -> tuple[Planning, Proven]:
        planning = planning_of(schedule.policy)
        proven = self.ratio(planning)
        assert proven is not None, f"nothing is proven of {schedule.policy}"
        return planning, proven


def deadlines_before(schedule: Schedule) -> tuple[np.ndarray, np.ndarray]:
    """[batches] weight that each took, and the deadline before its own, s, where they are marked (`Planning`).

    Nothing that a batch or a later one took can be done by that deadline in place of what earlier ones took.
    """
    marks, jobs = schedule.table("marks"), schedule.workload.jobs
    batch = np.searchsorted(marks.begin, schedule.placed.start, side="right") - 1
    return np.bincount(batch, jobs.weight, len(marks)), marks.value / schedule.params["alpha"]
