"""First come, first served: jobs start strictly in the order of submission.

The queue is ordered by (submit, line).  Its head starts as soon as it fits; nobody passes it, so processors may idle
while later, smaller jobs wait.  Source: folklore; fairness-2012 section 3 (FCFS), dfrs-2011 section 5.
"""

from __future__ import annotations

from scheduler.adapters.priority_queue import SUBMISSION, run_in_order
from scheduler.adapters.rigid import TIES, placed, rigid
from scheduler.engine import pseudocode
from scheduler.kernels import fcfs
from scheduler.model.table import Table
from scheduler.policies import Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    ties = case.params["ties"]
    if case.workload.has_clusters:
        return run_in_order(case.workload, SUBMISSION, "none", case.control, case.log, ties=ties)
    jobs, s, sessions = rigid(case.workload, case.control, ties=ties)
    fcfs.run(jobs, s, sessions, case.log)
    return {"placed": placed(case.workload, s.submit, s.start)}


POLICY = Policy(
    "fcfs",
    "First come, first served",
    "in order",
    run,
    "folklore; Klusáček and Rudová 2012, section 3",
    information=frozenset({"submit", "processors"}),
    params=(TIES,),
    clusters=True,
    short="FCFS",
    usual={"jobs": 1},
    as_expression={"priority": "-submit", "passing": "none"},
    pseudocode=pseudocode.strict_queue("submission"),
)
