"""The audit of reservations: with the processors that are somebody else's, too, the machine is never too small."""

from __future__ import annotations

import numpy as np

from scheduler.audit_words import Violation, instant
from scheduler.durations import number
from scheduler.schedule import Schedule

RESERVED = 3      # of marks.kind


def there(schedule: Schedule) -> bool:
    """Whether there are reservations."""
    return schedule.marks is not None and bool(np.any(schedule.marks.kind == RESERVED))


def space(schedule: Schedule) -> Violation:
    """Busy and reserved right after each start of a task or a reservation; between these it only falls."""
    placed, marks = schedule.placed, schedule.marks
    assert marks is not None
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
    return (f"{busy[over[0]]} of {most} processors busy or reserved at {number(when[over[0]])} s; most: "
            f"{busy.max()}.")
