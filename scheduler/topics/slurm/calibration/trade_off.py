"""What a weight trades: the mean wait of all jobs against how much of its share an account lacks while its jobs wait.

Over a whole log every order gives an account the same processor time, so its share counts only while it wants it: at an
instant at which one of its jobs waits, an account lacks what it holds below the smaller of its share of the machine and
of what its jobs ask for.  The mean over all such instants is its shortfall; the account with the largest one tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scheduler.errors import InputError
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import levels
from scheduler.topics.slurm.adapters.cluster import shares_among_siblings
from scheduler.topics.slurm.adapters.setup import Setup, setup_of
from scheduler.wording import counted

FEWEST = 2  # values of a sweep


class Shortfall(NamedTuple):
    """An account; share: of the machine, by the tree; lacks: mean part of the machine that it lacks of that while its
    jobs wait; waiting: s for which they do."""

    account: str
    share: float
    lacks: float
    waiting: float


class Point(NamedTuple):
    """A value of the setting and what comes of it; mean_wait: s; worst: None where no account of the tree waits."""

    value: float
    mean_wait: float
    worst: Shortfall | None


def trade_off(setting: str, schedules: Sequence[Schedule]) -> tuple[Point, ...]:
    """A point for each run, by ascending value of a parameter of the policy that the runs differ in.

    Raises InputError where the runs differ in another parameter, or two have the same value.
    """
    first = schedules[0].params
    others = {name for one in schedules for name in one.params if one.params[name] != first.get(name)} - {setting}
    if others:
        raise InputError(f"The runs differ in {min(others)}, too; wanted: runs that differ in {setting} alone.")
    values = [_value(setting, one.params) for one in schedules]
    if len(set(values)) < max(len(values), FEWEST):
        raise InputError(
            f"The runs have {counted(len(set(values)), 'value')} of {setting}; wanted: another one in each, and "
            f"{FEWEST} at least."
        )
    return tuple(
        Point(value, float(one.wait.mean()), worst(one))
        for value, one in sorted(zip(values, schedules, strict=True), key=lambda pair: pair[0])
    )


def _value(setting: str, params: Mapping[str, Any]) -> float:
    value = params.get(setting)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{setting} = {str(value)[:40]!r} of a run is no number; wanted: a parameter that is one.")
    return float(value)


def shares(setup: Setup) -> np.ndarray:
    """[associations] f8: shares of the machine: those among siblings, multiplied down the tree; 0 of users that count
    as their account, and of the root 1."""
    own = shares_among_siblings(setup)
    of_machine = np.where(np.isinf(own), 0.0, own)
    of_machine[0] = 1.0
    for at, above in enumerate(setup.parent[1:].tolist(), 1):  # a parent has a lower number
        of_machine[at] *= of_machine[above]
    return of_machine


def shortfalls(schedule: Schedule) -> list[Shortfall]:
    """Of every account below the root that has a job that waits, the largest first; none where no tree was given."""
    if not schedule.params.get("accounts"):
        return []
    setup, listed = setup_of(schedule.workload, schedule.params), []
    is_user = np.array([False, *(one.is_user for one in setup.tree)])
    account_of = np.where(is_user, setup.parent, np.arange(len(setup.parent)))[setup.association]
    share_of = shares(setup)
    for account in np.unique(account_of[account_of > 0]).tolist():
        one = _shortfall(
            schedule, np.flatnonzero(account_of == account), setup.tree[account - 1].account, float(share_of[account])
        )
        if one is not None:
            listed.append(one)
    return sorted(listed, key=lambda one: -one.lacks)


def worst(schedule: Schedule) -> Shortfall | None:
    """The account that lacks most of its share; None where no account of the tree has a job that waits."""
    return next(iter(shortfalls(schedule)), None)


def _shortfall(schedule: Schedule, rows: np.ndarray, account: str, share: float) -> Shortfall | None:
    """rows: of the account's jobs."""
    size, machine = schedule.workload.jobs.processors[rows], float(schedule.workload.platform.processors)
    begin, end, width, _ = pieces(schedule, rows)
    submit, last = schedule.placed.submit[rows], schedule.placed.end[rows]
    none = np.zeros(len(rows), np.int64)
    when, asked, in_use = levels(
        np.concatenate((submit, last, begin, end)),
        np.concatenate((size, -size, np.zeros(2 * len(begin), np.int64))),
        np.concatenate((none, none, width, -width)),
    )
    lasts, waits = np.diff(when), (asked > in_use)[:-1]
    waiting = float(lasts[waits].sum())
    if waiting <= 0:
        return None
    lacks = np.maximum(np.minimum(share * machine, asked) - in_use, 0.0)[:-1]
    return Shortfall(account, share, float((lacks * lasts)[waits].sum() / waiting / machine), waiting)


def pieces(schedule: Schedule, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(begin s, end s, processors, row of the job) of every piece in which these jobs run."""
    if schedule.has_segments:
        segments = schedule.table("segments")
        mine = np.isin(segments.job, rows)
        return segments.begin[mine], segments.end[mine], segments.processors[mine].astype(np.int64), segments.job[mine]
    return schedule.placed.start[rows], schedule.placed.end[rows], schedule.workload.jobs.processors[rows], rows
