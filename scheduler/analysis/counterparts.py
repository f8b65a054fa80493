"""Whether two workloads are of the same jobs, so that each has its counterpart in the other; if not, what differs.

Workloads of one trace are of the same jobs where they differ in their requested times alone.  What else differs is
named: another log, another machine under the same jobs, or options that make other jobs of the same log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scheduler.durations import number
from scheduler.errors import InputError
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS

ESTIMATES = ("estimates", "factor", "popular", "estimate_seed", "overrun", "overrun_applied")
MACHINE = ("processors", "clusters")
MEASURED = ("work_removed", "time_factor", "week_begin")    # follow from the other options and the log
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
    return Origin(str(record.get("name") or ""), str(record.get("trace_sha256") or ""), int(record.get("jobs") or 0),
                  str(record.get("workload_hash") or record.get("hash") or ""), record.get("options") or {})


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
        return "" if first.jobs == second.jobs else f"the same log, but of {first.jobs:,} and {second.jobs:,} jobs"
    told = ", ".join(_told(name, first.options.get(name), second.options.get(name)) for name in different)
    if first.jobs == second.jobs and set(different) <= set(MACHINE):
        return f"the same jobs, but on different machines ({told})"
    return f"the same log, but with different options of the workload ({told})"


def agree(first: Origin, second: Origin, wanted: str) -> None:
    """Raise InputError, saying what differs and what is wanted, unless both are of the same jobs."""
    different = apart(first, second)
    if different:
        raise InputError(f"These runs are of {different}; {wanted}.")


def _different(first: Origin, second: Origin) -> list[str]:
    """Names of the options that differ; those that follow from others only where nothing else explains them."""
    names = [name for name in {**first.options, **second.options} if name not in ESTIMATES
             and str(first.options.get(name)) != str(second.options.get(name))]
    chosen = [name for name in names if name not in MEASURED]
    if set(chosen) <= set(MACHINE) and "time_factor" in names:
        return [*chosen, "time_factor"]     # scaled to a load of this machine: other times between submissions
    return chosen or names


def _told(name: str, first: Any, second: Any) -> str:
    """clusters 4,4 and not set"""
    return f"{name.replace('_', ' ')} {_value(name, first)} and {_value(name, second)}"


def _value(name: str, value: Any) -> str:
    """A value of an option in words, a number of things with its thousands apart."""
    if value is None:
        return UNSET
    if isinstance(value, int) and name in COUNTED:
        return f"{value:,}"
    return number(value) if isinstance(value, float) else str(value)
