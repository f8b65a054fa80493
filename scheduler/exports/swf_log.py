"""A run as an SWF log in pieces: the log it came from, with the simulated waits in field 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from scheduler.exports import anonymous
from scheduler.formats import swf
from scheduler.model.schedule import Schedule
from scheduler.model.trace import Trace

ROWS = 50_000


def pieces(trace: Trace, schedule: Schedule, users: bool = False, recipe: str = "") -> Iterator[bytes]:
    """The file; `schedule` is of a workload made of `trace`.

    users: with the numbers and the header of the log.  recipe: lines of comment (recipe_text.comment).
    """
    log = swf.simulated(trace, schedule.workload, schedule, recipe)
    if not users:
        header = swf.told_clusters(trace.header, schedule.workload.platform)
        note = log.header[len(header) :].lstrip("\n")
        log = replace(anonymous.numbered(log), header=anonymous.header(header) + note)
    for first in range(0, max(len(log), 1), ROWS):
        rows = slice(first, first + ROWS)
        part = {name: np.ascontiguousarray(column[rows]) for name, column in log.columns.items()}
        yield swf.write(
            replace(log, header="" if first else log.header, columns=part, line=log.line[rows], more=log.more[rows])
        )
