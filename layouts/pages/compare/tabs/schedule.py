"""The schedule: who has which processors when, in every run, and what a selected range of time holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from layouts.frame.callbacks import Services
from layouts.pages.compare.gantts import gantt_panel
from layouts.pages.compare.runs import what_if
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import view_list
from layouts.pages.compare.window import range_panel
from layouts.plots import gantt
from layouts.state.view import FinishedRun, View, alike


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """The Gantt charts with their tools, then what is selected in them."""
    return [
        gantt_panel.gantts(services, runs, view, view_list.remarks(gantt.PLOT, runs)),
        range_panel.section(alike(runs), view),
        what_if.section(alike(runs), view),
        *view_list.figures(services, runs, view, "schedule"),
    ]


TAB = Tab(
    "schedule",
    "Schedule",
    2,
    content,
    mixed=True,
    holds=("t0", "job", "mode", "plan", "rows", "color", "beside", "shared", "r0"),
)
