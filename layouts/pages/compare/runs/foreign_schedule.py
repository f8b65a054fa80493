"""A schedule of another program, on Compare: its CSV is sent, audited by a worker, and shown as a run of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import dash_mantine_components as dmc
from dash import Dash, Input, Output, State, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services, start
from layouts.frame.controls import sentence
from layouts.state import link, page_state
from layouts.state.link import Link
from layouts.state.page_state import STORES
from scheduler.errors import InputError, QueuescopeError
from scheduler.results.tasks.foreign_schedule import LONGEST

ENDINGS = ".csv,.csv.gz,.gz"
EXPECTED = (
    "A CSV file with a row for each job of this workload and the columns job_id and start (s). It is shown "
    "once it has passed the same audit as all runs."
)


def card() -> html.Details:
    """Name and file of a schedule; upload.js puts the input of the file into its place."""
    return html.Details(
        [
            html.Summary("Or a schedule of another program (CSV)"),
            html.P(EXPECTED, className="qs-soft qs-small"),
            html.Div(
                [
                    dmc.TextInput(
                        label="Its name",
                        id=ids.SCHEDULE_NAME,
                        w=260,
                        inputProps={"maxLength": LONGEST},
                        placeholder="that of the file",
                    ),
                    html.Label(["Its file ", html.Span(id="schedule-place", **{"data-accept": ENDINGS})]),
                ],
                className="qs-row qs-end",
            ),
            dcc.Store(id=ids.SCHEDULE_SENT),
        ],
        style={"marginTop": 12},
    )


def register(app: Dash, services: Services) -> None:
    """A file that has arrived becomes a run."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.ADD_MESSAGE, "children", allow_duplicate=True),
        Output(ids.UPLOAD_STATE, "children", allow_duplicate=True),
        inputs={"sent": Input(ids.SCHEDULE_SENT, "data")},
        state={"name": State(ids.SCHEDULE_NAME, "value"), "stores": STORES},
        prevent_initial_call=True,
    )
    def take(sent: Any, name: Any, stores: dict[str, Any]) -> tuple:
        if not sent:  # Dash calls back when the store appears, too
            return (no_update,) * 4
        try:
            request, address = added(services, page_state.read(stores).link, sent, name)
        except QueuescopeError as error:
            return no_update, no_update, sentence(str(error), "error"), ""
        return request, address, None, ""


def added(services: Services, current_link: Link, sent: Any, name: Any) -> tuple[Any, str]:
    """(work for the tray, the address with the new run) of a file that was sent.  Raises InputError, StoreError."""
    if len(current_link.runs) >= link.MOST_RUNS:
        raise InputError(f"At most {link.MOST_RUNS} runs are shown side by side; remove a run first.")
    file = sent if isinstance(sent, dict) else {}
    title = str(name or "").strip() or str(file.get("name") or "").split(".")[0][:LONGEST]
    started = start(
        services, [{"do": "import", "workload": current_link.workload, "schedule": file.get("key"), "called": title}]
    )
    if started.problem:
        raise InputError(started.problem)
    if started.keys[0] in current_link.runs:
        raise InputError("This schedule is shown already; choose another file.")
    return started.request, "/compare" + link.write(replace(current_link, runs=(*current_link.runs, started.keys[0])))
