"""The texts of a lesson with their numbers filled in."""

from __future__ import annotations

import re

from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Value
from scheduler.topics.lessons.quantities import amount, holds, members, text_of
from scheduler.topics.lessons.reading import CLAUSE, PLACE

AT_THE_BEGINNING = re.compile(r"((?:^|[.?!] ))j(?=obs? \d)")  # of a sentence


def filled(case: Case, text: str) -> str:
    """A text with its {names} as numbers of the case, and of its {claims: clauses} those that hold."""
    if case.lesson.claims:
        text = " ".join(CLAUSE.sub(lambda match: clause_of(case, match), text).split())
    return AT_THE_BEGINNING.sub(r"\1J", PLACE.sub(lambda name: _in_words(case, case.lesson.values[name[1]]), text))


def clause_of(case: Case, match: re.Match) -> str:
    """The words of a clause where its claim holds, else nothing."""
    return match[2].strip() if all(holds(case, condition) for condition in case.lesson.claims[match[1]]) else ""


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
