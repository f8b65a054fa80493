"""Answers of students: taken while a vote is open, changed as often as one likes until it is closed, never doubled.

The key of an answer is (room, question, vote, student), so that the same answer sent twice is one answer.  `turn` says
which of two is the later one: a number that grows with every change a student makes.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from scheduler.errors import InputError
from scheduler.topics.classroom.database import Transaction
from scheduler.topics.classroom.errors import NotAdmitted
from scheduler.topics.classroom.rooms import Rooms, note_use
from scheduler.topics.classroom.students import count_answer, seated
from scheduler.topics.classroom.votes import OPEN, WAITING, Standing, standing
from scheduler.topics.lessons import drawn_schedule, questions
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Question

LARGEST_TURN = 2**53
LONGEST = 4_000  # characters of an answer as JSON


class Mine(NamedTuple):
    """What a student is told."""

    nickname: str
    step: int  # the question that was asked last; 0: none yet
    phase: str
    vote: int
    answer: Any  # of this student in that vote; None: none
    view: str  # what the teacher shows
    changes: int


def give(rooms: Rooms, code: str, token: str, step: Any, vote: Any, answer: Any, turn: Any) -> None:
    """Keep an answer to the vote that is open, in place of an earlier one.

    Raises NotAdmitted (also for who waits to be let in), Refused at too many answers, InputError where that
    vote is not open or this is no answer.
    """
    now, wanted = rooms.clock(), _place(step, vote, turn)
    with rooms.database.reading() as db:
        room, _ = seated(db, code, token, now)
    text, label, is_right = _judged(room.case, step, answer)
    with rooms.database.writing() as db:
        room, student = seated(db, code, token, now)
        if student.waits:
            raise NotAdmitted(f"The teacher of room {room.code} has not let you in yet; wait until you are let in.")
        if standing(db, room, step) != Standing(OPEN, vote):
            raise InputError("This question is closed, so your answer was not taken; what you answered before counts.")
        count_answer(db, student, now)
        db.execute(
            "INSERT INTO answers (code, step, vote, student, answer, label, is_right, turn, given) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET answer = excluded.answer, "
            "label = excluded.label, is_right = excluded.is_right, turn = excluded.turn, given = excluded.given "
            "WHERE excluded.turn >= turn",
            (room.code, step, vote, student.id, text, label, is_right, wanted, now),
        )
        note_use(db, room, now)


def _place(step: Any, vote: Any, turn: Any) -> int:
    """The turn; raises InputError where one of these is no number that a page sends."""
    for number in (step, vote, turn):
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= LARGEST_TURN:
            raise InputError("The answer does not say which question it belongs to; load the page again.")
    return int(turn)


def _judged(case: Case, step: int, answer: Any) -> tuple[str, str, bool]:
    """(the answer as JSON, in words, whether it is right); raises InputError for what is no answer to that step."""
    question = case.lesson.steps[step - 1].question if 0 < step <= len(case.lesson.steps) else None
    if question is None:
        raise InputError("This step asks nothing; load the page again.")
    verdict = questions.judge(case, question, answer)
    text = json.dumps(answer)
    if len(text) > LONGEST:
        raise InputError(f"The answer has {len(text):,} characters; wanted: at most {LONGEST:,}.")
    return text, label_of(case, question, answer), verdict.right


def label_of(case: Case, question: Question, answer: Any) -> str:
    """An answer in words, by which equal ones are counted together."""
    if question.ask == "draw":
        return drawn_schedule.in_short(case, case.run(question.rule), drawn_schedule.checked(case, answer))
    return questions.text_of_answer(case, question, questions.checked(case, question, answer))


def mine(rooms: Rooms, code: str, token: str) -> Mine:
    """What a student is told, of one who waits that alone; raises NotAdmitted."""
    with rooms.database.reading() as db:
        room, student = seated(db, code, token, rooms.clock())
        if student.waits:
            return Mine(student.nickname, 0, WAITING, 0, None, "", 0)
        now_at = standing(db, room, room.step)
        return Mine(
            student.nickname,
            room.step,
            now_at.phase,
            now_at.vote,
            _answer(db, room.code, room.step, now_at.vote, student.id),
            room.view,
            room.changes,
        )


def _answer(db: Transaction, code: str, step: int, vote: int, student: int) -> Any:
    row = db.execute(
        "SELECT answer FROM answers WHERE code = ? AND step = ? AND vote = ? AND student = ?",
        (code, step, vote, student),
    ).fetchone()
    return None if row is None else json.loads(row["answer"])
