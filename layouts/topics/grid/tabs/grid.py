"""A grid of clusters: what local jobs and grid runs get, and what kills cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from layouts.drawing.query_mask import baseline
from layouts.frame.callbacks import Services
from layouts.pages.compare.table import metrics_table
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import view_list
from layouts.state.view import FinishedRun, View
from scheduler.topics.grid.kinds.grid import KIND


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """The numbers of the grid, then the plots that name this tab."""
    return [
        metrics_table.of_family(runs, baseline(runs, view.baseline), "grid"),
        *view_list.figures(services, runs, view, "grid"),
    ]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether the workload is one of a light grid."""
    return any(KIND.has(run.schedule.workload) for run in runs)


TAB = Tab("grid", "Grid", 10, content, applies)
