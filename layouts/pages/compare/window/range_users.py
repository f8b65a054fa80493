"""Who had the processors in a selected range: all users, most processor-time first, three columns for each run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dash import html
from dash_ag_grid import AgGrid

from layouts import ids, theme
from layouts.pages.compare.views.user_table import (
    FEW,
    HEAD,
    LARGE,
    LENGTH,
    MOST,
    OPTIONS,
    ROW,
    WHOLE,
    numeric,
    shown_as,
    user_column,
)
from layouts.pages.compare.window.range_table import HOUR, Column, in_hours
from scheduler.model.user_names import user_labels

HEADING = "range-users"
SHARE = "d3.format('.1%')(params.value).replace('%', ' %')"


def section(columns: Sequence[Column], base: Column) -> html.Div | None:
    """The grid below the table; None where nobody used anything."""
    rows = records(columns, base)
    if not rows:
        return None
    few, unit = len(rows) <= FEW, "processor-hours" if in_hours(columns) else "processor-seconds"
    who = {"headerName": "who", "children": [user_column(rows)]}
    grid = AgGrid(
        id=ids.RANGE_USERS_GRID,
        rowData=rows,
        columnDefs=[who, *(of_run(column, unit) for column in columns)],
        dashGridOptions=OPTIONS | {"domLayout": "autoHeight" if few else "normal"},
        defaultColDef={
            "sortable": True,
            "resizable": True,
            "flex": 1,
            "minWidth": 96,
            "floatingFilter": not few,
            "suppressHeaderMenuButton": True,
            "suppressHeaderFilterButton": True,
            "wrapHeaderText": True,
            "autoHeaderHeight": True,
            "sortingOrder": ["desc", "asc", None],
        },
        style={"height": None if few else min(MOST, HEAD + ROW * FEW), "width": "100%"},
    )
    return html.Div(
        [
            html.H3("Users in the range", id=HEADING),
            html.P(
                f"{theme.counted(len(rows), 'user')}, most processor-time under {base.run.name} first; "
                "waits are of the jobs started in the range. A click on a heading sorts.",
                className="qs-soft qs-small",
            ),
            grid,
        ],
        className="qs-grid-of-users",
    )


def records(columns: Sequence[Column], base: Column) -> list[dict[str, Any]]:
    """A row per user of any run: number, and for each run processor-time, share of what is used, mean wait (s)."""
    names = user_labels(base.run.schedule.workload)
    scale = HOUR if in_hours(columns) else 1.0
    row_of_user: dict[int, dict[str, Any]] = {}
    for column in sorted(columns, key=lambda one: one is not base):
        users, at = column.numbers.users, column.run.index
        for user, used, wait in zip(users.user.tolist(), users.used.tolist(), users.wait.tolist(), strict=True):
            row = row_of_user.setdefault(user, {"user": names[user]})
            row |= {
                f"used{at}": used / scale,
                f"share{at}": used / column.numbers.used if column.numbers.used else 0.0,
                f"wait{at}": None if math.isnan(wait) else wait,
            }
    return list(row_of_user.values())


def of_run(column: Column, unit: str) -> dict[str, Any]:
    """What a user has in one run, under its name."""
    at = column.run.index
    return {
        "headerName": column.run.name,
        "children": [
            {
                "headerName": unit,
                "field": f"used{at}",
                "minWidth": 110,
                **numeric(),
                **shown_as(f"params.value == null ? '—' : {LARGE}".replace(WHOLE, f"({WHOLE})")),
            },
            {
                "headerName": "share",
                "field": f"share{at}",
                **numeric(),
                **shown_as(f"params.value == null ? '—' : {SHARE}"),
            },
            {"headerName": "mean wait", "field": f"wait{at}", "minWidth": 110, **numeric(), **LENGTH},
        ],
    }
