"""A filter: only the jobs of a log that meet an expression (scheduler.query), asked of the file as read.

Values are those of the file, before any repair: a job's size is the processor count that the option `size` takes, its
wait the recorded one.  A job whose value is not known meets no condition on it, and these are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from scheduler.errors import QueryError, Remedy, WorkloadError
from scheduler.model.calendars import Calendar, calendar_of_platform
from scheduler.model.notes import silent_fields
from scheduler.model.trace import NEEDS, Platform, Trace
from scheduler.preparation import steps
from scheduler.preparation.repairs import Draft
from scheduler.query import submission_times
from scheduler.query.conditions import Jobs, leaves, rows
from scheduler.query.fields import FIELDS, LOG, fields_of
from scheduler.query.grammar import parse
from scheduler.wording import counted

COLUMNS = {  # of the trace; a name that is not here is a column of `extra`, or follows from others
    "job": "job_id",
    "user": "user_id",
    "group": "group_id",
    "queue": "queue",
    "partition": "partition",
    "executable": "executable",
    "requested_processors": "requested_processors",
    "allocated_processors": "allocated_processors",
    "runtime": "runtime",
    "requested_time": "requested_time",
    "submit": "submit",
    "wait": "wait",
    "recorded_wait": "wait",
    "cpu_time": "average_cpu_time",
    "used_memory": "used_memory",
    "requested_memory": "requested_memory",
    "status": "status",
    "preceding_job": "preceding_job",
    "think_time": "think_time",
}
POSITIVE = ("requested_time", "requested_processors", "allocated_processors", "processors")  # 0 is unknown, too
SECOND = {"requested": "allocated", "allocated": "requested"}


@dataclass(frozen=True)
class Filtered:
    """What a filter does to a log: which of its lines meet it, and how many do not tell what it asks for."""

    met: np.ndarray  # [lines] bool
    unknown: Mapping[str, np.ndarray]  # {field: [lines] bool}: lines without a value, where there are any


def filtered(trace: Trace, where: str, size: str, platform: Platform) -> Filtered:
    """Which lines of a trace meet a filter; raises QueryError where the log does not tell what is asked for.

    size: requested or allocated, which processor count is that of a job.
    """
    jobs, parts = jobs_of(trace, size, platform), parse(where, LOG)
    unknown = {leaf.field: np.isnan(jobs.column(leaf.field)) for leaf in leaves(parts)}
    return Filtered(rows(parts, jobs), {name: mask for name, mask in unknown.items() if mask.any()})


def jobs_of(trace: Trace, size: str, platform: Platform) -> Jobs:
    """The lines of a trace, as conditions are asked of them."""
    names = {name: trace.names[column] for name in fields_of(LOG) if (column := COLUMNS.get(name, name)) in trace.names}
    clock = calendar_of_platform(platform)
    return Jobs(len(trace), partial(values, trace, size, clock), names, clock)


def values(trace: Trace, size: str, clock: Calendar | None, name: str) -> np.ndarray:
    """[lines] f8: a field of every line, nan where it is unknown; raises QueryError where no line can have it."""
    if name in DECLARED_NEEDS:
        return declared_needs(trace, name)
    for step in steps():
        if name in step.lines:
            return step.lines[name](trace)
    if name in DERIVED:
        return DERIVED[name](partial(values, trace, size, clock))
    if name in ON_THE_CLOCK:
        if clock is None:
            raise QueryError(
                f"{trace.name} does not tell when it starts, so no job has {FIELDS[name].meaning}; leave "
                f"the condition on {name} out."
            )
        return ON_THE_CLOCK[name](values(trace, size, clock, "submit"), clock)
    if name == "processors":
        first, second = (known_values(trace.columns[f"{kind}_processors"], name) for kind in (size, SECOND[size]))
        return np.where(np.isnan(first), second, first)
    column = COLUMNS.get(name)
    if column is None and name not in trace.extra:
        raise QueryError(f"{trace.name} does not tell {name} ({FIELDS[name].meaning}); leave that condition out.")
    return known_values(trace.columns[column] if column else trace.extra[name], name)


def known_values(column: np.ndarray, name: str) -> np.ndarray:
    """A column with nan for what is unknown."""
    missing = column <= 0 if name in POSITIVE else column < 0
    return np.where(missing, np.nan, column)


Column = Callable[[str], np.ndarray]
DERIVED: Mapping[str, Callable[[Column], np.ndarray]] = {
    "start": lambda of: of("submit") + of("wait"),
    "end": lambda of: of("submit") + of("wait") + of("runtime"),
    "response": lambda of: of("wait") + of("runtime"),
    "stretch": lambda of: (of("wait") + of("runtime")) / np.where(of("runtime") > 0, of("runtime"), np.nan),
    "used_time": lambda of: of("runtime") / of("requested_time"),
    "gap": lambda of: submission_times.gap(of("submit")),
    "burst": lambda of: submission_times.burst(of("user"), of("submit")),
    "since_end": lambda of: submission_times.since_end(of("user"), of("submit"), of("end")),
}
ON_THE_CLOCK: Mapping[str, Callable[[np.ndarray, Calendar], np.ndarray]] = {
    "hour": submission_times.hour,
    "weekday": submission_times.weekday,
}


DECLARED_NEEDS = {"cpu_need": "average_cpu_time", "memory_need": "requested_memory"}


def declared_needs(trace: Trace, name: str) -> np.ndarray:
    """[lines] f8: part of a node that a task needs; raises QueryError where the file declares no needs."""
    parts = trace.number(NEEDS)
    if not parts or parts < 1:
        raise QueryError(f"{trace.name} does not tell {name} ({FIELDS[name].meaning}); leave that condition out.")
    return known_values(trace.columns[DECLARED_NEEDS[name]], name) / parts


def apply(trace: Trace, draft: Draft, where: str, size: str, platform: Platform) -> None:
    """Leave out the jobs that do not meet the filter, and note how many, and how many could not be asked.

    Raises WorkloadError when none is left, or the log does not tell what is asked for.
    """
    try:
        answer = filtered(trace, where, size, platform)
    except QueryError as error:
        raise WorkloadError(f"The filter {where!r} cannot be applied: {error}", (Remedy("where"),)) from None
    row, total = draft["row"], len(draft)
    met = answer.met[row]
    silent = {name: int(mask[row].sum()) for name, mask in answer.unknown.items() if mask[row].any()}
    if not met.any():
        hint = f" ({silent_fields(silent)})" if silent else ""
        raise WorkloadError(
            f"None of the {counted(total, 'job')} of this trace that can be simulated meets the filter {where}{hint}",
            (Remedy("where", words="change it"),),
        )
    draft.note("filtered", ~met, "info", total=total, where=where)
    if silent:
        draft.say("filter_unknown", silent=silent)
    draft.take(met)
