"""Replicas: the same comparison on shaken inputs and other seeds: does the difference survive?

Asked for by a button, worked off in the background, and kept: those of one run more, or of twice as many copies, do
only what is missing.  What came of them also stands in the table of metrics, as ± beside the values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import dash_mantine_components as dmc
import numpy as np
from dash import Dash, Input, Output, State, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services, start
from layouts.frame.controls import ENTERED, label_of, limits, sentence
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.table import intervals, metrics_table
from layouts.pages.compare.table.intervals import Replicated
from layouts.server.web import visitor
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun
from scheduler.durations import human
from scheduler.errors import InputError, QueuescopeError
from scheduler.metrics import Metric
from scheduler.results import specs
from scheduler.results.tasks.replicas import COUNT, SHAKE, TASK, newest, seconds_of

TICK = 1_000  # ms; a question that is asked again before it is answered is never answered
WHAT = (
    "One log is one draw of what could have happened: a difference between two policies may hang on single "
    "seconds. A replica is a copy of the log in which every submission is a little earlier or later; policies that "
    "draw lots draw others. What differs on all copies alike is no accident."
)
SOURCE = (
    "Tsafrir, Ouaknine and Feitelson 2007, Reducing performance evaluation sensitivity and variability by input "
    "shaking."
)


def section() -> html.Details:
    """Below the table of metrics: how many, how much, and what came of them."""
    return html.Details(
        [
            html.Summary("Does the difference survive repetition?", className="qs-summary"),
            html.P([WHAT, " ", html.Span(f"Source: {SOURCE}", className="qs-soft")], className="qs-small"),
            html.Div(
                [
                    number_of(COUNT, ids.REPLICAS_COUNT),
                    number_of(SHAKE, ids.REPLICAS_SHAKE),
                    dmc.Button("Run replicas", id=ids.REPLICAS_RUN, size="sm"),
                    dmc.Button("Cancel", id=ids.REPLICAS_CANCEL, size="sm", variant="default", display="none"),
                ],
                className="qs-row qs-end",
            ),
            dcc.Interval(id=ids.REPLICAS_TICK, interval=TICK, disabled=True),
            dcc.Store(id=ids.REPLICAS_ASKED),
            dcc.Store(id=ids.REPLICAS_DONE),
            html.Div(id=ids.REPLICAS_STATE, role="status", **{"aria-live": "polite"}),
            html.Div(id=ids.REPLICAS_RESULT),
        ],
        className="qs-card",
        id=ids.REPLICAS,
        hidden=True,
    )


def number_of(param: Any, identity: str) -> dmc.NumberInput:
    """The input of a number."""
    return dmc.NumberInput(
        id=identity,
        value=param.default,
        label=label_of(param),
        description=limits(param),
        allowDecimal=False,
        clampBehavior="none",
        debounce=ENTERED,
        size="xs",
        w=180,
    )


def register(app: Dash, services: Services) -> None:
    """Asking, watching, cancelling, and what came of it."""

    @app.callback(
        Output(ids.REPLICAS_ASKED, "data"),
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.REPLICAS_STATE, "children", allow_duplicate=True),
        Input(ids.REPLICAS_RUN, "n_clicks"),
        State(ids.FINISHED, "data"),
        State(ids.REPLICAS_COUNT, "value"),
        State(ids.REPLICAS_SHAKE, "value"),
        prevent_initial_call=True,
    )
    def ask(clicks: Any, done: Any, count: Any, shake: Any) -> tuple[Any, Any, Any]:
        if not clicks:
            return no_update, no_update, no_update
        started = start(services, [spec(done or [], count, shake)])
        if started.problem:
            return no_update, no_update, sentence(started.problem, "error")
        return started.keys[0], started.request, no_update

    @app.callback(
        Output(ids.REPLICAS, "hidden"),
        Output(ids.REPLICAS_STATE, "children"),
        Output(ids.REPLICAS_DONE, "data"),
        Output(ids.REPLICAS_TICK, "disabled"),
        Output(ids.REPLICAS_CANCEL, "display"),
        Output(ids.REPLICAS_RUN, "disabled"),
        Input(ids.REPLICAS_TICK, "n_intervals"),
        Input(ids.REPLICAS_ASKED, "data"),
        Input(ids.FINISHED, "data"),
        Input(ids.REPLICAS_COUNT, "value"),
        Input(ids.REPLICAS_SHAKE, "value"),
        State(ids.REPLICAS_DONE, "data"),
    )
    def watch(_ticks: Any, asked: Any, done: Any, count: Any, shake: Any, before: Any) -> tuple:
        runs = [str(key) for key in done or []]
        status = services.runs.status(str(asked)) if asked else None
        if not runs:
            return True, None, no_update if before is None else None, True, "none", True
        if status is not None and run_list.active(status):
            return False, html.Div(run_list.progress(status)), no_update, False, None, True
        record = newest(services.store, runs)
        newest_key = record["key"] if record is not None else None
        body = notes(services, status, spec(runs, count, shake))
        lost = status is not None and status.awaited
        return False, body, no_update if newest_key == before else newest_key, not lost, "none", False

    @app.callback(
        Output(ids.REPLICAS_TICK, "disabled", allow_duplicate=True),
        Input(ids.REPLICAS_CANCEL, "n_clicks"),
        State(ids.REPLICAS_ASKED, "data"),
        prevent_initial_call=True,
    )
    def cancel(clicks: Any, asked: Any) -> Any:
        if clicks and asked:
            services.runs.cancel(str(asked), visitor())
        return False

    @app.callback(
        Output(ids.REPLICAS_RESULT, "children"),
        Output(ids.REPLICAS, "open"),
        inputs={
            "key": Input(ids.REPLICAS_DONE, "data"),
            "changes": [Input(ids.BASELINE, "data"), Input(ids.FINISHED, "data")],
        },
        state={"stores": STORES},
    )
    def show(key: Any, changes: Any, stores: dict[str, Any]) -> tuple[Any, Any]:
        page = page_state.read(stores)
        replicated = of_key(services, key)
        if replicated is None:
            return None, no_update  # whoever opened it meanwhile keeps it open
        try:
            runs = run_list.of_same_jobs(services, page)
        except QueuescopeError:
            return None, no_update  # the table says what is wrong
        return (result(runs, page.link.baseline, replicated) if runs else None), True


def spec(runs: Sequence[str], count: Any, shake: Any) -> dict[str, Any]:
    """What is asked for; checked when it is."""
    return {"do": "replicas", "runs": list(runs), "replicas": count, "shake": shake}


def of_key(services: Services, key: Any) -> Replicated | None:
    """The replicas of that key; None where they are not kept."""
    record = TASK.result(services.store, key)
    return intervals.of_record(record) if record is not None else None


def notes(services: Services, status: Any, wanted: Mapping[str, Any]) -> Any:
    """What went wrong, how long what is asked for would take, and whether it is too much."""
    failed = status is not None and status.state not in ("done", "unknown", "cancelled")
    problem = [sentence(status.message, "warning")] if failed else []
    try:
        checked = specs.check(wanted, services.store)
        left, most = seconds_of(services.store, checked), too_much(services, checked)
    except InputError as error:
        return sentence(str(error), "error")
    except QueuescopeError as error:
        return sentence(str(error), "warning")
    return html.Div(
        [
            *problem,
            *(
                html.P(text, className="qs-small qs-soft", style={"margin": "6px 0 0"})
                for text in (estimate(left), most)
                if text
            ),
        ]
    )


def estimate(left: float) -> str:
    """How long it would take."""
    return (
        "These replicas are kept: they are shown at once."
        if left == 0
        else f"This would take about {human(float(ceil(left)))} on this server; what is done is kept, "
        "also when cancelled."
    )


def too_much(services: Services, checked: Mapping[str, Any]) -> str:
    """A warning where submissions move by more than half of the jobs run; empty else."""
    runtime = float(np.median(services.store.schedule(checked["runs"][0]).workload.jobs.runtime))
    return (
        ""
        if checked["shake"] <= runtime
        else f"Half of these jobs run {human(runtime)} or less: moved by up to {human(float(checked['shake']))} they "
        "make another workload rather than a shaken one; take fewer seconds."
    )


def result(runs: Sequence[FinishedRun], baseline: int, replicated: Replicated) -> html.Div:
    """A table of the main metrics with ±, and for every run but the baseline what differs, in words."""
    base = next((run for run in runs if run.index == baseline), runs[0])
    chosen = replicated_metrics(replicated, metrics_table.key_metrics(runs))
    parts = [
        html.H3(f"{replicated.count} replicas, submissions moved by up to {human(replicated.shake)}"),
        table(runs, base, chosen, replicated),
    ]
    parts += [html.P(text, className="qs-small") for run in runs if (text := of_chance(run, chosen, replicated))]
    for run in runs:
        if run is not base:
            parts.append(
                html.Div(
                    [
                        html.H4(run.name),
                        html.Ul(
                            [html.Li(text) for text in against(run, base, chosen, replicated)], className="qs-small"
                        ),
                    ],
                    className=f"qs-run qs-run-{run.index}",
                )
            )
    return html.Div(parts, className="qs-stack", style={"marginTop": 12})


def of_chance(run: FinishedRun, chosen: Sequence[Metric], replicated: Replicated) -> str:
    """That the replicas of a run do not differ in any number shown; "" where they do."""
    means = [average for metric in chosen if (average := replicated.mean(run.key, metric.key)) is not None]
    if not means or any(average.half != 0 for average in means):
        return ""
    return (
        f"{run.name}: its replicas do not differ, since nothing in it depends on chance; they say nothing of how "
        "sure its numbers are."
    )


def replicated_metrics(replicated: Replicated, metrics: Sequence[Metric]) -> list[Metric]:
    """Those of the run table that some replica knows."""
    return [metric for metric in metrics if metric.key in replicated.metrics][: metrics_table.MOST_COLUMNS]


def against(run: FinishedRun, base: FinishedRun, chosen: Sequence[Metric], replicated: Replicated) -> list[str]:
    """A sentence for each metric that has a better direction."""
    pairs = [(metric, replicated.difference(run.key, base.key, metric.key)) for metric in chosen if metric.better]
    sentences = [intervals.sentence(metric, apart, base.name) for metric, apart in pairs if apart is not None]
    return sentences or ["No replica has this run and the baseline; run the replicas again."]


def table(runs: Sequence[FinishedRun], base: FinishedRun, chosen: Sequence[Metric], replicated: Replicated) -> html.Div:
    """A row per run, a column per metric: the mean over replicas and half of its 95 % interval."""
    head = html.Tr([html.Th("run", scope="col"), *(html.Th(metric.title, scope="col") for metric in chosen)])
    rows = [
        html.Tr(
            [
                html.Th(("★ " if run is base else "") + run.name, scope="row", className=f"qs-lane qs-run-{run.index}"),
                *(html.Td(cell(metric, run, replicated), **marks(metric, run, replicated)) for metric in chosen),
            ]
        )
        for run in runs
    ]
    caption = html.Caption("Mean over replicas ± half of its 95 % interval (Student's t)", className="qs-soft qs-small")
    return html.Div(
        html.Table([caption, html.Thead(head), html.Tbody(rows)], className="qs-table qs-key"),
        className="qs-across",
        tabIndex="0",
        role="region",
        **{"aria-label": "Replicas"},
    )


def cell(metric: Metric, run: FinishedRun, replicated: Replicated) -> str:
    """The mean of a metric over replicas; a dash where there is none."""
    average = replicated.mean(run.key, metric.key)
    return "—" if average is None else intervals.mean_text(metric, average)


def marks(metric: Metric, run: FinishedRun, replicated: Replicated) -> dict[str, str]:
    """What makes that cell follow the unit of lengths."""
    average = replicated.mean(run.key, metric.key)
    return {} if average is None else intervals.marks_of_mean(metric, average.mean, average.half)
