"""A schedule as CSV: job_id,user_id,submit,start,end,processors - one row per simulated job, in (submit, line) order.

Times are as in the file, never shifted; submit is the realized one where arrivals are closed.  On a platform of
clusters there is one more column, cluster: which of them, from 1.  Where runs of jobs were killed for others there is a
row for every piece, by time within its job, with three more columns: piece, its number within the job from 1; outcome,
`killed`, or of the last piece `run`, as it runs to the end, or `cancelled`, as the job is then over; killed_for, the
job_id of the job that needed the processors, -1 for none.
Where clusters differ in speed there is also yield, the share of full speed of a piece.

Where a policy pauses jobs, or lets them share processors or nodes, there is a row for every segment, by time within its
job, with the columns segment, its number within the job from 1, and yield, the share of full speed it runs at then.
Where jobs share nodes there are two more: kind, `run` or `penalty`; nodes, those its tasks stand on, from 1, with how
many on each (1-4:2;7:1 is two on each of the nodes 1 to 4 and one on node 7).  Where the first tasks of a job need
something else than the others, the nodes of the first stand before those of the others.

Lines that begin with # before the names of the columns are comments: the recipe of the jobs may stand there.

Not a trace format, so there is no FORMAT here: `write` is for `simulate --out`, `read_file` for `audit` and for
runs of other programs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

import numpy as np

from scheduler.audit.csv_rows import OVER
from scheduler.errors import FormatError
from scheduler.formats.reading.decompression import plain
from scheduler.formats.reading.density import check
from scheduler.formats.reading.number_lines import layout
from scheduler.formats.reading.number_lines import numbers as numbers_at_once
from scheduler.model.number_text import WHOLE, texts
from scheduler.model.schedule import KILLED, PENALTY, RUN, Schedule
from scheduler.model.table import Table
from scheduler.wording import counted

COLUMNS = ("job_id", "user_id", "submit", "start", "end", "processors")
CLUSTER = "cluster"  # a column where there are several, from 1
PIECES = ("piece", "outcome", "killed_for")  # where runs may be killed
NEEDED_OF_PIECES = (*PIECES, "end")
OUTCOMES = {"run": RUN, "killed": KILLED, "cancelled": OVER}
SEGMENT = ("segment", "yield")  # where jobs are paused, or share what they run on
NEEDED_OF_SEGMENTS = (*SEGMENT, "end")
ON_NODES = ("kind", "nodes")  # where they share nodes
SEGMENT_KINDS = {"run": RUN, "penalty": PENALTY}
COMMENTS = re.compile(r"(?:#[^\n]*+(?:\n|\Z))+")
STAND = re.compile(r"([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?:([1-9]\d{0,8})")
ALL_COLUMNS = (*COLUMNS, CLUSTER)
WHOLE_COLUMNS = ("job_id", "user_id", "processors", CLUSTER, "piece", "killed_for", "segment")
NEEDED = ("job_id", "start")


def write(schedule: Schedule) -> bytes:
    """The CSV file; whole numbers without decimal point, others in the shortest form that reads back equal."""
    arrays = columns(schedule)
    rows = map(",".join, zip(*map(words, arrays.values()), strict=True))
    return "\n".join((",".join(arrays), *rows, "")).encode()


def words(column: np.ndarray) -> list[str]:
    """A column of numbers or words as text."""
    return column.tolist() if column.dtype == object else texts(column)


def columns(schedule: Schedule) -> dict[str, np.ndarray]:
    """What the file holds: {name: [rows]}, numbers or words."""
    if schedule.has_segments:
        return (_of_pieces if schedule.kills else _of_segments)(schedule, schedule.table("segments"))
    jobs, placed = schedule.workload.jobs, schedule.placed
    arrays = dict(
        zip(
            COLUMNS,
            (jobs.job_id, jobs.user_id, placed.submit, placed.start, placed.end, placed.processors),
            strict=True,
        )
    )
    return arrays | ({CLUSTER: placed.cluster + 1} if schedule.workload.has_clusters else {})


def _of_pieces(schedule: Schedule, pieces: Table) -> dict[str, np.ndarray]:
    jobs, job = schedule.workload.jobs, pieces.job
    arrays = dict(
        zip(
            COLUMNS,
            (
                jobs.job_id[job],
                jobs.user_id[job],
                schedule.placed.submit[job],
                pieces.begin,
                pieces.end,
                pieces.processors,
            ),
            strict=True,
        )
    )
    arrays |= {CLUSTER: pieces.cluster + 1} if schedule.workload.has_clusters else {}
    number = np.arange(len(job)) - np.searchsorted(job, job) + 1
    last = np.append(job[1:] != job[:-1], True)
    outcome = np.array(["run", "killed", "cancelled"], dtype=object)[(pieces.kind == KILLED) * (1 + last)]
    killers = np.where(pieces.killer >= 0, jobs.job_id[pieces.killer], -1)
    arrays |= dict(zip(PIECES, (number, outcome, killers), strict=True))
    return arrays | ({"yield": pieces.yield_} if schedule.has_links else {})


def _of_segments(schedule: Schedule, segments: Table) -> dict[str, np.ndarray]:
    jobs, job = schedule.workload.jobs, segments.job
    arrays = dict(
        zip(
            COLUMNS,
            (
                jobs.job_id[job],
                jobs.user_id[job],
                schedule.placed.submit[job],
                segments.begin,
                segments.end,
                segments.processors,
            ),
            strict=True,
        )
    )
    arrays |= {CLUSTER: schedule.placed.cluster[job] + 1} if schedule.workload.has_clusters else {}
    arrays |= {"segment": np.arange(len(job)) - np.searchsorted(job, job) + 1, "yield": segments.yield_}
    if not schedule.has_places:
        return arrays
    kind = np.array(list(SEGMENT_KINDS), dtype=object)[segments.kind.astype(np.int64)]
    return arrays | dict(zip(ON_NODES, (kind, _nodes(schedule.table("places"), len(job))), strict=True))


def _nodes(places: Table, segments: int) -> np.ndarray:
    """[segments] the nodes of each as text."""
    texts = [
        f"{first + 1}{f'-{first + count}' if count > 1 else ''}:{tasks}"
        for first, count, tasks in zip(places.first.tolist(), places.count.tolist(), places.tasks.tolist(), strict=True)
    ]
    ptr = np.searchsorted(places.segment, np.arange(segments + 1)).tolist()
    cells = np.empty(segments, dtype=object)
    cells[:] = [";".join(texts[a:b]) for a, b in pairwise(ptr)]
    return cells


def read_file(content: bytes, name: str) -> dict[str, np.ndarray]:
    """The columns of a file, plain or packed: page, library and command line read it so.  Raises FormatError."""
    try:
        return read_schedule(plain(content, name).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FormatError(f"{name!r} is not text; wanted: a CSV file with the columns job_id and start.") from None


def read_schedule(text: str, name: str = "the schedule") -> dict[str, np.ndarray]:
    """Columns of a CSV file of this kind, each [rows], and `line` [rows], from 1.

    The header line names the columns, in any order; job_id and start have to be there, the others of ALL_COLUMNS may
    be, unknown ones are left out.  A column killed_for says that there is a row for every piece: then end, piece and
    outcome have to be there, else piece and outcome are as unknown.  outcome is 0 run, 2 killed, 5 cancelled.  A column
    segment says the same of segments: then end and yield have to be there; kind is 0 run, 1 penalty, and nodes become
    the columns place_row, place_first, place_count and place_tasks, [runs of nodes].  Times and yield are float64, the
    rest int64.  Raises FormatError naming line, column and what was found.
    """
    comments, text = _begin(text.removeprefix("\ufeff"))
    lines = text.splitlines()[:1]
    names = [word.strip() for word in lines[0].split(",")] if lines else []
    _check_names(names, name)
    cells, numbers = _plain(text, len(names), comments) or _any(text, names, name, comments)
    read = {
        key: _numbers(cells[names.index(key)], key, numbers, name) for key in _number_columns(names) if key in names
    }
    if "killed_for" in names:
        read["outcome"] = _words(cells[names.index("outcome")], "outcome", OUTCOMES, numbers, name)
    if "segment" in names and "kind" in names:
        read["kind"] = _words(cells[names.index("kind")], "kind", SEGMENT_KINDS, numbers, name)
    stands = _stands(cells[names.index("nodes")], numbers, name) if "segment" in names and "nodes" in names else {}
    return read | stands | {"line": numbers}


def _begin(text: str) -> tuple[int, str]:
    """(how many lines of comment there are, the file after them)."""
    comments = COMMENTS.match(text)
    return (comments[0].count("\n"), text[comments.end() :]) if comments else (0, text)


def _number_columns(names: list[str]) -> tuple[str, ...]:
    """Columns of numbers that are looked at in a file with these columns."""
    return (*ALL_COLUMNS, *("piece", "killed_for", "yield") * ("killed_for" in names), *SEGMENT * ("segment" in names))


def _plain(text: str, wanted: int, comments: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Columns and lines of a file of plain numbers without blanks, which is what `write` makes; None for any other."""
    _, newline, body = text.partition("\n")
    if not newline or " " in body or "\t" in body or "\r" in body:
        return None
    where = layout(body.replace(",", " ").encode())
    values, rows = numbers_at_once(where, wanted)
    every = len(rows) == np.count_nonzero(where.counts) and (where.counts[rows] == wanted).all()
    if not every or body.count(",") != len(rows) * (wanted - 1):
        return None
    return values, rows + 2 + comments


def _any(text: str, names: list[str], name: str, comments: int) -> tuple[list[list[str]], np.ndarray]:
    """The same of any file, as text."""
    check(text.count("\n"), "lines", len(text), name, 2 * len(names))
    lines = text.splitlines()
    rows = [row for row, line in enumerate(lines) if row and line and not line.isspace()]
    commas = np.array([lines[row].count(",") for row in rows], dtype=np.int64)
    numbers = np.array(rows, dtype=np.int64) + 1 + comments
    if (wrong := commas != len(names) - 1).any():
        first = int(np.argmax(wrong))
        raise FormatError(
            f"Line {numbers[first]} of {name} has {counted(int(commas[first]) + 1, 'field')}; wanted: "
            f"{len(names)}, as in its first line."
        )
    cells = ",".join([lines[row] for row in rows]).split(",") if rows else []
    return [cells[column :: len(names)] for column in range(len(names))], numbers


def _check_names(names: list[str], name: str) -> None:
    missing = [key for key in NEEDED if key not in names]
    if missing:
        header = ", ".join(names)[:60] or "nothing"
        raise FormatError(
            f"The first line of {name} does not name the column {missing[0]} ({header!r}); wanted: "
            f"{','.join(COLUMNS)}, of which job_id and start are needed."
        )
    rows = {
        key: (needed, noun)
        for key, needed, noun in (("killed_for", NEEDED_OF_PIECES, "piece"), ("segment", NEEDED_OF_SEGMENTS, "segment"))
        if key in names
    }
    if len(rows) > 1:
        raise FormatError(
            f"The first line of {name} names both killed_for and segment; wanted: a row for every piece, "
            "or one for every segment."
        )
    for key, (needed, noun) in rows.items():
        missing = [other for other in needed if other not in names]
        if missing:
            raise FormatError(
                f"The first line of {name} names the column {key}, but not {missing[0]}; wanted: "
                f"{', '.join(needed)}, a row for every {noun} of a job."
            )
    columns = (*ALL_COLUMNS, *PIECES * ("killed_for" in rows), *(*SEGMENT, *ON_NODES) * ("segment" in rows))
    twice = [key for key in columns if names.count(key) > 1]
    if twice:
        raise FormatError(f"The first line of {name} names the column {twice[0]} twice; wanted: each column once.")


def _numbers(cells: Sequence[str] | np.ndarray, key: str, lines: np.ndarray, name: str) -> np.ndarray:
    values = cells if isinstance(cells, np.ndarray) else _floats(cells)
    good = np.abs(values) <= WHOLE
    if key in WHOLE_COLUMNS:
        good &= values == np.trunc(values)
    if not good.all():
        row = int(np.argmin(good))
        kind = "a whole number" if key in WHOLE_COLUMNS else "a number"
        raise FormatError(f"Line {lines[row]} of {name}: {key} is {str(cells[row])[:40]!r}; wanted: {kind}.")
    return values.astype(np.int64) if key in WHOLE_COLUMNS else values


def _words(
    cells: Sequence[str] | np.ndarray, key: str, codes: Mapping[str, int], lines: np.ndarray, name: str
) -> np.ndarray:
    code = {cell: codes.get(str(cell).strip(), -1) for cell in set(cells)}
    values = np.array([code[cell] for cell in cells], dtype=np.int64)
    if (strange := values < 0).any():
        row = int(np.argmax(strange))
        raise FormatError(
            f"Line {lines[row]} of {name}: {key} is {str(cells[row]).strip()[:40]!r}; wanted: {' or '.join(codes)}."
        )
    return values


def _stands(cells: Sequence[str] | np.ndarray, lines: np.ndarray, name: str) -> dict[str, np.ndarray]:
    """Where tasks stand, a row for each run of nodes: row of the file, first node (from 1), nodes, tasks on each."""
    texts_of = [str(text).strip() for text in cells]
    rows = np.repeat(np.arange(len(texts_of)), [text.count(";") + 1 for text in texts_of])
    words = ";".join(texts_of).split(";") if texts_of else []
    number = {word: at for at, word in enumerate(dict.fromkeys(words))}
    columns = np.array([_stand(word) for word in number], dtype=np.int64).reshape(-1, 3)
    columns = columns[np.fromiter(map(number.__getitem__, words), np.int64, len(words))]
    if (strange := columns[:, 0] == 0).any():
        row = int(rows[np.argmax(strange)])
        raise FormatError(
            f"Line {lines[row]} of {name}: nodes is {str(cells[row])[:40]!r}; wanted: nodes with the "
            "tasks on each, such as 1-4:2;7:1."
        )
    return {"place_row": rows} | dict(zip(("place_first", "place_count", "place_tasks"), columns.T, strict=True))


def _stand(word: str) -> tuple[int, int, int]:
    """The first of some nodes (from 1), how many these are, and the tasks on each; three times 0 for other words."""
    match = STAND.fullmatch(word)
    last = int(match[2] or match[1]) if match else 0
    return (
        (0, 0, 0) if match is None or last < int(match[1]) else (int(match[1]), last - int(match[1]) + 1, int(match[3]))
    )


def _floats(cells: Sequence[str]) -> np.ndarray:
    """[n] the numbers of cells, nan for one that is none; all at once where all are numbers."""
    with suppress(ValueError):  # one of them is none: then each by itself
        if "_" not in "".join(cells):
            return np.fromiter(map(float, cells), np.float64, len(cells))
    return np.array([_number(cell) for cell in cells], dtype=np.float64)


def _number(word: str) -> float:
    try:
        return float("nan" if "_" in word else word)  # Python takes 1_0 for 10
    except ValueError:
        return float("nan")
