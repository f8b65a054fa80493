"""Rows of a schedule that came as a file, and the jobs of the workload that they speak of."""

from __future__ import annotations

import numpy as np

from scheduler.audit_words import Violation, first_row, job_name
from scheduler.durations import number
from scheduler.workload import Workload


def match(workload: Workload, job_id: np.ndarray) -> tuple[np.ndarray, Violation]:
    """For each job its row of the file; job_id: [rows]."""
    wanted = workload.jobs.job_id.astype(float)
    found = unknown(workload, job_id)
    if found:
        return np.zeros(0, np.int64), found
    theirs, ours = np.argsort(job_id, kind="stable"), np.argsort(wanted, kind="stable")
    ids, have = np.unique(wanted, return_counts=True)
    count = np.bincount(np.searchsorted(ids, job_id), minlength=len(ids))
    surplus, missing = np.flatnonzero(count > have), np.flatnonzero(count < have)
    if len(surplus):
        job = ids[surplus[0]]
        return surplus, f"Job {number(job)} has {count[surplus[0]]} rows; wanted: {have[surplus[0]]}."
    if len(missing):
        row = int(np.flatnonzero(wanted == ids[missing[0]])[count[missing[0]]])
        return missing, f"{job_name(workload, row)} is missing ({int((have - count).sum())} missing in all)."
    rows = np.empty(len(ours), np.int64)
    rows[ours] = theirs
    return rows, None


def unknown(workload: Workload, job_id: np.ndarray) -> Violation:
    """Every row names a job of the workload; job_id: [rows]."""
    row = first_row(~np.isin(job_id, workload.jobs.job_id.astype(float)))
    if row is None:
        return None
    return f"Row {row + 1} names job {number(job_id[row])}; the workload has no such job."


def wrong_user(workload: Workload, job: np.ndarray, user_id: np.ndarray) -> Violation:
    """Every row names the user of its job; job: [rows] rows of jobs, user_id: [rows]."""
    row = first_row(user_id != workload.jobs.user_id[job])
    if row is None:
        return None
    return (f"{job_name(workload, int(job[row]))} belongs to user {workload.jobs.user_id[job[row]]}, not to "
            f"{number(user_id[row])}.")


def whole(column: np.ndarray) -> np.ndarray:
    """What is no whole number must not become the right one by cutting; -1 never is."""
    return np.where(np.isfinite(column) & (column == np.floor(column)), column, -1)
