"""The Gantt charts of a comparison: a column per run, the tools above them, and how real and virtual stand together.

The mode is a choice above the charts and part of the link; another one brings other charts into the same place, so
that the choice keeps the keyboard's focus.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import ClientsideFunction, Dash, Input, Output, State, dcc, html, no_update

from layouts import ids, pictures, theme
from layouts.callbacks import Services
from layouts.controls import sentence, spoken, twin
from layouts.link import WINDOW
from layouts.pages import compare_plan, compare_runs
from layouts.plots import Plot, all_plots
from layouts.plots.gantt_charts import charts, modes
from layouts.view import MODES, Shown, View
from scheduler.errors import QueuescopeError

HEIGHT, LOWER = 300, 210    # pixels of a chart; of the real one above the lags, which are what that mode is about
CONFIG = theme.graph_config() | {"showTips": False}     # plotly's tips would cover the titles
WORDS = {"stacked": "Stacked", "ghost": "Ghost", "lag": "Lag"}     # explained by the captions of the charts
CAPTION, TWIN = "figure-gantt-caption", "figure-gantt-twin"     # as controls.spoken names them


def gantts(services: Services, runs: Sequence[Shown], view: View, below: Any) -> html.Figure:
    """The charts of every run in the mode of the view, on the same axis of time and moving together."""
    plot = all_plots()["gantt"]
    body = html.Div([html.Div([control(runs, view.mode), compare_plan.control(runs, view), tools(runs)],
                              className="qs-row",
                              style={"margin": "0 0 8px", "columnGap": 24}),
                     html.Div(columns(services, plot, runs, view), id=ids.GANTTS), below])
    return spoken(plot.title, plot.question, plot.caption(runs, view), body, plot.table(runs, view), "gantt", wide=True)


def columns(services: Services, plot: Plot, runs: Sequence[Shown], view: View) -> html.Div:
    """A column of charts per run."""
    return html.Div([html.Div([chart(services, plot, runs, run, source, view)
                               for run, source in lanes([column], view.mode)])
                     for column in runs], className="qs-gantts" if len(runs) > 1 else None)


def chart(services: Services, plot: Plot, runs: Sequence[Shown], run: Shown, source: str, view: View) -> dcc.Graph:
    """One chart; the places of the jobs come from the store, where they are kept."""
    pictures.shown(services.store, run.key, source)
    low = source == "real" and any("lag" in charts(one, view.mode) for one in runs)
    return dcc.Graph(id=ids.gantt(run.key, source), figure=lane(plot, runs, run, source, view), config=CONFIG,
                     className="qs-gantt", style={"height": LOWER if low else HEIGHT})


def lanes(runs: Sequence[Shown], mode: str = MODES[0]) -> list[tuple[Shown, str]]:
    """The charts there are, run by run."""
    return [(run, source) for run in runs for source in charts(run, mode)]


def lane(plot: Plot, runs: Sequence[Shown], run: Shown, source: str, view: View) -> Any:
    """The figure of one chart."""
    return plot.figure(runs, view, run=list(runs).index(run), source=source)


def control(runs: Sequence[Shown], mode: str) -> html.Div:
    """The choice of a mode; hidden where all of them look the same."""
    offered = modes(runs)
    choice = dmc.SegmentedControl(id=ids.MODE_CHOICE, value=mode if mode in offered else MODES[0], size="xs",
                                  data=[{"value": key, "label": WORDS[key]} for key in offered],
                                  **{"aria-label": "Real and virtual schedules"})
    return html.Div([html.Span("Real and virtual", className="qs-small"), choice, dmc.Kbd("M", size="xs")],
                    className="qs-row", hidden=len(offered) < 2)


def tools(runs: Sequence[Shown]) -> html.Div:
    """Zoom for those who do not drag, and the way to the next difference."""
    buttons: list = [("Zoom in", "W", ids.ZOOM_IN), ("Zoom out", "S", ids.ZOOM_OUT), ("Earlier", "A", ids.EARLIER),
                     ("Later", "D", ids.LATER), ("Show all", "0", ids.FIT)]
    if len(runs) > 1:
        buttons.append(("Next difference", "V", ids.PARTING))
    return html.Div([*(dmc.Button(text, id=identity, variant="default", size="compact-sm",
                                  rightSection=dmc.Kbd(key, size="xs")) for text, key, identity in buttons),
                     html.Span("Drag to zoom, click for facts.", className="qs-soft qs-small")],
                    className="qs-row")


def view_of(window: Any, job: Any, scheme: Any, mode: Any = MODES[0], plan: Any = None) -> View:
    """The shared selection, of what a browser sent."""
    bounds = {name: (window or {}).get(name) for name in WINDOW}
    return View(**bounds, job=job if isinstance(job, int) else None, scheme="dark" if scheme == "dark" else "light",
                mode=mode if mode in MODES else MODES[0], plan=compare_plan.read(plan))


def register(app: Dash, services: Services) -> None:
    """Another mode, another moment of the plan: other charts, caption and table."""
    @app.callback(Output(ids.GANTTS, "children"), Output(CAPTION, "children"), Output(TWIN, "children"),
                  Input(ids.MODE, "data"), Input(ids.PLAN, "data"), State(ids.FINISHED, "data"),
                  State(ids.RUNS, "data"), State(ids.WINDOW, "data"), State(ids.JOB, "data"),
                  State(ids.SCHEME, "data"), prevent_initial_call=True)
    def other(mode: Any, plan: Any, done: Any, runs: Any, window: Any, job: Any, scheme: Any) -> tuple:
        try:
            shown = compare_runs.finished(services, runs or [], done or [])
            view = view_of(window, job, scheme, mode, plan)
        except QueuescopeError as error:
            return sentence(str(error), "warning"), no_update, no_update
        if not shown:
            return no_update, no_update, no_update
        plot = all_plots()["gantt"]
        rows = plot.table(shown, view)
        return columns(services, plot, shown, view), plot.caption(shown, view), twin(rows, plot.title) if rows else None

    app.clientside_callback(ClientsideFunction("queuescope", "mode"), Output(ids.MODE, "data", allow_duplicate=True),
                            Input(ids.MODE_CHOICE, "value"), State(ids.MODE, "data"), prevent_initial_call=True)
