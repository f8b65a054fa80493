"""List scheduling, tasks of MRT's first shelf first, then the second shelf, then short tasks.

Every task gets the processors that MRT gives it for its guess of the makespan, before room is made for the second
shelf.  Then list scheduling: at the beginning and whenever a task ends, whatever fits starts, in the order of the list.
All tasks have to be there at the beginning.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 6.1 (the first of three).
"""

from __future__ import annotations

from typing import Any

from scheduler.adapters import offline_moldable
from scheduler.adapters.moldable import check_together, together
from scheduler.adapters.moldable_reasons import of_list
from scheduler.engine.pseudocode import moldable_list
from scheduler.policies import LISTED, Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Any]:
    """placed."""
    return together(case.workload, offline_moldable.shelf_order, case.params, case.seed)


POLICY = Policy(
    "shelf_order",
    "List, first shelf first",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 6.1 (the first of three)",
    params=(offline_moldable.EPSILON,),
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    logs=False,
    wait_cause="order",
    check=check_together,
    allotment=of_list("order_of_shelves"),
    makespan_proven=LISTED,
    pseudocode=moldable_list("the first shelf"),
)
