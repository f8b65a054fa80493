"""For instructors: the order of the lessons, what builds on what, and of each its goal, time, discussion, pitfalls.

All of it is data of the lessons' files, so that a lesson of one's own stands here with the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import dash_mantine_components as dmc
from dash import Dash, html

from layouts.frame import shell
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.topics import Page, all_pages
from scheduler.topics.lessons import shelf
from scheduler.topics.lessons.lesson import Lesson

PATH = "/teaching"
LEAD = (
    "The lessons in an order that works, each with what it builds on, how long it takes, what to discuss, and "
    "where students go wrong."
)


def depends_on() -> tuple:
    """The page is made of the lessons."""
    return (shelf.version(),)


def layout() -> html.Div:
    """The path as a table, then each lesson."""
    all_of_them = shelf.shelf()
    lessons = all_of_them.lessons
    return shell.titled(
        "For instructors",
        LEAD,
        html.Div(
            [
                html.Div(
                    [
                        *(
                            dmc.Anchor(
                                page.title, href=page.path, underline="never", className="qs-button qs-button-main"
                            )
                            for page in from_lesson()
                        ),
                        dmc.Anchor(
                            "A lesson of your own", href="/own-lesson", underline="never", className="qs-button"
                        ),
                        dmc.Anchor("All lessons", href="/learn", underline="never", className="qs-button"),
                    ],
                    className="qs-row",
                ),
                html.Section(
                    [
                        html.H2("The path"),
                        html.Div(
                            path(lessons),
                            className="qs-instructor-path",
                            tabIndex="0",
                            role="region",
                            **{"aria-label": "The path"},
                        ),
                        html.P(total(lessons)),
                    ],
                    className="qs-card",
                ),
                *(article(lessons, lesson) for lesson in lessons.values()),
                *(sentence(problem, "warning") for problem in all_of_them.problems),
            ],
            className="qs-instructors",
        ),
    )


def register(app: Dash, services: Services) -> None:
    """Nothing on this page reacts."""


def path(lessons: Mapping[str, Lesson]) -> html.Table:
    """One row a lesson: what it builds on, what builds on it, and its times."""
    head = html.Tr(
        [
            html.Th(text, scope="col")
            for text in ("", "Lesson", "Builds on", "Leads to", "Alone", "In a class", "Questions")
        ]
    )
    rows = [
        html.Tr(
            [
                html.Td(str(number)),
                html.Th(html.A(lesson.title, href=f"#{lesson.key}"), scope="row"),
                html.Td(titles(lessons, lesson.builds_on)),
                html.Td(titles(lessons, after(lessons, lesson))),
                html.Td(f"{lesson.minutes} min"),
                html.Td(in_class(lesson)),
                html.Td(str(questions(lesson))),
            ]
        )
        for number, lesson in enumerate(lessons.values(), 1)
    ]
    return html.Table(
        [
            html.Caption("The lessons in the recommended order", className="qs-unseen"),
            html.Thead(head),
            html.Tbody(rows),
        ],
        className="qs-table",
    )


def after(lessons: Mapping[str, Lesson], lesson: Lesson) -> tuple[str, ...]:
    """The keys of those that build on it."""
    return tuple(key for key, one in lessons.items() if lesson.key in one.builds_on)


def titles(lessons: Mapping[str, Lesson], keys: tuple[str, ...]) -> list:
    """Links to lessons of this page; what there is not is passed over."""
    links = [html.A(lessons[key].title, href=f"#{key}") for key in keys if key in lessons]
    return [part for link in links for part in (", ", link)][1:] or ["—"]


def in_class(lesson: Lesson) -> str:
    """How long it takes with votes and discussions."""
    return f"{lesson.class_minutes} min" if lesson.class_minutes else "—"


def questions(lesson: Lesson) -> int:
    """How many things are predicted."""
    return sum(step.question is not None for step in lesson.steps)


def total(lessons: Mapping[str, Lesson]) -> str:
    """How long all of them take."""
    alone = sum(one.minutes for one in lessons.values()) / 60
    together = sum(one.class_minutes for one in lessons.values()) / 60
    return (
        f"All {len(lessons)} lessons take about {alone:.1f} h alone, and {together:.1f} h in a class where two "
        "votes and a discussion go with each question."
    )


def article(lessons: Mapping[str, Lesson], lesson: Lesson) -> html.Article:
    """What to know before one teaches a lesson."""
    facts = [
        ("Goal", lesson.goal),
        ("Misconception", lesson.misconception),
        (
            "Time",
            f"{lesson.minutes} min alone"
            + (f", about {lesson.class_minutes} min in a class" if lesson.class_minutes else ""),
        ),
        ("Builds on", titles(lessons, lesson.builds_on)),
    ]
    return html.Article(
        [
            html.H2(lesson.title),
            html.Dl(
                [part for name, words in facts for part in (html.Dt(name), html.Dd(words))], className="qs-instructor"
            ),
            *notes("To discuss", lesson.discussion),
            *notes("Pitfalls", lesson.pitfalls),
            html.Div(ways(lesson), className="qs-row"),
        ],
        className="qs-card",
        id=lesson.key,
    )


def notes(title: str, texts: tuple[str, ...]) -> list:
    """A list with its heading; nothing where there is none."""
    return [html.H3(title), html.Ul([html.Li(text) for text in texts])] if texts else []


def ways(lesson: Lesson) -> list:
    """To take it, to print it, and to the pages of topics that begin with one."""
    of = urlencode({"lesson": lesson.key})
    links: list[Any] = [
        dmc.Anchor("Take the lesson", href=f"/lesson?{of}", underline="never", className="qs-button"),
        html.A("Sheet on paper", href=f"/lesson-sheet?{of}", target="_blank", className="qs-button"),
    ]
    if questions(lesson):
        links += [
            dmc.Anchor(page.from_pages[PATH], href=f"{page.path}?{of}", underline="never", className="qs-button")
            for page in from_lesson()
        ]
    return links


def from_lesson() -> list[Page]:
    """The pages of topics that a lesson with questions leads to; this page leads to them by their titles, too."""
    return [page for page in all_pages().values() if PATH in page.from_pages]
