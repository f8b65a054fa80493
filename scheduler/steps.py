"""The machine over time: busy processors, demand and waiting jobs as an exact step function, and its reduction.

Nothing is sampled: a reduced curve is the difference of integrals, so areas stay what they are at every zoom.
"""

from __future__ import annotations

import numpy as np

from scheduler.levels import integral, levels
from scheduler.table import Table
from scheduler.workload import Workload

LEVELS = ("busy", "demand", "waiting", "held")


def steps(workload: Workload, placed: Table, segments: Table | None = None) -> Table:
    """Table `steps`: one row per instant at which something changes, the last one all zero.

    busy: processors in use.  demand: processors of submitted, unfinished jobs.  waiting: jobs submitted, not started.
    held: processors held without progress, which neither rigid nor paused jobs do.  segments: where jobs are paused.
    Empty for a workload without jobs.
    """
    one, none, asked = np.ones(len(placed), np.int64), np.zeros(len(placed), np.int64), workload.jobs.processors
    used = placed.processors if segments is None else none
    events = [(placed.submit, none, asked, one), (placed.start, used, none, -one), (placed.end, -used, -asked, none)]
    if segments is not None:
        nothing = np.zeros(len(segments), np.int64)
        events += [(segments.begin, segments.processors, nothing, nothing),
                   (segments.end, -segments.processors, nothing, nothing)]
    time, busy, demand, waiting = levels(*map(np.concatenate, zip(*events, strict=True)))
    changes = np.ones(len(time), bool)
    changes[1:] = (np.diff(busy) != 0) | (np.diff(demand) != 0) | (np.diff(waiting) != 0)
    return Table.of("steps", time=time, busy=busy, demand=demand, waiting=waiting,
                    held=np.zeros(len(time))).take(changes)


def reduce_steps(table: Table, begin: float, end: float, buckets: int) -> dict[str, np.ndarray]:
    """Time-weighted means over equal buckets of [begin, end).

    Returns {"time": [buckets + 1] edges in s, "busy", "demand", "waiting", "held": [buckets]}.  Before its first row
    the step function is 0, after the last one it keeps its value (0 for a whole schedule).
    Raises ValueError unless begin < end and buckets >= 1.
    """
    if not begin < end or buckets < 1:
        raise ValueError(f"wanted: begin < end and at least one bucket; found {begin}, {end}, {buckets}")
    edges = np.linspace(begin, end, buckets + 1)
    reduced = {"time": edges}
    for name in LEVELS:
        area = _area_until(table.time, table.columns[name].astype(float), edges)
        reduced[name] = np.diff(area) / np.diff(edges)
    return reduced


def _area_until(time: np.ndarray, value: np.ndarray, when: np.ndarray) -> np.ndarray:
    if not len(time):
        return np.zeros(len(when))
    row = np.searchsorted(time, when, side="right") - 1
    inside = integral(time, value)[row] + value[row] * (when - time[row])
    return np.where(row >= 0, inside, 0.0)
