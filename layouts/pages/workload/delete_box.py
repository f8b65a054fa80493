"""Deleting the log on the page: offered to who sent it, and asked once more before it is done."""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import Dash, Input, Output, State, html, no_update

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.server.web import visitor
from scheduler.errors import QueuescopeError

SAYS = (
    "This deletes the file, all workloads made of it, their runs with all pictures and numbers, and what is kept "
    "of its health. Links to them then lead nowhere. It cannot be undone."
)


def box() -> html.Details:
    """The way to delete the log, closed at first: opening it is the question, the button the answer."""
    return html.Details(
        [
            html.Summary("Delete this log", className="qs-summary"),
            html.P(SAYS, className="qs-soft qs-small"),
            dmc.Button("Delete it for good", id=ids.DELETE_LOG, color="red", variant="light", size="compact-md"),
            html.Div(id=ids.DELETE_MESSAGE, role="status", **{"aria-live": "polite"}),
        ],
        className="qs-delete-box",
    )


def register(app: Dash, services: Services) -> None:
    """The file of the workload on the page is deleted with all that came of it, if who asks has sent it."""

    @app.callback(
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.DELETE_MESSAGE, "children"),
        Output(ids.UPLOAD_STATE, "children", allow_duplicate=True),
        Input(ids.DELETE_LOG, "n_clicks"),
        State(ids.LOADED, "data"),
        prevent_initial_call=True,
    )
    def delete(clicks: Any, key: Any) -> tuple[Any, Any, Any]:
        if not clicks:
            return no_update, no_update, no_update
        try:
            source = services.store.workload_record(str(key))["source"]
            gone = services.runs.delete_log(str(source.get("key")), visitor())
        except QueuescopeError as error:
            return no_update, sentence(str(error), "error"), no_update
        if not gone.file:
            return (
                no_update,
                sentence("Others have sent the same file, so it stays for them; it is not yours any more."),
                no_update,
            )
        message = (
            f"The log is deleted, with {theme.counted(gone.workloads, 'workload')} and "
            f"{theme.counted(gone.runs, 'run')}."
        )
        return "/workload", None, message
