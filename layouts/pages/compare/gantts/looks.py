"""What the rows and the colors of the Gantt charts are, and how the charts of several runs stand together.

The choices write the store of looks, merging with what else is there, and show its state when a link, a key or a brush
changes it; both happen in the browser (frontend/compare/views.js), so that a choice keeps the keyboard's focus.  Users
may be pinned: their rows come first where rows are users.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
import numpy as np
from dash import ClientsideFunction, Dash, Input, Output, State, html

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.icons import icon
from layouts.gantt import bands
from layouts.gantt.bands import several_queues
from layouts.kinds import look_of
from layouts.pages.compare.gantts.opening import crowded
from layouts.state import link
from layouts.state.view import BESIDE, COLORS, ROWS, FinishedRun, View
from layouts.words import unit_names
from scheduler.kinds import answer
from scheduler.model.user_names import user_name, users_known
from scheduler.model.workload import Workload
from scheduler.wording import capital

WORDS = {"processors": "Processors", "users": "Users", "sizes": "Job sizes", "queues": "Queues", "queue": "Queue order"}
TELLS = {
    "user": "User",
    "job": "Job, in turn",
    "size": "Job size",
    "stretch": "Stretch",
    "reason": "Why it waited",
    "change": "Change from baseline",
    "grid": "Local or grid",
}
STAND = {"stacked": "Below each other", "columns": "Side by side", "difference": "Difference", "overlay": "Overlay"}
OF_BOTH = ("difference", "overlay")  # arrangements with two runs in a chart


def control(runs: Sequence[FinishedRun], view: View) -> html.Div:
    """The choices above the charts; those about several runs only where there are several."""
    several = len(runs) > 1
    stand = dmc.SegmentedControl(
        id=ids.LOOK_BESIDE,
        value=view.beside,
        size="xs",
        data=_data(STAND, BESIDE),
        **{"aria-label": "How the runs stand together"},
    )
    parts = (unit_names.part(run.schedule.workload) for run in runs)
    part = next((part for part in parts if part != unit_names.USUAL), unit_names.USUAL)
    words = WORDS | {"processors": capital(f"{part}s")}
    axes = dmc.Switch(id=ids.LOOK_SHARED, label="Same axes", checked=view.shared, size="sm")
    shared = any(run.schedule.shares_nodes for run in runs)  # there jobs wait for memory, too
    named = any(users_known(run.schedule.workload) for run in runs)  # else colors of users are those of jobs
    grouped = any(look_of(run.schedule.workload, lambda look: look.groups) for run in runs)
    left = {
        name
        for name, out in (("change", not several), ("reason", shared), ("job", not named), ("grid", not grouped))
        if out
    }
    colors = tuple(color for color in COLORS if color not in left)
    tells = TELLS if named else TELLS | {"user": TELLS["job"]}
    color = _select(
        ids.LOOK_COLOR,
        "Color of the jobs",
        view.color if view.color in colors else usual_color(runs),
        _data(tells, colors),
        164,
        view.beside == "difference" and several,
    )
    queues = any(several_queues(run.schedule) for run in runs)
    none = {row for row, there in (("users", named), ("queues", queues)) if not there and row != view.rows}
    rows = tuple(row for row in ROWS if row not in none)
    return html.Div(
        [
            _labelled("Runs", stand, not several),
            _labelled("Rows", _select(ids.LOOK_ROWS, "Rows of the charts", view.rows, _data(words, rows), 118)),
            fold_switch(view, several),
            _labelled("Color", color),
            html.Div(axes, hidden=not several),
        ],
        className="qs-row qs-looks",
        role="group",
        **{"aria-label": "How the Gantt charts look", "data-usual-color": usual_color(runs)},
    )


def fold_switch(view: View, several: bool) -> dmc.Switch:
    """Whether rows are collapsed; of use where rows are users, sizes or queues, and each run has charts of its own."""
    is_used = view.rows in bands.KINDS and not (several and view.beside in OF_BOTH)
    return dmc.Switch(
        id=ids.LOOK_FOLD,
        label="Collapse rows",
        checked=view.fold,
        size="sm",
        disabled=not is_used,
        description="Pinned users stay open.",
    )


def usual_color(runs: Sequence[FinishedRun]) -> str:
    """What colors tell where nothing is chosen: whose a job is; where its kind of workload has two groups, which."""
    return "grid" if any(kinds_apart(run) for run in runs) else COLORS[0]


def kinds_apart(run: FinishedRun) -> bool:
    """Whether a run has both jobs that make others leave and jobs that do not, by its kind of workload."""
    workload = run.schedule.workload
    of_kind = answer(workload, lambda kind: kind.may_stop)
    may_stop = of_kind(workload) if of_kind else np.zeros(0, bool)
    return bool(may_stop.any() and not may_stop.all())


def _data(words: dict[str, str], keys: Sequence[str]) -> list[dict[str, str]]:
    return [{"value": key, "label": words[key]} for key in keys]


def _select(identity: str, name: str, value: str, data: list, width: int, disabled: bool = False) -> dmc.Select:
    return dmc.Select(
        id=identity,
        value=value,
        data=data,
        allowDeselect=False,
        size="xs",
        w=width,
        disabled=disabled,
        checkIconPosition="right",
        comboboxProps={"withinPortal": True},
        **{"aria-label": name},
    )


def _labelled(text: str, choice: Any, hidden: bool = False) -> html.Div:
    return html.Div(
        [html.Span(text, className="qs-small", **{"aria-hidden": "true"}), choice], className="qs-row", hidden=hidden
    )


def pins(runs: Sequence[FinishedRun], view: View) -> html.Div | None:
    """The users whose rows come first, each with a button that lets the row go; None where there are none."""
    users = set(np.unique(runs[0].schedule.workload.jobs.user_id).tolist()) if runs and view.rows == "users" else set()
    pinned = [user for user in link.pins(view.pin) if user in users]
    chips = [pin_chip(runs[0].schedule.workload, user) for user in pinned]
    return (
        html.Div(
            [html.Span("Pinned", className="qs-small"), *chips],
            className="qs-row qs-pins",
            role="group",
            **{"aria-label": "Pinned users"},
        )
        if pinned
        else None
    )


def pin_chip(workload: Workload, user: int) -> html.Span:
    """A pinned user, and the button that lets the row go."""
    name = user_name(workload, user)
    return html.Span(
        [
            name,
            html.Button(
                icon("close"),
                type="button",
                title="Unpin",
                disable_n_clicks=True,
                **{"aria-label": f"Unpin {name}", "data-pin": str(user)},
            ),
        ],
        className="qs-condition",
    )


def pin_button(workload: Workload, user: int) -> html.Button:
    """What pins a user and opens the charts with rows by users."""
    return html.Button(
        [icon("rows"), "Pin this user"],
        type="button",
        className="qs-button-low",
        disable_n_clicks=True,
        title=f"Rows by users, {user_name(workload, user)} on top",
        **{"data-pin": str(user), "data-pin-add": "", "data-tab": "schedule"},
    )


def in_both(runs: Sequence[FinishedRun], view: View) -> bool:
    """Whether a chart shows two runs."""
    return len(runs) > 1 and view.beside in OF_BOTH


def modes_rest(runs: Sequence[FinishedRun], view: View) -> bool:
    """Whether virtual schedules have no place in the charts, so that their modes are no choice."""
    return in_both(runs, view) or view.rows != ROWS[0]


def remarks(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What a reader has to know of the arrangement: what is left out of it, and axes that differ."""
    sentences = []
    if modes_rest(runs, view) and any(run.schedule.has_virtual for run in runs):
        drawn = f"as {STAND[view.beside].lower()}" if in_both(runs, view) else f"by {WORDS[view.rows].lower()}"
        sentences.append(
            f"Virtual schedules have no place in charts {drawn}: they are drawn with rows by processors, "
            "side by side or below each other."
        )
    if view.rows == ROWS[0] and not in_both(runs, view) and crowded(runs):
        sentences.append(
            "Where more than one job falls on a pixel, charts show how many processors the jobs of each "
            "color hold, stacked; zoom in for single jobs."
        )
    if not view.shared and len(runs) > 1:
        sentences.append(
            "Axes differ: each run has its own time and its own rows, so lengths and places in one chart "
            "cannot be held against those in another."
        )
    return sentences


def register(app: Dash, services: Services) -> None:
    """From the choices to the store, and back."""
    app.clientside_callback(
        ClientsideFunction("looks", "choose"),
        Output(ids.LOOK, "data", allow_duplicate=True),
        Input(ids.LOOK_ROWS, "value"),
        Input(ids.LOOK_COLOR, "value"),
        Input(ids.LOOK_BESIDE, "value"),
        Input(ids.LOOK_SHARED, "checked"),
        Input(ids.LOOK_FOLD, "checked"),
        State(ids.LOOK, "data"),
        State(ids.WINDOW, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("looks", "show"), Output(ids.LOOK, "id"), Input(ids.LOOK, "data"), prevent_initial_call=True
    )
