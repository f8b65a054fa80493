"""From a trace to a workload: repairs, estimates, campaigns, needs, platforms; every change is counted.

What a topic does then is a file in its folder `preparation` with STEP.

May import `model`, `statistics` and `formats`.  Others use `build.workload`, `samples.sample`, `Step`, `Groups` and
`steps`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from scheduler import registry
from scheduler.model.table import Table
from scheduler.model.trace import Platform, Trace
from scheduler.model.workload_options import WorkloadOptions

if TYPE_CHECKING:
    from scheduler.model.workload import Workload
    from scheduler.preparation.repairs import Draft


@dataclass(frozen=True)
class Groups:
    """Table `campaigns`, the campaign of each job, and its jobs: members[job_ptr[c]:job_ptr[c + 1]], in file order."""

    table: Table
    of_job: np.ndarray
    job_ptr: np.ndarray
    members: np.ndarray


@dataclass(frozen=True)
class Step:
    """What is done with workloads of a kind where they are made of a trace; None: nothing there.

    key: the name of its module.  The fields are in the order in which they are called; each raises WorkloadError
    where trace and options do not go together.  effective: the options with what the trace decides.  platform: the
    machine as these jobs see it.  check: whether trace, options and that machine go together.  sizes: gives the jobs
    of a draft their size and columns of their own.  tell: notes of that, for the jobs that are left.  groups: given
    the dense numbers of users [n] and what times between submissions were multiplied by, which jobs belong together and
    which of these wait for others; None: none do.  tables: given the table `jobs`, that with columns of the topic, and
    tables besides, by name.  others: columns of jobs that do not say what those of the log do, so that nobody takes
    them for changed ones.  lines: {field of query.fields: [lines] f8 its values of a trace, nan unknown}, for filters.
    inferred: {name: number} of what was inferred for a workload, None where nothing was.
    """

    key: str
    effective: Callable[[Trace, WorkloadOptions], WorkloadOptions] | None = None
    platform: Callable[[Platform, WorkloadOptions], Platform] | None = None
    check: Callable[[Trace, WorkloadOptions, Platform], None] | None = None
    sizes: Callable[[Trace, Draft, WorkloadOptions], None] | None = None
    tell: Callable[[Draft, WorkloadOptions, Platform], None] | None = None
    groups: Callable[[Trace, Draft, np.ndarray, WorkloadOptions, float], Groups | None] | None = None
    tables: Callable[[Trace, Draft, Table, Platform, WorkloadOptions], Mapping[str, Table]] | None = None
    others: Callable[[Trace, WorkloadOptions], frozenset[str]] | None = None
    lines: Mapping[str, Callable[[Trace], np.ndarray]] = field(default_factory=dict)
    inferred: Callable[[Workload], Mapping[str, float] | None] | None = None


def steps() -> tuple[Step, ...]:
    """Those of the core and of topics, in alphabetical order."""
    by_name: Mapping[str, Step] = registry.load(__name__, "STEP")
    return tuple(by_name.values())
