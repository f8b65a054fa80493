"""Every lesson: its numbers worked out by hand, its wrong answers wrong, its variants showing the same for many seeds."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from scheduler.durations import in_unit
from scheduler.errors import InputError
from scheduler.explain.words import Names, words
from scheduler.facts import Duration, Fact, Instant, Request
from scheduler.topics.lessons import goal_attempt, questions
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Question, Value
from scheduler.topics.lessons.mistaken_rules import MISTAKEN
from scheduler.topics.lessons.quantities import amount, counted, holds
from scheduler.topics.lessons.reading import TIMES
from scheduler.topics.lessons.shelf import all_lessons, shelf
from scheduler.topics.lessons.texts import filled
from scheduler.topics.lessons.variants import case_of, seed_of_student
from tests.cases.every_case import every_case
from tests.cases.width import width
from tests.naive import rigid
from tests.topics.parts import of_topics

SEEDS = range(1, width(11, 51))
LESSONS = list(all_lessons())
ASKED = [
    (key, number) for key, lesson in all_lessons().items() for number, step in enumerate(lesson.steps) if step.question
]


# {lesson: [(quantity, job, rule, number in the unit of the lesson)]}, worked out by hand on paper
BY_HAND = {
    "order_matters": [
        ("mean wait", 0, "fcfs", 7.8),
        ("mean wait", 0, "sjf", 6.6),
        ("wait", 2, "fcfs", 7),
        ("wait", 2, "sjf", 10),
        ("mean wait", 0, "interrupting", 4),
    ],
    "nobody_interrupted": [
        ("mean wait", 0, "fcfs", 6.75),
        ("mean wait", 0, "sjf", 6.75),
        ("start", 2, "sjf", 10),
        ("start", 2, "interrupting", 1),
    ],
    "starvation": [
        ("mean wait", 0, "fcfs", 157),
        ("mean wait", 0, "sjf", 61),
        ("longest wait", 0, "fcfs", 190),
        ("longest wait", 0, "sjf", 530),
    ],
    "convoy": [("mean wait", 0, "fcfs", 7.88), ("mean wait", 0, "easy", 1.62), ("start", 2, "easy", 10)],
    "reservation": [("start", 5, "easy", 11), ("start", 5, "backfill", 6), ("start", 3, "backfill", 10)],
    "no_reservation": [
        ("wait", 2, "fcfs", 3),
        ("wait", 2, "easy", 3),
        ("wait", 2, "backfill", 12),
        ("mean wait", 0, "easy", 3.43),
        ("mean wait", 0, "backfill", 2),
    ],
    "easy_conservative": [
        ("start", 3, "easy", 9),
        ("start", 3, "conservative", 7),
        ("mean wait", 0, "easy", 3.25),
        ("mean wait", 0, "conservative", 5.5),
    ],
    "own_estimate": [
        ("start", 3, "easy", 8),
        ("start", 3, "easy requests=exact", 2),
        ("mean wait", 0, "easy", 2.75),
        ("mean wait", 0, "easy requests=exact", 2.75),
    ],
    "early_end": [
        ("start", 4, "conservative compression=start", 5),
        ("start", 4, "conservative compression=none", 6),
        ("start", 4, "conservative compression=rebuild", 9),
    ],
    "capacity": [("utilization", 0, "fcfs", 44.94), ("utilization", 0, "easy", 78.38)],
    "fair_share": [("wait", 6, "backfill", 121), ("wait", 6, "backfill_fair", 1)],
    "padding": [
        ("mean wait", 0, "easy", 0.8),
        ("mean wait", 0, "easy requests=exact", 2.6),
        ("start", 4, "easy", 9),
        ("start", 4, "easy requests=exact", 8),
        ("start", 5, "easy requests=exact", 15),
    ],
    "metrics_that_disagree": [
        ("mean wait", 0, "fcfs", 5.17),
        ("mean wait", 0, "sjf", 5),
        ("mean wait", 0, "backfill", 4.5),
        ("longest wait", 0, "fcfs", 10),
        ("longest wait", 0, "sjf", 11),
        ("longest wait", 0, "backfill", 15),
        ("worst stretch", 0, "fcfs", 6),
        ("worst stretch", 0, "sjf", 2.67),
        ("worst stretch", 0, "backfill", 6),
    ],
    # with aging 1 runtime + submission goes first: 2 has 190, 3 has 110, 4 has 170, 5 has 230
    "project": [
        ("start", 2, "saf", 540),
        ("start", 2, "saf aging=1", 180),
        ("mean wait", 0, "saf", 61),
        ("mean wait", 0, "saf aging=1", 133),
        ("longest wait", 0, "saf aging=1", 190),
        ("start", 2, "saf aging=3", 60),
    ],
    **{key: numbers for of_topic in of_topics("lessons", "BY_HAND") for key, numbers in of_topic.items()},
}


def case(key: str, seed: int = 0) -> Case:
    return case_of(all_lessons()[key], seed)


def rules_called(key: str) -> dict[str, str]:
    """{name of settings in the file: the rule it stands for}."""
    lesson = all_lessons()[key]
    return dict(zip(tomllib.loads(lesson.source).get("rules", []), lesson.rules, strict=True))


def question_of(of: Case, number: int) -> Question:
    question = of.lesson.steps[number].question
    assert question is not None
    return question


def test_every_file_reads_and_is_checked_by_hand():
    assert shelf().problems == ()
    assert set(BY_HAND) == set(LESSONS)
    places = [lesson.place for lesson in all_lessons().values()]
    assert places == sorted(set(places))
    for lesson in all_lessons().values():
        assert set(lesson.builds_on) <= set(LESSONS)
        assert [step.kind for step in lesson.steps].count("predict") >= 1


@pytest.mark.parametrize("key", LESSONS)
def test_its_numbers_are_those_worked_out_by_hand(key):
    for of, job, rule, number in BY_HAND[key]:
        value = Value(of, rules_called(key).get(rule, rule), job)
        assert counted(case(key).lesson, value, amount(case(key), value)) == pytest.approx(number, abs=0.006), (
            of,
            rule,
        )


@pytest.mark.parametrize("key", LESSONS)
def test_it_shows_its_phenomenon_and_fills_its_texts(key):
    shown = case(key)
    assert shown.lesson.phenomenon and all(holds(shown, one) for one in shown.lesson.phenomenon)
    for step in shown.lesson.steps:
        assert "{" not in filled(shown, step.text)


@pytest.mark.parametrize(("key", "number"), ASKED)
def test_each_wrong_rule_gives_a_wrong_answer_and_its_words(key, number):
    shown = case(key)
    question = question_of(shown, number)
    wrong = questions.wrong_answers(shown, question)
    assert len(wrong) == len(question.mistakes)
    for answer, mistake in wrong:
        given = questions.text_of_answer(shown, question, answer) if question.ask == "choice" else answer
        verdict = questions.judge(shown, question, given)
        assert not verdict.right
        assert (question.ask == "draw" and "first wrong placement" in verdict.says) or verdict.says == filled(
            shown, mistake.says
        )


def test_any_answer_is_one_that_the_question_takes():
    with pytest.raises(InputError):
        questions.judge(case(ASKED[0][0]), question_of(case(ASKED[0][0]), ASKED[0][1]), None)
    for key, number in ASKED:
        shown = case(key)
        questions.judge(shown, question_of(shown, number), questions.any_answer(shown, question_of(shown, number)))


@pytest.mark.parametrize(("key", "number"), ASKED)
def test_the_right_answer_is_right(key, number):
    shown = case(key)
    question = question_of(shown, number)
    right = questions.truth(shown, question)
    given = questions.text_of_answer(shown, question, right) if question.ask == "choice" else right
    assert questions.judge(shown, question, given).right
    if question.ask == "compare":
        others = {option.key for option in questions.options(shown, question)} - {right}
        assert len(others) == 2
        for other in others:
            assert not questions.judge(shown, question, other).right
            assert questions.judge(shown, question, other).says or other not in question.says


@pytest.mark.parametrize("key", [key for key in LESSONS if all_lessons()[key].varies])
def test_its_variants_show_the_same_for_many_seeds(key):
    jobs = set()
    for seed in SEEDS:
        variant = case(key, seed)
        jobs.add(variant.jobs or (variant.trace.columns["runtime"].tobytes(), variant.trace.more))
        assert all(holds(variant, one) for one in variant.lesson.phenomenon), seed
        for step in variant.lesson.steps:
            if step.question and step.question.ask != "compare":
                wrong = questions.wrong_answers(variant, step.question)
                assert len(wrong) == len(step.question.mistakes), seed
    assert len(jobs) > 0.3 * len(SEEDS)


@pytest.mark.parametrize(("rule", "twin"), [("fcfs", rigid.fcfs), ("easy", rigid.easy), ("backfill", rigid.backfill)])
@pytest.mark.parametrize("key", ["convoy", "reservation", "no_reservation", "easy_conservative", "own_estimate"])
def test_answers_of_variants_are_those_of_the_naive_twins(key, rule, twin):
    for seed in SEEDS:
        variant = case(key, seed)
        jobs = [
            rigid.Job(int(job.submit), int(job.runtime), int(job.requested_time), job.processors)
            for job in variant.jobs
        ]
        starts = rigid.run(twin, jobs, variant.lesson.processors).starts
        assert variant.run(rule).start.tolist() == (starts() if callable(starts) else starts)


@pytest.mark.parametrize("key", LESSONS)
def test_what_is_to_be_tried_can_be_reached_and_is_not_reached_at_first(key):
    shown = case(key)
    for step in shown.lesson.steps:
        if step.kind == "try":
            by = {column: shown.lesson.seconds if column in TIMES else 1 for column in step.change}
            solution = {(job, column): value / by[column] for job, column, value in step.solution}
            assert not goal_attempt.result(shown, step, {}).reached
            assert goal_attempt.result(shown, step, solution).reached


@pytest.mark.parametrize("key", LESSONS)
def test_a_goal_is_not_reached_at_first_in_any_variant(key):
    for seed in SEEDS:
        variant = case(key, seed)
        for step in variant.lesson.steps:
            assert step.kind != "try" or not goal_attempt.result(variant, step, {}).reached, seed


def test_the_most_that_job_3_may_ask_for_is_the_time_until_job_2():
    """By hand: job 1 ends at 6 min, job 3 comes at 2 min, so 4 min are the most."""
    for seed in range(6):
        shown = case("own_estimate", seed)
        step = next(step for step in shown.lesson.steps if step.kind == "try")
        most = (shown.jobs[0].runtime - shown.jobs[2].submit) / 60
        assert seed or most == 4
        reached = {
            ask: goal_attempt.result(shown, step, {(3, "requested_time"): ask}).reached
            for ask in (most - 1, most, most + 1)
            if ask * 60 >= shown.jobs[2].runtime
        }
        assert reached == {ask: ask == most for ask in reached}
    below = goal_attempt.result(
        case("own_estimate"), next(s for s in case("own_estimate").lesson.steps if s.kind == "try"), {}
    )
    assert "4 min" not in " ".join(below.sentences)


def test_what_may_not_be_changed_is_refused():
    shown = case("own_estimate")
    step = next(step for step in shown.lesson.steps if step.kind == "try")
    for changes in (
        {(1, "requested_time"): 3},
        {(3, "processors"): 1},
        {(3, "requested_time"): "4"},
        {(3, "requested_time"): float("nan")},
        {(3, "requested_time"): -1},
        {(3, "requested_time"): True},
        {(3, "requested_time"): 1},
    ):
        with pytest.raises(InputError):
            goal_attempt.result(shown, step, changes)


@every_case("key, number", ASKED)
@every_case(
    "answer",
    [
        None,
        "",
        "<b>",
        [],
        {},
        {"1": "x"},
        {"99": 1},
        float("nan"),
        1e300,
        True,
        [[1]],
        [1, 1],
        [10**30],
        ["1"],
        {"1": None},
        {"1": -1},
    ],
)
def test_hostile_answers_end_in_a_sentence(key, number, answer):
    shown = case(key)
    question = question_of(shown, number)
    if question.ask == "jobs" and answer == []:
        assert not questions.judge(shown, question, answer).right or questions.truth(shown, question) == []
        return
    with pytest.raises(InputError):
        questions.judge(shown, question, answer)


def test_a_parameter_of_the_policy_is_changed_within_its_bounds():
    shown = case("project")
    step = next(step for step in shown.lesson.steps if step.kind == "try")
    assert goal_attempt.cells(shown, step) == {(0, "aging"): 0}
    reached = goal_attempt.result(shown, step, {(0, "aging"): 0.5})
    assert reached.reached and reached.rule == "saf aging=0.5" and "Wait of job 2: 290 s" in reached.sentences[0]
    assert not goal_attempt.result(shown, step, {(0, "aging"): 1}).reached
    for changes in (
        {(0, "aging"): -1},
        {(0, "aging"): "1"},
        {(0, "aging"): float("nan")},
        {(0, "passing"): 1},
        {(2, "aging"): 1},
        {(0, "aging"): True},
        {(0, "aging"): None},
    ):
        with pytest.raises(InputError):
            goal_attempt.result(shown, step, changes)


# -- drawing a schedule


def test_the_first_wrong_placement_is_named_with_its_rule():
    shown = case("reservation")
    question = next(step.question for step in shown.lesson.steps if step.question and step.question.ask == "draw")
    early = questions.judge(shown, question, {"1": 0, "2": 0, "3": 10, "4": 6, "5": 6})
    assert "job 5 at 6 h: under EASY it waits" in early.says and "past 8 h" in early.says
    late = questions.judge(shown, question, {"1": 0, "2": 0, "3": 8, "4": 11, "5": 11})
    assert "job 4 at 11 h: under EASY it starts earlier" in late.says and "backfilled" in late.says
    full = questions.judge(shown, question, {"1": 0, "2": 0, "3": 3, "4": 3, "5": 3})
    assert full.says == "This cannot be: 11 of 4 processors would be busy at 3 h, when job 3 starts."
    soon = questions.judge(shown, question, {"1": 0, "2": 0, "3": 1, "4": 6, "5": 11})
    assert soon.says == "This cannot be: job 3 starts at 1 h, before its submission at 2 h."


def test_values_that_a_rule_or_a_lesson_does_not_have_end_in_a_sentence():
    for value in (
        Value("utilization", "at_once"),
        Value("metric mean_wait_of_nobody", "fcfs"),
        Value("start", "fcfs", 99),
        Value("metric campaign_stretch_max", "one_by_one"),
    ):
        with pytest.raises(InputError):
            amount(case("convoy"), value)


# -- rules, words, seeds


def test_mistaken_rules_on_jobs_worked_out_by_hand():
    jobs = case("order_matters").workload.jobs
    start, end = MISTAKEN["interrupting"][1](jobs, 1)
    # 1 runs 0-1; 2 runs 1-2; 3 runs 2-4; 4 runs 4-5; 2 ends 8; 5 runs 8-13; 1 ends 20
    assert (end / 60).tolist() == [20, 8, 4, 5, 13] and (start / 60).tolist() == [0, 1, 2, 4, 8]
    assert (MISTAKEN["one_by_one"][1](jobs, 1)[0] / 60).tolist() == [0, 8, 12, 14, 15]
    assert np.array_equal(MISTAKEN["at_once"][1](jobs, 1)[0], jobs.submit)


def test_times_of_facts_in_one_unit():
    fact = Fact("waited_for", begin=Instant(120), until=Instant(3_900), reason=Duration(510), moves=1, last=Request(61))
    assert (
        words(fact, Names(times=in_unit("min")))
        == "From 2 min to 65 min 8.5 min The reservation was moved once, last to 1.02 min."
    )


def test_a_student_has_a_seed_of_their_own():
    lesson = all_lessons()["convoy"]
    assert seed_of_student(lesson, "Ada") == seed_of_student(lesson, "  ada ") != seed_of_student(lesson, "Bob")
    assert case_of(lesson, seed_of_student(lesson, "Ada")).jobs != lesson.jobs
    with pytest.raises(InputError):
        case_of(lesson, 10**9)
