"""The selected range of time: one table of what happens in it, a column per run.

A range is made in the charts, of the window they show, or of two times typed here; it may have rows, and then the jobs
drawn in these rows count alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
import numpy as np
from dash import Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids
from layouts.drawing import idle_curves, query_mask
from layouts.drawing.axes import extent, window_of
from layouts.frame.callbacks import Services
from layouts.frame.controls import ENTERED, sentence
from layouts.gantt import picture_routes
from layouts.gantt.rectangles import OF_ROWS
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.window import range_users
from layouts.pages.compare.window.range_table import Column, comma_separated, table
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun, View
from scheduler.analysis.window_summary import range_numbers
from scheduler.durations import human, moment
from scheduler.durations import number as plain
from scheduler.errors import QueryError, QueuescopeError
from scheduler.exports import recipe_text
from scheduler.kinds import uses_less
from scheduler.model.calendars import Calendar, calendar_of_workload
from scheduler.model.user_names import user_labels
from scheduler.query.instants import seconds

HEADING = "selected-range"
HOW = (
    "Nothing is selected. Hold Alt and drag over a chart, use the Select tool, or press R; without a mouse, type "
    "two times such as 2d4h or 2012-06-01 here, or take the window the charts show."
)
OTHER_ROWS = {
    "processors": "processors {0} to {1}",
    "users": "rows {0} to {1} of users",
    "sizes": "rows {0} to {1} of job sizes",
    "queues": "rows {0} to {1} of queues of the log",
    "queue": "rows {0} to {1} of the queue",
}
NEEDS_RANGE = (ids.RANGE_CLEAR, ids.RANGE_ZOOM, ids.RANGE_SAVE)  # buttons that do something to a range


def section(runs: Sequence[FinishedRun], view: View) -> html.Section:
    """The card below the charts; its table comes by itself."""
    buttons = [
        dmc.Button(text, id=identity, variant="default", size="sm", disabled=identity in NEEDS_RANGE)
        for text, identity in (
            ("Select", ids.RANGE_SET),
            ("Use the window shown", ids.RANGE_WINDOW),
            ("Zoom to it", ids.RANGE_ZOOM),
            ("Clear", ids.RANGE_CLEAR),
            ("Save the table (CSV)", ids.RANGE_SAVE),
        )
    ]
    inputs = [
        dmc.TextInput(
            id=identity,
            label=label,
            placeholder=example,
            size="sm",
            autoComplete="off",
            debounce=ENTERED,
            inputProps={"maxLength": 60},
        )
        for identity, label, example in ((ids.RANGE_FROM, "From", "2d4h"), (ids.RANGE_TO, "To", "2 d 12:00:00"))
    ]
    return html.Section(
        [
            html.H2("Selected range", id=HEADING),
            html.Div(
                [*inputs, *buttons],
                className="qs-row qs-end qs-range-tools",
                role="group",
                **{"aria-label": "The range of time"},
            ),
            html.P(HOW, id=ids.RANGE_MESSAGE, className="qs-soft", role="status", **{"aria-live": "polite"}),
            html.Div(id=ids.RANGE_BODY),
            dcc.Download(id=ids.RANGE_DOWNLOAD),
        ],
        className="qs-card",
        **{"aria-labelledby": HEADING},
    )


def register(app: Dash, services: Services) -> None:
    """Making a range here, the table of it, and its file."""
    making(app, services)
    tabulating(app, services)
    saving(app, services)


# -- the range


def making(app: Dash, services: Services) -> None:
    """Two times, or the window shown, or nothing."""

    @app.callback(
        Output(ids.RANGE, "data", allow_duplicate=True),
        Output(ids.RANGE_FROM, "error"),
        Output(ids.RANGE_TO, "error"),
        inputs={
            "clicks": [Input(identity, "n_clicks") for identity in (ids.RANGE_SET, ids.RANGE_WINDOW, ids.RANGE_CLEAR)],
            "enters": [Input(identity, "n_submit") for identity in (ids.RANGE_FROM, ids.RANGE_TO)],
        },
        state={"begin": State(ids.RANGE_FROM, "value"), "end": State(ids.RANGE_TO, "value"), "stores": STORES},
        prevent_initial_call=True,
    )
    def make(clicks: Any, enters: Any, begin: Any, end: Any, stores: dict[str, Any]) -> tuple:
        if not any([*clicks, *enters]):
            return no_update, no_update, no_update  # Dash calls back when these appear, too
        if ctx.triggered_id == ids.RANGE_CLEAR:
            return None, None, None
        page = page_state.read(stores)
        try:
            runs = run_list.of_same_jobs(services, page)
        except QueuescopeError:
            return no_update, no_update, no_update
        if ctx.triggered_id != ids.RANGE_WINDOW:
            return typed(begin, end, calendar_of_workload(runs[0].schedule.workload) if runs else None)
        return (of_window(runs, page.link.window) if runs else no_update), None, None


def typed(begin: Any, end: Any, calendar: Calendar | None = None) -> tuple[Any, str | None, str | None]:
    """(range, what is wrong with from, with to) of two texts; calendar: of the log, for dates."""
    times: list[float] = []
    problems: list[str | None] = []
    for text in (begin, end):
        try:
            times.append(seconds(str(text or "")[:60], calendar))
            problems.append(None)
        except QueryError as error:
            problems.append(str(error))
    if any(problems):
        return no_update, problems[0], problems[1]
    if times[0] >= times[1]:
        return no_update, None, f"Found {written(times[1])}; wanted: a time after {written(times[0])}."
    return {"r0": times[0], "r1": times[1]}, None, None


def of_window(runs: Sequence[FinishedRun], window: Mapping[str, float] | None) -> dict[str, float]:
    """The range of the window shown: all there is where nothing is zoomed."""
    whole = extent(runs)
    t0, t1 = window_of(View(t0=window["t0"], t1=window["t1"]), whole) if window else whole
    return {"r0": t0, "r1": t1}


def written(time: float) -> str:
    """An instant as it is typed."""
    return moment(time) if time >= 0 else plain(time)


# -- the table


def tabulating(app: Dash, services: Services) -> None:
    """The table of the range, drawn again for another range or query."""

    @app.callback(
        Output(ids.RANGE_BODY, "children"),
        Output(ids.RANGE_MESSAGE, "children"),
        Output(ids.RANGE_FROM, "value"),
        Output(ids.RANGE_TO, "value"),
        *(Output(identity, "disabled") for identity in NEEDS_RANGE),
        inputs={"changes": [Input(ids.RANGE, "data"), Input(ids.LOOK, "data")]},
        state={"was_empty": State(ids.RANGE_CLEAR, "disabled"), "stores": STORES},
    )
    def tabulate(changes: Any, was_empty: Any, stores: dict[str, Any]) -> tuple:
        page = page_state.read(stores)
        view = page.view()
        if view.r0 is None or view.r1 is None:
            # only a range that was taken away empties the fields: somebody may be typing into them
            times = (no_update, no_update) if was_empty else ("", "")
            return None, HOW, *times, *(True,) * len(NEEDS_RANGE)
        try:
            runs = run_list.of_same_jobs(services, page)
            body, description = (drawn(services, runs, view), in_words(runs, view)) if runs else (None, "")
        except QueuescopeError as error:
            body, description = sentence(str(error), "warning"), ""
        times = (no_update, no_update) if ctx.triggered_id == ids.LOOK else (written(view.r0), written(view.r1))
        return body, description, *times, *(False,) * len(NEEDS_RANGE)


def in_words(runs: Sequence[FinishedRun], view: View) -> str:
    """Which time, which rows, which query."""
    assert view.r0 is not None
    assert view.r1 is not None
    phrase = f"From {written(view.r0)} to {written(view.r1)}, {human(view.r1 - view.r0)}"
    if view.q0 is not None and view.q1 is not None:
        first, last = int(np.floor(view.q0)) + 1, int(np.ceil(view.q1))
        phrase += f", only jobs drawn in {OTHER_ROWS[view.rows].format(first, last)} of each run"
    return phrase + (
        f"; of the numbers those of jobs that match {view.only} stand below."
        if query_mask.chosen(runs, view) is not None
        else "."
    )


def drawn(services: Services, runs: Sequence[FinishedRun], view: View) -> html.Div:
    """The table and the users."""
    run_columns = columns(services, runs, view)
    base = next((column for column in run_columns if column.run.index == view.baseline), run_columns[0])
    return html.Div(
        [table(run_columns, base.run, "What happens in the selected range"), range_users.section(run_columns, base)],
        className="qs-stack",
    )


def columns(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Column]:
    """The numbers of every run in the range of the view."""
    assert view.r0 is not None
    assert view.r1 is not None
    lit, run_columns = query_mask.chosen(runs, view), []
    for run in runs:
        some = inside(services, run, view)
        has_curves = some is None and not uses_less(run.schedule.workload)
        steps = idle_curves.stored(services.store, run) if has_curves else None
        matches = lit if some is None or lit is None else lit & some
        of_matches = None if matches is None else range_numbers(run.schedule, view.r0, view.r1, None, matches)
        run_columns.append(Column(run, range_numbers(run.schedule, view.r0, view.r1, steps, some), of_matches))
    return run_columns


def inside(services: Services, run: FinishedRun, view: View) -> np.ndarray | None:
    """[jobs] bool: those whose rectangles meet the rows of the range; None where it has all rows."""
    if view.q0 is None or view.q1 is None:
        return None
    bars = picture_routes.run_with_bars(services.store, run.key, OF_ROWS[view.rows])[1]
    met = np.zeros(len(run.schedule.placed), bool)
    met[bars.row[(bars.low < view.q1) & (bars.high > view.q0)]] = True
    return met


# -- the file


def saving(app: Dash, services: Services) -> None:
    """The table as a file, with every user."""

    @app.callback(
        Output(ids.RANGE_DOWNLOAD, "data"),
        inputs={"clicks": Input(ids.RANGE_SAVE, "n_clicks")},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def save(clicks: Any, stores: dict[str, Any]) -> Any:
        page = page_state.read(stores)
        view = page.view()
        if not clicks or view.r0 is None or view.r1 is None:
            return no_update
        try:
            runs = run_list.of_same_jobs(services, page)
        except QueuescopeError:
            return no_update
        if not runs:
            return no_update
        return {
            "content": saved(services, runs, view),
            "filename": f"range-{plain(view.r0)}-{plain(view.r1)}.csv",
            "type": "text/csv",
        }


def saved(services: Services, runs: Sequence[FinishedRun], view: View) -> str:
    """The file: how the jobs of the runs were taken, as lines of comment, and the numbers."""
    users = [str(user) for user in user_labels(runs[0].schedule.workload)]
    keys = [str(services.store.record(run.key)["workload"]) for run in runs]
    recipes = recipe_text.of_records(map(services.store.workload_record, dict.fromkeys(keys)))
    return comma_separated(columns(services, runs, view), users, recipe_text.table_lines(recipes))
