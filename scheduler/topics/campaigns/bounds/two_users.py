"""All that two users can get of a machine, by enumeration: every order of every assignment of a tiny workload.

An outcome is a pair: when the last campaign of either user is complete.  It is Pareto-optimal when no other outcome is
as good for both and better for one.  The zenith takes the best for each user, whether or not both can be had; the
nadir the worst that either has among the Pareto-optimal outcomes.

Schedules are built job by job, each appended to a processor as early as the processor and the user's previous campaign
allow; so every schedule without needless idle time is met.  Partial schedules that differ only in what came before
(same jobs left, processors free at the same times, same completions) go on as one, or eight jobs would be too many.

Source: Pinheiro, Rzadca and Trystram 2012, section III.A and figure 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from scheduler.errors import Unsupported
from scheduler.model.workload import Workload

MOST_JOBS = 8
MOST_PROCESSORS = 8


class Outcomes(NamedTuple):
    """Distinct outcomes, sorted by the first user's completion, then the second's."""

    complete: np.ndarray  # [outcomes, 2] f8, s: completion of the last campaign of the first and the second user
    optimal: np.ndarray  # [outcomes] bool: Pareto-optimal
    start: np.ndarray  # [outcomes, n] f8, s: start of each job in one schedule that gives it
    zenith: np.ndarray  # [2] f8, s
    nadir: np.ndarray  # [2] f8, s


class _State(NamedTuple):
    """A partial schedule, as far as what follows depends on it."""

    left: int  # bits of the jobs not yet placed
    free: tuple[float, ...]  # when each processor is free, sorted
    ready: tuple[float, float]  # from when the current campaign of each user may run
    complete: tuple[float, float]  # latest completion of each user so far


class _Group(NamedTuple):
    """A campaign: the bits of its jobs, the jobs, and the think time before it."""

    bits: int
    jobs: tuple[int, ...]
    think: float


def why_not(workload: Workload) -> str:
    """Why the outcomes cannot be enumerated, a clause; "" where they can."""
    if not (workload.has_campaigns and workload.is_closed):
        return "it needs campaigns that follow one another"
    jobs, campaigns = workload.jobs, workload.table("campaigns")
    if len(np.unique(jobs.user)) != 2:
        return f"it needs two users, and here are {len(np.unique(jobs.user))}"
    if len(jobs) > MOST_JOBS or workload.platform.processors > MOST_PROCESSORS:
        return f"it needs at most {MOST_JOBS} jobs and {MOST_PROCESSORS} processors"
    if np.any(jobs.processors > 1):
        return "it needs jobs of one processor"
    first, index = campaigns.previous < 0, campaigns.index
    if np.any(first != (index == 0)) or np.any(workload.offset):
        return "it needs one campaign after another for each user, its jobs submitted together"
    return ""


def outcomes(workload: Workload) -> Outcomes:
    """Every outcome of a tiny workload of two users.  Raises Unsupported, one sentence, where why_not() has one."""
    reason = why_not(workload)
    if reason:
        raise Unsupported(
            f"The outcomes of two users cannot be listed here: {reason}; take a smaller workload, such as the sample "
            "pareto-two-users.swf."
        )
    schedules = _schedules(workload)
    complete = np.array(sorted(schedules))
    optimal = np.array([not _is_dominated(point, complete) for point in complete])
    return Outcomes(
        complete,
        optimal,
        np.array([schedules[tuple(point)] for point in complete.tolist()]),
        complete.min(axis=0),
        complete[optimal].max(axis=0),
    )


def _is_dominated(point: np.ndarray, points: np.ndarray) -> bool:
    return bool(np.any(np.all(points <= point, axis=1) & np.any(points < point, axis=1)))


def _schedules(workload: Workload) -> dict[tuple[float, ...], tuple[float, ...]]:
    """{outcome: starts of the jobs in one schedule}."""
    n, users = len(workload), np.unique(workload.jobs.user)
    sides = [_groups(workload, user) for user in users]
    begins = tuple(float(workload.jobs.submit[workload.jobs.user == user].min()) for user in users)
    runtime = workload.jobs.runtime.tolist()
    idle = (0.0,) * min(workload.platform.processors, n)
    states = {_State((1 << n) - 1, idle, (begins[0], begins[1]), (0.0, 0.0)): (np.nan,) * n}
    for _ in range(n):
        grown: dict[_State, tuple[float, ...]] = {}
        for state, starts in states.items():
            for job, start, after in _steps(sides, runtime, state):
                if after not in grown:
                    grown[after] = (*starts[:job], start, *starts[job + 1 :])
        states = grown
    return {state.complete: starts for state, starts in states.items()}


def _groups(workload: Workload, user: int) -> list[_Group]:
    """The campaigns of a user, in order."""
    campaigns = workload.table("campaigns")
    rows = np.flatnonzero(campaigns.user == user)
    rows = rows[np.argsort(campaigns.index[rows])]
    members = [tuple(np.flatnonzero(workload.jobs.campaign == row).tolist()) for row in rows]
    return [
        _Group(sum(1 << job for job in jobs), jobs, float(campaigns.think_time[row]))
        for row, jobs in zip(rows, members, strict=True)
    ]


def _steps(sides: list[list[_Group]], runtime: list[float], state: _State) -> Iterator[tuple[int, float, _State]]:
    """Each way to place one more job: the job, its start, what it leads to."""
    for side, groups in enumerate(sides):
        at = next((i for i, group in enumerate(groups) if state.left & group.bits), None)
        if at is None:
            continue
        for job in groups[at].jobs:
            if not state.left >> job & 1:
                continue
            left = state.left & ~(1 << job)
            ends_campaign = not left & groups[at].bits and at + 1 < len(groups)
            for free in dict.fromkeys(state.free):
                start = max(free, state.ready[side])
                end = start + runtime[job]
                complete = _with(state.complete, side, max(state.complete[side], end))
                ready = state.ready
                if ends_campaign:
                    ready = _with(ready, side, complete[side] + groups[at + 1].think)
                rest = list(state.free)
                rest[rest.index(free)] = end
                yield job, start, _State(left, tuple(sorted(rest)), ready, complete)


def _with(pair: tuple[float, float], side: int, value: float) -> tuple[float, float]:
    return (value, pair[1]) if side == 0 else (pair[0], value)
