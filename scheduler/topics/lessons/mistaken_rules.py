"""Rules that no scheduler follows but that people expect: what they make of the jobs is a wrong answer.

Each takes the columns of rigid jobs and returns when every job starts and ends, in seconds, by the row of jobs.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scheduler.model.table import Table

Times = tuple[np.ndarray, np.ndarray]
EXACT = "requests=exact"  # behind a policy: it is told how long jobs really run
TOGETHER = "pieces=together"  # behind a policy: what a user submits at once, as wide, comes as one job
CALLED = "called"  # of a policy with settings: what it is called


def at_once(jobs: Table, processors: int) -> Times:
    """Nobody ever waits: the machine is taken for one that has room for all."""
    return jobs.submit.copy(), jobs.submit + jobs.runtime


def one_by_one(jobs: Table, processors: int) -> Times:
    """One job at a time, in the order of submission, whatever the machine has room for."""
    start, free = np.zeros(len(jobs)), 0.0
    for row in np.argsort(jobs.submit, kind="stable"):
        start[row] = max(free, jobs.submit[row])
        free = start[row] + jobs.runtime[row]
    return start, start + jobs.runtime


def interrupting(jobs: Table, processors: int) -> Times:
    """Whoever has the least left to run gets the first processors, and running jobs are interrupted for it."""
    left, start, end = jobs.runtime.copy(), np.full(len(jobs), np.nan), np.full(len(jobs), np.nan)
    now = float(jobs.submit.min())
    while np.isnan(end).any():
        waiting = [row for row in np.argsort(left, kind="stable") if np.isnan(end[row]) and jobs.submit[row] <= now]
        running, free = [], processors
        for row in waiting:
            if jobs.processors[row] <= free:
                running.append(row)
                free -= jobs.processors[row]
        later = jobs.submit[jobs.submit > now]
        step = min([*(left[row] for row in running), *(time - now for time in later)])
        for row in running:
            start[row] = now if np.isnan(start[row]) else start[row]
            left[row] -= step
            end[row] = now + step if left[row] <= 1e-9 else np.nan
        now += step
    return start, end


MISTAKEN: dict[str, tuple[str, Callable[[Table, int], Times]]] = {
    "at_once": ("nobody waits", at_once),
    "one_by_one": ("one job at a time", one_by_one),
    "interrupting": ("shorter jobs interrupt longer ones", interrupting),
}
