"""EASY backfilling that keeps off the processors of the reservation: the EASY of the tables of fractional scheduling.

The first waiting job that does not fit holds a reservation on particular processors: of those that will be free at its
shadow time, the ones that get free last.  Jobs behind it start on free processors outside of these only, even if they
would end long before the shadow time.  So a free machine stands idle under a wide head, and the waits come near those
of FCFS.

It exists for one comparison.  Casanova, Stillwell and Vivien 2011 describe backfilling as it is commonly defined, and
report that it does hardly better than FCFS (9 % on their synthetic traces).  On traces of the same model `easy` does
three times as well as FCFS, and this one 7 % better; its mean degradation is 11 % below the printed one, which lies
outside our 95 % interval, as that of FCFS does.  The authors' simulator of 2010, which is public, behaves like this.
That the published tables were made so is our inference: their degradations fit it, and what they print of the CPU that
EASY leaves unused fits both.  To schedule with, take `easy`.

Which processors they are does not decide who starts: as the reservation takes the ones that get free last, it leaves as
many free ones over as there are extra processors in `easy`.  So it is `easy` without the rule of ending by the shadow
time, and jobs are drawn on the free processors of lowest index, as always.

Source: Casanova, Stillwell and Vivien 2011, section 5.2, as the degradations of table 2 fit it; Lifka 1995 for the
reservation.
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
        return run_in_order(
            case.workload, SUBMISSION, WITH_RESERVATION, case.control, case.log, restricted=True, ties=ties
        )
    jobs, s, sessions = rigid(case.workload, case.control, plans=True, ties=ties)
    easy.run(jobs, s, sessions, new_waiting(len(case.workload)), True, case.log)
    return {"placed": placed(case.workload, s.submit, s.start, s.backfilled)}


POLICY = Policy(
    "easy_restricted",
    "EASY, off the reserved processors",
    "backfilling",
    run,
    "Casanova, Stillwell and Vivien 2011, section 5.2, as its table 2 fits it",
    wait_cause="reservation",
    params=(TIES,),
    clusters=True,
    pseudocode=pseudocode.easy("submission"),
)
