"""Batches of doubling length by deadline: both the makespan and the weighted sum of completion times are proven near.

    for d, 2 d, 4 d, ..         d: the shortest runtime of a task
        of the tasks left, those that weigh most of what can be done in that time
        planned by MRT, which needs at most rho times as long; begins when the batch before it is over

What can be done by a deadline weighs no more than what batches up to it have taken, so whatever the best schedule has
done by then is done here within 4 rho times as long, and so is everything: at most 4 rho times the least makespan, and
at most 4 rho times the least weighted sum.  rho is 3/2 (1 + epsilon)(1 + rounding).  With batches that grow by another
alpha it is rho alpha^2 / (alpha - 1), which is least for alpha = 2.  All tasks have to be there at the beginning.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 5.4, after Hall, Schulz, Shmoys and Wein 1997.  Where the paper
is silent: the choice is a knapsack over the two shelves of MRT, with work in units that are rounded down; batches
follow each other without gaps.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from scheduler.engine.pseudocode import PLANNED, STARTED, Line
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters.batches_over_time import BY_DEADLINES, by_deadlines, check_size_together, ratio
from scheduler.topics.moldable.adapters.moldable import tables, tasks_of
from scheduler.topics.moldable.adapters.moldable_reasons import of_deadline
from scheduler.topics.moldable.planning import TAKE_SOME, Planning, Proven


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (the batches; their value is the deadline, s)."""
    plan = by_deadlines(tasks_of(case.workload), np.zeros(len(case.workload)), case.params, on_line=False)
    return tables(case.workload, plan, float(case.workload.jobs.submit[0]))


PROVEN = Proven(lambda params: ratio(params, on_line=False))
PSEUDOCODE = (
    Line("d is the shortest runtime of a task"),
    Line("for the deadlines d, alpha d, alpha^2 d, ..:"),
    Line("    take most weight of what can be done by it", event=PLANNED),
    Line("    plan these tasks by MRT, behind the batch before"),
    Line("    start them as planned", event=STARTED),
)

POLICY = Policy(
    "bicriteria",
    "Batches by deadline",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 5.4, after Hall, Schulz, Shmoys and Wein 1997",
    params=BY_DEADLINES,
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    logs=False,
    wait_cause="rule",
    check=check_size_together,
    of_kind=Planning(
        batches=TAKE_SOME, allotment=of_deadline, makespan_proven=PROVEN, weighted_proven=PROVEN, deadlines_marked=True
    ),
    pseudocode=PSEUDOCODE,
)
