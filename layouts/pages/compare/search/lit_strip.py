"""What is lit, above the tabs and in sight of each: a chip for every condition with a button that removes it, and how
many of the jobs are lit.

Nothing is hidden by a query: other jobs are drawn pale.  The buttons are heard by frontend/compare/brushing.js.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dash import Dash, Input, Output, html

from layouts import ids, theme
from layouts.drawing import query_mask
from layouts.frame.callbacks import Services
from layouts.frame.icons import icon
from layouts.pages.compare.job_panel.marks import clear
from layouts.pages.compare.runs import run_list
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun
from scheduler.analysis.query import Query, parse
from scheduler.errors import QueryError, QueuescopeError
from scheduler.query.conditions import Part


def place() -> html.Div:
    """Where it stands, empty while all jobs are lit."""
    return html.Div(id=ids.LIT_STRIP, className="qs-lit-strip", role="group", **{"aria-label": "Jobs that are lit"})


def content(runs: list[FinishedRun], base: FinishedRun, only: str) -> list:
    """The chips of a query, and how many jobs it lights in the baseline; what is wrong where it does not read."""
    try:
        query = parse(only)
        mask = query_mask.of_query(base.schedule, query)
    except QueryError as error:
        return [
            html.Span(f"No job is lit by {only}. {error}", className="qs-lit-count", role="alert"),
            clear("Clear the search", ""),
        ]
    count = f"{theme.number(int(mask.sum()))} of {theme.counted(len(mask), 'job')} lit"
    about = f"times under the baseline, {base.name}" if query.of_run and len(runs) > 1 else None
    return [
        html.Span(count, className="qs-lit-count", title=about),
        html.Ul([html.Li(one) for one in chips(query)]),
        clear("Reset the highlight", ""),
    ]


def chips(query: Query) -> list[html.Span]:
    """A chip per condition; "longest wait" counts as one."""
    most = [chip(str(Query((), query.most)), replace(query, most=""))] if query.most else []
    return most + [chip(str(Query((condition,))), without(query, condition)) for condition in query.conditions]


def without(query: Query, condition: Part) -> Query:
    """The query without that condition, also where it stands there twice."""
    return replace(query, conditions=tuple(other for other in query.conditions if other != condition))


def chip(text: str, rest: Query) -> html.Span:
    """A condition, and the button that leaves the rest of the query."""
    button = html.Button(
        icon("close"),
        type="button",
        title="Remove",
        disable_n_clicks=True,
        **{"aria-label": f"Remove the condition {text}", "data-only": str(rest)},
    )
    return html.Span([text, button], className="qs-condition")


def register(app: Dash, services: Services) -> None:
    """Follow what is lit."""

    @app.callback(
        Output(ids.LIT_STRIP, "children"),
        inputs={"changes": [Input(store, "data") for store in (ids.LOOK, ids.FINISHED, ids.BASELINE)]},
        state={"stores": STORES},
    )
    def follow(changes: Any, stores: dict[str, Any]) -> list | None:
        page = page_state.read(stores)
        only = page.link.only
        try:
            runs = run_list.of_same_jobs(services, page) if only else []
        except QueuescopeError:
            return None
        return content(runs, query_mask.baseline(runs, page.link.baseline), only) if runs else None
