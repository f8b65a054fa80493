"""Students of a room: each has a nickname, and a token that the browser makes and keeps.

No account, no e-mail.  So that one client cannot take all seats, a browser has a few of a room, and an address a pace
at which students join from it: a class behind one address comes in within a minute.  Which of them sit behind it nobody
can tell; so where more is needed the teacher lets students in (admission.py) or takes out who came lately (outcomes.py
says how many that are).
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, NamedTuple

from scheduler.durations import MINUTE
from scheduler.errors import InputError, Refused, TooOften
from scheduler.results.holders import NOBODY, Holder
from scheduler.topics.classroom.database import Transaction
from scheduler.topics.classroom.errors import NoRoom, NotAdmitted
from scheduler.topics.classroom.nicknames import are_alike, checked_nickname
from scheduler.topics.classroom.rooms import Room, Rooms, find, hashed, plain_code, taught, teaching
from scheduler.wording import counted

SEATS = 3  # of a room that one browser may have: computers are shared
JOINS, WITHIN = 60, 10.0  # students of one address that may join a room within so many seconds
TOKEN = re.compile(r"[\w-]{24,64}", re.ASCII)
ANSWERS = 40  # answers a minute that a student may give or change


class Student(NamedTuple):
    """A student as the room knows one."""

    id: int
    nickname: str
    since: float  # the minute that `lately` counts in
    lately: int  # answers within it
    waits: bool  # to be let in by the teacher


def join(rooms: Rooms, code: str, nickname: Any, token: Any, client: Holder = NOBODY, key: str = "") -> str:
    """Join a room, and tell the nickname as it is kept; who sends the same token again is in the room already.

    token: made by the browser, so that a request whose answer was lost can be sent again.  key: of the teacher, who may
    bring in students for a rehearsal; they are counted by no client and do not wait.  Raises NoRoom, InputError for no
    or a taken nickname, Refused where the room is closed or full or this client has as many as it may, TooOften,
    NotAdmitted for a wrong key.
    """
    name, now = checked_nickname(nickname), rooms.clock()
    if not isinstance(token, str) or not TOKEN.fullmatch(token):
        raise InputError("The page sent no token of 24 to 64 letters and digits; load it again.")
    counted_by = NOBODY if key else client
    with rooms.database.writing() as db:
        room = taught(db, code, key, now) if key else find(db, code, now)
        row = db.execute(
            "SELECT nickname FROM students WHERE code = ? AND token = ?", (room.code, hashed(token))
        ).fetchone()
        if row is not None:
            return str(row["nickname"])
        _check_place(db, room, rooms.limits.students)
        _check_nickname(db, room, name)
        _check_client(db, room, counted_by, now)
        waits = room.is_guarded and not key
        db.execute(
            "INSERT INTO students (code, token, nickname, folded, joined, waits, browser, address) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (room.code, hashed(token), name, name.casefold(), now, waits, counted_by.visitor, counted_by.address),
        )
        db.execute("UPDATE rooms SET touched = ?, used = 1 WHERE code = ?", (now, room.code))
    return name


def _check_place(db: Transaction, room: Room, most: int) -> None:
    if room.is_closed:
        raise Refused(f"The teacher has closed room {room.code}; ask the teacher to let you in.")
    count = db.execute("SELECT count(*) FROM students WHERE code = ?", (room.code,)).fetchone()[0]
    if count >= most:
        raise Refused(f"Room {room.code} has {counted(count, 'student')} and takes {most} at most.")


def _check_nickname(db: Transaction, room: Room, name: str) -> None:
    rows = db.execute("SELECT nickname FROM students WHERE code = ?", (room.code,))
    alike = next((row["nickname"] for row in rows if are_alike(name, row["nickname"])), None)
    if alike is not None:
        raise InputError(
            f"Somebody in this room is called {name!r} already, or has a nickname that looks the same; add a letter or "
            "a number to yours."
        )


def _check_client(db: Transaction, room: Room, client: Holder, now: float) -> None:
    seats = db.execute(
        "SELECT count(*) FROM students WHERE code = ? AND browser = ? AND browser <> ''", (room.code, client.visitor)
    ).fetchone()[0]
    if seats >= SEATS:
        raise Refused(
            f"This browser has joined room {room.code} {SEATS} times, which is the most; leave the room under another "
            "nickname first, or allow cookies, without which all browsers of your network count as one."
        )
    lately = db.execute(
        "SELECT joined FROM students WHERE code = ? AND address = ? AND address <> '' AND joined BETWEEN ? AND ? "
        "ORDER BY joined",
        (room.code, client.address, now - WITHIN, now),
    ).fetchall()
    if len(lately) >= JOINS:
        raise TooOften(
            f"{counted(len(lately), 'student')} joined from your network within {WITHIN:.0f} seconds; your turn comes "
            "by itself in a moment.",
            lately[-JOINS]["joined"] + WITHIN - now,
        )


def seated(db: Transaction, code: str, token: str, now: float) -> tuple[Room, Student]:
    """The room, and the student with that token, also one who waits to be let in; in a transaction.

    Raises NotAdmitted, the same where there is no such room, so that nobody learns codes by it.
    """
    row = db.execute(
        "SELECT id, nickname, since, lately, waits FROM students WHERE code = ? AND token = ?",
        (plain_code(code), hashed(token)),
    ).fetchone()
    with suppress(NoRoom):
        if row is not None:
            return find(db, code, now), Student(*row)._replace(waits=bool(row["waits"]))
    raise NotAdmitted(
        f"There is no room {code[:12]!r} any more, or its teacher has taken you out or has not let you in; look at the "
        "code once more, or ask your teacher."
    )


def count_answer(db: Transaction, student: Student, now: float) -> None:
    """Count one answer more of this minute; raises Refused where there were too many."""
    is_new = now - student.since >= MINUTE
    if not is_new and student.lately >= ANSWERS:
        raise Refused(f"You have given {student.lately} answers within a minute, which is the most; wait a moment.")
    db.execute(
        "UPDATE students SET since = ?, lately = ? WHERE id = ?",
        (now, 1, student.id) if is_new else (student.since, student.lately + 1, student.id),
    )


def leave(rooms: Rooms, code: str, token: str) -> None:
    """Leave a room; the nickname and all answers of this student go.  Raises NotAdmitted."""
    with rooms.database.writing() as db:
        _, student = seated(db, code, token, rooms.clock())
        db.execute("DELETE FROM students WHERE id = ?", (student.id,))
    rooms.database.shrink()


def remove(rooms: Rooms, code: str, key: str, nickname: Any) -> None:
    """Take a student out of a room, as if the student had left: the answers go, too, and are counted no more.

    Raises NotAdmitted, InputError where nobody there is called so.
    """
    with teaching(rooms, code, key) as (db, room):
        db.execute("DELETE FROM students WHERE id = ?", (called(db, room, nickname),))
    rooms.database.shrink()


def remove_since(rooms: Rooms, code: str, key: str, nickname: Any) -> None:
    """Take a student out, and all students who joined later; who waits to be let in goes on waiting.

    Raises NotAdmitted, InputError where nobody there is called so.
    """
    with teaching(rooms, code, key) as (db, room):
        db.execute(
            "DELETE FROM students WHERE code = ? AND id >= ? AND NOT waits", (room.code, called(db, room, nickname))
        )
    rooms.database.shrink()


def called(db: Transaction, room: Room, nickname: Any) -> int:
    """The number of the student of that name, in a transaction; raises InputError where nobody there is called so."""
    name = checked_nickname(nickname)
    row = db.execute("SELECT id FROM students WHERE code = ? AND folded = ?", (room.code, name.casefold())).fetchone()
    if row is None:
        raise InputError(f"Nobody in this room is called {name!r}; whoever was may have left.")
    return int(row["id"])
