"""Every sentence of every lesson is true in every variant: what it claims by its words is bound to a condition.

A clause is said where its condition holds, so a sentence is true where conditions are evaluated right: they are worked
out again, plainly, for many variants.  What stands outside of clauses claims nothing of one schedule.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler.topics.lessons import questions
from scheduler.topics.lessons.lesson import Lesson
from scheduler.topics.lessons.quantities import amount, holds
from scheduler.topics.lessons.reading import CLAUSE, claims_of, texts_of
from scheduler.topics.lessons.shelf import all_lessons, shelf
from scheduler.topics.lessons.texts import filled
from scheduler.topics.lessons.variants import case_of
from tests.cases.width import ALL, width
from tests.topics.lessons.plain_values import Plain
from tests.topics.lessons.statements import CLAIM, JOB, TERM, unbound

LESSONS = [*all_lessons().values(), *shelf().earlier.values()]
NAMES = [f"{lesson.key}.v{lesson.version}" for lesson in LESSONS]
# rules of policies, definitions, and what to do: true of any schedule; {file of a topic: sentences of its lessons}
FILES = {path: path.read_text().splitlines() for path in Path(__file__).parents[1].glob("*/general_statements.txt")}
GENERAL = [one for sentences in FILES.values() for one in sentences]
of_each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)


def variants(lesson: Lesson) -> range:
    """The seeds that are looked at; the lesson on capacity has 2,000 jobs."""
    return range(width(2 if lesson.sample else 5, 201))


@of_each_lesson
def test_what_claims_something_stands_in_a_clause(lesson):
    assert [one for one in unbound(lesson) if one not in GENERAL] == []


def test_general_statements_are_of_no_job_and_no_variant():
    said = [one for lesson in LESSONS for one in unbound(lesson)]
    assert all(sorted(set(sentences)) == sentences for sentences in FILES.values())
    assert [one for one in GENERAL if one not in said] == []
    assert [one for one in GENERAL if JOB.search(one) or "{" in one] == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Nine short jobs no longer wait.",
        "Nine jobs gain and one loses: the mean counts every job once.",
        "The processors are busy all the time under both.",
        "The campaign of user 1 is hardly later.",
        "Short jobs gain much, long ones lose a little.",
        "Job 4 gets the processor.",
        "It waits as much as before.",
    ],
)
def test_words_that_claim_something_are_known(sentence):
    assert CLAIM.search(TERM.sub("", sentence))


@of_each_lesson
def test_what_is_said_of_a_variant_is_true_of_it(lesson):
    said: set[str] = set()
    for seed in variants(lesson):
        case = case_of(lesson, seed)
        plain = Plain(case)
        for name, value in lesson.values.items():
            assert amount(case, value) == pytest.approx(plain.amount(value), abs=1e-6), (seed, name)
        for name, conditions in lesson.claims.items():
            is_true = all(plain.holds(one) for one in conditions)
            assert all(holds(case, one) for one in conditions) == is_true, (seed, name)
            said |= {name} if is_true else set()
        for step in lesson.steps:
            for text in texts_of(step):
                words = filled(case, text)
                assert words and "{" not in words and "}" not in words and "  " not in words, (seed, text)
    used = {name for step in lesson.steps for text in texts_of(step) for name in claims_of(text)}
    assert used == set(lesson.claims)
    if ALL:
        assert said == used, "clauses that no variant shows"


@of_each_lesson
def test_a_clause_is_left_out_where_its_condition_fails(lesson):
    """Each condition is turned round: the clauses of the jobs as written then disappear."""
    case = case_of(lesson, 0)
    for step in lesson.steps:
        for text in texts_of(step):
            for name, words in CLAUSE.findall(text):
                shown = all(holds(case, one) for one in lesson.claims[name])
                assert (filled(case, words.strip()) in filled(case, text)) == shown, (name, text)


@pytest.mark.parametrize("lesson", all_lessons().values(), ids=list(all_lessons()))
def test_a_choice_has_three_options_in_every_variant(lesson):
    asked = [step.question for step in lesson.steps if step.question and step.question.ask == "choice"]
    for seed in variants(lesson):
        case = case_of(lesson, seed)
        assert [len(questions.options(case, one)) for one in asked] == [
            max(3, len(one.mistakes) + 1) for one in asked
        ], seed
