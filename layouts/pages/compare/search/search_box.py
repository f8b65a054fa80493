"""Search: a job, a user, or all jobs of a query, lit in every chart; and the actions of the page by their names.

The box sends what is asked with Enter (frontend/frame/search.js); the server reads it, lights the matches, and steps
through them.  A text that begins with > or has the words of an action offers actions in a list instead.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import dash_mantine_components as dmc
import numpy as np
from dash import ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids
from layouts.drawing import query_mask
from layouts.frame.callbacks import Services
from layouts.pages.compare.gantts import looks
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.search.matches import Answer, answer, of_query
from layouts.state import page_state
from layouts.state.link import Link
from layouts.state.page_state import STORES
from layouts.state.view import BESIDE, COLORS, ROWS, FinishedRun, View
from scheduler.analysis.query import parse
from scheduler.durations import DAY, HOUR, MINUTE
from scheduler.errors import QueuescopeError
from scheduler.model.user_names import label, users_known
from scheduler.model.workload import Workload
from scheduler.query.conditions import Condition

STEPS = {ids.SEARCH_BEFORE: -1, ids.SEARCH_NEXT: 1}
WAITS = (("wait>1d", DAY), ("wait>1h", HOUR), ("wait>10min", 10 * MINUTE), ("wait>1min", MINUTE), ("wait>0", 0))


def bar(runs: Sequence[FinishedRun], view: View) -> html.Div:
    """What was found by the field of the header, and what this page offers there."""
    lit = bool(view.only)
    steps = [
        dmc.Button("Previous match", id=ids.SEARCH_BEFORE, variant="default", size="compact-sm"),
        dmc.Button("Next match", id=ids.SEARCH_NEXT, variant="default", size="compact-sm"),
        dmc.Button("Clear the search", id=ids.SEARCH_CLEAR, variant="default", size="compact-sm"),
    ]
    message = of_query(runs, query_mask.baseline(runs, view.baseline), view.only) if lit and runs else ""
    return html.Div(
        [
            dcc.Store(id=ids.SEARCH_ASKED),
            dcc.Store(id=ids.SEARCH_LIT, data=view.only),
            dcc.Store(id=ids.SEARCH_FIELD),
            html.Div(steps, id=ids.SEARCH_STEPS, className="qs-row", hidden=not lit),
            html.P(
                message,
                id=ids.SEARCH_MESSAGE,
                className="qs-small qs-search-said",
                role="status",
                **{"aria-live": "polite"},
            ),
        ],
        className="qs-search",
        **{
            "data-only": view.only,
            "data-options": json.dumps({"searches": searches(runs, view), "actions": actions()}),
        },
    )


def searches(runs: Sequence[FinishedRun], view: View) -> list[dict[str, str]]:
    """Searches worth a try in these runs, offered while the box is empty."""
    base = query_mask.baseline(runs, view.baseline) if runs else None
    if base is None or not len(base.schedule.placed):
        return []
    work = base.schedule.workload
    jobs = base.schedule.jobs
    area = np.bincount(jobs.user, jobs.processors * jobs.runtime)
    first = int(np.argmax(work.jobs.user == int(np.argmax(area))))
    offers = [
        ("longest wait", "the job that waits longest"),
        ("largest stretch", "the job stretched most"),
        *([(by_user(work, first), "the user with the most work")] if users_known(work) else []),
    ]
    longest, widest = float(base.schedule.wait.max()), int(jobs.processors.max())
    offers += [(text, "jobs that wait longer") for text, bound in WAITS if longest > bound][:1]
    offers += [
        (f"processors>={widest}", "the widest jobs"),
        (f"job {work.jobs.job_id[first]}", "one job by its number"),
    ]
    return [{"text": text, "say": say} for text, say in offers]


def by_user(workload: Workload, row: int) -> str:
    """The search for the jobs of a job's user, by name where the log tells one: user=alice, user 7."""
    number = int(workload.jobs.user_id[row])
    name = label(workload, number)
    there = isinstance(name, str) and name in workload.names["user_id"]  # a long one is cut, and would not be found
    return str(Condition("user", "=", name if there else float(number)))


def actions() -> list[dict[str, Any]]:
    """What the page can do, by name: a button to press, or a choice to set; the script offers those there are."""
    entries: list[dict[str, Any]] = [
        {"say": say, "click": identity}
        for say, identity in (
            ("Whole log: show everything", ids.FIT),
            ("Zoom in", ids.ZOOM_IN),
            ("Zoom out", ids.ZOOM_OUT),
            ("Earlier: pan left", ids.EARLIER),
            ("Later: pan right", ids.LATER),
            ("Next difference between the runs, the largest first", ids.NEXT_DIFFERENCE),
            ("Next difference between the runs in time", ids.NEXT_IN_TIME),
            ("Select the window shown as the range", ids.RANGE_WINDOW),
            ("Clear the selected range", ids.RANGE_CLEAR),
            ("Zoom to the selected range", ids.RANGE_ZOOM),
            ("Clear the search", ids.SEARCH_CLEAR),
            ("Close the facts", ids.FACTS_CLOSE),
            ("Plan: show or hide reservations", ids.PLAN_SWITCH),
            ("Same axes for all runs, on or off", ids.LOOK_SHARED),
        )
    ]
    for what, identity, words, keys in (
        ("Rows by", ids.LOOK_ROWS, looks.WORDS, ROWS),
        ("Color by", ids.LOOK_COLOR, looks.TELLS, COLORS),
        ("Runs", ids.LOOK_BESIDE, looks.STAND, BESIDE),
    ):
        entries += [{"say": f"{what} {words[key].lower()}", "set": identity, "value": key} for key in keys]
    return entries


def register(app: Dash, services: Services) -> None:
    """Asking, stepping, clearing; and a query that came from elsewhere (a link, a brush)."""
    asking(app, services)
    lighting(app, services)
    following(app, services)
    app.clientside_callback(
        ClientsideFunction("queuescope", "field"), Output(ids.SEARCH_STEPS, "title"), Input(ids.SEARCH_FIELD, "data")
    )


def asking(app: Dash, services: Services) -> None:
    """The box and the buttons beside it."""
    outputs_of_search = [
        Output(identity, prop, allow_duplicate=True)
        for identity, prop in (
            (ids.LOOK, "data"),
            (ids.GOTO, "data"),
            (ids.SEARCH_MESSAGE, "children"),
            (ids.SEARCH_FIELD, "data"),
            (ids.SEARCH_LIT, "data"),
            (ids.SEARCH_STEPS, "hidden"),
        )
    ]

    @app.callback(
        outputs_of_search,
        inputs={"asked": Input(ids.SEARCH_ASKED, "data")},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def search(asked: Any, stores: dict[str, Any]) -> tuple:
        return replied(asked, None, stores)

    @app.callback(
        outputs_of_search,
        inputs={"presses": [Input(identity, "n_clicks") for identity in (*STEPS, ids.SEARCH_CLEAR)]},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def step(presses: Any, stores: dict[str, Any]) -> tuple:
        return replied(None, ctx.triggered_id, stores) if any(presses) else (no_update,) * 6

    def replied(asked: Any, button: str | None, stores: dict[str, Any]) -> tuple:
        nothing = (no_update,) * 6
        page = page_state.read(stores)
        old = page.link.only
        text, by = wanted(asked, button, old)
        if not text:
            return (
                (with_highlight(page.link, ""), no_update, "", field(""), "", True)
                if clearing(asked, button)
                else nothing
            )
        try:
            runs = run_list.of_same_jobs(services, page)
        except QueuescopeError:
            return nothing
        if not runs:
            return nothing
        base = query_mask.baseline(runs, page.link.baseline)
        return outputs(answer(runs, base, text, old, by, place(base, page.link, by)), page.link)


def lighting(app: Dash, services: Services) -> None:
    """A search on a tab without charts over time: what it means is lit, or what is wrong stands below the box."""

    @app.callback(
        Output(ids.LOOK, "data", allow_duplicate=True),
        Output(ids.SEARCH, "error", allow_duplicate=True),
        inputs={"typed": Input(ids.SEARCH_TYPED, "data")},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def light(typed: Any, stores: dict[str, Any]) -> tuple[Any, Any]:
        text = typed.get("text") if isinstance(typed, dict) else None
        if not isinstance(text, str):
            return no_update, no_update
        page = page_state.read(stores)
        try:
            runs = run_list.of_same_jobs(services, page)
            return lit(runs, page.link, text.strip())
        except QueuescopeError as error:
            return no_update, str(error)


def lit(runs: Sequence[FinishedRun], current_link: Link, text: str) -> tuple[Any, None]:
    """(the store of looks with that query, no error); raises QueryError where it does not read."""
    if not text or not runs:
        return with_highlight(current_link, ""), None
    query = parse(text)
    query_mask.of_query(query_mask.baseline(runs, current_link.baseline).schedule, query)  # a name may be wrong
    return with_highlight(current_link, str(query)), None


def wanted(asked: Any, button: Any, lit: str) -> tuple[str, int]:
    """(text, direction) of what was asked; a button steps through what is lit."""
    if button in STEPS:
        return lit, STEPS[button]
    if button == ids.SEARCH_CLEAR or not isinstance(asked, dict):
        return "", 0
    text = asked.get("text")
    return text.strip() if isinstance(text, str) else "", -1 if asked.get("by") == -1 else 1


def clearing(asked: Any, button: Any) -> bool:
    """Whether nothing is to be lit any more: the button, or Enter in the empty box."""
    return button == ids.SEARCH_CLEAR or (button is None and isinstance(asked, dict))


def outputs(reply: Answer, current_link: Link) -> tuple:
    """What changes on the page for an answer."""
    if reply.problem:
        return no_update, no_update, "", field(error=reply.problem), no_update, no_update
    return (
        with_highlight(current_link, reply.only),
        no_update if reply.goto is None else reply.goto,
        reply.message,
        field(),
        reply.only,
        not reply.only,
    )


def field(value: str | None = None, error: str | None = None) -> dict[str, Any]:
    """What the box of the header is to show; value None: what it has.  The time makes every answer a new one."""
    return {**({} if value is None else {"value": value}), "error": error, "at": time.time_ns()}


def with_highlight(current_link: Link, only: str) -> Any:
    """The store of looks with another query in it; no update where it is the same."""
    return no_update if only == current_link.only else replace(current_link, only=only).look or None


def place(base: FinishedRun, current_link: Link, by: int) -> tuple[float, int]:
    """From where the next match is looked for: the selected job, else the side of the window."""
    jobs, bound = len(base.schedule.placed), current_link.t1 if by < 0 else current_link.t0
    if current_link.job is not None and current_link.job < jobs:
        return float(base.schedule.placed.start[current_link.job]), current_link.job
    if bound is not None:
        return bound, jobs if by < 0 else -1
    return (np.inf, jobs) if by < 0 else (-np.inf, -1)


def following(app: Dash, services: Services) -> None:
    """A query that something else put into the store of looks stands in the box, too; one taken away leaves it."""

    @app.callback(
        Output(ids.SEARCH_MESSAGE, "children", allow_duplicate=True),
        Output(ids.SEARCH_FIELD, "data", allow_duplicate=True),
        Output(ids.SEARCH_LIT, "data", allow_duplicate=True),
        Output(ids.SEARCH_STEPS, "hidden", allow_duplicate=True),
        inputs={"look": Input(ids.LOOK, "data")},
        state={"lit": State(ids.SEARCH_LIT, "data", allow_optional=True), "stores": STORES},
        prevent_initial_call=True,
    )
    def follow(look: Any, lit: Any, stores: dict[str, Any]) -> tuple:
        page = page_state.read(stores)
        only = page.link.only
        if only == (lit or ""):
            return (no_update,) * 4
        try:
            runs = run_list.of_same_jobs(services, page)
        except QueuescopeError:
            return (no_update,) * 4
        message = of_query(runs, query_mask.baseline(runs, page.link.baseline), only) if only and runs else ""
        return message, field(only), only, not only
