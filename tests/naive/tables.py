"""A table of jobs read the slow way: the standard library's csv, datetime and zoneinfo, one cell at a time.

Written from what the formats promise (docs/tables.md), without the program's readers.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

NOTHING = {"", "-", "na", "n/a", "nan", "null", "none", "unknown", "\\n", "nat", "none assigned"}
FACTOR = {
    "ns": Fraction(1, 10**9),
    "us": Fraction(1, 10**6),
    "ms": Fraction(1, 1000),
    "s": Fraction(1),
    "min": Fraction(60),
    "h": Fraction(3600),
    "d": Fraction(86400),
}


def rows(text: str, separator: str = ",") -> list[dict[str, str]]:
    """The records that have as many cells as there are columns, without those that are blank."""
    lines = list(csv.reader(io.StringIO(text), delimiter=separator))
    head, body = lines[0], lines[1:]
    return [dict(zip(head, line, strict=True)) for line in body if len(line) == len(head) and any(line)]


def number(cell: str) -> Fraction | None:
    cell = cell.strip()
    try:
        return None if cell.lower() in NOTHING else Fraction(cell)
    except ValueError:
        return None


def instant(cell: str, unit: str, zone: str) -> Fraction | None:
    """Seconds since 1970 in UTC."""
    if unit != "date":
        value = number(cell)
        return None if value is None or value < 0 else value * FACTOR[unit]
    try:
        when = datetime.fromisoformat(cell.strip().replace("/", "-").replace("Z", "+00:00"))
    except ValueError:
        return None
    when = when.replace(tzinfo=ZoneInfo(zone)) if when.tzinfo is None else when
    since = when.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    return Fraction(since.days * 86_400 + since.seconds) + Fraction(since.microseconds, 10**6)


def length(cell: str, unit: str) -> Fraction | None:
    """Seconds of a number or of [D-]H:M:S."""
    value = number(cell)
    if value is not None:
        return value * FACTOR[unit] if value >= 0 else value
    days, _, clock = cell.strip().rpartition("-")
    parts = clock.split(":")
    try:
        if not 2 <= len(parts) <= 3:
            return None
        hours = Fraction(parts[-3]) if len(parts) == 3 else Fraction(0)
        return 86_400 * Fraction(days or 0) + 3_600 * hours + 60 * Fraction(parts[-2]) + Fraction(parts[-1])
    except ValueError:
        return None


def named(cells: list[str]) -> tuple[list[float], tuple[str, ...]]:
    """(numbers, names): the numbers themselves where all cells are whole numbers or missing."""
    cells = [cell.strip() for cell in cells]
    known = [cell for cell in cells if cell.lower() not in NOTHING]
    if all((value := number(cell)) is not None and value.denominator == 1 for cell in known):
        return [-1.0 if cell.lower() in NOTHING else float(cell) for cell in cells], ()
    order = list(dict.fromkeys(known))
    return [order.index(cell) + 1.0 if cell in order else -1.0 for cell in cells], tuple(order)


def told(value: Fraction | None) -> float:
    return -1.0 if value is None else float(value)


def trace(
    text: str, columns: Mapping[str, tuple[str, str]], zone: str = "UTC", separator: str = ","
) -> dict[str, list[float]]:
    """{field: numbers} of a table; columns: {field: (column, unit)}, a unit where the field is a time."""
    table = rows(text, separator)
    times = {
        field: [instant(row[column], unit, zone) for row in table]
        for field, (column, unit) in columns.items()
        if field in ("submit", "start", "end")
    }
    known = [value for value in times["submit"] if value is not None]
    base = math.floor(min(known)) if known and min(known) >= 10**8 else 0
    made = {"submit": [told(None if value is None else value - base) for value in times["submit"]]}
    for field, (column, unit) in columns.items():
        cells = [row[column] for row in table]
        if field in ("runtime", "wait", "requested_time"):
            made[field] = [told(length(cell, unit)) for cell in cells]
        elif field in ("requested_processors", "allocated_processors"):
            made[field] = [told(number(cell)) for cell in cells]
        elif field not in times:
            made[field] = named(cells)[0]
    for field, first, last in (("runtime", "start", "end"), ("wait", "submit", "start")):
        if field not in made and {first, last} <= times.keys():
            made[field] = [
                told(None if a is None or b is None else b - a) for a, b in zip(times[first], times[last], strict=True)
            ]
    return made
