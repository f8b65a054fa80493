"""What else there was when a job started: the jobs looked at and passed over, and what it might have asked for.

Passed over are the jobs submitted before it that went on waiting when it started, each with the reason that the log
gives for it then.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.explain.decision import WAITING, last_decision, reason
from scheduler.facts import Duration, Fact, Instant, Processors, Request
from scheduler.kinds import gives_fractions
from scheduler.model.schedule import Schedule
from scheduler.policies import decides
from scheduler.replay.changed_request import TIME, ChangedRequest

MOST_PASSED = 5


class Passed(NamedTuple):
    """A job that was passed over."""

    job: int  # row of jobs
    reason: Fact | None  # None where the log kept none


class PassedOver(NamedTuple):
    """The jobs passed over when a job started, first submitted first."""

    time: float  # s
    first: tuple[Passed, ...]  # at most MOST_PASSED
    more: int  # how many others there were


def passed_over(schedule: Schedule, job: int) -> PassedOver:
    """The jobs that were submitted before a job (row of jobs), could have started before it and did not."""
    placed, time = schedule.placed, float(schedule.placed.start[job])
    if not schedule.has_decisions or not decides(schedule.policy) or gives_fractions(schedule) or schedule.kills:
        return PassedOver(time, (), 0)
    earlier = (placed.submit < placed.submit[job]) | ((placed.submit == placed.submit[job]) & (placed.job < job))
    rows = np.flatnonzero(earlier & (placed.start > time))
    rows = rows[np.lexsort((rows, placed.submit[rows]))]
    last = [(row, last_decision(schedule, row, time, WAITING)) for row in rows[:MOST_PASSED].tolist()]
    first = tuple(Passed(row, reason(schedule, d) if d else None) for row, d in last)
    return PassedOver(time, first, len(rows) - len(first))


def what_if(schedule: Schedule, job: int, request: ChangedRequest) -> Fact:
    """With which request a job (row of jobs) would have started when."""
    jobs, start = schedule.workload.jobs, request.start
    changed = (
        {"time": Request(request.value), "asked": Request(jobs.requested_time[job]), "shorter": request.shorter_too}
        if request.column == TIME
        else {"processors": Processors(request.value), "asked": int(jobs.processors[job])}
    )
    earlier = Duration(float(schedule.placed.start[job]) - start)
    return Fact("other_request", **changed, start=Instant(start), earlier=earlier, backfilled=request.backfilled)
