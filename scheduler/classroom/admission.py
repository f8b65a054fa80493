"""Letting in: where the teacher wishes so, who joins waits until the teacher lets them in.

Who waits has a seat and a nickname of the room, is counted as no student, is told no question, and may not answer.
"""

from __future__ import annotations

from typing import Any

from scheduler.classroom.rooms import Rooms, change, taught
from scheduler.classroom.students import called


def guard(rooms: Rooms, code: str, key: str, is_guarded: bool) -> None:
    """Who joins from now on waits, or is in at once; who waits already goes on waiting.  Raises NotAdmitted."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        change(db, taught(db, code, key, now), now, guarded=int(is_guarded))


def let_in(rooms: Rooms, code: str, key: str, nickname: Any) -> None:
    """Let in who waits under a nickname; raises NotAdmitted, InputError where nobody is called so."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        room = taught(db, code, key, now)
        db.execute("UPDATE students SET waits = 0 WHERE id = ?", (called(db, room, nickname),))
        change(db, room, now)


def let_all_in(rooms: Rooms, code: str, key: str) -> None:
    """Let in everybody who waits; raises NotAdmitted."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        room = taught(db, code, key, now)
        db.execute("UPDATE students SET waits = 0 WHERE code = ?", (room.code,))
        change(db, room, now)


def refuse(rooms: Rooms, code: str, key: str, nickname: Any) -> None:
    """Send away who waits under a nickname; raises NotAdmitted, InputError where nobody is called so."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        room = taught(db, code, key, now)
        db.execute("DELETE FROM students WHERE id = ? AND waits", (called(db, room, nickname),))
        change(db, room, now)
    rooms.database.shrink()


def refuse_all(rooms: Rooms, code: str, key: str) -> None:
    """Send away everybody who waits; raises NotAdmitted."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        room = taught(db, code, key, now)
        db.execute("DELETE FROM students WHERE code = ? AND waits", (room.code,))
        change(db, room, now)
    rooms.database.shrink()
