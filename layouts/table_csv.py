"""The whole table of a figure as CSV, packed so that it travels with the page: gzip, in letters of base64.

The page shows the first rows only, rounded for people; the file holds all that the figure hands over, every number in
full.  Where these are not all there are, table_rows says so.
"""

from __future__ import annotations

import base64
import csv
import gzip
import io
from collections.abc import Mapping, Sequence
from typing import Any

FORMULA = ("=", "+", "-", "@", "\t", "\r")     # texts that begin so are run by programs for spreadsheets


def written(rows: Sequence[Mapping[str, Any]]) -> str:
    """The CSV: a line with the names of the columns, then a line per row; nothing for what is not known."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    file = io.StringIO()
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(columns)
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
