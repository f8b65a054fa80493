"""Jobs and work by how they ended, as the log recorded it."""

from __future__ import annotations

from functools import partial

import numpy as np

from layouts.drawing import category_bars
from layouts.drawing.category_bars import MOST, Kind
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.categories import UNKNOWN, Categories, by_value
from scheduler.model.workload import Workload

NAMES = {0: "failed", 1: "completed", 5: "cancelled", UNKNOWN: "unknown"}     # the Standard Workload Format's, field 11


def values(workload: Workload) -> Categories:
    """Jobs and work of each status."""
    statuses = workload.recorded_column("status")
    return by_value(workload, np.full(len(workload), UNKNOWN) if statuses is None else statuses)


def name(_workload: Workload, value: int) -> str | int:
    """completed; the number of a status that the format does not name."""
    return NAMES.get(value, value)


KIND = Kind("by_status", "status", "status", values, name)

WORKLOAD_PLOT = WorkloadPlot(
    "by_status", "How jobs ended", "How many jobs complete, fail, or are cancelled?",
    partial(category_bars.figure, KIND), partial(category_bars.caption, KIND), partial(category_bars.table, KIND),
    2 * MOST, place=1_040, applies=partial(category_bars.several, KIND), pick=partial(category_bars.picked, KIND))
