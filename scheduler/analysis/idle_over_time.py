"""Idle processors over time, split by what they are idle for: a step function, its reduction, and its stretches.

The table has a row per instant at which a part changes, the last one all zero, so that everything here is exact: a
reduced curve is the difference of integrals, and the parts of a bucket sum to what is idle in it.  A stretch is a
longest interval throughout which at least one processor is idle for one reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from scheduler.analysis.idle import split
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import integral, integral_until, prefix
from scheduler.model.table import Table

PARTS = ("no_work", "does_not_fit", "reservation", "order", "rule", "unknown", "split")  # in the order of idle.ALL
LEVELS = ("busy", *PARTS)
WHOLE = 1.0  # s: buckets of at least that begin at whole seconds, where schedules have their changes


class Stretches(NamedTuple):
    """Intervals of time throughout which processors are idle for one reason, by begin."""

    begin: np.ndarray  # [stretches] f8, s
    end: np.ndarray  # [stretches] f8, s
    area: np.ndarray  # [stretches] f8, processor-s


def idle_steps(schedule: Schedule) -> Table:
    """Table `idle_steps` over [first submit, last end); empty without jobs."""
    time, busy, parts = split(schedule)
    if not len(busy):
        return Table.of("idle_steps", time=[], **{name: [] for name in LEVELS})
    level = np.concatenate((np.column_stack((busy, parts)), np.zeros((1, len(LEVELS)), np.int64)))
    changes = np.append(True, (level[1:] != level[:-1]).any(axis=1))
    changes[-1] = True
    return Table.of(
        "idle_steps",
        time=time[changes],
        **{name: column for name, column in zip(LEVELS, level[changes].T, strict=True)},
    )


def edges(begin: float, end: float, buckets: int) -> np.ndarray:
    """[buckets + 1] s: equal buckets of [begin, end), inner edges moved to whole seconds where they are long."""
    bounds = np.linspace(begin, end, buckets + 1)
    if (end - begin) / buckets >= WHOLE:
        bounds[1:-1] = np.floor(bounds[1:-1])
    return bounds


def prefixes(table: Table) -> dict[str, np.ndarray]:
    """{level: levels.prefix of it}, for areas() of a large table that is asked often."""
    return {name: prefix(table.time, table.columns[name]) for name in LEVELS} if len(table) else {}


def areas(table: Table, edges: np.ndarray, before: Mapping[str, np.ndarray] | None = None) -> dict[str, np.ndarray]:
    """{level: [edges - 1] f8, processor-s} of LEVELS between neighboring edges (s, ascending); 0 outside the table.

    before: prefixes(table), where they are known.
    """
    if before:
        when = np.clip(edges, table.time[0], table.time[-1])
        return {name: np.diff(integral_until(table.time, table.columns[name], before[name], when)) for name in LEVELS}
    first, last = np.searchsorted(table.time, (edges[0], edges[-1]), "right")
    rows = slice(max(int(first) - 1, 0), int(last) + 1)
    time = table.time[rows]
    return {name: np.diff(_until(time, table.columns[name][rows].astype(float), edges)) for name in LEVELS}


def _until(time: np.ndarray, value: np.ndarray, when: np.ndarray) -> np.ndarray:
    """[when]: integral of a step function from its first time to each instant; 0 before, unchanged after the last."""
    if not len(time):
        return np.zeros(len(when))
    row = np.searchsorted(time, when, "right") - 1
    inside = integral(time, value)[row] + value[row] * (when - time[row])
    return np.where(row >= 0, inside, 0.0)


def level_at(table: Table, time: float) -> dict[str, int]:
    """{level: processors} at an instant (s); all 0 outside the table."""
    row = int(np.searchsorted(table.time, time, "right")) - 1
    return {name: int(table.columns[name][row]) if row >= 0 else 0 for name in LEVELS}


def stretches(table: Table, part: str) -> Stretches:
    """All stretches of a part (one of PARTS)."""
    level, time = table.columns[part], table.time
    idle = level > 0
    first = np.flatnonzero(idle & np.append(True, ~idle[:-1])[: len(idle)])
    after = np.flatnonzero(~idle & np.append(False, idle[:-1])[: len(idle)])
    if not len(first):
        return Stretches(np.zeros(0), np.zeros(0), np.zeros(0))
    area = np.append(level[:-1] * np.diff(time), 0.0)
    return Stretches(time[first], time[after], np.add.reduceat(area, first))


def largest(idle_stretches: Stretches, count: int) -> np.ndarray:
    """Indices of the stretches with most area, that of the earliest first where areas are equal; at most count."""
    return np.argsort(-idle_stretches.area, kind="stable")[:count]


def stretch_at(idle_stretches: Stretches, begin: float, end: float) -> int | None:
    """Index of the stretch that fills most of [begin, end), the earliest of several; None where none meets it."""
    first, last = idle_stretches.begin, idle_stretches.end
    inside = np.minimum(last, end) - np.maximum(first, begin)
    meets = (first < end) & (last > begin) if end > begin else (first <= begin) & (last > begin)
    return int(np.where(meets, inside, -np.inf).argmax()) if meets.any() else None


def widest(table: Table, part: str, begin: float, end: float) -> tuple[float, int]:
    """(instant s, processors): when within [begin, end) most processors are idle for a part, the earliest."""
    first, last = int(np.searchsorted(table.time, begin, "right")) - 1, int(np.searchsorted(table.time, end, "left"))
    level = table.columns[part][max(first, 0) : last]
    row = int(level.argmax())
    return max(float(table.time[max(first, 0) + row]), begin), int(level[row])
