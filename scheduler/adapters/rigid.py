"""From a workload of rigid jobs to the arrays of the kernels, and back to the tables `placed` and `promises`.

Promises are when each job was told that it would start, and every time that was changed.  TIES is a parameter that all
policies share whose rules leave open what happens first at an instant.
"""

from __future__ import annotations

import numpy as np

from scheduler.adapters.snapshot import Watched, begins
from scheduler.engine.decision_log import RESERVE, Log
from scheduler.engine.rigid.sessions import Sessions, new_sessions
from scheduler.engine.rigid.space import Jobs, State, new_state
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param

BACKFILLED = 1  # bit of placed.flags
ENDS, SUBMISSIONS = "ends", "submissions"
TIES = Param(
    "ties",
    ENDS,
    choices=(ENDS, SUBMISSIONS),
    help="what happens first at an instant at which jobs end and others are submitted: all ends, then all "
    "submissions, then decisions; or all submissions and decisions, then all ends and decisions again",
)


def sessions_of(workload: Workload, members: np.ndarray | None = None) -> Sessions | None:
    """The groups of a closed loop (None with recorded arrivals); members: another order of the jobs inside them."""
    if not workload.is_closed:
        return None
    groups = workload.table("campaigns")
    return new_sessions(
        workload.job_ptr,
        workload.members if members is None else members,
        groups.previous,
        groups.think_time,
        workload.jobs.submit,
        workload.offset,
    )


def rigid(
    workload: Workload, control: np.ndarray, plans: bool = False, ties: str = ENDS
) -> tuple[Jobs, State, Sessions | None]:
    """A machine at rest and the jobs to come; plans: the kernel calls reservation(); ties: of TIES.

    Whoever watches is told.
    """
    table = workload.jobs
    jobs = Jobs(table.submit, table.runtime, table.requested_time, table.processors)
    sessions = sessions_of(workload)
    state = new_state(jobs, workload.platform.processors, sessions, control, plans, ties == SUBMISSIONS)
    announce_arrays(workload, state.start, state.now)
    return jobs, state, sessions


def announce_arrays(workload: Workload, start: np.ndarray, now: np.ndarray | None) -> None:
    """Tell whoever watches which arrays a kernel is about to fill: start [n] s, nan until known; now [1] s, if any."""
    table = workload.jobs
    last = None if workload.is_closed else float(table.submit.max(initial=0.0))
    begins(
        Watched(
            start,
            now,
            table.runtime,
            table.processors,
            float(table.submit.min(initial=0.0)),
            last,
            workload.platform.processors,
        )
    )


def placed(
    workload: Workload,
    submit: np.ndarray,
    start: np.ndarray,
    backfilled: np.ndarray | None = None,
    cluster: np.ndarray | None = None,
) -> Table:
    """The table `placed` of a run without preemption; submit, start: [n] s, realized; cluster: [n] i8, None for 0."""
    n = len(workload)
    none = np.zeros(n, np.int64)
    where = none if cluster is None else cluster
    flags = none if backfilled is None else backfilled * BACKFILLED
    return Table.of(
        "placed",
        job=np.arange(n),
        submit=submit,
        start=start,
        end=start + workload.jobs.runtime,
        processors=workload.jobs.processors,
        cluster=where,
        preemptions=none,
        migrations=none,
        flags=flags,
    )


TIME, KIND, JOB, SHADOW, VALUE = 0, 1, 2, 5, 9  # columns of the log


def promises(submit: np.ndarray, promise: np.ndarray, log: Log | None, cluster: np.ndarray) -> Table:
    """The promise every job was given at its submission and, where there is a log, all that came of it in its window.

    submit, promise: [n] s.  cluster: [n] i8, of the first promises; the rows of the log then have theirs.  Rows by
    time; the first row of a job is its first promise.  Jobs that were never planned (nan, in a run that was stopped)
    have none.
    """
    job = np.flatnonzero(np.isfinite(promise))
    time, start = submit[job], promise[job]
    where = cluster[job]
    if log is not None:
        rows = log.rows[: min(int(log.count[0]), len(log.rows))]
        rows = rows[rows[:, KIND] == RESERVE]
        job = np.concatenate((job, rows[:, JOB].astype(np.int64)))
        time, start = np.concatenate((time, rows[:, TIME])), np.concatenate((start, rows[:, SHADOW]))
        where = np.append(where, np.nan_to_num(rows[:, VALUE])).astype(np.int64)  # nan: there is one cluster
    order = np.lexsort((np.arange(len(job)), time))
    job, time, start, where = job[order], time[order], start[order], where[order]
    news = _news(job, start, where)
    return Table.of("promises", time=time[news], job=job[news], start=start[news], cluster=where[news])


def _news(job: np.ndarray, start: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Whether a row tells a job something else than its row before."""
    order = np.argsort(job, kind="stable")
    mine, promise, there = job[order], start[order], where[order]
    same = np.zeros(len(job), bool)
    same[order[1:]] = (mine[1:] == mine[:-1]) & (promise[1:] == promise[:-1]) & (there[1:] == there[:-1])
    return ~same
