"""No user is slowed down by more than the number of users.

Source: Pinheiro, Rzadca and Trystram 2012, corollary 1: the sum of a user's flow times is at most k times what the
campaigns would take alone, by the lengths of the schedules that set the deadlines.  Where deadlines are guaranteed the
last one of a user is k times the sum of these lengths, so it tells that sum.
"""

from __future__ import annotations

import numpy as np

from scheduler.bounds import Guarantee, Measured
from scheduler.model.schedule import Schedule
from scheduler.topics.campaigns.proofs import deadlines_unproven, has_deadlines


def applies(schedule: Schedule) -> bool:
    """Whether the policy sets deadlines and they are guaranteed; otherwise they do not tell the lengths."""
    return has_deadlines(schedule) and not deadlines_unproven(schedule)


def measure(schedule: Schedule) -> Measured:
    """One row per user: D(u), and the number of users."""
    virtual, campaigns = schedule.table("virtual"), schedule.workload.table("campaigns")
    owner, users = campaigns.user[virtual.campaign], np.unique(campaigns.user)
    last = np.full(int(users.max()) + 1, -np.inf)
    np.maximum.at(last, owner, virtual.deadline - virtual.submit.min())
    flow = np.bincount(owner, virtual.real_end - virtual.submit)[users]
    k = float(len(users))
    return Measured("user", users, flow * k / last[users], np.full(len(users), k))


GUARANTEE = Guarantee(
    "user_stretch",
    "Stretch of a user, corollary 1",
    "A user's campaigns take at most k times as long as alone, k the number of users.",
    "",
    "Pinheiro, Rzadca and Trystram 2012, corollary 1",
    applies,
    deadlines_unproven,
    measure,
)
