"""What a search finds in the runs of a comparison: the answer in words, and the way from match to match in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import query_mask
from layouts.pages.compare.gantts.job_window import framed
from layouts.state.view import FinishedRun
from layouts.words import unit_names
from scheduler.analysis.query import Query, parse
from scheduler.durations import human
from scheduler.errors import QueryError
from scheduler.model.user_names import of_user


class Answer(NamedTuple):
    """An answer: what is lit ("" nothing), the job to go to, what is said, and what is wrong with the text."""

    only: str = ""
    goto: dict[str, Any] | None = None
    message: str = ""
    problem: str = ""


def answer(
    runs: Sequence[FinishedRun], base: FinishedRun, text: str, lit: str, by: int, place: tuple[float, int]
) -> Answer:
    """What a text finds; asked again (it is lit already) it steps to the next (by = 1) or previous (-1) match.

    place: (start s, row) behind which the next match is, before which the previous one.
    """
    try:
        query = parse(text)
        mask = query_mask.of_query(base.schedule, query)
    except QueryError as error:
        return Answer(lit, problem=str(error))
    if not mask.any():
        return Answer("" if query.one else str(query), message=none(runs, base, query))
    if query.one:
        row = int(np.argmax(mask))
        return Answer("", job_target(runs, row), named(base, row) + baseline_note(runs, base, query))
    if str(query) == lit or np.count_nonzero(mask) == 1:
        row = stepped(base, mask, place, by)
        return Answer(str(query), job_target(runs, row), said_at(runs, base, query, mask, row))
    return Answer(str(query), message=summary(runs, base, query, mask))


def summary(runs: Sequence[FinishedRun], base: FinishedRun, query: Query, mask: np.ndarray) -> str:
    """How many of the jobs match, and how much of the work they are."""
    jobs = base.schedule.jobs
    area = jobs.processors * jobs.runtime
    share = theme.percent(float(area[mask].sum() / area.sum())) if len(mask) else "0 %"
    return (
        f"{theme.number(int(np.count_nonzero(mask)))} of {theme.counted(len(mask), 'job')}, {share} of the "
        f"processor-seconds{baseline_note(runs, base, query)}"
    )


def said_at(runs: Sequence[FinishedRun], base: FinishedRun, query: Query, mask: np.ndarray, row: int) -> str:
    """Which of the matches a job is, and what it is."""
    start = base.schedule.placed.start
    rows = np.flatnonzero(mask)
    before = (start[rows] < start[row]) | ((start[rows] == start[row]) & (rows < row))
    return (
        f"Match {theme.number(int(np.count_nonzero(before)) + 1)} of {theme.number(len(rows))}: "
        f"{named(base, row)}{baseline_note(runs, base, query)}"
    )


def of_query(runs: Sequence[FinishedRun], base: FinishedRun, text: str) -> str:
    """What is said of the query that is lit; the problem where it does not read."""
    try:
        query = parse(text)
        mask = query_mask.of_query(base.schedule, query)
    except QueryError as error:
        return str(error)
    return summary(runs, base, query, mask) if mask.any() else none(runs, base, query)


def none(runs: Sequence[FinishedRun], base: FinishedRun, query: Query) -> str:
    """That nothing matches."""
    return f"No job matches {query}{baseline_note(runs, base, query)}"


def baseline_note(runs: Sequence[FinishedRun], base: FinishedRun, query: Query, end: str = ".") -> str:
    """Of which run the times are, where that matters."""
    return f" (times under the baseline, {base.name}){end}" if query.of_run and len(runs) > 1 else end


def named(base: FinishedRun, row: int) -> str:
    """A job in a sentence: its number, user, size and wait."""
    jobs, wait = base.schedule.jobs, float(base.schedule.wait[row])
    size = theme.counted(int(jobs.processors[row]), unit_names.piece(base.schedule.workload))
    who = of_user(base.schedule.workload, int(jobs.user_id[row]))
    return (
        f"Job {jobs.job_id[row]}{who}, {size}, waits {human(wait)}, "
        f"stretch {theme.number(float(base.schedule.stretch[row]))}"
    )


def job_target(runs: Sequence[FinishedRun], row: int) -> dict[str, Any]:
    """What the charts are told to go to a job."""
    return {"job": row, **framed(runs, row)}


def stepped(base: FinishedRun, mask: np.ndarray, place: tuple[float, int], by: int) -> int:
    """The match after (by >= 0) or before a place in the order of (start, row); behind the last one the first again."""
    rows = np.flatnonzero(mask)
    start, (time, row) = base.schedule.placed.start[rows], place
    if by < 0:
        near = np.flatnonzero((start < time) | ((start == time) & (rows < row)))
        near = near if len(near) else np.arange(len(rows))
        return int(rows[near[::-1][np.argmax(start[near[::-1]])]])
    near = np.flatnonzero((start > time) | ((start == time) & (rows > row)))
    near = near if len(near) else np.arange(len(rows))
    return int(rows[near[np.argmin(start[near])]])
