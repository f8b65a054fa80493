"""What else there was when a job started: the jobs looked at and passed over, and what it might have asked for.

Passed over are the jobs submitted before it that went on waiting when it started, each with the reason that the log
gives for it then.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.durations import human, instant, number
from scheduler.engine.decision_log import RESERVE, SKIP
from scheduler.explain.decision import decision_of, reason
from scheduler.explain.words import Names, words
from scheduler.model.number_text import processors
from scheduler.model.schedule import Schedule
from scheduler.policies import decides
from scheduler.replay.changed_request import TIME, ChangedRequest, round_down

MOST_PASSED = 5


class Passed(NamedTuple):
    """A job that was passed over."""

    job: int  # row of jobs
    reason: str  # a sentence that begins with "it"; "" where the log kept none


class PassedOver(NamedTuple):
    """The jobs passed over when a job started, first submitted first."""

    time: float  # s
    first: tuple[Passed, ...]  # at most MOST_PASSED
    more: int  # how many others there were


def passed_over(schedule: Schedule, job: int) -> PassedOver:
    """The jobs that were submitted before a job (row of jobs), could have started before it and did not."""
    placed, time = schedule.placed, float(schedule.placed.start[job])
    if not schedule.has_decisions or not decides(schedule.policy) or schedule.shares_cpu or schedule.kills:
        return PassedOver(time, (), 0)
    earlier = (placed.submit < placed.submit[job]) | ((placed.submit == placed.submit[job]) & (placed.job < job))
    rows = np.flatnonzero(earlier & (placed.start > time))
    rows = rows[np.lexsort((rows, placed.submit[rows]))]
    first = tuple(Passed(row, reason_at(schedule, row, time)) for row in rows[:MOST_PASSED].tolist())
    return PassedOver(time, first, len(rows) - len(first))


def reason_at(schedule: Schedule, job: int, time: float) -> str:
    """Why a job waited right after an instant (s), as the last row on it up to then says."""
    decisions = schedule.table("decisions")
    rows = np.flatnonzero((decisions.job == job) & np.isin(decisions.kind, (SKIP, RESERVE)) & (decisions.time <= time))
    if not len(rows):
        return ""
    return words(reason(schedule, job, decision_of(schedule, int(rows[-1]))), Names(schedule.workload))


def what_if(schedule: Schedule, job: int, request: ChangedRequest) -> str:
    """A sentence: with which request a job (row of jobs) would have started when."""
    earlier = f"{human(float(schedule.placed.start[job]) - request.start)} earlier"
    act = "been backfilled" if request.backfilled else "started"
    if request.column == TIME:
        asked = asked_time(float(schedule.workload.jobs.requested_time[job]))
        shorter = " or less" if request.shorter_too else ""
        return (
            f"With a requested time of {asked_time(request.value)}{shorter}, not {asked}, it would have {act} at "
            f"{instant(request.start)}, {earlier}."
        )
    return (
        f"With {processors(int(request.value))}, not {schedule.workload.jobs.processors[job]}, and the same "
        f"runtime it would have {act} at {instant(request.start)}, {earlier}."
    )


def asked_time(seconds: float) -> str:
    """A requested time in words that say exactly that time, else in seconds."""
    return human(seconds) if round_down(seconds, 0.0) == seconds else f"{number(round(seconds, 3))} s"
