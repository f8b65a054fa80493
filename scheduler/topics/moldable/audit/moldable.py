"""The part of the audit on moldable tasks: each on one of its allotments, and as long as it takes on that."""

from __future__ import annotations

import numpy as np

from scheduler.audit import Check, Checks
from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.model.schedule import RUN, Schedule
from scheduler.topics.moldable.kinds.moldable import is_malleable, is_moldable, runtimes, runtimes_of
from scheduler.wording import counted


def sizes(schedule: Schedule) -> Violation:
    """Every task is given one of its allotments."""
    size, workload = schedule.placed.processors, schedule.workload
    row = first_row(np.isnan(runtimes(workload, size)))
    if row is None:
        return None
    first = workload.jobs.shape_ptr[row]
    many = workload.table("shapes").processors[first : first + workload.jobs.shapes[row]]
    return (
        f"{job_name(workload, row)} is given {counted(size[row], 'processor')}; wanted: one of its "
        f"{counted(len(many), 'allotment')}, "
        f"from {many[0]} to {many[-1]}."
    )


def progress(schedule: Schedule) -> Violation:
    """A second on q processors is 1 / p(q) of a task, and these add up to one; it says the most processors it had."""
    workload, table = schedule.workload, schedule.table("segments")
    whole = runtimes_of(workload, table.job, table.processors)
    row = first_row(np.isnan(whole))
    if row is not None:
        return (
            f"{job_name(workload, int(table.job[row]))} holds {counted(table.processors[row], 'processor')} in a "
            "segment, on which it cannot run."
        )
    row = first_row((table.yield_ != 1) | (table.kind != RUN))
    if row is not None:
        name = job_name(workload, int(table.job[row]))
        return f"{name} does not run at full speed from {number(table.begin[row])} s on."
    done = np.bincount(table.job, (table.end - table.begin) / whole, len(workload))
    slack = np.bincount(table.job, instant(table.end) / whole, len(workload))
    row = first_row(~(np.abs(done - 1) <= slack))
    if row is not None:
        return (
            f"{job_name(workload, row)} does {number(done[row])} of its work in its segments; wanted: 1, where a "
            "second on q processors is 1 over its runtime on q of it."
        )
    most = np.zeros(len(workload), np.int64)
    np.maximum.at(most, table.job, table.processors)
    row = first_row(schedule.placed.processors != most)
    if row is None:
        return None
    return (
        f"{job_name(workload, row)} has up to {counted(most[row], 'processor')} by its segments, not "
        f"{schedule.placed.processors[row]}."
    )


def applies(schedule: Schedule) -> bool:
    """Whether tasks are moldable."""
    return is_moldable(schedule.workload)


CHECKS = Checks(
    "moldable",
    (
        Check("the segments of every job add up to its runtime", is_malleable, progress),
        Check("processors given are those asked for", applies, sizes),
    ),
)
