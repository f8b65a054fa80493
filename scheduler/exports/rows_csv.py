"""Rows of a report as CSV: every number in full; nothing where it is unknown; no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from typing import Any

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # programs for spreadsheets run what begins so: a ' comes before it


def written(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> str:
    """The rows under the names of their columns; `columns` are those of no rows."""
    file = io.StringIO()
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(rows[0] if rows else columns)
    lines.writerows([_cell(value) for value in row.values()] for row in rows)
    return file.getvalue()


def _cell(value: str | float) -> str | float:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA) else value
    if isinstance(value, float):
        return "" if math.isnan(value) else int(value) if value.is_integer() and abs(value) < 2**53 else repr(value)
    return value
