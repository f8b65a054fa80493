"""A lesson on paper: the questions with room to answer, for a student or a seed; the answers apart, for the teacher.

The answers are asked for with the teacher's key, which a form sends in its body: it is in no address and no log.
`python app.py --teacher-key` prints it; every server process of the same data folder has the same one.
"""

from __future__ import annotations

import base64
import hmac
import math
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Any

from flask import Flask, Response, request

from layouts.drawing import svg_gantt
from layouts.frame.callbacks import Services
from layouts.server import background
from layouts.topics.lessons import lesson_address
from layouts.topics.lessons import question_fields as fields
from layouts.words.slice_names import thin_spaces
from scheduler.durations import number as plain
from scheduler.errors import QueuescopeError
from scheduler.topics.lessons import questions
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Question, Step
from scheduler.topics.lessons.quantities import unit_of
from scheduler.topics.lessons.texts import filled
from scheduler.wording import counted

PATH, ANSWERS = "/lesson-sheet", "/lesson-sheet/answers"
WIDTH = 680  # pixels of a drawing: 180 mm at 96 dpi
ROW, LEAST, MOST = 30, 90, 220
SLACK = 1.15  # an empty chart is longer than any answer
DIGITS = 16  # of the key
LARGER: dict[str, int | None] = {}  # none of these takes a larger body than usual


def teacher_key(secret: bytes) -> str:
    """The key of the answers, made of the secret of the server: four groups of four letters and digits."""
    digest = hmac.new(secret, b"the answers of lessons", "sha256").digest()
    letters = base64.b32encode(digest).decode()[:DIGITS]
    return "-".join(letters[at : at + 4] for at in range(0, DIGITS, 4))


def register(server: Flask, services: Services) -> None:
    """Add the sheet and its answers to a server."""
    secret = background.secret_key(services.home)

    @server.get(PATH)
    def lesson_sheet() -> Response:
        """The questions; 400 with a sentence where there is no such lesson."""
        return _answered(lambda search: document(search, False))

    @server.get(ANSWERS)
    def lesson_answers_form() -> Response:
        """The form that asks for the key."""
        return _answered(lambda search: form(search, ""))

    @server.post(ANSWERS)
    def lesson_answers() -> Response:
        """The answers, to who has the key; 403 with the form again to others."""
        reply = request.form.get("key", "")[:80].strip().upper()
        if not hmac.compare_digest(reply.encode(), teacher_key(secret).encode()):
            return _answered(lambda search: form(search, "This is not the teacher's key of this server."), 403)
        return _answered(lambda search: document(search, True))


def _answered(make: Callable[[str], str], status: int = 200) -> Response:
    """What is made of the address; 400 with a sentence where it cannot be."""
    search = request.query_string.decode("utf-8", "replace")
    try:
        return Response(make(search), status=status, mimetype="text/html")
    except QueuescopeError as error:
        return Response(
            page("No sheet", f"<h1>No sheet</h1><p>{escape(str(error))}</p>"), status=400, mimetype="text/html"
        )


def form(search: str, wrong: str) -> str:
    """Where the key is typed; raises InputError where there is no such lesson."""
    case = lesson_address.read(search).case
    title = escape(case.lesson.title)
    message = f'<p class="sheet-bad" role="alert">{escape(wrong)}</p>' if wrong else ""
    return page(
        f"{case.lesson.title}: answers",
        f"""<h1>{title}: answers</h1>{message}
<form method="post" action="{ANSWERS}?{escape(search)}"><p><label>The teacher's key
<input name="key" type="password" autocomplete="off" required></label> <button>Show the answers</button></p></form>
<p>The key is printed by <code>python app.py --teacher-key</code> where the server runs.</p>""",
    )


def document(search: str, with_answers: bool) -> str:
    """The sheet; with the answers below their questions for the teacher."""
    case = lesson_address.read(search).case
    lesson = case.lesson
    name = '<span class="sheet-name">Name:</span>' if not with_answers else ""
    title = f"{lesson.title}{': answers' if with_answers else ''}"
    variant = f" Variant {case.seed}." if case.seed else ""
    goal = escape(thin_spaces(filled(case, lesson.goal)))
    parts = [
        f'<header><div class="sheet-head"><h1>{escape(title)}</h1>{name}</div><p>{goal}{variant}</p></header>',
        jobs(case),
        *steps(case, with_answers),
    ]
    if not with_answers:
        parts.append(
            f'<p class="sheet-screen"><a href="{ANSWERS}?{escape(search)}">Answers</a>, with the teacher\'s key</p>'
        )
    return page(title, "".join(parts))


def jobs(case: Case) -> str:
    """The table of jobs."""
    if not case.jobs:
        return tasks(case)
    names = fields.shown_columns(case)
    heads = ("job", *(fields.heading(name, case.lesson.unit) for name in names))
    rows = [(job.number, *(fields.cell(case, getattr(job, name), name) for name in names)) for job in case.jobs]
    return f"<p>{counted(len(case.jobs), 'job')} on {fields.machine(case)}.</p>" + table("Jobs", heads, rows)


def tasks(case: Case) -> str:
    """The table of moldable tasks; empty for a sample of many jobs."""
    rows = fields.task_rows(case)
    return (
        table("Tasks, and how long each runs on so many processors", rows[0], [row.values() for row in rows])
        if rows
        else ""
    )


def table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table of the sheet."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    cells = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="sheet-tables"><table><caption>{caption}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{cells}</tbody></table></div>"
    )


def steps(case: Case, with_answers: bool) -> Iterator[str]:
    """What is told before the first question, then the questions; what is told later would give them away."""
    number = 0
    for step in case.lesson.steps:
        if step.question is not None:
            number += 1
            yield (
                f'<article class="sheet-part"><h2>Question {number}</h2>'
                f"<p>{escape(thin_spaces(filled(case, step.text)))}</p>"
                f"{answer(case, step, step.question) if with_answers else room(case, step.question)}</article>"
            )
        elif step.kind == "tell" and not number:
            yield f'<article class="sheet-part"><p>{escape(thin_spaces(filled(case, step.text)))}</p></article>'


def room(case: Case, question: Question) -> str:
    """Where the answer is written."""
    if options := questions.options(case, question):
        return (
            '<p class="sheet-blanks">'
            + "".join(f'<span class="sheet-start">☐ {escape(option.text)}</span>' for option in options)
            + "</p>"
        )
    if question.ask == "draw":
        return svg_gantt.chart(frame(case, question), None, "Empty chart")
    unit = unit_of(case.lesson, question.value) if question.value is not None else ""
    return f'<p class="sheet-blanks">Answer <span class="sheet-blank sheet-wide"></span> {escape(unit)}</p>'


def frame(case: Case, question: Question) -> svg_gantt.Frame:
    """The axes of a chart to draw on: longer than any answer."""
    runs = [case.run(question.rule), *(case.run(mistake.rule) for mistake in question.mistakes)]
    last = math.ceil(max(float(run.end.max()) for run in runs) * SLACK / case.lesson.seconds) * case.lesson.seconds
    high = min(max(case.lesson.processors * ROW, LEAST), MOST) + svg_gantt.TOP + svg_gantt.BELOW + svg_gantt.SECOND
    return svg_gantt.Frame(0.0, float(last), case.lesson.processors, WIDTH, high)


def answer(case: Case, step: Step, question: Question) -> str:
    """The answer, and what stands behind each wrong one."""
    right = questions.truth(case, question)
    if question.ask == "draw":
        run = case.run(question.rule)
        starts = ", ".join(f"job {job} at {plain(start)} {case.lesson.unit}" for job, start in right.items())
        drawing = svg_gantt.chart(frame(case, question), run.schedule, f"Gantt chart: {run.name}")
        return f"{drawing}<p>{escape(starts)}.</p>"
    message = [f"<p><b>{escape(thin_spaces(questions.text_of_answer(case, question, right)))}</b></p>"]
    behind = (
        [
            (questions.text_of_answer(case, question, wrong), mistake.says)
            for wrong, mistake in questions.wrong_answers(case, question)
        ]
        if question.ask != "compare"
        else [(question.options[key], says) for key, says in question.says.items() if key != right]
    )
    items = "".join(
        f"<li><b>{escape(thin_spaces(filled(case, wrong)))}</b>: {escape(thin_spaces(filled(case, says)))}</li>"
        for wrong, says in behind
    )
    return "".join(message) + (f'<ul class="sheet-why">{items}</ul>' if items else "")


def page(title: str, body: str) -> str:
    """The document around a body."""
    return (
        '<!DOCTYPE html>\n<html lang="en" class="sheet"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)} · Queuescope</title><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="/assets/sheet.css"></head><body class="sheet-body"><main>{body}</main>'
        "</body></html>\n"
    )
