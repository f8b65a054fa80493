"""When the batch of a task begins, where tasks wait for that: the marks of a schedule tell, no log is needed."""

from __future__ import annotations

import numpy as np

from scheduler.durations import instant
from scheduler.offline import BATCH
from scheduler.schedule import Schedule

IN_ONE, ON_LINE = "demt", "batch"       # policies: all batches planned at once, each when it begins


def batch_begin(schedule: Schedule, job: int) -> float | None:
    """s: the last begin of a batch up to the start of a task (row of jobs); None where no task waits for its batch.

    Batches that are closed up overlap, so their begins hold nobody; of batches planned one by one only the outer ones
    hold a task then.
    """
    marks = schedule.marks
    if marks is None or schedule.policy not in (IN_ONE, ON_LINE):
        return None
    waited = marks.kind == BATCH
    if schedule.params["compaction"]:
        waited &= (schedule.policy == ON_LINE) & (np.char.find(marks.label, ",") < 0)
    begins = marks.begin[waited & (marks.begin <= schedule.placed.start[job])]
    return float(begins.max()) if len(begins) else None


def held_until(schedule: Schedule, job: int) -> str:
    """What held a task of batches, in words: its batch began at 1 h; empty where that is not what held it."""
    begin = batch_begin(schedule, job)
    if begin is None or begin <= schedule.placed.submit[job]:
        return ""
    later = ", in which others go before it" if begin < schedule.placed.start[job] else ""
    return f"until its batch began at {instant(begin)}{later}"
