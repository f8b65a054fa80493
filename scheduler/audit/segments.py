"""Rules of jobs that are paused or killed: their segments follow each other and agree with `placed`.

What a job runs adds up to its runtime; a piece that was killed adds nothing, and after it the job starts from scratch.
"""

from __future__ import annotations

import numpy as np

from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.model.schedule import CANCELLED, KILLED, RUN, Schedule
from scheduler.model.table import Table
from scheduler.wording import counted

FASTER = 1e-6  # of full speed, by rounding


def order(schedule: Schedule) -> Violation:
    """Segments of positive length, by job and time, none overlapping the one before it."""
    table = _segments(schedule)
    if not len(table):
        return "The schedule has no segments."
    row = first_row(~(table.end > table.begin))
    if row is not None:
        return (
            f"{_name(schedule, row)} has a segment from {number(table.begin[row])} s to "
            f"{number(table.end[row])} s, which has no length."
        )
    row = first_row((np.diff(table.job) < 0) | (np.diff(table.job) > 1))
    if row is not None or table.job[0] != 0 or table.job[-1] != len(schedule.workload) - 1:
        return "The segments do not go through all jobs in their order."
    same = table.job[1:] == table.job[:-1]
    row = first_row(same & ~(table.begin[1:] >= table.end[:-1] - instant(table.begin[1:])))
    if row is not None:
        return (
            f"{_name(schedule, row)} has a segment that begins at {number(table.begin[row + 1])} s, before the one "
            f"before it ends at {number(table.end[row])} s."
        )
    return None


def ends(schedule: Schedule) -> Violation:
    """A job starts with its first segment, ends with its last one, and was paused as often as said.

    Each gap between two segments is a pause, and so is each kill, which the next segment may follow at once.
    """
    table, placed = _segments(schedule), schedule.placed
    first, last = _edges(schedule, table)
    for what, stated, true in (("starts", placed.start, table.begin[first]), ("ends", placed.end, table.end[last])):
        row = first_row(~(np.abs(stated - true) <= instant(true)))
        if row is not None:
            return (
                f"{job_name(schedule.workload, row)} {what} at {number(stated[row])} s, but its segments say "
                f"{number(true[row])} s."
            )
    stopped = (table.begin[1:] > table.end[:-1]) | (table.kind[:-1] == KILLED)
    later = np.flatnonzero((table.job[1:] == table.job[:-1]) & stopped)
    paused = np.bincount(table.job[later], minlength=len(placed))
    row = first_row(placed.preemptions != paused)
    if row is not None:
        return (
            f"{job_name(schedule.workload, row)} was paused {counted(paused[row], 'time')} by its segments, not "
            f"{counted(placed.preemptions[row], 'time')}."
        )
    return None


def progress(schedule: Schedule) -> Violation:
    """What a job runs, at the yield of each segment, adds up to its runtime, on the processors it asks for.

    A job that was cancelled runs no segment to its end.
    """
    table, workload = _segments(schedule), schedule.workload
    row = first_row(table.processors != workload.jobs.processors[table.job])
    if row is not None:
        return (
            f"{_name(schedule, row)} holds {counted(table.processors[row], 'processor')} in a segment; wanted: "
            f"{workload.jobs.processors[table.job[row]]}."
        )
    fastest = np.inf if schedule.has_links else 1 + FASTER  # where clusters differ, a topic checks it
    row = first_row(~((table.yield_ > 0) & (table.yield_ <= fastest)))
    if row is not None:
        return (
            f"{_name(schedule, row)} has the yield {number(table.yield_[row])} from {number(table.begin[row])} s "
            "on; wanted: above 0, at most 1."
        )
    running = np.where(table.kind == RUN, (table.end - table.begin) * table.yield_, 0.0)
    ran = np.bincount(table.job, running, len(workload))
    # Each piece is a difference of two instants, so its error grows with them, not with its own length.
    slack = instant(schedule.placed.end) * np.bincount(table.job, minlength=len(workload))
    wanted = np.where(_cancelled(schedule), 0.0, workload.jobs.runtime)
    row = first_row(~(np.abs(ran - wanted) <= slack))
    if row is None:
        return None
    return f"{job_name(workload, row)} runs for {number(ran[row])} s in its segments; wanted: {number(wanted[row])} s."


def _cancelled(schedule: Schedule) -> np.ndarray:
    """[n] whether a job is over without having run to its end."""
    return (schedule.placed.flags & CANCELLED) != 0


def killed(schedule: Schedule) -> Violation:
    """A killed piece is shorter than the job, nothing it did is kept, and one that is not killed ends the job.

    The last piece of a job is killed just where the job was cancelled.
    """
    table, jobs = _segments(schedule), schedule.workload.jobs
    dead = table.kind == KILLED
    row = first_row(dead & ~((table.end - table.begin) * table.yield_ < jobs.runtime[table.job]))
    if row is not None:
        return (
            f"{_name(schedule, row)} is killed at {number(table.end[row])} s, having begun at "
            f"{number(table.begin[row])} s; it runs for {number(jobs.runtime[table.job[row]])} s, so it was over."
        )
    last = np.append(table.job[1:] != table.job[:-1], True)
    row = first_row(dead & last & ~_cancelled(schedule)[table.job])
    if row is not None:
        return f"{_name(schedule, row)} is killed at {number(table.end[row])} s and never starts again."
    row = first_row(~dead & last & _cancelled(schedule)[table.job])
    if row is not None:
        return (
            f"{_name(schedule, row)} was cancelled and runs to its end at {number(table.end[row])} s; wanted: a "
            "last piece that is killed."
        )
    row = first_row(np.append(dead[1:] & ~last[:-1], False) & ~dead)
    if row is None:
        return None
    return (
        f"{_name(schedule, row)} runs from {number(table.begin[row])} s on and is killed in its next segment; "
        "wanted: a job that is killed starts from scratch."
    )


def has_killed(schedule: Schedule) -> bool:
    """Whether some piece was killed."""
    return schedule.has_segments and bool((schedule.table("segments").kind == KILLED).any())


def _segments(schedule: Schedule) -> Table:
    return schedule.table("segments")


def _edges(schedule: Schedule, table: Table) -> tuple[np.ndarray, np.ndarray]:
    """[n] rows of each job's first and last segment."""
    rows = np.arange(len(schedule.workload) + 1)
    at = np.searchsorted(table.job, rows)
    return at[:-1], at[1:] - 1


def _name(schedule: Schedule, row: int) -> str:
    return job_name(schedule.workload, int(_segments(schedule).job[row]))
