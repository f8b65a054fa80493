"""A schedule as CSV: job_id,user_id,submit,start,end,processors - one row per simulated job, in (submit, line) order.

Times are as in the file, never shifted; submit is the realized one where arrivals are closed.  On a platform of
clusters there is one more column, cluster: which of them, from 1.  Where a policy may kill runs of grid jobs there is a
row for every piece, by time within its job, with three more columns: piece, its number within the job from 1; outcome,
`killed`, or `run` for the last piece, which runs to the end; killed_for, the job_id of the local job that needed the
processor, -1 for none.  Not a trace format, so there is no FORMAT here: `write` is for `simulate --out`,
`read_schedule` for `audit`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.clusters import several
from scheduler.digits import WHOLE, texts
from scheduler.errors import FormatError
from scheduler.fields import layout
from scheduler.fields import numbers as numbers_at_once
from scheduler.schedule import KILLED, RUN, Schedule
from scheduler.table import Table

COLUMNS = ("job_id", "user_id", "submit", "start", "end", "processors")
CLUSTER = "cluster"             # a column where there are several, from 1
PIECES = ("piece", "outcome", "killed_for")             # where runs may be killed
NEEDED_OF_PIECES = (*PIECES, "end")
OUTCOMES = {"run": RUN, "killed": KILLED}
KNOWN = (*COLUMNS, CLUSTER)
WHOLE_COLUMNS = ("job_id", "user_id", "processors", CLUSTER, "piece", "killed_for")
NEEDED = ("job_id", "start")


def write(schedule: Schedule) -> bytes:
    """The CSV file; whole numbers without decimal point, others in the shortest form that reads back equal."""
    made = columns(schedule)
    rows = map(",".join, zip(*map(words, made.values()), strict=True))
    return "\n".join((",".join(made), *rows, "")).encode()


def words(column: np.ndarray) -> list[str]:
    """A column of numbers or words as text."""
    return column.tolist() if column.dtype == object else texts(column)


def columns(schedule: Schedule) -> dict[str, np.ndarray]:
    """What the file holds: {name: [rows]}, numbers or words."""
    if schedule.segments is not None and "killer" in schedule.segments:
        return _of_pieces(schedule, schedule.segments)
    jobs, placed = schedule.workload.jobs, schedule.placed
    made = dict(zip(COLUMNS, (jobs.job_id, jobs.user_id, placed.submit, placed.start, placed.end, placed.processors),
                    strict=True))
    return made | ({CLUSTER: placed.cluster + 1} if several(schedule.workload.platform) else {})


def _of_pieces(schedule: Schedule, pieces: Table) -> dict[str, np.ndarray]:
    jobs, job = schedule.workload.jobs, pieces.job
    made = dict(zip(COLUMNS, (jobs.job_id[job], jobs.user_id[job], schedule.placed.submit[job], pieces.begin,
                              pieces.end, pieces.processors), strict=True))
    made |= {CLUSTER: pieces.cluster + 1} if several(schedule.workload.platform) else {}
    number = np.arange(len(job)) - np.searchsorted(job, job) + 1
    outcome = np.array(["run", "killed"], dtype=object)[(pieces.kind == KILLED).astype(np.int64)]
    told = np.where(pieces.killer >= 0, jobs.job_id[pieces.killer], -1)
    return made | dict(zip(PIECES, (number, outcome, told), strict=True))


def read_schedule(text: str, name: str = "the schedule") -> dict[str, np.ndarray]:
    """Columns of a CSV file of this kind, each [rows], and `line` [rows], from 1.

    The header line names the columns, in any order; job_id and start have to be there, the others of KNOWN may be,
    unknown ones are left out.  A column killed_for says that there is a row for every piece: then end, piece and
    outcome have to be there, else piece and outcome are as unknown.  outcome is 0 run, 2 killed.  Times are float64,
    the rest int64.  Raises FormatError naming line, column and what was found.
    """
    text = text.removeprefix("\ufeff")
    lines = text.splitlines()[:1]
    names = [word.strip() for word in lines[0].split(",")] if lines else []
    _check_names(names, name)
    found, numbers = _plain(text, len(names)) or _any(text, names, name)
    read = {key: _numbers(found[names.index(key)], key, numbers, name) for key in _known(names) if key in names}
    outcome = {"outcome": _outcomes(found[names.index("outcome")], numbers, name)} if "killed_for" in names else {}
    return read | outcome | {"line": numbers}


def _known(names: list[str]) -> tuple[str, ...]:
    """Columns of numbers that are looked at in a file with these columns."""
    return (*KNOWN, "piece", "killed_for") if "killed_for" in names else KNOWN


def _plain(text: str, wanted: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Columns and lines of a file of plain numbers without blanks, which is what `write` makes; None for any other."""
    _, newline, body = text.partition("\n")
    if not newline or " " in body or "\t" in body or "\r" in body:
        return None
    where = layout(body.replace(",", " ").encode())
    values, rows = numbers_at_once(where, wanted)
    every = len(rows) == np.count_nonzero(where.counts) and (where.counts[rows] == wanted).all()
    if not every or body.count(",") != len(rows) * (wanted - 1):
        return None
    return values, rows + 2


def _any(text: str, names: list[str], name: str) -> tuple[list[tuple[str, ...]], np.ndarray]:
    """The same of any file, as text."""
    lines = text.splitlines()
    numbers = np.array([i for i, line in enumerate(lines, 1) if i > 1 and line.strip()], dtype=np.int64)
    rows = [lines[i - 1].split(",") for i in numbers.tolist()]
    for line, row in zip(numbers.tolist(), rows, strict=True):
        if len(row) != len(names):
            raise FormatError(f"Line {line} of {name} has {len(row)} field{'s' * (len(row) != 1)}; wanted: "
                              f"{len(names)}, as in its first line.")
    return (list(zip(*rows, strict=True)) if rows else [()] * len(names)), numbers


def _check_names(names: list[str], name: str) -> None:
    missing = [key for key in NEEDED if key not in names]
    if missing:
        found = ", ".join(names)[:60] or "nothing"
        raise FormatError(f"The first line of {name} does not name the column {missing[0]} ({found!r}); wanted: "
                          f"{','.join(COLUMNS)}, of which job_id and start are needed.")
    pieces = "killed_for" in names
    missing = [key for key in NEEDED_OF_PIECES if pieces and key not in names]
    if missing:
        raise FormatError(f"The first line of {name} names the column killed_for, but not {missing[0]}; wanted: "
                          f"{', '.join(NEEDED_OF_PIECES)}, a row for every piece of a job.")
    twice = [key for key in (*KNOWN, *PIECES * pieces) if names.count(key) > 1]
    if twice:
        raise FormatError(f"The first line of {name} names the column {twice[0]} twice; wanted: each column once.")


def _numbers(found: Sequence[str] | np.ndarray, key: str, lines: np.ndarray, name: str) -> np.ndarray:
    values = found if isinstance(found, np.ndarray) else np.array([_number(word) for word in found], dtype=float)
    good = np.abs(values) <= WHOLE
    if key in WHOLE_COLUMNS:
        good &= values == np.trunc(values)
    if not good.all():
        row = int(np.argmin(good))
        kind = "a whole number" if key in WHOLE_COLUMNS else "a number"
        raise FormatError(f"Line {lines[row]} of {name}: {key} is {str(found[row])[:40]!r}; wanted: {kind}.")
    return values.astype(np.int64) if key in WHOLE_COLUMNS else values


def _outcomes(found: Sequence[str] | np.ndarray, lines: np.ndarray, name: str) -> np.ndarray:
    words = [str(word).strip() for word in found]
    strange = next((row for row, word in enumerate(words) if word not in OUTCOMES), None)
    if strange is not None:
        raise FormatError(f"Line {lines[strange]} of {name}: outcome is {words[strange][:40]!r}; wanted: "
                          f"{' or '.join(OUTCOMES)}.")
    return np.array([OUTCOMES[word] for word in words], dtype=np.int64)


def _number(word: str) -> float:
    try:
        return float("nan" if "_" in word else word)    # Python takes 1_0 for 10
    except ValueError:
        return float("nan")
