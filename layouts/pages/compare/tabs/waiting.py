"""How long jobs wait and take, and what they wait for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import html

from layouts.frame.callbacks import Services
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import distribution_choice, view_list
from layouts.state.view import FinishedRun, View


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """One distribution, of a metric and in a form that are chosen; then what jobs wait for."""
    return [
        html.Div(
            [*distribution_choice.section(runs, view, "waiting"), *view_list.figures(services, runs, view, "waiting")],
            className="qs-waiting",
        )
    ]


TAB = Tab("waiting", "Waiting", 4, content, mixed=True)
