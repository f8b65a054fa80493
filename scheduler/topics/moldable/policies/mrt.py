"""MRT: every task on as few processors as meet a guess of the makespan, on two shelves, one half as high as the other.

A guess is ruled out where even the least work does not fit the machine for so long; otherwise there is a schedule one
and a half times as long.  Halving the interval between the two leaves at most 3/2 (1 + epsilon) times the least
makespan.  All tasks have to be there at the beginning.

    for a guess:    the first shelf is as high as the guess, the second half as high
                    tasks that take no more than half of it on one processor are left for later
                    each other one goes to the shelf that makes the work of all least, the first shelf as wide as the
                    machine at most (a knapsack)
                    more work than the machine does in that time: no schedule is so short
                    the second shelf too wide: some tasks get thinner or lie on each other until it fits
                    the small ones fill what is left

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 5.1, which recalls Mounié, Rapine and Trystram.  Where we
depart: where one short task of one processor is left on the first shelf, it may also lie on a wider or longer task.
"""

from __future__ import annotations

from typing import Any

from scheduler.engine.pseudocode import STARTED, Line
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.adapters.moldable import check_shelves, together
from scheduler.topics.moldable.adapters.moldable_reasons import of_mrt
from scheduler.topics.moldable.planning import Planning, Proven


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (the shelves)."""
    return together(case.workload, offline_moldable.mrt, case.params, case.seed)


PSEUDOCODE = (
    Line("for a guess of the makespan, between two that are halved:"),
    Line("    the first shelf is as high as the guess, the second half"),
    Line("    a knapsack chooses shelves so that all work is least"),
    Line("    more work than the machine does: no schedule is so short"),
    Line("    make room where the second shelf is too wide"),
    Line("start shelf after shelf, short tasks in what is left", event=STARTED),
)

POLICY = Policy(
    "mrt",
    "Two shelves (MRT)",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 5.1",
    params=(offline_moldable.EPSILON,),
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    logs=False,
    wait_cause="rule",
    check=check_shelves,
    usual={"moldable": 1},
    of_kind=Planning(allotment=of_mrt, makespan_proven=Proven(lambda params: 1.5 * (1 + params["epsilon"]))),
    pseudocode=PSEUDOCODE,
)
