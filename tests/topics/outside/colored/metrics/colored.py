"""How often the color changes."""

from __future__ import annotations

import numpy as np

from scheduler.metrics import Metric
from scheduler.model.schedule import Schedule


def changes(schedule: Schedule) -> float:
    """How many jobs start with another color than the job that started before them."""
    color = schedule.workload.jobs.color[np.argsort(schedule.placed.start, kind="stable")]
    return float((color[1:] != color[:-1]).sum())


METRICS = (
    Metric(
        "color_changes",
        "Changes of color",
        "colors",
        "",
        "lower",
        "starts whose color is not that of the start before",
        "made up for this example",
        changes,
        needs=frozenset({"colored"}),
    ),
)
