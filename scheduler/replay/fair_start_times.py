"""Fair start times: when a job would have started had nobody come after it, and by how much it missed that.

The fair start of a job is its start in the schedule that the same policy, with the same parameters and seed, makes of
the jobs up to and including it in order of (submit, line).  A job that starts later was passed by somebody who came
later, at its expense; FCFS never does that, and backfilling does it where estimates are wrong or jobs behind the head
are overtaken.  Source: Sabin, Kochhar and Sadayappan 2004, Job fairness in non-preemptive job scheduling.  The fair
slowdown of a job is the slowdown it would have had from its fair start on; a job is treated unfairly whose slowdown is
higher (fairness-2012, section 2.3, after Srinivasan et al. 2002).

A policy that knows nothing of the future has, before a later job comes, done the same with and without it.  So a job
that starts before the next one is submitted started at its fair time, and is not simulated; every other one costs a
simulation of all jobs up to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from scheduler.errors import SUBMIT_AS_RECORDED, Cancelled, Unsupported
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.policies import Policy, PolicyInput, policy_of
from scheduler.simulate import STOP, new_control
from scheduler.statistics.intervals import interval
from scheduler.statistics.random_draws import stream

EXACT = 5_000  # jobs up to which every one is measured
SAMPLE = 200  # jobs that are measured above that
SHORTEST = 10.0  # s: runtimes below count as this in slowdowns


@dataclass(frozen=True)
class FairStart:
    """What was measured; one row per job measured, in the order of jobs."""

    rows: np.ndarray  # [k] i8, of jobs
    fair: np.ndarray  # [k] f8, s, when it would have started
    miss: np.ndarray  # [k] f8, s, max(0, start - fair)
    exact: bool  # every job was measured
    mean_miss: float  # s
    interval: tuple[float, float] | None  # s, of mean_miss with 95 %; None where exact
    share_delayed: float  # 0..1, of jobs that start later than fair
    slowdown: np.ndarray  # [k] f8, bounded
    fair_slowdown: np.ndarray  # [k] f8, bounded

    @property
    def share_slower(self) -> float:
        """0..1, of jobs whose slowdown is higher than their fair slowdown."""
        return float(np.mean(self.slowdown > self.fair_slowdown))


def fair_start(schedule: Schedule, seed: int = 0, control: np.ndarray | None = None) -> FairStart:
    """The misses of the jobs that chosen() names.  control: as of fair_starts().  Raises as that does."""
    n = len(schedule.workload)
    rows = chosen(n, seed)
    fair = fair_starts(schedule, rows, control)
    miss = np.maximum(0.0, schedule.placed.start[rows] - fair)
    between = None if len(rows) == n else interval(lambda drawn: float(miss[drawn].mean()), len(miss))
    slowdown, fairly = (_slowdown(schedule, rows, start) for start in (schedule.placed.start[rows], fair))
    return FairStart(
        rows, fair, miss, len(rows) == n, float(miss.mean()), between, float(np.mean(miss > 0)), slowdown, fairly
    )


def _slowdown(schedule: Schedule, rows: np.ndarray, start: np.ndarray) -> np.ndarray:
    """[rows]: bounded slowdown of these jobs if they started then and took as long as they did."""
    response = schedule.placed.end[rows] - schedule.placed.start[rows] + start - schedule.placed.submit[rows]
    return np.maximum(1.0, response / np.maximum(schedule.shortest[rows], SHORTEST))


def chosen(n: int, seed: int = 0) -> np.ndarray:
    """[k] i8, ascending: all of n jobs up to EXACT, above that SAMPLE different ones, the same for the same seed."""
    return np.arange(n) if n <= EXACT else np.sort(np.argsort(stream(seed).random(n), kind="stable")[:SAMPLE])


def fair_starts(schedule: Schedule, rows: np.ndarray, control: np.ndarray | None = None) -> np.ndarray:
    """[rows] s: the fair starts of these jobs.

    control: see simulate.new_control(); the jobs of all the simulations count as finished, `to_simulate()` of them.
    Raises Unsupported where there is none, Cancelled when asked to stop.
    """
    policy = check_supported(schedule)
    fair = schedule.placed.start[rows].astype(float)
    control = new_control() if control is None else control
    for index in np.flatnonzero(~settled(schedule, rows)):
        fair[index] = _start(policy, schedule, int(rows[index]), control)
    return fair


def check_supported(schedule: Schedule) -> Policy:
    """The policy of a schedule; raises UnknownKey, and Unsupported, saying why, where jobs have no fair start."""
    policy = policy_of(schedule.policy)
    check(policy, schedule.workload)
    return policy


def check(policy: Policy, workload: Workload) -> None:
    """Raise Unsupported, saying why, where jobs of a workload have no fair start under a policy."""
    if workload.is_closed:
        raise Unsupported(
            "Fair starts leave out the jobs submitted later, and here submissions follow the completion of earlier "
            "campaigns",
            (SUBMIT_AS_RECORDED,),
        )
    if policy.outside:
        raise Unsupported(
            f"{policy.title} ran as a program elsewhere, so it cannot be asked what it does without "
            "later jobs; choose another policy."
        )
    if not policy.decides:
        raise Unsupported(f"{policy.title} decides nothing, so nobody can come before anybody by it; choose a policy.")
    if policy.information & {"future", "users"}:
        raise Unsupported(
            f"{policy.title} knows who will come, so leaving out later jobs changes what it knows; choose another "
            "policy."
        )
    if policy.kind == "fractional":
        raise Unsupported(
            f"{policy.title} lets most jobs start at once; whoever comes later slows, pauses or moves them and does "
            "not start before them, so fair starts say nothing here. Compare stretches."
        )
    if "campaigns" in policy.needs:
        raise Unsupported(
            f"{policy.title} plans campaigns, of which single jobs cannot be left out; choose a policy for jobs."
        )


def settled(schedule: Schedule, rows: np.ndarray) -> np.ndarray:
    """[rows] bool: started before the next job was submitted, so at the fair time."""
    after = np.append(schedule.workload.jobs.submit[1:], np.inf)
    return schedule.placed.start[rows] < after[rows]


def to_simulate(schedule: Schedule, rows: np.ndarray) -> int:
    """How many jobs have to be simulated, in all, for the fair starts of these."""
    return int(np.sum(rows[~settled(schedule, rows)] + 1))


def until(workload: Workload, row: int) -> Workload:
    """The jobs up to and including that row, without campaigns; columns are views."""
    jobs = Table(workload.jobs.name, {name: column[: row + 1] for name, column in workload.jobs.columns.items()})
    return replace(workload, jobs=jobs, campaigns=None, job_ptr=np.zeros(1, np.int64), members=np.zeros(0, np.int64))


def _start(policy: Policy, schedule: Schedule, row: int, control: np.ndarray) -> float:
    """Start of a job where it is the last; the schedule is one of a whole run and audited, its parts are not again."""
    params = checked(policy.params, schedule.params)
    tables = policy.run(PolicyInput(until(schedule.workload, row), params, schedule.seed, control, None))
    if control[STOP]:
        raise Cancelled("stopped between two fair starts")
    return float(tables["placed"].start[row])
