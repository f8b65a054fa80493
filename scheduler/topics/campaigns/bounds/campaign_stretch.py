"""The stretch of a campaign grows with the number of users and with its user's previous campaign only.

Source: Emeras et al. 2013, theorem 1, as its proof gives it before the last step: D <= (K (W' + W) / m + 3 p) /
max(W / m, q).  The printed last step divides p by W / m as if W were 1, which is too small for work below one second;
the form here needs no such step.
"""

from __future__ import annotations

import numpy as np

from scheduler.bounds import Guarantee, Measured
from scheduler.model.schedule import Schedule
from scheduler.topics.campaigns.proofs import fluid_unproven, has_fluid, most_active


def measure(schedule: Schedule) -> Measured:
    """One row per campaign: its stretch against max(W / m, longest), and the bound of the theorem."""
    campaigns, placed, campaign = schedule.workload.table("campaigns"), schedule.placed, schedule.workload.jobs.campaign
    m, k, p = schedule.workload.platform.processors, most_active(schedule), float(campaigns.longest.max())
    submit, complete = np.full(len(campaigns), np.inf), np.full(len(campaigns), -np.inf)
    np.minimum.at(submit, campaign, placed.submit)
    np.maximum.at(complete, campaign, placed.end)
    alone = np.maximum(campaigns.work / m, campaigns.longest)
    before = np.where(campaigns.previous >= 0, campaigns.work[campaigns.previous], 0.0)
    bound = (k * (before + campaigns.work) / m + 3 * p) / alone
    return Measured("campaign", np.arange(len(campaigns)), (complete - submit) / alone, bound)


GUARANTEE = Guarantee(
    "campaign_stretch",
    "Stretch of a campaign, theorem 1",
    "A campaign's stretch is bounded by the number of users times one plus the ratio of the previous campaign's work "
    "to its own, and a term for the longest job.",
    "",
    "Emeras, Pinheiro, Rzadca and Trystram 2013, theorem 1",
    has_fluid,
    fluid_unproven,
    measure,
)
