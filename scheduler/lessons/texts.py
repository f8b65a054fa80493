"""The texts of a lesson with their numbers filled in, and sentences of the decision log in the unit of the lesson."""

from __future__ import annotations

import re

from scheduler.durations import number as plain
from scheduler.lessons.cases import Case
from scheduler.lessons.lesson import UNITS, Value
from scheduler.lessons.quantities import amount, holds, members, text_of
from scheduler.lessons.reading import CLAUSE, PLACE

LENGTH = re.compile(
    r"(?<![\w.:])(?:(\d+) d )?(\d+):(\d\d):(\d\d)(?:\.\d+)?(?![\w:])"
    r"|(?<![\w.:])(\d+) (min|h|d) (\d\d) (s|min|h)\b|(?<![\w.:])(\d+(?:\.\d+)?) s\b"
)
AT_THE_BEGINNING = re.compile(r"((?:^|[.?!] ))j(?=obs? \d)")  # of a sentence


def filled(case: Case, text: str) -> str:
    """A text with its {names} as numbers of the case, and of its {claims: clauses} those that hold."""
    if case.lesson.claims:
        text = " ".join(CLAUSE.sub(lambda clause: clause_of(case, clause), text).split())
    return AT_THE_BEGINNING.sub(r"\1J", PLACE.sub(lambda name: _in_words(case, case.lesson.values[name[1]]), text))


def clause_of(case: Case, clause: re.Match) -> str:
    """The words of a clause where its claim holds, else nothing."""
    return clause[2].strip() if all(holds(case, condition) for condition in case.lesson.claims[clause[1]]) else ""


def _in_words(case: Case, value: Value) -> str:
    """A number with its unit, or jobs by their numbers: job 4; jobs 4, 5; jobs 3 to 7."""
    if value.of != "jobs" or value.group is None:
        return text_of(case.lesson, value, amount(case, value))
    jobs = members(case, value.group)
    if not jobs:
        return "no job"
    is_range = len(jobs) > 2 and jobs[-1] - jobs[0] == len(jobs) - 1
    numbers = f"{jobs[0]} to {jobs[-1]}" if is_range else ", ".join(map(str, jobs))
    return f"job{'s' * (len(jobs) > 1)} {numbers}"


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
