"""Which records of Slurm's accounting are one job: pieces of a job that was requeued, and the parts of a het job.

A job that is requeued gets a new record, whose submit time is the time of the requeue, so the first record tells when
the user submitted it and the last one how it ended.  A job that is resized gets a new record as well, but goes on
running.  The parts of a heterogeneous job (123+0, 123+1) start together, each with processors of its own.

`sacct` shows all records of a requeued job with -D only; without it the last one, with the time of the requeue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from scheduler.formats.reading.slurm_records import Records, note
from scheduler.formats.reading.slurm_values import RESIZED
from scheduler.model.notes import Note

ADDED = ("allocated", "requested", "nodes", "gpus")  # of the parts of a het job


@dataclass
class Joined:
    """What came of joining."""

    rows: list[int] = field(default_factory=list)  # of the record that stands for a job
    line: list[int] = field(default_factory=list)  # the first line of the job
    pieces: list[int] = field(default_factory=list)
    repeated: list[int] = field(default_factory=list)  # rows of records that stand in the file a second time
    requeued: list[int] = field(default_factory=list)  # lines of jobs of several pieces
    resized: list[int] = field(default_factory=list)
    het: list[int] = field(default_factory=list)
    lost: float = 0.0  # processor-seconds of pieces before the last


def groups(records: Records) -> Iterator[np.ndarray]:
    """The rows of each job of several records, in the order of the file."""
    bases: dict[str, int] = {}
    numbers = records.fields["jobid"]
    base = np.array([bases.setdefault(text.partition("+")[0].strip(), len(bases)) for text in numbers.values])
    key = base[numbers.codes]
    for name in ("cluster", "user"):
        if name in records.fields:
            texts = records.fields[name]
            key = np.unique(key * len(texts.values) + texts.codes, return_inverse=True)[1]
    order = np.argsort(key, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(key[order])) + 1, len(order))
    begins = np.append(0, ends[:-1])
    for begin, end in zip(begins[ends - begins > 1].tolist(), ends[ends - begins > 1].tolist(), strict=True):
        yield order[begin:end]


def join(records: Records, columns: dict[str, np.ndarray], states: np.ndarray, notes: list[Note | None]) -> Joined:
    """One row for each job; what the other records of it tell is put into `columns` at that row.

    columns: [n] submit, start, end, runtime (nan unknown), allocated, requested, nodes, gpus (-1 unknown).
    """
    joined, single = Joined(), np.ones(len(records), bool)
    for rows in groups(records):
        single[rows] = False
        _join_one(records, rows, columns, states, joined)
    alone = np.flatnonzero(single)
    joined.rows += alone.tolist()
    joined.line += records.line[alone].tolist()
    joined.pieces += [1] * len(alone)
    _tell(records, joined, notes)
    return joined


def _join_one(
    records: Records, rows: np.ndarray, columns: dict[str, np.ndarray], states: np.ndarray, joined: Joined
) -> None:
    """Join the records of one job."""
    parts: dict[str, list[int]] = {}
    before = len(joined.repeated)
    for row in rows.tolist():
        parts.setdefault(records.fields["jobid"][row].strip().partition("+")[2], []).append(row)
    last = [
        _last_piece(records, part, columns, states, joined) if len(part) > 1 else part[0] for part in parts.values()
    ]
    row = min(last, key=lambda at: records.line[at])
    if len(last) > 1:
        _add_parts(row, last, columns)
        joined.het.append(int(records.line[rows].min()))
    joined.rows.append(row)
    joined.line.append(int(records.line[rows].min()))
    joined.pieces.append(len(rows) - (len(joined.repeated) - before))


def _last_piece(
    records: Records, rows: list[int], columns: dict[str, np.ndarray], states: np.ndarray, joined: Joined
) -> int:
    """The record that tells how a job, or a part of one, ended; its submit and start become those of the job."""
    pieces = _once(rows, columns, records, joined)
    last = pieces[-1]
    begin = len(pieces) - 1
    while begin and states[pieces[begin - 1]] == RESIZED:
        begin -= 1
    if begin < len(pieces) - 1:
        columns["runtime"][last] += columns["start"][last] - columns["start"][pieces[begin]]
        columns["start"][last] = columns["start"][pieces[begin]]
        joined.resized.append(int(records.line[rows].min()))
    if begin:
        joined.requeued.append(int(records.line[rows].min()))
        for row in pieces[:begin]:
            area = (columns["end"][row] - columns["start"][row]) * max(columns["allocated"][row], 0)
            joined.lost += float(np.nan_to_num(max(area, 0.0)))
    submits = columns["submit"][pieces]
    if not np.isnan(submits).all():
        columns["submit"][last] = np.nanmin(submits)
    return last


def _once(rows: list[int], columns: dict[str, np.ndarray], records: Records, joined: Joined) -> list[int]:
    """The pieces by submit time; of several records of one submission the one that has an end, else the last.

    A job that ran over the end of a month stands in the files of two months.
    """
    best: dict[float, int] = {}
    submits = np.nan_to_num(columns["submit"][rows], nan=-1.0).tolist()
    ended = dict(zip(rows, (~np.isnan(columns["end"][rows])).tolist(), strict=True))
    for row, submit in zip(rows, submits, strict=True):
        if submit not in best:
            best[submit] = row
            continue
        kept, other = (best[submit], row) if ended[best[submit]] and not ended[row] else (row, best[submit])
        best[submit] = kept
        joined.repeated.append(other)
    return [best[submit] for submit in sorted(best)]


def _add_parts(row: int, parts: list[int], columns: dict[str, np.ndarray]) -> None:
    """Put what the parts of a het job have together into the row of the first."""
    for name in ADDED:
        values = columns[name][parts]
        amounts = values[values >= 0]
        columns[name][row] = amounts.sum() if len(amounts) else -1.0
    for name, pick in (("submit", np.nanmin), ("start", np.nanmin), ("end", np.nanmax)):
        values = columns[name][parts]
        if not np.isnan(values).all() and not (name == "end" and np.isnan(values).any()):
            columns[name][row] = pick(values)


def _tell(records: Records, joined: Joined, notes: list[Note | None]) -> None:
    """Notes on what was joined."""
    repeated = np.sort(records.line[joined.repeated]) if joined.repeated else np.zeros(0, np.int64)
    notes += [
        note("repeated_records", repeated),
        note("requeued", sorted(joined.requeued), lost=float(joined.lost)),
        note("resized", sorted(joined.resized), "warning"),
        note("het_jobs", sorted(joined.het)),
    ]
