"""The name of a metric in a table, and its definition for whoever points at it, touches it or tabs to it."""

from __future__ import annotations

import dash_mantine_components as dmc
from dash import html

from scheduler.metrics import Metric

ALWAYS = {"hover": True, "focus": True, "touch": True}
MARK = {"background": "none", "border": 0, "font": "inherit", "padding": 0, "width": 24, "height": 24, "cursor": "help"}
RING = {"display": "inline-block", "width": 15, "height": 15, "border": "1px solid currentColor", "borderRadius": "50%",
        "font": "italic 11px/13px Georgia, serif"}      # drawn, since few fonts have the sign


def about(metric: Metric) -> str:
    """Formula, pitfall and source in one line."""
    return f"{metric.formula}. {metric.pitfall} Source: {metric.source}."


def defined(metric: Metric) -> list:
    """The name of a metric and a button that tells its definition to whoever points at it, touches or focuses it."""
    name = metric.heading or metric.title
    mark = html.Button(html.Span("i", style=RING), type="button", className="qs-soft", style=MARK,
                       **{"aria-label": f"Definition of {name}", "aria-description": about(metric)})
    return [name, " ", dmc.Tooltip(mark, label=about(metric), multiline=True, w=320, events=ALWAYS,
                                   boxWrapperProps={"display": "inline-block"})]
