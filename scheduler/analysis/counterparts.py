"""Whether two workloads are of the same jobs, so that each has its counterpart in the other; if not, what differs.

Workloads of one trace are of the same jobs where they differ in their requested times alone.  What else differs is
named: another log, another machine under the same jobs, or options that make other jobs of the same log.

What if: workloads of one log that differ only in what WHAT_IF names can stand side by side, too.  Their jobs are
matched by their line of the log, as far as both have them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from scheduler.durations import number
from scheduler.errors import InputError
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS
from scheduler.wording import counted

ESTIMATES = ("estimates", "factor", "popular", "estimate_seed", "overrun", "overrun_applied")
MACHINE = ("processors", "clusters")
WHAT_IF = (*ESTIMATES, "processors", "cap", "where", "first", "load")
MEASURED = ("work_removed", "time_factor", "week_begin")  # follow from the other options and the log
UNSET = "not set"
COUNTED = {name for name, param in OPTIONS.items() if param.unit}


class Origin(NamedTuple):
    """What a workload was made of."""

    name: str
    trace_sha256: str
    jobs: int
    hash: str
    options: Mapping[str, Any]


def of_record(record: Mapping[str, Any]) -> Origin:
    """The origin of a run's record, or of a workload's."""
    return Origin(
        str(record.get("name") or ""),
        str(record.get("trace_sha256") or ""),
        int(record.get("jobs") or 0),
        str(record.get("workload_hash") or record.get("hash") or ""),
        record.get("options") or {},
    )


def of_workload(workload: Workload) -> Origin:
    """The origin of a workload."""
    return Origin(workload.name, workload.trace_sha256, len(workload), workload.hash, workload.options)


def apart(first: Origin, second: Origin) -> str:
    """What keeps jobs of two workloads from being each other's counterparts, after "runs of"; empty: nothing does."""
    if first.hash and first.hash == second.hash:
        return ""
    if first.trace_sha256 != second.trace_sha256:
        both = f"both called {first.name}" if first.name == second.name else f"{first.name} and {second.name}"
        return f"different logs, {both}, so their jobs have no counterparts"
    if not first.trace_sha256 and first.hash != second.hash:
        return "different workloads"
    different = _different(first, second)
    if not different:
        return (
            ""
            if first.jobs == second.jobs
            else f"the same log, but of {first.jobs:,} and {counted(second.jobs, 'job')}"
        )
    differences = ", ".join(_difference(name, first.options.get(name), second.options.get(name)) for name in different)
    if first.jobs == second.jobs and set(different) <= set(MACHINE):
        return f"the same jobs, but on different machines ({differences})"
    return f"the same log, but with different options of the workload ({differences})"


def agree(first: Origin, second: Origin, wanted: str) -> None:
    """Raise InputError, saying what differs and what is wanted, unless both are of the same jobs."""
    different = apart(first, second)
    if different:
        raise InputError(f"These runs are of {different}; {wanted}.")


def changes(first: Origin, second: Origin) -> tuple[str, ...] | None:
    """Names of the options of a question what if (WHAT_IF) in which two workloads of one log differ.

    None where they differ in something else, so that they cannot stand side by side.
    """
    if first.hash and first.hash == second.hash:
        return ()
    if not first.trace_sha256 or first.trace_sha256 != second.trace_sha256:
        return None
    names = [
        name
        for name in {**first.options, **second.options}
        if name not in MEASURED and str(first.options.get(name)) != str(second.options.get(name))
    ]
    return tuple(names) if set(names) <= set(WHAT_IF) else None


def check_comparable(first: Origin, second: Origin, wanted: str) -> None:
    """Raise InputError, saying what differs and what is wanted, unless both can stand side by side."""
    if changes(first, second) is None:
        raise InputError(f"These runs are of {apart(first, second)}; {wanted}.")


def same_rows(first: Workload, second: Workload) -> bool:
    """Whether the jobs of two workloads of one log are the same, row by row."""
    return np.array_equal(first.jobs.line, second.jobs.line)


def matching(first: Workload, second: Workload) -> tuple[np.ndarray, np.ndarray]:
    """(rows, rows) i8: the same jobs in two workloads of one log, by their line, as far as both have them."""
    if same_rows(first, second):
        rows = np.arange(len(first))
        return rows, rows
    _, here, there = np.intersect1d(first.jobs.line, second.jobs.line, assume_unique=True, return_indices=True)
    order = np.argsort(here, kind="stable")
    return here[order], there[order]


def rows_in(first: Workload, second: Workload) -> np.ndarray:
    """[jobs of first] i8: the row of each job in another workload of the log; -1 where it is not there."""
    here, there = matching(first, second)
    rows = np.full(len(first), -1)
    rows[here] = there
    return rows


def _different(first: Origin, second: Origin) -> list[str]:
    """Names of the options that differ; those that follow from others only where nothing else explains them."""
    names = [
        name
        for name in {**first.options, **second.options}
        if name not in ESTIMATES and str(first.options.get(name)) != str(second.options.get(name))
    ]
    chosen = [name for name in names if name not in MEASURED]
    if set(chosen) <= set(MACHINE) and "time_factor" in names:
        return [*chosen, "time_factor"]  # scaled to a load of this machine: other times between submissions
    return chosen or names


def _difference(name: str, first: Any, second: Any) -> str:
    """clusters 4,4 and not set"""
    return f"{name.replace('_', ' ')} {_value(name, first)} and {_value(name, second)}"


def _value(name: str, value: Any) -> str:
    """A value of an option in words, a number of things with its thousands apart."""
    if value is None:
        return UNSET
    if isinstance(value, int) and name in COUNTED:
        return f"{value:,}"
    return number(value) if isinstance(value, float) else str(value)
