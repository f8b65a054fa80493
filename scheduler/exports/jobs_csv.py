"""The jobs of a run as CSV, in pieces: as `simulate --out` writes it, or with users named anew.

With the users' own numbers the file is the same to the letter; else the column `user_id` gives way to `user` (u1, u2,
...), which `audit` leaves out, so that both can be checked against the log.
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler.digits import texts
from scheduler.exports.anonymous import names
from scheduler.formats.schedule_csv import COLUMNS
from scheduler.schedule import Schedule

ROWS = 50_000


def pieces(schedule: Schedule, users: bool = False) -> Iterator[bytes]:
    """The file; users: with the numbers of the log."""
    jobs, placed = schedule.workload.jobs, schedule.placed
    who = jobs.user_id if users else names(jobs.user_id, shown=False)
    columns = (jobs.job_id, who, placed.submit, placed.start, placed.end, placed.processors)
    yield (",".join(COLUMNS if users else ("user" if name == "user_id" else name for name in COLUMNS)) + "\n").encode()
    for first in range(0, len(placed), ROWS):
        rows = [column[first:first + ROWS] for column in columns]
        words = [row.tolist() if row.dtype == object else texts(row) for row in rows]
        yield "".join(",".join(row) + "\n" for row in zip(*words, strict=True)).encode()
