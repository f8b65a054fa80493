"""The sentences of the texts of a lesson, and which of them claim something that no condition is behind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scheduler.topics.lessons.lesson import Lesson
from scheduler.topics.lessons.reading import CLAUSE, texts_of

NUMBERS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|half|twice|several|few|many|most|much|little"
)
ALWAYS = "never|always|ever|hardly|nearly|almost|all|no|none|no longer|again and again|every|each|nobody|everybody|both"
COMPARED = (
    r"as \w+ as|same|longer|shorter|later|earlier|sooner|less|more|fewer|larger|smaller|higher|lower|better|worse|"
    "longest|shortest|largest|smallest|best|worst|least|earliest|early|late"
)
TOLD = "falls?|rises?|grows?|gains?|loses?|pays?|busy|idle|free|fits?|alone|at once"
CLAIM = re.compile(rf"\b(?:{NUMBERS}|{ALWAYS}|{COMPARED}|{TOLD}|\d+)\b|\bjobs? \d", re.IGNORECASE)
JOB = re.compile(r"\bjobs? \d", re.IGNORECASE)
ENDS = re.compile(r"(?<=[.?!]) ")
TERM = re.compile(
    r"shortest job first|smallest area first|longest wait|worst stretch|\{\w+\}|how (?:many|much|long)|(?:users?|nodes?|aging|partition|qos) \d",
    re.IGNORECASE,
)  # no claims
ASKS = ("Begin ", "Change ", "Draw ", "Find ", "Follow ", "Look ", "Make ", "Press ", "Step ")
BELIEF = ("You expect ", "You planned ", "You started ", "You let ")  # what a student thinks is no claim


def sentences(lesson: Lesson) -> Iterator[str]:
    """What stands outside of clauses in goal, stems, hints, feedback and reveals; questions and options are no claims."""
    yield from ENDS.split(lesson.goal)
    for step in lesson.steps:
        options = step.question.options.values() if step.question else ()
        for text in texts_of(step):
            if text not in options:
                yield from (part for part in ENDS.split(" ".join(CLAUSE.sub("", text).split())) if part)


def unbound(lesson: Lesson) -> list[str]:
    """The statements that claim something, by their words, and stand in no clause."""
    return [one for one in sentences(lesson) if CLAIM.search(TERM.sub("", one)) and not _is_no_claim(one)]


def _is_no_claim(sentence: str) -> bool:
    """Questions, what a student believes or is to do, and computed values alone: Job 2 starts at {start}."""
    plain = not CLAIM.search(JOB.sub("", TERM.sub("", sentence)))
    is_value = plain and ("{" in sentence or sentence.startswith(ASKS))
    return is_value or sentence.endswith("?") or sentence.startswith(BELIEF)
