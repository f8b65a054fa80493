"""The machine over time: busy processors, demand and waiting jobs as an exact step function, and its reduction.

Where jobs have CPU needs, all is in nodes' worth of CPU: busy is what does work, demand what is wanted (demand.py).
Nothing is sampled: a reduced curve is the difference of integrals, so areas stay what they are at every zoom.
"""

from __future__ import annotations

import numpy as np

from scheduler.analysis.demand import demand
from scheduler.kinds import uses_less
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import integral, levels
from scheduler.model.table import Table
from scheduler.model.workload import Workload

LEVELS = ("busy", "demand", "waiting", "held")


def steps(workload: Workload, placed: Table, segments: Table | None = None) -> Table:
    """Table `steps`: one row per instant at which something changes, the last one all zero.

    busy: processors in use.  demand: processors of submitted, unfinished jobs (where tasks are moldable,
    those they are allotted in the end).  waiting: jobs submitted, not started.
    held: processors held without progress, which neither rigid nor paused jobs do.  segments: where jobs are paused.
    Empty for a workload without jobs.
    """
    one, none = np.ones(len(placed), np.int64), np.zeros(len(placed), np.int64)
    size = placed.processors
    used = size if segments is None else none
    events = [(placed.submit, none, size, one), (placed.start, used, none, -one), (placed.end, -used, -size, none)]
    if segments is not None:
        nothing = np.zeros(len(segments), np.int64)
        events += [
            (segments.begin, segments.processors, nothing, nothing),
            (segments.end, -segments.processors, nothing, nothing),
        ]
    time, busy, demand, waiting = levels(*map(np.concatenate, zip(*events, strict=True)))
    changes = np.ones(len(time), bool)
    changes[1:] = (np.diff(busy) != 0) | (np.diff(demand) != 0) | (np.diff(waiting) != 0)
    return Table.of("steps", time=time, busy=busy, demand=demand, waiting=waiting, held=np.zeros(len(time))).take(
        changes
    )


def steps_of(schedule: Schedule) -> Table:
    """Table `steps` of a schedule.

    Where jobs have CPU needs: busy, demand: nodes' worth of CPU; held: handed out without doing work, in penalties or
    because whole nodes were given; waiting: jobs submitted, unfinished and without nodes, so paused ones, too.
    """
    if not uses_less(schedule.workload):
        return steps(schedule.workload, schedule.placed, schedule.segments)
    curves = demand(schedule)
    time, waiting = _without_nodes(schedule, curves.time)
    row = np.searchsorted(curves.time, time, "right") - 1
    return Table.of(
        "steps",
        time=time,
        busy=curves.useful[row],
        demand=curves.wanted[row],
        waiting=waiting,
        held=(curves.allocated - curves.useful)[row],
    )


def _without_nodes(schedule: Schedule, more: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(time, jobs submitted, unfinished and without nodes) at every change of theirs and at the instants of `more`."""
    stays, placed = holding(schedule.placed, schedule.segments), schedule.placed
    one, here = np.ones(len(placed), np.int64), np.ones(len(stays.job), np.int64)
    time, waiting = levels(
        np.concatenate((placed.submit, placed.end, stays.begin, stays.end, more)),
        np.concatenate((one, -one, -here, here, np.zeros(len(more), np.int64))),
    )
    return time, waiting


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
