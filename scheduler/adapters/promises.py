"""The table of promises: when each job was told that it would start, and every time that was changed."""

from __future__ import annotations

import numpy as np

from scheduler.engine.decision_log import RESERVE, Log
from scheduler.model.table import Table

TIME, KIND, JOB, SHADOW, VALUE = 0, 1, 2, 5, 9    # columns of the log


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
        rows = log.rows[:min(int(log.count[0]), len(log.rows))]
        rows = rows[rows[:, KIND] == RESERVE]
        job = np.concatenate((job, rows[:, JOB].astype(np.int64)))
        time, start = np.concatenate((time, rows[:, TIME])), np.concatenate((start, rows[:, SHADOW]))
        where = np.append(where, np.nan_to_num(rows[:, VALUE])).astype(np.int64)    # nan: there is one cluster
    order = np.lexsort((np.arange(len(job)), time))
    job, time, start, where = job[order], time[order], start[order], where[order]
    news = _news(job, start, where)
    return Table.of("promises", time=time[news], job=job[news], start=start[news], cluster=where[news])


def _news(job: np.ndarray, start: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Whether a row tells a job something else than its row before."""
    order = np.argsort(job, kind="stable")
    mine, told, there = job[order], start[order], where[order]
    same = np.zeros(len(job), bool)
    same[order[1:]] = (mine[1:] == mine[:-1]) & (told[1:] == told[:-1]) & (there[1:] == there[:-1])
    return ~same
