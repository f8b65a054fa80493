"""The name of a metric in a table, and its definition behind a mark, with the numbers of a job put into the formula.

A pointer that rests on the mark gets the definition in one line.  Pressed, it opens a small panel, which the server
fills then: a table of all metrics would be heavy with panels nobody opens.  The panel is one of those of
layouts/frontend/frame/popups.js, which closes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import MATCH, Dash, Input, Output, State, dcc, html

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.pages.compare.job_panel.fact_list import job_button
from layouts.pages.compare.runs import run_list
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun
from layouts.words.glossary import PATH, linked
from layouts.words.slice_names import thin_spaces
from scheduler.errors import QueuescopeError
from scheduler.metrics import THRESHOLD, Metric, all_metrics, example_job, worked_example

RING = {
    "display": "inline-block",
    "width": 15,
    "height": 15,
    "border": "1px solid currentColor",
    "borderRadius": "50%",
    "font": "italic 11px/13px Georgia, serif",
}  # drawn, since few fonts have the sign
# why an example takes a job nobody has selected, by how the metric picks it (scheduler.metrics.PICKS)
WHY = {
    "median": "Its value is in the middle of all that count.",
    "max": "It counts most.",
    "min": "It has the least value.",
}
SELECTED = "It is the selected job."


def about(metric: Metric) -> str:
    """Formula, pitfall and source in one line."""
    return f"{metric.formula}. {metric.pitfall} Source: {metric.source}."


def defined(metric: Metric, table: str) -> list:
    """The name of a metric and the mark that opens its definition; table: its name among those on the page."""
    name = metric.heading or metric.title
    summary = html.Summary(
        html.Span("i", style=RING, title=about(metric)),
        id=ids.definition(metric.key, table),
        className="qs-mark qs-soft",
        **{"aria-label": f"Definition of {name}", "aria-description": about(metric)},
    )
    wait = html.P("Working out an example\u2026", className="qs-small qs-soon")
    return [
        name,
        " ",
        html.Details(
            [
                summary,
                html.Div(
                    wait,
                    id=ids.defined(metric.key, table),
                    role="region",
                    className="qs-popup qs-definition",
                    **{"aria-label": f"Definition of {name}"},
                ),
            ],
            className="qs-define",
        ),
    ]


def definition(metric: Metric, runs: Sequence[FinishedRun], baseline: int, job: int | None) -> list:
    """Formula, the numbers of a job of the baseline, the pitfall and the source.

    job: row of the selected job; None or no such row: the one that shows the metric best.
    """
    formula = linked(f"{metric.title}: {metric.formula}.")
    terms = [part for part in formula if isinstance(part, dcc.Link)]
    way = (
        dmc.Anchor(f"Look up {terms[0].children} in the glossary", size="sm", href=terms[0].href)
        if terms
        else dmc.Anchor("Look up terms in the glossary", size="sm", href=PATH)
    )
    return [
        html.P(formula),
        *example(metric, runs, baseline, job),
        html.P([html.B("Mind: "), metric.pitfall]) if metric.pitfall else None,
        html.P(["Source: ", metric.source, ". ", way], className="qs-small"),
    ]


def example(metric: Metric, runs: Sequence[FinishedRun], baseline: int, job: int | None) -> list:
    """The formula with numbers, whose they are and why this job; nothing without finished runs or jobs."""
    run = next((run for run in runs if run.index == baseline), runs[0] if runs else None)
    if run is None or metric.example is None:
        return []
    threshold = float(run.record.get(THRESHOLD.name, THRESHOLD.default))
    is_selected = job is not None and 0 <= job < len(run.schedule.placed)
    row = job if is_selected else example_job(metric, run.schedule, threshold)
    if row is None:
        return []
    lines = worked_example(metric, run.schedule, row, threshold, run.record["metrics"].get(metric.key))
    number = run.schedule.workload.jobs.job_id[row]
    head = [
        html.B(f"An example from {run.name} (baseline), "),
        job_button(runs, row, f"job {number}", "qs-pick", f"Go to job {number}"),
        f". {SELECTED if is_selected else WHY[metric.example.pick]}",
    ]
    return [html.Div([html.P(head), *(html.P(thin_spaces(line)) for line in lines)], className="qs-worked")]


def register(app: Dash, services: Services) -> None:
    """The definition of a metric, made each time its mark is pressed: another job may be selected by then."""

    @app.callback(
        Output(ids.defined(MATCH, MATCH), "children"),
        inputs={"clicks": Input(ids.definition(MATCH, MATCH), "n_clicks")},
        state={"mark": State(ids.definition(MATCH, MATCH), "id"), "stores": STORES},
        prevent_initial_call=True,
    )
    def define(clicks: Any, mark: Any, stores: dict[str, Any]) -> Any:
        metric, page = all_metrics().get(str(mark.get("metric"))), page_state.read(stores)
        if metric is None or not clicks:
            return None
        try:
            return definition(metric, run_list.of_same_jobs(services, page), page.link.baseline, page.link.job)
        except QueuescopeError as error:
            return sentence(str(error), "warning")
