"""Rooms of a class: students answer the questions of one lesson together, in votes that the teacher opens and closes.

All of it is in one SQLite file, and nothing in a process, so any process may serve anybody, and what was acknowledged
outlives a process that is killed.  A room keeps the text of its lesson, so that its questions stay what they are.

May import `topics.lessons`, `results` and below.  Others use `rooms.Rooms`, `votes`, `students`, `admission`,
`answers`, `outcomes`, `answers_csv.table`.
"""

from __future__ import annotations

import time
from pathlib import Path

from scheduler.topics import Topic


def _tidy(home: Path) -> None:
    from scheduler.topics.classroom.database import FILE, Database
    from scheduler.topics.classroom.expiry import purge

    purge(Database(home / FILE), time.time())


TOPIC = Topic("classroom", tidy=_tidy, needs=("lessons",))
