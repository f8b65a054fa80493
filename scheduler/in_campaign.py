"""The order of jobs inside a campaign, and the tables of a campaign policy."""

from __future__ import annotations

import numpy as np

from scheduler.params import Param
from scheduler.table import Table
from scheduler.workload import Workload

ORDER = Param("order", "lpt", choices=("lpt", "spt", "fifo"),
              help="order of jobs inside a campaign: longest first, shortest first, or as in the file; ties by line")


def ordered_members(workload: Workload, order: str) -> np.ndarray:
    """[n] rows of jobs by campaign, inside each in the named order by requested time, ties by row."""
    requested = workload.jobs.requested_time[workload.members]
    key = {"lpt": -requested, "spt": requested, "fifo": np.zeros(len(requested))}[order]
    campaign = np.repeat(np.arange(len(workload.job_ptr) - 1), np.diff(workload.job_ptr))
    return workload.members[np.lexsort((workload.members, key, campaign))]


def requested_work(workload: Workload) -> np.ndarray:
    """[campaigns] s: sum of requested times, what a policy may know of the work."""
    return np.add.reduceat(workload.jobs.requested_time[workload.members], workload.job_ptr[:-1])


def virtual_table(workload: Workload, placed: Table, start: np.ndarray, end: np.ndarray, tag: np.ndarray) -> Table:
    """Table `virtual`: one row per campaign; start, end, tag: [campaigns] of the virtual schedule."""
    firsts = workload.job_ptr[:-1]
    members = workload.members
    return Table.of("virtual", campaign=np.arange(len(start)), submit=placed.submit[members[firsts]], start=start,
                    end=end, tag=tag, deadline=np.full(len(start), np.nan), eligible=start,
                    real_start=np.minimum.reduceat(placed.start[members], firsts),
                    real_end=np.maximum.reduceat(placed.end[members], firsts))
