"""The page of a student: join a room by its code, answer while a question is open, see afterwards whether it was right.

The browser keeps code and token, and asks every two seconds how far the room is (frontend/classroom/student.js); this
page draws what that comes to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import dash_mantine_components as dmc
from dash import ALL, ClientsideFunction, Dash, Input, Output, State, dcc, html, no_update

from layouts import ids
from layouts.frame import shell
from layouts.frame.callbacks import Services
from layouts.frame.controls import inline_link, sentence
from layouts.topics.classroom import class_ids
from layouts.topics.classroom.service import rooms_of
from layouts.topics.lessons import lesson_ids
from layouts.topics.lessons import question_fields as fields
from layouts.topics.lessons.lesson_parts import charts, explained, feedback, text
from layouts.words.slice_names import thin_spaces
from scheduler.errors import QueuescopeError
from scheduler.topics.classroom import answers, votes
from scheduler.topics.classroom.answers import Mine
from scheduler.topics.classroom.nicknames import LONGEST
from scheduler.topics.classroom.rooms import LENGTH, Room
from scheduler.topics.lessons import questions as judging
from scheduler.topics.lessons.lesson import Step
from scheduler.topics.lessons.reasons import reasons
from scheduler.topics.lessons.texts import filled

PATH = "/class"
ORDINAL = ("", "first vote", "second vote")


def depends_on() -> tuple:
    """The page is made of the program alone; what is in it follows the room."""
    return ()


def layout() -> html.Div:
    """The places of what follows the room."""
    return html.Div(
        [
            dcc.Store(id=class_ids.STATE),
            dcc.Store(id=lesson_ids.DRAFT),
            html.Div(id=class_ids.BODY, className="qs-class"),
        ]
    )


def register(app: Dash, services: Services) -> None:
    """What the browser tells of the room is drawn; an answer is sent by the browser itself."""

    @app.callback(
        Output(class_ids.BODY, "children"),
        Input(class_ids.STATE, "data"),
        Input(ids.URL, "search"),
        State(ids.URL, "pathname"),
    )
    def show(state: Any, search: Any, path: Any) -> Any:
        if path != PATH:
            return no_update
        return body(services, state, search if isinstance(search, str) else "")

    app.clientside_callback(
        ClientsideFunction("classroom", "send"),
        Output(class_ids.MESSAGE, "children"),
        Input(class_ids.SEND, "n_clicks"),
        State(lesson_ids.field(ALL), "value"),
        State(lesson_ids.DRAFT, "data"),
        State(class_ids.STATE, "data"),
        prevent_initial_call=True,
    )


def body(services: Services, state: Any, search: str) -> Any:
    """The room for a student who is in it; the form to join for everybody else.

    Where the room has gone on since the state was told, nothing new: the browser hears of it at its next look.  Else
    the next question would be drawn twice, and what was chosen in between would be lost.
    """
    sent = state if isinstance(state, dict) else {}
    code, token = (str(sent.get(name) or "")[:100] for name in ("code", "token"))
    if not token:
        return joining(parse_qs(search.lstrip("?")[:200]).get("room", [""])[0], "")
    try:
        mine = answers.mine(rooms_of(services), code, token)
        if any(name in sent and sent[name] != getattr(mine, name) for name in ("step", "phase", "vote")):
            return no_update
        return in_room(rooms_of(services).room(code), mine)
    except QueuescopeError as error:
        return joining("", str(error))


def joining(code: str, problem: str) -> html.Div:
    """The form to join."""
    form = html.Form(
        [
            dmc.TextInput(
                id=class_ids.CODE,
                label="Code of the room",
                value=code[: LENGTH + 4],
                required=True,
                withAsterisk=False,
                autoComplete="off",
                className="qs-class-code-field",
            ),
            dmc.TextInput(
                id=class_ids.NICKNAME,
                label="Nickname",
                required=True,
                withAsterisk=False,
                autoComplete="off",
                description=f"At most {LONGEST} characters. The teacher sees it beside your answers; it goes "
                "with the room.",
            ),
            html.Div(html.Button("Join", type="submit", className="qs-button qs-button-main"), className="qs-row"),
            html.Div(
                sentence(problem, "warning") if problem else None,
                id=class_ids.MESSAGE,
                role="status",
                **{"aria-live": "polite"},
            ),
        ],
        id="class-join",
        className="qs-class-form",
    )
    return shell.titled(
        "Join a class",
        "Your teacher shows a code, or a picture for the camera of your phone.",
        html.Section(form, className="qs-card"),
        html.P(["Do you teach? ", inline_link("Open a room", "/class/teacher")], className="qs-soft"),
    )


def in_room(room: Room, mine: Mine) -> html.Div:
    """What the room is doing."""
    head = html.Header(
        [
            html.Div([f"Room {room.code} · you are ", html.B(mine.nickname)], className="qs-soft"),
            html.H1(room.case.lesson.title),
        ],
        className="qs-title",
    )
    step = room.case.lesson.steps[mine.step - 1] if mine.step else None
    is_told_phase = step is not None or mine.phase == votes.WAITING
    left, right = PHASES[mine.phase if is_told_phase else votes.BEFORE](room, mine, step)
    return html.Div(
        [
            head,
            html.Section(
                [
                    html.Div(left, className="qs-lesson-words"),
                    html.Div(right, className="qs-lesson-charts qs-play-free"),
                ],
                className="qs-card qs-lesson",
                **{"aria-labelledby": "class-step"},
            ),
            foot(can_follow=mine.phase != votes.WAITING),
        ]
    )


def foot(can_follow: bool) -> html.Div:
    """To follow the teacher, and to leave; frontend/classroom/student.js hears them."""
    follow = [
        html.Button(
            "Follow the teacher",
            type="button",
            className="qs-button",
            disable_n_clicks=True,
            **{"data-class": "follow"},
        ),
        html.Span("When the teacher shows a page, it opens here, too.", className="qs-soft"),
    ]
    return html.Div(
        [
            *(follow if can_follow else []),
            html.Details(
                [
                    html.Summary("Leave the room"),
                    html.P("Your nickname and your answers are deleted."),
                    html.Button(
                        "Leave and delete",
                        type="button",
                        className="qs-button",
                        disable_n_clicks=True,
                        **{"data-class": "leave"},
                    ),
                ],
                className="qs-class-leave",
            ),
        ],
        className="qs-row qs-class-foot",
    )


def heading(room: Room, mine: Mine) -> html.H2:
    """Which question it is."""
    asked = votes.questions(room.case.lesson)
    vote = f" · {ORDINAL[mine.vote]}" if mine.vote else ""
    return html.H2(f"Question {asked.index(mine.step) + 1} of {len(asked)}{vote}", id="class-step", tabIndex="-1")


def at_the_door(room: Room, mine: Mine, step: Step | None) -> tuple[list, list]:
    """The teacher has not let this student in yet."""
    return [
        html.H2("You wait to be let in", id="class-step", tabIndex="-1"),
        html.P(
            "Your teacher sees your nickname and lets you in. Keep this page open: it goes on by itself.",
            className="qs-lesson-text",
        ),
    ], []


def before(room: Room, mine: Mine, step: Step | None) -> tuple[list, list]:
    """Nothing has been asked yet."""
    return [
        html.H2("You are in", id="class-step", tabIndex="-1"),
        html.P("The first question comes when the teacher asks it. Keep this page open.", className="qs-lesson-text"),
    ], [fields.job_table(room.case)]


def asking(room: Room, mine: Mine, step: Step | None) -> tuple[list, list]:
    """The question that is open."""
    assert step is not None and step.question is not None
    case, question, name = room.case, step.question, filled(room.case, step.text)
    field = fields.field(case, question, mine.answer, name)
    is_drawing = question.ask == "draw"
    left = [
        heading(room, mine),
        text(case, step.text),
        *([] if is_drawing else [field]),
        html.Div(dmc.Button("Send my answer", id=class_ids.SEND), className="qs-row"),
        html.Div(
            "Your answer is in. You can change it until the question is closed." if mine.answer is not None else None,
            id=class_ids.MESSAGE,
            className="qs-class-message",
            role="status",
            **{"aria-live": "polite"},
        ),
    ]
    return left, [
        *([field] if is_drawing else []),
        html.Div(charts(case, step, tools=False), className="qs-picks"),
        fields.job_table(case),
    ]


def closed(room: Room, mine: Mine, step: Step | None) -> tuple[list, list]:
    """The question is closed, and nothing is said of the answer yet."""
    assert step is not None
    onward = (
        "Talk with your neighbors: what did they answer, and why? The question may be asked once more."
        if mine.vote < votes.MOST
        else "The teacher will show the answer."
    )
    return [
        heading(room, mine),
        html.P(html.B("The question is closed.")),
        text(room.case, step.text),
        own_answer(room, mine, step),
        html.P(onward),
    ], [fields.job_table(room.case)]


def own_answer(room: Room, mine: Mine, step: Step) -> html.P:
    """What this student answered."""
    assert step.question is not None
    if mine.answer is None:
        return html.P("You gave no answer.")
    return (
        html.P(["Your answer: ", html.B(thin_spaces(answers.label_of(room.case, step.question, mine.answer)))])
        if step.question.ask != "draw"
        else html.P("Your drawing is kept.")
    )


def revealed(room: Room, mine: Mine, step: Step | None) -> tuple[list, list]:
    """Whether the answer was right, why, and the schedules that show it."""
    assert step is not None and step.question is not None
    case = room.case
    verdict = (
        feedback(judging.judge(case, step.question, mine.answer), reasons(case, step.question, mine.answer))
        if mine.answer is not None
        else html.P("You gave no answer.")
    )
    words, pictures = explained(case, mine.step)
    return [heading(room, mine), text(case, step.text), verdict, *words], [*pictures, fields.job_table(case)]


PHASES: dict[str, Callable[[Room, Mine, Step | None], tuple[list, list]]] = {
    votes.WAITING: at_the_door,
    votes.BEFORE: before,
    votes.OPEN: asking,
    votes.CLOSED: closed,
    votes.REVEALED: revealed,
}
