"""A usage report as CSV: every row, every number in full; nothing where the log does not tell."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

from scheduler.analysis import usage
from scheduler.model.workload import Workload

FORMULA = ("=", "+", "-", "@", "\t", "\r")     # programs for spreadsheets run what begins so: a ' comes before it


def written(workload: Workload, by: Sequence[str]) -> str:
    """The report per `by`; raises InputError for what the workload does not tell."""
    file = io.StringIO()
    lines = csv.writer(file, lineterminator="\n")
    rows = usage.rows(workload, by)
    lines.writerow(rows[0] if rows else by)
    lines.writerows([_cell(value) for value in row.values()] for row in rows)
    return file.getvalue()


def _cell(value: str | float) -> str | float:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA) else value
    if isinstance(value, float):
        return "" if math.isnan(value) else int(value) if value.is_integer() and abs(value) < 2**53 else repr(value)
    return value
