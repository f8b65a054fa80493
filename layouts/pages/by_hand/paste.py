"""A pasted text: read on the server, added to the table by the browser."""

from __future__ import annotations

from typing import Any

from dash import Dash, Input, Output, State, ctx, html, no_update

from layouts import ids, theme
from layouts.pages.by_hand.request import cells
from layouts.words.slice_names import thin_spaces
from scheduler.manual.cells import MOST_JOBS, MOST_NUMBER
from scheduler.manual.pasted_jobs import pasted

MOST_SAID = 8


def register(app: Dash) -> None:
    """The two buttons of the paste box, and Ctrl+V in the table."""

    @app.callback(
        Output(ids.HAND_PASTED, "data"),
        Output(ids.HAND_PASTE_MESSAGE, "children"),
        Input(ids.HAND_PASTE_ADD, "n_clicks"),
        Input(ids.HAND_PASTE_REPLACE, "n_clicks"),
        State(ids.HAND_PASTE, "value"),
        State(ids.HAND_STATE, "data"),
        prevent_initial_call=True,
    )
    def read_box(add: Any, replace: Any, text: Any, state: Any) -> tuple[Any, Any]:
        if not (add or replace):
            return no_update, no_update
        return read(str(text or ""), ctx.triggered_id == ids.HAND_PASTE_REPLACE, state)

    @app.callback(
        Output(ids.HAND_PASTED, "data", allow_duplicate=True),
        Output(ids.HAND_PASTE_MESSAGE, "children", allow_duplicate=True),
        Input(ids.HAND_CLIP, "data"),
        State(ids.HAND_STATE, "data"),
        prevent_initial_call=True,
    )
    def read_clipboard(clip: Any, state: Any) -> tuple[Any, Any]:
        if not isinstance(clip, dict):
            return no_update, no_update
        return read(str(clip.get("text") or ""), False, state)


def read(text: str, replace: bool, state: Any) -> tuple[Any, Any]:
    """The rows of a text for the browser, and what could not be read of it."""
    rows = [] if replace else present(state)
    table = pasted(text, max(rows, default=0) + 1, MOST_JOBS - len(rows))
    taken = set(rows)
    jobs = []
    for job in table.jobs:
        number = job.number if job.number not in taken else max(taken) + 1
        taken.add(number)
        jobs.append(job._replace(number=number))
    message = report(len(jobs), [problem.text for problem in table.problems])
    return ({"rows": [cells(job) for job in jobs], "replace": replace} if jobs else no_update), message


def present(state: Any) -> list[int]:
    """Numbers of the jobs on the page."""
    rows = state.get("rows") if isinstance(state, dict) else None
    texts = [
        str(row.get("number", ""))
        for row in (rows if isinstance(rows, list) else [])[:MOST_JOBS]
        if isinstance(row, dict)
    ]
    return [min(int(text), MOST_NUMBER) for text in texts if text.isascii() and text.isdigit() and len(text) < 12]


def report(count: int, problems: list[str]) -> Any:
    """How many jobs were read, and a sentence for each bad cell."""
    head = html.P(f"{theme.counted(count, 'job')} read." if count else "No job was read.")
    more = len(problems) - MOST_SAID
    texts = [*problems[:MOST_SAID], *([f"And {more} more."] if more > 0 else [])]
    return html.Div(
        [head, html.Ul([html.Li(thin_spaces(text)) for text in texts], className="qs-plain") if texts else None],
        className="hand-wrong" if problems else "qs-soft qs-small",
    )
