"""The usage report of the Workload page: jobs, work, utilization and waits per week, queue, partition, group, user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import ClientsideFunction, Dash, Input, Output, State, html, no_update

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.frame.controls import grouped, sentence, table
from scheduler.analysis.workloads import usage
from scheduler.durations import human
from scheduler.errors import QueuescopeError
from scheduler.model.workload import Workload

LEAST = 0.0005  # share, 0..1: what is less would be written as 0.0 %
ROWS = 1_000  # shown, more than the users of most logs; the file has all
HEADING = "usage-heading"
WHAT = "A job counts in the week it was submitted in. Utilization is of the processors that jobs held in that time."


def card(workload: Workload, key: str = "", per: Sequence[str] = ()) -> html.Section | None:
    """What the report can be per; the report follows the choice.  None where the log tells nothing of that.

    per: what is chosen at first; key: of the workload.
    """
    able = usage.groupings(workload)
    if not able:
        return None
    chosen = [name for name in per if name in able][: usage.MOST_GROUPINGS]
    chips = dmc.ChipGroup(
        [dmc.Chip(name, value=name, size="sm") for name in able], id=ids.USAGE_PER, multiple=True, value=chosen
    )
    return html.Section(
        [
            html.H2("Usage report", id=HEADING),
            html.Div(
                [html.Span("Per", className="qs-soft"), chips],
                className="qs-row",
                role="group",
                **{"aria-label": "The report is per"},
            ),
            html.P(
                f"Choose one, or two for their pairs. {WHAT} {usage.changes(workload)}".rstrip(),
                className="qs-soft qs-small",
            ),
            html.Div(
                report(workload, key, chosen) if chosen else None,
                id=ids.USAGE,
                role="status",
                **{"aria-live": "polite"},
            ),
        ],
        className="qs-card",
        **{"aria-labelledby": HEADING},
    )


def report(workload: Workload, key: str, by: Sequence[str]) -> list:
    """The sentence, the first rows and the way to all of them; raises InputError."""
    rows = usage.rows(workload, by)
    table_rows = [_table_row(row, by) for row in rows[:ROWS]]
    part = f"; the first {grouped(ROWS)} are shown, the file has all" if len(rows) > ROWS else ""
    title = f"Usage per {' and '.join(by)}"
    return [
        html.P(
            [
                f"{title}: {theme.counted(len(rows), 'row')}{part}. {_most(rows, by)} ",
                html.A("All rows as CSV", href=f"/export/workload/{key}/usage.csv?per={','.join(by)}"),
            ]
        ),
        html.Div(
            table(table_rows, title),
            className=f"qs-scroll qs-usage-{len(by)}",
            tabIndex="0",
            role="region",
            **{"aria-label": title},
        ),
    ]


def _table_row(row: Mapping[str, Any], by: Sequence[str]) -> dict[str, Any]:
    """A row for people."""
    users = {} if "user" in by else {"users": row["users"]}
    return {
        **{name: row[name] for name in by},
        "jobs": row["jobs"],
        **users,
        "processor-hours": grouped(round(row["processor_hours"])),
        "share of work": _share(row["share_of_work"]),
        "utilization": _share(row["utilization"]),
        "median wait": _length(row["median_wait"]),
        "90 % wait at most": _length(row["wait_90"]),
    }


def _most(rows: Sequence[Mapping[str, Any]], by: Sequence[str]) -> str:
    """The row with the most work."""
    first = max(rows, key=lambda row: row["processor_hours"])
    name = ", ".join(f"{name} {first[name]}".replace("week week", "week") for name in by)
    return f"The most work, {theme.percent(float(first['share_of_work']))}, is that of {name}."


def _share(value: Any) -> str:
    if value != value:
        return "—"
    return "< 0.1 %" if 0 < value < LEAST else theme.percent(float(value))


def _length(value: Any) -> str:
    return "—" if value != value else human(float(value))


def register(app: Dash, services: Services) -> None:
    """The report and the address follow the choice."""
    app.clientside_callback(
        ClientsideFunction("queuescope", "usagePer"),
        Output(ids.USAGE, "id"),
        Input(ids.USAGE_PER, "value"),
        prevent_initial_call=True,
    )

    @app.callback(
        Output(ids.USAGE, "children"),
        Input(ids.USAGE_PER, "value"),
        State(ids.LOADED, "data"),
        prevent_initial_call=True,
    )
    def show(chosen: Any, key: Any) -> Any:
        if not isinstance(chosen, list) or not chosen:
            return None
        try:
            if len(chosen) > usage.MOST_GROUPINGS:
                return sentence(f"{len(chosen)} are chosen; take one away, the report is per one or two.", "warning")
            return report(services.store.workload(str(key)), str(key), [str(name) for name in chosen])
        except QueuescopeError as error:
            return sentence(str(error), "warning") if key else no_update
