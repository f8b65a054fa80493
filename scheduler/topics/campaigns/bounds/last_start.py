"""No job of a campaign starts later than the longest job after the campaign's virtual completion.

Source: implied by the proof of lemma 2 in Emeras et al. 2013; not stated there as such.
"""

from __future__ import annotations

import numpy as np

from scheduler.bounds import Guarantee, Measured
from scheduler.model.schedule import Schedule
from scheduler.topics.campaigns.proofs import fluid_unproven, has_fluid


def measure(schedule: Schedule) -> Measured:
    """One row per campaign: its last start minus its virtual completion, s; bound: the longest job of all."""
    virtual, jobs = schedule.table("virtual"), schedule.workload.jobs
    count = len(schedule.workload.table("campaigns"))
    last, complete = np.full(count, -np.inf), np.full(count, -np.inf)
    np.maximum.at(last, jobs.campaign, schedule.placed.start)
    np.maximum.at(complete, virtual.campaign, virtual.end)
    return Measured("campaign", np.arange(count), last - complete, np.full(count, float(jobs.runtime.max())))


def latest(schedule: Schedule) -> float | None:
    """The most that a campaign can be late, s: the last job starts that late at most, and is the longest at most."""
    if schedule.policy != "ostrich" or not schedule.is_fluid or fluid_unproven(schedule):
        return None
    return 2 * float(schedule.workload.jobs.runtime.max())


GUARANTEE = Guarantee(
    "last_start",
    "Last start after the virtual completion",
    "The last job of a campaign starts at most the longest job's runtime after the campaign's virtual completion.",
    "s",
    "Emeras, Pinheiro, Rzadca and Trystram 2013, from the proof of lemma 2",
    has_fluid,
    fluid_unproven,
    measure,
    latest,
)
