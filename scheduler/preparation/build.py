"""The workload of a trace, made by rules that are counted and shown.

`workload(trace, options)` goes through these steps, in this order:
1. the size of each job; jobs with runtime > 0, a processor count and submit >= 0 are usable, the others left out, and
   so are jobs that were cancelled without ever having processors, and those of findings that are to be left out;
2. order by (submit, line);
3. the jobs that meet a filter (filters.py), of these the window [begin, end) of submit times or a week of the log, then
   the first N;
4. what topics make of the sizes of jobs, such as tasks with a CPU need and a memory where nodes are shared;
5. jobs wider than the machine; of those left it is noted what steps 1 and 4 did to them;
6. requested times, and runtimes above them;
7. the load, then the cap of requested times, which so moves no submission, and whether all times are such as can be
   computed with (time_range.py);
8. users, and what topics group of their jobs, such as campaigns;
9. what topics add: columns of jobs and tables, such as the runtimes of a moldable task on each number of processors.
A week's times are counted from its beginning; all others are as in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from scheduler.columns import RECORDED, tables
from scheduler.errors import SUBMIT_AS_RECORDED, Remedy, WorkloadError
from scheduler.model import time_range
from scheduler.model.notes import Note
from scheduler.model.table import Table
from scheduler.model.trace import Platform, Trace
from scheduler.model.workload import CHANGEABLE, Workload
from scheduler.model.workload_options import AS_RECORDED, WorkloadOptions, usual_arrivals
from scheduler.options import all_options
from scheduler.preparation import Groups, cleaning, filters, platform_options, repairs, steps, weeks
from scheduler.preparation.repairs import Draft

Window = tuple[float | None, float | None]

STATE = "state"  # of a trace that names states; the status of SWF tells three of them apart


def workload(trace: Trace, options: WorkloadOptions = AS_RECORDED, **fields: Any) -> Workload:
    """The workload of a trace; the module says in which order the options are followed.

    fields: those of the options that are to be others.  In a closed workload jobs.submit is as recorded, and used where
    a campaign has no predecessor (any more).  `Workload.options` holds the options with their effective values, and
    overrun_applied ("cut", "extend", "none"), work_removed (share, 0..1) and time_factor (times between submissions, 1
    unless a load is given); where a week is asked for also week_begin, the second of the log that is second 0 here.
    Raises ParamError for an option out of range and WorkloadError when no workload can be made of the trace.
    """
    options, platform, source = _effective(trace, replace(options, **fields))
    seen = _seen(trace, platform, options)
    begin, end = _window(trace, options)
    draft = repairs.draft_of(trace, options, begin, end, cleaning.left_out(trace, options))
    draft.notes[:0] = [*trace.notes, source]
    if options.where:
        filters.apply(trace, draft, options.where, options.size, platform)
    repairs.cut_out(draft, begin, end, options.first)
    platform = seen
    _fit(trace, draft, platform, options)
    measured = _repair_times(draft, platform, options)
    user = np.unique(draft["user_id"], return_inverse=True)[1]
    groups = _groups(trace, draft, user, options, measured["time_factor"])
    _tell(trace, draft)
    if options.week is not None and begin is not None:
        platform = _from_begin(draft, platform, options.week, begin)
        measured = {"week_begin": begin, **measured}
    jobs = Table.of(
        "jobs",
        user=user,
        campaign=groups.of_job if groups else np.full(len(draft), -1),
        **{name: draft[name] for name in tables()["jobs"] if name in draft.columns},
    )
    of_topics = _of_topics(trace, draft, jobs, platform, options)
    jobs = of_topics.pop("jobs")
    time_range.check(jobs, groups.table if groups else None)
    without = Workload(
        trace.name,
        platform,
        jobs,
        arrivals=str(options.arrivals),
        options=options.recorded() | measured,
        notes=tuple(draft.notes),
        trace_sha256=trace.sha256,
        tables=of_topics,
        recorded=_recorded(trace, draft, _before_changes(trace, draft, options, begin)),
        accounts=trace.accounts,
        names={
            name: trace.names[key] for name, key in (*repairs.FROM_SWF.items(), (STATE, STATE)) if key in trace.names
        },
    )
    if groups is None:
        return without
    return replace(without, campaigns=groups.table, job_ptr=groups.job_ptr, members=groups.members)


def _recorded(trace: Trace, draft: Draft, before: Mapping[str, np.ndarray]) -> Table | None:
    """What the log told of the jobs and the table `jobs` has not, as it stands there; None where it told nothing.

    before: the columns of jobs that were changed.
    """
    recorded = dict(trace.columns)
    if STATE in trace.names and STATE in trace.extra:
        recorded[STATE] = trace.extra[STATE]
    columns = {name: recorded[name][draft["row"]] for name in RECORDED if name in recorded and name not in CHANGEABLE}
    columns |= before
    return Table.of("recorded", **columns) if any((column >= 0).any() for column in columns.values()) else None


def _before_changes(trace: Trace, draft: Draft, options: WorkloadOptions, begin: float | None) -> dict[str, np.ndarray]:
    """The columns of jobs that were changed to be simulated, as the log has them.

    begin: of the window; second 0 where a week is asked for.
    """
    row, rules = draft["row"], repairs.RULES
    in_use = np.where((draft["repaired"] & rules["unallocated_kept"]) > 0, 0.0, draft["processors"])
    allocated = np.ceil(trace.columns["allocated_processors"][row])
    columns = {"runtime": trace.columns["runtime"][row], "processors": np.where(allocated > 0, allocated, in_use)}
    if options.load is not None:
        columns["submit"] = trace.columns["submit"][row] - (0.0 if options.week is None else begin)
    others = frozenset[str]().union(*(step.others(trace, options) for step in steps() if step.others))
    return {
        name: column
        for name, column in columns.items()
        if name not in others and not np.array_equal(column, draft[name])
    }


def _effective(trace: Trace, asked: WorkloadOptions) -> tuple[WorkloadOptions, Platform, Note]:
    """The options with what the trace decides filled in, the machine, and who tells its size.

    Raises WorkloadError where trace and options do not go together.
    """
    options = cleaning.effective(asked)
    for step in steps():
        options = step.effective(trace, options) if step.effective else options
    options = replace(options, arrivals=_arrivals(trace, options))
    platform, note = platform_options.platform_of(trace, options.processors, options.clusters)
    return (
        replace(
            options,
            processors=platform.processors,
            clusters=platform_options.effective(trace, platform, options.clusters),
        ),
        platform,
        note,
    )


def _arrivals(trace: Trace, options: WorkloadOptions) -> str:
    """Closed or recorded; raises WorkloadError where the other options or the load do not go with it."""
    usual = usual_arrivals(options.as_json())
    if options.arrivals == "closed" and usual == "recorded":
        closing = ((name, option.closed_with) for name, option in all_options().items())
        raise WorkloadError(
            f"{trace.name} declares neither campaigns nor preceding jobs (field 17), so its arrivals cannot be closed",
            (SUBMIT_AS_RECORDED, *(Remedy(name, value) for name, value in closing if value is not None)),
        )
    arrivals = options.arrivals or usual
    if arrivals == "closed" and options.load is not None:
        raise WorkloadError(
            "Where arrivals are closed, submit times follow from completions and no load can be asked for",
            (SUBMIT_AS_RECORDED, Remedy("load", words="leave out the load")),
        )
    return arrivals


def _window(trace: Trace, options: WorkloadOptions) -> Window:
    """[begin, end) of submit times, s; raises WorkloadError where a week is asked for that there is not."""
    return (options.begin, options.end) if options.week is None else weeks.window(trace, options.week)


def _seen(trace: Trace, platform: Platform, options: WorkloadOptions) -> Platform:
    """The machine as these jobs see it; raises WorkloadError where the trace or the options do not go with it."""
    for step in steps():
        platform = step.platform(platform, options) if step.platform else platform
    for step in steps():
        if step.check:
            step.check(trace, options, platform)
    return platform


def _fit(trace: Trace, draft: Draft, platform: Platform, options: WorkloadOptions) -> None:
    """Give the jobs their size on this machine, and leave out those too wide."""
    for step in steps():
        if step.sizes:
            step.sizes(trace, draft, options)
    repairs.fit(draft, platform, options.wide)
    repairs.tell_sizes(draft, options.size)
    for step in steps():
        if step.tell:
            step.tell(draft, options, platform)


def _of_topics(
    trace: Trace, draft: Draft, jobs: Table, platform: Platform, options: WorkloadOptions
) -> dict[str, Table]:
    """{name: table}: the jobs with what topics add to them, and tables of topics."""
    by_name = {"jobs": jobs}
    for step in steps():
        if step.tables:
            by_name |= step.tables(trace, draft, by_name["jobs"], platform, options)
    return by_name


def _repair_times(draft: Draft, platform: Platform, options: WorkloadOptions) -> dict[str, Any]:
    """Requested times, overruns, the load; what was measured of that, as `workload` tells."""
    applied, removed = repairs.estimate(draft, options)
    factor = 1.0 if options.load is None else repairs.scale(draft, platform.processors, options.load)
    if options.cap is not None:
        removed = 1.0 - (1.0 - removed) * (1.0 - repairs.cap(draft, options.cap))
    time_range.check_times(draft.__getitem__)
    return {"overrun_applied": applied, "work_removed": removed, "time_factor": factor}


def _groups(trace: Trace, draft: Draft, user: np.ndarray, options: WorkloadOptions, factor: float) -> Groups | None:
    """Which jobs belong together, by the first topic that says so; None where no topic does."""
    of_topics = (step.groups(trace, draft, user, options, factor) for step in steps() if step.groups)
    return next((groups for groups in of_topics if groups is not None), None)


def _from_begin(draft: Draft, platform: Platform, week: int, begin: float) -> Platform:
    """Count submit times from the beginning of the week; the platform's clock, where it is known, goes with it."""
    draft.columns["submit"] = draft["submit"] - begin
    draft.say("week", week=week, begin=begin)
    start = platform.second_0
    return platform if start is None else replace(platform, start_time=start + int(begin), unix_times=False)


def _tell(trace: Trace, draft: Draft) -> None:
    """Notes on what was not repaired but is worth knowing."""
    draft.note("user_unknown", draft["user_id"] < 0, "info")
    draft.note("wait_unknown", draft["recorded_wait"] < 0, "info", way="log")
    _, index, times = np.unique(draft["job_id"], return_inverse=True, return_counts=True)
    draft.note("duplicate_ids", times[index] > 1, "warning")
    max_records = trace.number("MaxRecords")
    if max_records is not None and max_records != len(trace):
        draft.say("max_records", header=max_records, jobs=len(trace))
