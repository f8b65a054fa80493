"""Plans that a worker simulates again: asked for when their moment is shown, watched, cancelled.

The charts are drawn anew when one is done.  One that somebody cancelled is only simulated when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, dcc, html, no_update, set_props

from layouts import ids
from layouts.frame.callbacks import Services, Started, start
from layouts.frame.controls import sentence
from layouts.pages.compare.runs import kept_plans, run_list
from layouts.state import page_state
from layouts.state.page_state import STORES, PageState
from layouts.state.view import FinishedRun
from scheduler.durations import instant
from scheduler.errors import QueuescopeError
from scheduler.results.queue.runs import Status

TICK = 500  # ms


def section() -> html.Div:
    """Where it stands; empty as long as nothing has to be simulated."""
    return html.Div(
        [
            dcc.Interval(id=ids.PLAN_TICK, interval=TICK, disabled=True),
            dcc.Store(id=ids.PLAN_AWAITED),
            dcc.Store(id=ids.PLAN_READY),
            html.Div(id=ids.PLAN_STATE, role="status", **{"aria-live": "polite"}),
        ]
    )


def register(app: Dash, services: Services) -> None:
    """Which plans are awaited, looked at again as long as one is under way; asking once more, and cancelling."""

    @app.callback(
        Output(ids.PLAN_STATE, "children"),
        Output(ids.PLAN_AWAITED, "data"),
        Output(ids.PLAN_READY, "data"),
        Output(ids.PLAN_TICK, "disabled"),
        inputs={"changes": [Input(ids.PLAN, "data"), Input(ids.PLAN_TICK, "n_intervals")]},
        state={"before": State(ids.PLAN_AWAITED, "data"), "stores": STORES},
    )
    def show(changes: Any, before: Any, stores: dict[str, Any]) -> tuple[Any, Any, Any, bool]:
        return looked(services, page_state.read(stores), before, again=False)

    @app.callback(
        Output(ids.PLAN_STATE, "children", allow_duplicate=True),
        Output(ids.PLAN_AWAITED, "data", allow_duplicate=True),
        Output(ids.PLAN_READY, "data", allow_duplicate=True),
        Output(ids.PLAN_TICK, "disabled", allow_duplicate=True),
        inputs={"presses": Input(ids.act("plan-run", ALL), "n_clicks")},
        state={"before": State(ids.PLAN_AWAITED, "data"), "stores": STORES},
        prevent_initial_call=True,
    )
    def simulate_again(presses: Any, before: Any, stores: dict[str, Any]) -> tuple[Any, Any, Any, Any]:
        if not any(presses):
            return (no_update,) * 4
        return looked(services, page_state.read(stores), before, again=True)


def looked(services: Services, page: PageState, before: Any, again: bool) -> tuple[Any, Any, Any, bool]:
    """(how far the plans are, which are awaited, which have come, whether to look no more)."""
    time = page.link.plan
    try:
        runs = kept_plans.awaited(run_list.of_page(services, page)) if time is not None else []
    except QueuescopeError:
        return None, None, no_update, True  # the table says what is wrong
    if time is None or not runs:
        return None, None, arrived(before, time, runs), True
    started = ask(services, runs, time, again)
    if started.request is not no_update:
        set_props(ids.REQUEST, {"data": started.request})
    states = [services.runs.status(services.runs.key(kept_plans.spec(run, time))) for run in runs]
    lines = [
        html.Div(line(services, run, status, time), className=f"qs-run qs-run-{run.index}")
        for run, status in zip(runs, states, strict=True)
        if status.state != "done"
    ]
    body = [sentence(started.problem, "error") if started.problem else None, html.Div(lines, className="qs-runs")]
    return (
        body,
        {"time": time, "runs": [run.key for run in runs]},
        arrived(before, time, runs),
        not any(to_look_at_again(status) for status in states),
    )


def to_look_at_again(status: Status) -> bool:
    """Whether a plan that is not shown may come: also one that was done just after the runs had been read."""
    return status.awaited or status.state == "done"


def ask(services: Services, runs: Sequence[FinishedRun], time: float, is_wanted: bool) -> Started:
    """Ask for the plans that nobody has asked for yet; for all of them where somebody wants them now."""
    specs = [kept_plans.spec(run, time) for run in runs]
    fresh = [spec for spec in specs if is_wanted or services.runs.status(services.runs.key(spec)).state == "unknown"]
    return start(services, fresh)


def arrived(before: Any, time: float | None, runs: Sequence[FinishedRun]) -> Any:
    """The runs whose plan at this time has come since `before`; no_update where none has."""
    if not isinstance(before, dict) or before.get("time") != time:
        return no_update
    now = {run.key for run in runs}
    keys = [key for key in before.get("runs") or [] if key not in now]
    return {"time": time, "runs": keys} if keys else no_update


def line(services: Services, run: FinishedRun, status: Any, time: float) -> list:
    """A run: how far its plan is, with the button that cancels it; or what became of it, with that to ask again."""
    name = f"the plan of {run.name} at {instant(time)}"
    key = services.runs.key(kept_plans.spec(run, time))
    if run_list.active(status):
        return [
            html.P(f"Simulating again for {name}.", className="qs-small"),
            *run_list.progress(status),
            run_list.cancel(key, name),
        ]
    return [
        html.P(f"{status.message} There is no {name.removeprefix('the ')}.", className="qs-small"),
        dmc.Button(
            "Simulate again",
            id=ids.act("plan-run", key),
            size="compact-sm",
            variant="default",
            **{"aria-label": f"Simulate again: {name}"},
        ),
    ]
