"""Where the color of a job comes from: the column that is asked for, or that the header declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from colored.columns.color import COLUMNS
from colored.options.color import FIELDS

from scheduler.errors import Remedy, WorkloadError
from scheduler.model.table import Table
from scheduler.model.trace import Platform, Trace
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation import Step
from scheduler.preparation.repairs import Draft


def effective(trace: Trace, options: WorkloadOptions) -> WorkloadOptions:
    """The options with the column that the header declares."""
    declared = trace.keys.get(COLUMNS.header)
    if declared not in (None, *FIELDS):
        raise WorkloadError(
            f"The header of {trace.name} says '{COLUMNS.header}: {declared}'", (Remedy("color", "queue"),)
        )
    return replace(options, color=options.color or declared)


def tables(
    trace: Trace, draft: Draft, jobs: Table, platform: Platform, options: WorkloadOptions
) -> Mapping[str, Table]:
    """The jobs with their color."""
    return {"jobs": Table.of("jobs", **jobs.columns, color=draft[options.color])} if options.color else {}


STEP = Step("colors", effective=effective, tables=tables)
