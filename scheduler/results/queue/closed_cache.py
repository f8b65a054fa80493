"""The diskcache of this program: its rows are JSON, and it closes its connections.

diskcache writes JSON as compressed bytes here, and pickles neither keys nor values.  A row that says that it is pickled
was put there by somebody else, and reading it would run what it holds: whatever a row says of itself, nothing of it is
unpickled.

diskcache keeps a connection to its database for each thread and leaves closing it to the end of the program.  From
Python 3.13 on a connection that is dropped while it is open warns.  Here the one of a thread is closed when the thread
ends, and all are when nobody has the cache any more, whichever thread notices that.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from pathlib import Path
from typing import Any

from diskcache import Cache, JSONDisk
from diskcache.core import DBNAME, MODE_PICKLE

NO_JSON = (zlib.error, ValueError, TypeError, RecursionError)  # what reading another program's row raises


class PickledRow(OSError):
    """A row that is pickled.  diskcache takes a value that cannot be read as one that is not there."""


class JsonDisk(JSONDisk):
    """How a row is read and written."""

    def get(self, key: Any, raw: bool) -> Any:
        """The key of a row; as it stands there where it is no JSON.  Raises PickledRow."""
        if not raw:
            raise PickledRow(f"A key in {self._directory} is pickled and not read; remove that folder.")
        try:
            return super().get(key, raw)
        except NO_JSON:
            return key

    def fetch(self, mode: int, filename: str | None, value: Any, read: bool) -> Any:
        """The value of a row; as it stands there where it is no JSON.  Raises PickledRow."""
        if mode == MODE_PICKLE:
            raise PickledRow(f"A value in {self._directory} is pickled and not read; remove that folder.")
        try:
            return super().fetch(mode, filename, value, read)
        except NO_JSON:
            return value


class Kept:
    """A connection, closed when this object is dropped."""

    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection

    def __del__(self) -> None:
        self.connection.close()


class ClosedCache(Cache):
    """The cache; its rows cannot be others than JSON."""

    def __init__(self, folder: Path, **settings: Any):
        super().__init__(str(folder), disk=JsonDisk, **settings)

    @property
    def _con(self) -> sqlite3.Connection:
        """The connection of this thread, as Cache._con of diskcache 5.6.3 makes it."""
        local: Any = self._local
        if getattr(local, "pid", None) != os.getpid():  # a fork has connections of its parent
            self.close()
            local.pid = os.getpid()
        if getattr(local, "con", None) is None:
            # Dropped by whichever thread drops the cache; used by one only.
            local.con = sqlite3.connect(
                Path(self._directory) / DBNAME, timeout=self._timeout, isolation_level=None, check_same_thread=False
            )
            local.kept = Kept(local.con)
            self._set_up(local.con)
        connection: sqlite3.Connection = local.con
        return connection

    def _set_up(self, connection: sqlite3.Connection) -> None:
        """Settings of the database that hold for a connection only; none while the database is being made."""
        try:
            settings = connection.execute("SELECT key, value FROM Settings").fetchall()
        except sqlite3.OperationalError:
            return
        for key, value in settings:
            if key.startswith("sqlite_"):
                self.reset(key, value, update=False)
