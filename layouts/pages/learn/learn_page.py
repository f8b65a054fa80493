"""Learn: the lessons, the ways to try something oneself, and the samples by what each shows."""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, html, no_update

from layouts import ids
from layouts.frame import samples, shell
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.frame.icons import icon
from layouts.state import lesson_progress
from layouts.topics import all_pages, sections
from scheduler.lessons import shelf
from scheduler.lessons.lesson import Lesson
from scheduler.results import sources
from scheduler.wording import capital

LEADS = ("Lessons that ask before they show", "small examples of one thing each", "and pages to try it yourself")
TOUR = "Five stops on the Compare page: what its parts are for. It can be left at any time."
WAYS = (
    ("Type jobs by hand", "edit", "/by-hand", "Up to 50 jobs in a table; see at once what every policy makes of them."),
    ("For instructors", "select", "/teaching", "The path through the lessons; time, discussion and pitfalls of each."),
)
GLOSSARY = ("Glossary", "book", "/glossary", "What every term on the pages means, with its unit and its source.")
HERE = "/learn"


def depends_on() -> tuple:
    """What the page is made of but the program: the samples and the lessons."""
    return samples.versions(), shelf.version(), *(section.module().depends_on() for section in sections())


def layout() -> html.Div:
    """The ways, the lessons, then the shelf of samples."""
    return shell.titled(
        "Learn",
        lead(),
        lessons(),
        *(section.module().layout() for section in sections()),
        html.Nav(
            [shell.tour_button("qs-door", html.Span(TOUR)), *(way(*one) for one in ways())],
            className="qs-doors",
            **{"aria-label": "Ways to learn"},
        ),
        html.Section(
            [
                html.P(
                    "Open finished shows the sample in Compare under the policies that it is made for.",
                    className="qs-soft",
                ),
                *samples.shelf(sources.samples()),
            ],
            className="qs-card",
            id="samples",
        ),
    )


def lead() -> str:
    """What is on the page, in a sentence."""
    return f"{capital(', '.join([*(section.lead for section in sections()), *LEADS]))}."


def ways() -> list[tuple[str, str, str, str]]:
    """(title, icon, address, text) of each page to try something on, those of topics before the glossary."""
    pages = [page for page in all_pages().values() if page.under == HERE and page.text]
    return [*WAYS, *((page.title, page.icon, page.path, page.text) for page in pages), GLOSSARY]


def way(title: str, picture: str, href: str, text: str) -> dmc.Anchor:
    """A page to try something on."""
    return dmc.Anchor(
        [icon(picture), html.B(title), html.Span(text)], href=href, underline="never", className="qs-door"
    )


def lessons() -> html.Section:
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
                        html.Span(lesson_progress.state(None, lesson), id=ids.lesson_state(lesson.key)),
                    ],
                    className="qs-lesson-state",
                ),
            ],
            href=f"/lesson?lesson={lesson.key}&version={lesson.version}",
            underline="never",
        )
    )


def register(app: Dash, services: Services) -> Any:
    """The sections of topics, and how far one has come with the lessons; the shelf of samples is the frame's."""
    for section in sections():
        section.module().register(app, services)

    @app.callback(
        Output(ids.lesson_state(ALL), "children"),
        Input(ids.LESSON_PROGRESS, "data"),
        State(ids.lesson_state(ALL), "id"),
    )
    def states(kept: Any, names: Any) -> list:
        records, lessons_by_key = lesson_progress.read(kept), shelf.all_lessons()
        return [
            lesson_progress.state(records.get(name["key"]), lessons_by_key[name["key"]])
            if isinstance(name.get("key"), str) and name["key"] in lessons_by_key
            else no_update
            for name in names
        ]
