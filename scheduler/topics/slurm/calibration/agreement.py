"""How far simulated waits agree with the recorded ones: by partition, size class, account and user, and whether that
is good enough for advice.

A simulation advises on a cluster only if it shows what the cluster did before anything is changed.  So the log is
simulated first under its own configuration and every job is held against its recorded wait.  Advice is withheld where
the mean wait is off by more than MEAN_ERROR, where jobs that waited long in the record are not those that wait long in
the simulation (rank correlation below RANK), or where too few waits were recorded.

Rank correlation is Spearman's: the correlation of the ranks, equal waits sharing the mean of theirs (Spearman 1904, The
proof and measurement of association between two things).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scheduler.durations import human
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.topics.slurm.calibration.groups import groups
from scheduler.wording import counted

MEAN_ERROR = 0.20  # of the recorded mean wait: by how much the simulated one may be off
SMALL = 60.0  # s: a mean wait that is off by no more than this is near enough, however short it is
RANK = 0.80  # least rank correlation
RECORDED = 0.90  # least share of the jobs whose wait is recorded
FEWEST = 30  # jobs with a recorded wait below which nothing can be said
WITHIN = Param("within", 300.0, 0, 1e9, "s", "a wait that is off by no more than this counts as met")


class Row(NamedTuple):
    """Agreement of a group of jobs with a recorded wait; part: "all" or one of groups.PARTS; times in s.

    median_error: of the absolute differences; within: share of the jobs; rank: None where all waits are the same.
    """

    part: str
    name: str
    jobs: int
    recorded_mean: float
    simulated_mean: float
    median_error: float
    within: float
    rank: float | None


class Verdict(NamedTuple):
    """Whether the replay is good enough for advice; reasons: sentences, each of one thing that is not."""

    advises: bool
    reasons: tuple[str, ...]


def agreement(workload: Workload, wait: np.ndarray, within: float = WITHIN.default) -> list[Row]:
    """All jobs, then every group; wait: [n] s, simulated.  Jobs without a recorded wait count nowhere."""
    recorded = workload.jobs.recorded_wait
    kept = [group._replace(rows=group.rows[recorded[group.rows] >= 0]) for group in groups(workload)]
    return [
        _row(group.part, group.name, recorded[group.rows], wait[group.rows], within)
        for group in kept
        if len(group.rows)
    ]


def _row(part: str, name: str, recorded: np.ndarray, wait: np.ndarray, within: float) -> Row:
    error = np.abs(wait - recorded)
    return Row(
        part,
        name,
        len(wait),
        float(recorded.mean()),
        float(wait.mean()),
        float(np.median(error)),
        float(np.mean(error <= within)),
        rank_correlation(recorded, wait),
    )


def rank_correlation(first: np.ndarray, second: np.ndarray) -> float | None:
    """Spearman's, -1 to 1; None where one of the two is the same throughout."""
    one, other = mean_ranks(first), mean_ranks(second)
    one, other = one - one.mean(), other - other.mean()
    scale = np.sqrt((one**2).sum() * (other**2).sum())
    return float((one * other).sum() / scale) if scale > 0 else None


def mean_ranks(values: np.ndarray) -> np.ndarray:
    """[n] ranks from 1 on; equal values share the mean of theirs."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - (count - 1) / 2)[place]


def verdict(rows: Sequence[Row], jobs: int) -> Verdict:
    """What the agreement of all jobs, the first row, says; jobs: of the workload, recorded or not."""
    whole = rows[0] if rows else None
    recorded = whole.jobs if whole else 0
    reasons = []
    if recorded < FEWEST:
        reasons.append(f"Waits of {counted(recorded, 'job')} are recorded; at least {FEWEST} are needed.")
    elif recorded < RECORDED * jobs:
        reasons.append(
            f"Waits of {recorded:,} of {counted(jobs, 'job')} are recorded; at least {RECORDED:.0%} are needed."
        )
    if whole is not None and recorded >= FEWEST:
        reasons += _faults(whole)
    return Verdict(not reasons, tuple(reasons))


def _faults(whole: Row) -> list[str]:
    apart, reasons = abs(whole.simulated_mean - whole.recorded_mean), []
    if apart > max(SMALL, MEAN_ERROR * whole.recorded_mean):
        reasons.append(
            f"The mean wait is {human(whole.simulated_mean)} in the simulation and "
            f"{human(whole.recorded_mean)} in the record; they may differ by {MEAN_ERROR:.0%}, or by "
            f"{human(SMALL)}."
        )
    if whole.rank is not None and whole.rank < RANK:
        reasons.append(
            f"The rank correlation of simulated and recorded waits is {whole.rank:.2f}; at least {RANK:.2f} "
            "is needed, else other jobs wait than those that did."
        )
    return reasons
