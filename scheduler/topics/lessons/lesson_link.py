"""A whole lesson in a link: the text of its file, compressed, and checked as any file when it is read.

Its key follows from its content, so the same link is the same lesson in every browser.  A link comes from anywhere: it
is read up to a size, holds its jobs (a sample could be a large one), and gets fewer tries to find a variant.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib
from functools import lru_cache

from scheduler.errors import FormatError, InputError
from scheduler.topics.lessons import goal_attempt, questions
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import DIGITS, Lesson, Mistake, Question, Step
from scheduler.topics.lessons.quantities import amount, holds
from scheduler.topics.lessons.reading import MOST_BYTES, read, texts_of
from scheduler.topics.lessons.texts import filled
from scheduler.topics.lessons.variants import case_of

LONGEST = 6_000  # characters of a packed lesson: addresses of servers and proxies end at 8,000
PREFIX = "link_"  # of the key of such a lesson
DRAWS = 40  # for one variant, at most
KEPT = 50  # lessons that a process keeps read


def pack(text: str) -> str:
    """The text of a lesson's file for a link; raises InputError where it is too long for one."""
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(packed) > LONGEST:
        raise InputError(
            f"The lesson takes {len(packed):,} characters in a link; wanted: at most {LONGEST:,}. Shorten "
            "its texts, or put the file into the folder of lessons."
        )
    return packed


def unpack(packed: str) -> Lesson:
    """The lesson of a link; raises InputError, FormatError."""
    return _read(packed)


@lru_cache(KEPT)
def _read(packed: str) -> Lesson:
    wrong = "The lesson in this link does not read; copy the whole link once more."
    try:
        content = zlib.decompressobj()
        text = content.decompress(
            base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True), MOST_BYTES + 1
        )
        if len(packed) > LONGEST or len(text) > MOST_BYTES or not content.eof:
            raise InputError(wrong)
        text.decode("utf-8")
    except (ValueError, binascii.Error, zlib.error) as error:
        raise InputError(wrong) from error
    return of_text(text)


def of_text(text: bytes) -> Lesson:
    """The lesson of a text; raises FormatError where it is none, or has no jobs of its own."""
    key = PREFIX + hashlib.sha256(text).hexdigest()[:DIGITS]
    lesson = read(text, key, is_file=False)
    if lesson.sample:
        raise FormatError("A lesson in a link has its jobs in its file; this one names a sample.")
    return lesson


def is_linked(lesson: Lesson) -> bool:
    """Whether a lesson came in a link."""
    return lesson.key.startswith(PREFIX)


def case(lesson: Lesson, seed: int) -> Case:
    """The variant of a seed."""
    return case_of(lesson, seed, DRAWS)


def check(lesson: Lesson) -> list[str]:
    """What a lesson falls short of in itself: a phenomenon that its jobs do not show, a mistake that is right, a goal
    that is met at first or not by its solution.

    Works out every number and answer, so it raises InputError where one cannot be had.
    """
    one = case(lesson, 0)
    problems = [
        f"Condition {number} of the phenomenon does not hold for the jobs as written."
        for number, condition in enumerate(lesson.phenomenon, 1)
        if not holds(one, condition)
    ]
    for number, step in enumerate(lesson.steps, 1):
        for text in texts_of(step):
            filled(one, text)
        if step.at is not None:
            amount(one, step.at)
        if step.question is not None:
            questions.text_of_answer(
                one, step.question, questions.truth(one, step.question)
            ) if step.question.ask != "draw" else questions.truth(one, step.question)
            problems += [f"Step {number}: {problem}" for problem in _alike(one, step.question)]
        if step.kind == "try" and (problem := _untried(one, step)):
            problems.append(f"Step {number}: {problem}")
    return problems


def _alike(case: Case, question: Question) -> list[str]:
    """Mistakes that give the right answer, or, of a choice, the answer of a mistake before."""
    if question.ask == "compare":
        return []
    wrong = questions.wrong_answers(case, question)
    within = f", or one within the tolerance of {question.tolerance:g}" if question.tolerance else ""
    problems = [
        f"the mistake {_name(one)} gives the right answer{within}. Choose a rule with another answer, or another "
        "question."
        for one in question.mistakes
        if all(one is not other for _, other in wrong)
    ]
    if question.ask == "choice":
        texts = [questions.text_of_answer(case, question, answer) for answer, _ in wrong]
        problems += [
            f"the mistakes {_name(wrong[texts.index(text)][1])} and {_name(one)} give the same answer, {text}, so "
            "that only the first is explained. Choose rules whose answers differ."
            for row, (text, (_, one)) in enumerate(zip(texts, wrong, strict=True))
            if texts.index(text) < row
        ]
    return problems


def _name(mistake: Mistake) -> str:
    """The rule of a mistake, else the quantity that it takes for the one asked for."""
    return mistake.rule or (mistake.value.of if mistake.value is not None else "")


def _untried(case: Case, step: Step) -> str:
    """What is wrong with a step to try; empty where its solution meets the goal, which is not met before."""
    if goal_attempt.result(case, step, {}).reached:
        return "the goal is met before anything is changed."
    if not step.solution:
        return (
            "there is no solution, so nobody has checked that the goal can be met; add one, such as "
            f'solution = [[{case.numbers[0]}, "{step.change[0]}", 20]].'
        )
    try:
        result = goal_attempt.result(case, step, goal_attempt.solution(case, step))
    except InputError as error:
        return f"the solution cannot be. {error}"
    return "" if result.reached else f"the solution does not meet the goal. {' '.join(result.sentences)}"
