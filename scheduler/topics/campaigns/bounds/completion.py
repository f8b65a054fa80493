"""The flow time of a campaign is bounded by its own work and its user's previous campaign's, whatever others submit.

Source: Emeras et al. 2013, equation (5.1): C - t <= K W'/m + p + (K - 1) W/m + p + W/m + q, with W the campaign's work,
W' the previous one's (0 for the first), p the longest job of all, q the longest of the campaign, and K users active
at once at most.  The paper lets K vary over time, and takes the largest while the campaign is executed (footnote
5); here K is the largest of the whole run, which is not smaller, so the bound drawn is looser than the paper's.
"""

from __future__ import annotations

import numpy as np

from scheduler.bounds import Guarantee, Measured
from scheduler.model.schedule import Schedule
from scheduler.topics.campaigns.proofs import fluid_unproven, has_fluid, most_active


def measure(schedule: Schedule) -> Measured:
    """One row per campaign: its flow time and bound (5.1), s."""
    work, longest, before = own(schedule)
    m, k, p = schedule.workload.platform.processors, most_active(schedule), float(longest.max())
    bound = k * before / m + p + (k - 1) * work / m + p + work / m + longest
    return Measured("campaign", np.arange(len(work)), flows(schedule), bound)


def own(schedule: Schedule) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[campaigns] work W, longest job, and work of the user's previous campaign (0 where there is none)."""
    campaigns = schedule.workload.table("campaigns")
    before = np.where(campaigns.previous >= 0, campaigns.work[campaigns.previous], 0.0)
    return campaigns.work, campaigns.longest, before


def flows(schedule: Schedule) -> np.ndarray:
    """[campaigns] s: completion - submission."""
    placed, campaign = schedule.placed, schedule.workload.jobs.campaign
    count = int(campaign.max()) + 1
    submit, complete = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(submit, campaign, placed.submit)
    np.maximum.at(complete, campaign, placed.end)
    return complete - submit


GUARANTEE = Guarantee(
    "completion",
    "Flow time of a campaign, bound (5.1)",
    "The time from a campaign's submission to its completion is bounded by its own work, its user's previous campaign, "
    "the number of users and the longest job; how much the others submit does not count.",
    "s",
    "Emeras, Pinheiro, Rzadca and Trystram 2013, equation (5.1)",
    has_fluid,
    fluid_unproven,
    measure,
)
