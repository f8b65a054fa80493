"""A room as its teacher sees it: how to join, the questions with their buttons, what was answered, and the shifts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts.frame.controls import inline_link
from layouts.topics.classroom import class_ids
from layouts.topics.lessons import question_fields as fields
from layouts.topics.lessons.lesson_parts import charts, explained, text
from layouts.words.slice_names import thin_spaces
from scheduler.topics.classroom import outcomes, votes
from scheduler.topics.classroom.outcomes import Asked, Count, Overview, Shift, Since
from scheduler.topics.classroom.rooms import Rooms
from scheduler.topics.lessons import questions as judging
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Question
from scheduler.topics.lessons.reasons import of_each_job
from scheduler.topics.lessons.texts import filled
from scheduler.wording import counted

LOCAL = (
    "This address works on this computer only. Start Queuescope with --host and the address of this computer, "
    "open this page by that address, and students can join."
)
CLASS = 100  # students of a rehearsal, unless the teacher says another number
VOTES = ("", "First vote", "Second vote")


def room(rooms: Rooms, seen: Overview, key: str) -> html.Div:
    """The whole page."""
    case = seen.room.case
    current = next((asked for asked in seen.questions if asked.step == seen.room.step), None)
    variant = f", variant {seen.room.seed}" if seen.room.seed else ""
    title = html.Header(
        [
            html.Div(
                [inline_link("Teach a class", "/class/teacher"), " · room ", html.B(seen.room.code)],
                className="qs-soft",
            ),
            html.H1(case.lesson.title),
            html.P(
                f"Version {seen.room.digest}{variant}: the questions of this room stay as they are, "
                "whatever becomes of the file of the lesson.",
                className="qs-soft qs-small",
            ),
        ],
        className="qs-title",
    )
    return html.Div(
        [
            title,
            html.Div(id=class_ids.MESSAGE, role="status", **{"aria-live": "polite"}),
            html.Div(
                [
                    html.Div(
                        [question(rooms, seen, current, key), agenda(case, seen.questions)]
                        if current
                        else [agenda(case, seen.questions), rehearsal(seen, rooms.limits.students)],
                        className="qs-class-main",
                    ),
                    joining(seen),
                ],
                className="qs-class-columns",
            ),
        ]
    )


def button(
    label: str, act: str, step: int = 0, main: bool = False, nickname: str = "", spoken: str = "", **more: Any
) -> html.Button:
    """A button that frontend/classroom/teacher.js hears.  spoken: its name, where that is not the label alone."""
    return html.Button(
        label,
        type="button",
        className=f"qs-button {'qs-button-main' if main else ''}".strip(),
        disable_n_clicks=True,
        **{
            "data-act": act,
            **({"data-step": str(step)} if step else {}),
            **({"data-nickname": nickname} if nickname else {}),
            **({"aria-label": spoken} if spoken else {}),
        },
        **more,
    )


# ---- beside: who is there -------------------------------------------------------------------------------------------


def joining(seen: Overview) -> html.Aside:
    """How to join, who is there, and what ends the room."""
    copy = class_button("Copy the teacher's link", "copy")
    return html.Aside(
        [
            *address(seen.room.code),
            html.P(["Students in the room: ", html.B(str(len(seen.nicknames)), id=class_ids.STUDENTS)]),
            *waiting(seen),
            who_is_in(seen.nicknames),
            recent_students(seen.since),
            html.Div([*doors(seen), copy], className="qs-row"),
            html.P("The teacher's link is secret: whoever has it runs the room.", className="qs-soft qs-small"),
            html.Div([class_button("Answers as CSV", "csv")], className="qs-row"),
            *showing(seen.room.view),
            deletion(),
        ],
        className="qs-card qs-class-join",
        **{"aria-label": "Join"},
    )


def address(code: str) -> list:
    """The code, its picture, and the address, which only the browser knows."""
    return [
        html.H2("Join"),
        html.Img(className="qs-class-qr", alt=f"QR code of the address to join room {code}", **{"data-code": code}),
        html.Div(code, className="qs-class-code", **{"aria-label": f"Code of the room: {' '.join(code)}"}),
        html.Div(className="qs-class-address"),
        html.P(LOCAL, className="qs-class-local qs-soft qs-small", hidden=True),
    ]


def doors(seen: Overview) -> list:
    """Who may join from now on."""
    return [
        button("Let students join again", "open-door")
        if seen.room.is_closed
        else button("Let nobody else join", "close-door"),
        button("Let everybody in at once", "free-door")
        if seen.room.is_guarded
        else button("Let in by me only", "guard-door"),
    ]


def class_button(label: str, act: str) -> html.Button:
    """A button for something that stays in this browser."""
    return html.Button(label, type="button", className="qs-button", disable_n_clicks=True, **{"data-class": act})


def who_is_in(nicknames: Sequence[str]) -> html.Details:
    """The students in the order of joining, each with the ways to take them out."""
    rows = [html.Li(student(name, len(nicknames) - number)) for number, name in enumerate(nicknames, 1)]
    return html.Details([html.Summary("Who is in"), html.Ul(rows)])


def deletion() -> html.Details:
    """When the room goes, and the button to delete it."""
    return html.Details(
        [
            html.Summary("Delete the room"),
            html.P(
                "Nicknames and answers go at once. Else the room goes a week after its last use, or, where "
                "nobody has ever joined it, an hour after this page was open last. Join it once yourself to "
                "keep it for later."
            ),
            button("Delete the room now", "delete"),
        ]
    )


def waiting(seen: Overview) -> list:
    """Who wants to be let in."""
    if not seen.waiting:
        words = "Who joins waits here until you let them in. Nobody waits." if seen.room.is_guarded else ""
        return [html.P(words, className="qs-soft qs-small")] if words else []
    rows = [
        html.Li(
            [
                html.Span(name),
                html.Div(
                    [
                        button("Let in", "let-in", nickname=name, spoken=f"Let in {name}"),
                        button("Refuse", "refuse", nickname=name, spoken=f"Refuse {name}"),
                    ],
                    className="qs-row",
                ),
            ]
        )
        for name in seen.waiting
    ]
    return [
        html.Section(
            [
                html.H3(["Waiting to be let in: ", str(len(seen.waiting))]),
                html.Div(
                    [button("Let all in", "let-all-in", main=True), button("Refuse all", "refuse-all")],
                    className="qs-row",
                ),
                html.Ul(rows),
            ],
            className="qs-class-waiting",
            **{"aria-label": "Waiting to be let in"},
        )
    ]


def recent_students(since: Sequence[Since]) -> html.Details:
    """To take out at once who joined lately; frontend/classroom/teacher.js keeps the counts up to date."""
    return html.Details(
        [
            html.Summary("Remove all who joined lately"),
            html.P(
                "They leave the room with all their answers, and read so. Press “Let nobody else join” first, or "
                "“Let in by me only”, so that they do not come back at once.",
                className="qs-soft qs-small",
            ),
            html.Ul([html.Li(moment(number, one)) for number, one in enumerate(since)]),
        ],
        className="qs-class-lately",
    )


def moment(number: int, since: Since) -> html.Details:
    """How many joined since a moment, and the way to take them out."""
    return html.Details(
        [
            html.Summary(
                [
                    f"{since.label[0].upper()}{since.label[1:]}: ",
                    html.B(str(since.students), id=f"{class_ids.SINCE}-{number}"),
                ]
            ),
            button(
                f"Remove {counted(since.students, 'student')}",
                "remove-since",
                nickname=since.first,
                id=f"{class_ids.REMOVE_SINCE}-{number}",
                disabled=not since.students,
            ),
        ]
    )


def student(name: str, later: int) -> html.Details:
    """A nickname, and the ways to take it out, alone or with the students who joined later."""
    return html.Details(
        [
            html.Summary(name),
            html.P(
                "Takes the nickname out of the room with all its answers: they are no longer counted, nor in the CSV. "
                "Whoever it was can join again while the room lets students join.",
                className="qs-soft qs-small",
            ),
            button(f"Remove {name}", "remove", nickname=name),
            *(
                [button(f"Remove {name} and the {later} who joined later", "remove-since", nickname=name)]
                if later
                else []
            ),
        ],
        className="qs-class-student",
    )


def showing(view: str) -> list:
    """What students who follow see."""
    if not view:
        return [
            html.P(
                "To show a page to students who follow you, open it and press “Show this page” at its foot. "
                "They then see where you go from there, each step and tab, until you press “Stop showing”.",
                className="qs-soft qs-small",
            )
        ]
    return [
        html.P(["You show ", inline_link(view[:60], view), " to students who follow you."]),
        button("Stop showing it", "show"),
    ]


# ---- the questions --------------------------------------------------------------------------------------------------

STATES = {votes.BEFORE: "not asked yet", votes.OPEN: "open", votes.CLOSED: "closed", votes.REVEALED: "revealed"}


def agenda(case: Case, questions: Sequence[Asked]) -> html.Section:
    """All questions, each with the way to ask it; one that is open has to be closed first."""
    is_any_open = any(asked.phase == votes.OPEN for asked in questions)
    rows = []
    for number, asked in enumerate(questions, 1):
        ask = (
            [button(f"Ask question {number}", "ask", asked.step)]
            if asked.phase == votes.BEFORE and not is_any_open
            else []
        )
        again = (
            [
                html.Details(
                    [
                        html.Summary("Start over"),
                        html.P("Its votes and answers are deleted."),
                        button("Delete and start over", "start-over", asked.step),
                    ]
                )
            ]
            if asked.phase in (votes.CLOSED, votes.REVEALED)
            else []
        )
        words = thin_spaces(filled(case, case.lesson.steps[asked.step - 1].text))
        rows.append(
            html.Li(
                [
                    html.Div([html.B(f"{number}. "), words]),
                    html.Div([html.Span(STATES[asked.phase], className="qs-soft"), *ask, *again], className="qs-row"),
                ]
            )
        )
    return html.Section([html.H2("Questions"), html.Ol(rows, className="qs-class-agenda")], className="qs-card")


def rehearsal(seen: Overview, most: int) -> html.Section:
    """The button that has the browser play a class, and the place of its figures.  most: students of a room."""
    case = seen.room.case
    steps = {asked.step: case.lesson.steps[asked.step - 1].question for asked in seen.questions}
    played = {
        "lesson": seen.room.lesson,
        "seed": seen.room.seed,
        "answers": {step: judging.any_answer(case, question) for step, question in steps.items() if question},
    }
    number = dmc.NumberInput(
        id=class_ids.CROWD,
        label="Students",
        value=min(CLASS, most),
        min=1,
        max=most,
        allowDecimal=False,
        style={"width": 130},
    )
    start = html.Button(
        "Rehearse",
        type="button",
        className="qs-button",
        disable_n_clicks=True,
        **{"data-class": "rehearse", "data-played": json.dumps(played)},
    )
    return html.Section(
        [
            html.H2("Before class"),
            html.P(
                "See how fast this server is for a class: this browser opens another room for the lesson, plays its "
                "students, measures how long they wait, and deletes the room. That takes about half a minute."
            ),
            html.Div([number, start], className="qs-row qs-class-opening"),
            html.Div(id="class-rehearsal"),
        ],
        className="qs-card",
    )


def question(rooms: Rooms, seen: Overview, asked: Asked, key: str) -> html.Section:
    """The question that was asked last: what to do next, and what came of it."""
    case, step = seen.room.case, seen.room.case.lesson.steps[asked.step - 1]
    assert step.question is not None
    number = [one.step for one in seen.questions].index(asked.step) + 1
    words, pictures = explained(case, asked.step) if asked.phase == votes.REVEALED else ([], [])
    table = fields.job_table(case)
    return html.Section(
        [
            html.H2(f"Question {number} of {len(seen.questions)}", id="class-step", tabIndex="-1"),
            html.Div(text(case, step.text), className="qs-class-question"),
            offered(case, step.question),
            html.Div(onward(asked, number, next(iter(seen.questions[number:]), None)), className="qs-row"),
            *counting(asked, len(seen.nicknames)),
            *came(rooms, seen.room.code, key, case, asked, step.question),
            *words,
            *(pictures or [charts(case, step, tools=False)]),
            table,
        ],
        className="qs-card qs-class-now",
        **{"aria-labelledby": "class-step"},
    )


def offered(case: Case, question: Question) -> Any:
    """The answers to choose from."""
    options = outcomes.options_of(case, question)
    return (
        html.Ul([html.Li(thin_spaces(option)) for option in options], className="qs-class-options") if options else None
    )


def onward(asked: Asked, number: int, after: Asked | None) -> list:
    """What to do next.  after: the question behind this one."""
    if asked.phase == votes.OPEN:
        return [button("Close the question", "close", main=True)]
    if asked.phase == votes.CLOSED:
        again = [button("Ask again after a discussion", "ask", asked.step, main=True)] * (asked.vote < votes.MOST)
        return [*again, button("Reveal the answer", "reveal", asked.step, main=not again)]
    if asked.phase == votes.BEFORE:
        return [button(f"Ask question {number}", "ask", asked.step, main=True)]
    return (
        [button(f"Ask question {number + 1}", "ask", after.step, main=True)]
        if after is not None and after.phase == votes.BEFORE
        else []
    )


def counting(asked: Asked, students: int) -> list:
    """How many have answered, while the question is open; not what."""
    if asked.phase != votes.OPEN:
        return []
    count = html.B(f"{asked.answered[-1]} of {students}", id=class_ids.COUNT)
    return [
        html.P(
            [
                html.Span(f"{VOTES[asked.vote]}: "),
                count,
                " have answered. What they answered is shown once the question is closed.",
            ],
            className="qs-class-count",
            role="status",
        )
    ]


def came(rooms: Rooms, code: str, key: str, case: Case, asked: Asked, question: Question) -> list:
    """Distributions of the votes that are closed, the shift between them, and the answer once it is revealed."""
    closed = asked.vote - (asked.phase == votes.OPEN)
    if not closed:
        return []
    counts = [outcomes.distribution(rooms, code, key, asked.step, vote) for vote in range(1, closed + 1)]
    is_revealed = asked.phase == votes.REVEALED
    parts: list = [distribution(counts, is_revealed)]
    if closed == votes.MOST:
        parts.append(shifts(outcomes.shift(rooms, code, key, asked.step), is_revealed))
    if is_revealed:
        answer = html.B(thin_spaces(outcomes.label_of_truth(case, question)))
        parts += [html.P(["It is: ", answer], className="qs-class-truth"), *misconceptions(case, question)]
    return parts


def misconceptions(case: Case, question: Question) -> list:
    """What stands behind each wrong answer, and of jobs to choose why one is not among the right ones."""
    if question.ask == "compare":
        right = judging.truth(case, question)
        pairs = [(question.options[key], says) for key, says in question.says.items() if key != right]
    else:
        pairs = [
            (judging.text_of_answer(case, question, wrong), mistake.says)
            for wrong, mistake in judging.wrong_answers(case, question)
            if question.ask != "draw"
        ]
    pairs += of_each_job(case, question)
    return (
        [
            html.Ul(
                [
                    html.Li([html.B(thin_spaces(filled(case, wrong))), ": ", thin_spaces(filled(case, says))])
                    for wrong, says in pairs
                ]
            )
        ]
        if pairs
        else []
    )


def distribution(counts: Sequence[Sequence[Count]], is_revealed: bool) -> html.Table:
    """One row an answer, a bar for each vote."""
    labels = list(dict.fromkeys(count.label for vote in counts for count in vote))
    by_label = [{count.label: count for count in vote} for vote in counts]
    head = html.Tr(
        [html.Th("Answer", scope="col"), *(html.Th(VOTES[vote], scope="col") for vote in range(1, len(counts) + 1))]
    )
    rows = []
    for label in labels:
        is_right = is_revealed and any(vote[label].is_right for vote in by_label if label in vote)
        name = (
            [thin_spaces(label), html.Span(" ✓ right", className="qs-class-right")] if is_right else thin_spaces(label)
        )
        rows.append(
            html.Tr(
                [
                    html.Th(name, scope="row"),
                    *(
                        html.Td(
                            bar(
                                vote[label].students if label in vote else 0,
                                sum(count.students for count in vote.values()),
                            )
                        )
                        for vote in by_label
                    ),
                ],
                className="qs-was-right" if is_right else "",
            )
        )
    if not rows:
        rows = [html.Tr(html.Td("Nobody answered.", colSpan=len(counts) + 1))]
    return html.Table(
        [html.Caption("How often each answer was given"), html.Thead(head), html.Tbody(rows)],
        className="qs-table qs-class-distribution",
    )


def bar(students: int, total: int) -> html.Div:
    """A number as a bar."""
    share = students / total if total else 0.0
    return html.Div(
        [html.I(style={"width": f"{100 * share:.0f}%"}), html.Span(f"{students} ({100 * share:.0f} %)")],
        className="qs-class-bar",
    )


def shifts(shift: Shift, is_revealed: bool) -> html.Div:
    """First vote against second: who stayed and who moved."""
    total = sum(map(sum, shift.students))
    stayed = sum(row[at] for at, row in enumerate(shift.students))
    most = max((count for row in shift.students for count in row), default=0)
    head = html.Tr(
        [
            html.Th("First vote ↓, second →", scope="col"),
            *(html.Th(thin_spaces(label), scope="col") for label in shift.labels),
        ]
    )
    rows = [
        html.Tr(
            [
                html.Th(thin_spaces(label), scope="row"),
                *(
                    html.Td(
                        str(count) if count else "",
                        className="qs-class-stayed" if row == column else "",
                        style={"--qs-share": f"{count / most:.2f}" if most else "0"},
                    )
                    for column, count in enumerate(counts)
                ),
            ]
        )
        for row, (label, counts) in enumerate(zip(shift.labels, shift.students, strict=True))
    ]
    right = f" Right: {shift.right[0]} in the first vote, {shift.right[1]} in the second." if is_revealed else ""
    return html.Div(
        [
            html.Table(
                [html.Caption("Shift: first vote against second"), html.Thead(head), html.Tbody(rows)],
                className="qs-table qs-class-shift",
            ),
            html.P(f"{total - stayed} of {total} changed their answer.{right}"),
        ],
        className="qs-scroll",
        tabIndex="0",
        role="region",
        **{"aria-label": "Shift between the votes"},
    )
