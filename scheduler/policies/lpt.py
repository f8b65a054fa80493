"""Longest job first: jobs start in order of requested time, the longest first, equal ones in order of submission.

With all jobs there from the beginning this keeps the end of the schedule early, for short jobs fill what long ones
leave.  With jobs that keep coming, short ones pay with long waits.  A job that does not fit is passed by nobody unless
`passing` says so.

Source: Graham 1969 (LPT), where jobs are sequential and all there at once.
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
        case.workload, -requested, case.params["passing"], case.control, case.log, ties=case.params["ties"]
    )


POLICY = Policy(
    "lpt",
    "Longest job first (LPT)",
    "in order",
    run,
    "Graham 1969",
    params=(PASSING, TIES),
    clusters=True,
    ordered_by="requested time",
    pseudocode=pseudocode.passing_queue("requested time, longest first"),
)
