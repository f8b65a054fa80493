"""Why processors stay idle, and why CPU does where jobs share nodes.

Processors.  At every instant the idle processors are split, first come first: as many as nobody wants have no work;
of the rest, as many as the waiting jobs want that each would fit into the idle processors are held back, by what
holds the first of them in order of submission (hold_causes.py); what is left is wanted only by jobs that do not fit.
A paused job wants its processors back, so it counts as waiting here.  A policy that starts whatever fits holds
nothing back.

A recorded log may hold more processors than its machine has; nothing is idle then, and an excess makes up for no
idleness at another time.  What its jobs were held for a log does not tell, so there that is one part: unknown.

Where no job may span two clusters a job fits if it fits into one of them.  Of what fits none, a part is only split
between clusters: processors wanted by jobs that would each fit into all the idle ones together.

Where jobs share nodes no processor is idle as a whole, and idle CPU is split another way (idle.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scheduler.analysis.demand import demand
from scheduler.analysis.hold_causes import KINDS, UNKNOWN, HoldIntervals, default_kind, hold_intervals
from scheduler.engine.structures.fenwick import Wanting, new_minima, sweep
from scheduler.errors import Unsupported
from scheduler.kinds import gives_fractions
from scheduler.model.occupancy import holding, largest_hole
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import levels
from scheduler.model.table import Table
from scheduler.policies import decides

PARTS = ("no work", "without nodes", "full nodes", "of no use")


class IdleCpu(NamedTuple):
    """Step functions, in nodes; a row holds from its time to the next one's.  Useful and parts sum to all nodes.

    The last row, from the last end on, is all 0.
    """

    time: np.ndarray  # [rows] f8, s
    useful: np.ndarray  # [rows] f8
    parts: np.ndarray  # [rows, PARTS] f8


def idle_cpu(schedule: Schedule) -> IdleCpu:
    """What is idle over [first submit, last end); no rows without jobs."""
    curves = demand(schedule)
    free = np.maximum(curves.nodes - curves.allocated, 0.0)
    waiting = np.minimum(free, curves.wanted - curves.placed)
    missing = np.maximum(curves.placed - curves.allocated, 0.0)
    slowed = np.minimum(free - waiting, missing)
    parts = np.stack((free - waiting - slowed, waiting, slowed, curves.allocated - curves.useful), axis=1)
    parts[-1:] = 0.0
    return IdleCpu(curves.time, curves.useful, parts)


def idle_areas(schedule: Schedule) -> dict[str, float]:
    """{part: node-s} over [first submit, last end), in the order of PARTS; with the useful area they sum to all."""
    curves = idle_cpu(schedule)
    return (
        dict(zip(PARTS, (np.diff(curves.time) @ curves.parts[:-1]).tolist(), strict=True))
        if len(curves.time)
        else dict.fromkeys(PARTS, 0.0)
    )


REASONS = ("no work", "does not fit", *KINDS[1:UNKNOWN])  # of a run on one machine
APART, UNTOLD = "split between clusters", KINDS[UNKNOWN]
ALL = (*REASONS, UNTOLD, APART)
NO_WORK, DOES_NOT_FIT, FIRST_HOLD = 0, 1, 1  # a held kind k is reason FIRST_HOLD + k


def idle(schedule: Schedule) -> Table:
    """Table `idle`: the idle area over [first submit, last end), by begin, then by reason.

    Areas sum to machine x time - work exactly where times are whole numbers (and the machine is never exceeded).  In a
    row the same number of processors is idle throughout: area / (end - begin).
    """
    time, _, parts = split(schedule)
    tables = [_rows(time, parts[:, reason], reason) for reason in range(len(ALL))]
    begin, end, area, reason = (np.concatenate(columns) for columns in zip(*tables, strict=True))
    return Table.of("idle", begin=begin, end=end, area=area, reason=reason).take(np.lexsort((reason, begin)))


def idle_by_reason(schedule: Schedule) -> dict[str, float]:
    """{reason: processor-s} over [first submit, last end), in the order of reasons(); on shared nodes of idle_cpu."""
    if gives_fractions(schedule):
        return idle_areas(schedule)
    time, _, parts = split(schedule)
    return areas_by_reason(schedule, (np.diff(time) @ parts).tolist())


def reasons(schedule: Schedule) -> tuple[str, ...]:
    """Why processors can be idle in a schedule: those of ALL it can have, and that can be told of it."""
    names = REASONS if decides(schedule.policy) else (*REASONS[: FIRST_HOLD + 1], UNTOLD)
    return (*names, APART) if schedule.workload.has_clusters else names


def areas_by_reason(schedule: Schedule, areas: Sequence[float]) -> dict[str, float]:
    """{reason: area} in the order of reasons(); areas: [ALL] processor-s."""
    by_reason = dict(zip(ALL, areas, strict=True))
    return {reason: by_reason[reason] for reason in reasons(schedule)}


def split(schedule: Schedule) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(time [steps + 1] s, busy processors [steps], idle processors [steps, ALL] by reason) over the schedule.

    A step holds from its time to the next one; there are none without jobs.  Raises Unsupported where jobs share nodes.
    """
    check_whole_processors(schedule)
    if not len(schedule.placed):
        return np.zeros(1), np.zeros(0, np.int64), np.zeros((0, len(ALL)), np.int64)
    holds = hold_intervals(schedule) if schedule.has_decisions and len(schedule.table("decisions")) else None
    w, busy = _swept(schedule, holds)
    free = np.maximum(schedule.workload.platform.processors - busy, 0)
    nobody = np.maximum(free - w.wanted, 0)
    fitting = np.minimum(free - nobody, w.fitting)
    kind, lost = _kinds(schedule, w, holds), _apart(schedule, holds, free - nobody, fitting)
    parts = np.stack(
        [
            nobody,
            free - nobody - fitting - lost,
            *(np.where(kind == k, fitting, 0) for k in range(1, len(KINDS))),
            lost,
        ],
        axis=1,
    )
    return w.time, busy[:-1], parts[:-1]


def check_whole_processors(schedule: Schedule) -> None:
    """Raise Unsupported where jobs share nodes, so that no processor is idle as a whole."""
    if gives_fractions(schedule):
        raise Unsupported(
            "Jobs share CPU in this run, so no processor is idle as a whole; look at the CPU that is "
            "wanted, given and used instead."
        )


def _apart(schedule: Schedule, holds: HoldIntervals | None, wanted: np.ndarray, fitting: np.ndarray) -> np.ndarray:
    """[grid]: processors that are idle because no job may span two clusters; 0 on a platform of one pool."""
    if not schedule.workload.has_clusters:
        return np.zeros_like(fitting)
    return np.minimum(wanted, _swept(schedule, holds, together=True)[0].fitting) - fitting


def _swept(schedule: Schedule, holds: HoldIntervals | None, together: bool = False) -> tuple[Wanting, np.ndarray]:
    """What is free and what is wanted at every instant at which something changes, and what is busy from then on.

    together: with clusters as one pool; else what is free is what is in one of them.
    """
    h, (job, begin, end) = holding(schedule.placed, schedule.segments), unserved_intervals(schedule)
    used, none = np.concatenate((h.processors, -h.processors)), np.zeros(2 * len(job), np.int64)
    more = np.zeros(0) if holds is None else holds.begin
    time, busy = levels(
        np.concatenate((h.begin, h.end, begin, end, schedule.placed.submit, more)),
        np.concatenate((used, none, np.zeros(len(schedule.placed) + len(more), np.int64))),
    )
    platform = schedule.workload.platform
    free = np.maximum(platform.processors - busy, 0)
    if schedule.workload.has_clusters and not together:
        free = largest_hole(platform, h, time)
    size, place = schedule.jobs.processors, places(schedule)
    w = Wanting(
        time,
        free,
        np.argsort(begin),
        np.argsort(end),
        begin,
        end,
        size[job],
        place[job],
        *(np.full(len(time), -1) for _ in range(3)),
    )
    sweep(w, np.zeros(int(size.max()) + 1, np.int64), None if holds is None else new_minima(len(place)))
    return w, busy


def unserved_intervals(schedule: Schedule) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(job, begin, end) of the intervals in which jobs want processors and hold none: waits, and pauses."""
    placed = schedule.placed
    job, begin, end = placed.job, placed.submit, placed.start
    if schedule.has_segments:
        segments = schedule.table("segments")
        order = np.lexsort((segments.begin, segments.job))
        after = order[1:]
        goes_on = segments.job[after] == segments.job[order[:-1]]
        job = np.concatenate((job, segments.job[after][goes_on]))
        begin = np.concatenate((begin, segments.end[order[:-1]][goes_on]))
        end = np.concatenate((end, segments.begin[after][goes_on]))
    lasting = end > begin
    return job[lasting], begin[lasting], end[lasting]


def places(schedule: Schedule) -> np.ndarray:
    """[n]: place of each job in the order of submission."""
    n, submit = len(schedule.placed), schedule.placed.submit
    place = np.empty(n, np.int64)
    place[np.lexsort((np.arange(n), submit))] = np.arange(n)
    return place


def _kinds(schedule: Schedule, w: Wanting, holds: HoldIntervals | None) -> np.ndarray:
    """[grid]: what holds the first waiting job that fits."""
    kind = np.full(len(w.time), default_kind(schedule))
    at = np.flatnonzero(w.first >= 0)
    if holds is None or not len(holds.job):
        return kind
    job = np.argsort(places(schedule))[w.first[at]]
    rows = holds.job * len(w.time) + np.searchsorted(w.time, holds.begin)  # rows begin at instants of the grid
    row = np.searchsorted(rows, job * len(w.time) + at, "right") - 1
    covered = (row >= 0) & (holds.job[row] == job) & (w.time[at] < holds.end[row])
    kind[at[covered]] = holds.kind[row[covered]]
    return kind


def _rows(time: np.ndarray, idle_now: np.ndarray, reason: int) -> tuple[np.ndarray, ...]:
    """(begin, end, area, reason) of the intervals in which the same number of processors is idle for one reason."""
    first = np.flatnonzero(np.append(True, idle_now[1:] != idle_now[:-1])[: len(idle_now)])
    begin, end, count = time[first], time[np.append(first[1:], len(idle_now))], idle_now[first]
    kept = count > 0
    begin, end, count = begin[kept], end[kept], count[kept]
    return begin, end, count * (end - begin), np.full(len(begin), reason)
