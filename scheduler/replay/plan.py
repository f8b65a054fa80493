"""The plan at a moment: the reservations that stand right after an instant of a run.

A policy that plans writes a row into its decision log whenever it makes or moves a reservation, so the plan at a moment
is the last such row of every job that still waits then.  Where every waiting job is planned (conservative, tabu) each
holds its own; where only the head of the queue is (EASY) there is one reservation, the last that was made.  Runs too
large to keep their decisions are simulated once more for the few that count.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.engine.backfill_rule import WITH_RESERVATION
from scheduler.engine.decision_log import RESERVE, RESERVED
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import policy_of
from scheduler.simulate import simulate


class Plan(NamedTuple):
    """Reservations by (start, submission)."""

    job: np.ndarray  # [reservations] i8, row of jobs
    start: np.ndarray  # [reservations] f8, s
    end: np.ndarray  # [reservations] f8, s: start + requested_time
    processors: np.ndarray  # [reservations] i8
    cluster: np.ndarray  # [reservations] i8, where; 0 on a platform of one


def reserves(schedule: Schedule) -> bool:
    """Whether the policy of a run makes reservations; where no decisions are kept, whether it could."""
    if schedule.has_promises:
        return True
    if schedule.has_decisions:
        return bool((schedule.table("decisions").kind == RESERVE).any())
    policy = policy_of(schedule.policy)
    passed = schedule.params.get("passing", WITH_RESERVATION) == WITH_RESERVATION  # of queues with their own order
    return policy.logs and policy.family != "campaign" and "requested_time" in policy.information and passed


def plan(schedule: Schedule, time: float, control: np.ndarray | None = None) -> Plan:
    """The reservations that stand right after `time` (s): of jobs submitted by then that have not started by then.

    The decisions of the run, where there are any, have to cover what led to `time`; without any it is simulated again
    up to there, with this control array (see new_control()).  Raises what simulate() raises.
    """
    return logged(schedule if schedule.has_decisions else plan_again(schedule, time, control), time)


def logged(schedule: Schedule, time: float) -> Plan:
    """The same, read from the decisions that a run has; none where it has no decisions."""
    if not schedule.has_decisions:
        return planned(schedule, np.zeros(0, np.int64), np.zeros(0), np.zeros(0))
    decisions = schedule.table("decisions")
    rows = np.flatnonzero((decisions.kind == RESERVE) & (decisions.time <= time))
    rows = standing(decisions, rows)
    job = decisions.job[rows]
    still = waiting(schedule, time)[job]
    kept = rows[still]
    where = decisions.value[kept] if schedule.workload.has_clusters else np.zeros(len(kept))
    return planned(schedule, job[still], decisions.shadow[kept], where)


def standing(decisions: Table, rows: np.ndarray) -> np.ndarray:
    """Of the rows that made or moved reservations, in order: the last of each job, and of all that a head was given."""
    of_head = decisions.rule[rows] == RESERVED
    others, heads = rows[~of_head], rows[of_head]
    _, last = np.unique(decisions.job[others][::-1], return_index=True)
    return np.concatenate((others[::-1][last], heads[-1:]))


def planned(schedule: Schedule, job: np.ndarray, start: np.ndarray, cluster: np.ndarray) -> Plan:
    """The plan of these jobs [reservations] at these starts [reservations] s, in these clusters [reservations]."""
    order = np.lexsort((job, schedule.placed.submit[job], start))
    job, start, where = job[order], start[order], cluster[order].astype(np.int64)
    return Plan(job, start, start + schedule.workload.jobs.requested_time[job], schedule.placed.processors[job], where)


def waiting(schedule: Schedule, time: float) -> np.ndarray:
    """[n] bool: submitted at or before a time, and not started at it."""
    return (schedule.placed.submit <= time) & (schedule.placed.start > time)


def plan_again(schedule: Schedule, time: float, control: np.ndarray | None = None) -> Schedule:
    """The same run, simulated once more with the decisions that led to the plan right after `time` (s).

    A policy that plans all jobs tells its whole plan at the first event of a window, so the last event is enough;
    a head's reservation may be as old as the oldest job that waits.  Raises what simulate() raises.
    """
    queue = schedule.placed.submit[waiting(schedule, time)]
    before = instants(schedule, np.nextafter(time, np.inf))[-1:]
    begin = before.min(initial=time) if schedule.has_promises else queue.min(initial=time)
    return simulate(
        schedule.workload,
        schedule.policy,
        schedule.params,
        seed=schedule.seed,
        control=control,
        decisions=(float(begin), float(np.nextafter(time, np.inf))),
    )


def instants(schedule: Schedule, until: float = np.inf) -> np.ndarray:
    """[instants] s, ascending: when jobs are submitted, start and end, and when a plan is searched, before `until`."""
    placed = schedule.placed
    times = [placed.submit, placed.start, placed.end] + ([schedule.table("search").time] if schedule.has_search else [])
    return np.unique(np.concatenate([column[column < until] for column in times]))


def first_starts(schedule: Schedule) -> np.ndarray:
    """[n] s: the first start each job was promised; nan where no promise of it is kept."""
    promise = np.full(len(schedule.workload), np.nan)
    job, start = _promises(schedule)
    which, first = np.unique(job, return_index=True)
    promise[which] = start[first]
    return promise


def _promises(schedule: Schedule) -> tuple[np.ndarray, np.ndarray]:
    """Jobs and what they were promised, in order of time."""
    if schedule.has_promises:
        promises = schedule.table("promises")
        return promises.job, promises.start
    if not schedule.has_decisions:
        return np.zeros(0, np.int64), np.zeros(0)
    decisions = schedule.table("decisions")
    rows = decisions.kind == RESERVE
    return decisions.job[rows], decisions.shadow[rows]
