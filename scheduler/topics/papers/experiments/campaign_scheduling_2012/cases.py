"""The paper's small examples as workloads, what their schedules tell about users, and how experiments of them look.

Each has a sample of the same campaigns in sample_traces, which opens in Compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from scheduler.generators.traces.generated import trace_of
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.topics.campaigns.campaign_traces import HEADER
from scheduler.topics.campaigns.metrics.campaigns import user_stretch
from scheduler.topics.papers.experiments import Opening

User = Sequence[Sequence[float]]  # lengths of the jobs of each campaign, s
Think = Sequence[Sequence[float]]  # think time before each campaign of each user, s


def case(processors: int, *users: User, think: Think = ()) -> Workload:
    """Users whose first campaigns come at second 0, the others when the one before is complete (and thought about)."""
    rows = [
        (index, user, float(length))
        for user, campaigns in enumerate(users)
        for index, lengths in enumerate(campaigns)
        for length in lengths
    ]
    rows.sort(key=lambda row: row[:2])  # as drawn first: at equal times the first user goes first
    last = {row[:2]: number for number, row in enumerate(rows, 1)}
    length = np.array([row[2] for row in rows])
    columns = {
        "submit": np.zeros(len(rows)),
        "runtime": length,
        "requested_time": length,
        "requested_processors": np.ones(len(rows)),
        "user_id": np.array([user + 1 for _, user, _ in rows]),
        "preceding_job": np.array([last.get((index - 1, user), -1) for index, user, _ in rows]),
        "think_time": np.array([think[user][index] if think and index else 0.0 for index, user, _ in rows]),
    }
    return workload(trace_of("none", 0, {}, processors, columns, (), HEADER, hashed=False))


def complete(schedule: Schedule) -> list[list[float]]:
    """[users][campaigns] s: completion of every campaign, in the order of the user's campaigns."""
    campaigns, of_job = schedule.workload.table("campaigns"), schedule.workload.jobs.campaign
    ends = np.zeros(len(campaigns))
    np.maximum.at(ends, of_job, schedule.placed.end)
    order = np.lexsort((campaigns.index, campaigns.user))
    return [ends[order][campaigns.user[order] == user].tolist() for user in range(schedule.workload.users)]


def stretches(schedule: Schedule) -> list[float]:
    """D(u) of each user: completion of all campaigns over their lengths alone (section VI.A)."""
    stretch = user_stretch(schedule)
    assert stretch is not None
    return stretch.value.tolist()


def sample(title: str, name: str, *runs: tuple[str, dict[str, Any]]) -> Opening:
    """The sample of an example, opened under these policies."""
    return Opening(title, {"kind": "sample", "name": f"{name}.swf"}, runs)
