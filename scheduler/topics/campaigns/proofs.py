"""What the proofs of both papers need of a run, and why a promise may not hold where that is missing."""

from __future__ import annotations

import numpy as np

from scheduler.model.schedule import Schedule


def unproven(schedule: Schedule) -> str:
    """What the proofs of both papers need of a workload and this one does not have; "" where nothing is missing."""
    jobs = schedule.workload.jobs
    if np.any(jobs.processors > 1):
        return "it is proven for jobs of one processor, and some here are wider"
    if np.any(jobs.requested_time != jobs.runtime):
        return "the policy knows requested times here, not runtimes"
    if np.any(schedule.workload.offset):
        return "jobs of one campaign are submitted at different times here"
    return ""


def fluid_unproven(schedule: Schedule) -> str:
    """As unproven(), and what the proofs of OStrich need of the run."""
    virtual, campaigns = schedule.table("virtual"), schedule.workload.table("campaigns")
    if np.any(virtual.eligible < virtual.start - 1e-6):
        return "jobs may start here before their campaign's virtual start"
    overlap = (campaigns.previous < 0) & (campaigns.index > 0)
    if np.any(overlap):
        return "some campaigns are submitted here before the user's previous one is complete"
    return unproven(schedule)


def deadlines_unproven(schedule: Schedule) -> str:
    """What the proof of proposition 7 needs of a run and this one does not have; "" where nothing is missing.

    Wide jobs are no obstacle: a campaign is alone on the machine, so its length is known whatever the jobs' sizes.
    """
    campaigns, virtual, jobs = schedule.workload.table("campaigns"), schedule.table("virtual"), schedule.workload.jobs
    first = campaigns.previous < 0
    begins = virtual.submit[np.isin(virtual.campaign, np.flatnonzero(first))]
    for fails, why in (
        (
            schedule.params.get("placement") != "block",
            "it is proven for campaigns that have the whole machine, and here they share it",
        ),
        (
            np.any(campaigns.think_time > 0),
            "users think between their campaigns here, and a long campaign may start meanwhile",
        ),
        (
            np.any(begins != begins[0]) or np.count_nonzero(first) != len(np.unique(campaigns.user)),
            "not all users start at the same time here",
        ),
        (
            schedule.params.get("base") == "previous" and begins[0] > 0,
            "the first deadlines count from 0 s here, and users start later",
        ),
        (np.any(jobs.requested_time != jobs.runtime), "the policy knows requested times here, not runtimes"),
        (np.any(schedule.workload.offset), "jobs of one campaign are submitted at different times here"),
    ):
        if fails:
            return why
    return ""


def has_deadlines(schedule: Schedule) -> bool:
    """Whether the policy sets deadlines."""
    return schedule.has_deadlines


def has_fluid(schedule: Schedule) -> bool:
    """Whether the run has a fluid virtual schedule."""
    return schedule.is_fluid


def most_active(schedule: Schedule) -> int:
    """K: the largest number of users active in the virtual schedule at once."""
    shares = schedule.table("shares")
    least = float(shares.share[shares.share > 0].min())
    return round(schedule.workload.platform.processors / least)
