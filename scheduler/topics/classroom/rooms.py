"""Rooms: opened for a lesson by a teacher, reached by a short code, gone some days after their last use (expiry.py).

The teacher of a room is whoever has its key, which is kept as a hash only.  Of a student a nickname and answers are
kept (students.py).  By which browser and address a room was opened or joined is kept as hashes, to count by them.  All
of it goes with the room.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from scheduler.durations import HOUR, MINUTE
from scheduler.errors import Refused
from scheduler.results.holders import NOBODY, Holder
from scheduler.results.limits import Limits
from scheduler.topics.classroom.database import FILE, Database, Transaction
from scheduler.topics.classroom.errors import NoRoom, NotAdmitted
from scheduler.topics.classroom.expiry import LIFETIME, delete_over, purge
from scheduler.topics.lessons.answer_key import work_out
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Lesson
from scheduler.topics.lessons.reading import read
from scheduler.topics.lessons.variants import case_of
from scheduler.wording import counted

LETTERS = "BCDFGHJKMNPQRSTVWXZ34679"  # no vowels, so no words; nothing that looks like another one
LENGTH = 6  # of a code
RECENT = 10 * MINUTE  # s: how exactly that last use is kept
OPENINGS = 20  # rooms a minute that a server opens, and rooms an hour that are opened from one address
UNUSED = 3  # rooms of one browser that nobody has joined yet
SHARE = 4  # of all rooms that may be, one address may have one in so many
KEPT = 100  # lessons of rooms that a process keeps read


class Room(NamedTuple):
    """A room as it is kept."""

    code: str
    lesson: str  # key
    digest: str  # which content the file of the lesson had
    source: str  # that content
    seed: int
    opened: float  # s since 1970, as all times here
    touched: float
    step: int  # the question that was asked last, from 1; 0: none yet
    view: str  # an address on this server that the teacher shows; empty: none
    is_closed: bool  # nobody else may join
    changes: int  # grows with everything the teacher does
    is_guarded: bool  # who joins waits until the teacher lets them in

    @property
    def expires(self) -> float:
        """When it is gone if nobody uses it any more; it is deleted within the hour after that."""
        return self.touched + LIFETIME

    @property
    def case(self) -> Case:
        """The lesson of the room in its variant."""
        return _case(self.lesson, self.source, self.seed)


@lru_cache(KEPT)
def _case(key: str, source: str, seed: int) -> Case:
    return case_of(read(source.encode(), key), seed)


class Opened(NamedTuple):
    """What a teacher gets: the code for students, and the key to keep."""

    code: str
    key: str


class Rooms:
    """The rooms of the server whose results are in `home`."""

    def __init__(self, home: Path, limits: Limits, clock: Callable[[], float] = time.time):
        self.database, self.limits, self.clock = Database(home / FILE), limits, clock

    def close(self) -> None:
        """Close the database; it is opened again when it is used."""
        self.database.close()

    def open(self, lesson: Lesson, seed: int = 0, client: Holder = NOBODY) -> Opened:
        """Open a room, the answers of its questions worked out.  client: by whom rooms are counted.

        Raises Refused where there are too many, at all or of this client; InputError for a seed without a variant.
        """
        work_out(_case(lesson.key, lesson.source, seed))
        key, now = secrets.token_urlsafe(24), self.clock()
        with self.database.writing() as db:
            is_gone = delete_over(db, now)
            self._check_room(db, now)
            self._check_client(db, client, now)
            code = _new_code(db)
            db.execute(
                "INSERT INTO rooms (code, teacher, lesson, digest, source, seed, opened, touched, used, browser, "
                "address) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)",
                (
                    code,
                    hashed(key),
                    lesson.key,
                    lesson.digest,
                    lesson.source,
                    seed,
                    now,
                    now,
                    client.visitor,
                    client.address,
                ),
            )
        if is_gone:
            self.database.shrink()
        self.database.sync()
        return Opened(code, key)

    def _check_room(self, db: Transaction, now: float) -> None:
        count, lately = db.execute("SELECT count(*), sum(opened > ?) FROM rooms", (now - MINUTE,)).fetchone()
        if count >= self.limits.rooms:
            raise Refused(
                f"This server has {counted(count, 'room')} and takes {self.limits.rooms} at most; delete one that is "
                "over, or wait: unused rooms go after a week, and those that nobody has joined after an hour."
            )
        if (lately or 0) >= OPENINGS:
            raise Refused(f"This server has opened {lately} rooms within a minute, which is the most; wait a minute.")

    def _check_client(self, db: Transaction, client: Holder, now: float) -> None:
        unused = db.execute(
            "SELECT count(*) FROM rooms WHERE browser = ? AND browser <> '' AND NOT used", (client.visitor,)
        ).fetchone()[0]
        if unused >= UNUSED:
            raise Refused(
                f"You have opened {counted(unused, 'room')} that nobody has joined, which is the most; use one of "
                "them, or delete one."
            )
        count, lately = db.execute(
            "SELECT count(*), sum(opened > ?) FROM rooms WHERE address = ? AND address <> ''",
            (now - HOUR, client.address),
        ).fetchone()
        if (lately or 0) >= OPENINGS:
            raise Refused(
                f"{counted(lately, 'room')} were opened from your network within an hour, which is the most; wait."
            )
        if count >= max(UNUSED, self.limits.rooms // SHARE):
            raise Refused(
                f"Your network has {counted(count, 'room')} on this server, which is the most; delete one that is over."
            )

    def is_opened_from(self, code: str, address: str) -> bool:
        """Whether there is a room of that code that was opened from that address, a hash."""
        with self.database.reading() as db:
            row = db.execute("SELECT address FROM rooms WHERE code = ?", (plain_code(code),)).fetchone()
        return bool(address) and row is not None and row["address"] == address

    def note_teacher(self, room: Room) -> None:
        """The page of the teacher is open, which is a use of the room."""
        if self.clock() > room.touched + RECENT:
            with self.database.writing() as db:
                note_use(db, room, self.clock())

    def room(self, code: str) -> Room:
        """The room of a code as it was typed; raises NoRoom."""
        with self.database.reading() as db:
            return find(db, code, self.clock())

    def check_teacher(self, code: str, key: str) -> Room:
        """The room, to whoever has the teacher's key; raises NotAdmitted."""
        with self.database.reading() as db:
            return taught(db, code, key, self.clock())

    def delete(self, code: str, key: str) -> None:
        """Delete a room with its students and answers; raises NotAdmitted."""
        with self.database.writing() as db:
            db.execute("DELETE FROM rooms WHERE code = ?", (taught(db, code, key, self.clock()).code,))
        self.database.shrink()

    def purge(self) -> int:
        """Delete the rooms that nobody has used for long; how many there were."""
        return purge(self.database, self.clock())


def find(db: Transaction, code: str, now: float) -> Room:
    """The room of a code in a transaction; raises NoRoom."""
    row = db.execute(
        "SELECT code, lesson, digest, source, seed, opened, touched, step, view, closed, changes, guarded "
        "FROM rooms WHERE code = ?",
        (plain_code(code),),
    ).fetchone()
    if row is None:
        raise NoRoom(
            f"There is no room {code[:12]!r}; look at the code once more, or the room is over: rooms go a "
            "week after their last use."
        )
    return Room(*row)._replace(is_closed=bool(row["closed"]), is_guarded=bool(row["guarded"]))


def taught(db: Transaction, code: str, key: str, now: float) -> Room:
    """The room, to whoever has the teacher's key, in a transaction.

    Raises NotAdmitted, the same where there is no such room, so that nobody learns codes by it.
    """
    row = db.execute("SELECT teacher FROM rooms WHERE code = ?", (plain_code(code),)).fetchone()
    with suppress(NoRoom):
        if row is not None and hmac.compare_digest(row["teacher"], hashed(key)):
            return find(db, code, now)
    raise NotAdmitted(
        f"There is no room {code[:12]!r} any more, or this is not its teacher's key; open the teacher's link that was "
        "shown when the room was opened."
    )


def change(db: Transaction, room: Room, now: float, **columns: object) -> None:
    """Write down what the teacher did; columns: those of the table rooms that change."""
    names = "".join(f", {name} = ?" for name in columns)
    db.execute(
        f"UPDATE rooms SET touched = ?, changes = changes + 1{names} WHERE code = ?",
        (now, *columns.values(), room.code),
    )


@contextmanager
def teaching(rooms: Rooms, code: str, key: str) -> Iterator[tuple[Transaction, Room]]:
    """A transaction in which the teacher changes a room; raises NotAdmitted."""
    now = rooms.clock()
    with rooms.database.writing() as db:
        room = taught(db, code, key, now)
        yield db, room
        change(db, room, now)


def note_use(db: Transaction, room: Room, now: float) -> None:
    """Somebody uses the room; written down once in a while, as answers come by the hundred."""
    if now > room.touched + RECENT:
        db.execute("UPDATE rooms SET touched = ? WHERE code = ?", (now, room.code))


def plain_code(code: str) -> str:
    """A code as it is kept, of one that was typed: in capitals, without blanks and hyphens."""
    return "".join(letter for letter in code[:40].upper() if letter.isalnum())


def hashed(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def _new_code(db: Transaction) -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if db.execute("SELECT 1 FROM rooms WHERE code = ?", (code,)).fetchone() is None:
            return code
