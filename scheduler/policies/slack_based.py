"""Slack-based backfilling: a job holds a reservation once it has waited for as long as its slack, and not before.

The slack is how long a job can be asked to let others pass.  Until it is used up the job may be passed freely; from
then on it holds a reservation that nobody delays who comes to one later, or never.  So slack 0 protects all jobs, as
conservative backfilling does, and a large slack nobody.  The slack is a number, or follows what is usual: so many times
the mean wait of the jobs that have started so far.

Source: Klusáček and Rudová 2012, section 3, after Talby and Feitelson 1999.  The first says no more than that the
number of reservations is related to waits, which is what this is.  Talby and Feitelson search among all schedules in
which nobody is delayed by more than a slack that depends on priorities, too; that search is not here.  Ours:
reservations are made anew at each event, as EASY does, in the order in which jobs came to them.
"""

from __future__ import annotations

import numpy as np

from scheduler.adapters.rigid import TIES, placed, rigid
from scheduler.engine import pseudocode
from scheduler.kernels import delayed_reservations
from scheduler.model.table import Table
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput

SLACK = Param(
    "slack",
    None,
    kind=float,
    low=0,
    high=1e9,
    unit="s",
    help="wait from which on a job holds a reservation; the mean wait of the jobs that have started so far "
    "where not given",
)
FACTOR = Param("factor", 1.0, low=0, high=1e6, help="times the mean wait, where there is no slack")


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    slack = case.params["slack"]
    jobs, s, sessions = rigid(case.workload, case.control, ties=case.params["ties"])
    rules = delayed_reservations.Rules(True, np.nan if slack is None else slack, case.params["factor"], 0.0)
    delayed_reservations.run(jobs, s, sessions, delayed_reservations.new_holders(jobs, s), rules, case.log)
    return {"placed": placed(case.workload, s.submit, s.start, s.backfilled)}


POLICY = Policy(
    "slack_based",
    "Slack-based backfilling",
    "backfilling",
    run,
    "Klusáček and Rudová 2012, section 3; Talby and Feitelson 1999",
    params=(SLACK, FACTOR, TIES),
    information=frozenset({"submit", "requested_time", "processors", "wait"}),
    wait_cause="reservation",
    pseudocode=pseudocode.after_waiting("that has waited as long as its slack"),
)
