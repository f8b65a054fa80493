"""Equal shares of one pool of CPU: who is there gets as much as anybody else, or all it can use.

Jobs are kept in the order of what they can use at most, so that one pass over them finds the level up to which all are
filled.  A job is looked at again only where its yield changes; an end within NEAR of a whole second or of another event
is then, as in fractional scheduling.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.decision_log import ARRIVE, END, EQUAL_SHARE, NONE, START, note
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.topics.fractional.engine.sharing import NEAR

SAME = 1e-12  # yields that differ by less are the same
SUBMITTED, ACTIVE, ROWS = range(3)  # cells of Pool.count


class Pool(NamedTuple):
    """Who is there, and what each has done.  Arrays of jobs mean something for jobs that are there."""

    count: np.ndarray  # [3] i8: jobs submitted, jobs there, segments written
    active: np.ndarray  # [n] i8, jobs that are there, by `most`, then by row
    most: np.ndarray  # [n] f8, CPU a job can use, in nodes
    begin: np.ndarray  # [n] f8, s, since when its yield is what it is
    done: np.ndarray  # [n] f8, s, virtual time at `begin`
    yield_: np.ndarray  # [n] f8
    target: np.ndarray  # [n] f8, the yield to be
    finish: np.ndarray  # [n] f8, s, when it is complete if nothing changes
    end: np.ndarray  # [n] f8, s, nan until complete
    job: np.ndarray  # [rows] i8, segments so far: job, begin, end, yield
    since: np.ndarray  # [rows] f8, s
    until: np.ndarray  # [rows] f8, s
    share: np.ndarray  # [rows] f8


def new_pool(most: np.ndarray, rows: int) -> Pool:
    """Nobody there; room for that many segments."""
    n = len(most)
    return Pool(
        np.zeros(3, np.int64),
        np.zeros(n, np.int64),
        most,
        np.zeros(n),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n),
        np.full(n, np.nan),
        np.zeros(rows, np.int64),
        np.zeros(rows),
        np.zeros(rows),
        np.zeros(rows),
    )


@kernel
def run(submit, runtime, tasks, nodes, pool, control, log):
    """Go on until all jobs are complete; False when there is no room for more segments.

    submit, runtime, tasks: [n]; nodes: CPU there is.
    """
    while control[STOP] == 0:
        time = _next_event(submit, pool)
        if time == np.inf:
            return True
        if pool.count[ROWS] + pool.count[ACTIVE] > len(pool.job):
            return False
        _end_jobs(tasks, pool, control, log, time)
        _arrive(submit, tasks, pool, log, time)
        _fill(pool, nodes)
        _apply(runtime, pool, time)
    return True


@inner
def _next_event(submit, pool):
    time = np.inf
    if pool.count[SUBMITTED] < len(submit):
        time = submit[pool.count[SUBMITTED]]
    for i in range(pool.count[ACTIVE]):
        time = min(time, pool.finish[pool.active[i]])
    return time


@inner
def _close(pool, job, now):
    """Write what a job has done since `begin`; it goes on from now."""
    if now > pool.begin[job]:
        row = pool.count[ROWS]
        pool.count[ROWS] = row + 1
        pool.job[row], pool.since[row], pool.until[row], pool.share[row] = job, pool.begin[job], now, pool.yield_[job]
    pool.done[job] += pool.yield_[job] * (now - pool.begin[job])
    pool.begin[job] = now


@inner
def _end_jobs(tasks, pool, control, log, now):
    kept = 0
    for i in range(pool.count[ACTIVE]):
        job = pool.active[i]
        if pool.finish[job] > now + NEAR:
            pool.active[kept] = job
            kept += 1
            continue
        _close(pool, job, now)
        pool.end[job] = now
        control[FINISHED] += 1
        note(log, now, END, job, NONE, free=-1, needed=tasks[job])
    pool.count[ACTIVE] = kept


@inner
def _arrive(submit, tasks, pool, log, now):
    """All jobs submitted by now are there, and start."""
    while pool.count[SUBMITTED] < len(submit) and submit[pool.count[SUBMITTED]] <= now + NEAR:
        job = pool.count[SUBMITTED]
        pool.count[SUBMITTED] += 1
        at = pool.count[ACTIVE]
        while at > 0 and pool.most[pool.active[at - 1]] > pool.most[job]:
            pool.active[at] = pool.active[at - 1]
            at -= 1
        pool.active[at] = job
        pool.count[ACTIVE] += 1
        pool.begin[job] = now
        note(log, now, ARRIVE, job, NONE, free=-1, needed=tasks[job])
        note(log, now, START, job, EQUAL_SHARE, free=-1, needed=tasks[job])


@inner
def _fill(pool, nodes):
    """Equal shares; what a job cannot use is for the others."""
    left = float(nodes)
    for i in range(pool.count[ACTIVE]):
        job = pool.active[i]
        share = min(pool.most[job], left / (pool.count[ACTIVE] - i))
        pool.target[job] = share / pool.most[job]
        left -= share


@inner
def _apply(runtime, pool, now):
    for i in range(pool.count[ACTIVE]):
        job = pool.active[i]
        if abs(pool.target[job] - pool.yield_[job]) <= SAME:
            continue
        _close(pool, job, now)
        pool.yield_[job] = pool.target[job]
        end = now + max(0.0, runtime[job] - pool.done[job]) / pool.yield_[job]
        pool.finish[job] = np.rint(end) if abs(end - np.rint(end)) <= NEAR else end
