"""When a room is over, and its end.

Whoever deletes rooms looks every hour.  Where more than a day went by since the last look, the clock was set or the
server was off; that time does not count, so no jump of the clock ends a room.
"""

from __future__ import annotations

from scheduler.durations import DAY, HOUR
from scheduler.topics.classroom.database import Database, Transaction

LIFETIME = 7 * DAY  # s after its last use a room is gone
EMPTY = HOUR  # s after its last use a room is gone that nobody has ever joined


def purge(database: Database, now: float) -> int:
    """Delete the rooms that nobody has used for long; how many there were."""
    with database.writing() as db:
        count = delete_over(db, now)
    if count:
        database.shrink()
    return count


def delete_over(db: Transaction, now: float) -> int:
    """The same in a transaction, without giving the space in the file back."""
    _follow_clock(db, now)
    return db.execute(
        "DELETE FROM rooms WHERE touched <= ? OR (touched <= ? AND NOT used)", (now - LIFETIME, now - EMPTY)
    ).rowcount


def _follow_clock(db: Transaction, now: float) -> None:
    """Move the last uses of rooms by as much as the clock jumped since the last look; no time is later than now."""
    db.execute("CREATE TABLE IF NOT EXISTS looks (at REAL NOT NULL)")
    last = db.execute("SELECT coalesce((SELECT max(at) FROM looks), (SELECT max(touched) FROM rooms), ?)", (now,))
    if (gap := now - last.fetchone()[0]) > DAY:
        db.execute("UPDATE rooms SET touched = touched + ?", (gap,))
    for table, names in (("rooms", ("touched", "opened")), ("students", ("joined", "since"))):
        for name in names:
            db.execute(f"UPDATE {table} SET {name} = ? WHERE {name} > ?", (now, now))
    db.execute("DELETE FROM looks")
    db.execute("INSERT INTO looks VALUES (?)", (now,))
