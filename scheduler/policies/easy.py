"""EASY backfilling: the first waiting job holds a reservation, the others may pass it if they do not delay it.

At each event: (1) heads start while they fit; (2) the blocked head gets its shadow time - the earliest time at which,
by requested times, enough processors are free - and the extra processors it will leave over then; (3) the rest, in
order of submission, start if they fit now and either end by the shadow time or take no more than the extra
processors; (4) all of this is forgotten until the next event.

Source: Lifka 1995; Mu'alem and Feitelson 2001.  We count extra after all releases of the shadow instant and let a job
end exactly at the shadow time (<=).
"""

from __future__ import annotations

from scheduler.adapters.priority_queue import SUBMISSION, run_in_order
from scheduler.adapters.rigid import TIES, placed, rigid
from scheduler.engine import pseudocode
from scheduler.engine.backfill_rule import WITH_RESERVATION
from scheduler.engine.structures.waiting import new_waiting
from scheduler.kernels import easy
from scheduler.model.table import Table
from scheduler.policies import Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    ties = case.params["ties"]
    if case.workload.has_clusters:
        return run_in_order(case.workload, SUBMISSION, WITH_RESERVATION, case.control, case.log, ties=ties)
    jobs, s, sessions = rigid(case.workload, case.control, plans=True, ties=ties)
    easy.run(jobs, s, sessions, new_waiting(len(case.workload)), False, case.log)
    return {"placed": placed(case.workload, s.submit, s.start, s.backfilled)}


POLICY = Policy(
    "easy",
    "EASY backfilling",
    "backfilling",
    run,
    "Lifka 1995; Mu'alem and Feitelson 2001",
    params=(TIES,),
    wait_cause="reservation",
    clusters=True,
    short="EASY",
    usual={"jobs": 2, "needs": 1},
    as_expression={"priority": "-submit", "passing": "easy"},
    pseudocode=pseudocode.easy("submission"),
)
