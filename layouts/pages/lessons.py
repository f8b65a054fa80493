"""Lessons: what is to come, and the traces that already teach something."""

from __future__ import annotations

import dash_mantine_components as dmc
from dash import Dash, html

from layouts import shell
from layouts.callbacks import Services


def layout() -> html.Div:
    """One honest sentence, and where to go meanwhile."""
    return shell.titled(
        "Lessons", "Soon: lessons that stop before each decision and ask what comes next; they are not written yet.",
        html.Div([html.H2("Meanwhile: open a sample by its lesson"),
                  html.P("The sample traces each show one thing, and Compare explains every start and every wait."),
                  dmc.Anchor("Open a sample →", href="/workload#samples", fw=600)], className="qs-card"))


def register(app: Dash, services: Services) -> None:
    """Nothing to react to yet."""
