"""Gang scheduling: time slots that take turns on the machine, each with jobs on processors of their own.

A job gets its processors in the first slot, in the order of their making, that has enough left; else in a new one,
which is put last, if there may be one more; else it waits, and all behind it.  The jobs of one slot run; after a
quantum those of the next one do.  A slot without jobs is gone, and the next one has the machine at once.

At an instant: ends, submissions, the turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.decision_log import ARRIVE, AWAITS_TURN, END, NO_SLOT, NONE, SLOTS_TURN, START, note, skip
from scheduler.engine.rigid.space import FINISHED, STOP

SUBMITTED, PLACED, ACTIVE, SLOTS, CURRENT, ROWS, TURNS = range(7)  # cells of Matrix.count
MOST_TURNS = 2_000_000


class Matrix(NamedTuple):
    """The slots, and what each job has done.  Jobs are placed in the order of their rows."""

    count: np.ndarray  # [7] i8: jobs submitted, placed, in slots; slots, the place of the one whose turn it is (-1
    # none), segments written, turns that ended because others waited for theirs
    since: np.ndarray  # [1] f8, s, when that turn began
    order: np.ndarray  # [most] i8, order[:count[SLOTS]] are the slots, in the order of their turns
    free: np.ndarray  # [most] i8, processors left, by slot
    inside: np.ndarray  # [most] i8, jobs in a slot; 0: there is no such slot
    active: np.ndarray  # [n] i8, jobs in slots
    slot: np.ndarray  # [n] i8, theirs
    runs: np.ndarray  # [n] i1
    begin: np.ndarray  # [n] f8, s, since when it runs
    left: np.ndarray  # [n] f8, s to run, at `begin`
    start: np.ndarray  # [n] f8, s, nan until started
    end: np.ndarray  # [n] f8, s, nan until complete
    job: np.ndarray  # [rows] i8, segments so far
    begins: np.ndarray  # [rows] f8, s
    ends: np.ndarray  # [rows] f8, s


def new_matrix(runtime: np.ndarray, most: int, rows: int) -> Matrix:
    """No slots; room for that many segments."""
    n, count = len(runtime), np.zeros(7, np.int64)
    count[CURRENT] = -1
    return Matrix(
        count,
        np.zeros(1),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int8),
        np.zeros(n),
        runtime.copy(),
        np.full(n, np.nan),
        np.full(n, np.nan),
        np.zeros(rows, np.int64),
        np.zeros(rows),
        np.zeros(rows),
    )


@kernel
def run(submit, size, processors, quantum, m, control, log):
    """Go on until all jobs are complete; False when there is no room for more segments, or after MOST_TURNS.

    submit, size: [n] s, processors; quantum: s.
    """
    while control[STOP] == 0:
        now = _next_event(submit, quantum, m)
        if now == np.inf:
            return True
        if m.count[ROWS] + m.count[ACTIVE] > len(m.job) or m.count[TURNS] >= MOST_TURNS:
            return False
        _end_jobs(size, m, control, log, now)
        while m.count[SUBMITTED] < len(submit) and submit[m.count[SUBMITTED]] <= now:
            note(log, now, ARRIVE, m.count[SUBMITTED], NONE, free=-1, needed=size[m.count[SUBMITTED]])
            m.count[SUBMITTED] += 1
        while m.count[PLACED] < m.count[SUBMITTED] and _place(size, processors, m, m.count[PLACED]):
            m.count[PLACED] += 1
        _turn(quantum, m, now)
        _go_on(size, m, log, now)
        _log_waiting(size, m, log, now)
    return True


@inner
def _next_event(submit, quantum, m):
    """When something happens next: a submission, the end of a job that runs, of a turn that others wait for."""
    time = submit[m.count[SUBMITTED]] if m.count[SUBMITTED] < len(submit) else np.inf
    for i in range(m.count[ACTIVE]):
        job = m.active[i]
        if m.runs[job] != 0:
            time = min(time, m.begin[job] + m.left[job])
    return min(time, m.since[0] + quantum) if m.count[SLOTS] > 1 else time


@inner
def _end_jobs(size, m, control, log, now):
    """Jobs that are complete leave their slots; a slot without jobs is gone."""
    kept = 0
    for i in range(m.count[ACTIVE]):
        job = m.active[i]
        if m.runs[job] == 0 or m.begin[job] + m.left[job] > now:
            m.active[kept] = job
            kept += 1
            continue
        _write(m, job, now)
        m.runs[job], m.end[job] = 0, now
        m.free[m.slot[job]] += size[job]
        m.inside[m.slot[job]] -= 1
        control[FINISHED] += 1
        note(log, now, END, job, NONE, free=-1, needed=size[job])
    m.count[ACTIVE] = kept
    at = m.count[CURRENT]
    if at >= 0 and m.inside[m.order[at]] == 0:
        for i in range(at + 1, m.count[SLOTS]):
            m.order[i - 1] = m.order[i]
        m.count[SLOTS] -= 1
        m.count[CURRENT] = -1 if m.count[SLOTS] == 0 else at % m.count[SLOTS]
        m.since[0] = now


@inner
def _place(size, processors, m, job):
    """Give a job its processors in a slot; False where it has to wait."""
    for i in range(m.count[SLOTS]):
        if m.free[m.order[i]] >= size[job]:
            _enter(size, m, job, m.order[i])
            return True
    if m.count[SLOTS] == len(m.order):
        return False
    slot = 0
    while m.inside[slot] > 0:
        slot += 1
    m.free[slot] = processors
    m.order[m.count[SLOTS]] = slot
    m.count[SLOTS] += 1
    _enter(size, m, job, slot)
    return True


@inner
def _enter(size, m, job, slot):
    m.slot[job] = slot
    m.free[slot] -= size[job]
    m.inside[slot] += 1
    m.active[m.count[ACTIVE]] = job
    m.count[ACTIVE] += 1


@inner
def _turn(quantum, m, now):
    """Whose turn it is now."""
    if m.count[CURRENT] < 0 and m.count[SLOTS] > 0:
        m.count[CURRENT], m.since[0] = 0, now
    elif m.count[SLOTS] > 1 and now >= m.since[0] + quantum:  # as _next_event counts; a difference is rounded
        m.count[CURRENT], m.since[0] = (m.count[CURRENT] + 1) % m.count[SLOTS], now
        m.count[TURNS] += 1


@inner
def _go_on(size, m, log, now):
    """The jobs of the slot whose turn it is run, and no others."""
    for i in range(m.count[ACTIVE]):
        job = m.active[i]
        runs = m.slot[job] == m.order[m.count[CURRENT]]
        if m.runs[job] != 0 and not runs:
            _write(m, job, now)
            m.left[job] -= now - m.begin[job]
        elif m.runs[job] == 0 and runs:
            m.begin[job] = now
            if np.isnan(m.start[job]):
                m.start[job] = now
                note(log, now, START, job, SLOTS_TURN, free=-1, needed=size[job])
        m.runs[job] = runs


@inner
def _write(m, job, now):
    """A job has run from `begin` until now."""
    row = m.count[ROWS]
    m.job[row], m.begins[row], m.ends[row] = job, m.begin[job], now
    m.count[ROWS] = row + 1


@inner
def _log_waiting(size, m, log, now):
    """Why jobs that have not started go on waiting: their slot is not at its turn, or there is none for them."""
    if log is None:
        return
    for i in range(m.count[ACTIVE]):
        job = m.active[i]
        if np.isnan(m.start[job]):
            skip(log, now, job, AWAITS_TURN, free=-1, needed=size[job])
    for job in range(m.count[PLACED], m.count[SUBMITTED]):
        skip(log, now, job, NO_SLOT, free=-1, needed=size[job])
