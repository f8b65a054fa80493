""" "You are here" and what is lit: plots that mark the selected job or the lit ones are drawn again when these change.

Only those plots are, each from values that are kept sorted, so that the answer comes at once.  Below a plot whose
values can be dragged over stands which jobs are lit, with the way back to all of them (frontend/compare/brushing.js).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import ALL, Dash, Input, Output, Patch, State, ctx, html, no_update

from layouts import ids, theme
from layouts.drawing.compact_figure import compact, short_note
from layouts.drawing.distribution import bounds_of
from layouts.drawing.query_mask import chosen
from layouts.frame.callbacks import Services
from layouts.pages.compare.gantts.gantt_panel import view_of
from layouts.pages.compare.runs import run_list
from layouts.plots import Plot, all_plots
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun, View
from scheduler.analysis.query import parse
from scheduler.errors import QueryError, QueuescopeError

SMALL = "overview"  # the run in the identity of a figure that is drawn small
HINT = "Drag over the chart to light jobs in the Gantt charts; a double-click resets the highlight."


def register(app: Dash, services: Services) -> None:
    """Another job, other jobs lit: the plots that show them, those that are quick first."""

    def seen(stores: dict[str, Any]) -> tuple[list[FinishedRun], View]:
        page = page_state.read(stores)
        try:
            runs = run_list.of_page(services, page)
        except QueuescopeError:
            runs = []
        return runs, view_of(page, runs)

    @app.callback(
        Output(ids.graph(ALL, ALL), "figure"),
        Output(ids.highlight_note(ALL), "children"),
        inputs={"job": Input(ids.JOB, "data"), "look": Input(ids.LOOK, "data")},
        state={
            "graphs": State(ids.graph(ALL, ALL), "id"),
            "lines": State(ids.highlight_note(ALL), "id"),
            "stores": STORES,
        },
        prevent_initial_call=True,
    )
    def mark(job: Any, look: Any, graphs: Any, lines: Any, stores: dict[str, Any]) -> tuple[list, list]:
        runs, view = seen(stores)
        other = any(one["prop_id"].startswith(f"{ids.LOOK}.") for one in ctx.triggered)
        plots = all_plots()
        fields = [plots[name].brushes if (name := str(one["plot"])) in plots else "" for one in lines]
        return (
            marked(runs, view, graphs, other),
            [line(runs, view, field) if other and runs and field else no_update for field in fields],
        )

    @app.callback(
        Output(ids.graph(ALL, ALL), "figure", allow_duplicate=True),
        inputs={"job": Input(ids.JOB, "data")},
        state={"graphs": State(ids.graph(ALL, ALL), "id"), "stores": STORES},
        prevent_initial_call=True,
    )
    def draw(job: Any, graphs: Any, stores: dict[str, Any]) -> list:
        runs, view = seen(stores)
        plots = all_plots()
        graph_plots = [plots.get(str(one["plot"])) for one in graphs]
        figures = [
            plot.figure(runs, view) if runs and plot is not None and plot.follows_job else None for plot in graph_plots
        ]
        return [
            no_update if figure is None else compact(figure) if one["run"] == SMALL else figure
            for one, figure in zip(graphs, figures, strict=True)
        ]


def marked(runs: Sequence[FinishedRun], view: View, graphs: Sequence[Any], other: bool) -> list:
    """What changes in the plots that mark jobs; other: other jobs are lit."""
    plots = all_plots()
    graph_plots = [plots.get(str(one.get("plot"))) if runs else None for one in graphs]
    return [
        no_update if plot is None or plot.marks is None else patch(plot, runs, view, other, one.get("run") == SMALL)
        for one, plot in zip(graphs, graph_plots, strict=True)
    ]


def patch(plot: Plot, runs: Sequence[FinishedRun], view: View, other: bool, small: bool = False) -> Patch:
    """The marks of a plot, and its traces where other jobs are lit; small: of a figure that is drawn so."""
    assert plot.marks is not None
    figure_patch = Patch()
    for name, marks in plot.marks(runs, view).items():
        shortened = small and name == "annotations"
        figure_patch["layout"][name] = [short_note(note) for note in marks] if shortened else marks
    for at, changed in (plot.lights(runs, view) if other and plot.lights is not None else {}).items():
        for name, value in changed.items():
            figure_patch["data"][at][name] = value
    return figure_patch


def below(plot: Plot, runs: Sequence[FinishedRun], view: View) -> html.Div | None:
    """What stands below a plot that can be dragged over."""
    if not plot.brushes:
        return None
    return html.Div(
        line(runs, view, plot.brushes), id=ids.highlight_note(plot.key), className="qs-row qs-small qs-soft qs-lit-line"
    )


def line(runs: Sequence[FinishedRun], view: View, field: str) -> list:
    """How many jobs are lit by which query, and the buttons that light all again; else how to light some.

    field: of the query that a drag over the plot sets.
    """
    lit = chosen(runs, view)
    if lit is None:
        return [HINT]
    summary = f"Lit: {theme.number(int(lit.sum()))} of {theme.counted(len(lit), 'job')} ({query_text(view.only)})"
    own = [clear(f"Forget the {field}", field)] if bounds_of(view.only, field) and others(view.only, field) else []
    return [summary, *own, clear("Reset the highlight", "")]


def clear(text: str, field: str) -> html.Button:
    """A button that takes a field's conditions out of the query; all of it where no field is named."""
    return html.Button(text, type="button", className="qs-pick", **{"data-unbrush": field or "all"})


def query_text(only: str) -> str:
    """The query as it is written by the program."""
    try:
        return str(parse(only))
    except QueryError:
        return only


def others(only: str, field: str) -> bool:
    """Whether a query also asks for anything but that field."""
    try:
        query = parse(only)
    except QueryError:
        return False
    return bool(query.most) or len(query.of_field(field)) < len(query.conditions)
