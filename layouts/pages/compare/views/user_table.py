"""All users in all runs, to be sorted and filtered: the table behind the plot of the users with the most work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import html
from dash_ag_grid import AgGrid

from layouts import ids, theme
from layouts.plots.users import HOUR, Users, users
from layouts.state.view import FinishedRun, View
from layouts.words.stretch_threshold import named, threshold_of
from scheduler.model.user_names import user_labels

HEADING = "all-users"
ROW, HEAD, FEW, MOST = 32, 128, 12, 420  # pixels of a row, of the heads, rows that need no scrolling, pixels at most
WHOLE = "d3.format(',.0f')(params.value).split(',').join('\u202f')"
LARGE = f"params.value < 1000 ? d3.format('.3~g')(params.value) : {WHOLE}"
# A length in the unit chosen on the page, and in all of them below the pointer (frontend/forms/units.js).
LENGTH = {
    "valueFormatter": {"function": "qsLength(params.value)"},
    "cellClass": "qs-length",
    "tooltipValueGetter": {"function": "qsAllUnits(params.value)"},
}
# The colors of the page, whichever scheme it wears.
LOOK = (
    "themeQuartz.withParams({backgroundColor: 'var(--qs-surface)', foregroundColor: 'var(--qs-ink)', "
    "headerBackgroundColor: 'var(--qs-page)', headerTextColor: 'var(--qs-ink)', borderColor: 'var(--qs-line)', "
    "accentColor: 'var(--qs-accent)', browserColorScheme: 'inherit', fontFamily: 'inherit', fontSize: 14, "
    "spacing: 6})"
)
OPTIONS = {
    "theme": {"function": LOOK},
    "animateRows": False,
    "ensureDomOrder": True,
    "rowHeight": ROW,
    "enableCellTextSelection": True,
    "suppressColumnVirtualisation": True,
    "suppressDragLeaveHidesColumns": True,
}


def section(runs: Sequence[FinishedRun], view: View) -> html.Section | None:
    """The card; None where no run has jobs."""
    threshold = threshold_of(runs)
    users_by_run = [(run, users(run.schedule, threshold)) for run in runs if len(run.schedule.placed)]
    if not users_by_run:
        return None
    rows = records(users_by_run)
    return html.Section(
        html.Details(
            [
                html.Summary(html.H2("All users", id=HEADING), className="qs-summary"),
                html.P(
                    f"{theme.counted(len(rows), 'user')}, most work first. A click on a heading sorts; a number below "
                    "it keeps the rows with at least as much (waits in hours). By keyboard the arrows move and Enter "
                    "sorts.",
                    className="qs-soft",
                ),
                html.Div(
                    grid(rows, [run for run, _ in users_by_run], chosen(users_by_run[0][0], view), named(threshold)),
                    className="qs-grid-of-users",
                ),
            ],
            className="qs-folded",
        ),
        className="qs-card",
        **{"aria-labelledby": HEADING},
    )


def chosen(run: FinishedRun, view: View) -> int:
    """The number of the selected job's user; -1 where no job is selected."""
    jobs = run.schedule.workload.jobs
    return int(jobs.user_id[view.job]) if view.job is not None and 0 <= view.job < len(jobs) else -1


def records(users_by_run: Sequence[tuple[FinishedRun, Users]]) -> list[dict[str, Any]]:
    """A row per user: name or number, number, jobs, processor-hours, and for each run wait (s), NUWT and stretch."""
    first, workload = users_by_run[0][1], users_by_run[0][0].schedule.workload
    ids, names = theme.user_ids(workload), user_labels(workload)
    columns: dict[str, list] = {
        "user": [names[user] for user in first.user.tolist()],
        "number": ids[first.user].tolist(),
        "jobs": first.jobs.tolist(),
        "work": (first.work / HOUR).tolist(),
    }
    for run, values in users_by_run:
        at = run.index
        columns |= {
            f"wait{at}": values.wait.tolist(),
            f"nuwt{at}": values.nuwt.tolist(),
            f"stretch{at}": values.stretch.tolist(),
        }
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def grid(rows: list[dict[str, Any]], runs: Sequence[FinishedRun], mine: int, stretch: str) -> AgGrid:
    """The table; the selected job's user in bold.  stretch: what the stretch of the page is called."""
    few = len(rows) <= FEW
    style = {"condition": f"params.data.number === {mine}", "style": {"fontWeight": 700}}
    return AgGrid(
        id=ids.USERS_GRID,
        rowData=rows,
        columnDefs=columns(runs, stretch, rows),
        dashGridOptions=OPTIONS | {"domLayout": "autoHeight" if few else "normal"},
        defaultColDef={
            "sortable": True,
            "resizable": True,
            "flex": 1,
            "minWidth": 96,
            "floatingFilter": True,
            "suppressHeaderMenuButton": True,
            "wrapHeaderText": True,
            "autoHeaderHeight": True,
            "sortingOrder": ["desc", "asc", None],
        },
        getRowStyle={"styleConditions": [style]},
        style={"height": None if few else MOST, "width": "100%"},
    )


def columns(runs: Sequence[FinishedRun], stretch: str, rows: Sequence[dict[str, Any]] = ()) -> list[dict[str, Any]]:
    """Who, what they ran, then three columns for each run."""
    who = user_column(rows)
    jobs = {"headerName": "jobs", "field": "jobs", **shown_as(WHOLE), **numeric()}
    work = {"headerName": "processor-hours", "field": "work", "minWidth": 110, **shown_as(LARGE), **numeric()}
    return [
        {"headerName": "who", "children": [who]},
        {"headerName": "what they ran", "children": [jobs, work]},
        *(of_run(run, stretch) for run in runs),
    ]


def of_run(run: FinishedRun, stretch: str) -> dict[str, Any]:
    """Mean wait, NUWT and mean stretch of one run, under its name."""
    at = run.index
    wait = {
        "headerName": "mean wait",
        "field": f"wait{at}",
        "minWidth": 120,
        **LENGTH,
        "filterValueGetter": {"function": f"params.data.wait{at} / {HOUR:g}"},
        **numeric(),
        "headerTooltip": "mean wait of the user's jobs; the filter below is in hours",
    }
    return {
        "headerName": run.name,
        "children": [
            wait,
            {"headerName": "NUWT", "field": f"nuwt{at}", **shown_as(LARGE), **numeric()},
            {
                "headerName": stretch,
                "field": f"stretch{at}",
                "minWidth": 120,
                **shown_as(LARGE),
                "headerTooltip": f"mean {stretch} of the user's jobs",
                **numeric(),
            },
        ],
    }


def user_column(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The users: a column of numbers, or of names where the log tells them."""
    names = any(isinstance(row["user"], str) for row in rows)
    kind = {"filter": "agTextColumnFilter", "filterParams": {"maxNumConditions": 1}} if names else numeric("equals")
    return {"headerName": "user", "field": "user", "pinned": "left", "width": 120, **kind}


def shown_as(expression: str) -> dict[str, Any]:
    """How a value is written; sorting and filtering go by the value itself."""
    return {"valueFormatter": {"function": expression}}


def numeric(rule: str = "greaterThanOrEqual") -> dict[str, Any]:
    """A column of numbers with its filter."""
    return {
        "type": "rightAligned",
        "filter": "agNumberColumnFilter",
        "filterParams": {"defaultOption": rule, "maxNumConditions": 1},
    }
