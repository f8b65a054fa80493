"""What policies that plan and keep no decisions do at each instant, and the line of theirs that does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from scheduler.engine.pseudocode import DEALT, PLANNED, STARTED, TURN, Line, line_of_event
from scheduler.facts import Fact, Job, Processors
from scheduler.model.schedule import Schedule

BATCH = 0  # of marks.kind


def planned(schedule: Schedule, lines: tuple[Line, ...]) -> list[list[Any]]:
    """Rows as of a log, by time: [time, kind, job, fact, None, place of the line]; none without an event."""
    if not any(line.event for line in lines):
        return []
    if schedule.has_segments:
        rows = list(_pieces(schedule, lines))
    else:
        rows = [*_batches(schedule, line_of_event(lines, PLANNED)), *_starts(schedule, lines)]
    return sorted(rows, key=lambda row: (row[0], row[2]))


def _starts(schedule: Schedule, lines: tuple[Line, ...]) -> Iterator[list[Any]]:
    """Every job starts by the plan."""
    placed, place = schedule.placed, line_of_event(lines, STARTED)
    for job, start in enumerate(placed.start.tolist()):
        fact = Fact("starts_as_planned", job=Job(job), processors=Processors(placed.processors[job]))
        yield [start, "start", job, fact, None, place]


def _batches(schedule: Schedule, place: int) -> Iterator[list[Any]]:
    """Every job is planned in a batch, when that begins."""
    if place < 0 or not schedule.has_marks:
        return
    marks = schedule.table("marks")
    rows = np.flatnonzero((marks.kind == BATCH) & (np.char.find(marks.label, ",") < 0))
    for job, start in enumerate(schedule.placed.start.tolist()):
        begun = rows[marks.begin[rows] <= start]
        if len(begun):
            fact = Fact("planned_in_batch", job=Job(job), batch=str(marks.label[begun[-1]]))
            yield [float(marks.begin[begun[-1]]), "wait", job, fact, None, place]


def _pieces(schedule: Schedule, lines: tuple[Line, ...]) -> Iterator[list[Any]]:
    """Processors are dealt anew, or it is the turn of a user."""
    s, dealt, turn = schedule.table("segments"), line_of_event(lines, DEALT), line_of_event(lines, TURN)
    first = np.append(True, s.job[1:] != s.job[:-1])
    for row, (job, begin, size) in enumerate(zip(s.job.tolist(), s.begin.tolist(), s.processors.tolist(), strict=True)):
        if dealt >= 0:
            fact = Fact("dealt", job=Job(job), processors=Processors(size))
        else:
            fact = Fact("turn_of_user", job=Job(job), first=bool(first[row]))
        yield [begin, "start" if first[row] else "change", job, fact, None, max(dealt, turn)]
