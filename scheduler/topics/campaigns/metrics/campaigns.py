"""How campaigns and their users fare: their time in the system against what the idle machine would have needed."""

from __future__ import annotations

from heapq import heapreplace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from scheduler.analysis.worked_numbers import begin, figure, job_name
from scheduler.metrics import Each, Example, Headline, Metric
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.wording import counted

NEEDS = frozenset({"campaigns"})
LARGEST = 300  # powers of ten that a product may have


class CampaignStretch(NamedTuple):
    """One row per campaign with jobs."""

    campaign: np.ndarray  # [rows] i8, row of campaigns
    flow: np.ndarray  # [rows] f8, s: completion - submission
    value: np.ndarray  # [rows] f8: flow / max(W / m, p_max)


class UserStretch(NamedTuple):
    """One row per user with campaigns."""

    user: np.ndarray  # [rows] i8, dense
    value: np.ndarray  # [rows] f8: sum of flows / sum of LPT lengths


def campaign_stretch(schedule: Schedule) -> CampaignStretch:
    """Stretch of every campaign against its lower bound max(W / m, p_max) (ostrich-2013, section 3)."""
    jobs, processors = schedule.workload.jobs, schedule.workload.platform.processors
    campaign, flow = _flows(schedule)
    inside = jobs.campaign >= 0
    work = np.bincount(jobs.campaign[inside], (jobs.runtime * jobs.processors)[inside])
    longest = np.zeros(len(work))
    np.maximum.at(longest, jobs.campaign[inside], jobs.runtime[inside])
    bound = np.maximum(work / processors, longest)[campaign]
    return CampaignStretch(campaign, flow, flow / bound)


def user_stretch(schedule: Schedule) -> UserStretch | None:
    """Stretch of every user (campaign-scheduling-2012, section VI-A); None where jobs take several processors."""
    workload = schedule.workload
    if not workload.has_campaigns or np.any(workload.jobs.processors > 1):
        return None
    campaign, flow = _flows(schedule)
    owner = workload.table("campaigns").user[campaign]
    user = np.unique(owner)
    flows, lengths = np.bincount(owner, flow), np.bincount(owner, lpt_lengths(workload)[campaign])
    return UserStretch(user, flows[user] / lengths[user])


def lpt_lengths(workload: Workload) -> np.ndarray:
    """[campaigns] s: how long each would take alone, its jobs started longest first; 0 for one without jobs."""
    jobs, processors = workload.jobs, workload.platform.processors
    order = np.lexsort((-jobs.runtime, jobs.campaign))
    order = order[jobs.campaign[order] >= 0]
    edges = np.searchsorted(jobs.campaign[order], np.arange(workload.campaign_count + 1))
    runtime = jobs.runtime[order]
    return np.array([lpt_length(runtime[a:b], processors) for a, b in pairwise(edges)], dtype=float)


def lpt_length(longest_first: np.ndarray, processors: int) -> float:
    """Completion of sequential jobs, sorted by falling runtime, each on the processor that is free first."""
    if len(longest_first) <= processors:
        return float(longest_first[0]) if len(longest_first) else 0.0
    free = longest_first[:processors][::-1].tolist()  # sorted, hence a heap
    for runtime in longest_first[processors:].tolist():
        heapreplace(free, free[0] + runtime)
    return max(free)


def _flows(schedule: Schedule) -> tuple[np.ndarray, np.ndarray]:
    placed, campaign = schedule.placed, schedule.workload.jobs.campaign
    inside = campaign >= 0
    size = int(campaign.max(initial=-1)) + 1
    submit, complete = np.full(size, np.inf), np.full(size, -np.inf)
    np.minimum.at(submit, campaign[inside], placed.submit[inside])
    np.maximum.at(complete, campaign[inside], placed.end[inside])
    rows = np.flatnonzero(complete > -np.inf)
    return rows, complete[rows] - submit[rows]


def each_campaign(schedule: Schedule, _threshold: float) -> Each:
    """The stretch of every campaign with jobs."""
    return Each(*campaign_stretch(schedule)[::2])


def campaign_stretch_mean(schedule: Schedule) -> float | None:
    """Mean over campaigns."""
    value = campaign_stretch(schedule).value
    return float(np.mean(value)) if len(value) else None


def campaign_stretch_max(schedule: Schedule) -> float | None:
    """Maximum over campaigns."""
    value = campaign_stretch(schedule).value
    return float(np.max(value)) if len(value) else None


def user_stretch_max(schedule: Schedule) -> float | None:
    """Maximum over users."""
    users = user_stretch(schedule)
    return float(np.max(users.value)) if users is not None and len(users.value) else None


def user_stretch_sum(schedule: Schedule) -> float | None:
    """Sum over users."""
    users = user_stretch(schedule)
    return float(np.sum(users.value)) if users is not None and len(users.value) else None


def user_stretch_product(schedule: Schedule) -> float | None:
    """Product over users; None where it is too large for a number of the machine."""
    users = user_stretch(schedule)
    if users is None or not len(users.value):
        return None
    size = float(np.sum(np.log10(users.value)))
    return float(np.prod(users.value)) if size < LARGEST else None


def first_jobs(schedule: Schedule, _threshold: float) -> Each:
    """The stretch of every campaign with jobs, at the first of these."""
    stretch, campaign = campaign_stretch(schedule), schedule.workload.jobs.campaign
    number, row = np.unique(campaign, return_index=True)
    return Each(row[number >= 0], stretch.value)


def users_first_jobs(schedule: Schedule, _threshold: float) -> Each:
    """The stretch of every user with campaigns, at the first of their jobs in one; empty where it is not defined."""
    users = user_stretch(schedule)
    if users is None:
        return Each(np.zeros(0, np.int64), np.zeros(0))
    inside = np.flatnonzero(schedule.workload.jobs.campaign >= 0)
    return Each(inside[np.unique(schedule.workload.jobs.user[inside], return_index=True)[1]], users.value)


def _outside(schedule: Schedule, row: int) -> str:
    return f"{begin(job_name(schedule, row))} belongs to no campaign, so it is not counted."


def campaign_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The stretch of the campaign of one job."""
    jobs, machine = schedule.workload.jobs, schedule.workload.platform.processors
    if jobs.campaign[row] < 0:
        return _outside(schedule, row)
    own = np.flatnonzero(jobs.campaign == jobs.campaign[row])
    submit, end = float(schedule.placed.submit[own].min()), float(schedule.placed.end[own].max())
    work = float(np.dot(jobs.runtime[own], jobs.processors[own].astype(float)))
    longest = float(jobs.runtime[own].max())
    stretch = (end - submit) / max(work / machine, longest)
    return (
        f"Campaign of {job_name(schedule, row)}, {counted(len(own), 'job')}: (completion - submit) / max(W / m, "
        f"p_max) = ({figure(end, 's')} - {figure(submit, 's')}) / max({figure(work, 'processor-s')} / "
        f"{figure(machine)}, {figure(longest, 's')}) = {figure(stretch)}."
    )


def user_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The stretch of the user of one job."""
    workload = schedule.workload
    if workload.jobs.campaign[row] < 0:
        return _outside(schedule, row)
    if np.any(workload.jobs.processors > 1):
        return "Some jobs take several processors: the lengths of campaigns are defined for sequential jobs only."
    campaign, flow = _flows(schedule)
    own = workload.table("campaigns").user[campaign] == workload.jobs.user[row]
    flows, lengths = float(flow[own].sum()), float(lpt_lengths(workload)[campaign[own]].sum())
    return (
        f"User of {job_name(schedule, row)}, {counted(int(own.sum()), 'campaign')}: sum of (completion - submit) / "
        f"sum of LPT lengths = {figure(flows, 's')} / {figure(lengths, 's')} = {figure(flows / lengths)}."
    )


METRICS = (
    Metric(
        "campaign_stretch_mean",
        "Mean campaign stretch",
        "campaigns",
        "",
        "lower",
        "mean over campaigns of (completion - submit) / max(W / m, p_max)",
        "Emeras et al. 2013, section 3",
        campaign_stretch_mean,
        needs=NEEDS,
        pitfall="Campaigns of one job count as much as campaigns of thousands.",
        main={"jobs": 1, "sweep": 3},
        headline=Headline("campaigns", 1, each_campaign, "campaign"),
        example=Example(campaign_example, first_jobs),
    ),
    Metric(
        "campaign_stretch_max",
        "Maximum campaign stretch",
        "campaigns",
        "",
        "lower",
        "maximum over campaigns of (completion - submit) / max(W / m, p_max)",
        "Emeras et al. 2013, section 3",
        campaign_stretch_max,
        needs=NEEDS,
        pitfall="One campaign decides it, often a very short one.",
        main={"jobs": 2},
        example=Example(campaign_example, first_jobs, "max"),
    ),
    Metric(
        "user_stretch_max",
        "Maximum user stretch",
        "campaigns",
        "",
        "lower",
        "maximum over users of sum of campaigns' (completion - submit) / sum of their LPT lengths",
        "Pinheiro, Rzadca and Trystram 2012, section VI-A",
        user_stretch_max,
        needs=NEEDS,
        pitfall="LPT is a surrogate of the optimum, which is hard to compute; it is at most a third longer.",
        main={"jobs": 3},
        example=Example(user_example, users_first_jobs, "max"),
    ),
    Metric(
        "user_stretch_sum",
        "Sum of user stretches",
        "campaigns",
        "",
        "lower",
        "sum over users of (sum of campaigns' (completion - submit) / sum of their LPT lengths)",
        "Pinheiro, Rzadca and Trystram 2012, section VI-A",
        user_stretch_sum,
        needs=NEEDS,
        pitfall="One user may pay for all: a small sum does not tell a fair schedule from an unfair one.",
        example=Example(user_example, users_first_jobs),
    ),
    Metric(
        "user_stretch_product",
        "Product of user stretches",
        "campaigns",
        "",
        "lower",
        "product over users of (sum of campaigns' (completion - submit) / sum of their LPT lengths)",
        "Pinheiro, Rzadca and Trystram 2012, section VI-A",
        user_stretch_product,
        needs=NEEDS,
        pitfall="To halve the smallest stretch counts as much as to halve the largest; it is huge with many users.",
        example=Example(user_example, users_first_jobs),
    ),
)
