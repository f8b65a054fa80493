"""Rules of processors: never more busy than there are, neither of the machine nor of one of its clusters.

Where the machine is reserved in part, the processors that are somebody else's count as busy, too.
"""

from __future__ import annotations

import numpy as np

from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.model.occupancy import Holding, holding
from scheduler.model.schedule import Schedule
from scheduler.wording import About, counted


def machine(schedule: Schedule) -> Violation:
    """Busy right after each start; between starts it only falls."""
    return _too_many(schedule, holding(schedule.placed, schedule.segments), schedule.workload.platform.processors, "")


def cluster_exists(schedule: Schedule) -> Violation:
    """Every interval in one cluster that there is."""
    size = schedule.workload.platform.clusters
    allocations = holding(schedule.placed, schedule.segments)
    row = first_row((allocations.cluster < 0) | (allocations.cluster >= len(size)))
    if row is None:
        return None
    return (
        f"{job_name(schedule.workload, allocations.job[row])} runs in cluster {allocations.cluster[row] + 1}; "
        f"wanted: one of the clusters 1 to {len(size)}."
    )


def clusters(schedule: Schedule) -> Violation:
    """The rule of the machine for each cluster on its own."""
    allocations = holding(schedule.placed, schedule.segments)
    for cluster, size in enumerate(schedule.workload.platform.clusters):
        there = allocations.cluster == cluster
        violation = _too_many(
            schedule, Holding(*(column[there] for column in allocations)), size, f" of cluster {cluster + 1}"
        )
        if violation:
            return violation
    return None


def _too_many(schedule: Schedule, allocations: Holding, capacity: int, where: str) -> Violation:
    """The first start with more processors busy than `capacity`; where: words that follow "processors"."""
    by_start, by_end = np.argsort(allocations.begin, kind="stable"), np.argsort(allocations.end)
    start = allocations.begin[by_start]
    ended = np.searchsorted(allocations.end[by_end], start + instant(start), side="right")
    freed = np.concatenate(([0], np.cumsum(allocations.processors[by_end])))
    busy = np.cumsum(allocations.processors[by_start]) - freed[ended]
    over = np.flatnonzero(busy > capacity)
    if not len(over):
        return None
    first, most = over[0], int(np.argmax(busy))
    row = int(allocations.job[by_start[first]])
    job = job_name(schedule.workload, row, "job")
    return About(
        f"{busy[first]} of {counted(capacity, 'processor')}{where} busy at {number(start[first])} s, when {job} "
        "starts; most: "
        f"{busy[most]} at {number(start[most])} s.",
        row,
    )


RESERVED = 3  # of marks.kind


def has_reservations(schedule: Schedule) -> bool:
    """Whether there are reservations."""
    return schedule.has_marks and bool(np.any(schedule.table("marks").kind == RESERVED))


def space(schedule: Schedule) -> Violation:
    """Busy and reserved right after each start of a task or a reservation; between these it only falls."""
    placed, marks = schedule.placed, schedule.table("marks")
    kept = marks.kind == RESERVED
    begin, end = np.append(placed.start, marks.begin[kept]), np.append(placed.end, marks.end[kept])
    size = np.append(placed.processors, marks.value[kept].astype(np.int64))
    by_start, by_end = np.argsort(begin, kind="stable"), np.argsort(end)
    when = begin[by_start]
    freed = np.concatenate(([0], np.cumsum(size[by_end])))[np.searchsorted(end[by_end], when + instant(when), "right")]
    busy, most = np.cumsum(size[by_start]) - freed, schedule.workload.platform.processors
    over = np.flatnonzero(busy > most)
    if not len(over):
        return None
    return (
        f"{busy[over[0]]} of {counted(most, 'processor')} busy or reserved at {number(when[over[0]])} s; most: "
        f"{busy.max()}."
    )
