"""Lessons: one step at a time, a prediction before every answer; sheets on paper, and what teachers need to know.

What is asked and judged is in `scheduler.topics.lessons`, without which this folder cannot be used; the scripts are in
layouts/frontend/lessons.

May import `scheduler`, `layouts.server`, `layouts.frame`, `layouts.words`, `layouts.topics`, `layouts.state`,
`layouts.drawing`, `layouts.ids`, `layouts.theme`, and what these may.  Others use TOPIC, `lesson_parts.charts`,
`lesson_parts.feedback`, `question_fields.field` and `lesson_ids`.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from layouts.topics import Option, Page, Section, Topic
from layouts.topics.lessons import lesson_ids


def _section() -> ModuleType:
    from layouts.topics.lessons import learn_section

    return learn_section


def _lesson() -> ModuleType:
    from layouts.topics.lessons import lesson_page

    return lesson_page


def _instructors() -> ModuleType:
    from layouts.topics.lessons import instructor_page

    return instructor_page


def _own_lesson() -> ModuleType:
    from layouts.topics.lessons import own_lesson

    return own_lesson


def _sheet() -> ModuleType:
    from layouts.topics.lessons import lesson_sheet

    return lesson_sheet


def _teacher_key(secret: bytes) -> str:
    from layouts.topics.lessons.lesson_sheet import teacher_key

    return teacher_key(secret)


TOPIC = Topic(
    "lessons",
    (
        Page(path="/lesson", title="", under="/learn", module=_lesson),
        Page(
            path="/teaching",
            title="For instructors",
            text="The path through the lessons; time, discussion and pitfalls of each.",
            icon="select",
            under="/learn",
            module=_instructors,
        ),
        Page(path="/own-lesson", title="A lesson of your own", under="/learn", module=_own_lesson),
    ),
    (Path(__file__).with_name("lessons.css"),),
    routes=_sheet,
    stores=(lesson_ids.PROGRESS,),
    options=(Option("--teacher-key", "print the key of the answers of lessons, and end", _teacher_key),),
    section=Section("Lessons", "lessons that ask before they show", _section),
)
