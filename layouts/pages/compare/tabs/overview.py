"""Overview: the views that tell most, small, side by side on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import html

from layouts.frame.callbacks import Services
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import glance
from layouts.state.view import FinishedRun, View


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """The Gantt charts of the runs, below them the plots that are worth a glance."""
    plots = [glance.card(services, plot, runs, view) for plot in glance.plots(runs)]
    return [glance.gantts(services, runs, view), html.Div(plots, className="qs-glances")]


TAB = Tab("overview", "Overview", 1, content, mixed=True)
