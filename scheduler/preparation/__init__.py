"""From a trace to a workload: repairs, estimates, campaigns, needs, platforms; every change is counted.

What a topic does then is a file in its folder `preparation` with STEP.

May import `model`, `statistics` and `formats`.  Others use `build.workload`, `samples.sample`, `Step` and `steps`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scheduler import registry
from scheduler.model.table import Table
from scheduler.model.trace import Platform, Trace
from scheduler.model.workload_options import WorkloadOptions

if TYPE_CHECKING:
    from scheduler.preparation.repairs import Draft


@dataclass(frozen=True)
class Step:
    """What is done with workloads of a kind where they are made of a trace; None: nothing there.

    key: the name of its module.  The fields are in the order in which they are called; each raises WorkloadError
    where trace and options do not go together.  effective: the options with what the trace decides.  platform: the
    machine as these jobs see it.  check: whether trace, options and that machine go together.  sizes: gives the jobs
    of a draft their size and columns of their own.  tell: notes of that, for the jobs that are left.  tables: given
    the table `jobs`, that with columns of the topic, and tables besides, by name.  others: columns of jobs that do
    not say what those of the log do, so that nobody takes them for changed ones.
    """

    key: str
    effective: Callable[[Trace, WorkloadOptions], WorkloadOptions] | None = None
    platform: Callable[[Platform, WorkloadOptions], Platform] | None = None
    check: Callable[[Trace, WorkloadOptions, Platform], None] | None = None
    sizes: Callable[[Trace, Draft, WorkloadOptions], None] | None = None
    tell: Callable[[Draft, WorkloadOptions, Platform], None] | None = None
    tables: Callable[[Trace, Draft, Table, Platform, WorkloadOptions], Mapping[str, Table]] | None = None
    others: Callable[[Trace, WorkloadOptions], frozenset[str]] | None = None


def steps() -> tuple[Step, ...]:
    """Those of the core and of topics, in alphabetical order."""
    by_name: Mapping[str, Step] = registry.load(__name__, "STEP")
    return tuple(by_name.values())
