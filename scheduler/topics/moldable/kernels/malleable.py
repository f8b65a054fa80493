"""Malleable tasks: at every submission and end the processors are dealt anew among the tasks that are there.

In the order of submission every task gets the fewest processors it runs on, up to the first for whom not enough are
left; that one waits, and so do all behind it.  Who has begun is therefore never paused.  Then, as long as something is
left: of those who can be made faster by it, the task with the fewest processors for its weight gets its next larger
number; ties go by submission.

A task has done its work when the shares of it that it does on its processors add up to one: a second on q processors is
the part 1 / p(q) of it.  An end within NEAR of another event is at that event.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.engine.structures.heap import Heap, new_heap, pop, push

NEAR = 4e-7  # s: instants nearer than that are one
SUBMITTED, THERE, ROWS = range(3)  # cells of Crowd.count


class Crowd(NamedTuple):
    """Who is there, and what each has done.  Arrays of tasks mean something for tasks that are there."""

    count: np.ndarray  # [3] i8: tasks submitted, tasks there, segments written
    there: np.ndarray  # [n] i8, tasks that are there, in the order of submission
    left: np.ndarray  # [n] f8, the part of its work not done at `since`
    since: np.ndarray  # [n] f8, s, when its processors last changed
    size: np.ndarray  # [n] i8, processors it has
    target: np.ndarray  # [n] i8, those it is to have
    finish: np.ndarray  # [n] f8, s, when it is done if nothing changes
    end: np.ndarray  # [n] f8, s, nan until done
    raising: Heap  # who may get more, by processors over weight
    job: np.ndarray  # [rows] i8, segments so far: job, begin, end, processors
    began: np.ndarray  # [rows] f8, s
    until: np.ndarray  # [rows] f8, s
    processors: np.ndarray  # [rows] i8


def new_running_jobs(n: int, rows: int) -> Crowd:
    """Nobody there; room for that many segments."""
    return Crowd(
        np.zeros(3, np.int64),
        np.zeros(n, np.int64),
        np.ones(n),
        np.zeros(n),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.full(n, np.inf),
        np.full(n, np.nan),
        new_heap(n),
        np.zeros(rows, np.int64),
        np.zeros(rows),
        np.zeros(rows),
        np.zeros(rows, np.int64),
    )


@kernel
def run(submit, runtime, weight, crowd, control):
    """Go on until all tasks are done; False when there is no room for more segments, or it was stopped.

    submit: [n] s, in order; runtime: [n, m + 1] s with at most so many processors, inf where that is too few;
    weight: [n].
    """
    while control[STOP] == 0:
        now = _next_event(submit, crowd)
        if now == np.inf:
            return True
        if crowd.count[ROWS] + crowd.count[THERE] > len(crowd.job):
            return False
        _end_tasks(crowd, runtime, control, now)
        _arrive(submit, crowd, now)
        left = _fewest_for_all(runtime, crowd)
        _raise(runtime, weight, crowd, left)
        _change(runtime, crowd, now)
    return False


@inner
def _next_event(submit, crowd):
    now = np.inf
    if crowd.count[SUBMITTED] < len(submit):
        now = submit[crowd.count[SUBMITTED]]
    for i in range(crowd.count[THERE]):
        now = min(now, crowd.finish[crowd.there[i]])
    return now


@inner
def _close(runtime, crowd, task, now):
    """Write what a task has done since its processors changed; it goes on from now."""
    size = crowd.size[task]
    if size > 0 and now > crowd.since[task]:
        row = crowd.count[ROWS]
        crowd.count[ROWS] = row + 1
        crowd.job[row], crowd.processors[row] = task, size
        crowd.began[row], crowd.until[row] = crowd.since[task], now
        crowd.left[task] -= (now - crowd.since[task]) / runtime[task, size]
    crowd.since[task] = now


@inner
def _end_tasks(crowd, runtime, control, now):
    kept = 0
    for i in range(crowd.count[THERE]):
        task = crowd.there[i]
        if crowd.finish[task] > now + NEAR:
            crowd.there[kept] = task
            kept += 1
            continue
        _close(runtime, crowd, task, now)
        crowd.end[task] = now
        control[FINISHED] += 1
    crowd.count[THERE] = kept


@inner
def _arrive(submit, crowd, now):
    while crowd.count[SUBMITTED] < len(submit) and submit[crowd.count[SUBMITTED]] <= now + NEAR:
        task = crowd.count[SUBMITTED]
        crowd.count[SUBMITTED] = task + 1
        crowd.there[crowd.count[THERE]] = task
        crowd.count[THERE] += 1


@inner
def _fewest_for_all(runtime, crowd):
    """What each runs on at least, up to the first for whom not enough are left; returns how many are left."""
    left, waits = runtime.shape[1] - 1, False
    for i in range(crowd.count[THERE]):
        task = crowd.there[i]
        fewest = 1
        while not waits and fewest <= left and runtime[task, fewest] == np.inf:
            fewest += 1
        waits = waits or fewest > left
        crowd.target[task] = 0 if waits else fewest
        left -= crowd.target[task]
    return left


@inner
def _raise(runtime, weight, crowd, left):
    """Deal out what is left.  Who cannot be made faster by that will not be by less, and is not asked again."""
    for i in range(crowd.count[THERE]):
        task = crowd.there[i]
        if crowd.target[task] > 0:
            push(crowd.raising, crowd.target[task] / weight[task], task)
    while crowd.raising.count[0] > 0:
        task = pop(crowd.raising)
        had = crowd.target[task]
        more, most = had + 1, had + left
        while more <= most and not runtime[task, more] < runtime[task, had]:
            more += 1
        if more <= most:
            crowd.target[task] = more
            left -= more - had
            push(crowd.raising, more / weight[task], task)


@inner
def _change(runtime, crowd, now):
    for i in range(crowd.count[THERE]):
        task = crowd.there[i]
        if crowd.target[task] == crowd.size[task]:
            continue
        _close(runtime, crowd, task, now)
        crowd.size[task] = crowd.target[task]
        crowd.finish[task] = now + max(0.0, crowd.left[task]) * runtime[task, crowd.size[task]]
