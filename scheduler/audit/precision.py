"""Whether the arithmetic of the audit is exact enough: no time so large that float64 loses what is compared.

A time is a number of float64, with 53 binary digits: near t s neighbors are 2**(floor(log2 t) - 52) s apart, and a sum
or a difference of two times is off by at most half of that.  So `instant` (messages.py), from which on the other checks
tell two times apart, is four such distances, and at least a microsecond:

| times up to | neighbors apart | two times are one within |
|---|---|---|
| 2**31 s, a Unix clock until 2038 | 0.00000024 s | 0.000001 s |
| 1e10 s, the latest submission of a workload | 0.0000019 s | 0.0000076 s |
| 2**40 s, LATEST | 0.00012 s | 0.00049 s, below half of the shortest job |
| 2**53 s | 1 s | refused |

Up to LATEST a job is therefore seen at its start, and its end cannot be taken for its start.  Beyond it start + runtime
may be the start, and any number of jobs would fit beside each other; such a schedule is refused, in words.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.kinds import runtimes_on
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.time_range import LATEST
from scheduler.wording import About, counted

OF_JOBS = (("start", "starts"), ("submit", "is submitted"), ("end", "ends"))
OF_SEGMENTS = (("begin", "has a segment that begins"), ("end", "has a segment that ends"))


def times(schedule: Schedule) -> Violation:
    """Every time is less than LATEST s from 0.  What is no number at all fails other checks."""
    violation = _too_large(schedule, schedule.placed, OF_JOBS)
    if violation or not schedule.has_segments:
        return violation
    return _too_large(schedule, schedule.table("segments"), OF_SEGMENTS)


def _too_large(schedule: Schedule, table: Table, columns: Sequence[tuple[str, str]]) -> Violation:
    for column, does in columns:
        time = table.columns[column]
        row = first_row(np.abs(time) >= LATEST)
        if row is not None:
            job = int(table.job[row])
            return About(
                f"{job_name(schedule.workload, job)} {does} at {time[row]:.6g} s, where float64 cannot tell who runs "
                f"beside whom; wanted: less than {LATEST:,.0f} s from 0.",
                job,
            )
    return None


def lengths(schedule: Schedule) -> Violation:
    """Every job runs for longer than what rounding may lose of it: an instant at both ends of each of its pieces."""
    workload, placed = schedule.workload, schedule.placed
    if schedule.has_segments:
        runtime, pieces = workload.jobs.runtime, np.bincount(schedule.table("segments").job, minlength=len(placed))
    else:
        runtime, pieces = runtimes_on(workload, placed.processors), np.ones(len(placed), np.int64)
    lost = 2 * max(instant(placed.start), instant(placed.end)) * pieces
    row = first_row(runtime <= lost)
    if row is None:
        return None
    return About(
        f"{job_name(workload, row)} runs for {number(runtime[row])} s in {counted(int(pieces[row]), 'piece')}, of "
        f"which rounding may lose {lost[row]:.2g} s; wanted: more.",
        row,
    )
