"""Letting in: where the teacher wishes so, who joins waits until the teacher lets them in.

Who waits has a seat and a nickname of the room, is counted as no student, is told no question, and may not answer.
"""

from __future__ import annotations

from typing import Any

from scheduler.topics.classroom.rooms import Rooms, teaching
from scheduler.topics.classroom.students import called


def guard(rooms: Rooms, code: str, key: str, is_guarded: bool) -> None:
    """Who joins from now on waits, or is in at once; who waits already goes on waiting.  Raises NotAdmitted."""
    with teaching(rooms, code, key) as (db, room):
        db.execute("UPDATE rooms SET guarded = ? WHERE code = ?", (is_guarded, room.code))


def let_in(rooms: Rooms, code: str, key: str, nickname: Any) -> None:
    """Let in who waits under a nickname; raises NotAdmitted, InputError where nobody is called so."""
    with teaching(rooms, code, key) as (db, room):
        db.execute("UPDATE students SET waits = 0 WHERE id = ?", (called(db, room, nickname),))


def let_all_in(rooms: Rooms, code: str, key: str) -> None:
    """Let in everybody who waits; raises NotAdmitted."""
    with teaching(rooms, code, key) as (db, room):
        db.execute("UPDATE students SET waits = 0 WHERE code = ?", (room.code,))


def refuse(rooms: Rooms, code: str, key: str, nickname: Any) -> None:
    """Send away who waits under a nickname; raises NotAdmitted, InputError where nobody is called so."""
    with teaching(rooms, code, key) as (db, room):
        db.execute("DELETE FROM students WHERE id = ? AND waits", (called(db, room, nickname),))
    rooms.database.shrink()


def refuse_all(rooms: Rooms, code: str, key: str) -> None:
    """Send away everybody who waits; raises NotAdmitted."""
    with teaching(rooms, code, key) as (db, room):
        db.execute("DELETE FROM students WHERE code = ? AND waits", (room.code,))
    rooms.database.shrink()
