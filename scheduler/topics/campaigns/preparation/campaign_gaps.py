"""How campaigns would come out at other gaps: what there is to judge the choice of one by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scheduler.model.workload import Workload
from scheduler.model.workload_options import WorkloadOptions
from scheduler.topics.campaigns.preparation.inferred_campaigns import Counts, counts
from scheduler.topics.campaigns.preparation.user_sessions import (
    Campaigns,
    Submissions,
    campaigns,
    first_jobs,
    submissions,
)


class Thresholds(NamedTuple):
    """One value per gap."""

    gap: np.ndarray  # [gaps] f8, s
    alone: np.ndarray  # [gaps] i8, campaigns by the gap alone
    merged: np.ndarray  # [gaps] i8, campaigns where one goes on until the work in it has ended
    overlap: np.ndarray  # [gaps] f8, share 0..1 of those by the gap alone that begin before their previous one ended


def recorded(workload: Workload) -> Submissions:
    """What the users of a workload did, at the times its log records."""
    jobs = workload.jobs
    return submissions(
        np.asarray(jobs.user),
        np.asarray(jobs.submit),
        np.asarray(jobs.recorded_wait),
        np.asarray(workload.as_recorded.jobs.runtime),
        float(workload.options.get("time_factor", 1.0)),
    )


def thresholds(done: Submissions, gaps: Sequence[float]) -> Thresholds:
    """The campaigns by each of these gaps."""
    alone = [campaigns(done, gap, merge=False) for gap in gaps]
    merged = [len(first_jobs(done, gap, merge=True)) for gap in gaps]
    return Thresholds(
        np.array(gaps, float),
        np.array([len(of_gap.first) for of_gap in alone]),
        np.array(merged),
        np.array([_overlap(of_gap) for of_gap in alone]),
    )


def _overlap(of_gap: Campaigns) -> float:
    following = int(of_gap.follows.sum())
    return float((of_gap.think < 0).sum()) / following if following else 0.0


def counted(workload: Workload) -> Counts | None:
    """What was inferred for a workload; None where its campaigns are declared, or there are none."""
    if workload.options.get("campaigns") != "inferred":
        return None
    options, done = WorkloadOptions.of_record(workload.options), recorded(workload)
    return counts(done, campaigns(done, options.gap, options.overlap == "merge"), options)
