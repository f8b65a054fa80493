"""CPU that is wanted, given and put to work, over time, in nodes; and what of it could have been used and was not.

A submitted job that is not complete wants need x tasks nodes' worth of CPU, whether it has nodes or not (the sum of
the needs of its tasks where they differ).  Where CPU is
shared, on nodes or of the machine as one pool, it is given need x tasks x yield; during a penalty that is of no use.  A
policy that hands out whole nodes gives a job one for each task, and need x tasks of that are put to work.  Without
needs a task wants a whole node, and nodes are processors.  A moldable task wants what it will be allotted.

Underutilization is the area between min(nodes, wanted) and useful: 0 for a job alone, at full speed, from its
submission on.  Some of it nobody could avoid, for memory and the size of tasks are left out.

Source: Casanova, Stillwell and Vivien 2011, section 6.4.1; normalized: over the work of all jobs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.kinds import gives_fractions, used_by
from scheduler.model.schedule import RUN, Schedule
from scheduler.model.step_functions import integral, levels
from scheduler.model.workload import Workload

DIGITS = 9  # of a node: finer shares are rounded, so that levels are sums of whole numbers, and 0 at the end


class Demand(NamedTuple):
    """Step functions, in nodes; a row holds from its time to the next one's, and the last row is all 0."""

    time: np.ndarray  # [rows] f8, s, where something changes
    wanted: np.ndarray  # [rows] f8, by submitted jobs that are not complete; may be more than there is
    allocated: np.ndarray  # [rows] f8, handed out
    useful: np.ndarray  # [rows] f8, doing work; at most `wanted` and `allocated`
    placed: np.ndarray  # [rows] f8, the part of `wanted` that is of jobs with nodes
    nodes: int  # that there are

    @property
    def usable(self) -> np.ndarray:
        """[rows] f8: min(nodes, wanted)."""
        return np.minimum(self.wanted, self.nodes)

    @property
    def unused(self) -> np.ndarray:
        """[rows] f8: usable - useful.  Below 0 where a recorded log holds more than its machine has."""
        return self.usable - self.useful


def demand(schedule: Schedule) -> Demand:
    """The curves of a schedule, for every policy; no rows without jobs."""
    placed, most = schedule.placed, cpu(schedule)
    parts = _parts(most)
    if not schedule.has_segments:
        job, begin, end, allocated, used = placed.job, placed.start, placed.end, placed.processors, most
    else:
        s = schedule.table("segments")
        job, begin, end = s.job, s.begin, s.end
        allocated = most[job] * s.yield_ if gives_fractions(schedule) else s.processors
        size = s.processors if schedule.resizes else most[job]
        used = np.where(s.kind == RUN, size * s.yield_, 0.0)
    wanted, allocated, used = (np.rint(column * parts).astype(np.int64) for column in (most, allocated, used))
    none, nothing, there = np.zeros(len(placed), np.int64), np.zeros(len(job), np.int64), wanted[job]
    events = (
        (placed.submit, wanted, none, none, none),
        (placed.end, -wanted, none, none, none),
        (begin, nothing, allocated, used, there),
        (end, nothing, -allocated, -used, -there),
    )
    time, *curves = levels(*map(np.concatenate, zip(*events, strict=True)))
    wanted, allocated, used, there = (curve / parts for curve in curves)
    return Demand(time, wanted, allocated, used, there, schedule.workload.platform.processors)


def cpu(of: Workload | Schedule) -> np.ndarray:
    """[n] f8, nodes: need x tasks of every job, what it uses at full speed; where tasks are moldable, of a schedule's
    allotments.
    """
    return used_by(of)


def work(of: Workload | Schedule) -> float:
    """Node-seconds: sum of need x tasks x runtime, what the jobs do; the same under any policy, if none is moldable."""
    return float(np.dot(cpu(of), of.jobs.runtime))


def underutilization(schedule: Schedule) -> float:
    """Node-seconds: integral of min(nodes, wanted) - the work of all jobs; 0 without jobs."""
    placed, most = schedule.placed, cpu(schedule)
    if not len(placed):
        return 0.0
    parts = _parts(most)
    wanted = np.rint(most * parts).astype(np.int64)
    time, level = levels(np.concatenate((placed.submit, placed.end)), np.concatenate((wanted, -wanted)))
    usable = integral(time, np.minimum(level / parts, schedule.workload.platform.processors))[-1]
    return float(usable - work(schedule))


def _parts(most: np.ndarray) -> int:
    """Into how many parts a node is divided, so that the sum over all jobs is still a whole number of 64 bits."""
    return 10 ** min(DIGITS, int(np.log10(2.0**62 / max(1.0, float(most.sum())))))
