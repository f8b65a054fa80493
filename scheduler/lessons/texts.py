"""The texts of a lesson with their numbers filled in, and sentences of the decision log in the unit of the lesson."""

from __future__ import annotations

import re

from scheduler.durations import number as plain
from scheduler.lessons.cases import Case
from scheduler.lessons.lesson import UNITS
from scheduler.lessons.quantities import amount, text_of
from scheduler.lessons.reading import PLACE

LENGTH = re.compile(
    r"(?<![\w.:])(?:(\d+) d )?(\d+):(\d\d):(\d\d)(?:\.\d+)?(?![\w:])"
    r"|(?<![\w.:])(\d+) (min|h|d) (\d\d) (s|min|h)\b|(?<![\w.:])(\d+(?:\.\d+)?) s\b"
)


def filled(case: Case, text: str) -> str:
    """A text with its {names} as numbers of the case."""
    lesson = case.lesson
    return PLACE.sub(lambda name: text_of(lesson, lesson.values[name[1]], amount(case, lesson.values[name[1]])), text)


def in_unit(text: str, unit: str) -> str:
    """Instants and lengths of a sentence in one unit: at 120 s, or at 1:05:00, as at 2 min, or at 65 min."""
    return LENGTH.sub(lambda match: _in_unit(match, unit), text)


def _in_unit(match: re.Match, unit: str) -> str:
    days, hours, minutes, seconds, whole, large, rest, small, plain_seconds = match.groups()
    if plain_seconds is not None:
        total = float(plain_seconds)
    elif whole is not None:
        total = int(whole) * UNITS[large] + int(rest) * UNITS[small]
    else:
        total = int(days or 0) * UNITS["d"] + int(hours) * UNITS["h"] + int(minutes) * UNITS["min"] + int(seconds)
    return f"{plain(round(total / UNITS[unit], 2))} {unit}"
