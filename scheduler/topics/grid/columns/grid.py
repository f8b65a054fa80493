"""Which jobs are runs of grid jobs, and which cluster the others belong to."""

from __future__ import annotations

from scheduler.columns import Columns

COLUMNS = Columns(
    "grid",
    (
        ("grid", "i8", "", "1 for a run of a grid job, 0 for a local job; only where the file tells them apart"),
        ("home", "i8", "", "cluster a local job was submitted to, 0..; -1 for grid runs; only together with grid"),
    ),
    header="Queuescope-Grid",  # tells the queue of grid runs
)
