"""The jobs of a run as CSV, bit by bit: as `simulate --out` writes it, or with users named anew.

With the users' own numbers the file is the same to the letter; else the column `user_id` gives way to `user` (u1, u2,
...), which `audit` leaves out, so that both can be checked against the log.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler.exports.anonymous import names
from scheduler.formats.schedule_csv import columns, words
from scheduler.model.schedule import Schedule

ROWS = 50_000


def pieces(schedule: Schedule, users: bool = False, recipe: str = "") -> Iterator[bytes]:
    """The file; users: with the numbers of the log.  recipe: lines of comment before it (recipe_text.run_lines)."""
    arrays: dict[str, np.ndarray] = {}
    for name, column in columns(schedule).items():
        hidden = name == "user_id" and not users
        arrays["user" if hidden else name] = names(column, original=False) if hidden else column
    yield (recipe + ",".join(arrays) + "\n").encode()
    for first in range(0, len(next(iter(arrays.values()))), ROWS):
        rows = [words(column[first : first + ROWS]) for column in arrays.values()]
        yield "".join(",".join(row) + "\n" for row in zip(*rows, strict=True)).encode()
