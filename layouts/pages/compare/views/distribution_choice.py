"""One distribution with a choice: of which metric, and in which form; the plots declare both (`Plot.variant`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import MATCH, Dash, Input, Output, State, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.pages.compare.gantts.gantt_panel import view_of
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.views import view_list
from layouts.plots import Plot, all_plots
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun, View
from scheduler.errors import QueuescopeError


def variants(runs: Sequence[FinishedRun], tab: Any) -> list[Plot]:
    """The plots of a tab to choose from for these runs, in their order."""
    plots = (plot for plot in all_plots().values() if plot.variant and plot.tab == tab and plot.applies(runs))
    return sorted(plots, key=lambda plot: plot.place)


def metrics(plots: Sequence[Plot]) -> list[str]:
    """What is distributed: wait, response, stretch."""
    return list(dict.fromkeys(plot.variant[0] for plot in plots))


def forms(plots: Sequence[Plot], metric: str) -> list[str]:
    """The forms in which a metric can be shown."""
    return [plot.variant[1] for plot in plots if plot.variant[0] == metric]


def chosen(plots: Sequence[Plot], metric: Any, form: Any) -> Plot | None:
    """The plot of that metric and form; of another form where the metric has no such one, the first where none."""
    of_metric = [plot for plot in plots if plot.variant[0] == metric] or list(plots)
    return next((plot for plot in of_metric if plot.variant[1] == form), of_metric[0] if of_metric else None)


def section(runs: Sequence[FinishedRun], view: View, tab: str) -> list[html.Div]:
    """The choice and the first of the plots; nothing where these runs have none."""
    plots = variants(runs, tab)
    if not plots:
        return []
    first = plots[0]
    choices = html.Div(
        [
            choice(ids.spread(tab, "metric"), "Of", metrics(plots), first.variant[0]),
            choice(ids.spread(tab, "form"), "As", forms(plots, first.variant[0]), first.variant[1]),
        ],
        className="qs-row qs-choices",
    )
    return [
        html.Div(
            [choices, html.Div(view_list.figure(first, runs, view), id=ids.spread(tab, "place"))], className="qs-spread"
        )
    ]


def choice(identity: dict[str, Any], name: str, values: Sequence[str], value: str) -> html.Div:
    """A row of choices with its name."""
    control = dmc.SegmentedControl(id=identity, value=value, size="xs", data=list(values), **{"aria-label": name})
    return html.Div([html.Span(name, className="qs-label", **{"aria-hidden": "true"}), control], className="qs-row")


def register(app: Dash, services: Services) -> None:
    """Another metric or form: another plot in the same place."""

    @app.callback(
        Output(ids.spread(MATCH, "place"), "children"),
        Output(ids.spread(MATCH, "form"), "data"),
        Output(ids.spread(MATCH, "form"), "value"),
        inputs={
            "metric": Input(ids.spread(MATCH, "metric"), "value"),
            "form": Input(ids.spread(MATCH, "form"), "value"),
        },
        state={"place": State(ids.spread(MATCH, "place"), "id"), "stores": STORES},
        prevent_initial_call=True,
    )
    def choose(metric: Any, form: Any, place: Any, stores: dict[str, Any]) -> tuple[Any, Any, Any]:
        page = page_state.read(stores)
        try:
            runs = run_list.of_page(services, page)
            view = view_of(page, runs)
        except QueuescopeError as error:
            return sentence(str(error), "warning"), no_update, no_update
        plots = variants(runs, place.get("tab")) if runs else []
        plot = chosen(plots, metric, form)
        if plot is None:
            return no_update, no_update, no_update
        return view_list.figure(plot, runs, view), forms(plots, plot.variant[0]), plot.variant[1]
