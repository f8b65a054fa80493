"""The pages of a class: what a student and a teacher are shown, and what hostile state comes to."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from dash import no_update

from layouts.topics.classroom import classroom_page, room_view, teacher_page
from layouts.topics.classroom.service import rooms_of
from scheduler.results.limits import Limits
from scheduler.topics.classroom import answers, outcomes, students, votes
from scheduler.topics.classroom.rooms import Rooms
from scheduler.topics.lessons.shelf import all_lessons
from scheduler.topics.lessons.variants import case_of
from tests.pages.test_pages import texts

TOKENS = {name: name.ljust(30, "x") for name in ("Ada", "Ben")}


@pytest.fixture
def services(tmp_path):
    return SimpleNamespace(of_topics={"classroom": Rooms(tmp_path, Limits())})


@pytest.fixture
def room(services):
    opened = rooms_of(services).open(all_lessons()["convoy"])
    for name, token in TOKENS.items():
        students.join(rooms_of(services), opened.code, name, token)
    return opened


def student(services, room, name="Ada") -> str:
    return texts(classroom_page.body(services, {"code": room.code, "token": TOKENS[name]}, ""))


def teacher(services, room) -> str:
    return texts(
        room_view.room(rooms_of(services), outcomes.overview(rooms_of(services), room.code, room.key), room.key)
    )


def vote(services, room, step, **replies) -> None:
    votes.ask(rooms_of(services), room.code, room.key, step)
    number = outcomes.overview(rooms_of(services), room.code, room.key)
    at = next(asked.vote for asked in number.questions if asked.step == step)
    for name, answer in replies.items():
        answers.give(rooms_of(services), room.code, TOKENS[name], step, at, answer, 1)


@pytest.mark.parametrize(
    "state",
    [
        None,
        {},
        [],
        "x",
        7,
        {"code": "XXXXXX", "token": "x"},
        {"code": ["a"], "token": {"b": 1}},
        {"code": "A" * 5_000, "token": "B" * 5_000},
    ],
)
def test_whatever_the_browser_holds_ends_in_the_form(services, state):
    words = texts(classroom_page.body(services, state, "?room=ABC" + "x" * 5_000))
    assert "Join a class" in words
    assert "Open a room" in texts(teacher_page.body(services, state, {}))
    assert "Open a room" in texts(teacher_page.body(services, state, {"room": "XXXXXX", "lesson": "<b>"}))


def test_a_student_is_shown_nothing_before_it_is_time(services, room):
    assert "You are in" in student(services, room)
    vote(services, room, 3, Ada="more", Ben="same")
    assert "first vote" in student(services, room) and "Right" not in student(services, room)
    votes.close(rooms_of(services), room.code, room.key)
    words = student(services, room)
    assert (
        "Your answer:  later than under FCFS" in words
        and "Not so." not in words
        and "Talk with your neighbors" in words
    )
    votes.reveal(rooms_of(services), room.code, room.key, 3)
    assert "Not so." in student(services, room) and "You expect that passing delays the first job." in student(
        services, room
    )
    assert "Right." in student(services, room, "Ben")


def test_a_question_is_drawn_of_its_own_state_alone_and_so_once(services, room):
    vote(services, room, 3)
    first = answers.mine(rooms_of(services), room.code, TOKENS["Ada"])
    states = [{"code": room.code, "token": TOKENS["Ada"], "step": 3, "phase": first.phase, "vote": first.vote}]
    votes.close(rooms_of(services), room.code, room.key)
    vote(services, room, 3)
    states.append(states[0] | {"vote": answers.mine(rooms_of(services), room.code, TOKENS["Ada"]).vote})
    assert classroom_page.body(services, states[0], "") is no_update
    assert "second vote" in texts(classroom_page.body(services, states[1], ""))


def test_a_teacher_is_shown_counts_while_a_vote_is_open_and_answers_after_it(services, room):
    assert "Ask question 1" in teacher(services, room)
    vote(services, room, 3, Ada="more")
    words = teacher(services, room)
    assert "1 of 2" in words and "How often" not in words and "Ask question 2" not in words
    votes.close(rooms_of(services), room.code, room.key)
    assert "How often" in teacher(services, room) and "✓ right" not in teacher(services, room)
    vote(services, room, 3, Ada="same", Ben="same")
    assert "Shift" not in teacher(services, room)
    votes.close(rooms_of(services), room.code, room.key)
    words = teacher(services, room)
    assert "2 of 2 changed their answer." in words and "Right:" not in words
    votes.reveal(rooms_of(services), room.code, room.key, 3)
    words = teacher(services, room)
    assert "Right: 0 in the first vote, 2 in the second." in words and "✓ right" in words and "Ask question 2" in words


@pytest.mark.parametrize("key", list(all_lessons()))
def test_every_question_of_every_lesson_can_be_asked_in_a_class(services, key):
    lesson = all_lessons()[key]
    opened = rooms_of(services).open(lesson)
    students.join(rooms_of(services), opened.code, "Ada", TOKENS["Ada"])
    for number, step in enumerate(votes.questions(lesson), 1):
        votes.ask(rooms_of(services), opened.code, opened.key, step)
        assert f"Question {number} of" in student(services, opened)
        case, question = rooms_of(services).room(opened.code).case, lesson.steps[step - 1].question
        right = outcomes.lesson_questions.truth(case, question)
        sent = outcomes.lesson_questions.text_of_answer(case, question, right) if question.ask == "choice" else right
        answers.give(rooms_of(services), opened.code, TOKENS["Ada"], step, 1, sent, 1)
        votes.close(rooms_of(services), opened.code, opened.key)
        votes.reveal(rooms_of(services), opened.code, opened.key, step)
        assert "Right." in student(services, opened)
        counts = outcomes.distribution(rooms_of(services), opened.code, opened.key, step, 1)
        assert [(count.students, count.label) for count in counts if count.is_right] == [
            (1, outcomes.label_of_truth(case, question))
        ]
        assert "✓ right" in teacher(services, opened)


def test_a_class_is_told_of_every_job_why_not():
    case = case_of(all_lessons()["reservation"], 0)
    question = case.lesson.steps[1].question
    assert question is not None
    assert "would run until 10 h and delay job 3" in texts(room_view.misconceptions(case, question))
