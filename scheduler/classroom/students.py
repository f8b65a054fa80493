"""Students of a room: each has a nickname, and a token that the browser makes and keeps.

No account, no address, no e-mail.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from scheduler.classroom.database import Transaction
from scheduler.classroom.rooms import Room, Rooms, change, find, hashed, note_use, taught
from scheduler.durations import MINUTE
from scheduler.errors import InputError, NotAdmitted, Refused
from scheduler.wording import counted

LONGEST = 30  # characters of a nickname
JOINS = 200  # students a minute that may join a room
TOKEN = re.compile(r"[\w-]{24,64}", re.ASCII)
ANSWERS = 40  # answers a minute that a student may give or change


class Student(NamedTuple):
    """A student as the room knows one."""

    id: int
    nickname: str
    since: float  # the minute that `lately` counts in
    lately: int  # answers within it


def join(rooms: Rooms, code: str, nickname: Any, token: Any) -> str:
    """Join a room, and tell the nickname as it is kept; who sends the same token again is in the room already.

    token: made by the browser, so that a request whose answer was lost can be sent again.  Raises NoRoom, InputError
    for no or a taken nickname, Refused where the room is closed or full.
    """
    name, now = checked_nickname(nickname), rooms.clock()
    if not isinstance(token, str) or not TOKEN.fullmatch(token):
        raise InputError("The page sent no token of 24 to 64 letters and digits; load it again.")
    with rooms.database.writing() as db:
        room = find(db, code, now)
        row = db.execute(
            "SELECT nickname FROM students WHERE code = ? AND token = ?", (room.code, hashed(token))
        ).fetchone()
        if row is not None:
            return str(row["nickname"])
        _check_place(db, room, rooms.limits.students, now)
        if db.execute("SELECT 1 FROM students WHERE code = ? AND folded = ?", (room.code, name.casefold())).fetchone():
            raise InputError(f"Somebody in this room is called {name!r} already; add a letter or a number to yours.")
        db.execute(
            "INSERT INTO students (code, token, nickname, folded, joined) VALUES (?, ?, ?, ?, ?)",
            (room.code, hashed(token), name, name.casefold(), now),
        )
        note_use(db, room, now)
    return name


def _check_place(db: Transaction, room: Room, most: int, now: float) -> None:
    if room.is_closed:
        raise Refused(f"The teacher has closed room {room.code}; ask the teacher to let you in.")
    count, lately = db.execute(
        "SELECT count(*), sum(joined > ?) FROM students WHERE code = ?", (now - MINUTE, room.code)
    ).fetchone()
    if count >= most:
        raise Refused(f"Room {room.code} has {counted(count, 'student')} and takes {most} at most.")
    if (lately or 0) >= JOINS:
        raise Refused(
            f"{counted(lately, 'student')} joined room {room.code} within a minute, which is the most; wait a minute."
        )


def checked_nickname(nickname: Any) -> str:
    """A nickname with single blanks and without signs that cannot be seen; raises InputError for anything else."""
    if not isinstance(nickname, str):
        raise InputError("The nickname is no text; type one.")
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in nickname[:200]).split())
    if not name:
        raise InputError("The nickname is empty; type one.")
    if len(name) > LONGEST:
        raise InputError(f"The nickname has {len(name)} characters; wanted: at most {LONGEST}.")
    return name


def student_of(db: Transaction, room: Room, token: str) -> Student:
    """The student with that token, in a transaction; raises NotAdmitted."""
    row = db.execute(
        "SELECT id, nickname, since, lately FROM students WHERE code = ? AND token = ?", (room.code, hashed(token))
    ).fetchone()
    if row is None:
        raise NotAdmitted(
            f"You are not in room {room.code}, or its teacher has taken you out; join it with a nickname."
        )
    return Student(*row)


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
    """Leave a room; the nickname and all answers of this student go.  Raises NoRoom, NotAdmitted."""
    with rooms.database.writing() as db:
        student = student_of(db, find(db, code, rooms.clock()), token)
        db.execute("DELETE FROM students WHERE id = ?", (student.id,))
    rooms.database.shrink()


def remove(rooms: Rooms, code: str, key: str, nickname: Any) -> None:
    """Take a student out of a room, as if the student had left: the answers go, too, and are counted no more.

    Raises NoRoom, NotAdmitted, InputError where nobody there is called so.
    """
    now = rooms.clock()
    with rooms.database.writing() as db:
        room, name = taught(db, code, key, now), checked_nickname(nickname)
        if not db.execute("DELETE FROM students WHERE code = ? AND folded = ?", (room.code, name.casefold())).rowcount:
            raise InputError(f"Nobody in this room is called {name!r}; whoever was may have left.")
        change(db, room, now)
    rooms.database.shrink()
