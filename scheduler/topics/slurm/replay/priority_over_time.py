"""The priority of one job while it is in the queue, part by part: computed by the code of the policy.

A schedule keeps starts, and no priorities: they follow from what ran when.  Parts change at the ticks of the clock by
which the policy makes priorities anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.params import checked
from scheduler.topics.slurm.adapters import cluster_of, setup_of
from scheduler.topics.slurm.policies.slurm import POLICY
from scheduler.topics.slurm.replay.priorities import PARTS, priorities

MOST_STEPS = 48  # instants that are kept of a long wait
MOST_WORK = 200_000_000  # jobs and associations looked at, once at each tick


class OverTime(NamedTuple):
    """What the priority of a job is made of from each instant on; parts that are always 0 are left out."""

    time: np.ndarray  # [steps] f8, s: when it joins the queue, then ticks
    until: float  # s, the start of the job
    parts: Mapping[str, np.ndarray]  # {one of PARTS: [steps] f8, points}

    @property
    def total(self) -> np.ndarray:
        """[steps] f8, points: the whole number below the sum, at least 1."""
        return np.floor(np.maximum(sum(self.parts.values()), 1.0))


def priority_over_time(schedule: Schedule, job: int) -> OverTime | None:
    """Of a job (row of jobs) that waited; None where the policy weighs no parts, or they cannot be told afterwards.

    That is so where jobs are preempted, submissions are limited or jobs have nice values, and in very long runs.
    """
    params = _params(schedule)
    start = float(schedule.placed.start[job])
    if params is None or start <= schedule.placed.submit[job] or not _can_be_told(schedule, params):
        return None
    every = priorities(schedule.workload, params, schedule.placed.start)
    joined = float(every.joined[job])
    if start <= joined:
        return None
    time = np.append(joined, every.ticks[(every.ticks > joined) & (every.ticks < start)])
    chosen = np.unique(np.linspace(0, len(time) - 1, min(len(time), MOST_STEPS)).astype(np.int64))
    columns = [every.parts(np.array([job]), one) for one in time[chosen].tolist()]
    parts = {name: np.array([float(column[name][0]) for column in columns]) for name in PARTS}
    return OverTime(time[chosen], start, {name: points for name, points in parts.items() if points.any()})


def _params(schedule: Schedule) -> Mapping[str, Any] | None:
    """The parameters of a policy that weighs parts; None of any other."""
    if schedule.policy != POLICY.key:
        return None
    params = checked(POLICY.params, schedule.params)
    return params if params["priority"] == "multifactor" else None


def _can_be_told(schedule: Schedule, params: Mapping[str, Any]) -> bool:
    ticks = float(schedule.placed.end.max() - schedule.placed.submit.min()) / params["calc_period"] + 1
    setup = setup_of(schedule.workload, params)
    if schedule.kills or setup.nice.any():
        return False
    return ticks * (len(schedule.workload) + len(setup.parent)) <= MOST_WORK and not len(
        cluster_of(schedule.workload, setup, params).outside.limits.counter
    )
