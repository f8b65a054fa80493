"""Why each job waited: its wait cut into time without room, and time in which something held it back.

busy is physical: fewer processors were free than the job needs, so that no policy could have started it then; where no
job may span two clusters, fewer in each of them, however many in all together.  It follows from the schedule alone,
with or without a decision log, by the same rule for every policy.  All the rest the job would have fitted and was held
back: for the reservation of another job, because jobs before it go first, or by a rule of the policy (held.py).
Intervals are half-open; what happens within one instant counts as its last state.

The culprit of a busy time is the job whose end, or pause, ends it: as things really came, not as the policy expected
them, of those in the cluster where the job starts or where there is room for it then.  Of several the widest, then the
lowest row.  The culprit of a held time is the job the log names.

Where jobs share nodes, busy is time without memory for all tasks of a job, and only the log tells which time that was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from scheduler.cluster_levels import free_inside
from scheduler.held import BUSY, KINDS, Held, held
from scheduler.holding import Holding, holding
from scheduler.schedule import Schedule
from scheduler.table import Table


class Room(NamedTuple):
    """When there is room for a job of one size: a step function, alternately yes and no."""

    time: np.ndarray    # [changes] f8, s; the first is -inf
    busy: np.ndarray    # [changes] bool: fewer processors free than the size, from then on
    where: np.ndarray   # [changes] i8, the lowest cluster with room, where there is any


def reasons(schedule: Schedule, jobs: np.ndarray | None = None) -> Table:
    """Table `reasons`: rows that partition [submit, start) of each job exactly, by job, then by time.

    jobs: [k] rows of jobs in any order, None for all; meant for some thousands, a long wait can have many rows.  Of a
    job that is paused only the wait until its first start counts.  Neighboring rows differ in kind or culprit.
    """
    rows = held(schedule, jobs)
    if schedule.shares_nodes:
        return _on_nodes(schedule, rows)
    holders = _holding(schedule, rows)
    last = [_last_to_end(Holding(*(column[holders.cluster == cluster] for column in holders)))
            for cluster in range(max(len(schedule.workload.platform.clusters), 1))]
    found = [_cut(schedule, rows.__class__(*(column[of] for column in rows)), room, last)
             for of, room in _by_size(schedule, rows, holders)]
    job, kind, begin, end, culprit = (np.concatenate(parts) for parts in zip(*found, strict=True)) if found else (
        np.zeros(0),) * 5
    order = np.lexsort((begin, job))
    return _merged(Table.of("reasons", job=job, kind=kind, begin=begin, end=end, culprit=culprit).take(order))


def waits_by_kind(schedule: Schedule) -> np.ndarray:
    """[n, 4] f8, s: the wait of each job by kind, in the order of held.KINDS; a row sums to the wait of its job.

    Exact where times are whole numbers, else to the rounding of sums.
    """
    rows, n = held(schedule), len(schedule.placed)
    if schedule.shares_nodes:
        return np.stack([np.bincount(rows.job, np.where(rows.kind == kind, rows.end - rows.begin, 0.0), n)
                         for kind in range(len(KINDS))], axis=1)
    without_room = np.zeros(len(rows.job))
    for of, room in _by_size(schedule, rows, _holding(schedule, rows)):
        until = np.diff(_busy_until(room, np.stack((rows.begin[of], rows.end[of]))), axis=0)[0]
        without_room[of] = np.clip(until, 0.0, rows.end[of] - rows.begin[of])
    rest = rows.end - rows.begin - without_room
    parts = [np.bincount(rows.job, without_room, n)]
    parts += [np.bincount(rows.job, np.where(rows.kind == kind, rest, 0.0), n) for kind in range(1, len(KINDS))]
    return np.stack(parts, axis=1)


def _on_nodes(schedule: Schedule, rows: Held) -> Table:
    """Rows as the log tells them; the culprit of a busy one is who ended, or was paused, when that was over."""
    ender = _ender(_last_to_end(leaving(schedule)), rows.end)
    culprit = np.where(rows.kind == BUSY, np.where(ender == rows.job, -1, ender), rows.culprit)
    return _merged(Table.of("reasons", job=rows.job, kind=rows.kind, begin=rows.begin, end=rows.end, culprit=culprit))


def leaving(schedule: Schedule) -> Holding:
    """The segments after which jobs leave shared nodes, to be paused or for good; `processors` are nodes of memory."""
    s, jobs = schedule.segments, schedule.workload.jobs
    assert s is not None
    goes_on = (s.job[1:] == s.job[:-1]) & (s.begin[1:] <= s.end[:-1])
    last = s.take(~np.append(goes_on, False)[:len(s)])
    memory = jobs.columns.get("memory", np.ones(len(jobs)))
    return Holding(last.job, last.begin, last.end, memory[last.job] * last.processors,
                   schedule.placed.cluster[last.job])


# ---- room -----------------------------------------------------------------------------------------------------------

def _holding(schedule: Schedule, rows: Held) -> Holding:
    """Who holds processors during these waits; who holds them for no time is left out."""
    found = holding(schedule.placed, schedule.segments)
    begin, end = rows.begin.min(initial=np.inf), rows.end.max(initial=-np.inf)
    lasting = (found.end > found.begin) & (found.end >= begin) & (found.begin <= end)
    return Holding(*(column[lasting] for column in found))


def _by_size(schedule: Schedule, rows: Held, h: Holding) -> Iterator[tuple[np.ndarray, Room]]:
    """For each size among the rows: which rows, and when there was room for it.  h: who holds processors."""
    time, free = free_inside(schedule.workload.platform, h)
    size = schedule.jobs.processors[rows.job]
    order = np.argsort(size, kind="stable")
    sizes, first = np.unique(size[order], return_index=True)
    for needed, of in zip(sizes.tolist(), np.split(order, first[1:]), strict=False):
        there = free >= needed
        busy = ~there.any(axis=0)
        changes = np.flatnonzero(np.append(True, busy[1:] != busy[:-1]))
        yield of, Room(time[changes], busy[changes], there[:, changes].argmax(axis=0))


def _busy_until(room: Room, when: np.ndarray) -> np.ndarray:
    """Seconds without room from the first change up to each instant of `when`."""
    row = np.searchsorted(room.time, when, "right") - 1
    begin = np.concatenate((room.time[1:2], room.time[1:]))     # nothing is busy before the first start
    if not len(begin):
        return np.zeros(when.shape)
    until = np.concatenate(([0.0], np.cumsum(room.busy[:-1] * np.diff(begin))))
    return until[row] + np.where(room.busy[row], when - begin[row], 0.0)


def _cut(schedule: Schedule, rows: Held, room: Room,
         last: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, ...]:
    """(job, kind, begin, end, culprit) of rows of one size, cut where room comes and goes."""
    first, after = np.searchsorted(room.time, rows.begin, "right") - 1, np.searchsorted(room.time, rows.end, "left")
    count = after - first
    row = np.repeat(np.arange(len(count)), count)
    change = first[row] + np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    job, changed = rows.job[row], np.append(room.time, np.inf)[change + 1]
    busy, start = room.busy[change], schedule.placed.start[job]
    # Busy up to its start, which takes the room that came: that was in its own cluster.
    where = np.where(changed >= start, schedule.placed.cluster[job], np.append(room.where, 0)[change + 1])
    over = np.minimum(changed, start)
    ender = np.full(len(job), -1)
    for cluster in np.unique(where).tolist():
        ender = np.where(where == cluster, _ender(last[cluster], over), ender)
    return (job, np.where(busy, BUSY, rows.kind[row]), np.maximum(room.time[change], rows.begin[row]),
            np.minimum(changed, rows.end[row]),
            np.where(busy, ender, rows.culprit[row]))


def _last_to_end(h: Holding) -> tuple[np.ndarray, np.ndarray]:
    """(instants at which jobs end or pause, ascending; the widest of those jobs, then the lowest row)."""
    order = np.lexsort((h.job, -h.processors, h.end))
    time, first = np.unique(h.end[order], return_index=True)
    return time, h.job[order][first]


def _ender(last: tuple[np.ndarray, np.ndarray], when: np.ndarray) -> np.ndarray:
    """The job that ends at each instant; -1 where none does, as in a log that holds more than the machine has."""
    time, job = last
    at = np.searchsorted(time, when)
    known = np.append(time, np.inf)[at] == when
    return np.where(known, np.append(job, -1)[at], -1)


def _merged(table: Table) -> Table:
    """Neighboring rows of one job, kind and culprit made one."""
    differs = np.ones(len(table), bool)
    differs[1:] = np.logical_or.reduce([np.diff(table.columns[name]) != 0 for name in ("job", "kind", "culprit")])
    first = np.flatnonzero(differs)
    if not len(first):
        return table
    end = table.end[np.append(first[1:], len(table)) - 1]
    made = table.take(first)
    return Table(made.name, made.columns | {"end": end})
