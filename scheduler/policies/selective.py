"""Selective backfilling: a job holds a reservation once its expected slowdown has come up to a limit, and not before.

EASY protects the first job only, conservative backfilling all of them, and the more reservations there are, the fewer
holes can be filled.  Here a job may be passed freely until (wait + requested time) / requested time has come up to the
limit: a short job soon, a long one late.  From then on it holds a reservation that nobody delays who comes to one
later, or never.  The limit is a number, or the mean slowdown of the jobs that are complete so far, which follows the
load by itself.

Source: Klusáček and Rudová 2012, section 3, after Srinivasan, Kettimuthu, Subramani and Sadayappan 2002.  The first
says no more than that the number of reservations is related to slowdowns; ours: reservations are made anew at each
event, as EASY does, in the order in which jobs came to them, and slowdowns of completed jobs are bounded.
"""

from __future__ import annotations

import numpy as np

from scheduler.adapters.rigid import TIES, placed, rigid
from scheduler.engine import pseudocode
from scheduler.kernels import delayed_reservations
from scheduler.model.table import Table
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput

LIMIT = Param(
    "limit",
    None,
    kind=float,
    low=1,
    high=1e9,
    help="expected slowdown from which on a job holds a reservation; the mean of the jobs that are complete "
    "so far where not given",
)
FACTOR = Param("factor", 1.0, low=0, high=1e6, help="times the mean slowdown, where there is no limit")

SHORTEST = Param(
    "shortest",
    10.0,
    low=0,
    high=1e9,
    unit="s",
    help="runtimes of completed jobs below it count as this in their slowdowns",
)


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    limit = case.params["limit"]
    jobs, s, sessions = rigid(case.workload, case.control, ties=case.params["ties"])
    rules = delayed_reservations.Rules(
        False, np.nan if limit is None else limit, case.params["factor"], case.params["shortest"]
    )
    delayed_reservations.run(jobs, s, sessions, delayed_reservations.new_holders(jobs, s), rules, case.log)
    return {"placed": placed(case.workload, s.submit, s.start, s.backfilled)}


POLICY = Policy(
    "selective",
    "Selective backfilling",
    "backfilling",
    run,
    "Klusáček and Rudová 2012, section 3; Srinivasan et al. 2002",
    params=(LIMIT, FACTOR, SHORTEST, TIES),
    information=frozenset({"submit", "requested_time", "processors", "wait"}),
    wait_cause="reservation",
    pseudocode=pseudocode.after_waiting("whose expected slowdown is up to the limit"),
)
