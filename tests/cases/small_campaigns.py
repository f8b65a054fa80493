"""Campaigns of a few users as workloads, and when each campaign is complete."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.formats.swf import read
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload

User = Sequence[Sequence[float]]  # lengths of the jobs of each campaign, s


def case(processors: int, *users: User, think: Sequence[Sequence[float]] = ()) -> Workload:
    """Jobs of one processor.  First campaigns come at second 0, others when the one before is complete.

    think: s, that each user thinks before each campaign.  Of campaigns of one place those of the first user come first.
    """
    lines, last = [f"; MaxProcs: {processors}", "; Queuescope-Campaigns: 1"], {}
    most = max(len(campaigns) for campaigns in users)
    for place, (number, campaigns) in ((place, user) for place in range(most) for user in enumerate(users)):
        for length in campaigns[place] if place < len(campaigns) else ():
            before, pause = last.get((place - 1, number), -1), think[number][place] if think and place else 0
            lines.append(
                f"{len(lines) - 1} 0 -1 {length} 1 -1 -1 1 {length} -1 1 {number + 1} -1 -1 -1 -1 {before} {pause}"
            )
            last[place, number] = len(lines) - 2
    return workload(read("\n".join([*lines, ""]).encode(), "small.swf"))


def complete(schedule: Schedule) -> list[list[float]]:
    """[users][campaigns] s: completion of every campaign, in the order of the user's campaigns."""
    campaigns, of_job = schedule.workload.table("campaigns"), schedule.workload.jobs.campaign
    ends = np.zeros(len(campaigns))
    np.maximum.at(ends, of_job, schedule.placed.end)
    order = np.lexsort((campaigns.index, campaigns.user))
    return [ends[order][campaigns.user[order] == user].tolist() for user in range(schedule.workload.users)]
