"""The page of a teacher: open a room for a lesson, ask, close, discuss, ask again, reveal; counts and shifts.

The browser keeps the key of the room (frontend/classroom/teacher.js) and asks every second or two what has changed; it
also hears the buttons, which are plain: data-act says what one does.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import dash_mantine_components as dmc
from dash import ClientsideFunction, Dash, Input, Output, State, dcc, html, no_update

from layouts import ids
from layouts.frame import shell
from layouts.frame.callbacks import Services
from layouts.frame.controls import ENTERED, inline_link, sentence
from layouts.topics.classroom import class_ids, room_view
from layouts.topics.classroom.service import rooms_of
from scheduler.errors import QueuescopeError
from scheduler.topics.classroom import outcomes
from scheduler.topics.lessons.shelf import all_lessons
from scheduler.topics.lessons.variants import MOST_SEED

PATH = "/class/teacher"
LEAD = (
    "Students join by a code, answer while a question is open, discuss, and answer again. No account is needed, "
    "and nothing is kept that tells who they are but a nickname and the answers, which go with the room. A room that "
    "nobody has joined goes an hour after its page was open last."
)


def depends_on() -> tuple:
    """The page is made of the program alone; what is in it follows the room."""
    return ()


def layout() -> html.Div:
    """The places of what follows the room."""
    return html.Div([dcc.Store(id=class_ids.ROOM), html.Div(id=class_ids.TAUGHT, className="qs-class")])


def register(app: Dash, services: Services) -> None:
    """The room of the address, as far as it is; to open one."""

    @app.callback(
        Output(class_ids.TAUGHT, "children"),
        Input(class_ids.ROOM, "data"),
        Input(ids.URL, "search"),
        State(ids.URL, "pathname"),
    )
    def show(room: Any, search: Any, path: Any) -> Any:
        if path != PATH:
            return no_update
        return body(
            services,
            room,
            {
                name: values[0]
                for name, values in parse_qs((search if isinstance(search, str) else "").lstrip("?")[:400]).items()
            },
        )

    app.clientside_callback(
        ClientsideFunction("classroom", "open"),
        Output(class_ids.MESSAGE, "children", allow_duplicate=True),
        Input(class_ids.OPEN, "n_clicks"),
        State(class_ids.LESSON, "value"),
        State(class_ids.SEED, "value"),
        prevent_initial_call=True,
    )


def body(services: Services, room: Any, address: dict[str, str]) -> html.Div:
    """The room of the address; the form to open one where the address names none, or the key is not that of it."""
    code, key = (str(room.get(name) or "")[:100] for name in ("code", "key")) if isinstance(room, dict) else ("", "")
    if not address.get("room"):
        return opening(address.get("lesson", ""), "")
    try:
        if not key:
            return opening(
                "",
                "This browser has no key of that room. Open the teacher's link that was shown when the "
                "room was opened.",
            )
        return room_view.room(rooms_of(services), outcomes.overview(rooms_of(services), code, key), key)
    except QueuescopeError as error:
        return opening("", str(error))


def opening(lesson: str, problem: str) -> html.Div:
    """The form to open a room."""
    lessons = all_lessons()
    choices = [{"value": key, "label": one.title} for key, one in lessons.items()]
    first = lesson if lesson in lessons else next(iter(lessons), None)
    return shell.titled(
        "Teach a class",
        LEAD,
        sentence(problem, "warning") if problem else None,
        html.Section(
            [
                html.H2("Open a room"),
                html.Div(
                    [
                        dmc.Select(
                            id=class_ids.LESSON,
                            label="Lesson",
                            data=choices,
                            value=first,
                            searchable=True,
                            allowDeselect=False,
                            style={"minWidth": 280},
                        ),
                        dmc.NumberInput(
                            id=class_ids.SEED,
                            label="Variant",
                            value=0,
                            min=0,
                            max=MOST_SEED,
                            debounce=ENTERED,
                            allowDecimal=False,
                            description="0: as written",
                            style={"width": 130},
                        ),
                        dmc.Button("Open a room", id=class_ids.OPEN),
                    ],
                    className="qs-row qs-class-opening",
                ),
                html.Div(id=class_ids.MESSAGE, role="status", **{"aria-live": "polite"}),
            ],
            className="qs-card",
        ),
        html.Section(
            [html.H2("Rooms of this browser"), html.Ul(id="class-own", className="qs-class-own")],
            className="qs-card",
            id="class-own-card",
            hidden=True,
        ),
        html.P(["Are you a student? ", inline_link("Join a class", "/class")], className="qs-soft"),
    )
