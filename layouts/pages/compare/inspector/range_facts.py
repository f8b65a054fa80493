"""The selected range of time in a few numbers, a row per run; all of them stand in the table of the range."""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import Dash, Input, Output, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.tabs import all_tabs
from layouts.pages.compare.window import range_panel
from layouts.pages.compare.window.range_table import Column, utilization
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.theme import number, percent
from layouts.words import lengths
from scheduler.durations import human
from scheduler.errors import QueuescopeError

HEADS = ("run", "started", "mean wait", "busy")
TABLE = next(key for key, tab in all_tabs().items() if "r0" in tab.holds)  # the tab with the table of the range


def register(app: Dash, services: Services) -> None:
    """The numbers of another range or query; closing them."""

    @app.callback(
        Output(ids.RANGE_FACTS, "children"),
        inputs={"changes": [Input(store, "data") for store in (ids.RANGE, ids.LOOK, ids.BASELINE, ids.FINISHED)]},
        state={"stores": STORES},
    )
    def summarize(changes: Any, stores: dict[str, Any]) -> Any:
        page = page_state.read(stores)
        view = page.view()
        if view.r0 is None or view.r1 is None:
            return None
        try:
            runs = run_list.of_same_jobs(services, page)
            return (
                section(range_panel.in_words(runs, view), range_panel.columns(services, runs, view)) if runs else None
            )
        except QueuescopeError as error:
            return sentence(str(error), "warning")

    @app.callback(
        Output(ids.RANGE, "data", allow_duplicate=True), Input(ids.RANGE_CLOSE, "n_clicks"), prevent_initial_call=True
    )
    def close(clicks: Any) -> Any:
        return None if clicks else no_update


def section(words: str, columns: list[Column]) -> html.Section:
    """Which time, what happens in it under each run, and the way to all its numbers."""
    head = html.Tr([html.Th(name, scope="col") for name in HEADS])
    rows = [
        html.Tr([html.Th(column.run.name, scope="row", className=f"qs-lane qs-run-{column.run.index}"), *cells(column)])
        for column in columns
    ]
    close = dmc.Button(
        "Close", id=ids.RANGE_CLOSE, size="compact-sm", variant="default", **{"aria-label": "Close the selected range"}
    )
    return html.Section(
        [
            html.Div([html.H2("Range"), close], className="qs-drawer-head"),
            html.P(words, className="qs-small"),
            html.Table(
                [
                    html.Caption("The selected range under each run", className="qs-unseen"),
                    html.Thead(head),
                    html.Tbody(rows),
                ],
                className="qs-table qs-tight",
            ),
            html.A(
                "All numbers of this range", href=f"#{range_panel.HEADING}", className="qs-small", **{"data-tab": TABLE}
            ),
        ],
        className="qs-range-facts",
    )


def cells(column: Column) -> list[html.Td]:
    """Jobs started, their mean wait, and the share of the machine in use; of the jobs of a query where there is one."""
    numbers = column.matches or column.numbers
    wait = numbers.wait.mean
    has_wait = wait == wait
    return [
        html.Td(number(numbers.counts["started"])),
        html.Td(human(wait) if has_wait else "\u2014", **(lengths.marked(wait) if has_wait else {})),
        html.Td(percent(utilization(numbers))),
    ]
