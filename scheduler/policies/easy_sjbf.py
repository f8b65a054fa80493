"""EASY whose backfilling goes by length: the jobs behind the blocked head are tried shortest requested time first.

Heads go in order of submission and get the reservation of EASY, so nobody is passed over for ever.  Behind the head
short jobs get the holes first, which lowers the mean stretch; equal requested times go in order of submission.

Source: Tsafrir, Etsion and Feitelson 2007 (SJBF), here without their predictions of runtimes.
"""

from __future__ import annotations

from scheduler.adapters.priority_queue import run_in_order
from scheduler.adapters.rigid import TIES
from scheduler.engine import pseudocode
from scheduler.engine.backfill_rule import WITH_RESERVATION
from scheduler.model.table import Table
from scheduler.policies import Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    return run_in_order(
        case.workload,
        case.workload.jobs.requested_time,
        WITH_RESERVATION,
        case.control,
        case.log,
        by_submission=True,
        ties=case.params["ties"],
    )


POLICY = Policy(
    "easy_sjbf",
    "EASY, shortest job backfilled first",
    "backfilling",
    run,
    "Tsafrir, Etsion and Feitelson 2007 (SJBF)",
    wait_cause="reservation",
    params=(TIES,),
    clusters=True,
    as_expression={"priority": "-submit", "passing": WITH_RESERVATION, "behind": "-requested_time"},
    pseudocode=pseudocode.easy("requested time, shortest first"),
)
