"""Rows of a table that may be the first of more than there are, and how that is said.

A table of a million jobs is not sent to a page; what is left out is counted, never passed over.
"""

from __future__ import annotations

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
    known = [part for part in parts if part]
    return First([row for part in known for row in part], sum(map(total, known)), "of each run" * (len(known) > 1))


def part(rows: Sequence[Mapping[str, Any]]) -> str:
    """What the rows are of the whole table: the first 200 of 5 430 rows; empty where they are all of it."""
    if total(rows) <= len(rows):
        return ""
    whole = theme.counted(total(rows), "row")
    if isinstance(rows, First) and rows.each:
        return f"{theme.number(len(rows))} of {whole}, the first {rows.each}"
    return f"the first {theme.number(len(rows))} of {whole}"


def said(rows: Sequence[Mapping[str, Any]], most: int) -> str:
    """How many rows a table of the first `most` shows, and what its file holds where that is more or not all."""
    if len(rows) <= most:
        return part(rows) or theme.counted(len(rows), "row")
    file = f"the CSV has {part(rows) or 'all'}"
    return f"first {most} of {theme.counted(total(rows), 'row')}; {file}"
