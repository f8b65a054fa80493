"""The same jobs under two runs: how much longer or shorter each waits than under the baseline, and what is drawn of it.

Every job is compared with itself.  Where nodes can be shared the response counts, for a job that does not wait may
still be slow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.axes import SAME
from layouts.memory.cache import cached
from layouts.state.view import FinishedRun, View
from layouts.words.above_machine import comparable
from scheduler.analysis.counterparts import changes, matching, of_workload
from scheduler.kinds import by_response, compared_of
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.statistics.week_blocks import Difference, over_weeks

ALONE = "Two runs of the same jobs are needed to see who pays."
LISTED = 20  # losers and winners told by name, jobs and users
RUNGS = (
    (1.0, "1 s"),
    (10.0, "10 s"),
    (60.0, "1 min"),
    (600.0, "10 min"),
    (3_600.0, "1 h"),
    (21_600.0, "6 h"),
    (86_400.0, "1 d"),
    (604_800.0, "1 wk"),
    (6_048_000.0, "10 wk"),
    (60_480_000.0, "100 wk"),
)
LEAST = 0.001  # the smallest share that is told as a number
FEW = 20  # jobs: fewer are counted, for a percentage of four jobs says no more


class Paid(NamedTuple):
    """What one run does to the jobs of another, in s: above 0 longer waits than under the baseline."""

    job: np.ndarray  # [pairs] i8, row of the baseline's jobs; of those that both runs have
    own: np.ndarray  # [pairs] i8, row of the other run's jobs
    by: np.ndarray  # [pairs] f8, wait - wait under the baseline; of responses where nodes can be shared
    order: np.ndarray  # [pairs] i8, pairs from the largest gain to the largest loss
    user: np.ndarray  # [users] i8, dense, in that order by their totals
    total: np.ndarray  # [users] f8, sum over the jobs of a user
    longer: float  # share of the jobs
    shorter: float
    mean: Difference  # of by, with its interval


def wait_differences(base: Schedule, other: Schedule) -> Paid:
    """Every job and every user beside themselves under the baseline, in runs that have jobs."""
    job, own = matching(base.workload, other.workload)
    by = compared_of(other)[own] - compared_of(base)[job]
    by[np.abs(by) < SAME] = 0.0
    user = base.workload.jobs.user[job]
    with_jobs = np.flatnonzero(np.bincount(user))
    total = np.bincount(user, by)[with_jobs]
    ranked = np.argsort(total, kind="stable")
    jobs = len(by)
    order = np.argsort(by, kind="stable")
    return Paid(
        job,
        own,
        by,
        order,
        with_jobs[ranked],
        total[ranked],
        int((by > 0).sum()) / jobs,
        int((by < 0).sum()) / jobs,
        over_weeks(by, base.workload.jobs.submit[job]),
    )


def verb(workload: Workload) -> str:
    """What jobs do longer: where nodes can be shared a job that does not wait may still be slow."""
    return "take" if by_response(workload) else "wait"


def base_of(runs: Sequence[FinishedRun], baseline: int) -> FinishedRun | None:
    """The run others are compared with; the first one where the baseline is not shown."""
    return next((run for run in runs if run.index == baseline), runs[0] if runs else None)


def others(runs: Sequence[FinishedRun], view: View) -> list[tuple[FinishedRun, FinishedRun, Paid]]:
    """(baseline, run, what it does) of every other run with jobs of the baseline, of those that fit the machine."""
    runs = comparable(runs)
    base = base_of(runs, view.baseline)
    if base is None:
        return []
    return [
        (base, run, cached("paid", partial(wait_differences, base.schedule, run.schedule), base.schedule, run.schedule))
        for run in runs
        if run is not base and have_common(base, run)
    ]


def have_common(first: FinishedRun, second: FinishedRun) -> bool:
    """Whether two runs are of one log and have jobs in common."""
    one, other = first.schedule.workload, second.schedule.workload
    return changes(of_workload(one), of_workload(other)) is not None and bool(len(matching(one, other)[0]))


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether at least two runs have the same jobs, be they compared or left out."""
    return any(have_common(first, second) for first, second in combinations(runs, 2))


def signed_log(seconds: np.ndarray | float, bend: float) -> np.ndarray:
    """Signed lengths on an axis that is logarithmic in both directions."""
    return np.sign(seconds) * np.log10(1 + np.abs(seconds) / bend)


def spans(runs: Sequence[FinishedRun], jobs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """[jobs] s: from just before the first submission to just after the last end of each, over the runs that have it.

    jobs: rows of the baseline's.
    """
    places = [(run.schedule.placed, jobs if run.rows is None else run.rows.own[jobs]) for run in runs]
    begin = np.min([np.where(rows >= 0, placed.submit[rows], np.inf) for placed, rows in places], axis=0)
    end = np.max([np.where(rows >= 0, placed.end[rows], -np.inf) for placed, rows in places], axis=0)
    return begin - 0.05 * (end - begin), end + 0.05 * (end - begin)


def share_text(fraction: float) -> str:
    """83.1 %; of next to none that there are some."""
    return f"less than {theme.percent(LEAST)}" if 0 < fraction < LEAST / 2 else theme.percent(fraction)


def part_of(fraction: float, count: int) -> str:
    """A share of `count` things: 83.1 %, or how many of them where there are few."""
    return share_text(fraction) if count >= FEW else str(round(fraction * count) or "none")
