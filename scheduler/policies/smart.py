"""SMART: shelves of tasks of about the same length, the one with the least height for its weight first.

Tasks are put into classes by runtime, one for each power of two; those of a class stand side by side on shelves.  A
shelf is a single task for one machine, and by the ratio of height and weight these are in the best order.  For rigid
tasks the weighted sum of completion times is at most 8.53 times the least, 8 times where all weights are equal.  Here
a task has the processors MRT gives it.  All tasks have to be there at the beginning.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 5.3.  How
shelves are filled is that of Schwiegelshohn, Ludwig, Wolf, Turek and Yu 1998, of which the paper says `first fit`.
"""

from __future__ import annotations

from typing import Any

from scheduler.adapters import offline_moldable
from scheduler.adapters.moldable import check_together, together
from scheduler.adapters.moldable_reasons import of_smart
from scheduler.policies import Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (the shelves)."""
    return together(case.workload, offline_moldable.smart, case.params, case.seed)


POLICY = Policy("smart", "Shelves of equal lengths (SMART)", "moldable", run,
                "Dutot, Eyraud, Mounié and Trystram 2005, section 5.3",
                params=offline_moldable.OF_SMART, information=frozenset({"submit", "runtime", "weight"}),
                needs=frozenset({"moldable"}), kind="moldable", logs=False, wait_cause="rule",
                check=check_together, allotment=of_smart)
