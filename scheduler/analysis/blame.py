"""Who held the processors that a waiting job lacked, each for its share of the time.

At every instant without room the time that passes is divided among the jobs that run then, in proportion to the
processors they hold.  So a job's share never exceeds the time both ran and waited together, and the shares sum to the
time without room.  (Dividing the whole by processor-time would not do: a wide job of one minute would be charged with
hours.)  Nobody is charged where nobody runs, which takes a job wider than its machine.

Of several clusters those count in which the job could run: room in any of them would have been enough.  Where jobs
share nodes they hold memory, so it is the memory of their tasks that counts.  Where others make way for jobs that
keep to a cluster, only such jobs of their own cluster keep these waiting.
"""

from __future__ import annotations

import numpy as np

from scheduler.kinds import answer, memory_of_pieces
from scheduler.model.occupancy import Holding, holding
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import levels

NOBODY = -1
ROUNDING = 1e-9  # relative: what is added up may differ by so much from what it should be


def shares(schedule: Schedule, job: int, begin: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(rows of jobs, ascending; s of each): who shares the time of these intervals.

    job: row of jobs.  begin, end: [k] s, ascending and disjoint, all within its wait.  NOBODY comes first where at some
    time nobody held anything.  The seconds sum to those of the intervals, to the rounding of sums.
    """
    if not len(begin):
        return np.zeros(0, np.int64), np.zeros(0)
    h = rivals(schedule, job, float(begin[0]), float(end[-1]))
    time, runs, used = levels(np.concatenate((h.begin, h.end, begin, end)), *_changes(h, len(begin)))
    row = np.searchsorted(begin, time[:-1], "right") - 1
    counts = np.diff(time) * ((row >= 0) & (time[:-1] < end[row]))
    occupied = runs[:-1] > 0
    each = np.append(0.0, np.cumsum(np.where(occupied, counts / np.where(occupied, used[:-1], 1.0), 0.0)))
    mine = h.processors * (each[np.searchsorted(time, h.end)] - each[np.searchsorted(time, h.begin)])
    holders, which = np.unique(h.job[mine > 0], return_inverse=True)
    seconds, alone = np.bincount(which, mine[mine > 0], len(holders)), float(counts[~occupied].sum())
    return (np.append(NOBODY, holders), np.append(alone, seconds)) if alone > 0 else (holders, seconds)


def _changes(h: Holding, intervals: int) -> tuple[np.ndarray, np.ndarray]:
    """What begins and ends of jobs, and of intervals, add to the number of jobs and to what they hold."""
    one, none = np.ones(len(h.job), np.int64), np.zeros(2 * intervals, np.int64)
    return np.concatenate((one, -one, none)), np.concatenate((h.processors, -h.processors, none))


def rivals(schedule: Schedule, job: int, begin: float, end: float) -> Holding:
    """What other jobs held between two instants (s) where this one (row of jobs) could have run.

    `processors` is memory in nodes where jobs share nodes.  Jobs that hold for no time are left out.
    """
    h = holding(schedule.placed, schedule.segments)
    there = np.flatnonzero((h.begin < end) & (h.end > begin) & (h.end > h.begin) & (h.job != job))
    h = Holding(*(column[there] for column in h))
    if schedule.shares_nodes:
        return h._replace(processors=h.processors * memory_of_pieces(schedule.workload)[h.job])
    sizes, home = schedule.workload.platform.clusters, int(local_home(schedule)[job])
    if home >= 0:
        there = (h.cluster == home) & (local_home(schedule)[h.job] >= 0)
    else:
        there = np.array(sizes or (np.inf,))[h.cluster if sizes else 0 * h.cluster] >= schedule.jobs.processors[job]
    return Holding(*(column[there] for column in h))


def local_home(schedule: Schedule) -> np.ndarray:
    """[n] i8: the cluster a job keeps to, where others make way for it; -1 all other jobs."""
    keeps_to = answer(schedule.workload, lambda kind: kind.keeps_to) if schedule.kills else None
    return keeps_to(schedule.workload) if keeps_to else np.full(len(schedule.workload), -1)
