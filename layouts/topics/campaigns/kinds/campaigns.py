"""How workloads of campaigns are shown."""

from __future__ import annotations

from layouts.kinds import Look
from scheduler.model.workload import Workload
from scheduler.topics.campaigns.kinds.campaigns import KIND


def counts(workload: Workload) -> dict[str, int]:
    """How many campaigns there are."""
    return {"campaigns": workload.campaign_count}


LOOK = Look(KIND.key, counts=counts, guaranteed="OStrich and FairCamp come with some that are measured here.")
