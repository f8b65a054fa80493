"""The minimap above the Gantt charts: where in the whole of the log the part shown below it lies."""

from __future__ import annotations

from collections.abc import Sequence

from dash import dcc, html

from layouts import ids, theme
from layouts.plots.gantts import minimap
from layouts.state.view import FinishedRun, View

# Nothing of plotly's own: the frame around the part shown is drawn and moved by frontend/gantt/minimap.js.
CONFIG = theme.graph_config() | {"staticPlot": True}


def section(runs: Sequence[FinishedRun], view: View) -> html.Div:
    """The figure and what it says; nothing where no run has jobs."""
    if not any(len(run.schedule.placed) for run in runs):
        return html.Div()
    graph = dcc.Graph(
        id=ids.MINIMAP,
        figure=minimap.figure(runs, view.scheme),
        config=CONFIG,
        className="qs-minimap",
        style={"height": minimap.height(runs)},
    )
    return html.Div(
        [graph, html.P(" ".join(minimap.caption(runs)), className="qs-unseen", id="minimap-caption")],
        role="group",
        **{"aria-label": "The whole log in a strip", "aria-describedby": "minimap-caption"},
    )
