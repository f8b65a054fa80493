"""Why processors are idle at one instant: which waiting job would fit into them, and which job it is held back for.

Of several jobs that would fit the first in order of submission is told, as idle.py counts them.  Where a run kept no
decisions it is simulated once more around that job, if that is quickly done.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.analysis.hold_causes import default_kind, hold_intervals
from scheduler.analysis.idle import check_whole_processors, places, unserved_intervals
from scheduler.model.occupancy import holding, largest_hole
from scheduler.model.schedule import Schedule
from scheduler.replay.decisions import keeps_none, repetition_time, run_with_decisions


class Cause(NamedTuple):
    """What holds processors back."""

    job: int  # row of jobs: the first that would fit
    kind: int  # of hold_causes.KINDS
    culprit: int  # row of jobs; -1 where none is known


def waiting(schedule: Schedule, time: float) -> np.ndarray:
    """Rows of the jobs that want processors at an instant (s) and hold none, in order of submission."""
    job, begin, end = unserved_intervals(schedule)
    rows = job[(begin <= time) & (time < end)]
    return rows[np.argsort(places(schedule)[rows])]


def free(schedule: Schedule, time: float) -> int:
    """Processors that are idle at an instant (s); 0 where a log holds more than its machine has.

    Raises Unsupported where jobs share nodes.
    """
    check_whole_processors(schedule)
    h = holding(schedule.placed, schedule.segments)
    busy = int(h.processors[(h.begin <= time) & (time < h.end)].sum())
    return max(schedule.workload.platform.processors - busy, 0)


def hole(schedule: Schedule, time: float) -> int:
    """Of the processors that are idle at an instant (s) as many as one job can have: those of the emptiest cluster.

    Raises Unsupported where jobs share nodes.
    """
    check_whole_processors(schedule)
    if not schedule.workload.has_clusters:
        return free(schedule, time)
    h = holding(schedule.placed, schedule.segments)
    return int(largest_hole(schedule.workload.platform, h, np.array([time]))[0])


def cause(schedule: Schedule, time: float, most: float, control: np.ndarray | None = None) -> Cause | None:
    """What holds back the first waiting job that would fit at an instant (s); None where none would.

    most: s of CPU that may be spent on simulating it once more, with this control array.  Raises Unsupported where jobs
    share nodes, and what simulate() raises.
    """
    queue = waiting(schedule, time)
    fits = queue[schedule.jobs.processors[queue] <= hole(schedule, time)]
    if not len(fits):
        return None
    job = int(fits[0])
    if keeps_none(schedule) and repetition_time(schedule, job) <= most:
        schedule = run_with_decisions(schedule, job, control)
    rows = hold_intervals(schedule, np.array([job]))
    at = np.flatnonzero((rows.begin <= time) & (time < rows.end))
    if not len(at):  # paused: nothing is logged of that
        return Cause(job, default_kind(schedule), -1)
    return Cause(job, int(rows.kind[at[0]]), int(rows.culprit[at[0]]))
