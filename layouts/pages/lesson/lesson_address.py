"""The address of a lesson: ?lesson=convoy&seed=3&step=2, read with suspicion.  Steps count from 1."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import parse_qs, urlencode

from scheduler.errors import InputError
from scheduler.lessons.cases import Case
from scheduler.lessons.lesson import Lesson
from scheduler.lessons.shelf import all_lessons
from scheduler.lessons.variants import MOST_SEED, case_of, seed_of_student
from scheduler.registry import find

PATH = "/lesson"
LONGEST = 2_000         # characters that are read
LONGEST_NAME = 60       # of a student


class Place(NamedTuple):
    """Where one is: the variant of a lesson, and the step."""

    case: Case
    step: int           # from 1


def read(search: str | None) -> Place:
    """The place of an address; raises InputError, one sentence, where there is no such lesson or variant."""
    fields = {name: values[0] for name, values in parse_qs((search or "").lstrip("?")[:LONGEST]).items()}
    if not fields.get("lesson"):
        raise InputError("The address names no lesson; choose one on the page Learn.")
    lesson = find(all_lessons(), fields["lesson"], "lesson")
    seed = seed_of_student(lesson, fields["student"][:LONGEST_NAME]) if fields.get("student", "").strip() else \
        _whole(fields.get("seed", "0"), "seed", MOST_SEED)
    step = _whole(fields.get("step", "1"), "step", 99)
    return Place(case_of(lesson, seed), min(max(step, 1), len(lesson.steps)))


def _whole(text: str, name: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 7 and int(text) <= most):
        raise InputError(f"The {name} of the address is {text[:24]!r}; wanted: a whole number from 0 to {most:,}.")
    return int(text)


def write(lesson: Lesson, seed: int = 0, step: int = 1, path: str = PATH) -> str:
    """The address of a step; read() gives the same place back."""
    fields = {"lesson": lesson.key, "seed": str(seed or ""), "step": str(step if step > 1 else "")}
    fields = {name: value for name, value in fields.items() if value}
    return f"{path}?{urlencode(fields)}"
