"""Batches of doubling length by deadline, for tasks that come over time: near the best in both criteria, on line.

    for .., d/2, d, 2 d, 4 d, ..    after the first submission; d: the shortest runtime of the tasks that come first
        at that instant, of the tasks that have come and were not taken, those that weigh most of what can be done in
        that time (as long as the time that has passed)
        planned by MRT, which needs at most rho times as long; begins when the batch before it is over

Nothing is known of tasks that have not come.  All the same makespan and weighted sum of completion times, both from the
first submission on, are at most 4 rho times the least there can be, even for who knows the future: rho is
3/2 (1 + epsilon)(1 + rounding).  With batches that grow by another alpha it is alpha times the larger of 1 + rho and
rho alpha / (alpha - 1).

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 5.4, after Hall, Schulz, Shmoys and Wein 1997.  Where the paper
is silent: as in bicriteria; a batch for which nobody is there takes no time.
"""

from __future__ import annotations

from typing import Any

from scheduler.engine.pseudocode import PLANNED, STARTED, Line
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters.batches_over_time import BY_DEADLINES, by_deadlines, check_size, ratio
from scheduler.topics.moldable.adapters.moldable import tables, tasks_of
from scheduler.topics.moldable.adapters.moldable_reasons import of_deadline
from scheduler.topics.moldable.planning import TAKE_SOME, Planning, Proven


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (the batches; their value is the deadline after the first submission, s)."""
    submit = case.workload.jobs.submit
    plan = by_deadlines(tasks_of(case.workload), submit - submit.min(), case.params, on_line=True)
    return tables(case.workload, plan, float(submit.min()))


PROVEN = Proven(lambda params: ratio(params, on_line=True))
PSEUDOCODE = (
    Line("d is the shortest runtime of the tasks that come first"),
    Line("at the instants .., d/2, d, alpha d, ..:"),
    Line("    of the tasks that have come and are left:"),
    Line("        take most weight of what can be done in that time", event=PLANNED),
    Line("    plan these tasks by MRT, behind the batch before"),
    Line("    start them as planned", event=STARTED),
)

POLICY = Policy(
    "bicriteria_on_line",
    "Batches by deadline, on line",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 5.4, after Hall, Schulz, Shmoys and Wein 1997",
    params=BY_DEADLINES,
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    logs=False,
    wait_cause="rule",
    check=check_size,
    of_kind=Planning(
        batches=TAKE_SOME, allotment=of_deadline, makespan_proven=PROVEN, weighted_proven=PROVEN, deadlines_marked=True
    ),
    pseudocode=PSEUDOCODE,
)
