"""A lesson of one's own: its file is typed or pasted, checked, shown with all its answers, and becomes one link."""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import Dash, Input, Output, State, html, no_update

from layouts.frame import shell
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.topics.lessons import lesson_address, lesson_ids
from layouts.topics.lessons import question_fields as fields
from layouts.topics.lessons.body import TITLES
from layouts.words.slice_names import thin_spaces
from scheduler.errors import InputError, QueuescopeError
from scheduler.topics.lessons import lesson_link
from scheduler.topics.lessons.answer_key import answers, variants
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Lesson, Step
from scheduler.topics.lessons.reading import MOST_BYTES
from scheduler.topics.lessons.shelf import all_lessons
from scheduler.topics.lessons.texts import filled

PATH = "/own-lesson"
LEAD = (
    "Write a lesson as one file, see its questions with the answers that simulation gives, and share it as one "
    "link. Nothing of it is kept on the server."
)
OTHERS = "Their numbers follow from the text, so a file in the folder of lessons has others."
LATER = "Variants are looked for, and the lesson can be taken and given to students, once this is right."


def layout() -> html.Div:
    """The text, what to begin with, and the place of the preview."""
    lessons = [{"value": key, "label": one.title} for key, one in all_lessons().items() if not one.sample]
    return shell.titled(
        "A lesson of your own",
        LEAD,
        html.Section(
            [
                dmc.Select(
                    id=lesson_ids.OWN_FROM,
                    label="Begin with",
                    data=lessons,
                    value=None,
                    searchable=True,
                    clearable=True,
                    description="Its file takes the place of the text below.",
                    style={"maxWidth": 360},
                ),
                dmc.Textarea(
                    id=lesson_ids.OWN_TEXT,
                    label="The file, in TOML",
                    value="",
                    autosize=True,
                    minRows=14,
                    maxRows=32,
                    description="Fields and their meaning: docs/lessons.md.",
                    spellCheck=False,
                    className="qs-own-text",
                ),
                html.Div(dmc.Button("Preview", id=lesson_ids.OWN_PREVIEW), className="qs-row"),
            ],
            className="qs-card qs-own",
        ),
        html.Div(id=lesson_ids.OWN_RESULT, role="status", **{"aria-live": "polite"}),
    )


def register(app: Dash, services: Services) -> None:
    """A lesson to begin with, and the preview."""

    @app.callback(Output(lesson_ids.OWN_TEXT, "value"), Input(lesson_ids.OWN_FROM, "value"), prevent_initial_call=True)
    def begin(key: Any) -> Any:
        lesson = all_lessons().get(key) if isinstance(key, str) else None
        return lesson.source if lesson is not None else no_update

    @app.callback(
        Output(lesson_ids.OWN_RESULT, "children"),
        Input(lesson_ids.OWN_PREVIEW, "n_clicks"),
        State(lesson_ids.OWN_TEXT, "value"),
        prevent_initial_call=True,
    )
    def show(clicks: Any, text: Any) -> Any:
        return preview(text) if clicks else no_update


def preview(text: Any) -> Any:
    """The lesson with its answers and its link; a sentence where it does not read."""
    try:
        return _preview(text)
    except QueuescopeError as error:
        return sentence(str(error), "warning")


def _preview(text: Any) -> html.Section:
    if not isinstance(text, str) or not text.strip():
        raise InputError("There is no text yet; choose a lesson to begin with, or paste a file.")
    content = text.encode("utf-8", "replace")
    if len(content) > MOST_BYTES:
        raise InputError(f"The text has {len(content):,} bytes; wanted: at most {MOST_BYTES:,}.")
    lesson = lesson_link.of_text(content)
    problems = lesson_link.check(lesson)
    case = lesson_link.case(lesson, 0)
    ways = ways_on(lesson) if not problems else []
    return html.Section(
        [
            html.H2(lesson.title),
            html.P(thin_spaces(filled(case, lesson.goal)), className="qs-lead"),
            *(sentence(problem, "warning") for problem in problems),
            html.P(LATER if problems else about_variants(lesson)),
            *ways,
            fields.job_table(case),
            html.Ol([html.Li(step_words(case, step)) for step in lesson.steps], className="qs-own-steps"),
        ],
        className="qs-card",
    )


def ways_on(lesson: Lesson) -> list:
    """Taking the lesson, its sheet, and its link."""
    link = lesson_address.write(lesson)
    return [
        html.Div(
            [
                dmc.Anchor("Take the lesson", href=link, underline="never", className="qs-button qs-button-main"),
                html.A(
                    "Sheet on paper",
                    href=lesson_address.write(lesson, path="/lesson-sheet"),
                    target="_blank",
                    className="qs-button",
                ),
            ],
            className="qs-row",
        ),
        html.P(
            [
                "The link of the lesson holds all of it, in ",
                f"{len(link):,}".replace(",", " "),
                " characters. Copy ",
                html.A("the address of the lesson", href=link),
                " and give it to students.",
            ]
        ),
    ]


def about_variants(lesson: Lesson) -> str:
    """Which variants a link to the lesson has."""
    return f"{variants(lesson, lesson_link.DRAWS)} {OTHERS if lesson.varies else ''}".strip()


def step_words(case: Case, step: Step) -> list:
    """A step with its answer, and what is said of each wrong one."""
    parts: list = [html.B(f"{TITLES[step.kind]}. "), thin_spaces(filled(case, step.text))]
    if step.question is not None:
        parts.append(html.Ul([html.Li(thin_spaces(text)) for text in answers(case, step.question)]))
    return parts
