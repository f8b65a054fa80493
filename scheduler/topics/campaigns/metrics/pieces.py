"""Into how many pieces campaigns are cut: jobs of other campaigns start between their own.

Two jobs of a campaign are in one piece when no job of another campaign starts strictly between them (ostrich-2013,
section 5.1).  The last piece is the one no later campaign interrupts any more; the bound on flow times is proven on it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.analysis.worked_numbers import begin, figure, job_name
from scheduler.metrics import Each, Example, Metric
from scheduler.model.schedule import Schedule
from scheduler.wording import counted

NEEDS = frozenset({"campaigns"})


class Pieces(NamedTuple):
    """One row per piece, by campaign and then by time."""

    campaign: np.ndarray  # [pieces] i8, row of campaigns
    start: np.ndarray  # [pieces] f8, s, first start of a job
    last: np.ndarray  # [pieces] f8, s, last start of a job
    end: np.ndarray  # [pieces] f8, s, last end of a job
    jobs: np.ndarray  # [pieces] i8


def pieces(schedule: Schedule) -> Pieces:
    """The pieces of every campaign; empty where there are none."""
    placed, campaign = schedule.placed, schedule.workload.jobs.campaign
    order = np.lexsort((placed.start, campaign))
    order = order[campaign[order] >= 0]
    if not len(order):
        return Pieces(*(np.zeros(0, kind) for kind in (np.int64, float, float, float, np.int64)))
    instant = np.searchsorted(np.unique(placed.start), placed.start)[order]
    own = campaign[order]
    # Between two of a campaign's start instants that follow each other in its own list, only others can start.
    begins = np.flatnonzero(np.r_[True, (np.diff(own) != 0) | (np.diff(instant) > 1)])
    ends = np.append(begins[1:], len(order)) - 1
    start = placed.start[order]
    return Pieces(
        own[begins],
        start[begins],
        start[ends],
        np.maximum.reduceat(placed.end[order], begins),
        np.diff(np.append(begins, len(order))),
    )


def pieces_per_campaign(schedule: Schedule) -> np.ndarray:
    """[campaigns] how many pieces each has; 0 for one without jobs."""
    return np.bincount(pieces(schedule).campaign, minlength=schedule.workload.campaign_count)


def pieces_mean(schedule: Schedule) -> float | None:
    """Mean over campaigns."""
    counts = pieces_per_campaign(schedule)
    return float(counts.mean()) if len(counts) else None


def pieces_max(schedule: Schedule) -> float | None:
    """Maximum over campaigns."""
    counts = pieces_per_campaign(schedule)
    return float(counts.max()) if len(counts) else None


def each_campaign(schedule: Schedule, _threshold: float) -> Each:
    """The pieces of every campaign with jobs, at the first of these."""
    number, row = np.unique(schedule.workload.jobs.campaign, return_index=True)
    inside = number >= 0
    return Each(row[inside], pieces_per_campaign(schedule)[number[inside]])


def pieces_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The pieces of the campaign of one job, among all."""
    campaign, counts = int(schedule.workload.jobs.campaign[row]), pieces_per_campaign(schedule)
    if campaign < 0:
        return f"{begin(job_name(schedule, row))} belongs to no campaign, so it is not counted."
    return (
        f"The campaign of {job_name(schedule, row)} has {counted(int(counts[campaign]), 'piece')}; all pieces / "
        f"campaigns = {figure(int(counts.sum()))} / {figure(len(counts))} = {figure(float(counts.mean()))}."
    )


METRICS = (
    Metric(
        "pieces_mean",
        "Mean pieces of a campaign",
        "campaigns",
        "pieces",
        "",
        "mean over campaigns of the runs of starts that no other campaign's start interrupts",
        "Emeras et al. 2013, section 5.1",
        pieces_mean,
        needs=NEEDS,
        pitfall="Being cut is no harm in itself: it is how short campaigns get past long ones.",
        example=Example(pieces_example, each_campaign),
    ),
    Metric(
        "pieces_max",
        "Most pieces of a campaign",
        "campaigns",
        "pieces",
        "",
        "maximum over campaigns of the runs of starts that no other campaign's start interrupts",
        "Emeras et al. 2013, section 5.1",
        pieces_max,
        needs=NEEDS,
        pitfall="A campaign of many jobs can be cut more often than one of few.",
        example=Example(pieces_example, each_campaign, "max"),
    ),
)
