"""Largest job first: jobs start in order of processors, the widest first, equal ones in order of submission.

Wide jobs, which are the hardest to place, go before the narrow ones that could fill in around them.  Without passing
the machine drains for each wide job that comes.  A job that does not fit is passed by nobody unless `passing` says so.

Source: folklore, from bin packing, where the largest go first.
"""

from __future__ import annotations

from scheduler.adapters.priority_queue import PASSING, run_in_order
from scheduler.adapters.rigid import TIES
from scheduler.engine import pseudocode
from scheduler.model.table import Table
from scheduler.policies import Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    return run_in_order(
        case.workload,
        -case.workload.jobs.processors,
        case.params["passing"],
        case.control,
        case.log,
        ties=case.params["ties"],
    )


POLICY = Policy(
    "ljf",
    "Largest job first",
    "in order",
    run,
    "folklore",
    params=(PASSING, TIES),
    information=frozenset({"submit", "processors"}),
    clusters=True,
    ordered_by="size",
    as_expression={"priority": "processors"},
    pseudocode=pseudocode.passing_queue("processors, most first"),
)
