"""Where users go one after another, the shortest first, the user of rank r needs at most r times as long as alone.

Source: Pinheiro, Rzadca and Trystram 2012, proposition 5, for MultiCamp; for users of one campaign each it is Saule and
Trystram's for MULTICMAX (section III.A).  A user's length alone is that of the schedules planned for the campaigns.  It
is within rho of the least possible, so that the ratios against the least are (rho, 2 rho, ..., k rho).
"""

from __future__ import annotations

import numpy as np

from scheduler.bounds import Guarantee, Measured
from scheduler.model.schedule import Schedule
from scheduler.topics.campaigns.adapters.exclusive_campaigns import lengths


def applies(schedule: Schedule) -> bool:
    """Whether the policy fixed the order of whole users beforehand: it knew all campaigns and has no deadlines."""
    return schedule.has_virtual and any(note.rule == "knows_future" for note in schedule.notes)


def why_not(schedule: Schedule) -> str:
    """What the proof needs of a run and this one does not have; "" where nothing is missing."""
    workload = schedule.workload
    campaigns, jobs = workload.table("campaigns"), workload.jobs
    first = jobs.submit[campaigns.previous[jobs.campaign] < 0]
    for fails, why in (
        (np.any(campaigns.think_time > 0), "users think between their campaigns here, and the machine waits for them"),
        (np.any(first != first[0]), "not all users start at the same time here"),
        (np.any(jobs.requested_time != jobs.runtime), "the policy knows requested times here, not runtimes"),
        (np.any(workload.offset), "jobs of one campaign are submitted at different times here"),
    ):
        if fails:
            return why
    return ""


def measure(schedule: Schedule) -> Measured:
    """One row per user: the sum of flow times over the planned length alone, and the user's rank by that length."""
    workload, virtual = schedule.workload, schedule.table("virtual")
    owner, params = workload.table("campaigns").user, schedule.params
    users = np.unique(owner)
    planned = np.bincount(owner, lengths(workload, params["order"], params["wide"]))[users]
    flow = np.bincount(owner[virtual.campaign], virtual.real_end - virtual.submit)[users]
    rank = np.empty(len(users))
    rank[np.lexsort((users, planned.round(6)))] = np.arange(1, len(users) + 1)
    return Measured("user", users, flow / planned, rank)


GUARANTEE = Guarantee(
    "vector_ratio",
    "Stretch of a user by rank, proposition 5",
    "No user takes more times as long as alone than the number of the user's rank, 1 for the first.",
    "",
    "Pinheiro, Rzadca and Trystram 2012, proposition 5",
    applies,
    why_not,
    measure,
)
