"""The weight of a moldable task, and its allotments: rows of the table `shapes`."""

from __future__ import annotations

from scheduler.columns import Columns

MOLDABLE = "Queuescope-Moldable"  # line of a header: jobs are moldable tasks
COLUMNS = (
    Columns(
        "moldable",
        (
            (
                "weight",
                "f8",
                "",
                "weight of the task in sums of completion times, above 0; only where tasks are moldable",
            ),
            ("shape_ptr", "i8", "", "first row of the task in shapes; only where tasks are moldable"),
            ("shapes", "i8", "", "how many rows of shapes from there on; only where tasks are moldable"),
        ),
        header=MOLDABLE,
        surplus=True,
    ),
    Columns(
        "shapes",
        (
            ("processors", "i8", "processors", "an allotment of a moldable task; rising within a task"),
            ("runtime", "f8", "s", "how long the task runs on so many processors"),
        ),
        table="shapes",
    ),
)
