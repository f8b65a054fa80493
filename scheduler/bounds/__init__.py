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


def all_guarantees() -> Mapping[str, Guarantee]:
    """{key: Guarantee}, in alphabetical order of their files."""
    return registry.load(__name__, "GUARANTEE")


# ---- why a promise may not hold -------------------------------------------------------------------------------------


def unproven(schedule: Schedule) -> str:
    """What the proofs of both papers need of a workload and this one does not have; "" where nothing is missing."""
    jobs = schedule.workload.jobs
    if np.any(jobs.processors > 1):
        return "it is proven for jobs of one processor, and some here are wider"
    if np.any(jobs.requested_time != jobs.runtime):
        return "the policy knows requested times here, not runtimes"
    if np.any(schedule.workload.offset):
        return "jobs of one campaign are submitted at different times here"
    return ""


def fluid_unproven(schedule: Schedule) -> str:
    """As unproven(), and what the proofs of OStrich need of the run."""
    virtual, campaigns = schedule.table("virtual"), schedule.workload.table("campaigns")
    if np.any(virtual.eligible < virtual.start - 1e-6):
        return "jobs may start here before their campaign's virtual start"
    overlap = (campaigns.previous < 0) & (campaigns.index > 0)
    if np.any(overlap):
        return "some campaigns are submitted here before the user's previous one is complete"
    return unproven(schedule)


def deadlines_unproven(schedule: Schedule) -> str:
    """What the proof of proposition 7 needs of a run and this one does not have; "" where nothing is missing.

    Wide jobs are no obstacle: a campaign is alone on the machine, so its length is known whatever the jobs' sizes.
    """
    campaigns, virtual, jobs = schedule.workload.table("campaigns"), schedule.table("virtual"), schedule.workload.jobs
    first = campaigns.previous < 0
    begins = virtual.submit[np.isin(virtual.campaign, np.flatnonzero(first))]
    for fails, why in (
        (
            schedule.params.get("placement") != "block",
            "it is proven for campaigns that have the whole machine, and here they share it",
        ),
        (
            np.any(campaigns.think_time > 0),
            "users think between their campaigns here, and a long campaign may start meanwhile",
        ),
        (
            np.any(begins != begins[0]) or np.count_nonzero(first) != len(np.unique(campaigns.user)),
            "not all users start at the same time here",
        ),
        (
            schedule.params.get("base") == "previous" and begins[0] > 0,
            "the first deadlines count from 0 s here, and users start later",
        ),
        (np.any(jobs.requested_time != jobs.runtime), "the policy knows requested times here, not runtimes"),
        (np.any(schedule.workload.offset), "jobs of one campaign are submitted at different times here"),
    ):
        if fails:
            return why
    return ""


def has_deadlines(schedule: Schedule) -> bool:
    """Whether the policy sets deadlines."""
    return schedule.has_deadlines


def has_fluid(schedule: Schedule) -> bool:
    """Whether the run has a fluid virtual schedule."""
    return schedule.is_fluid


def most_active(schedule: Schedule) -> int:
    """K: the largest number of users active in the virtual schedule at once."""
    shares = schedule.table("shares")
    least = float(shares.share[shares.share > 0].min())
    return round(schedule.workload.platform.processors / least)


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
