"""Conservative backfilling: every job gets a reservation when it is submitted; a job may pass others if it delays none.

A new job is planned at the earliest time at which, by requested times, enough processors are free all the while it
may run, and that delays no reservation made before.  When a job ends early there are holes; `compression` says what
becomes of them:

start     every waiting job, in the order of planned starts, moves to its earliest feasible start (the paper's
          compression: the order of start times is kept); no promise is ever broken
arrival   the same in the order of submission
rebuild   all reservations are dropped and made anew in the order of submission; a promise may be broken
none      reservations stay; holes serve new jobs only

Simulators mean three different things by "conservative", so ask which.  With exact estimates no job ends early and
all four are the same.  Source: Feitelson and Weil 1998; Mu'alem and Feitelson 2001; fairness-2012 section 3 (BF-CONS)
and 4.2 (compression).
"""

from __future__ import annotations

from scheduler.adapters.clustered import clusters_of
from scheduler.adapters.rigid import TIES, placed, promises, rigid
from scheduler.engine.decision_log import (
    BEHIND_RESERVATION,
    COMPRESSED,
    DELAYS_NONE,
    DOES_NOT_FIT,
    DUE,
    EARLIEST_GAP,
    LEFT_IN_PLAN,
    REBUILT,
)
from scheduler.engine.planning.plan import COMPRESSIONS, new_plan
from scheduler.engine.pseudocode import Line
from scheduler.kernels import conservative
from scheduler.model.table import Table
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput

COMPRESSION = Param(
    "compression",
    "start",
    choices=COMPRESSIONS,
    help="what becomes of holes when a job ends early: reservations move up by planned start or by "
    "arrival, all are made anew, or none moves",
)


def run(case: PolicyInput) -> dict[str, Table]:
    """placed and promises."""
    jobs, s, sessions = rigid(case.workload, case.control, ties=case.params["ties"])
    plan = new_plan(jobs, s, clusters_of(case.workload.platform, len(case.workload)))
    conservative.run(jobs, s, sessions, plan, COMPRESSIONS.index(case.params["compression"]), case.log)
    return {
        "placed": placed(case.workload, s.submit, s.start, s.backfilled, plan.clusters.of),
        "promises": promises(s.submit, plan.promise, case.log, plan.promised),
    }


PSEUDOCODE = (
    Line("at every submission and every end:"),
    Line("    start every job whose reservation is due", (DUE,)),
    Line("    if a job ended before its requested time:"),
    Line("        move reservations to earlier gaps", (COMPRESSED,)),
    Line("        or make all of them anew", (REBUILT,)),
    Line("        or leave them where they are", (LEFT_IN_PLAN,)),
    Line("    for every new job:"),
    Line("        if it delays no reservation now: start it", (DELAYS_NONE,)),
    Line("        else reserve the earliest gap that fits it", (EARLIEST_GAP,)),
    Line("    jobs that would delay a reservation wait", (BEHIND_RESERVATION,)),
    Line("    jobs that do not fit wait", (DOES_NOT_FIT,)),
)

POLICY = Policy(
    "conservative",
    "Conservative backfilling",
    "backfilling",
    run,
    "Feitelson and Weil 1998; Mu'alem and Feitelson 2001",
    params=(COMPRESSION, TIES),
    wait_cause="reservation",
    clusters=True,
    # with the compression "rebuild"; with exact requested times with any
    as_expression={"priority": "-submit", "passing": "conservative"},
    pseudocode=PSEUDOCODE,
)
