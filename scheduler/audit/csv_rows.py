"""Rows of a schedule that came as a file: the jobs of the workload that they speak of, and pieces of jobs.

The pieces of a job that was killed are numbered from 1 in the order of time, so that one that was left out is missed;
the last one runs to its end, or is cancelled, all others are killed.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.kinds import answer
from scheduler.model.schedule import KILLED, RUN
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.wording import About, counted


def match(workload: Workload, job_id: np.ndarray) -> tuple[np.ndarray, Violation]:
    """For each job its row of the file; job_id: [rows]."""
    wanted = workload.jobs.job_id.astype(float)
    violation = unknown(workload, job_id)
    if violation:
        return np.zeros(0, np.int64), violation
    theirs, ours = np.argsort(job_id, kind="stable"), np.argsort(wanted, kind="stable")
    ids, have = np.unique(wanted, return_counts=True)
    count = np.bincount(np.searchsorted(ids, job_id), minlength=len(ids))
    surplus, missing = np.flatnonzero(count > have), np.flatnonzero(count < have)
    if len(surplus):
        job = ids[surplus[0]]
        return surplus, f"Job {number(job)} has {counted(int(count[surplus[0]]), 'row')}; wanted: {have[surplus[0]]}."
    if len(missing):
        row = int(np.flatnonzero(wanted == ids[missing[0]])[count[missing[0]]])
        return missing, About(
            f"{job_name(workload, row)} is missing ({int((have - count).sum())} missing in all).", row
        )
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
    return (
        f"{job_name(workload, int(job[row]))} belongs to user {workload.jobs.user_id[job[row]]}, not to "
        f"{number(user_id[row])}."
    )


def whole(column: np.ndarray) -> np.ndarray:
    """What is no whole number must not become the right one by cutting; -1 never is."""
    return np.where(np.isfinite(column) & (column == np.floor(column)), column, -1)


NEEDED = ("end", "piece", "outcome", "killed_for")
NOBODY = -1  # of killed_for
OVER = 5  # outcome of a last piece: the job was cancelled, for another one or with its reservation


def jobs_of(workload: Workload, columns: Mapping[str, np.ndarray]) -> tuple[np.ndarray, Violation]:
    """[rows] row of jobs of every piece, and what is wrong with the pieces of a job."""
    job, violation = jobs_of_rows(workload, columns, "piece")
    return job, (
        violation or _completed(workload, job, columns["outcome"]) or numbered(workload, job, columns["piece"], "piece")
    )


def jobs_of_rows(workload: Workload, columns: Mapping[str, np.ndarray], part: str) -> tuple[np.ndarray, Violation]:
    """[rows] row of jobs of every piece or segment, and which job the workload does not have.

    part: the column that numbers them.  Jobs that share an id are told apart by the order of the rows: each part 1
    begins the next of them.
    """
    violation = unknown(workload, columns["job_id"])
    if violation:
        return np.zeros(0, np.int64), violation
    return each_begun(workload, columns["job_id"], columns[part] == 1), None


def each_begun(workload: Workload, job_id: np.ndarray, begins: np.ndarray) -> np.ndarray:
    """[rows] row of jobs of every row of a file; begins: [rows] whether it is the first of its job."""
    ours = np.argsort(workload.jobs.job_id, kind="stable")
    ids, first, have = np.unique(workload.jobs.job_id[ours], return_index=True, return_counts=True)
    which = np.searchsorted(ids, job_id)
    job: np.ndarray = ours[first[which] + np.clip(_begun(which, begins) - 1, 0, have[which] - 1)]
    return job


def _begun(which: np.ndarray, begins: np.ndarray) -> np.ndarray:
    """[rows] how many rows of the same number so far, this one with them, begin a job."""
    order = np.argsort(which, kind="stable")
    count = np.cumsum(begins[order])
    group = np.searchsorted(which[order], which[order])
    begun = np.empty(len(which), np.int64)
    begun[order] = count - (count - begins[order])[group]
    return begun


def _completed(workload: Workload, job: np.ndarray, outcome: np.ndarray) -> Violation:
    """Every job runs to its end once, or is cancelled."""
    runs = np.bincount(job[outcome != KILLED], minlength=len(workload))
    row = first_row(runs != 1)
    if row is None:
        return None
    name, killed = job_name(workload, row), int((job == row).sum()) - int(runs[row])
    if runs[row]:
        return f"{name} runs to its end {runs[row]} times; wanted: once."
    if killed:
        return f"{name} is killed {'once' if killed == 1 else f'{killed} times'} and never runs to its end."
    return f"{name} is missing ({int((runs == 0).sum())} missing in all)."


def numbered(workload: Workload, job: np.ndarray, piece: np.ndarray, noun: str) -> Violation:
    """The pieces of every job are 1, 2, ..., each once; noun: what they are called."""
    order = np.lexsort((piece, job))
    wanted = np.arange(len(job)) - np.searchsorted(job[order], job[order]) + 1
    row = first_row(piece[order] != wanted)
    if row is None:
        return None
    return (
        f"{job_name(workload, int(job[order[row]]))} has a {noun} {number(piece[order[row]])} where {noun} "
        f"{wanted[row]} is wanted: its {noun}s are numbered from 1, each once."
    )


def wrong_cells(workload: Workload, job: np.ndarray, columns: Mapping[str, np.ndarray]) -> Violation:
    """All pieces of a job tell one submission; only a piece that was killed tells for which job."""
    ends = columns["outcome"] != KILLED
    return one_submission(workload, job, columns, ends, "piece") or _wrong_killer(workload, job, columns)


def one_submission(
    workload: Workload, job: np.ndarray, columns: Mapping[str, np.ndarray], one: np.ndarray, noun: str
) -> Violation:
    """All rows of a job tell the same submission, if any; one: [rows] a row of each job; noun: what rows are called."""
    if "submit" not in columns:
        return None
    submit, due = columns["submit"], np.zeros(len(workload))
    due[job[one]] = submit[one]
    row = first_row(~(np.abs(submit - due[job]) <= instant(due)))
    if row is None:
        return None
    return (
        f"{job_name(workload, int(job[row]))} is submitted at {number(due[job[row]])} s by one of its {noun}s and "
        f"at {number(submit[row])} s by another."
    )


def _wrong_killer(workload: Workload, job: np.ndarray, columns: Mapping[str, np.ndarray]) -> Violation:
    killed, named = columns["outcome"] != RUN, columns["killed_for"]
    row = first_row(~killed & (named != NOBODY))
    if row is not None:
        return (
            f"{job_name(workload, int(job[row]))} runs to its end in piece {number(columns['piece'][row])}, which "
            f"says it was killed for job {number(named[row])}; wanted: {NOBODY}."
        )
    row = first_row(killed & (named != NOBODY) & ~np.isin(named, workload.jobs.job_id))
    if row is None:
        return None
    return f"{job_name(workload, int(job[row]))} is killed for job {number(named[row])}; the workload has no such job."


def segments(workload: Workload, job: np.ndarray, columns: Mapping[str, np.ndarray]) -> Table:
    """The table of pieces, by job and number; job: [rows], from jobs_of."""
    order = np.lexsort((columns["piece"], job))
    job, columns = job[order], {name: column[order] for name, column in columns.items()}
    processors = whole(columns["processors"]) if "processors" in columns else workload.jobs.processors[job]
    cluster = whole(columns["cluster"]) - 1 if workload.has_clusters else np.zeros(len(job))
    kind = np.where(columns["outcome"] == RUN, RUN, KILLED)
    yields = columns["yield"] if "yield" in columns else np.ones(len(job))
    return Table.of(
        "segments",
        job=job,
        begin=columns["start"],
        end=columns["end"],
        yield_=yields,
        processors=processors,
        kind=kind,
        cluster=cluster,
        killer=_killers(workload, job, columns),
    )


def _killers(workload: Workload, job: np.ndarray, columns: Mapping[str, np.ndarray]) -> np.ndarray:
    """[rows] row of jobs each piece was killed for, -1: none.  Of jobs that share an id, the one that starts then."""
    ours = np.argsort(workload.jobs.job_id, kind="stable")
    ids = workload.jobs.job_id[ours]
    low, high = (np.searchsorted(ids, columns["killed_for"], side) for side in ("left", "right"))
    killer = np.where(low < high, ours[np.minimum(low, len(ours) - 1)], -1)
    killer[columns["outcome"] == RUN] = -1
    for row in np.flatnonzero((killer >= 0) & (high - low > 1)).tolist():
        killer[row] = _likeliest(workload, job, columns, row, ours[low[row] : high[row]])
    return killer


def _likeliest(
    workload: Workload, job: np.ndarray, columns: Mapping[str, np.ndarray], row: int, alike: np.ndarray
) -> int:
    """Of jobs that share an id the one a piece was killed for: it starts then, there, and others are stopped for it."""
    of_kind = answer(workload, lambda kind: kind.may_stop)
    may_stop = of_kind(workload) if of_kind else np.ones(len(workload), bool)
    first = np.searchsorted(job, alike)
    there = columns["cluster"] if workload.has_clusters else np.zeros(len(job))
    away = (there[first] != there[row]) | ~may_stop[alike]
    return int(alike[np.lexsort((away, np.abs(columns["start"][first] - columns["end"][row])))[0]])


def per_job(columns: Mapping[str, np.ndarray], job: np.ndarray) -> dict[str, np.ndarray]:
    """{column: [n]} as of jobs in one piece: the start of the first piece, all else of the last one."""
    last = np.flatnonzero(columns["outcome"] != KILLED)
    rows = last[np.argsort(job[last])]
    first = np.flatnonzero(columns["piece"] == 1)
    return {name: column[rows] for name, column in columns.items()} | {
        "start": columns["start"][first[np.argsort(job[first])]]
    }
