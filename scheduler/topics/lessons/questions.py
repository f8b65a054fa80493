"""What a question asks of a case: the right answer, the wrong answers, and what is said to one that was given.

Answers are what a browser sends: a text of the options (choice, compare), a number in the unit that answers count in, a
list of job numbers (jobs, order), or {number of a job: start} (draw).  They are checked here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from scheduler.durations import number as plain
from scheduler.errors import InputError
from scheduler.topics.lessons import drawn_schedule
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import COMPARED, Mistake, Question
from scheduler.topics.lessons.quantities import amount, compared, counted, members, unit_of
from scheduler.topics.lessons.texts import filled

NONE = "none of them"
LARGEST = 1e12


class Option(NamedTuple):
    """An answer to choose."""

    key: str
    text: str


class Verdict(NamedTuple):
    """What is said of an answer."""

    right: bool
    reply: str  # the answer in words
    truth: str  # the right one in words; empty where it is not told yet
    says: str  # to a wrong answer: the misconception behind it; empty where it is not known


def truth(case: Case, question: Question, rule: str = "") -> Any:
    """The right answer; rule: what a wrong rule makes of it."""
    if question.ask == "compare":
        assert question.value is not None and question.right is not None
        return compared(amount(case, question.value), amount(case, question.right))
    if question.ask in ("choice", "number"):
        assert question.value is not None
        return counted(case.lesson, question.value, amount(case, question.value, rule))
    if question.ask == "jobs":
        assert question.group is not None
        return [job for job in members(case, question.group, rule) if job in among(case, question)]
    run = case.run(rule or question.rule)
    if question.ask == "draw":
        return drawn_schedule.answer(case, run)
    chosen = among(case, question)
    return sorted(chosen, key=lambda job: (run.start[case.row_of[job]], chosen.index(job)))


def among(case: Case, question: Question) -> list[int]:
    """The numbers of the jobs that a question is about, in the order of submission."""
    return [job for job in case.numbers if not question.among or job in question.among]


def wrong_answers(case: Case, question: Question) -> list[tuple[Any, Mistake]]:
    """What each mistake makes of the question, without those that happen to be right."""
    right = truth(case, question)
    answers = [(_mistaken(case, question, mistake), mistake) for mistake in question.mistakes]
    return [(answer, mistake) for answer, mistake in answers if not same(case, question, answer, right)]


def _mistaken(case: Case, question: Question, mistake: Mistake) -> Any:
    if mistake.value is None:
        return truth(case, question, mistake.rule)
    return counted(case.lesson, mistake.value, amount(case, mistake.value))


def same(case: Case, question: Question, first: Any, second: Any) -> bool:
    """Whether two answers count as one."""
    if question.ask == "number":
        return abs(first - second) <= question.tolerance + 1e-9
    if question.ask == "order":
        run = case.run(question.rule)
        return [run.start[case.row_of[job]] for job in first] == [run.start[case.row_of[job]] for job in second]
    return bool(first == second)


def tells_apart(case: Case, question: Question) -> bool:
    """Whether every mistake of the question gives a wrong answer in this case, and no two options are the same."""
    if question.ask == "compare":
        return True
    return len(wrong_answers(case, question)) == len(question.mistakes)


def options(case: Case, question: Question) -> list[Option]:
    """The answers to choose from: of a comparison three, of a choice the right one and the wrong ones, shuffled."""
    if question.ask == "compare":
        return [Option(key, filled(case, question.options[key])) for key in COMPARED]
    if question.ask != "choice":
        return []
    assert question.value is not None
    texts = {
        text_of_answer(case, question, answer)
        for answer in [truth(case, question), *(answer for answer, _ in wrong_answers(case, question))]
    }
    salt = f"{case.lesson.key} {case.seed}"
    return [
        Option(text, text)
        for text in sorted(texts, key=lambda text: hashlib.sha256(f"{salt} {text}".encode()).hexdigest())
    ]


def any_answer(case: Case, question: Question) -> Any:
    """An answer that this question takes, found without working out the right one where that is possible."""
    if question.ask in ("choice", "compare"):
        return options(case, question)[0].key
    if question.ask == "draw":
        return {str(job): 0 for job in case.numbers}
    return {"number": 0, "jobs": [], "order": among(case, question)}[question.ask]


def judge(case: Case, question: Question, answer: Any) -> Verdict:
    """What is said of an answer; raises InputError, one sentence, for what is no answer to this question."""
    if question.ask == "draw":
        starts = drawn_schedule.checked(case, answer)
        message = drawn_schedule.first_wrong(case, case.run(question.rule), starts)
        return Verdict(not message, "the schedule you drew", "", message)
    reply, right = checked(case, question, answer), truth(case, question)
    if question.ask == "choice":
        is_right = reply == text_of_answer(case, question, right)
    else:
        is_right = same(case, question, reply, right)
    return Verdict(
        is_right,
        text_of_answer(case, question, reply),
        text_of_answer(case, question, right),
        "" if is_right else _says(case, question, reply),
    )


def _says(case: Case, question: Question, reply: Any) -> str:
    """The misconception behind a wrong answer; empty where it is none of those expected."""
    if question.ask == "compare":
        return filled(case, question.says.get(reply, ""))
    for answer, mistake in wrong_answers(case, question):
        expected = text_of_answer(case, question, answer) if question.ask == "choice" else answer
        if reply == expected if question.ask == "choice" else same(case, question, reply, answer):
            return filled(case, mistake.says)
    return ""


def checked(case: Case, question: Question, answer: Any) -> Any:
    """An answer in its proper form; raises InputError for anything else."""
    if question.ask in ("choice", "compare"):
        if answer not in [option.key for option in options(case, question)]:
            raise InputError("No answer is chosen; choose one of those offered.")
        return answer
    if question.ask == "number":
        return _number(case, question, answer)
    chosen = among(case, question)
    if (
        not isinstance(answer, list)
        or len(answer) > len(chosen)
        or any(isinstance(job, bool) or not isinstance(job, int) or job not in chosen for job in answer)
        or len(set(answer)) != len(answer)
    ):
        raise InputError("The answer names jobs that are not among those asked about; choose some of these.")
    if question.ask == "order" and len(answer) != len(chosen):
        raise InputError(f"The order has {len(answer)} of {len(chosen)} jobs; put all of them in order.")
    return answer if question.ask == "order" else sorted(answer)


def _number(case: Case, question: Question, answer: Any) -> float:
    """A number of an answer."""
    assert question.value is not None
    unit = unit_of(case.lesson, question.value)
    if isinstance(answer, bool) or not isinstance(answer, int | float) or not abs(answer) <= LARGEST:
        raise InputError(f"The answer is {str(answer)[:24]!r}; wanted: a number{f' of {unit}' if unit else ''}.")
    return float(answer)


def text_of_answer(case: Case, question: Question, answer: Any) -> str:
    """An answer in words."""
    if question.ask == "compare":
        return filled(case, question.options[answer])
    if isinstance(answer, str):
        return answer
    if question.ask in ("choice", "number"):
        assert question.value is not None
        return f"{plain(answer)} {unit_of(case.lesson, question.value)}".strip()
    return jobstext_of_answer(answer, ", then " if question.ask == "order" else ", ")


def jobstext_of_answer(jobs: Sequence[int], between: str = ", ") -> str:
    """job 4; jobs 4, 5; none of them."""
    if not len(jobs):
        return NONE
    return f"job{'s' * (len(jobs) > 1)} {between.join(map(str, np.asarray(jobs).tolist()))}"
