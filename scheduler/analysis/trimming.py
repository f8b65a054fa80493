"""Warm-up and cool-down left out: the jobs in between, and the schedule as far as it concerns them.

A simulated machine fills up first and empties last, so jobs at both ends of a log find it emptier than it would be in
the middle of its life.  Numbers over jobs and over users are then taken of the jobs in between; what the machine did
is always told of the whole.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload

ROUNDED = 9  # digits of share x jobs: 0.29 x 100 jobs are 29, not 28.999999999999996


def kept(of: Workload | Schedule, share: float) -> np.ndarray:
    """[n] bool: all jobs but the first and the last `share` of them (rounded down) in order of (submit, line).

    share: 0 to below 0.5.  Submit times are the realized ones of a schedule, the recorded ones of a workload.
    """
    submit = of.placed.submit if isinstance(of, Schedule) else of.jobs.submit
    n = len(submit)
    left_out = math.floor(round(share * n, ROUNDED))
    mask = np.zeros(n, bool)
    mask[np.argsort(submit, kind="stable")[left_out : n - left_out]] = True
    return mask


def trimmed(schedule: Schedule, share: float) -> Schedule:
    """The jobs that are kept, as a schedule of their own: what they waited, and what was promised to them.

    It is no run of a policy (the jobs left out are in their way without being there), and knows no campaigns.
    The schedule itself where share is 0.
    """
    if share == 0:
        return schedule
    mask = kept(schedule, share)
    jobs = schedule.workload.jobs.take(mask)
    rows = np.cumsum(mask) - 1  # of the jobs that are left
    workload = replace(
        schedule.workload,
        jobs=jobs,
        campaigns=None,
        job_ptr=np.zeros(1, np.int64),
        members=np.zeros(0, np.int64),
        arrivals="recorded",
    )
    return Schedule(
        workload,
        schedule.policy,
        _renumbered(schedule.placed.take(mask), rows),
        params=schedule.params,
        seed=schedule.seed,
        promises=_of_kept(schedule.promises, mask, rows),
    )


def _of_kept(table: Table | None, mask: np.ndarray, rows: np.ndarray) -> Table | None:
    return None if table is None else _renumbered(table.take(mask[table.job]), rows)


def _renumbered(table: Table, rows: np.ndarray) -> Table:
    return Table(table.name, table.columns | {"job": rows[table.job]})
