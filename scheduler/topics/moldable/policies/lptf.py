"""List scheduling, the largest ratio of weight and runtime first.

Every task gets the processors that MRT gives it for its guess of the makespan, before room is made for the second
shelf.  Then list scheduling: at the beginning and whenever a task ends, whatever fits starts, in the order of the list.
All tasks have to be there at the beginning.

The paper calls this weighted largest processing time first; what it sorts by makes short tasks go first.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 6.1 (the second of three).
"""

from __future__ import annotations

from typing import Any

from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.adapters.moldable import check_together, together
from scheduler.topics.moldable.adapters.moldable_reasons import of_list
from scheduler.topics.moldable.planning import LISTED, Planning
from scheduler.topics.moldable.pseudocode import moldable_list


def run(case: PolicyInput) -> dict[str, Any]:
    """placed."""
    return together(case.workload, offline_moldable.lptf, case.params, case.seed)


POLICY = Policy(
    "lptf",
    "List, weight by runtime (LPTF)",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 6.1 (the second of three)",
    params=(offline_moldable.EPSILON,),
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    logs=False,
    wait_cause="order",
    check=check_together,
    of_kind=Planning(allotment=of_list("largest_ratio"), makespan_proven=LISTED),
    pseudocode=moldable_list("the largest ratio of weight and runtime"),
)
