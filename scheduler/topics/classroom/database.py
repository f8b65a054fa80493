"""The SQLite file of all rooms: one connection a thread, readers beside one writer (WAL), every write one transaction.

A transaction that has ended is with the operating system, so it outlives the process.  sync() forces it to the disk,
after which it outlives a loss of power, too; with every answer that would cost 8 ms each, one after the other.  Whoever
writes waits for its turn: within a process at a lock, which is fair, between processes at that of SQLite, which asks
again and again.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scheduler.errors import StoreError
from scheduler.results.folders import room

FILE = "classroom.db"  # in the folder of results
Transaction = sqlite3.Connection  # inside of a block of reading() or writing()
PATIENCE = 10.0  # s to wait for other processes that write
FIRST = """
CREATE TABLE rooms (
    code TEXT PRIMARY KEY, teacher TEXT NOT NULL, lesson TEXT NOT NULL, digest TEXT NOT NULL, source TEXT NOT NULL,
    seed INTEGER NOT NULL, opened REAL NOT NULL, touched REAL NOT NULL, step INTEGER NOT NULL DEFAULT 0,
    view TEXT NOT NULL DEFAULT '', closed INTEGER NOT NULL DEFAULT 0, changes INTEGER NOT NULL DEFAULT 0);
CREATE TABLE students (
    id INTEGER PRIMARY KEY, code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, token TEXT NOT NULL,
    nickname TEXT NOT NULL, folded TEXT NOT NULL, joined REAL NOT NULL, since REAL NOT NULL DEFAULT 0,
    lately INTEGER NOT NULL DEFAULT 0, UNIQUE (code, token), UNIQUE (code, folded));
CREATE TABLE votes (
    code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, step INTEGER NOT NULL, vote INTEGER NOT NULL,
    opened REAL NOT NULL, closed REAL, PRIMARY KEY (code, step, vote));
CREATE TABLE revealed (
    code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, step INTEGER NOT NULL, PRIMARY KEY (code, step));
CREATE TABLE answers (
    code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, step INTEGER NOT NULL, vote INTEGER NOT NULL,
    student INTEGER NOT NULL REFERENCES students ON DELETE CASCADE, answer TEXT NOT NULL, label TEXT NOT NULL,
    is_right INTEGER NOT NULL, turn INTEGER NOT NULL, given REAL NOT NULL,
    PRIMARY KEY (code, step, vote, student)) WITHOUT ROWID;
CREATE INDEX answers_of ON answers (student);
"""
# Rooms that were there before were opened for a week, whether anybody has joined them or not.
CLIENTS_AND_WAITING = """
ALTER TABLE rooms ADD COLUMN guarded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rooms ADD COLUMN used INTEGER NOT NULL DEFAULT 1;
ALTER TABLE rooms ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE rooms ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE students ADD COLUMN waits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE students ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE students ADD COLUMN address TEXT NOT NULL DEFAULT '';
"""
STEPS = (FIRST, CLIENTS_AND_WAITING)  # each makes a file of one version one of the next; a new file is of version 0


@contextmanager
def whole() -> Iterator[None]:
    """Turn a database that cannot be read or written into StoreError, one sentence."""
    with room():
        try:
            yield
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            raise StoreError(
                f"The rooms of classes cannot be read ({error}); start the server again, which puts a "
                "damaged file aside."
            ) from error


class Database:
    """The file at `path`, made where there is none; a damaged one is put aside.  May be shared by threads."""

    def __init__(self, path: Path):
        self.path = path
        self._local = threading.local()
        self._writer = threading.Lock()
        with room():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            try:
                self._prepare()
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:
                self._local = threading.local()
                path.rename(path.with_name(f"{path.name}.damaged-{time.time_ns()}"))
                for suffix in ("-wal", "-shm"):
                    path.with_name(path.name + suffix).unlink(missing_ok=True)
                self._prepare()

    def _prepare(self) -> None:
        """Make the tables, or bring those of an earlier version up to date; of several processes the first one does."""
        connection = self._connection()
        connection.execute("BEGIN IMMEDIATE")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for number, step in enumerate(STEPS[version:], version + 1):
            for statement in filter(str.strip, step.split(";\n")):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
        self.path.chmod(0o600)

    def _connection(self) -> sqlite3.Connection:
        """That of this thread; a process that was forked makes its own."""
        if getattr(self._local, "process", None) != os.getpid():
            connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            connection.row_factory = sqlite3.Row
            # what is deleted is overwritten: names of students are to be gone with their room
            for setting in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "secure_delete = ON"):
                connection.execute(f"PRAGMA {setting}")
            self._local.connection, self._local.process = connection, os.getpid()
        return self._local.connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """All that is read in the block is of one moment."""
        with whole():
            connection = self._connection()
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All that is written in the block is kept, or nothing where it raises."""
        with whole(), self._writer:
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def sync(self) -> None:
        """Force all that was written to the disk."""
        with room():
            self._connection().execute("PRAGMA wal_checkpoint(PASSIVE)")

    def shrink(self) -> None:
        """Write the log of SQLite into the file and empty it, so that nothing deleted is left there."""
        with room():
            self._connection().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the connection of this thread."""
        if getattr(self._local, "process", None) == os.getpid():
            self._local.connection.close()
            self._local.process = None
