"""Jobs and work by queue, or quality of service of Slurm."""

from __future__ import annotations

from functools import partial

from layouts.drawing import category_bars
from layouts.drawing.category_bars import MOST, Kind
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.categories import by_value

KIND = Kind(
    "by_queue",
    "queue",
    "queue",
    lambda workload: by_value(workload, workload.jobs.queue),
    category_bars.named_by("queue"),
)

WORKLOAD_PLOT = WorkloadPlot(
    "by_queue",
    "Queues",
    "Which queues or qualities of service are used?",
    partial(category_bars.figure, KIND),
    partial(category_bars.caption, KIND),
    partial(category_bars.table, KIND),
    2 * MOST,
    place=1_050,
    applies=partial(category_bars.several, KIND),
    pick=partial(category_bars.picked, KIND),
)
