"""What a start under Slurm is told with: the priority by which the job had been put in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.explain import Story
from scheduler.explain.decision import Decision
from scheduler.facts import Number
from scheduler.model.schedule import Schedule


def priority(schedule: Schedule, d: Decision) -> Mapping[str, Any]:
    """None under basic, where it is the order of submission."""
    return {"number": Number(d.value) if schedule.params["priority"] == "multifactor" else None}


STORY = Story("slurm", values={"slurm_main": priority, "slurm_backfill": priority})
