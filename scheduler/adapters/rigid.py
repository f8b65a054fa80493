"""From a workload to the arrays of the kernels, and back to the table `placed`."""

from __future__ import annotations

import numpy as np

from scheduler.adapters.snapshot import Watched, begins
from scheduler.engine.rigid.sessions import Sessions, new_sessions
from scheduler.engine.rigid.space import Jobs, State, new_state
from scheduler.model.table import Table
from scheduler.model.workload import Workload

BACKFILLED = 1      # bit of placed.flags


def sessions_of(workload: Workload, members: np.ndarray | None = None) -> Sessions | None:
    """The groups of a closed loop (None with recorded arrivals); members: another order of the jobs inside them."""
    if not (workload.is_closed and workload.has_campaigns):
        return None
    groups = workload.table("campaigns")
    return new_sessions(workload.job_ptr, workload.members if members is None else members, groups.previous,
                        groups.think_time, workload.jobs.submit, workload.offset)


def rigid(workload: Workload, control: np.ndarray, plans: bool = False) -> tuple[Jobs, State, Sessions | None]:
    """A machine at rest and the jobs to come; plans: the kernel calls reservation().  Whoever watches is told."""
    table = workload.jobs
    jobs = Jobs(table.submit, table.runtime, table.requested_time, table.processors)
    sessions = sessions_of(workload)
    state = new_state(jobs, workload.platform.processors, sessions, control, plans)
    seen(workload, state.start, state.now)
    return jobs, state, sessions


def seen(workload: Workload, start: np.ndarray, now: np.ndarray | None) -> None:
    """Tell whoever watches which arrays a kernel is about to fill: start [n] s, nan until known; now [1] s, if any."""
    table = workload.jobs
    last = None if workload.is_closed else float(table.submit.max(initial=0.0))
    begins(Watched(start, now, table.runtime, table.processors, float(table.submit.min(initial=0.0)), last,
                   workload.platform.processors))


def placed(workload: Workload, submit: np.ndarray, start: np.ndarray, backfilled: np.ndarray | None = None,
           cluster: np.ndarray | None = None) -> Table:
    """The table `placed` of a run without preemption; submit, start: [n] s, realized; cluster: [n] i8, None for 0."""
    n = len(workload)
    none = np.zeros(n, np.int64)
    where = none if cluster is None else cluster
    flags = none if backfilled is None else backfilled * BACKFILLED
    return Table.of("placed", job=np.arange(n), submit=submit, start=start, end=start + workload.jobs.runtime,
                    processors=workload.jobs.processors, cluster=where, preemptions=none, migrations=none,
                    flags=flags)
