"""Which jobs of a file are runs of grid jobs, and to which cluster the others were submitted.

A file declares it by the header '; Queuescope-Grid: queue 2': jobs of that queue (field 15) are runs of grid jobs, and
every other job is a local one, submitted to the cluster of its partition (field 16), 1 for the first.  A grid job of
many runs is as many lines, one processor each, with the same submit time, user and group (field 13): the group is the
number of the grid job.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from scheduler.errors import Remedy, WorkloadError
from scheduler.model.table import Table
from scheduler.model.trace import Platform, Trace
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation import Step
from scheduler.preparation.repairs import Draft
from scheduler.topics.grid.columns.grid import COLUMNS

GRID = COLUMNS.header


def tables(
    trace: Trace, draft: Draft, jobs: Table, platform: Platform, options: WorkloadOptions
) -> Mapping[str, Table]:
    """The table `jobs` with grid and home; nothing where the file does not declare them.

    Raises WorkloadError for a header that names no queue, and for a local job of no cluster, with its line.
    """
    if GRID not in trace.keys:
        return {}
    grid = draft["queue"] == _queue(trace)
    home = np.where(grid, 0, draft["partition"]) - 1
    count = len(platform.clusters) or 1
    away = np.flatnonzero(~grid & ((home < 0) | (home >= count)))
    if len(away):
        row, others = away[0], f" ({len(away) - 1:,} more are like this)" if len(away) > 1 else ""
        raise WorkloadError(
            f"Job {draft['job_id'][row]:.0f} (line {draft['line'][row]}) is a local job of partition "
            f"{draft['partition'][row]:.0f} (field 16){others}; wanted: the number of its cluster, 1 "
            f"to {count}",
            (Remedy(words="correct it there"), Remedy("clusters", words="choose other clusters")),
        )
    draft.say("grid", int(grid.sum()), total=len(draft), clusters=count)
    return {"jobs": Table.of("jobs", **jobs.columns, grid=grid, home=home)}


def _queue(trace: Trace) -> int:
    match = re.fullmatch(r"queue[ \t]+(\d{1,15})", trace.keys[GRID].strip())
    if match is None:
        raise WorkloadError(
            f"The header of {trace.name} says '{GRID}: {trace.keys[GRID][:40]}'; wanted: the queue of "
            "the grid runs, such as 'queue 2'. Correct it there."
        )
    return int(match.group(1))


STEP = Step("grid_jobs", tables=tables)
