"""Jobs and work by how they ended: by the states that the log names, as Slurm does, else by the status."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from layouts.drawing import category_bars
from layouts.drawing.category_bars import MOST, Kind
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.categories import UNKNOWN, Categories, by_value
from scheduler.model.workload import Workload

NAMES = {0: "failed", 1: "completed", 5: "cancelled", UNKNOWN: "unknown"}  # the Standard Workload Format's, field 11


def statuses(workload: Workload) -> Categories:
    """Jobs and work of each status."""
    return _by(workload, "status")


def name(_workload: Workload, value: int) -> str | int:
    """completed; the number of a status that the format does not name."""
    return NAMES.get(value, value)


def states(workload: Workload) -> Categories:
    """Jobs and work of each state."""
    return _by(workload, "state")


def _by(workload: Workload, name: str) -> Categories:
    column = workload.recorded_column(name)
    return by_value(workload, np.full(len(workload), UNKNOWN) if column is None else column)


STATUS = Kind("by_status", "status", "status", statuses, name)
STATE = Kind("by_status", "state", "state", states, category_bars.named_by("state"))


def kind(workload: Workload) -> Kind:
    """By what the jobs are told apart."""
    return STATUS if workload.recorded_column("state") is None else STATE


def of_kind(drawing: Callable[..., Any]) -> Callable[..., Any]:
    """A function of category_bars, for the kind of the workload."""
    return lambda workload, *more: drawing(kind(workload), workload, *more)


WORKLOAD_PLOT = WorkloadPlot(
    "by_status",
    "How jobs ended",
    "How many jobs complete, fail, run into their limit, or are cancelled?",
    of_kind(category_bars.figure),
    of_kind(category_bars.caption),
    of_kind(category_bars.table),
    2 * MOST,
    place=1_040,
    applies=of_kind(category_bars.several),
    pick=of_kind(category_bars.picked),
)
