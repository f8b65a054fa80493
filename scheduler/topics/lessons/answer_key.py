"""What a teacher looks at before a lesson is given: right and wrong answers in words, and which variants there are."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler.errors import InputError
from scheduler.topics.lessons import questions
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Lesson, Question
from scheduler.topics.lessons.texts import filled
from scheduler.topics.lessons.variants import DRAWS, case_of

TRIED = 5  # variants that are looked for


def work_out(case: Case) -> None:
    """Simulate what the questions of a case rest on, so that nobody who answers them waits for it."""
    for step in case.lesson.steps:
        if step.question is not None:
            list(answers(case, step.question))


def answers(case: Case, question: Question) -> Iterator[str]:
    """The right answer, then the wrong ones with what is said of each."""
    right = questions.truth(case, question)
    if question.ask == "draw":
        yield "Right: " + ", ".join(f"job {job} at {start:g} {case.lesson.unit}" for job, start in right.items())
        return
    yield f"Right: {questions.text_of_answer(case, question, right)}"
    if question.ask == "compare":
        for key, says in question.says.items():
            if key != right:
                yield f"Wrong: {filled(case, question.options[key])}. {filled(case, says)}"
    for answer, mistake in questions.wrong_answers(case, question):
        yield f"Wrong: {questions.text_of_answer(case, question, answer)}. {filled(case, mistake.says)}"


def variants(lesson: Lesson, draws: int = DRAWS) -> str:
    """How many of the first variants show the phenomenon; draws: for one variant, at most."""
    if not lesson.varies:
        return "The lesson has no variants: it names no jitter."
    count = sum(_shows(lesson, seed, draws) for seed in range(1, TRIED + 1))
    rest = "" if count == TRIED else "; for the others no draw does, and their links say so"
    return f"{count} of the variants 1 to {TRIED} show the phenomenon{rest}."


def _shows(lesson: Lesson, seed: int, draws: int) -> bool:
    try:
        case_of(lesson, seed, draws)
    except InputError:
        return False
    return True
