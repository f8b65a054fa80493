"""Rules of a light grid: local users are not disturbed, and only local jobs make runs of grid jobs leave.

Where a policy promises it, local jobs start as they would without grid runs: whoever calls `spared` hands in those
starts, found by running the local jobs alone.
"""

from __future__ import annotations

import numpy as np

from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.model.schedule import KILLED, Schedule

SPARED = "local jobs start as they would without grid runs"


def applies(schedule: Schedule) -> bool:
    """Whether the workload tells local jobs from grid runs, and the schedule for which job a piece was killed."""
    kills_known = schedule.workload.is_light_grid and schedule.kills
    return kills_known and bool((schedule.table("segments").kind == KILLED).any())


def victims(schedule: Schedule) -> Violation:
    """Local jobs are never killed."""
    table, jobs = schedule.table("segments"), schedule.workload.jobs
    row = first_row((table.kind == KILLED) & (jobs.grid[table.job] == 0))
    if row is None:
        return None
    return (f"{job_name(schedule.workload, int(table.job[row]))} is a local job and is killed at "
            f"{number(table.end[row])} s; wanted: only grid runs are.")


def killers(schedule: Schedule) -> Violation:
    """The job a piece is killed for is local, starts then, and in that cluster."""
    table, placed, jobs = schedule.table("segments"), schedule.placed, schedule.workload.jobs
    dead = np.flatnonzero(table.kind == KILLED)
    by, when = table.killer[dead], table.end[dead]
    named = (by >= 0) & (by < len(placed))
    right = named & (jobs.grid[by] == 0) & (placed.cluster[by] == table.cluster[dead])
    row = first_row(~(right & (np.abs(placed.start[by] - when) <= instant(when))))
    if row is None:
        return None
    at, run = dead[row], job_name(schedule.workload, int(table.job[dead[row]]))
    opening = f"{run} is killed at {number(when[row])} s in cluster {table.cluster[at] + 1}"
    if not named[row]:
        return f"{opening}, and it is not told for which local job."
    return (f"{opening} for {job_name(schedule.workload, int(by[row]), 'job')}; wanted: a local job that starts then "
            "and there.")


def spared(schedule: Schedule, rows: np.ndarray, start: np.ndarray) -> Violation:
    """Local jobs start as they do alone; rows: of jobs; start: [rows] s, where there are no grid runs."""
    actual = schedule.placed.start[rows]
    row = first_row(~(np.abs(actual - start) <= instant(start)))
    if row is None:
        return None
    return (f"{job_name(schedule.workload, int(rows[row]))} is a local job and starts at {number(actual[row])} s; "
            f"without grid runs it starts at {number(start[row])} s.")

