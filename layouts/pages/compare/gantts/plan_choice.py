"""The plan in the Gantt charts of a comparison: whether it is shown, and of which moment.

The moment is part of the link.  It is at first the submission of the selected job, or else the middle of what is shown;
buttons move it to the event before or after, or to the submission of a job selected meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
import numpy as np
from dash import Dash, Input, Output, ctx, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.pages.compare.runs import run_list
from layouts.plots.gantts.charts import shared_extent
from layouts.state import page_state
from layouts.state.link import Link
from layouts.state.page_state import STORES, PageState
from layouts.state.view import FinishedRun, View
from scheduler.errors import QueuescopeError
from scheduler.replay.plan import instants, reserves

STEPS = {ids.PLAN_BEFORE: -1, ids.PLAN_AFTER: 1}
WORDS = ((ids.PLAN_BEFORE, "Event before"), (ids.PLAN_AFTER, "Event after"), (ids.PLAN_SUBMIT, "Submission of the job"))


def control(runs: Sequence[FinishedRun], view: View) -> html.Div:
    """The switch; hidden where no run makes reservations."""
    switch = dmc.Switch(id=ids.PLAN_SWITCH, label="Plan", checked=view.plan is not None, size="sm")
    return html.Div(switch, className="qs-row", hidden=not any(reserves(run.schedule) for run in runs))


def steps(view: View) -> html.Div:
    """The buttons that move the moment; hidden while no plan is shown."""
    buttons = [dmc.Button(text, id=identity, variant="default", size="compact-sm") for identity, text in WORDS]
    return html.Div(buttons, id=ids.PLAN_STEPS, className="qs-row", hidden=view.plan is None)


def first_moment(runs: Sequence[FinishedRun], link: Link) -> float:
    """Where the plan is looked at first (s): a selected job's submission, else the middle of the window."""
    submitted = submission(runs, link.job)
    if submitted is not None:
        return submitted
    whole = shared_extent(runs)
    low, high = (bound if edge is None else edge for edge, bound in zip((link.t0, link.t1), whole[:2], strict=True))
    return (low + high) / 2


def submission(runs: Sequence[FinishedRun], job: int | None) -> float | None:
    """When a selected job was submitted (s), in the first run; None where none is selected."""
    is_selected = runs and job is not None and job < len(runs[0].schedule.placed)
    return float(runs[0].schedule.placed.submit[job]) if is_selected else None


def stepped(runs: Sequence[FinishedRun], plan: float, by: int) -> float:
    """The event before (by = -1) or after (1) a moment in the runs that make reservations; the moment if none is."""
    events = [_next(instants(run.schedule), plan, by) for run in runs if reserves(run.schedule)]
    times = [time for time in events if time is not None]
    if not times:
        return plan
    return max(times) if by < 0 else min(times)


def _next(times: np.ndarray, plan: float, by: int) -> float | None:
    at = int(np.searchsorted(times, plan, "left")) - 1 if by < 0 else int(np.searchsorted(times, plan, "right"))
    return float(times[at]) if 0 <= at < len(times) else None


def register(app: Dash, services: Services) -> None:
    """On and off, and to another moment."""

    @app.callback(
        Output(ids.PLAN, "data", allow_duplicate=True),
        inputs={"is_on": Input(ids.PLAN_SWITCH, "checked")},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def switch(is_on: Any, stores: dict[str, Any]) -> Any:
        page = page_state.read(stores)
        return no_update if bool(is_on) == (page.link.plan is not None) else moment(page, None, bool(is_on))

    @app.callback(
        Output(ids.PLAN, "data", allow_duplicate=True),
        inputs={"presses": [Input(identity, "n_clicks") for identity, _ in WORDS]},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def move(presses: Any, stores: dict[str, Any]) -> Any:
        return moment(page_state.read(stores), ctx.triggered_id, True) if any(presses) else no_update

    def moment(page: PageState, button: str | None, is_on: bool) -> Any:
        try:
            runs = run_list.of_same_jobs(services, page)
        except QueuescopeError:
            return no_update
        return chosen(runs, button, is_on, page.link)

    @app.callback(Output(ids.PLAN_STEPS, "hidden"), Input(ids.PLAN, "data"), prevent_initial_call=True)
    def offer(plan: Any) -> bool:
        return plan is None


def chosen(runs: Sequence[FinishedRun], button: str | None, on: bool, link: Link) -> Any:
    """The moment after a click on a button, or on the switch where there is none; None: no plan is shown."""
    if not on or not runs:
        return None
    if button in STEPS and link.plan is not None:
        return stepped(runs, link.plan, STEPS[button])
    submitted = submission(runs, link.job)
    if button == ids.PLAN_SUBMIT:
        return no_update if submitted is None else submitted
    return first_moment(runs, link)
