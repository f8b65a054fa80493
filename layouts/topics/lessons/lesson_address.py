"""The address of a lesson: ?lesson=convoy&version=1&seed=3&step=2, read with suspicion.  Steps count from 1.

Without a version it is the present one.  A lesson that came in a link stays in it: ?file=... in place of its key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode

from scheduler.errors import InputError
from scheduler.topics.lessons import lesson_link
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Lesson
from scheduler.topics.lessons.shelf import lesson_of
from scheduler.topics.lessons.variants import MOST_SEED, case_of, seed_of_student

PATH = "/lesson"
LONGEST = lesson_link.LONGEST + 2_000  # characters that are read
LONGEST_NAME = 60  # of a student


class Place(NamedTuple):
    """Where one is: the variant of a lesson, and the step."""

    case: Case
    step: int  # from 1


def read(search: str | None) -> Place:
    """The place of an address; raises InputError, one sentence, where there is no such lesson or variant."""
    fields = {name: values[0] for name, values in parse_qs((search or "").lstrip("?")[:LONGEST]).items()}
    lesson = _lesson(fields)
    seed = (
        seed_of_student(lesson, fields["student"][:LONGEST_NAME])
        if fields.get("student", "").strip()
        else _whole(fields.get("seed", "0"), "seed", MOST_SEED)
    )
    step = _whole(fields.get("step", "1"), "step", 99)
    case = lesson_link.case(lesson, seed) if lesson_link.is_linked(lesson) else case_of(lesson, seed)
    return Place(case, min(max(step, 1), len(lesson.steps)))


def _lesson(fields: Mapping[str, str]) -> Lesson:
    """The lesson that an address names, or holds."""
    if fields.get("file"):
        return lesson_link.unpack(fields["file"])
    if not fields.get("lesson"):
        raise InputError("The address names no lesson; choose one on the page Learn.")
    version = _whole(fields["version"], "version", 9_999) if "version" in fields else None
    return lesson_of(fields["lesson"], version)


def _whole(text: str, name: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 7 and int(text) <= most):
        raise InputError(f"The {name} of the address is {text[:24]!r}; wanted: a whole number from 0 to {most:,}.")
    return int(text)


def write(lesson: Lesson, seed: int = 0, step: int = 1, path: str = PATH) -> str:
    """The address of a step; read() gives the same place back."""
    named = (
        {"file": lesson_link.pack(lesson.source)}
        if lesson_link.is_linked(lesson)
        else {"lesson": lesson.key, "version": str(lesson.version)}
    )
    fields = {**named, "seed": str(seed or ""), "step": str(step if step > 1 else "")}
    fields = {name: value for name, value in fields.items() if value}
    return f"{path}?{urlencode(fields)}"
