"""The page of a lesson.  The address says which lesson, variant and step; the browser keeps the answers.

Whatever is shown follows from these two, so a link or a reload brings it back.  A step behind a question without an
answer is not shown before it has one.
"""

from __future__ import annotations

from typing import Any

from dash import ALL, Dash, Input, Output, State, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.topics.lessons import body, lesson_address, lesson_ids, readiness
from layouts.topics.lessons import lesson_progress as progress
from layouts.topics.lessons import question_fields as fields
from layouts.topics.lessons.lesson_address import PATH
from scheduler.errors import InputError, QueuescopeError
from scheduler.topics.lessons import questions

TICK = "lesson-tick"
PAUSE = 1000  # ms between two looks whether the simulator is ready


def depends_on() -> tuple:
    """The page is made of the program alone; what is in it follows the address."""
    return ()


def layout() -> html.Div:
    """The places of what follows the address."""
    return html.Div(
        [
            dcc.Store(id=lesson_ids.DRAFT),
            dcc.Interval(id=TICK, interval=PAUSE, disabled=True),
            html.Div(id=lesson_ids.BODY),
        ]
    )


def register(app: Dash, services: Services) -> None:
    """Everything that reacts on this page."""
    showing(app)
    answering(app)
    trying(app)


def showing(app: Dash) -> None:
    """The step of the address, with the answers that were given."""

    @app.callback(
        Output(lesson_ids.BODY, "children"),
        Output(TICK, "disabled"),
        Input(ids.URL, "search"),
        Input(lesson_ids.PROGRESS, "data"),
        Input(TICK, "n_intervals", allow_optional=True),
        State(ids.URL, "pathname"),
    )
    def show(search: Any, kept: Any, _ticks: Any, path: Any) -> tuple[Any, Any]:
        if path != PATH:
            return no_update, no_update
        address = search if isinstance(search, str) else ""
        if (seconds := readiness.awaited(address)) is not None:
            return body.preparing(seconds), False
        try:
            place = lesson_address.read(address)
            record = progress.of(kept, place.case.lesson, place.case.seed)
            return body.body(place, record), True
        except QueuescopeError as error:
            return body.refused(error), True


def answering(app: Dash) -> None:
    """An answer is judged and kept; to start again forgets those of this lesson."""

    @app.callback(
        Output(lesson_ids.PROGRESS, "data"),
        Output(lesson_ids.MESSAGE, "children", allow_duplicate=True),
        Input(lesson_ids.ANSWER, "n_clicks"),
        State(lesson_ids.field(ALL), "value"),
        State(lesson_ids.DRAFT, "data"),
        State(ids.URL, "search"),
        State(lesson_ids.PROGRESS, "data"),
        prevent_initial_call=True,
    )
    def answer(clicks: Any, values: Any, draft: Any, search: Any, kept: Any) -> tuple[Any, Any]:
        if not clicks:
            return no_update, no_update
        try:
            return judged(search, kept, values[0] if values else draft), None
        except QueuescopeError as error:
            return no_update, sentence(str(error), "warning")

    @app.callback(
        Output(lesson_ids.PROGRESS, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Input(lesson_ids.AGAIN, "n_clicks"),
        State(ids.URL, "search"),
        State(lesson_ids.PROGRESS, "data"),
        prevent_initial_call=True,
    )
    def again(clicks: Any, search: Any, kept: Any) -> tuple[Any, Any]:
        if not clicks:
            return no_update, no_update
        try:
            place = lesson_address.read(search if isinstance(search, str) else "")
        except QueuescopeError:
            return no_update, no_update
        records = progress.read(kept)
        records.pop(place.case.lesson.key, None)
        return progress.write(records), lesson_address.write(place.case.lesson, place.case.seed)


def judged(search: Any, kept: Any, value: Any) -> dict[str, Any]:
    """What the browser keeps once a question has an answer; raises InputError where there is no question or answer."""
    place = lesson_address.read(search if isinstance(search, str) else "")
    case, record = place.case, progress.of(kept, place.case.lesson, place.case.seed)
    number = body.reached(place, record)
    question = case.lesson.steps[number - 1].question
    if question is None:
        raise InputError("This step asks nothing; load the page again.")
    if number in record.answers and question.ask not in body.REVISABLE:
        raise InputError("This question has its answer already; start the lesson again to give another one.")
    reply = fields.answer_of(value)
    verdict = questions.judge(case, question, reply)
    return progress.answered(kept, case.lesson, case.seed, number, reply, verdict.right)


def trying(app: Dash) -> None:
    """Changed jobs are run, by the button or by Enter in a field."""

    @app.callback(
        Output(lesson_ids.TRIED, "children"),
        Output(lesson_ids.MESSAGE, "children"),
        Input(lesson_ids.RUN, "n_clicks"),
        Input(lesson_ids.cell(ALL, ALL), "n_submit"),
        State(lesson_ids.cell(ALL, ALL), "value"),
        State(lesson_ids.cell(ALL, ALL), "id"),
        State(ids.URL, "search"),
        prevent_initial_call=True,
    )
    def run(clicks: Any, enters: Any, values: Any, cells: Any, search: Any) -> tuple[Any, Any]:
        if not clicks and not any(enters or ()):
            return no_update, no_update
        try:
            place = lesson_address.read(search if isinstance(search, str) else "")
            step = place.case.lesson.steps[place.step - 1]
            if step.kind != "try":
                raise InputError("There is nothing to run at this step; load the page again.")
            message, chart = body.outcome(place, step, changes(cells, values))
        except QueuescopeError as error:
            return no_update, sentence(str(error), "warning")
        return chart, message


def changes(cells: Any, values: Any) -> dict[tuple[int, str], Any]:
    """{(job, column): value} of what the browser sent; tried.result checks it."""
    return {(cell.get("job"), str(cell.get("column"))): value for cell, value in zip(cells, values, strict=False)}
