"""Dynamic Fractional Resource Scheduling vs. Batch Scheduling (INRIA RR-7659, 2011), and its experiments."""

from __future__ import annotations

from scheduler.papers import Paper
from scheduler.papers.dfrs_2011 import table2, table3, table4

PAPERS = (Paper(
    "dfrs-2011", "Dynamic Fractional Resource Scheduling vs. Batch Scheduling",
    "Henri Casanova, Mark Stillwell, Frédéric Vivien", 2011, "INRIA research report 7659",
    "https://inria.hal.science/inria-00603091",
    (table2.EXPERIMENT, table2.SCALED, table2.REAL_WEEKS, table3.EXPERIMENT, table4.EXPERIMENT,
     table4.REAL_WEEKS)),)
