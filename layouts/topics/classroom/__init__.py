"""A class: where students join a room and answer (`page`), where a teacher runs it (`teacher_page`), their `routes`.

What is kept is in `scheduler.topics.classroom`, without which this folder cannot be used; the scripts are in
layouts/frontend/classroom.

May import `scheduler`, `layouts.server`, `layouts.frame`, `layouts.words`, `layouts.topics`, `layouts.topics.lessons`,
and what these may.  Others use TOPIC.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from layouts.topics import Page, Topic


def _page() -> ModuleType:
    from layouts.topics.classroom import classroom_page

    return classroom_page


def _teacher_page() -> ModuleType:
    from layouts.topics.classroom import teacher_page

    return teacher_page


def _routes() -> ModuleType:
    from layouts.topics.classroom import routes

    return routes


def _rooms(home: Path, limits: Any) -> Any:
    from scheduler.topics.classroom.rooms import Rooms

    return Rooms(home, limits)


TOPIC = Topic(
    "classroom",
    (
        Page(
            path="/class",
            title="Join a class",
            text="Answer the questions of a lesson together with others. A code is enough, no account.",
            icon="present",
            under="/learn",
            module=_page,
        ),
        Page(
            path="/class/teacher",
            title="Teach a class",
            under="/learn",
            module=_teacher_page,
            from_pages={"/teaching": "Open a room"},
        ),
    ),
    (Path(__file__).with_name("classroom.css"),),
    service=_rooms,
    routes=_routes,
    codes=("/class/",),
    needs=("lessons",),
)
