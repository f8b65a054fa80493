"""Backfilling without reservations: at each event every waiting job that fits starts, in order of submission.

No processor idles that a waiting job could use, but a wide job may wait as long as narrow ones keep coming.
Source: fairness-2012 section 3 (BF, aggressive backfilling without reservations).
"""

from __future__ import annotations

from scheduler.adapters.priority_queue import SUBMISSION, run_in_order
from scheduler.adapters.rigid import TIES, placed, rigid
from scheduler.engine.decision_log import DOES_NOT_FIT, FITS_NOW, HEAD_FITS, PASSES_WIDE
from scheduler.engine.pseudocode import Line
from scheduler.engine.structures.waiting import new_waiting
from scheduler.kernels import backfill
from scheduler.model.table import Table
from scheduler.policies import Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    if case.workload.has_clusters:
        return run_in_order(case.workload, SUBMISSION, "any", case.control, case.log, ties=case.params["ties"])
    jobs, s, sessions = rigid(case.workload, case.control, ties=case.params["ties"])
    backfill.run(jobs, s, sessions, new_waiting(len(case.workload)), case.log)
    return {"placed": placed(case.workload, s.submit, s.start, s.backfilled)}


PSEUDOCODE = (
    Line("at every submission and every end:"),
    Line("    for every waiting job, in order of submission:"),
    Line("        if it is the first and fits: start it", (HEAD_FITS,)),
    Line("        if it fits: start it", (FITS_NOW, PASSES_WIDE)),
    Line("        else it waits", (DOES_NOT_FIT,)),
)

POLICY = Policy(
    "backfill",
    "Backfilling, no reservation",
    "backfilling",
    run,
    "Klusáček and Rudová 2012, section 3 (BF)",
    information=frozenset({"submit", "processors"}),
    params=(TIES,),
    clusters=True,
    pseudocode=PSEUDOCODE,
)
