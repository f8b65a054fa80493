"""Gantt chart: who has which processors when, in the real schedule of a run or in its virtual one.

The rows of the real schedule are processors, or bands of users or sizes, or jobs.  Two more charts hold the virtual one
against it: `ghost` draws it as outlines behind the real one, `lag` a row per campaign from its promised to its real
completion.

Up to a number of rectangles the window is drawn as bars, one trace per look, each with its facts on hover; beyond it as
a picture that comes from its own route (layouts.gantt.picture_routes), so that the size of the page does not grow with
the workload.  The figure says all about itself in layout.meta, which is what frontend/gantt/charts.js reads.
"""

from __future__ import annotations

from layouts.gantt.rectangles import SOURCES
from layouts.plots import Plot
from layouts.plots.gantts.bars import MOST_BARS, MOST_NUMBERED, on
from layouts.plots.gantts.description import caption, headline, table
from layouts.plots.gantts.run_chart import figure
from layouts.words import caveats
from scheduler.params import Param

__all__ = ["MOST_BARS", "MOST_NUMBERED", "PLOT", "caption", "figure", "headline", "on", "table"]

PLOT = Plot(
    "gantt",
    "Gantt chart",
    "Who has which processors when?",
    figure,
    caption,
    table,
    (
        Param("run", 0, low=0, high=3, help="which of the runs shown"),
        Param("source", "real", choices=SOURCES, help="real schedule or the policy's virtual one"),
    ),
    axis="time",
    max_points=MOST_BARS + 2,
    per_run=True,
    caveats=(caveats.viewer_rows, caveats.oversubscribed),
    tab="schedule",
    mixed=True,
)
