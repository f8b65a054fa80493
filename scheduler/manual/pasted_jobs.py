"""Jobs pasted from a spreadsheet or a text: lines of cells parted by tabs, semicolons, commas or blanks.

With a line of headings columns may come in any order, as in textbooks: Process, Arrival time, Burst (s); a unit there
holds for plain numbers, and without processors each job needs one.  Without headings columns are submit, processors,
runtime, and then if there are more requested time, user, campaign.  Good rows are kept, and each bad cell is named by
its row and column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from scheduler.manual.cells import COLUMNS, MOST_JOBS, Job, Problem, length, number, read_row

LONGEST = 20_000  # characters
# What headings hold, once everything but letters is left out; the first that fits.
HEADINGS = (
    ("submit", r"subm|arriv|release|^(entrytime|at|rj|ri)$"),
    ("runtime", r"burst|service|processing|cputime|^(bt|pj|pi|processtime)$"),
    ("number", r"^((job|jobs|process|task)?(id|no|nr|number|name)|job|process|pid|task)$"),
    ("cpu_need", r"need|cpu(share|use|usage)|cpu%"),
    ("memory", r"^mem|memory|^ram"),
    ("processors", r"proc|node|cpu|core|size|width|slots|^qj$"),
    ("requested_time", r"^req|estim|wall|limit|^expected"),
    ("runtime", r"^run|length|duration|^exec|elapsed|^time"),
    ("user", r"user|owner|^uid$"),
    ("campaign", r"camp|batch|group"),
)
# of a heading: Burst (min), Burst [s], Burst in ms
UNIT = re.compile(r"(?:[(\[]\s*|\bin\s+)(ms|milli|s|sec|m|min|h|d)\w*\s*(?:[)\]]|$)", re.IGNORECASE)
NAMED_UNITS = {"milli": "ms"}
TIMES = ("submit", "runtime", "requested_time")
LETTERS = re.compile(r"^[A-Za-z]+[ _-]?(?=\d)")  # before the number of a job: P1
DECIMAL = re.compile(r"\d,\d")


class Pasted(NamedTuple):
    """The jobs of a pasted text and what could not be read."""

    jobs: tuple[Job, ...]
    problems: tuple[Problem, ...]


def pasted(text: str, first: int = 1, room: int = MOST_JOBS) -> Pasted:
    """The jobs of a text; first: the number of the first one where the text has no numbers; room: how many may come.

    Rows are counted as in the text, from 1, headings included.
    """
    lines = [(row, line) for row, line in enumerate(text[:LONGEST].splitlines(), 1) if line.strip()]
    if not lines:
        return Pasted(
            (),
            (
                Problem(
                    0,
                    "",
                    "Nothing was pasted; wanted: a line for each job: submit, processors, "
                    "runtime, and if you like requested time, user, campaign.",
                ),
            ),
        )
    mark = separator([line for _, line in lines])
    columns, units, lines = _headings(lines, mark)
    jobs: list[Job] = []
    wrong: list[Problem] = []
    for row, line in lines[:room]:
        job, bad = _job(_with_units(cells(line, mark), units), columns, row, first + len(jobs))
        wrong += bad
        jobs += [job] if job is not None else []
    if len(lines) > room:
        wrong.append(
            Problem(
                lines[room][0],
                "",
                f"The text has {len(lines)} jobs and there is room for {room} "
                f"(at most {MOST_JOBS} in all); those from row {lines[room][0]} on "
                "were left out.",
            )
        )
    return Pasted(tuple(jobs), tuple(wrong))


def separator(lines: Sequence[str]) -> str:
    """What parts the cells: a tab or semicolon where lines have one, else a comma that is not decimal, else blanks."""
    for mark in ("\t", ";"):
        if all(mark in line for line in lines):
            return mark
    if all("," in line for line in lines) and not _decimal(lines):
        return ","
    return next((mark for mark in ("\t", ";") if any(mark in line for line in lines)), " ")


def _decimal(lines: Sequence[str]) -> bool:
    """Whether commas can only be decimal ones: blanks part the cells, and no comma has a blank beside it."""
    return all(len(line.split()) >= 3 and DECIMAL.search(line) and ", " not in line for line in lines if "," in line)


def cells(line: str, mark: str) -> list[str]:
    """The cells of a line, without blanks and quotes around them."""
    texts = line.split() if mark == " " else line.split(mark)
    return [cell.strip().strip('"').strip() for cell in texts]


def heading(cell: str) -> str | None:
    """The column a heading names; None where it is none."""
    word = re.sub(r"[^a-z%]", "", UNIT.sub("", cell).lower()) if cell.strip() != "#" else "no"
    return next((column for column, pattern in HEADINGS if re.search(pattern, word)), None) if word else None


def unit_of(cell: str) -> str:
    """The unit a heading names, one of UNITS of cells; empty where it names none."""
    unit = UNIT.search(cell)
    return NAMED_UNITS.get(unit[1].lower(), unit[1].lower()) if unit else ""


def _headings(
    lines: list[tuple[int, str]], mark: str
) -> tuple[Sequence[str | None], Sequence[str], list[tuple[int, str]]]:
    """Columns in their order, the units of their plain numbers, and the lines without that of headings."""
    named = cells(lines[0][1], mark)
    if length(named[0]) is not None or not any(heading(cell) for cell in named):
        return COLUMNS, (), lines
    columns = [heading(cell) for cell in named]
    units = [unit_of(cell) if column in TIMES else "" for column, cell in zip(columns, named, strict=True)]
    return columns, units, lines[1:]


def _with_units(texts: Sequence[str], units: Sequence[str]) -> list[str]:
    """The cells of a line with the units of their headings behind plain numbers."""
    return [
        f"{text} {unit}" if unit and number(text) is not None else text
        for text, unit in zip_longest(texts, units[: len(texts)], fillvalue="")
    ]


def _job(
    texts: Sequence[str], columns: Sequence[str | None], row: int, default: int
) -> tuple[Job | None, list[Problem]]:
    while len(texts) > len(columns) and not texts[-1]:
        texts = texts[:-1]
    if len(texts) > len(columns):
        return None, [Problem(row, "", f"Row {row} has {len(texts)} cells; wanted: at most {len(columns)}.")]
    named = {column: cell for column, cell in zip(columns, texts, strict=False) if column is not None}
    if "number" in named:
        named["number"] = LETTERS.sub("", named["number"])
    if "processors" not in columns:
        named["processors"] = "1"
    return read_row(named, row, default)
