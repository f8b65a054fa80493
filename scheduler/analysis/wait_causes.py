"""Why each job waited: its wait cut into time without room, and time in which something held it back.

busy: fewer processors were free than the job needs; where no job may span two clusters, fewer in each of them, however
many in all together.  What was free follows from what had been started before, so another policy might have had room
then: busy says what blocked a job in this schedule, and bounds no other.  It follows from the schedule alone,
with or without a decision log, by the same rule for every policy.  All the rest the job would have fitted and was held
back: for the reservation of another job, because jobs before it go first, or by a rule of the policy (hold_causes.py).
Intervals are half-open; what happens within one instant counts as its last state.

The culprit of a held time is the job the log names, for as long as it is in the way.  A busy time has no culprit of
its own: all jobs that run then share it (blame.py).

Where jobs share nodes, busy is time without memory for all tasks of a job, and only the log tells which time that was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from scheduler.analysis.blame import local_home
from scheduler.analysis.hold_causes import BUSY, KINDS, HoldIntervals, hold_intervals
from scheduler.model.occupancy import Holding, free_inside, holding
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table


class Room(NamedTuple):
    """When there is room for a job of one size: a step function, alternately yes and no."""

    time: np.ndarray  # [changes] f8, s; the first is -inf
    busy: np.ndarray  # [changes] bool: fewer processors free than the size, from then on


def reasons(schedule: Schedule, jobs: np.ndarray | None = None) -> Table:
    """Table `reasons`: rows that partition [submit, start) of each job exactly, by job, then by time.

    jobs: [k] rows of jobs in any order, None for all; meant for some thousands, a long wait can have many rows.  Of a
    job that is paused only the wait until its first start counts.  Neighboring rows differ in kind or culprit.
    """
    rows = hold_intervals(schedule, jobs)
    if schedule.shares_nodes:
        return _on_nodes(rows)
    pieces = [
        _cut(HoldIntervals(*(column[of] for column in rows)), room)
        for of, room in _by_size(schedule, rows, _holding(schedule, rows))
    ]
    job, kind, begin, end, culprit = (
        (np.concatenate(parts) for parts in zip(*pieces, strict=True)) if pieces else (np.zeros(0),) * 5
    )
    order = np.lexsort((begin, job))
    return _merged(Table.of("reasons", job=job, kind=kind, begin=begin, end=end, culprit=culprit).take(order))


def waits_by_kind(schedule: Schedule) -> np.ndarray:
    """[n, KINDS] f8, s: the wait of each job by kind, in the order of held.KINDS; a row sums to the wait of its job.

    Exact where times are whole numbers, else to the rounding of sums.
    """
    rows, n = hold_intervals(schedule), len(schedule.placed)
    if schedule.shares_nodes:
        return np.stack(
            [
                np.bincount(rows.job, np.where(rows.kind == kind, rows.end - rows.begin, 0.0), n)
                for kind in range(len(KINDS))
            ],
            axis=1,
        )
    without_room = np.zeros(len(rows.job))
    for of, room in _by_size(schedule, rows, _holding(schedule, rows)):
        until = np.diff(_busy_until(room, np.stack((rows.begin[of], rows.end[of]))), axis=0)[0]
        without_room[of] = np.clip(until, 0.0, rows.end[of] - rows.begin[of])
    rest = rows.end - rows.begin - without_room
    parts = [np.bincount(rows.job, without_room, n)]
    parts += [np.bincount(rows.job, np.where(rows.kind == kind, rest, 0.0), n) for kind in range(1, len(KINDS))]
    return np.stack(parts, axis=1)


def _on_nodes(rows: HoldIntervals) -> Table:
    """Rows as the log tells them."""
    culprit = np.where(rows.kind == BUSY, -1, rows.culprit)
    return _merged(Table.of("reasons", job=rows.job, kind=rows.kind, begin=rows.begin, end=rows.end, culprit=culprit))


# ---- room -----------------------------------------------------------------------------------------------------------


def _holding(schedule: Schedule, rows: HoldIntervals) -> Holding:
    """Who holds processors during these waits; who holds them for no time is left out."""
    stays = holding(schedule.placed, schedule.segments)
    begin, end = rows.begin.min(initial=np.inf), rows.end.max(initial=-np.inf)
    lasting = (stays.end > stays.begin) & (stays.end >= begin) & (stays.begin <= end)
    return Holding(*(column[lasting] for column in stays))


def _by_size(schedule: Schedule, rows: HoldIntervals, h: Holding) -> Iterator[tuple[np.ndarray, Room]]:
    """For each size among the rows: which rows, and when there was room for it.  h: who holds processors.

    Jobs for which others make way find room in their own cluster only, beside such jobs there.
    """
    home = local_home(schedule)[rows.job]
    for place in np.unique(home).tolist():
        mine = np.flatnonzero(home == place)
        time, free = free_inside(schedule.workload.platform, h if place < 0 else _local(schedule, h))
        yield from _rooms(schedule.jobs.processors[rows.job], mine, time, free if place < 0 else free[[place]])


def _local(schedule: Schedule, h: Holding) -> Holding:
    """What jobs hold for which others make way."""
    own = local_home(schedule)[h.job] >= 0
    return Holding(*(column[own] for column in h))


def _rooms(size: np.ndarray, mine: np.ndarray, time: np.ndarray, free: np.ndarray) -> Iterator[tuple[np.ndarray, Room]]:
    """The same of those of the rows that are `mine`, where so many processors are free in each of their clusters."""
    order = mine[np.argsort(size[mine], kind="stable")]
    sizes, first = np.unique(size[order], return_index=True)
    for needed, of in zip(sizes.tolist(), np.split(order, first[1:]), strict=False):
        busy = ~(free >= needed).any(axis=0)
        changes = np.flatnonzero(np.append(True, busy[1:] != busy[:-1]))
        yield of, Room(time[changes], busy[changes])


def _busy_until(room: Room, when: np.ndarray) -> np.ndarray:
    """Seconds without room from the first change up to each instant of `when`."""
    row = np.searchsorted(room.time, when, "right") - 1
    begin = np.concatenate((room.time[1:2], room.time[1:]))  # nothing is busy before the first start
    if not len(begin):
        return np.zeros(when.shape)
    until = np.concatenate(([0.0], np.cumsum(room.busy[:-1] * np.diff(begin))))
    return until[row] + np.where(room.busy[row], when - begin[row], 0.0)


def _cut(rows: HoldIntervals, room: Room) -> tuple[np.ndarray, ...]:
    """(job, kind, begin, end, culprit) of rows of one size, cut where room comes and goes."""
    first, after = np.searchsorted(room.time, rows.begin, "right") - 1, np.searchsorted(room.time, rows.end, "left")
    count = after - first
    row = np.repeat(np.arange(len(count)), count)
    change = first[row] + np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    busy, changed = room.busy[change], np.append(room.time, np.inf)[change + 1]
    return (
        rows.job[row],
        np.where(busy, BUSY, rows.kind[row]),
        np.maximum(room.time[change], rows.begin[row]),
        np.minimum(changed, rows.end[row]),
        np.where(busy, -1, rows.culprit[row]),
    )


def _merged(table: Table) -> Table:
    """Neighboring rows of one job, kind and culprit made one."""
    differs = np.ones(len(table), bool)
    differs[1:] = np.logical_or.reduce([np.diff(table.columns[name]) != 0 for name in ("job", "kind", "culprit")])
    first = np.flatnonzero(differs)
    if not len(first):
        return table
    end = table.end[np.append(first[1:], len(table)) - 1]
    merged = table.take(first)
    return Table(merged.name, merged.columns | {"end": end})
