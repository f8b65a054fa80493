"""Views that come when they are near: most of a comparison is far below what is seen first, and many never get there.

A place with the view's heading and its room stands in the page, so that links lead to it; the browser asks for the
content when the place is about to be seen (frontend/compare/views.js).  A place is of these runs, this baseline and
these colors: an answer that comes after they changed belongs to no place any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2s
from typing import Any

from dash import MATCH, Dash, Input, Output, State, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.pages.compare.gantts.gantt_panel import view_of
from layouts.pages.compare.runs import run_list
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun, View
from scheduler.errors import QueuescopeError

AROUND = 150  # pixels of a figure beside its chart: heading, question, caption


def place(
    key: str,
    title: str,
    anchor: str,
    height: int,
    runs: Sequence[FinishedRun],
    view: View,
    wide: bool = False,
    now: str = "",
) -> html.Div:
    """Where a view will be.

    anchor: the id of its heading; height: of its chart, in pixels; now: what is said meanwhile of a view that is asked
    for at once, as it takes long.
    """
    waiting = html.Div([html.H3(title, id=anchor), sentence(now) if now else None], className="qs-card qs-coming")
    return html.Div(
        waiting,
        id=ids.lazy_view(key, stamp(runs, view)),
        disable_n_clicks=True,
        className="qs-late" + (" qs-wide" if wide else "") + (" qs-now" if now else ""),
        style={"minHeight": height + AROUND},
    )


def stamp(runs: Sequence[FinishedRun], view: View) -> str:
    """What tells places of other runs, baselines and colors apart."""
    return blake2s(repr(([run.key for run in runs], view.baseline, view.scheme)).encode(), digest_size=6).hexdigest()


def register(
    app: Dash, services: Services, content: Callable[[Services, str, Sequence[FinishedRun], View], Any]
) -> None:
    """content(services, key, runs, view): what belongs into a place; None where there is no such view."""

    @app.callback(
        Output(ids.lazy_view(MATCH, MATCH), "children"),
        Output(ids.lazy_view(MATCH, MATCH), "style"),
        inputs={"clicks": Input(ids.lazy_view(MATCH, MATCH), "n_clicks")},
        state={"identity": State(ids.lazy_view(MATCH, MATCH), "id"), "stores": STORES},
        prevent_initial_call=True,
    )
    def bring(clicks: Any, identity: Any, stores: dict[str, Any]) -> tuple[Any, Any]:
        if clicks != 1:
            return no_update, no_update
        page = page_state.read(stores)
        try:
            runs = run_list.of_page(services, page)
            view = view_of(page, runs)
            body = content(services, str(identity.get("plot")), runs, view) if runs else None
        except QueuescopeError as error:
            return sentence(str(error), "warning"), {}
        return (no_update, no_update) if body is None else (body, {})
