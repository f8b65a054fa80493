"""What policies that plan and keep no decisions do at each instant, in words, and the line of theirs that does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from scheduler.engine.pseudocode import DEALT, PLANNED, STARTED, TURN, Line, line_of_event
from scheduler.model.number_text import processors
from scheduler.model.schedule import Schedule

BATCH = 0  # of marks.kind


def planned(schedule: Schedule, lines: tuple[Line, ...]) -> list[list[Any]]:
    """Rows as of a log, by time: [time, kind, job, sentence, None, place of the line]; none without an event."""
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
        yield [
            start,
            "start",
            job,
            f"{_name(schedule, job)} starts on {processors(int(placed.processors[job]))}, as planned.",
            None,
            place,
        ]


def _batches(schedule: Schedule, place: int) -> Iterator[list[Any]]:
    """Every job is planned in a batch, when that begins."""
    if place < 0 or not schedule.has_marks:
        return
    marks = schedule.table("marks")
    rows = np.flatnonzero((marks.kind == BATCH) & (np.char.find(marks.label, ",") < 0))
    for job, start in enumerate(schedule.placed.start.tolist()):
        begun = rows[marks.begin[rows] <= start]
        if len(begun):
            yield [
                float(marks.begin[begun[-1]]),
                "wait",
                job,
                f"{_name(schedule, job)} is planned in {marks.label[begun[-1]]}.",
                None,
                place,
            ]


def _pieces(schedule: Schedule, lines: tuple[Line, ...]) -> Iterator[list[Any]]:
    """Processors are dealt anew, or it is the turn of a user."""
    s, dealt, turn = schedule.table("segments"), line_of_event(lines, DEALT), line_of_event(lines, TURN)
    first = np.append(True, s.job[1:] != s.job[:-1])
    for row, (job, begin, size) in enumerate(zip(s.job.tolist(), s.begin.tolist(), s.processors.tolist(), strict=True)):
        if dealt >= 0:
            text = f"{_name(schedule, job)} has {processors(int(size))} from now on."
        else:
            text = f"{_name(schedule, job)} {'starts' if first[row] else 'goes on'}: it is the turn of its user."
        yield [begin, "start" if first[row] else "change", job, text, None, max(dealt, turn)]


def _name(schedule: Schedule, job: int) -> str:
    return f"Job {schedule.workload.jobs.job_id[job]}"
