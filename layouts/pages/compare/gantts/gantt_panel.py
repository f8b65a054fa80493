"""The Gantt charts of a comparison: how those of the runs stand together, and the tools above them.

The mode is a choice above the charts and part of the link; another one brings other charts into the same place, so
that the choice keeps the keyboard's focus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dash import ALL, ClientsideFunction, Dash, Input, Output, State, dcc, html, no_update

from layouts import ids, theme
from layouts.drawing.query_mask import baseline
from layouts.figures import lay_out
from layouts.frame.callbacks import Services
from layouts.frame.controls import data_table, sentence, spoken
from layouts.gantt import picture_routes
from layouts.gantt.pair_hit_test import SOURCES, source_of
from layouts.gantt.rectangles import OF_ROWS
from layouts.pages.compare.gantts import color_legend, looks, minimap_panel, opening, plan_choice, plan_state, toolbar
from layouts.pages.compare.runs import run_list
from layouts.plots import Plot, gantt
from layouts.plots.gantts import difference_chart, legend, overlay_chart, stack
from layouts.plots.gantts.charts import charts, pinned
from layouts.state import page_state
from layouts.state.page_state import STORES, PageState
from layouts.state.view import SIDE_BY_SIDE, FinishedRun, View, alike
from layouts.words.contrasts import line_and_whole
from scheduler.errors import QueuescopeError

HEIGHT, ALONE, LOWER = 300, 430, 210  # pixels of a chart; of the only one; of the real one above those of lateness
CONFIG = theme.graph_config() | {"showTips": False}  # plotly's tips would cover the titles
ANY = View()
OF_BOTH: dict[str, Any] = {"difference": difference_chart, "overlay": overlay_chart}  # charts of two runs
CHANGES = (ids.MODE, ids.PLAN, ids.LOOK, ids.PLAN_READY)  # stores upon which the charts are drawn anew
CAPTION, TWIN = "figure-gantt-caption", "figure-gantt-twin"  # as controls.spoken names them


def gantts(services: Services, runs: Sequence[FinishedRun], view: View, below: Any) -> html.Figure:
    """The charts of every run in the mode of the view, on the same axis of time and moving together."""
    plot = gantt.PLOT
    body = html.Div(
        [
            toolbar.bar(runs, view),
            plan_choice.steps(view),
            plan_state.section(),
            opening.section(runs, view),
            minimap_panel.section(runs, view),
            html.Div(columns(services, plot, runs, view), id=ids.GANTTS),
            below,
        ]
    )
    return spoken(
        plot.title,
        plot.question,
        caption(plot, runs, view),
        body,
        table(plot, runs, view),
        plot.key,
        wide=True,
        headline=headline(runs, view),
    )


def columns(services: Services, plot: Plot, runs: Sequence[FinishedRun], view: View) -> html.Div:
    """The charts as they stand together: a column per run, or all below each other; above them what to mind."""
    first = [
        looks.pins(runs, view),
        color_legend.row(runs, view),
        *(html.P(text, className="qs-guard") for text in looks.remarks(runs, view)),
    ]
    run_sources = lanes(runs, view)
    graphs = [chart(services, plot, runs, run_sources, at, view) for at in range(len(run_sources))]
    tidy([graph.figure for graph in graphs], runs, view)
    if is_stacked(runs, view):
        for graph in graphs:
            graph.style = {"height": stack.height(graph.figure, len(graphs))}
        return html.Div([*first, html.Div(graphs, className="qs-stacked")], **{"data-mode": view.mode})
    parted = [
        html.Div([graph for graph, (run, _) in zip(graphs, run_sources, strict=True) if run is column])
        for column in runs
    ]
    together = html.Div(parted, className="qs-gantts" if len(runs) > 1 else None)
    return html.Div([*first, together], **{"data-mode": view.mode})


def chart(
    services: Services,
    plot: Plot,
    runs: Sequence[FinishedRun],
    run_sources: Sequence[tuple[FinishedRun, str]],
    at: int,
    view: View,
) -> dcc.Graph:
    """One chart; the places of the jobs come from the store, where they are kept."""
    run, source = run_sources[at]
    rows = SOURCES.get(source, source)
    for drawn_run in (run, baseline(runs, view.baseline)) if source in SOURCES else (run,):
        picture_routes.run_with_bars(services.store, drawn_run.key, rows, pinned=pinned(view, rows))
    height = (
        LOWER
        if source == "real" and any(other == "lag" for _, other in run_sources)
        else ALONE
        if len(run_sources) == 1
        else HEIGHT
    )
    return dcc.Graph(
        id=ids.gantt(run.key, source),
        figure=lane(plot, runs, run, source, view),
        config=CONFIG,
        className="qs-gantt",
        style={"height": height},
    )


def tidy(figures: Sequence[Any], runs: Sequence[FinishedRun], view: View) -> None:
    """Say nothing twice in charts that are below each other, in place."""
    if is_stacked(runs, view):
        stack.drop_repeated_legends(figures)


def is_stacked(runs: Sequence[FinishedRun], view: View) -> bool:
    """Whether charts are below each other at full width."""
    return len(runs) > 1 and view.beside != SIDE_BY_SIDE


def lanes(runs: Sequence[FinishedRun], view: View = ANY) -> list[tuple[FinishedRun, str]]:
    """The charts there are, run by run; with two runs in a chart, one for each run but the baseline."""
    if looks.in_both(runs, view):
        base = baseline(runs, view.baseline)
        return [(run, source_of(view.beside, view.rows)) for run in alike(runs) if run is not base]
    return [(run, source) for run in runs for source in charts(run, view.mode, view.rows)]


def lane(plot: Plot, runs: Sequence[FinishedRun], run: FinishedRun, source: str, view: View) -> Any:
    """The figure of one chart; where axes differ, the charts of a run move by themselves."""
    at = list(runs).index(run)
    figure = (
        OF_BOTH[view.beside].figure(runs, view, at)
        if source in SOURCES
        else plot.figure(runs, view, run=at, source=source)
    )
    if color_legend.above(source, view):
        legend.hide(figure)
    if is_stacked(runs, view):
        run_sources = lanes(runs, view)
        figure = stack.fitted(figure, run_sources, run_sources.index((run, source)), view)
    if not view.shared and figure.meta:
        lay_out(figure, meta={"queuescope": {"group": group_of(run)}})
    return figure


def group_of(run: FinishedRun) -> str:
    """What the charts of a run have in common that move by themselves."""
    return f"{theme.group(run.schedule.workload)} {run.key}"


def caption(plot: Plot, runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What the charts say, in sentences."""
    of = OF_BOTH[view.beside] if looks.in_both(runs, view) else plot
    return of.caption(runs, view)


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """What the charts say, in one short line; empty where the caption begins with it."""
    return (OF_BOTH[view.beside] if looks.in_both(runs, view) else gantt).headline(runs, view)


def table(plot: Plot, runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """What the charts say, as a table."""
    of = OF_BOTH[view.beside] if looks.in_both(runs, view) else plot
    return of.table(runs, view)


def view_of(page: PageState, runs: Sequence[FinishedRun]) -> View:
    """The shared selection; a look without a color has the usual one of these runs."""
    return page.view(looks.usual_color(runs))


def of_rows(view: View, before: Any) -> View:
    """The view without a window of rows where the charts before (their ids) had rows of another kind."""
    named = [str(one.get("source")) for one in before or [] if isinstance(one, dict)]
    row_kinds = {SOURCES.get(source, source).replace("ghost", "real") for source in named}
    return view if not row_kinds or OF_ROWS[view.rows] in row_kinds else replace(view, p0=None, p1=None)


def register(app: Dash, services: Services) -> None:
    """Another mode, another moment of the plan: other charts, caption and table."""

    @app.callback(
        Output(ids.GANTTS, "children"),
        Output(CAPTION, "children"),
        Output(TWIN, "children"),
        inputs={"changes": [Input(store, "data") for store in CHANGES]},
        state={"before": State(ids.gantt(ALL, ALL), "id"), "stores": STORES},
        prevent_initial_call=True,
    )
    def other(changes: Any, before: Any, stores: dict[str, Any]) -> tuple:
        page = page_state.read(stores)
        try:
            runs = run_list.of_page(services, page)
            view = of_rows(view_of(page, runs), before)
        except QueuescopeError as error:
            return sentence(str(error), "warning"), no_update, no_update
        if not runs:
            return no_update, no_update, no_update
        plot = gantt.PLOT
        line, whole = line_and_whole(caption(plot, runs, view), headline(runs, view))
        return columns(services, plot, runs, view), line, data_table(table(plot, runs, view), plot.title, whole)

    opening.register(app)
    app.clientside_callback(
        ClientsideFunction("queuescope", "mode"),
        Output(ids.MODE, "data", allow_duplicate=True),
        Input(ids.MODE_CHOICE, "value"),
        State(ids.MODE, "data"),
        prevent_initial_call=True,
    )
