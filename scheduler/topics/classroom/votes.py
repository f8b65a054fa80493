"""Votes: a question is asked, answered while it is open, closed, discussed, asked once more, and its answer revealed.

Each question has up to two votes.  One vote of a room is open at a time, and one that was closed stays closed; to
start a question over deletes what was answered to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlsplit

from scheduler.errors import InputError, Refused
from scheduler.topics.classroom.database import Transaction
from scheduler.topics.classroom.rooms import Room, Rooms, change, taught
from scheduler.topics.lessons.lesson import Lesson

MOST = 2  # votes on a question: before and after a discussion
BEFORE, OPEN, CLOSED, REVEALED = "before", "open", "closed", "revealed"
WAITING = "waiting"  # what a student is told who is not let in yet
LONGEST = 4_000  # characters of an address that is shown


class Standing(NamedTuple):
    """How far a question is."""

    phase: str  # BEFORE, OPEN, CLOSED or REVEALED
    vote: int  # the number of the last vote; 0: none yet


def questions(lesson: Lesson) -> list[int]:
    """The steps, from 1, that ask something."""
    return [number for number, step in enumerate(lesson.steps, 1) if step.question is not None]


def standing(db: Transaction, room: Room, step: int) -> Standing:
    """How far a question is, in a transaction."""
    row = db.execute(
        "SELECT vote, closed FROM votes WHERE code = ? AND step = ? ORDER BY vote DESC LIMIT 1", (room.code, step)
    ).fetchone()
    if row is None:
        return Standing(BEFORE, 0)
    if db.execute("SELECT 1 FROM revealed WHERE code = ? AND step = ?", (room.code, step)).fetchone():
        return Standing(REVEALED, row["vote"])
    return Standing(OPEN if row["closed"] is None else CLOSED, row["vote"])


def ask(rooms: Rooms, code: str, key: str, step: Any) -> None:
    """Open the next vote on a question; raises InputError where that cannot be now."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        room = taught(db, code, key, now)
        number = _question(room, step)
        _check_none_is_open(db, room)
        now_at = standing(db, room, number)
        if now_at.phase == REVEALED:
            raise InputError("The answer of this question is revealed; start the question over to ask it once more.")
        if now_at.vote >= MOST:
            raise InputError(f"This question had its {MOST} votes; reveal the answer, or start the question over.")
        db.execute(
            "INSERT INTO votes (code, step, vote, opened) VALUES (?, ?, ?, ?)",
            (room.code, number, now_at.vote + 1, now),
        )
        change(db, room, now, step=number, view="")


def close(rooms: Rooms, code: str, key: str) -> None:
    """Close the vote that is open, and force its answers to the disk; raises InputError where none is."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        room = taught(db, code, key, now)
        if not db.execute("UPDATE votes SET closed = ? WHERE code = ? AND closed IS NULL", (now, room.code)).rowcount:
            raise InputError("No question is open, so there is none to close.")
        change(db, room, now)
    rooms.database.sync()


def reveal(rooms: Rooms, code: str, key: str, step: Any) -> None:
    """Show students whether they were right; raises InputError where nobody has been asked, or a vote is open."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        room = taught(db, code, key, now)
        number = _question(room, step)
        if standing(db, room, number).phase not in (CLOSED, REVEALED):
            raise InputError("The answer can be revealed once the question has been asked and closed.")
        db.execute("INSERT OR IGNORE INTO revealed (code, step) VALUES (?, ?)", (room.code, number))
        change(db, room, now, step=number)


def start_over(rooms: Rooms, code: str, key: str, step: Any) -> None:
    """Forget the votes and answers of a question."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        room = taught(db, code, key, now)
        number = _question(room, step)
        for table in ("answers", "votes", "revealed"):
            db.execute(f"DELETE FROM {table} WHERE code = ? AND step = ?", (room.code, number))
        change(db, room, now, step=number)


def show(rooms: Rooms, code: str, key: str, address: Any, after: Any = None) -> None:
    """Show a page of this server to the students who follow; an empty address: none any more.

    after: the address that this one follows, which must still be shown: raises Refused where it is not.
    """
    now, checked = rooms.clock(), checked_address(address)
    with rooms.database.writing() as db:
        room = taught(db, code, key, now)
        if after is not None and room.view not in (after, checked):  # a message may come twice
            raise Refused(
                "The page that you showed is not shown any more, so students do not follow you; press "
                "“Show this page” to go on."
            )
        change(db, room, now, view=checked)


def close_door(rooms: Rooms, code: str, key: str, is_closed: bool) -> None:
    """Let nobody else join, or let people join again."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        change(db, taught(db, code, key, now), now, closed=int(is_closed))


def checked_address(address: Any) -> str:
    """An address on this server: its path, fields and part; raises InputError for one that could lead elsewhere."""
    wrong = "The address to show is none of this server; show a page of it, such as /compare?w=..."
    if not isinstance(address, str) or len(address) > LONGEST:
        raise InputError(wrong)
    if not address:
        return ""
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise InputError(wrong) from error
    if (
        parts.scheme
        or parts.netloc
        or not address.startswith("/")
        or address.startswith(("//", "/\\"))
        or not address.isprintable()
        or "\\" in parts.path
    ):
        raise InputError(wrong)
    return address


def _question(room: Room, step: Any) -> int:
    """The step of a question, checked."""
    asked = questions(room.case.lesson)
    if isinstance(step, bool) or not isinstance(step, int) or step not in asked:
        raise InputError(
            f"Step {str(step)[:12]} of this lesson asks nothing; its questions are at the steps "
            f"{', '.join(map(str, asked))}."
        )
    return step


def _check_none_is_open(db: Transaction, room: Room) -> None:
    row = db.execute("SELECT step FROM votes WHERE code = ? AND closed IS NULL", (room.code,)).fetchone()
    if row is not None:
        raise InputError(f"Question {questions(room.case.lesson).index(row['step']) + 1} is open; close it first.")
