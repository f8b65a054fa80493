"""Jobs and work by partition of the machine."""

from __future__ import annotations

from functools import partial

from layouts.drawing import category_bars
from layouts.drawing.category_bars import MOST, Kind
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.categories import by_value

KIND = Kind(
    "by_partition",
    "partition",
    "partition",
    lambda workload: by_value(workload, workload.jobs.partition),
    category_bars.named_by("partition"),
)

WORKLOAD_PLOT = WorkloadPlot(
    "by_partition",
    "Partitions",
    "Which partitions of the machine are used?",
    partial(category_bars.figure, KIND),
    partial(category_bars.caption, KIND),
    partial(category_bars.table, KIND),
    2 * MOST,
    place=1_060,
    applies=partial(category_bars.several, KIND),
    pick=partial(category_bars.picked, KIND),
)
