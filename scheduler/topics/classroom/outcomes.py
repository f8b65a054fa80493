"""What a teacher sees: how many have answered while a vote is open, and what they have answered once it is closed.

Counts come from the database each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scheduler.durations import MINUTE
from scheduler.errors import InputError
from scheduler.topics.classroom.answers import label_of
from scheduler.topics.classroom.database import Transaction
from scheduler.topics.classroom.rooms import Room, Rooms, taught
from scheduler.topics.classroom.votes import CLOSED, MOST, REVEALED, Standing, questions, standing
from scheduler.topics.lessons import questions as lesson_questions
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Question

ROWS = 12  # different answers of a distribution; the rest is one row
ENTRIES = 8  # of a shift matrix
NONE, OTHER = "no answer", "other answers"
LATELY = {"in the last minute": MINUTE, "in the last 5 minutes": 5 * MINUTE, "in the last 15 minutes": 15 * MINUTE}


class Count(NamedTuple):
    """One row of a distribution."""

    label: str
    students: int
    is_right: bool


class Shift(NamedTuple):
    """First vote against second: of how many students with labels[row] first, labels[column] second.

    The last label is NONE; students without any answer are not counted.
    """

    labels: tuple[str, ...]
    students: tuple[tuple[int, ...], ...]
    right: tuple[int, int]  # students who were right in the first and in the second vote


class Asked(NamedTuple):
    """A question of the room as the teacher sees it."""

    step: int
    phase: str
    vote: int
    answered: tuple[int, ...]  # students, of each vote


class Since(NamedTuple):
    """How many students joined since a moment."""

    label: str
    students: int
    first: str  # the nickname of the first of them; empty: none


class Overview(NamedTuple):
    """A room as the teacher sees it."""

    room: Room
    nicknames: tuple[str, ...]  # of the students, in the order of joining
    waiting: tuple[str, ...]  # who wait to be let in
    newest: int  # grows with everybody who joins or wants to
    since: tuple[Since, ...]  # the moments of LATELY, then the last time a question was asked
    questions: tuple[Asked, ...]


def overview(rooms: Rooms, code: str, key: str) -> Overview:
    """How far the room is; raises NotAdmitted."""
    now = rooms.clock()
    with rooms.database.reading() as db:
        room = taught(db, code, key, now)
        rows = db.execute(
            "SELECT id, nickname, joined, waits FROM students WHERE code = ? ORDER BY id", (room.code,)
        ).fetchall()
        last = db.execute("SELECT max(opened) FROM votes WHERE code = ?", (room.code,)).fetchone()[0]
        arrivals = [(row["nickname"], row["joined"]) for row in rows if not row["waits"]]
        return Overview(
            room,
            tuple(nickname for nickname, _ in arrivals),
            tuple(row["nickname"] for row in rows if row["waits"]),
            rows[-1]["id"] if rows else 0,
            (
                *(joined_since(label, arrivals, now - seconds) for label, seconds in LATELY.items()),
                *([joined_since("since the last question was asked", arrivals, last)] if last is not None else []),
            ),
            tuple(_asked(db, room, step) for step in questions(room.case.lesson)),
        )


def joined_since(label: str, arrivals: Sequence[tuple[str, float]], moment: float) -> Since:
    """The first student who joined at a moment (s since 1970) or later, and all after that one.

    arrivals: (nickname, when) in the order of joining.
    """
    first = next((number for number, (_, when) in enumerate(arrivals) if when >= moment), len(arrivals))
    return Since(label, len(arrivals) - first, arrivals[first][0] if first < len(arrivals) else "")


def _asked(db: Transaction, room: Room, step: int) -> Asked:
    counts = dict(
        db.execute(
            "SELECT vote, count(*) FROM answers WHERE code = ? AND step = ? GROUP BY vote", (room.code, step)
        ).fetchall()
    )
    now_at = standing(db, room, step)
    return Asked(step, *now_at, tuple(counts.get(vote, 0) for vote in range(1, now_at.vote + 1)))


def distribution(rooms: Rooms, code: str, key: str, step: int, vote: int) -> list[Count]:
    """How often each answer was given in a vote; raises InputError while that vote is open, or where there was none."""
    with rooms.database.reading() as db:
        room = taught(db, code, key, rooms.clock())
        _check_closed(standing(db, room, step), vote)
        rows = db.execute(
            "SELECT label, count(*) AS students, max(is_right) AS is_right FROM answers "
            "WHERE code = ? AND step = ? AND vote = ? GROUP BY label",
            (room.code, step, vote),
        ).fetchall()
    counts = {row["label"]: Count(row["label"], row["students"], bool(row["is_right"])) for row in rows}
    return _ordered(room.case, _question(room.case, step), counts)


def _check_closed(now_at: Standing, vote: int) -> None:
    if not 1 <= vote <= now_at.vote or (vote == now_at.vote and now_at.phase not in (CLOSED, REVEALED)):
        raise InputError("What was answered is shown once the question is closed.")


def _question(case: Case, step: int) -> Question:
    question = case.lesson.steps[step - 1].question if 0 < step <= len(case.lesson.steps) else None
    if question is None:
        raise InputError("This step asks nothing.")
    return question


def _ordered(case: Case, question: Question, counts: dict[str, Count]) -> list[Count]:
    """Options in their order, also those that nobody chose; other answers by how often they were given."""
    if options := options_of(case, question):
        right = label_of_truth(case, question)
        return [counts.get(text, Count(text, 0, text == right)) for text in options]
    rows = sorted(counts.values(), key=lambda count: (-count.students, count.label))
    rest = rows[ROWS:]
    return [
        *rows[:ROWS],
        *([Count(OTHER, sum(count.students for count in rest), any(count.is_right for count in rest))] if rest else []),
    ]


def options_of(case: Case, question: Question) -> list[str]:
    """The answers of a choice in words, as they are offered; none where the question offers none."""
    return [option.text for option in lesson_questions.options(case, question)]


def label_of_truth(case: Case, question: Question) -> str:
    """The right answer in words."""
    truth = lesson_questions.truth(case, question)
    return (
        lesson_questions.text_of_answer(case, question, truth)
        if question.ask in ("choice", "number")
        else label_of(case, question, truth)
    )


def shift(rooms: Rooms, code: str, key: str, step: int) -> Shift:
    """How answers moved from the first vote to the second; raises InputError before the second is closed."""
    with rooms.database.reading() as db:
        room = taught(db, code, key, rooms.clock())
        _check_closed(standing(db, room, step), MOST)
        pairs = [
            tuple(row)
            for row in db.execute(
                "SELECT first.label, second.label FROM students LEFT JOIN answers AS first ON first.code = "
                "students.code AND first.step = ? AND first.vote = 1 AND first.student = students.id LEFT JOIN "
                "answers AS second ON second.code = students.code AND second.step = ? AND second.vote = 2 AND "
                "second.student = students.id WHERE students.code = ? AND (first.label IS NOT NULL OR second.label "
                "IS NOT NULL)",
                (step, step, room.code),
            )
        ]
        right = dict(
            db.execute(
                "SELECT vote, sum(is_right) FROM answers WHERE code = ? AND step = ? GROUP BY vote", (room.code, step)
            ).fetchall()
        )
    labels = _labels(room.case, _question(room.case, step), pairs)
    return Shift((*labels, NONE), matrix(pairs, labels), (right.get(1, 0), right.get(2, 0)))


def _labels(case: Case, question: Question, pairs: Sequence[tuple[str | None, str | None]]) -> tuple[str, ...]:
    """What heads the rows and columns of a matrix: options, or the answers that were given most often."""
    if options := options_of(case, question):
        return tuple(options)
    counts = Counter(label for pair in pairs for label in pair if label is not None)
    usual = sorted(counts, key=lambda label: (-counts[label], label))
    return (*usual[:ENTRIES], OTHER) if len(usual) > ENTRIES else tuple(usual)


def matrix(pairs: Sequence[tuple[str | None, str | None]], labels: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Students by (row of the first label, column of the second); None stands in the last row and column."""

    def place(label: str | None) -> int:
        return len(labels) if label is None else labels.index(label if label in labels else OTHER)

    counts = Counter((place(first), place(second)) for first, second in pairs)
    size = range(len(labels) + 1)
    return tuple(tuple(counts[row, column] for column in size) for row in size)
