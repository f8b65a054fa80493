"""Shortest job first: jobs start in order of requested time, equal ones in order of submission.

Short jobs wait little and most jobs are short, so the mean stretch is low; a long job waits as long as shorter ones
keep coming.  A job that does not fit is passed by nobody unless `passing` says so.

Source: folklore; Smith 1956 proves it best for the mean response on one processor.
"""

from __future__ import annotations

from scheduler.adapters.priority_queue import PASSING, run_in_order
from scheduler.adapters.rigid import TIES
from scheduler.engine import pseudocode
from scheduler.model.table import Table
from scheduler.policies import Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    requested = case.workload.jobs.requested_time
    return run_in_order(
        case.workload, requested, case.params["passing"], case.control, case.log, ties=case.params["ties"]
    )


POLICY = Policy(
    "sjf",
    "Shortest job first",
    "in order",
    run,
    "folklore; Smith 1956",
    params=(PASSING, TIES),
    clusters=True,
    ordered_by="requested time",
    as_expression={"priority": "-requested_time"},
    pseudocode=pseudocode.passing_queue("requested time, shortest first"),
)
