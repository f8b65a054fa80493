"""Cells of a table of jobs typed or pasted by people: numbers and lengths of time, or a sentence saying what is wrong.

A sentence names the row, the column, what was found and what is wanted.  A decimal comma is as good as a point, and a
length of time may have units: 90, 10min, 1 h 30 min, 1,5h, 1:30:00.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from scheduler.durations import DAY, HOUR, MINUTE, WEEK

COLUMNS = ("submit", "processors", "runtime", "requested_time", "user", "campaign", "cpu_need", "memory")
WORDS = {
    "number": "job",
    "submit": "submit",
    "processors": "processors",
    "runtime": "runtime",
    "requested_time": "requested time",
    "user": "user",
    "campaign": "campaign",
    "cpu_need": "CPU need",
    "memory": "memory",
}
MOST_JOBS = 50
LONGEST = 1e9  # s
DIGITS = 3  # of a second that are kept
MOST_PROCESSORS = 1_000_000
MOST_NUMBER = 999_999  # of jobs, users and campaigns
PARTS = 100  # of a node, which needs are counted in
UNITS = {"ms": 0.001, "s": 1, "sec": 1, "m": MINUTE, "min": MINUTE, "h": HOUR, "d": DAY, "wk": WEEK, "w": WEEK}
NUMBER = re.compile(r"[+-]?(?:\d{1,15}(?:[.,]\d{0,9})?|[.,]\d{1,9})")
PIECE = re.compile(r"\s*(\d{1,15}(?:[.,]\d{1,9})?)\s*(ms|sec|s|min|m|h|d|wk|w)(?![a-z])", re.IGNORECASE)
CLOCK = re.compile(r"(\d{1,6}):([0-5]\d):([0-5]\d)")
LONGEST_EXCERPT = 24  # characters of what was found
BLANK = str.maketrans("", "", "\u00a0\u202f\u2009")
EXAMPLES = "seconds, or like 10min, 1,5 h or 1:30:00"


class Problem(NamedTuple):
    """A cell that cannot be used.  row: from 1, 0 for the machine; column: one of COLUMNS, or ""."""

    row: int
    column: str
    words: str  # behind the row and the column, where it has both
    number: str = ""  # of the job, where that is not the number of its row

    @property
    def text(self) -> str:
        """A sentence: Row 3 (job 7), runtime: found 'abc'; wanted: ..."""
        job = f" (job {self.number})" if self.number else ""
        return f"Row {self.row}{job}, {WORDS[self.column]}{self.words}" if self.row and self.column else self.words


class Job(NamedTuple):
    """A job of the table."""

    number: int
    submit: float  # s
    processors: int
    runtime: float  # s
    requested_time: float  # s
    user: int = 1
    campaign: int | None = None  # number of the campaign within its user's
    cpu_need: float | None = None  # of a task, per cent of a node; None: a node, or the jobs do not share nodes
    memory: float | None = None  # of a task, per cent of a node; the same
    qos: int | None = None  # number of its QOS, for Slurm
    partition: int | None = None  # number of its partition, for Slurm


def problem(row: int, column: str, cell: str, wanted: str) -> Problem:
    """A problem: what was found in a cell, and what is wanted."""
    excerpt = f"{cell[:LONGEST_EXCERPT]}{'…' if len(cell) > LONGEST_EXCERPT else ''}"
    return Problem(row, column, f"{f': found {excerpt!r}' if cell else ' is empty'}; wanted: {wanted}.")


def number(text: str) -> float | None:
    """A number with a decimal point or comma; None for anything else."""
    clean = text.strip().translate(BLANK)
    return float(clean.replace(",", ".")) if NUMBER.fullmatch(clean) else None


def length(text: str) -> float | None:
    """Seconds of a length of time, to the millisecond; None for anything else."""
    clean = text.strip().translate(BLANK)
    plain, clock = number(clean), CLOCK.fullmatch(clean)
    if plain is not None:
        return round(plain, DIGITS)
    if clock:
        return float(int(clock[1]) * HOUR + int(clock[2]) * MINUTE + int(clock[3]))
    pieces = PIECE.findall(clean)
    if not pieces or PIECE.sub("", clean).strip():
        return None
    return round(sum(float(count.replace(",", ".")) * UNITS[unit.lower()] for count, unit in pieces), DIGITS)


def length_text(seconds: float) -> str:
    """A length of time exactly, as one number of the largest unit that divides it; reads back as the same number.

    >>> length_text(28800), length_text(5400), length_text(0), length_text(12.5)
    ('8 h', '90 min', '0 s', '12.5 s')
    """
    value = round(seconds, DIGITS)
    for unit, size in (("d", DAY), ("h", HOUR), ("min", MINUTE)):
        if value and value % size == 0:
            return f"{int(value // size)} {unit}"
    return f"{value:.{DIGITS}f}".rstrip("0").rstrip(".") + " s"


def read_row(cells: Mapping[str, str], row: int, default: int) -> tuple[Job | None, list[Problem]]:
    """The job of one row of text, or what is wrong with each of its cells.

    An empty requested time is the runtime, an empty user is 1, an empty campaign, CPU need or memory none; default: the
    job's number where the row has none.
    """
    wrong: list[Problem] = []
    submit = _time(cells, row, "submit", False, wrong)
    processors = _whole(cells, row, "processors", 1, MOST_PROCESSORS, wrong)
    runtime = _time(cells, row, "runtime", True, wrong)
    asked = _time(cells, row, "requested_time", True, wrong) if _text(cells, "requested_time") else runtime
    user = _whole(cells, row, "user", 0, MOST_NUMBER, wrong) if _text(cells, "user") else 1
    campaign = _whole(cells, row, "campaign", 1, MOST_NUMBER, wrong) if _text(cells, "campaign") else None
    cpu_need, memory = (
        _share(cells, row, name, wrong) if _text(cells, name) else None for name in ("cpu_need", "memory")
    )
    named = _whole(cells, row, "number", 1, MOST_NUMBER, wrong) if _text(cells, "number") else default
    if asked is not None and runtime is not None and asked < runtime:
        wrong.append(
            problem(
                row, "requested_time", _text(cells, "requested_time"), f"at least the runtime, {length_text(runtime)}"
            )
        )
    if wrong or submit is None or processors is None or runtime is None or asked is None:
        return None, wrong
    return Job(
        named or default, submit, processors, runtime, asked, 1 if user is None else user, campaign, cpu_need, memory
    ), []


def _text(cells: Mapping[str, str], column: str) -> str:
    return str(cells.get(column) or "").strip() if cells.get(column) != 0 else "0"


def _time(cells: Mapping[str, str], row: int, column: str, positive: bool, wrong: list[Problem]) -> float | None:
    text = _text(cells, column)
    value = length(text)
    if value is None or value < 0 or (positive and value == 0) or value > LONGEST:
        least = "a time above 0" if positive else "a time of at least 0"
        over = value is not None and value > LONGEST
        wrong.append(problem(row, column, text, f"at most {LONGEST:,.0f} s" if over else f"{least}: {EXAMPLES}"))
        return None
    return value


def _whole(cells: Mapping[str, str], row: int, column: str, low: int, high: int, wrong: list[Problem]) -> int | None:
    text = _text(cells, column)
    value = number(text)
    if value is None or value != int(value) or not low <= value <= high:
        wrong.append(problem(row, column, text, f"a whole number from {low:,} to {high:,}"))
        return None
    return int(value)


def _share(cells: Mapping[str, str], row: int, column: str, wrong: list[Problem]) -> float | None:
    text = _text(cells, column)
    value = number(text.removesuffix("%"))
    value = value if value is None else round(value, DIGITS)
    if value is None or not 0 < value <= PARTS:
        wrong.append(problem(row, column, text, f"a number above 0 and at most {PARTS}, per cent of a node"))
        return None
    return value
