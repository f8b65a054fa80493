"""The ways on from the page by hand: a file, Compare, and the printable sheet."""

from __future__ import annotations

import logging
import re
from typing import Any

import dash_mantine_components as dmc
from dash import Dash, Input, Output, State, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services, load_spec, run_spec, start
from layouts.frame.controls import sentence
from layouts.frame.openings import load_now
from layouts.pages.by_hand import request
from layouts.server.web import holder
from layouts.state import link
from layouts.state.hand_link import Sheet, params_of
from layouts.state.link import Link
from scheduler.errors import QueuescopeError
from scheduler.manual.typed_jobs import NAME, swf
from scheduler.results import specs

LOG = logging.getLogger("queuescope")
NOT_YET = "The table cannot be used as it is; correct the marked cells first."


def ways() -> html.Div:
    """The buttons."""
    return html.Div(
        [
            dmc.Button("Open in Compare", id=ids.HAND_COMPARE, variant="filled"),
            html.A("Printable sheet", id=ids.HAND_SHEET, href="/sheet", target="_blank", className="hand-button"),
            dmc.Button("Download as SWF", id=ids.HAND_SWF, variant="default"),
            html.Span("The link in the address bar holds everything on this page.", className="qs-soft qs-small"),
            html.Div(id=ids.HAND_COMPARE_MESSAGE, role="status", **{"aria-live": "polite"}),
        ],
        className="qs-row qs-card",
    )


def register(app: Dash, services: Services) -> None:
    """What the buttons do."""

    @app.callback(
        Output(ids.HAND_SAVED, "data"),
        Output(ids.HAND_COMPARE_MESSAGE, "children", allow_duplicate=True),
        Input(ids.HAND_SWF, "n_clicks"),
        State(ids.HAND_STATE, "data"),
        prevent_initial_call=True,
    )
    def save(clicks: Any, data: Any) -> tuple[Any, Any]:
        if not clicks:
            return no_update, no_update
        state = request.read(data)
        if state.problems:
            return no_update, sentence(NOT_YET, "warning")
        return dcc.send_string(file(state.sheet).decode(), name(state.sheet), "text/plain"), None

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.HAND_COMPARE_MESSAGE, "children"),
        Input(ids.HAND_COMPARE, "n_clicks"),
        State(ids.HAND_STATE, "data"),
        prevent_initial_call=True,
    )
    def compare(clicks: Any, data: Any) -> tuple[Any, Any, Any]:
        if not clicks:
            return no_update, no_update, no_update
        state = request.read(data)
        if state.problems:
            return no_update, no_update, sentence(NOT_YET, "warning")
        return opened(services, state.sheet)


def file(sheet: Sheet) -> bytes:
    """The jobs as SWF."""
    return swf(sheet.jobs, sheet.processors, sheet.title)


def name(sheet: Sheet) -> str:
    """What the file is called: after the title."""
    word = re.sub(r"[^A-Za-z0-9]+", "-", sheet.title).strip("-").lower()
    return f"{word}.swf" if word else NAME


def opened(services: Services, sheet: Sheet) -> tuple[Any, Any, Any]:
    """Keep the jobs as an upload, load them, start the policies, and go to Compare; else a sentence."""
    try:
        kept = services.store.held_by(holder()).save_upload([file(sheet)], name(sheet))
        source = {"kind": "upload", "key": kept.key, "name": kept.name}
        spec = specs.check(load_spec(source, {}), services.store)
        key = services.store.loaded(specs.key(spec)) or load_now(services, spec)
    except QueuescopeError as error:
        return no_update, no_update, sentence(str(error), "error")
    except OSError:
        LOG.exception("jobs by hand could not be kept")
        return (
            no_update,
            no_update,
            sentence("The disk of the server is full or not writable; nothing was opened.", "error"),
        )
    runs = [run_spec(key, policy, params_of(sheet, policy), sheet.seed) for policy in sheet.policies]
    started = start(services, runs)
    if started.problem:
        return no_update, no_update, sentence(started.problem, "error")
    return started.request, "/compare" + link.write(Link(key, runs=started.keys)), None
