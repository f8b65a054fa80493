"""The tools of the Gantt charts in one row: icons that move the charts, the search, and a menu with all settings.

An icon has its name below the pointer, with its key (frontend/frame/keyboard.js), and for assistive technology.
"""

from __future__ import annotations

from collections.abc import Sequence

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.frame.icons import icon
from layouts.pages.compare.gantts import looks, plan_choice
from layouts.pages.compare.search import search_box
from layouts.plots.gantts.charts import modes
from layouts.state.view import MODES, FinishedRun, View

WORDS = {"stacked": "Two panels", "ghost": "Overlay", "lag": "Lateness"}  # explained by the captions of the charts
ICONS = (
    ("zoom-in", "Zoom in", ids.ZOOM_IN),
    ("zoom-out", "Zoom out", ids.ZOOM_OUT),
    ("earlier", "Earlier", ids.EARLIER),
    ("later", "Later", ids.LATER),
    ("fewer-rows", "Fewer rows", ids.ROWS_IN),
    ("more-rows", "More rows", ids.ROWS_OUT),
    ("fit", "Whole log", ids.FIT),
)
MOUSE = (
    "Drag to zoom, Shift+drag to pan, Alt+drag to select a range, click a job for facts, double-click for the "
    "whole log."
)


def bar(runs: Sequence[FinishedRun], view: View) -> html.Div:
    """The row above the charts."""
    tools = [tool(*one) for one in ICONS]
    select = tool("select", "Select", ids.SELECT_TOOL, **{"aria-pressed": "false"})
    moving = html.Div([*tools, select], className="qs-icons", role="group", **{"aria-label": "Move the charts"})
    return html.Div([moving, search_box.bar(runs, view), settings(runs, view)], className="qs-toolbar")


def tool(picture: str, name: str, identity: str, **more: str) -> html.Button:
    """A button with an icon alone."""
    return html.Button(
        icon(picture), id=identity, type="button", className="qs-chart-tool", **{"aria-label": name, **more}
    )


def settings(runs: Sequence[FinishedRun], view: View) -> html.Details:
    """What charts show and how they stand together, behind one button."""
    return html.Details(
        [
            html.Summary([icon("settings"), "Settings"]),
            html.Div(
                [
                    looks.control(runs, view),
                    mode_choice(runs, view),
                    plan_choice.control(runs, view),
                    html.P(MOUSE, className="qs-soft qs-small"),
                ],
                className="qs-popup qs-choices",
            ),
        ],
        className="qs-settings-of",
        id=ids.CHART_SETTINGS,
    )


def mode_choice(runs: Sequence[FinishedRun], view: View) -> html.Div:
    """The choice of a mode; hidden where all of them look the same."""
    offered, mode = modes(runs), view.mode
    choice = dmc.SegmentedControl(
        id=ids.MODE_CHOICE,
        value=mode if mode in offered else MODES[0],
        size="xs",
        disabled=looks.modes_rest(runs, view),
        data=[{"value": key, "label": WORDS[key]} for key in offered],
        **{"aria-label": "Real and virtual schedules"},
    )
    return html.Div(
        [html.Span("Real and virtual", className="qs-small"), choice, dmc.Kbd("M", size="xs")],
        className="qs-row",
        hidden=len(offered) < 2,
    )
