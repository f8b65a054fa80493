"""The answers of a room as CSV, one row an answer; those of a vote that is open are left out.

Spreadsheets take a cell that begins with = + - @ for a formula and run it.  Texts of students begin with an apostrophe
there, which spreadsheets take for "this is text".
"""

from __future__ import annotations

import csv
import io

from scheduler.durations import number as plain
from scheduler.topics.classroom.rooms import Rooms, taught
from scheduler.topics.classroom.votes import questions

COLUMNS = ("nickname", "question", "vote", "answer", "right", "seconds")
# The wide forms count in some languages.
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def table(rooms: Rooms, code: str, key: str) -> str:
    """CSV with the columns COLUMNS; seconds: since the vote was opened.  Raises NotAdmitted."""
    with rooms.database.reading() as db:
        room = taught(db, code, key, rooms.clock())
        rows = db.execute(
            "SELECT nickname, answers.step, answers.vote, label, is_right, given - votes.opened AS seconds "
            "FROM answers JOIN students ON students.id = answers.student JOIN votes ON votes.code = answers.code "
            "AND votes.step = answers.step AND votes.vote = answers.vote WHERE answers.code = ? "
            "AND votes.closed IS NOT NULL ORDER BY answers.step, answers.vote, students.id",
            (room.code,),
        ).fetchall()
    number = {step: place for place, step in enumerate(questions(room.case.lesson), 1)}
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\r\n")
    write.writerow(COLUMNS)
    for row in rows:
        write.writerow(
            (
                harmless(row["nickname"]),
                number[row["step"]],
                row["vote"],
                harmless(row["label"]),
                "yes" if row["is_right"] else "no",
                plain(round(row["seconds"], 1)),
            )
        )
    return text.getvalue()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(DANGEROUS) else text
