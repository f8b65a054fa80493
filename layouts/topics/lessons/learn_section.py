"""The lessons on Learn, in their order, and how far one has come with each."""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, html, no_update

from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.topics.lessons import lesson_ids, lesson_progress
from scheduler.topics.lessons import shelf
from scheduler.topics.lessons.lesson import Lesson


def depends_on() -> tuple:
    """It is made of the lessons."""
    return (shelf.version(),)


def layout() -> html.Section:
    """The lessons in their order, each with its goal and how far one has come."""
    lesson_shelf = shelf.shelf()
    return html.Section(
        [
            html.H2("Lessons"),
            html.P(
                "Each asks what will happen before it shows it: a few jobs, five to ten minutes. "
                "How far you have come is kept in this browser.",
                className="qs-soft",
            ),
            html.Ol([entry(lesson) for lesson in lesson_shelf.lessons.values()], className="qs-lessons"),
            *(sentence(problem, "warning") for problem in lesson_shelf.problems),
        ],
        className="qs-card",
        id="lessons",
    )


def entry(lesson: Lesson) -> html.Li:
    """A lesson, its goal, and its state."""
    return html.Li(
        dmc.Anchor(
            [
                html.B(lesson.title),
                html.Span(lesson.goal),
                html.Span(
                    [
                        f"about {lesson.minutes} min · ",
                        html.Span(lesson_progress.state(None, lesson), id=lesson_ids.state(lesson.key)),
                    ],
                    className="qs-lesson-state",
                ),
            ],
            href=f"/lesson?lesson={lesson.key}&version={lesson.version}",
            underline="never",
        )
    )


def register(app: Dash, services: Services) -> None:
    """How far one has come with the lessons."""

    @app.callback(
        Output(lesson_ids.state(ALL), "children"),
        Input(lesson_ids.PROGRESS, "data"),
        State(lesson_ids.state(ALL), "id"),
    )
    def states(kept: Any, names: Any) -> list:
        records, lessons_by_key = lesson_progress.read(kept), shelf.all_lessons()
        return [
            lesson_progress.state(records.get(name["key"]), lessons_by_key[name["key"]])
            if isinstance(name.get("key"), str) and name["key"] in lessons_by_key
            else no_update
            for name in names
        ]
