"""Tables: rows that may be the first of more than there are, and the whole table as CSV that travels with the page.

A table of a million jobs is not sent to a page; what is left out is counted, never passed over.

The page shows the first rows only, rounded for people.  The CSV holds all that the figure hands over, every number in
full, packed with gzip in letters of base64; where these are not all rows there are, the table says so.
"""

from __future__ import annotations

import base64
import csv
import gzip
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

from layouts import theme


class First(list[dict[str, Any]]):
    """The first rows of a table that has `total`; each: "" or of what so many were taken, such as "of each run"."""

    def __init__(self, rows: Iterable[dict[str, Any]], total: SupportsIndex, each: str = ""):
        super().__init__(rows)
        self.total = int(total)
        self.each = each


def total(rows: Sequence[Mapping[str, Any]]) -> int:
    """How many rows the table has of which these are the first."""
    return rows.total if isinstance(rows, First) else len(rows)


def joined(parts: Iterable[Sequence[dict[str, Any]]]) -> First:
    """Tables of several runs, one below the other."""
    filled = [part for part in parts if part]
    return First([row for part in filled for row in part], sum(map(total, filled)), "of each run" * (len(filled) > 1))


def part(rows: Sequence[Mapping[str, Any]]) -> str:
    """What the rows are of the whole table: the first 200 of 5 430 rows; empty where they are all of it."""
    if total(rows) <= len(rows):
        return ""
    whole = theme.counted(total(rows), "row")
    if isinstance(rows, First) and rows.each:
        return f"{theme.number(len(rows))} of {whole}, the first {rows.each}"
    return f"the first {theme.number(len(rows))} of {whole}"


def count_text(rows: Sequence[Mapping[str, Any]], most: int) -> str:
    """How many rows a table of the first `most` shows, and what its file holds where that is more or not all."""
    if len(rows) <= most:
        return part(rows) or theme.counted(len(rows), "row")
    file = f"the CSV has {part(rows) or 'all'}"
    return f"first {most} of {theme.counted(total(rows), 'row')}; {file}"


FIELDS = {"user": "user_id", "job": "job_id"}  # as the files of jobs and schedules name them (docs/exports.md)
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # texts that begin so are run by programs for spreadsheets


def written(rows: Sequence[Mapping[str, Any]]) -> str:
    """The CSV: a line with the names of the columns, then a line per row; nothing for what is not known."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    file = io.StringIO()
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow([FIELDS.get(column, column) for column in columns])
    lines.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return file.getvalue()


def packed(rows: Sequence[Mapping[str, Any]]) -> str:
    """The same for an attribute of the page."""
    return base64.b64encode(gzip.compress(written(rows).encode(), 6, mtime=0)).decode()


def _cell(value: Any) -> Any:
    if hasattr(value, "item"):
        value = value.item()
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else repr(value)
    text = str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(FORMULA) else value
