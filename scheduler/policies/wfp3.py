"""WFP3: jobs start in order of (wait / requested time)^3 x processors, the largest first, made anew at every pass.

What counts is the wait in units of the job's own length, so short jobs overtake long ones, but however many come, who
waits gets to the front at last; wide jobs, for which more processors have to be free at once, are helped.  Equal ones
go in order of submission, and so do all that have just come.  A job that does not fit is passed by nobody unless
`passing` says so.

Source: Tang, Lan, Desai and Buettner 2009, where it orders a queue with backfilling.
"""

from __future__ import annotations

from scheduler.adapters.priority_queue import PASSING, run_in_order
from scheduler.adapters.rigid import TIES
from scheduler.engine import pseudocode
from scheduler.model.table import Table
from scheduler.policies import Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    return run_in_order(case.workload, None, case.params["passing"], case.control, case.log, ties=case.params["ties"])


POLICY = Policy(
    "wfp3",
    "WFP3: wait against length, cubed",
    "in order",
    run,
    "Tang, Lan, Desai and Buettner 2009",
    params=(PASSING, TIES),
    clusters=True,
    ordered_by="age",
    as_expression={"priority": "(wait / requested_time)**3 * processors"},
    pseudocode=pseudocode.passing_queue("(wait / requested time)^3 x processors, largest first"),
)
