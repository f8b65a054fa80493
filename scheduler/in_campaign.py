"""What campaign policies share: the order of jobs inside a campaign, the arrays of their kernel, their tables."""

from __future__ import annotations

import numpy as np

from scheduler.engine.sessions import Sessions
from scheduler.engine.space import Jobs, State
from scheduler.kernels.campaigns import Campaigns, new_campaigns
from scheduler.machine import rigid
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


def staged(workload: Workload, control: np.ndarray, order: str) -> tuple[Jobs, State, Sessions, Campaigns]:
    """What the kernel of campaigns is run with: a machine at rest and nothing submitted yet."""
    assert workload.campaigns is not None   # simulate.suit has seen to it
    jobs, s, sessions = rigid(workload, control)
    assert sessions is not None
    c = new_campaigns(workload.campaigns.user, requested_work(workload), workload.job_ptr,
                      ordered_members(workload, order), workload.platform.processors)
    return jobs, s, sessions, c


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
