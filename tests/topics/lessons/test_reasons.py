"""What is said to a wrong answer: the decision about a job, the first place of an order, and how a number is computed."""

from __future__ import annotations

from typing import Any

import pytest

from layouts.topics.lessons import body, lesson_address
from layouts.topics.lessons.lesson_progress import Record
from scheduler.registry import has_topic
from scheduler.topics.lessons import questions
from scheduler.topics.lessons.reasons import reasons
from scheduler.topics.lessons.shelf import all_lessons
from scheduler.topics.lessons.variants import case_of
from tests.pages.test_pages import texts

pytestmark = pytest.mark.core


def told(key: str, number: int, answer: Any) -> list[str]:
    """The reasons at a step, from 1."""
    lesson = all_lessons()[key]
    question = lesson.steps[number - 1].question
    assert question is not None
    return reasons(case_of(lesson, 0), question, answer)


def test_a_job_that_does_not_start_is_told_why():
    assert told("reservation", 2, [3, 4, 5]) == [
        "Job 3 needs 4 processors, and at 6 h only 3 are free. It is promised 8 h, when job 1 is due to end.",
        "By its requested time job 5 would run until 10 h and delay job 3, which is promised 8 h.",
    ]
    assert told("reservation", 2, []) == [
        "Job 4 is backfilled ahead of job 3: it needs 2 processors and 3 were free, and by its requested time it is "
        "over at 7 h, not after the reservation at 8 h."
    ]


def test_an_order_is_told_its_first_wrong_place():
    # at 8 min jobs 2 (4), 3 (2), 4 (1) and 5 (5) wait
    assert told("order_matters", 2, [1, 2, 3, 4, 5]) == [
        "After job 1 job 4 starts, at 8 min, and not job 2.",
        "Of the jobs that wait then, job 4 asks for the least time: 1 min; job 2: 4 min.",
    ]
    assert told("order_matters", 2, [4, 1, 3, 2, 5])[-1] == "Job 4 is not submitted before 3 min."


def test_a_number_is_told_how_it_is_computed():
    assert told("order_matters", 5, 4.0) == [
        "The waits of jobs 1 to 5 add up to 33 min (0 + 10 + 7 + 5 + 11); divided by 5: 6.6 min."
    ]
    assert (
        told("reservation", 4, "6 h")[0]
        == "By its requested time job 5 would run until 10 h and delay job 3, which is promised 8 h."
    )


@pytest.mark.skipif(not has_topic("slurm"), reason="the lesson is about Slurm")
def test_a_share_is_told_how_it_is_computed():
    assert told("slurm_urgent_jobs", 5, "same")[0].endswith("305 / (2 * 195) = 78.21 %.")


def wrong_replies(case: Any, question: Any) -> list[Any]:
    """One wrong answer of every kind of question but drawings and moldable tasks."""
    right = questions.truth(case, question)
    if question.ask in ("choice", "compare"):
        options = [option.key for option in questions.options(case, question)]
        return [key for key in options if not questions.judge(case, question, key).right]
    if question.ask == "number":
        return [-1.0]
    if question.ask == "order":
        return [right[::-1]]
    return [[job] for job in questions.among(case, question) if job not in right][:3]


@pytest.mark.parametrize("key", [key for key in all_lessons() if key != "moldable_tasks"])
def test_every_wrong_answer_of_every_lesson_has_a_reason(key):
    case = case_of(all_lessons()[key], 0)
    for step in case.lesson.steps:
        if step.question is not None and step.question.ask != "draw":
            for reply in wrong_replies(case, step.question):
                assert reasons(case, step.question, reply), (step.text, reply)


@pytest.mark.parametrize("answer", [[4], "x", None, {"a": 1}, [True], [99]])
def test_right_and_hostile_answers_have_none(answer):
    assert told("reservation", 2, answer) == []


def test_the_page_gives_the_reason_and_keeps_the_hints():
    place = lesson_address.read("?lesson=order_matters&step=2")
    words = texts(body.body(place, Record(answers={2: [1, 2, 3, 4, 5]})))
    assert "job 4 asks for the least time" in words and "Hint 2" in words
    assert "Hint 1" not in texts(body.body(place, Record(answers={2: [1, 4, 3, 2, 5]}, right=frozenset({2}))))
