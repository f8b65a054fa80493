"""Fair starts on Compare: would each job have started earlier if nobody had come after it?

Measuring simulates again and again without later jobs, so it is done on demand, in the background, run by run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, ctx, dcc, html, no_update

from layouts import ids, theme
from layouts.frame.callbacks import Services, start
from layouts.frame.controls import sentence
from layouts.pages.compare.runs import run_list
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun
from scheduler.durations import human
from scheduler.errors import InputError, QueuescopeError
from scheduler.results.tasks import fair_start

TICK = 500  # ms
WHAT = (
    "Fair start of a job: when it would have started under the same policy if no later job had come. What it "
    "starts later than that is its miss, the work of jobs that came after it. Its fair slowdown is the one it "
    "would have had from its fair start on."
)


def section() -> html.Div:
    """Where it stands; empty as long as nothing is finished."""
    return html.Div(
        [
            dcc.Interval(id=ids.FAIR_TICK, interval=TICK, disabled=True),
            html.Div(id=ids.FAIR, role="status", **{"aria-live": "polite"}),
        ]
    )


def register(app: Dash, services: Services) -> None:
    """What is known, asked again as long as something is measured; measuring and cancelling."""

    @app.callback(
        Output(ids.FAIR, "children"),
        Output(ids.FAIR_TICK, "disabled"),
        inputs={"changes": [Input(ids.FINISHED, "data"), Input(ids.FAIR_TICK, "n_intervals")]},
        state={"stores": STORES},
    )
    def show(changes: Any, stores: dict[str, Any]) -> tuple[Any, bool]:
        try:
            runs = run_list.of_same_jobs(services, page_state.read(stores))
        except QueuescopeError:
            return None, True  # the table says what is wrong
        states = [services.runs.status(key) if (key := key_of(services, run)) else None for run in runs]
        awaited = any(status is not None and status.awaited for status in states)
        return (card(services, runs, states) if runs else None), not awaited

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.FAIR_TICK, "disabled", allow_duplicate=True),
        Output(ids.ADD_MESSAGE, "children", allow_duplicate=True),
        Input(ids.act("fair-run", ALL), "n_clicks"),
        prevent_initial_call=True,
    )
    def measure(clicks: Any) -> tuple[Any, Any, Any]:
        if not any(clicks or []):
            return no_update, no_update, no_update
        started = start(services, [spec(str(ctx.triggered_id["key"]))])
        return started.request, False, sentence(started.problem, "error") if started.problem else None


def spec(run: str) -> dict[str, str]:
    """What is asked for."""
    return {"do": "fair_start", "run": run}


def key_of(services: Services, run: FinishedRun) -> str | None:
    """The key of the measurement; None where a run has no fair starts."""
    try:
        return services.runs.key(spec(run.key))
    except InputError:
        return None


def card(services: Services, runs: Sequence[FinishedRun], states: Sequence[Any]) -> html.Details:
    """One line for each run; open when something is measured or known."""
    is_open = any(status is not None and status.state != "unknown" for status in states)
    lines = [
        html.Div(line(services, run, status), className=f"qs-run qs-run-{run.index}")
        for run, status in zip(runs, states, strict=True)
    ]
    return html.Details(
        [
            html.Summary("Delay caused by later arrivals", className="qs-summary"),
            html.P(WHAT, className="qs-small"),
            html.Div(lines, className="qs-runs"),
        ],
        className="qs-card",
        open=is_open,
    )


def line(services: Services, run: FinishedRun, status: Any) -> list:
    """A run: what was found, how far it is, or the button that measures."""
    name = html.H3(run.name)
    if status is None:
        return [name, html.P(refusal(services, run), className="qs-small")]
    if status.state == "done":
        record = fair_start.TASK.result(services.store, services.runs.key(spec(run.key)))
        return [name, html.P(outcome(record), className="qs-small")] if record else [name, button(run)]
    if run_list.active(status):
        key = services.runs.key(spec(run.key))
        cancel = run_list.cancel(key, f"measuring the delay caused by later arrivals, {run.name}")
        return [name, *run_list.progress(status), cancel]
    problem = [html.P(status.message, className="qs-small")] if status.state != "unknown" else []
    return [name, *problem, button(run)]


def refusal(services: Services, run: FinishedRun) -> str:
    """Why a run has no fair starts."""
    try:
        services.runs.key(spec(run.key))
    except InputError as error:
        return str(error)
    return ""


def button(run: FinishedRun) -> dmc.Button:
    """Measure the fair starts of a run."""
    return dmc.Button(
        "Measure the delay",
        id=ids.act("fair-run", run.key),
        size="compact-sm",
        variant="default",
        **{"aria-label": f"Measure the delay caused by later arrivals, {run.name}"},
    )


def outcome(record: dict[str, Any]) -> str:
    """What was measured, in two sentences; a sample says that it is one."""
    jobs, share = int(record["jobs"]), float(record["delayed_share"] or 0.0)
    if record["exact"]:
        base = f"All {theme.counted(jobs, 'job')} measured."
        interval = ""
    else:
        base = f"A sample of {theme.counted(jobs, 'job')} of {theme.number(float(record['of']))}."
        interval = f" (95 %: {human(float(record['low']))} to {human(float(record['high']))})"
    if not share:
        return f"No job started later than without those that came after it. {base}"
    return (
        f"{theme.percent(share)} of jobs started later than without those that came after them; the mean miss over "
        f"all jobs is {human(float(record['mean']))}{interval}. {slower(record)}{base}"
    )


def slower(record: dict[str, Any]) -> str:
    """The same in slowdowns; empty where an older program did not measure them."""
    if "fair_slowdown" not in record:
        return ""
    return (
        f"{theme.percent(float(record['slower_share']))} have a higher slowdown than their fair slowdown; the "
        f"means are {theme.number(round(float(record['slowdown']), 2))} and "
        f"{theme.number(round(float(record['fair_slowdown']), 2))} (runtimes below 10 s count as 10 s). "
    )
