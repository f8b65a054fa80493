"""Jobs and work by group, or account of Slurm."""

from __future__ import annotations

from functools import partial

from layouts.drawing import category_bars
from layouts.drawing.category_bars import MOST, Kind
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.categories import by_value

KIND = Kind(
    "by_group",
    "group",
    "group",
    lambda workload: by_value(workload, workload.jobs.group),
    category_bars.named_by("group"),
)

WORKLOAD_PLOT = WorkloadPlot(
    "by_group",
    "Groups",
    "Which groups or accounts use the machine?",
    partial(category_bars.figure, KIND),
    partial(category_bars.caption, KIND),
    partial(category_bars.table, KIND),
    2 * MOST,
    place=1_070,
    applies=partial(category_bars.several, KIND),
    pick=partial(category_bars.picked, KIND),
)
