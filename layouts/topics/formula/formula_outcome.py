"""Below the parameters of a policy that has formulas: its picture, and why a job has its place; the editor fills it."""

from __future__ import annotations

from dash import Dash, html

from layouts.frame.callbacks import Services
from layouts.topics.formula import formula_ids


def layout() -> html.Div:
    """Empty at first."""
    return html.Div(id=formula_ids.WHY)


def register(app: Dash, services: Services) -> None:
    """Nothing reacts here."""
