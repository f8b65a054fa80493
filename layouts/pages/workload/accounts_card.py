"""Accounts level by level on the Workload page: a level as a table, from which one goes down, and back by its path.

The top level stands there at once; each other level is asked for by a press.  A row can become the filter.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.frame.controls import grouped, sentence
from layouts.pages.workload.filter_card import with_conditions
from layouts.state import card_state
from scheduler.analysis.workloads import account_levels
from scheduler.analysis.workloads.account_levels import Row
from scheduler.durations import human
from scheduler.errors import QueuescopeError
from scheduler.model.workload import Workload
from scheduler.query.grammar import LONGEST

HEADING = "accounts-heading"
TOP = "All accounts"
MOST = 200  # rows that are shown; the file has all
GO, TAKE = "account-level", "filter"  # kinds of buttons
WHAT = (
    "Each account counts with all that is below it. Press an account to see what it is made of: the accounts below "
    "it, and its own users."
)
FLAT = (
    "The log tells accounts, but not which is below which. For the tree, open the log together with a file that "
    "sshare or sacctmgr dump printed."
)


def card(workload: Workload, key: str, at: Sequence[str] = ()) -> html.Section | None:
    """A level, at first the one of the accounts `at`; None where the log tells no accounts."""
    if not account_levels.applies(workload):
        return None
    try:
        first, note = level(workload, at), None
    except QueuescopeError as error:
        first, note, at = level(workload, ()), sentence(str(error), "warning"), ()
    return html.Section(
        [
            html.H2("Accounts, level by level", id=HEADING),
            html.P(
                [
                    WHAT if workload.accounts else f"{WHAT} {FLAT}",
                    " ",
                    html.A("All levels as CSV", href=f"/export/workload/{key}/accounts.csv"),
                ],
                className="qs-soft qs-small",
            ),
            dcc.Store(id=ids.ACCOUNT_AT, data=card_state.path_text(at)),
            note,
            html.Div(first, id=ids.ACCOUNT_LEVEL, role="status", **{"aria-live": "polite"}),
        ],
        className="qs-card qs-accounts",
        **{"aria-labelledby": HEADING},
    )


def level(workload: Workload, at: Sequence[str]) -> list:
    """The path, a sentence, and the rows of a level; raises InputError for an account that is not there."""
    rows = account_levels.level(workload, at)
    promised = any(row.promised is not None for row in rows)
    heads = [
        "account or user",
        "jobs",
        "users",
        "processor-hours",
        "share of the level",
        *(["promised share"] if promised else []),
        "utilization",
        "median wait",
        "90 % wait at most",
        "jobs alone",
    ]
    body = [
        html.Tr(
            [html.Th(_name(row, at), scope="row"), *map(html.Td, _cells(row, promised)), html.Td(_take(workload, row))]
        )
        for row in rows[:MOST]
    ]
    where = at[-1] if at else "the log"
    return [
        _way(at),
        html.P(_sentence(rows, where)),
        html.Div(
            html.Table(
                [
                    html.Caption(f"Below {where}", className="qs-unseen"),
                    html.Thead(html.Tr([html.Th(name, scope="col") for name in heads])),
                    html.Tbody(body),
                ],
                className="qs-table",
            ),
            className="qs-scroll",
            tabIndex="0",
            role="region",
            **{"aria-label": f"Accounts and users below {where}"},
        ),
    ]


def _way(at: Sequence[str]) -> html.Nav:
    """The accounts from the top down to this one; each leads back."""
    steps = [TOP, *at]
    parts = [
        html.Button(name, id=_button(at[:depth]), type="button", className="qs-level")
        if depth < len(at)
        else html.B(name, **{"aria-current": "location"})
        for depth, name in enumerate(steps)
    ]
    return html.Nav(
        html.Ol([html.Li(part) for part in parts], className="qs-way"), **{"aria-label": "Level of the accounts"}
    )


def _button(at: Sequence[str]) -> dict[str, Any]:
    return ids.act(GO, json.dumps(list(at)))


def _name(row: Row, at: Sequence[str]) -> Any:
    if row.user is not None:
        return f"user {row.name}"
    if not row.cells["jobs"]:
        return row.name
    return html.Button(
        row.name,
        id=_button((*at, row.name)),
        type="button",
        className="qs-level",
        **{"aria-label": f"What {row.name} is made of"},
    )


def _cells(row: Row, promised: bool) -> list[str]:
    cells = row.cells
    part = [] if not promised else ["—" if row.promised is None else theme.percent(row.promised)]
    return [
        grouped(cells["jobs"]),
        grouped(cells["users"]),
        grouped(round(cells["processor_hours"])),
        theme.percent(cells["share_of_work"]),
        *part,
        _or_dash(cells["utilization"], theme.percent),
        _or_dash(cells["median_wait"], human),
        _or_dash(cells["wait_90"], human),
    ]


def _or_dash(value: float, words: Any) -> str:
    return "—" if value != value else str(words(value))


def _take(workload: Workload, row: Row) -> Any:
    """What makes the row the filter; none for a filter that would be too long, and for what has no jobs."""
    numbers = ",".join("unknown" if number < 0 else str(number) for number in row.groups)
    who = "" if row.user is None else f" user={'unknown' if row.user < 0 else row.user}"
    more = f"group={numbers}{who}"
    if not row.cells["jobs"] or len(more) > LONGEST:
        return None
    where = with_conditions(str(workload.options.get("where") or ""), more)
    return (
        None
        if len(where) > LONGEST
        else dmc.Button(
            "Filter",
            id=ids.act(TAKE, f"={where}"),
            variant="subtle",
            size="compact-sm",
            **{"aria-label": f"Only the jobs of {row.name}"},
        )
    )


def _sentence(rows: Sequence[Row], where: str) -> str:
    """How many there are, and who has most."""
    users = sum(row.user is not None for row in rows)
    counts = [theme.counted(count, what) for count, what in ((len(rows) - users, "account"), (users, "user")) if count]
    first = max(rows, key=lambda row: row.cells["processor_hours"])
    part = f" The first {grouped(MOST)} are shown." if len(rows) > MOST else ""
    most = theme.percent(first.cells["share_of_work"])
    return (
        f"Right below {where} are {' and '.join(counts)}; most work, {most} of the level, is that of {first.name}."
        f"{part}"
    )


def read(sent: Any) -> tuple[str, ...]:
    """The path of a button, as a browser sends it; the top where it is none."""
    try:
        path = json.loads(str(sent)[:10_000])
    except (ValueError, RecursionError):
        return ()
    good = isinstance(path, list) and len(path) <= card_state.DEEPEST and all(isinstance(name, str) for name in path)
    return tuple(path) if good else ()


def register(app: Dash, services: Services) -> None:
    """A level follows the press on an account, or on the way back; the address follows the level."""
    app.clientside_callback(
        ClientsideFunction("queuescope", "accountAt"),
        Output(ids.ACCOUNT_LEVEL, "id"),
        Input(ids.ACCOUNT_AT, "data"),
        prevent_initial_call=True,
    )

    @app.callback(
        Output(ids.ACCOUNT_LEVEL, "children"),
        Output(ids.ACCOUNT_AT, "data"),
        Input(ids.act(GO, ALL), "n_clicks"),
        State(ids.LOADED, "data"),
        prevent_initial_call=True,
    )
    def show(_clicks: Any, key: Any) -> Any:
        if not ctx.triggered_id or not ctx.triggered[0]["value"]:
            return no_update, no_update
        try:
            at = read(ctx.triggered_id["key"])
            return level(services.store.workload(str(key)), at), card_state.path_text(at)
        except QueuescopeError as error:
            return sentence(str(error), "warning"), no_update
