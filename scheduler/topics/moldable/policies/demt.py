"""DEMT: batches each twice as long as the one before, each with the most weight that fits side by side.

    for L = .., guess/4, guess/2, guess, 2 guess, ..    the guess is MRT's of the makespan; the first batch is the
                                                        first that is longer than the shortest task
        tasks done in L/2 on one processor are piled up, the heaviest first, on stacks no higher than L
        each other one needs as few processors as it takes to be done in L
        the batch takes what weighs most of what the machine has processors for (a knapsack)
    compaction: tasks start as soon as they fit, in the order of their batches; lists in that order in which tasks may
    pass each other, and some shuffles inside batches, are tried, and the best that is no longer is kept

Light, long tasks come last, so the weighted sum of completion times is small, and the makespan is never far off.
All tasks have to be there at the beginning.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 6.  Where the paper is
silent: stacks are filled first fit; compaction is by list scheduling, and makes neither the makespan longer nor the
weighted sum larger.
"""

from __future__ import annotations

from typing import Any

from scheduler.engine.pseudocode import PLANNED, STARTED, Line
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.adapters.moldable import check_together, together
from scheduler.topics.moldable.adapters.moldable_reasons import of_demt
from scheduler.topics.moldable.planning import AT_ONCE, Planning


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (the batches)."""
    return together(case.workload, offline_moldable.demt, case.params, case.seed)


PSEUDOCODE = (
    Line("for lengths L that grow alpha times from batch to batch:"),
    Line("    pile up tasks done in L/2 on one processor"),
    Line("    give each other task as few as it takes to be done in L"),
    Line("    take what weighs most of what fits side by side", event=PLANNED),
    Line("compaction: in the order of batches, tasks start as they fit", event=STARTED),
)

POLICY = Policy(
    "demt",
    "Batches of growing length (DEMT)",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 6",
    params=offline_moldable.OF_DEMT,
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    random=True,
    logs=False,
    wait_cause="rule",
    check=check_together,
    usual={"moldable": 2},
    of_kind=Planning(batches=AT_ONCE, allotment=of_demt),
    pseudocode=PSEUDOCODE,
)
