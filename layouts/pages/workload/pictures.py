"""The plots of a workload: the first at once, the others when they are near, as most are far below what is seen first.

A place holds the heading of its plot and its room; the browser asks for the plot when the place is about to be seen
(frontend/compare/views.js).  A place is of one workload in one color scheme: an answer that comes after either changed
belongs to no place any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2s
from typing import Any

from dash import MATCH, Dash, Input, Output, State, dcc, html, no_update

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence, spoken
from layouts.state.view import View
from layouts.workload_plots import WorkloadPlot, all_workload_plots
from scheduler.errors import QueuescopeError
from scheduler.model.workload import Workload

AROUND = 145  # pixels of a figure beside its chart: heading, question, caption, table
AT_ONCE = 2  # plots that stand near the first screen of a wide window


def plots(workload: Workload, about: str) -> list[WorkloadPlot]:
    """The plots that a workload has, of its jobs or in a card of a topic, in the order of their places."""
    chosen = [plot for plot in all_workload_plots().values() if plot.about == about and plot.applies(workload)]
    return sorted(chosen, key=lambda plot: plot.place)


def pictures(workload: Workload, scheme: str, key: str, chosen: Sequence[WorkloadPlot], at_once: int = AT_ONCE) -> list:
    """These plots, the first of them drawn.  key: of the workload."""
    return [
        picture(plot, workload, scheme) if position < at_once else place(plot, key, scheme)
        for position, plot in enumerate(chosen)
    ]


def picture(plot: WorkloadPlot, workload: Workload, scheme: str) -> html.Figure:
    """A plot with its question, its caption and its table."""
    graph = dcc.Graph(
        id=ids.graph("workload", plot.key),
        figure=plot.figure(workload, View(scheme=scheme)),
        config=theme.graph_config(),
        style={"height": plot.height},
    )
    return spoken(plot.title, plot.question, plot.caption(workload), graph, plot.table(workload), plot.key)


def place(plot: WorkloadPlot, key: str, scheme: str) -> html.Div:
    """Where a plot will be."""
    waiting = html.Div(html.H3(plot.title, id=f"figure-{plot.key}"), className="qs-card qs-coming")
    return html.Div(
        waiting,
        id=ids.late_picture(plot.key, stamp(key, scheme)),
        disable_n_clicks=True,
        className="qs-late",
        style={"minHeight": plot.height + AROUND},
    )


def stamp(key: Any, scheme: Any) -> str:
    """What tells places of other workloads and colors apart."""
    return blake2s(repr((key, scheme)).encode(), digest_size=6).hexdigest()


def content(services: Services, identity: Mapping[str, Any], key: Any, scheme: str) -> Any:
    """What belongs into the place of this identity while the page shows workload `key`; None: nothing."""
    plot = all_workload_plots().get(str(identity.get("plot")))
    if plot is None or identity.get("of") != stamp(key, scheme):
        return None
    try:
        workload = services.store.workload(str(key))
    except QueuescopeError as error:
        return sentence(str(error), "warning")
    return picture(plot, workload, scheme) if plot.applies(workload) else None


def register(app: Dash, services: Services) -> None:
    """A plot comes into its place when it is asked for."""

    @app.callback(
        Output(ids.late_picture(MATCH, MATCH), "children"),
        Output(ids.late_picture(MATCH, MATCH), "style"),
        Input(ids.late_picture(MATCH, MATCH), "n_clicks"),
        State(ids.late_picture(MATCH, MATCH), "id"),
        State(ids.LOADED, "data"),
        State(ids.SCHEME, "data"),
        prevent_initial_call=True,
    )
    def bring(clicks: Any, identity: Any, key: Any, scheme: Any) -> tuple[Any, Any]:
        body = content(services, identity, key, scheme or "light") if clicks == 1 else None
        return (no_update, no_update) if body is None else (body, {})
