"""What another request would have changed for one job: the run once more, up to its start, with that request.

First the requested time: no shorter one than the job's runtime, for the machine would stop it then.  Where even that
one lets the job start no earlier, the processors, with the same runtime.  Nothing is concluded from one request to
another: what is said of a request was simulated with it, and of all shorter ones only where backfilling asks no more
than to be over in time.

Only for rigid jobs that come when the log says, under policies that draw no lots; the jobs simulated are those of
replay/decisions.py.  Source: ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from scheduler.durations import SCALES
from scheduler.engine.decision_log import BACKFILL, ENDS_BY_SHADOW, START
from scheduler.errors import AuditFailed, Unsupported
from scheduler.kinds import kinds_of
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.policies import policy_of
from scheduler.replay.decisions import piece, same_starts, shortened
from scheduler.simulate import simulate

MOST_TRIALS = 14  # requests tried between two
MOST_JOBS = 2_500  # simulated with each request; a job that more of them decide about is left alone
FINENESS = 0.02  # of a requested time: how near to the longest one that helps is near enough
TIME, SIZE = "requested_time", "processors"


class ChangedRequest(NamedTuple):
    """A request with which a job would have started earlier."""

    column: str  # TIME or SIZE
    value: float  # s, or processors
    start: float  # s: when it would have started
    backfilled: bool  # before a job that was submitted earlier
    shorter_too: bool  # with every shorter requested time, down to the runtime, it would have started then as well


class Outcome(NamedTuple):
    """What came of a job in a simulation."""

    start: float
    backfilled: bool
    latest_end: float  # s: it was backfilled because, by its request, it is over by then; nan by another rule


def changed_request(schedule: Schedule, job: int, control: np.ndarray | None = None) -> ChangedRequest | None:
    """A request with which a job (row of jobs) would have started earlier; None where none was found or can be asked.

    control: see new_control().  Raises Cancelled when that asks to stop.
    """
    if not may_ask(schedule, job):
        return None
    try:
        trial = trials(schedule, job, control)
        return None if trial is None else shorter_time(schedule, job, trial) or smaller_size(schedule, job, trial)
    except (Unsupported, AuditFailed):  # a job that is narrower may not be what the policy takes
        return None


def may_ask(schedule: Schedule, job: int) -> bool:
    """Whether another request of a job is a question that a simulation answers."""
    policy, workload = policy_of(schedule.policy), schedule.workload
    rigid = policy.kind == "rigid" and policy.decides and policy.logs and not policy.random
    own = workload.is_closed or bool(kinds_of(workload))
    return rigid and not own and bool(schedule.wait[job] > 0)


# ---- simulating it --------------------------------------------------------------------------------------------------

Trial = Callable[[str, float], Outcome]  # (column, value): what comes of the job with that request


def trials(schedule: Schedule, job: int, control: np.ndarray | None) -> Trial | None:
    """How to try other requests of a job; None where too many jobs decide about it, or a piece of the run not alone."""
    part = piece(schedule, job)
    if len(part.rows) > MOST_JOBS:
        return None
    workload, row = shortened(schedule, part), int(np.searchsorted(part.rows, job))
    if not same_starts(schedule, part, _simulated(schedule, workload, control), float(schedule.placed.start[job])):
        return None
    return lambda column, value: outcome(_simulated(schedule, changed(workload, row, column, value), control), row)


def changed(workload: Workload, row: int, column: str, value: float) -> Workload:
    """The workload with another request of one job."""
    requests = workload.jobs.columns[column].copy()
    requests[row] = value
    return replace(workload, jobs=Table("jobs", workload.jobs.columns | {column: requests}))


def _simulated(schedule: Schedule, workload: Workload, control: np.ndarray | None) -> Schedule:
    return simulate(workload, schedule.policy, schedule.params, seed=schedule.seed, control=control, decisions="all")


def outcome(run: Schedule, row: int) -> Outcome:
    """What came of a row of jobs."""
    decisions = run.table("decisions")
    rows = np.flatnonzero((decisions.job == row) & np.isin(decisions.kind, (START, BACKFILL)))
    by_shadow = len(rows) > 0 and decisions.rule[rows[0]] == ENDS_BY_SHADOW
    return Outcome(
        float(run.placed.start[row]),
        bool(len(rows) and decisions.kind[rows[0]] == BACKFILL),
        float(decisions.shadow[rows[0]]) if by_shadow else np.nan,
    )


# ---- which request --------------------------------------------------------------------------------------------------


def shorter_time(schedule: Schedule, job: int, trial: Trial) -> ChangedRequest | None:
    """The longest requested time, near enough, with which the job starts as early as with its runtime."""
    jobs = schedule.workload.jobs
    least, asked = float(jobs.runtime[job]), float(jobs.requested_time[job])
    if TIME not in policy_of(schedule.policy).information or least >= asked:
        return None
    best = trial(TIME, least)
    if best.start >= schedule.placed.start[job]:
        return None
    if best.latest_end == best.latest_end:
        longest = min(round_down(best.latest_end - best.start, least), asked)
        if trial(TIME, longest).start == best.start:
            return ChangedRequest(TIME, longest, best.start, best.backfilled, shorter_too=True)
    longest = widest(least, asked, max(1.0, FINENESS * asked), lambda value: trial(TIME, value).start == best.start)
    rounded = round_down(longest, least)
    if rounded != longest and trial(TIME, rounded).start == best.start:
        longest = rounded
    return ChangedRequest(TIME, longest, best.start, best.backfilled, shorter_too=False)


def smaller_size(schedule: Schedule, job: int, trial: Trial) -> ChangedRequest | None:
    """The largest number of processors with which the job starts earlier than it did."""
    size, start = int(schedule.workload.jobs.processors[job]), float(schedule.placed.start[job])
    if size < 2 or trial(SIZE, 1).start >= start:
        return None
    largest = int(widest(1, size, 1, lambda value: trial(SIZE, int(value)).start < start))
    best = trial(SIZE, largest)
    return ChangedRequest(SIZE, largest, best.start, best.backfilled, shorter_too=False)


def widest(low: float, high: float, apart: float, holds: Callable[[float], bool]) -> float:
    """A value between low, where it holds, and high, where it does not, for which it holds, halving what is between."""
    for _ in range(MOST_TRIALS):
        middle = low + (high - low) // 2
        if high - low <= apart or middle == low:
            break
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def round_down(seconds: float, least: float) -> float:
    """A length people would ask for, in whole units of those that durations.human() shows; as it is below least."""
    step = next(scale.step for scale in SCALES if seconds < scale.below)
    down = float(seconds // step * step)
    return down if down >= least else seconds
