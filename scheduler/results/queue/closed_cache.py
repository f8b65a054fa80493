"""The diskcache of this program: its rows are JSON (json_disk.py), and it closes its connections.

diskcache keeps a connection to its database for each thread and leaves closing it to the end of the program.  From
Python 3.13 on a connection that is dropped while it is open warns.  Here the one of a thread is closed when the thread
ends, and all are when nobody has the cache any more, whichever thread notices that.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from diskcache import Cache
from diskcache.core import DBNAME

from scheduler.results.queue.json_disk import JsonDisk


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
