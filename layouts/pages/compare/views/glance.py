"""The views that Overview shows small: the Gantt charts of every run, and the plots that say they are worth a glance.

The Gantt charts are the same as in the tab of the schedule, of processors, with the virtual schedule below the real
one where there is one: jobs can be clicked, lit and outlined, and their window moves with all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dash import ALL, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids
from layouts.drawing.compact_figure import compact
from layouts.frame.callbacks import Services
from layouts.pages.compare.gantts import gantt_panel
from layouts.pages.compare.gantts.gantt_panel import view_of
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.views import idle_stretches, lazy_views
from layouts.pages.compare.views.view_list import WORKED_OUT
from layouts.plots import Plot, all_plots, gantt
from layouts.plots.gantts.charts import charts
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import MODES, ROWS, SIDE_BY_SIDE, FinishedRun, View
from scheduler.errors import QueuescopeError

COUNT = 3  # plots beside each other
HEIGHT, TALLER = 204, 40  # pixels of a plot; for each run after the second
GANTT = {1: 166, 2: 132}  # pixels of a chart, by how many a run has one below the other
MANY, LOWER = 2, 148  # from more runs than that on charts are lower
PREFIX = "glance-"  # how the keys of places begin


def small(view: View) -> View:
    """The view of the small charts: what happened on the processors, side by side."""
    return replace(view, rows=ROWS[0], mode=MODES[0], beside=SIDE_BY_SIDE, plan=None, shared=True)


def gantts(services: Services, runs: Sequence[FinishedRun], view: View) -> html.Figure:
    """A column of charts for each run."""
    seen = small(view)
    run_sources = gantt_panel.lanes(runs, seen)
    columns = []
    for run in runs:
        own = [at for at, (one, _) in enumerate(run_sources) if one is run]
        graphs = [gantt_panel.chart(services, gantt.PLOT, runs, run_sources, at, seen) for at in own]
        for at, graph in zip(own, graphs, strict=True):
            graph.id, graph.style = ids.glance(run.key, run_sources[at][1]), {"height": high(len(own), len(runs))}
            compact(graph.figure)
        columns.append(html.Div(graphs))
    return figure(gantt.PLOT, html.Div(columns, className="qs-glance-gantts"), gantt.PLOT.caption(runs, seen))


def high(charts_of_run: int, runs: int) -> int:
    """Pixels of a small Gantt chart."""
    height = GANTT.get(charts_of_run, GANTT[2])
    return height if runs <= MANY else min(height, LOWER)


def plot_height(runs: Sequence[FinishedRun]) -> int:
    """Pixels of a plot."""
    return HEIGHT + TALLER * max(0, len(runs) - MANY)


def plots(runs: Sequence[FinishedRun]) -> list[Plot]:
    """The first plots worth a glance that these runs have."""
    worth = sorted((plot for plot in all_plots().values() if plot.glance), key=lambda plot: plot.glance)
    return [plot for plot in worth if plot.applies(runs)][:COUNT]


def card(services: Services, plot: Plot, runs: Sequence[FinishedRun], view: View) -> Any:
    """A plot drawn small; its place where its data take long to find."""
    if plot.slow and idle_stretches.late(services, runs):
        return lazy_views.place(
            PREFIX + plot.key, plot.title, f"glance-{plot.key}", plot_height(runs), runs, view, now=WORKED_OUT
        )
    return drawn(plot, runs, view)


def drawn(plot: Plot, runs: Sequence[FinishedRun], view: View) -> html.Figure:
    """A plot drawn small."""
    identity = ids.timed("overview", plot.key) if plot.axis else ids.graph("overview", plot.key)
    graph = dcc.Graph(
        id=identity,
        figure=compact(plot.figure(runs, view)),
        config=gantt_panel.CONFIG,
        style={"height": plot_height(runs)},
    )
    return figure(plot, graph, plot.caption(runs, view))


def figure(plot: Plot, body: Any, caption: list[str]) -> html.Figure:
    """A small view with the way to the tab that has all of it; its caption is for screen readers."""
    name = f"glance-{plot.key}"
    more = html.Button(
        "more",
        type="button",
        className="qs-pick",
        **{"data-tab": plot.tab, "aria-label": f"More of this: {plot.title}"},
    )
    return html.Figure(
        [
            html.Figcaption(
                [html.H3(plot.title, id=name), html.P(plot.question, className="qs-question"), more],
                className="qs-head",
            ),
            body,
            html.P(" ".join(caption), className="qs-unseen", id=f"{name}-caption"),
        ],
        className="qs-figure qs-glance",
        role="figure",
        **{"aria-labelledby": name, "aria-describedby": f"{name}-caption"},
    )


def content(services: Services, key: str, runs: Sequence[FinishedRun], view: View) -> Any:
    """What belongs into a place of Overview; None where the key is of none."""
    plot = all_plots().get(key.removeprefix(PREFIX)) if key.startswith(PREFIX) else None
    if plot is None or not plot.applies(runs):
        return None
    if plot.slow:
        idle_stretches.prepare(services, runs)
    return drawn(plot, runs, view)


def register(app: Dash, services: Services) -> None:
    """Other jobs lit: other pictures; a window of few jobs: bars in their place."""

    @app.callback(
        Output(ids.glance(ALL, ALL), "figure"),
        inputs={"window": Input(ids.WINDOW, "data"), "look": Input(ids.LOOK, "data")},
        state={"small_charts": State(ids.glance(ALL, ALL), "id"), "stores": STORES},
        prevent_initial_call=True,
    )
    def redraw(window: Any, look: Any, small_charts: Any, stores: dict[str, Any]) -> list:
        still = [no_update] * len(small_charts)
        looks = any(one["prop_id"].startswith(f"{ids.LOOK}.") for one in ctx.triggered)
        if not small_charts or not (looks or (window or {}).get("bars")):
            return still
        page = page_state.read(stores)
        try:
            runs = run_list.of_page(services, page)
        except QueuescopeError:
            return still
        return redrawn(runs, view_of(page, runs), small_charts)


def redrawn(runs: Sequence[FinishedRun], view: View, small_charts: Sequence[dict]) -> list:
    """New figures of the charts with these ids; no_update for those of other runs."""
    seen = small(view)
    run_of_chart = {(run.key, source): run for run in runs for source in charts(run, seen.mode, seen.rows)}
    return [
        compact(gantt_panel.lane(gantt.PLOT, runs, run_of_chart[asked["run"], asked["source"]], asked["source"], seen))
        if (asked["run"], asked["source"]) in run_of_chart
        else no_update
        for asked in small_charts
    ]
