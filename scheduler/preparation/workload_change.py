"""What if: the workload of a log with one thing changed, and everything else as it was.

The machine larger or smaller, requested times capped or worse, some jobs away, or another load.  What the open workload
found out by itself stays: whether runtimes above the requested time were cut, and by which factor the times between
submissions were scaled.  So a job is submitted in both workloads at the same time, unless the load is what changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from scheduler.errors import ParamError, QueryError, Remedy, WorkloadError
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS, WorkloadOptions
from scheduler.preparation.build import workload
from scheduler.query.grammar import text_of
from scheduler.wording import counted

CHANGES = ("processors", "cap", "where", "load", "estimates")  # options that a question of this kind may change


def change_of(change: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a change with their values checked; what is not given is left out.

    Raises ParamError for another option, or a value that cannot be.
    """
    other = next((name for name in change if name not in CHANGES), None)
    if other is not None:
        raise ParamError(f"{str(other)[:40]!r} cannot be changed between runs; wanted: one of {', '.join(CHANGES)}.")
    checked = {name: OPTIONS[name].check(value) for name, value in change.items() if value not in (None, "")}
    return {name: value for name, value in checked.items() if value is not None}


def filter_without(where: str | None, away: str) -> str:
    """The filter that leaves out, of the jobs of a filter, those that meet `away`; raises QueryError.

    >>> without("queue=1", "user=37"), without(None, "37")
    ('queue 1 user!=37', 'user!=37')
    """
    asked = away.strip()
    condition = asked if any(sign in asked for sign in "=<>") else f"user={asked}"
    return text_of(f"({where}) not ({condition})" if where else f"not ({condition})")


def apply_change(trace: Trace, base: Workload, change: Mapping[str, Any]) -> Workload:
    """The workload of `trace` with the options of `base` but for a change (of change_of).

    Raises ParamError, WorkloadError where no such workload can be made.
    """
    options = WorkloadOptions.of_record(base.options)
    applied = base.options.get("overrun_applied")
    if applied in ("cut", "extend"):
        options = replace(options, overrun=applied)
    if "processors" in change and base.platform.clusters:
        raise WorkloadError(
            "This machine has clusters, and the number of processors of each would have to be given; "
            "open the log with other clusters on the Workload page."
        )
    try:
        asked = replace(options, **change)
    except QueryError as error:
        raise ParamError(str(error)) from None
    if "where" in change and options.first is not None:
        asked = replace(asked, first=_first(trace, base, options, asked))
    if options.load is not None and "load" not in change:
        plain = workload(trace, replace(asked, load=None, cap=None))
        asked = replace(asked, load=_offered(plain) / float(base.options["time_factor"]))
    new_workload = workload(trace, asked)
    if options.first is not None and "where" in change and not np.isin(new_workload.jobs.line, base.jobs.line).all():
        raise WorkloadError(
            f"Of the first {counted(options.first, 'job')} some are left out for another reason, too, so which "
            "jobs come in their place is not clear; open the log with a window of time instead."
        )
    return new_workload


def _first(trace: Trace, base: Workload, options: WorkloadOptions, asked: WorkloadOptions) -> int:
    """How many of the first jobs, which the open workload has, another filter leaves."""
    all_of_them = workload(trace, replace(asked, first=None, load=None))
    left = int(np.isin(all_of_them.jobs.line, base.jobs.line).sum())
    if not left:
        raise WorkloadError(
            f"None of the first {counted(len(base), 'job')} is left", (Remedy("where", words="leave out fewer"),)
        )
    return left


def _offered(plain: Workload) -> float:
    """The offered load of a workload as repairs.scale() takes it."""
    jobs = plain.jobs
    span = float(jobs.submit[-1] - jobs.submit[0])
    if not span:
        raise WorkloadError("All jobs that are left are submitted at one time, so the load cannot be kept.")
    return float(np.dot(jobs.processors, jobs.runtime)) / (plain.platform.processors * span)
